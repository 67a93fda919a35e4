#include "runtime/cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>

#include "gen/error.hpp"

namespace quern::cli {

void prepare_standard_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        // open() gives the lowest free descriptor, which is this one: those below are open by now.
        if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0)
            throw Error(std::string("cannot open /dev/null: ") + std::strerror(errno));
}

void finish_standard_output() {
    errno = 0;
    std::cout.flush();
    bool lost = !std::cout;
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) lost = true;
    int reason = errno;
    // A file system may report a full disk as late as here.
    if (std::fclose(stdout) != 0 && !lost) {
        lost = true;
        reason = errno;
    }
    if (lost)
        throw Error("cannot write to standard output" +
                    (reason != 0 ? ": " + std::string(std::strerror(reason)) : std::string()));
}

void print(std::string_view text) {
    std::cout.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void print_json(const nlohmann::ordered_json& json) {
    print(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

std::string one_line(std::string_view message) {
    while (!message.empty() && message.back() == '\n') message.remove_suffix(1);
    std::string line(message);
    for (char& character : line) {
        const auto code = static_cast<unsigned char>(character);
        if (character == '\n')
            character = ' ';
        else if (code < 0x20 || code == 0x7f)
            character = '?';
    }
    return line;
}

}  // namespace quern::cli
