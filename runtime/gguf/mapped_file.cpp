#include "runtime/gguf/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "gen/error.hpp"

namespace quern {

namespace {

class Descriptor {
  public:
    explicit Descriptor(int value) : value_(value) {}
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int value() const { return value_; }

  private:
    int value_;
};

std::string system_message(int code) {
    return std::generic_category().message(code);
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    const std::string name = path.string();
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.value() < 0) throw Error(name + ": cannot open: " + system_message(errno));
    struct stat status {};
    if (::fstat(file.value(), &status) != 0) throw Error(name + ": cannot read its size: " + system_message(errno));
    if (S_ISDIR(status.st_mode)) throw Error(name + ": is a directory, not a file");
    if (!S_ISREG(status.st_mode)) throw Error(name + ": is not a regular file");
    if (status.st_size <= 0) throw Error(name + ": is empty");
    const auto size = static_cast<std::size_t>(status.st_size);
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value(), 0);
    if (address == MAP_FAILED) throw Error(name + ": cannot map: " + system_message(errno));
    bytes_ = {static_cast<const std::uint8_t*>(address), size};
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

void MappedFile::release(std::span<const std::uint8_t> part) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes_.data());
    const auto part_begin = reinterpret_cast<std::uintptr_t>(part.data());
    if (part.empty() || part_begin < begin || part_begin - begin > bytes_.size() ||
        part.size() > bytes_.size() - (part_begin - begin))
        return;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::uintptr_t first = (part_begin + page - 1) / page * page;
    const std::uintptr_t last = (part_begin + part.size()) / page * page;
    // Only a hint: where the system refuses it, the pages stay and nothing else changes.
    if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace quern
