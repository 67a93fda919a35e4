// PTX on disk: made once, read back, made anew where anything of a file is not what it should be.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "runtime/cuda/content_hash.hpp"
#include "runtime/cuda/ptx_cache.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::cuda;
using quern::test::TemporaryDirectory;

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> options{"--gpu-architecture=compute_80", "-std=c++17"};

/// A cache over a compiler that counts its calls and says in its PTX what it compiled.
struct Caches {
    TemporaryDirectory directory;
    int compilations = 0;
    std::vector<std::string> warnings;

    PtxCache cache(const std::string& version) {
        const auto compile = [this, version](const std::string& source, const std::string&,
                                             std::span<const std::string>) {
            ++compilations;
            return "// made by " + version + "\n.entry " + source + "\n";
        };
        return {directory / "", PtxCompiler{version, compile}, "",
                [this](const std::string& warning) { warnings.push_back(warning); }};
    }
    PtxCache without_compiler() {
        return {directory / "", std::nullopt, "cannot load libnvrtc",
                [this](const std::string& warning) { warnings.push_back(warning); }};
    }
    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        if (fs::exists(directory / "ptx"))
            for (const auto& each : fs::directory_iterator(directory / "ptx")) all.push_back(each.path());
        return all;
    }
};

std::string read(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("the hash is FNV-1a's of 128 bits") {
    CHECK(content_hash("") == "6c62272e07bb014262b821756295c58d");
    CHECK(content_hash("a") == "d228cb696f1a8caf78912b704e4a8964");
    CHECK(content_hash("foobar") == "343e1662793c64bf6f0d3597ba446f18");
}

TEST_CASE("PTX is made once and read back by later caches") {
    Caches caches;
    const auto made = caches.cache("13.0").get("kernel", "kernel.cu", options);
    CHECK_FALSE(made.hit);
    CHECK(caches.files().size() == 1);
    const auto found = caches.cache("13.0").get("kernel", "kernel.cu", options);
    CHECK(found.hit);
    CHECK(found.text == made.text);
    CHECK(found.nvrtc_version == "13.0");
    CHECK(caches.compilations == 1);
    CHECK(caches.warnings.empty());
}

TEST_CASE("another source, option, order of options or compiler version is another file") {
    Caches caches;
    caches.cache("13.0").get("kernel", "kernel.cu", options);
    caches.cache("13.0").get("kernel2", "kernel2.cu", options);
    caches.cache("13.0").get("kernel", "kernel.cu", std::vector<std::string>{options[0]});
    caches.cache("13.0").get("kernel", "kernel.cu", std::vector<std::string>{options[1], options[0]});
    caches.cache("13.0").get("kernel", "kernel.cu", std::vector<std::string>{options[0] + options[1]});
    caches.cache("13.1").get("kernel", "kernel.cu", options);
    CHECK(caches.compilations == 6);
    CHECK(caches.files().size() == 6);
    CHECK(caches.cache("13.1").get("kernel", "kernel.cu", options).text == "// made by 13.1\n.entry kernel\n");
    CHECK(caches.compilations == 6);
}

TEST_CASE("a file that is not what it says is made anew, with a warning that names it") {
    Caches caches;
    const std::string ptx = caches.cache("13.0").get("kernel", "kernel.cu", options).text;
    const fs::path file = caches.files().front();
    const std::string whole = read(file);
    std::string flipped = whole;
    flipped[whole.size() - 3] ^= 1;
    std::string other_version = whole;
    other_version.replace(whole.find("13.0"), 4, "12.9");
    const std::vector<std::string> broken{"",
                                          "garbage",
                                          whole.substr(0, whole.size() - 1),
                                          whole.substr(0, 20),
                                          whole + " ",
                                          flipped,
                                          other_version,
                                          ptx,
                                          "// quern-ptx 2" + whole.substr(14)};
    int expected = 1;
    for (const std::string& text : broken) {
        CAPTURE(text);
        write(file, text);
        caches.warnings.clear();
        const auto again = caches.cache("13.0").get("kernel", "kernel.cu", options);
        CHECK_FALSE(again.hit);
        CHECK(again.text == ptx);
        CHECK(caches.compilations == ++expected);
        REQUIRE(caches.warnings.size() == 1);
        CHECK(caches.warnings.front().find(file.string()) != std::string::npos);
        CHECK(read(file) == whole);
        CHECK(caches.files().size() == 1);
    }
}

TEST_CASE("without a compiler the newest version's file serves, and without a file the error says both") {
    Caches caches;
    for (const char* version : {"12.9", "13.0", "9.1"}) caches.cache(version).get("kernel", "kernel.cu", options);
    const auto found = caches.without_compiler().get("kernel", "kernel.cu", options);
    CHECK(found.nvrtc_version == "13.0");
    CHECK(found.text == "// made by 13.0\n.entry kernel\n");
    for (const fs::path& file : caches.files())
        if (file.string().find("13.0") != std::string::npos) write(file, "broken");
    CHECK(caches.without_compiler().get("kernel", "kernel.cu", options).nvrtc_version == "12.9");
    CHECK(caches.warnings.size() == 1);
    try {
        caches.without_compiler().get("other", "other.cu", options);
        FAIL("no error");
    } catch (const Error& error) {
        const std::string message = error.what();
        CHECK(message.find("cannot load libnvrtc") != std::string::npos);
        CHECK(message.find((caches.directory / "ptx").string()) != std::string::npos);
        CHECK(message.find("other.cu") != std::string::npos);
    }
}

TEST_CASE("a directory that cannot be written costs a warning and nothing else") {
    Caches caches;
    write(caches.directory / "ptx", "in the way");
    CHECK_FALSE(caches.cache("13.0").get("kernel", "kernel.cu", options).hit);
    CHECK(caches.warnings.size() == 1);
    PtxCache nowhere({}, PtxCompiler{"13.0", [](const auto&, const auto&, auto) { return std::string("ptx"); }}, "",
                     {});
    CHECK(nowhere.get("kernel", "kernel.cu", options).text == "ptx");
}

TEST_CASE("what cannot be kept is said once, and nothing but a file is written to") {
    Caches caches;
    write(caches.directory / "ptx", "in the way");
    const PtxCache cache = caches.cache("13.0");
    for (const char* source : {"one", "two", "three"}) cache.get(source, "kernel.cu", options);
    CHECK(caches.compilations == 3);
    CHECK(caches.warnings.size() == 1);

    // A pipe that nobody reads would hold whoever opens it.
    Caches with_pipe;
    const std::string ptx = with_pipe.cache("13.0").get("kernel", "kernel.cu", options).text;
    const fs::path file = with_pipe.files().front();
    fs::remove(file);
    REQUIRE(mkfifo(file.c_str(), 0600) == 0);
    CHECK(with_pipe.cache("13.0").get("kernel", "kernel.cu", options).text == ptx);
    CHECK(fs::is_fifo(file));
    REQUIRE(with_pipe.warnings.size() == 2);
    for (const std::string& warning : with_pipe.warnings) CHECK(warning.find(file.string()) != std::string::npos);
}

TEST_CASE("a failed compilation leaves no file") {
    Caches caches;
    const PtxCompiler failing{"13.0", [](const auto&, const auto&, auto) -> std::string { throw Error("log"); }};
    CHECK_THROWS_WITH_AS(PtxCache(caches.directory / "", failing, "", {}).get("kernel", "kernel.cu", options), "log",
                         Error);
    CHECK(caches.files().empty());
}
