// Files that are no GGUF, or lie: each gives its own error, and nothing else happens.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/gguf_parser.hpp"
#include "tests/support/gguf_walk.hpp"
#include "tests/support/gguf_writer.hpp"
#include "tests/support/temporary_directory.hpp"

namespace quern {

using test::append;
using test::Bytes;
using test::GgufWriter;

namespace {

constexpr std::uint32_t f32 = 0, q4_k = 12;
constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();

// The message parse() throws for an image, or "" where it throws none.
std::string parse_error(const Bytes& image) {
    const Bytes exact(image);  // no spare capacity, so that AddressSanitizer sees every read behind the end
    try {
        GgufFile::parse(exact, "bad.gguf");
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string parse_error(const GgufWriter& writer) {
    return parse_error(writer.image());
}

Bytes file_image(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

GgufWriter two_tensors() {
    GgufWriter writer;
    writer.add("general.architecture", "llada")
        .add("count", std::uint32_t{3})
        .add("eps", 1e-5F)
        .add("flag", true)
        .add("types", std::vector<std::int32_t>{1, 1, 3})
        .add("tokens", std::vector<std::string>{"a", "bc", "<mask>"})
        .tensor("norm", {5}, f32, Bytes(20, 7))
        .tensor("weight", {256, 2}, q4_k, Bytes(288, 9));
    return writer;
}

}  // namespace

TEST_CASE("files that are no GGUF file of a version quern reads") {
    CHECK(parse_error(Bytes{}) == "bad.gguf: header: truncated in the magic: it needs 1 bytes, the file has 0 more");
    CHECK(parse_error(Bytes{'P', 'K', 3, 4, 0, 0, 0, 0}) ==
          "bad.gguf: header: not a GGUF file: it does not begin with \"GGUF\"");
    for (std::size_t i = 0; i < 4; ++i) {
        Bytes image = two_tensors().image();
        image[i] ^= 0x20;
        CHECK(parse_error(image) == "bad.gguf: header: not a GGUF file: it does not begin with \"GGUF\"");
    }
    for (const std::uint32_t version : {0U, 1U, 4U, 0x10000U, 0xffffffffU})
        CHECK(parse_error(two_tensors().version(version)) ==
              "bad.gguf: header: GGUF version " + std::to_string(version) + " is not supported (2 and 3 are)");
    for (const std::uint32_t version : {2U, 3U})
        CHECK(parse_error(two_tensors().version(version << 24)) ==
              "bad.gguf: header: big-endian GGUF is not supported");
}

TEST_CASE("absurd counts") {
    for (const std::uint64_t count : {std::uint64_t{1000}, std::uint64_t{1} << 32, std::uint64_t{1} << 62, huge}) {
        CAPTURE(count);
        CHECK(parse_error(GgufWriter().claim_metadata(count)) == "bad.gguf: header: claims " + std::to_string(count) +
                                                                     " metadata entries, the file has room for 0 at "
                                                                     "most");
        CHECK(parse_error(GgufWriter().claim_tensors(count)) ==
              "bad.gguf: header: claims " + std::to_string(count) + " tensors, the file has room for 0 at most");
    }
    // One more than there are: the rest is read as what it is not, and refused.
    CHECK(parse_error(two_tensors().claim_metadata(7)) != "");
    CHECK(parse_error(two_tensors().claim_metadata(5)) != "");
    CHECK(parse_error(two_tensors().claim_tensors(3)) != "");
}

TEST_CASE("absurd lengths of names and strings") {
    const auto with_length = [](std::uint64_t length) {
        Bytes text;
        append(text, length);
        text.resize(text.size() + 40, 'x');
        return text;
    };
    const auto image_of = [](const Bytes& entry) {
        Bytes image = GgufWriter().claim_metadata(1).image();
        image.insert(image.end(), entry.begin(), entry.end());
        return image;
    };
    CHECK(parse_error(image_of(with_length(huge))) ==
          "bad.gguf: key 1 of 1: its name has a length of 18446744073709551615 bytes, the limit is 65535");
    CHECK(parse_error(image_of(with_length(65536))) ==
          "bad.gguf: key 1 of 1: its name has a length of 65536 bytes, the limit is 65535");
    CHECK(parse_error(image_of(with_length(41))) ==
          "bad.gguf: key 1 of 1: truncated in its name: it needs 41 bytes, the file has 40 more");
    CHECK(parse_error(image_of(with_length(0))) == "bad.gguf: key 1 of 1: its name is empty");

    for (const std::uint64_t length : {std::uint64_t{41}, std::uint64_t{1} << 40, huge})
        CHECK(parse_error(GgufWriter().add_raw("k", 8, with_length(length))) ==
              "bad.gguf: key \"k\": truncated in its value: it needs " + std::to_string(length) +
                  " bytes, the file has 40 more");

    Bytes texts;
    append(texts, std::uint32_t{8});
    append(texts, std::uint64_t{2});
    append(texts, std::string("one"));
    append(texts, huge - 7);
    CHECK(parse_error(GgufWriter().add_raw("k", test::gguf_array, texts)) ==
          "bad.gguf: key \"k\": item 2 of 2: truncated in its value: it needs 18446744073709551608 bytes, the file has "
          "0 more");

    CHECK(parse_error(two_tensors().tensor("", {4}, f32, Bytes(16))) == "bad.gguf: tensor 3 of 3: its name is empty");
    CHECK(parse_error(two_tensors().tensor(std::string(65536, 't'), {4}, f32, Bytes(16))) ==
          "bad.gguf: tensor 3 of 3: its name has a length of 65536 bytes, the limit is 65535");
}

TEST_CASE("absurd arrays and unknown value types") {
    const auto array = [](std::uint32_t type, std::uint64_t count) {
        Bytes payload;
        append(payload, type);
        append(payload, count);
        payload.resize(payload.size() + 24);
        return GgufWriter().add_raw("k", test::gguf_array, payload);
    };
    struct Row {
        std::uint32_t type;
        std::uint64_t room;  // items of that type in 24 bytes
    };
    for (const Row row :
         {Row{0, 24}, {1, 24}, {2, 12}, {3, 12}, {4, 6}, {5, 6}, {6, 6}, {7, 24}, {8, 3}, {10, 3}, {11, 3}, {12, 3}}) {
        CAPTURE(row.type);
        CHECK(parse_error(array(row.type, row.room)) == "");
        for (const std::uint64_t count : {row.room + 1, std::uint64_t{1} << 61, std::uint64_t{1} << 63, huge})
            CHECK(parse_error(array(row.type, count)) == "bad.gguf: key \"k\": truncated: it claims " +
                                                             std::to_string(count) + " items, the file has room for " +
                                                             std::to_string(row.room) + " at most");
    }
    CHECK(parse_error(array(9, 1)) == "bad.gguf: key \"k\": it is an array of arrays, which is not supported");
    for (const std::uint32_t type : {13U, 0xffffffffU}) {
        CHECK(parse_error(array(type, 1)) ==
              "bad.gguf: key \"k\": its items have the unknown type " + std::to_string(type));
        CHECK(parse_error(GgufWriter().add_raw("k", type, Bytes(8))) ==
              "bad.gguf: key \"k\": its value has the unknown type " + std::to_string(type));
    }
    CHECK(parse_error(GgufWriter().add_raw("k", 7, {2})) ==
          "bad.gguf: key \"k\": its value is a boolean of 2, not 0 or 1");
    CHECK(parse_error(GgufWriter()
                          .add("k", std::vector<std::uint8_t>{})
                          .add_raw("l", test::gguf_array, {7, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 255})) ==
          "bad.gguf: key \"l\": item 2 of 2: its value is a boolean of 255, not 0 or 1");
}

TEST_CASE("metadata that would take too much memory") {
    // A file of zeros is cheap to make sparse, and each of its empty strings takes four times its room in memory.
    const std::uint64_t count = max_metadata_bytes / sizeof(std::string) + 1;
    Bytes payload;
    append(payload, std::uint32_t{8});
    append(payload, count);
    Bytes image = GgufWriter().add_raw("zeros", test::gguf_array, payload).image();
    const test::TemporaryDirectory folder;
    const std::filesystem::path path = folder / "sparse.gguf";
    {
        std::ofstream out(path, std::ios::binary);
        out.write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(image.size()));
    }
    std::filesystem::resize_file(path, image.size() + count * 8);
    CHECK_THROWS_WITH(GgufFile::open(path),
                      (path.string() + ": key \"zeros\": the metadata up to here takes more than 512 MiB").c_str());
}

TEST_CASE("names that are there twice") {
    CHECK(parse_error(two_tensors().add("count", "again")) == "bad.gguf: key \"count\": is there twice");
    CHECK(parse_error(two_tensors().tensor("norm", {4}, f32, Bytes(16))) ==
          "bad.gguf: tensor \"norm\": is there twice");
}

TEST_CASE("absurd alignments") {
    for (const std::uint32_t alignment : {0U, 1U, 4U, 24U, 33U, 1U << 21, 0xffffffffU})
        CHECK(parse_error(two_tensors().add("general.alignment", alignment)) ==
              "bad.gguf: key \"general.alignment\": the alignment is " + std::to_string(alignment) +
                  ", not a power of two from 8 to 1048576");
    CHECK(parse_error(two_tensors().add("general.alignment", "32")) ==
          "bad.gguf: key \"general.alignment\": the alignment is not an unsigned integer");
    CHECK(parse_error(two_tensors().add("general.alignment", std::uint32_t{64})) ==
          "bad.gguf: tensor \"weight\": its offset 32 is not a multiple of the alignment 64");
}

TEST_CASE("tensors whose shape, type or place is wrong") {
    const auto error_of = [](std::vector<std::uint64_t> dimensions, std::uint32_t type, std::size_t bytes,
                             std::optional<std::uint64_t> offset = {}) {
        const std::string error =
            parse_error(GgufWriter().tensor("blk.0.attn_q.weight", std::move(dimensions), type, Bytes(bytes), offset));
        const std::string start = "bad.gguf: tensor \"blk.0.attn_q.weight\": ";
        if (!error.starts_with(start)) return "<wrong start> " + error;
        return error.substr(start.size());
    };
    CHECK(error_of({}, f32, 4) == "has 0 dimensions, not 1 to 4");
    CHECK(error_of({1, 1, 1, 1, 1}, f32, 4) == "has 5 dimensions, not 1 to 4");
    CHECK(error_of(std::vector<std::uint64_t>(1000, 1), f32, 4) == "has 1000 dimensions, not 1 to 4");
    CHECK(error_of({0}, f32, 4) == "dimension 0 is 0");
    CHECK(error_of({4, 0}, f32, 4) == "dimension 1 is 0");
    CHECK(error_of({std::uint64_t{1} << 63}, f32, 4) ==
          "dimension 0 is 9223372036854775808: the number of elements overflows");
    CHECK(error_of({256, huge}, q4_k, 144) == "dimension 1 is 18446744073709551615: the number of elements overflows");
    // Products that wrap around to something small.
    CHECK(error_of({std::uint64_t{1} << 32, std::uint64_t{1} << 32}, f32, 4) ==
          "dimension 1 is 4294967296: the number of elements overflows");
    CHECK(error_of({4, std::uint64_t{1} << 62, 4}, f32, 16) ==
          "dimension 1 is 4611686018427387904: the number of elements overflows");
    CHECK(error_of({std::uint64_t{1} << 62, 1}, f32, 4) == "its size in bytes overflows");
    for (const std::uint32_t type : {4U, 5U, 31U, 36U, 1000U, 0xffffffffU})
        CHECK(error_of({256}, type, 4) == "has the unknown type " + std::to_string(type));
    CHECK(error_of({128, 2}, q4_k, 144) == "has 128 columns, not a multiple of the 256 that a block of q4_K holds");
    CHECK(error_of({33}, 8, 34) == "has 33 columns, not a multiple of the 32 that a block of q8_0 holds");

    CHECK(error_of({4}, f32, 16, 1) == "its offset 1 is not a multiple of the alignment 32");
    CHECK(error_of({4}, f32, 16, huge) == "its offset 18446744073709551615 is not a multiple of the alignment 32");
    CHECK(error_of({4}, f32, 16, 32) ==
          "its data (16 bytes at offset 32) lies outside the file's data section of 16 bytes");
    CHECK(error_of({4}, f32, 16, huge - 31) ==
          "its data (16 bytes at offset 18446744073709551584) lies outside the file's data section of 16 bytes");
    CHECK(error_of({5}, f32, 16) == "its data (20 bytes at offset 0) lies outside the file's data section of 16 bytes");
    CHECK(error_of({std::uint64_t{1} << 60}, f32, 16) ==
          "its data (4611686018427387904 bytes at offset 0) lies outside the file's data section of 16 bytes");

    CHECK(parse_error(two_tensors().tensor("late", {4}, f32, Bytes(16), 64)) ==
          "bad.gguf: tensor \"late\": its data overlaps that of tensor \"weight\"");
    CHECK(parse_error(two_tensors().tensor("late", {4}, f32, Bytes(16), 0)) ==
          "bad.gguf: tensor \"late\": its data overlaps that of tensor \"norm\"");
}

TEST_CASE("names in errors cannot forge terminal output") {
    CHECK(parse_error(GgufWriter().tensor("a\x1b[2J\n\"", {0}, f32, {})) ==
          "bad.gguf: tensor \"a\\x1b[2J\\n\\\"\": dimension 0 is 0");
    const std::string error = parse_error(GgufWriter().tensor(std::string(5000, 'n'), {0}, f32, {}));
    CHECK(error == "bad.gguf: tensor \"" + std::string(80, 'n') + "\"...: dimension 0 is 0");
}

TEST_CASE("a file cut at any byte names the place it was cut at") {
    std::vector<GgufWriter::Section> sections;
    const Bytes whole = two_tensors().image(&sections);
    REQUIRE(parse_error(whole) == "");
    REQUIRE(sections.back().end == whole.size());
    constexpr std::size_t header = 24;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        const std::string error = parse_error(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
        // Right behind the header, what is left cannot hold what the header claims: 6 keys, then 2 tensors.
        const bool too_short = size >= header && (size - header < 6 * 14 || size - header < 2 * 33);
        const auto section =
            std::find_if(sections.begin(), sections.end(), [&](const auto& s) { return s.end > size; });
        const std::string expected = "bad.gguf: " + (too_short ? "header: claims" : section->place);
        CHECK_MESSAGE(error.starts_with(expected), error, " does not begin with ", expected);
        CHECK(std::count(error.begin(), error.end(), '\n') == 0);
    }
}

TEST_CASE("the bundled model cut at its section boundaries and around them") {
    const Bytes whole = file_image(std::filesystem::path(QUERN_SOURCE_DIR) / "models" / "tales.gguf");
    const GgufFile file = GgufFile::parse(whole, "whole");
    std::vector<std::size_t> cuts{0, 3, 4, 8, 16, 24, 29000, file.tensors()[0].offset};
    for (const GgufTensor& tensor : file.tensors()) cuts.push_back(tensor.offset + tensor.data.size());
    for (const std::size_t cut : cuts)
        for (const std::size_t size : {cut - std::min<std::size_t>(cut, 1), cut, cut + 1}) {
            CAPTURE(size);
            if (size >= file.tensors().back().offset + file.tensors().back().data.size()) continue;
            const std::string error =
                parse_error(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
            CHECK(error.starts_with("bad.gguf: "));
            if (size < file.tensors()[0].offset) continue;
            const auto first_lost = std::find_if(file.tensors().begin(), file.tensors().end(),
                                                 [&](const GgufTensor& t) { return t.offset + t.data.size() > size; });
            const std::string expected = "bad.gguf: tensor \"" + first_lost->name + "\": its data (";
            CHECK_MESSAGE(error.starts_with(expected), error);
        }
}

TEST_CASE("any changed byte gives an Error or a file that can be walked") {
    const Bytes whole = two_tensors().image();
    std::size_t refused = 0, read = 0;
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int change : {0x01, 0x80, 0xff}) {
            Bytes image(whole);
            image[at] = static_cast<std::uint8_t>(image[at] ^ change);
            ++(test::walk_gguf(image) ? read : refused);
        }
    CHECK(refused > 300);
    CHECK(read > 300);
}

TEST_CASE("the fuzzer's seeds are read, whole and with any byte changed") {
    const std::filesystem::path folder = std::filesystem::path(QUERN_SOURCE_DIR) / "tests/fuzz/corpus/gguf";
    std::size_t seeds = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        CAPTURE(entry.path().string());
        Bytes image = file_image(entry.path());
        CHECK(test::walk_gguf(image).has_value());
        std::size_t refused = 0;
        for (std::size_t at = 0; at < image.size(); ++at) {
            image[at] ^= 0x40;
            if (!test::walk_gguf(image)) ++refused;
            image[at] ^= 0x40;
        }
        CHECK(refused >= 4);  // the magic at least
        ++seeds;
    }
    CHECK(seeds >= 8);
}

TEST_CASE("paths that cannot be opened or are no regular files") {
    const test::TemporaryDirectory folder;
    const auto open_error = [&](const char* name) -> std::string {
        try {
            GgufFile::open(folder / name);
        } catch (const Error& error) {
            const std::string message = error.what(), start = (folder / name).string() + ": ";
            return message.starts_with(start) ? message.substr(start.size()) : "<wrong start> " + message;
        }
        return "";
    };
    std::ofstream(folder / "empty");
    std::ofstream(folder / "closed") << "GGUF";
    std::filesystem::permissions(folder / "closed", std::filesystem::perms::none);
    std::filesystem::create_directory(folder / "directory");
    REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
    std::filesystem::create_symlink("nowhere", folder / "dangling");

    CHECK(open_error("absent") == "cannot open: No such file or directory");
    CHECK(open_error("dangling") == "cannot open: No such file or directory");
    CHECK(open_error("empty") == "is empty");
    CHECK(open_error("directory") == "is a directory, not a file");
    CHECK(open_error("fifo") == "is not a regular file");
    // Root reads what it likes, so it gets past the permissions, to the truncated header.
    CHECK(open_error("closed") == (::geteuid() == 0
                                       ? "header: truncated in the version: it needs 4 bytes, the file has 0 more"
                                       : "cannot open: Permission denied"));
    CHECK_THROWS_WITH(GgufFile::open("/dev/null"), "/dev/null: is not a regular file");
}

}  // namespace quern
