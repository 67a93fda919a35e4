#include "runtime/system/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <string>
#include <system_error>
#include <utility>

#include "gen/error.hpp"

namespace quern {

namespace fs = std::filesystem;

namespace {

constexpr int most_attempts = 16;  // at a temporary name that is free

[[noreturn]] void fail(const fs::path& path, int error) {
    throw Error("cannot write " + path.string() + ": " + std::generic_category().message(error));
}

// An open file, closed with the object.
class Descriptor {
  public:
    Descriptor(const fs::path& path, int flags) { open_again(path, flags); }
    ~Descriptor() {
        if (value_ >= 0) close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    // Where nothing is open.
    void open_again(const fs::path& path, int flags) {
        value_ = open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
    }
    bool is_open() const { return value_ >= 0; }

    // Returns errno's value, 0 where everything was written.
    int write_all(std::span<const std::byte> bytes) const {
        while (!bytes.empty()) {
            const ssize_t written = write(value_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return errno;
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
        return 0;
    }
    // Some file systems report a full disk only here.
    int close_now() { return close(std::exchange(value_, -1)) == 0 ? 0 : errno; }

  private:
    int value_ = -1;
};

// A file that is removed with the object unless it was renamed before.
class TemporaryFile {
  public:
    explicit TemporaryFile(fs::path path) : path_(std::move(path)) {}
    ~TemporaryFile() {
        if (!path_.empty()) unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    int rename_to(const fs::path& target) {
        if (rename(path_.c_str(), target.c_str()) != 0) return errno;
        path_.clear();
        return 0;
    }

  private:
    fs::path path_;
};

}  // namespace

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) fail(path, EISDIR);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        const Descriptor device(path, 0);
        const int reason = device.is_open() ? device.write_all(bytes) : errno;
        if (reason != 0) fail(path, reason);
        return;
    }
    fs::path target = fs::is_symlink(fs::symlink_status(path, error)) ? fs::weakly_canonical(path, error) : path;
    if (error || target.empty()) target = path;

    // A process id is no name of its own: containers number their processes alike, and a killed one leaves its file.
    std::random_device random;
    const auto next_name = [&] { return fs::path(target.string() + ".tmp." + std::to_string(random())); };
    fs::path temporary = next_name();
    Descriptor file(temporary, O_CREAT | O_EXCL);
    for (int attempt = 1; !file.is_open() && errno == EEXIST && attempt < most_attempts; ++attempt) {
        temporary = next_name();
        file.open_again(temporary, O_CREAT | O_EXCL);
    }
    if (!file.is_open()) fail(path, errno);
    TemporaryFile cleanup(temporary);
    int reason = file.write_all(bytes);
    if (reason == 0) reason = file.close_now();
    if (reason == 0) reason = cleanup.rename_to(target);
    if (reason != 0) fail(path, reason);
}

}  // namespace quern
