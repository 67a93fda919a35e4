#include "runtime/cuda/ptx_cache.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "gen/error.hpp"
#include "runtime/cuda/content_hash.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/system/atomic_file.hpp"

namespace quern::cuda {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::string_view before_version = "-nvrtc", extension = ".ptx";

std::string header(const std::string& hash, const std::string& version, std::string_view ptx) {
    return "// quern-ptx 1 source " + hash + " nvrtc " + version + " bytes " + std::to_string(ptx.size()) + " ptx " +
           content_hash(ptx) + "\n";
}

std::string read_file(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream) throw Error(std::string("it cannot be opened: ") + std::strerror(errno));
    const std::streamoff size = stream.tellg();
    if (size < 0 || static_cast<std::size_t>(size) > most_bytes) throw Error("it is too large or of no known size");
    std::string text(static_cast<std::size_t>(size), '\0');
    stream.seekg(0);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream) throw Error("it cannot be read");
    return text;
}

/// The PTX of a file's text. Throws Error where anything of it is not as the header says.
std::string checked_ptx(const std::string& text, const std::string& hash, const std::string& version) {
    const std::size_t end = text.find('\n');
    if (!text.starts_with("// quern-ptx ") || end == std::string::npos) throw Error("it has no header of quern's");
    std::string ptx = text.substr(end + 1);
    // Everything the header says follows from what the file must be.
    if (text.substr(0, end + 1) != header(hash, version, ptx))
        throw Error("its header does not fit its name and contents");
    return ptx;
}

/// "13.0" as numbers, for the newest of several; a version that is none counts as the oldest.
std::pair<int, int> version_numbers(std::string_view version) {
    std::pair<int, int> numbers{-1, -1};
    const char* const end = version.data() + version.size();
    const auto major = std::from_chars(version.data(), end, numbers.first);
    if (major.ec == std::errc{} && major.ptr != end) std::from_chars(major.ptr + 1, end, numbers.second);
    return numbers;
}

}  // namespace

PtxCache::PtxCache(fs::path directory, std::optional<PtxCompiler> compiler, std::string why_no_compiler, Warn warn)
    : directory_(directory.empty() ? fs::path() : directory / "ptx"),
      compiler_(std::move(compiler)),
      why_no_compiler_(std::move(why_no_compiler)),
      warn_(std::move(warn)) {}

std::string PtxCache::source_hash(const std::string& source, std::span<const std::string> options) {
    std::string all;
    // A zero byte is in no option and no source: texts put together another way differ.
    for (const std::string& option : options) all += option + '\0';
    return content_hash(all + '\0' + source);
}

PtxCache::Ptx PtxCache::get(const std::string& source, const std::string& name,
                            std::span<const std::string> options) const {
    const std::string hash = source_hash(source, options);
    if (!compiler_) {
        if (auto found = read_any_version(hash)) return *std::move(found);
        throw Error(why_no_compiler_ + (directory_.empty() ? ""
                                                           : ". Nor has " + directory_.string() + " PTX of " + name +
                                                                 " (" + hash + ") from before"));
    }
    const fs::path file = file_of(hash, compiler_->version);
    if (auto found = read(file, hash, compiler_->version)) return *std::move(found);
    const Stopwatch watch;
    Ptx made;
    made.text = compiler_->compile(source, name, options);
    made.compile_seconds = watch.seconds();
    made.nvrtc_version = compiler_->version;
    write(file, hash, made);
    return made;
}

fs::path PtxCache::file_of(const std::string& hash, const std::string& version) const {
    if (directory_.empty()) return {};
    return directory_ / (hash + std::string(before_version) + version + std::string(extension));
}

std::optional<PtxCache::Ptx> PtxCache::read(const fs::path& file, const std::string& hash,
                                            const std::string& version) const {
    std::error_code status;
    if (file.empty() || !fs::exists(file, status)) return std::nullopt;
    try {
        if (!fs::is_regular_file(file, status)) throw Error("it is no regular file");
        return Ptx{checked_ptx(read_file(file), hash, version), true, version, 0};
    } catch (const Error& error) {
        warn("cached PTX " + file.string() + " is not used: " + error.what());
        return std::nullopt;
    }
}

// The newest version whose file is whole.
std::optional<PtxCache::Ptx> PtxCache::read_any_version(const std::string& hash) const {
    if (directory_.empty()) return std::nullopt;
    const std::string start = hash + std::string(before_version);
    std::vector<std::string> versions;
    std::error_code error;
    for (fs::directory_iterator each(directory_, error), end; !error && each != end; each.increment(error)) {
        const std::string name = each->path().filename().string();
        if (name.starts_with(start) && name.ends_with(extension) && name.size() > start.size() + extension.size())
            versions.push_back(name.substr(start.size(), name.size() - start.size() - extension.size()));
    }
    std::sort(versions.begin(), versions.end(),
              [](const std::string& a, const std::string& b) { return version_numbers(a) > version_numbers(b); });
    for (const std::string& version : versions)
        if (auto found = read(file_of(hash, version), hash, version)) return found;
    return std::nullopt;
}

// What cannot be kept is made again next time.
void PtxCache::write(const fs::path& file, const std::string& hash, const Ptx& ptx) const {
    if (file.empty()) return;
    try {
        std::error_code error;
        fs::create_directories(directory_, error);
        if (error) throw Error("cannot make the directory " + directory_.string() + ": " + error.message());
        // Opening a pipe or a device in a file's place could wait forever.
        if (const fs::file_status there = fs::status(file, error); fs::exists(there) && !fs::is_regular_file(there))
            throw Error(file.string() + " is there and is no regular file");
        const std::string text = header(hash, ptx.nvrtc_version, ptx.text) + ptx.text;
        write_file_atomically(file, std::as_bytes(std::span(text)));
    } catch (const Error& error) {
        warn(std::string("PTX is not cached: ") + error.what());
    }
}

void PtxCache::warn(const std::string& message) const {
    const std::lock_guard lock(warned_->mutex);
    if (warn_ && warned_->messages.insert(message).second) warn_(message);
}

}  // namespace quern::cuda
