#include "runtime/cuda/ptxas.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "gen/error.hpp"

extern char** environ;

namespace quern::cuda {

namespace fs = std::filesystem;

namespace {

/// A folder below the system's temporary one, removed with everything in it.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::error_code error;
        const fs::path parent = fs::temp_directory_path(error);
        if (error) throw Error("no folder for temporary files (TMPDIR, else /tmp): " + error.message());
        std::string name = (parent / "quern-ptxas-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw Error(name + ": cannot be made: " + std::strerror(errno));
        path_ = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string operator/(const char* name) const { return (path_ / name).string(); }

  private:
    fs::path path_;
};

std::string read_file(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Runs a program, its output and errors written to a file; its exit status, or Error where it cannot be run.
int run(std::vector<std::string> arguments, const std::string& output) {
    std::vector<char*> pointers;
    for (std::string& each : arguments) pointers.push_back(each.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    pid_t process = 0;
    const int failed = posix_spawn(&process, pointers[0], &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw Error("cannot run " + arguments[0] + ": " + std::strerror(failed));
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) throw Error("cannot wait for " + arguments[0] + ": " + std::strerror(errno));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The number that stands before `unit` in `text`; nothing where the unit does not occur.
std::optional<int> number_before(std::string_view text, std::string_view unit) {
    const std::size_t end = text.find(unit);
    if (end == std::string_view::npos) return std::nullopt;
    std::size_t begin = end;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    int number = 0;
    if (std::from_chars(text.data() + begin, text.data() + end, number).ec != std::errc{}) return std::nullopt;
    return number;
}

}  // namespace

std::optional<fs::path> find_ptxas() {
    const char* path = getenv("PATH");
    std::string folders = (path == nullptr ? "" : std::string(path)) + ":/usr/local/cuda/bin:";
    for (std::size_t begin = 0, end; (end = folders.find(':', begin)) != std::string::npos; begin = end + 1) {
        if (end == begin) continue;
        const fs::path candidate = fs::path(folders.substr(begin, end - begin)) / "ptxas";
        std::error_code error;
        if (fs::is_regular_file(candidate, error) && access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return std::nullopt;
}

AssembledKernel assemble(const fs::path& ptxas, const std::string& ptx, Isa isa) {
    const ScratchFolder folder;
    const std::string source = folder / "kernel.ptx", cubin = folder / "kernel.cubin", output = folder / "output";
    std::ofstream(source, std::ios::binary) << ptx;
    const int status =
        run({ptxas.string(), "-v", "--gpu-name=" + std::string(isa_traits(isa).name), "--output-file", cubin, source},
            output);
    const std::string said = read_file(output);
    if (status != 0) throw Error(ptxas.string() + " failed with exit status " + std::to_string(status) + ": " + said);
    return {read_file(cubin), read_resources(said)};
}

KernelResources read_resources(std::string_view said) {
    const auto number = [said](std::string_view unit) {
        if (const auto found = number_before(said, unit)) return *found;
        throw Error("ptxas does not say how many" + std::string(unit) + " the kernel has: " + std::string(said));
    };
    KernelResources resources;
    resources.registers = number(" registers");
    resources.shared_bytes = number_before(said, " bytes smem").value_or(0);
    resources.stack_bytes = number(" bytes stack frame");
    resources.spill_store_bytes = number(" bytes spill stores");
    resources.spill_load_bytes = number(" bytes spill loads");
    return resources;
}

}  // namespace quern::cuda
