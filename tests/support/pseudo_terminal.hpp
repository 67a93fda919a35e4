#pragma once

#include <string>
#include <vector>

namespace quern::test {

/// A program on a pseudo-terminal of its own: its standard streams are the terminal.
class TerminalProgram {
  public:
    /// `arguments[0]` is a path. TERM is xterm. Throws Error where it cannot be started.
    TerminalProgram(const std::vector<std::string>& arguments, int columns, int rows);
    ~TerminalProgram();
    TerminalProgram(const TerminalProgram&) = delete;
    TerminalProgram& operator=(const TerminalProgram&) = delete;

    /// Reads until what it has drawn holds `text` or it ends; true where it does.
    bool read_until(const std::string& text);
    void send_signal(int signal_number);
    /// Reads to the end and waits: the wait status.
    int finish();
    /// All it has drawn so far; the terminal turns \n into \r\n.
    const std::string& drawn() const { return drawn_; }

  private:
    bool read_some();

    int master_ = -1, process_ = -1;
    std::string drawn_;
};

}  // namespace quern::test
