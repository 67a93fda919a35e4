#include "runtime/atomic_file.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "gen/error.hpp"

using namespace quern;
namespace fs = std::filesystem;

namespace {

struct Folder {
    fs::path path;
    Folder() {
        std::string name = (fs::temp_directory_path() / "quern-file-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::ptrdiff_t entries() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

void write(const fs::path& path, std::string_view text) {
    write_file_atomically(path, std::as_bytes(std::span(text)));
}

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a new file, an old one replaced, and nothing beside it") {
    const Folder folder;
    write(folder.path / "out", "first");
    CHECK(read(folder.path / "out") == "first");
    write(folder.path / "out", std::string(1 << 20, 'x'));
    CHECK(read(folder.path / "out") == std::string(1 << 20, 'x'));
    write(folder.path / "out", "");
    CHECK(read(folder.path / "out").empty());
    CHECK(folder.entries() == 1);
}

TEST_CASE("a link is followed, a device written to") {
    const Folder folder;
    write(folder.path / "target", "old");
    fs::create_symlink("target", folder.path / "link");
    write(folder.path / "link", "new");
    CHECK(fs::is_symlink(folder.path / "link"));
    CHECK(read(folder.path / "target") == "new");
    CHECK(folder.entries() == 2);

    fs::create_symlink("/dev/null", folder.path / "null");
    write(folder.path / "null", "gone");
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("failures name the file and leave nothing behind") {
    const Folder folder;
    const fs::path missing = folder.path / "missing" / "out";
    CHECK_THROWS_WITH_AS(write(missing, "x"),
                         ("cannot write " + missing.string() + ": No such file or directory").c_str(), Error);
    CHECK_THROWS_WITH_AS(write(folder.path, "x"), ("cannot write " + folder.path.string() + ": Is a directory").c_str(),
                         Error);
    CHECK(folder.entries() == 0);
    // The disk that is always full.
    CHECK_THROWS_WITH_AS(write("/dev/full", "x"), "cannot write /dev/full: No space left on device", Error);
}
