#include "runtime/cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace quern::cli {

namespace {

constexpr std::string_view hide_cursor = "\x1b[?25l";
constexpr std::string_view restore = "\x1b[0m\x1b[?25h";
constexpr std::array<int, 5> signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

// What the signal handler needs: written before it is installed, read after it is removed.
volatile std::sig_atomic_t hidden_on = -1;
std::array<struct sigaction, signals.size()> previous_actions;

// Only async-signal-safe calls. The signal keeps its meaning: it is raised again with its default action.
extern "C" void restore_and_raise(int signal_number) {
    const int saved_errno = errno;
    if (hidden_on >= 0) {
        [[maybe_unused]] const ssize_t written = write(static_cast<int>(hidden_on), restore.data(), restore.size());
    }
    if (signal_number == SIGTSTP) {
        raise(SIGSTOP);
    } else {
        std::signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    errno = saved_errno;
}

}  // namespace

bool is_terminal(int descriptor) {
    const char* kind = std::getenv("TERM");
    return isatty(descriptor) == 1 && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

TerminalSize terminal_size(int descriptor) {
    TerminalSize size;
    winsize window{};
    if (ioctl(descriptor, TIOCGWINSZ, &window) == 0) {
        if (window.ws_col > 0) size.columns = window.ws_col;
        if (window.ws_row > 0) size.rows = window.ws_row;
    }
    return size;
}

void write_to_terminal(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

HiddenCursor::HiddenCursor(int descriptor) {
    hidden_on = descriptor;
    struct sigaction action {};
    action.sa_handler = restore_and_raise;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], nullptr, &previous_actions[i]);
        // A signal that was ignored (nohup) stays ignored.
        if (previous_actions[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
    }
    write_to_terminal(descriptor, hide_cursor);
}

HiddenCursor::~HiddenCursor() {
    write_to_terminal(static_cast<int>(hidden_on), restore);
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &previous_actions[i], nullptr);
    hidden_on = -1;
}

}  // namespace quern::cli
