#include "runtime/dump/dump_directory.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "runtime/dump/kernel_files.hpp"
#include "runtime/dump/kernel_label.hpp"

namespace quern {

namespace {

/// What this process has written, so that no kernel takes another one's files.
struct Written {
    using Code = std::vector<std::uint8_t>;
    std::mutex mutex;
    std::map<std::string, std::vector<Code>> by_path;  ///< by directory and label, in the order of their numbers
};

Written& written() {
    static Written instance;
    return instance;
}

}  // namespace

void dump_if_asked(const KernelCode& code) {
    dump_if_asked(kernel_label(code.spec), {code.bytes.begin(), code.bytes.end()},
                  [&code](const std::filesystem::path& directory, const std::string& name) {
                      write_kernel_files(code, directory, name);
                  });
}

void dump_if_asked(const std::string& label, std::vector<std::uint8_t> code,
                   const std::function<void(const std::filesystem::path& directory, const std::string& name)>& write) {
    const char* const directory = std::getenv("QUERN_DUMP");
    if (directory == nullptr || *directory == '\0') return;
    Written& all = written();
    const std::lock_guard lock(all.mutex);
    std::vector<Written::Code>& codes = all.by_path[std::string(directory) + "/" + label];
    if (std::find(codes.begin(), codes.end(), code) != codes.end()) return;
    try {
        write(directory, codes.empty() ? label : label + "-" + std::to_string(codes.size() + 1));
    } catch (const Error& error) {
        throw Error(std::string("QUERN_DUMP: ") + error.what());
    }
    codes.push_back(std::move(code));
}

}  // namespace quern
