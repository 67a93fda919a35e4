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
    const char* const directory = std::getenv("QUERN_DUMP");
    if (directory == nullptr || *directory == '\0') return;
    const std::string label = kernel_label(code.spec);
    Written& all = written();
    const std::lock_guard lock(all.mutex);
    std::vector<Written::Code>& codes = all.by_path[std::string(directory) + "/" + label];
    Written::Code bytes(code.bytes.begin(), code.bytes.end());
    if (std::find(codes.begin(), codes.end(), bytes) != codes.end()) return;
    try {
        write_kernel_files(code, directory, codes.empty() ? label : label + "-" + std::to_string(codes.size() + 1));
    } catch (const Error& error) {
        throw Error(std::string("QUERN_DUMP: ") + error.what());
    }
    codes.push_back(std::move(bytes));
}

}  // namespace quern
