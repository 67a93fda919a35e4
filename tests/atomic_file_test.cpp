#include "runtime/system/atomic_file.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gen/error.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using quern::test::TemporaryDirectory;
namespace fs = std::filesystem;

namespace {

std::ptrdiff_t entries(const TemporaryDirectory& folder) {
    return std::distance(fs::directory_iterator(folder / ""), fs::directory_iterator());
}

void write(const fs::path& path, std::string_view text) {
    write_file_atomically(path, std::as_bytes(std::span(text)));
}

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a new file, an old one replaced, and nothing beside it") {
    const TemporaryDirectory folder;
    write(folder / "out", "first");
    CHECK(read(folder / "out") == "first");
    write(folder / "out", std::string(1 << 20, 'x'));
    CHECK(read(folder / "out") == std::string(1 << 20, 'x'));
    write(folder / "out", "");
    CHECK(read(folder / "out").empty());
    CHECK(entries(folder) == 1);
}

TEST_CASE("several write one file at once, beside what a killed process of the same number left") {
    const TemporaryDirectory folder;
    std::ofstream(folder / ("out.tmp." + std::to_string(getpid()))) << "left";
    constexpr int writers = 8, rounds = 50;
    std::atomic<int> failures{0};
    std::vector<std::thread> threads;
    for (int writer = 0; writer < writers; ++writer)
        threads.emplace_back([&, writer] {
            for (int round = 0; round < rounds; ++round) try {
                    write(folder / "out", std::string(10000, static_cast<char>('a' + writer)));
                } catch (const Error&) {
                    ++failures;
                }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(failures == 0);
    const std::string text = read(folder / "out");
    CHECK(text == std::string(10000, text.empty() ? '?' : text[0]));
    CHECK(entries(folder) == 2);
}

TEST_CASE("a link is followed, a device written to") {
    const TemporaryDirectory folder;
    write(folder / "target", "old");
    fs::create_symlink("target", folder / "link");
    write(folder / "link", "new");
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(read(folder / "target") == "new");
    CHECK(entries(folder) == 2);

    fs::create_symlink("/dev/null", folder / "null");
    write(folder / "null", "gone");
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("threads that write one file at once, and temporary files left by others, are no failure") {
    const TemporaryDirectory folder;
    const std::string start = (folder / "out").string() + ".tmp." + std::to_string(getpid()) + ".";
    constexpr int left = 100;
    for (int i = 0; i < left; ++i) std::ofstream(start + std::to_string(i)) << "left";
    std::atomic<int> failures = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            for (int round = 0; round < 50; ++round) try {
                    write(folder / "out", std::string(5000, 'x'));
                } catch (const Error&) {
                    ++failures;
                }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(failures == 0);
    CHECK(read(folder / "out") == std::string(5000, 'x'));
    CHECK(entries(folder) <= left + 1);
}

TEST_CASE("failures name the file and leave nothing behind") {
    const TemporaryDirectory folder;
    const fs::path missing = folder / "missing" / "out";
    CHECK_THROWS_WITH_AS(write(missing, "x"),
                         ("cannot write " + missing.string() + ": No such file or directory").c_str(), Error);
    CHECK_THROWS_WITH_AS(write(folder / "", "x"),
                         ("cannot write " + (folder / "").string() + ": Is a directory").c_str(), Error);
    CHECK(entries(folder) == 0);
    // The disk that is always full.
    CHECK_THROWS_WITH_AS(write("/dev/full", "x"), "cannot write /dev/full: No space left on device", Error);
}
