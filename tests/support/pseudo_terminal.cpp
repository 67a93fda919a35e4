#include "tests/support/pseudo_terminal.hpp"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "gen/error.hpp"

namespace quern::test {

TerminalProgram::TerminalProgram(const std::vector<std::string>& arguments, int columns, int rows) {
    std::vector<char*> pointers;
    for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    const winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0, 0};
    process_ = forkpty(&master_, nullptr, nullptr, &size);
    if (process_ < 0) throw Error(std::string("forkpty: ") + std::strerror(errno));
    if (process_ == 0) {
        setenv("TERM", "xterm", 1);
        execv(pointers[0], pointers.data());
        _exit(127);
    }
}

TerminalProgram::~TerminalProgram() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    close(master_);
}

bool TerminalProgram::read_some() {
    std::array<char, 512> buffer{};
    ssize_t count = 0;
    do count = read(master_, buffer.data(), buffer.size());
    while (count < 0 && errno == EINTR);
    // The end of a terminal is the error EIO.
    if (count > 0) drawn_.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
}

bool TerminalProgram::read_until(const std::string& text) {
    while (drawn_.find(text) == std::string::npos)
        if (!read_some()) return false;
    return true;
}

void TerminalProgram::send_signal(int signal_number) {
    kill(process_, signal_number);
}

int TerminalProgram::finish() {
    while (read_some()) {
    }
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
}

}  // namespace quern::test
