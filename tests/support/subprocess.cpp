#include "tests/support/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "gen/error.hpp"

namespace quern::test {
namespace {

class Pipe {
  public:
    Pipe() {
        if (pipe2(ends_.data(), O_CLOEXEC) != 0) throw Error(std::string("pipe: ") + std::strerror(errno));
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    int read_end() const { return ends_[0]; }
    int write_end() const { return ends_[1]; }
    void close_end(std::size_t which) {
        if (ends_[which] >= 0) close(ends_[which]);
        ends_[which] = -1;
    }

  private:
    std::array<int, 2> ends_{-1, -1};
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

/// Appends what is there; false at the end of the stream.
bool read_some(int descriptor, std::string& text) {
    std::array<char, 65536> buffer{};
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), std::size_t(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

}  // namespace

Finished run_program(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
    Pipe output, errors;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.write_end(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.write_end(), STDERR_FILENO);

    std::vector<std::string> texts = arguments, variables = environment;
    for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
    pid_t process = 0;
    const int failed = posix_spawn(&process, arguments.at(0).c_str(), &actions, nullptr, pointers(texts).data(),
                                   pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw Error(arguments[0] + ": " + std::strerror(failed));
    output.close_end(1);
    errors.close_end(1);

    Finished result;
    result.process = process;
    std::array<pollfd, 2> streams = {pollfd{output.read_end(), POLLIN, 0}, pollfd{errors.read_end(), POLLIN, 0}};
    while (streams[0].fd >= 0 || streams[1].fd >= 0) {
        if (poll(streams.data(), streams.size(), -1) < 0 && errno != EINTR) break;
        if (streams[0].revents != 0 && !read_some(streams[0].fd, result.output)) streams[0].fd = -1;
        if (streams[1].revents != 0 && !read_some(streams[1].fd, result.errors)) streams[1].fd = -1;
    }
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

}  // namespace quern::test
