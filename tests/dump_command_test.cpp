// `quern dump` and QUERN_DUMP as their users call them.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "gen/kernel_spec.hpp"
#include "gen/toml.hpp"
#include "jit_x86/host.hpp"
#include "tests/support/disassembly.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;

namespace {

const std::string tales_spec = QUERN_SOURCE_DIR "/specs/tales.toml";

Finished dump(std::vector<std::string> arguments, const std::vector<std::string>& environment = {}) {
    arguments.insert(arguments.begin(), {QUERN_BINARY, "dump"});
    return run_program(arguments, environment);
}

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    CAPTURE(path);
    REQUIRE(stream.good());
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::uint8_t> bytes_of_file(const std::filesystem::path& path) {
    const std::string text = text_of_file(path);
    return {text.begin(), text.end()};
}

void check_fails(const std::vector<std::string>& arguments, int exit_code, const std::string& expected) {
    const Finished finished = dump(arguments);
    CAPTURE(finished.errors);
    CHECK(finished.exit_code == exit_code);
    CHECK(finished.output == "");
    CHECK(finished.errors.starts_with("error: "));
    CHECK(finished.errors.find('\n') == finished.errors.size() - 1);
    CHECK(finished.errors.find(expected) != std::string::npos);
}

/// The .text of what GNU as makes of a listing.
std::vector<std::uint8_t> assembled(const std::filesystem::path& listing, const TemporaryDirectory& directory) {
    const std::filesystem::path object = directory / "listing.o", text = directory / "listing.text";
    const Finished as = run_program({"/usr/bin/as", "-o", object.string(), listing.string()});
    CAPTURE(as.errors);
    REQUIRE(as.exit_code == 0);
    const Finished copy =
        run_program({"/usr/bin/objcopy", "-O", "binary", "-j", ".text", object.string(), text.string()});
    CAPTURE(copy.errors);
    REQUIRE(copy.exit_code == 0);
    return bytes_of_file(text);
}

/// Like what it came from: operands too, but for distances, which depend on the length of branches.
std::vector<std::string> comparable(const std::vector<Instruction>& instructions) {
    std::vector<std::string> texts;
    for (const Instruction& instruction : instructions)
        texts.push_back(instruction.target ? instruction.text_with_target("") : instruction.text);
    return texts;
}

}  // namespace

TEST_CASE("every kernel of a file on every x86 ISA: three files, the listing assembles to the instructions dumped") {
    const TemporaryDirectory directory;
    for (const char* isa : {"avx2", "avx_vnni", "avx512_vnni"}) {
        const std::filesystem::path out = directory / isa;
        const Finished finished = dump({tales_spec, "--isa", isa, "--out", out.string()});
        CHECK(finished.errors == "");
        REQUIRE(finished.exit_code == 0);
        const std::vector<KernelSpec> specs = read_kernel_specs(tales_spec);
        CHECK(std::count(finished.output.begin(), finished.output.end(), '\n') ==
              static_cast<std::ptrdiff_t>(specs.size()));
        CHECK(std::distance(std::filesystem::directory_iterator(out), std::filesystem::directory_iterator{}) ==
              static_cast<std::ptrdiff_t>(3 * specs.size()));
        for (const KernelSpec& spec : specs) {
            CAPTURE(spec.name);
            const toml::table file = toml::parse(text_of_file(out / (spec.name + ".toml")));
            CHECK(file["spec"]["name"].value<std::string>() == spec.name);
            CHECK(file["spec"]["op"].value<std::string>() == std::string(op_name(spec.op)));
            CHECK(file["spec"]["isa"].value<std::string>() == isa);
            CHECK(file["plan"]["isa"].value<std::string>() == isa);
            CHECK((file["spec"]["tokens"].value_or(std::int64_t{0})) == spec.tokens);
            const std::vector<std::uint8_t> code = bytes_of_file(out / (spec.name + ".bin"));
            CHECK(file["code"]["bytes"].value<std::size_t>() == code.size());
            std::int64_t counted = 0;
            REQUIRE(file["region"].is_array_of_tables());
            for (const toml::node& region : *file["region"].as_array())
                counted += (*region.as_table())["instructions"].value_or(std::int64_t{0});

            const std::size_t constants = file["code"]["constant_bytes"].value_or(std::size_t{0});
            CHECK((constants > 0) == (spec.op != Op::qgemm && spec.op != Op::rope));
            REQUIRE(constants < code.size());
            const auto instructions = instructions_of(std::span(code).first(code.size() - constants));
            CHECK(counted == static_cast<std::int64_t>(instructions.size()));
            const std::vector<std::uint8_t> again = assembled(out / (spec.name + ".s"), directory);
            REQUIRE(again.size() > constants);
            CHECK(comparable(instructions_of(std::span(again).first(again.size() - constants))) ==
                  comparable(instructions));
            CHECK(std::equal(again.end() - static_cast<std::ptrdiff_t>(constants), again.end(),
                             code.end() - static_cast<std::ptrdiff_t>(constants)));
        }
    }
}

TEST_CASE("one kernel by name, the same bytes each time; earlier files are replaced") {
    const TemporaryDirectory directory;
    const std::vector<std::string> arguments = {
        tales_spec, "--kernel", "ffn_up", "--isa", "avx_vnni", "--out", (directory / "out").string()};
    REQUIRE(dump(arguments).exit_code == 0);
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory / "out"))
        names.insert(entry.path().filename().string());
    CHECK(names == std::set<std::string>{"ffn_up.toml", "ffn_up.s", "ffn_up.bin"});
    const std::string listing = text_of_file(directory / "out/ffn_up.s");
    std::ofstream(directory / "out/ffn_up.s") << "old";
    REQUIRE(dump(arguments).exit_code == 0);
    CHECK(text_of_file(directory / "out/ffn_up.s") == listing);
}

TEST_CASE("what cannot be dumped is named") {
    const TemporaryDirectory directory;
    const std::string out = (directory / "out").string();
    check_fails({tales_spec, "--kernel", "nonesuch", "--out", out}, 1, "tales.toml: no kernel is named nonesuch");
    check_fails({tales_spec, "--isa", "neon", "--out", out}, 2, "neon");
    check_fails({tales_spec, "--kernel", "", "--out", out}, 2, "--kernel");
    check_fails({tales_spec}, 2, "--out");
    check_fails({"nonesuch.toml", "--out", out}, 1, "nonesuch.toml: cannot be opened");
    check_fails({tales_spec, "--isa", "avx2", "--out", "/proc/nonesuch"}, 1, "/proc/nonesuch");
    std::ofstream(directory / "file") << "in the way";
    check_fails({tales_spec, "--isa", "avx2", "--out", (directory / "file").string()}, 1, "/file");
    std::ofstream(directory / "bad.toml") << "[[kernel]]\nname = \"x\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 16\n"
                                             "k = 100\ntokens = 8\n";
    check_fails({(directory / "bad.toml").string(), "--isa", "avx2", "--out", out}, 1, "bad.toml:6");
    std::filesystem::create_directories(directory / "taken/ffn_up.s");
    check_fails({tales_spec, "--isa", "avx2", "--kernel", "ffn_up", "--out", (directory / "taken").string()}, 1,
                "taken/ffn_up.s: Is a directory");
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("QUERN_DUMP: what a command generates, run here or not, and only its kernels") {
    const TemporaryDirectory directory;
    const auto files_of = [&](const std::vector<std::string>& arguments, const std::string& name) {
        const std::filesystem::path out = directory / name;
        const Finished finished = run_program(arguments, {"QUERN_DUMP=" + out.string()});
        CAPTURE(finished.errors);
        CHECK(finished.exit_code == 0);
        std::set<std::string> listings;
        for (const auto& entry : std::filesystem::directory_iterator(out))
            if (entry.path().extension() == ".s") listings.insert(entry.path().stem().string());
        return listings;
    };
    for (const char* isa : {"avx2", "avx_vnni", "avx512_vnni"}) {
        const auto listings = files_of({QUERN_BINARY, "compile", tales_spec, "--isa", isa}, isa);
        std::set<std::string> keys;
        for (const KernelSpec& spec : read_kernel_specs(tales_spec)) keys.insert(spec.key());
        CHECK(listings.size() == keys.size());
        CHECK(listings.contains("attn_q-qgemm-q4_k-256x256-120-" + std::string(isa)));
    }
    const auto of_run = files_of(
        {QUERN_BINARY, "run", "--prompt", "What is 2 + 3?", "--max-tokens", "8", "--steps", "1", "--block-length", "8"},
        "run");
    const std::string best(isa_traits(best_host_isa()).name);
    CHECK(of_run.contains("attention-attention-head64-" + best));
}
