#include "tests/support/quern_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "gen/error.hpp"

extern char** environ;

namespace quern::test {

namespace {

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

ProcessResult run_quern(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{QUERN_BINARY};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);

    const TemporaryDirectory directory;
    const std::string output = directory / "stdout", errors = directory / "stderr";
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t child = 0;
    const int failure = posix_spawn(&child, QUERN_BINARY, &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) throw Error(std::string(QUERN_BINARY) + ": cannot start: " + std::strerror(failure));

    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) throw Error(std::string(QUERN_BINARY) + ": cannot wait: " + std::strerror(errno));
    if (!WIFEXITED(status)) throw Error(std::string(QUERN_BINARY) + ": ended by a signal: " + read_file(errors));
    return {WEXITSTATUS(status), read_file(output), read_file(errors)};
}

TemporaryDirectory::TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "quern-test-XXXXXX").string();
    if (!mkdtemp(name.data())) throw Error("cannot make a temporary directory: " + std::string(std::strerror(errno)));
    path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace quern::test
