// What perf and gdb are told of generated kernels: the files as their formats say, the debugger's list.
#include <doctest/doctest.h>
#include <elf.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "jit_x86/host.hpp"
#include "runtime/dump/kernel_label.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/profiling/gdb_registration.hpp"
#include "runtime/profiling/jitdump.hpp"
#include "runtime/profiling/perf_map.hpp"
#include "tests/support/qgemm_case.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;

// The list that GDB's manual documents, as a debugger sees it.
extern "C" {
struct jit_code_entry {
    jit_code_entry *next_entry, *prev_entry;
    const char* symfile_addr;
    std::uint64_t symfile_size;
};
struct jit_descriptor {
    std::uint32_t version, action_flag;
    jit_code_entry *relevant_entry, *first_entry;
};
extern jit_descriptor __jit_debug_descriptor;
}

namespace {

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    CAPTURE(path);
    REQUIRE(stream.good());
    return {std::istreambuf_iterator<char>(stream), {}};
}

template <class Value>
Value read_at(const std::string& bytes, std::size_t offset) {
    Value value{};
    REQUIRE(offset + sizeof value <= bytes.size());
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

struct LoadedCode {
    std::string symbol, code;
    std::uint64_t address, timestamp, index;
    std::uint32_t process;
};

/// The JIT_CODE_LOAD records of a jitdump file, its header checked.
std::vector<LoadedCode> read_jitdump(const std::string& file) {
    CHECK(read_at<std::uint32_t>(file, 0) == 0x4A695444);
    CHECK(read_at<std::uint32_t>(file, 4) == 1);  // version
    const auto header_size = read_at<std::uint32_t>(file, 8);
    CHECK(header_size == 40);
    CHECK(read_at<std::uint32_t>(file, 12) == EM_X86_64);
    const auto process = read_at<std::uint32_t>(file, 20);
    auto last_time = read_at<std::uint64_t>(file, 24);
    CHECK(last_time > 0);
    CHECK(read_at<std::uint64_t>(file, 32) == 0);  // flags
    std::vector<LoadedCode> loads;
    for (std::size_t at = header_size; at < file.size();) {
        CHECK(read_at<std::uint32_t>(file, at) == 0);  // JIT_CODE_LOAD
        const auto size = read_at<std::uint32_t>(file, at + 4);
        LoadedCode load;
        load.timestamp = read_at<std::uint64_t>(file, at + 8);
        CHECK(load.timestamp >= last_time);
        last_time = load.timestamp;
        load.process = read_at<std::uint32_t>(file, at + 16);
        CHECK(load.process == process);
        CHECK(read_at<std::uint64_t>(file, at + 24) == read_at<std::uint64_t>(file, at + 32));
        load.address = read_at<std::uint64_t>(file, at + 32);
        const auto code_size = read_at<std::uint64_t>(file, at + 40);
        load.index = read_at<std::uint64_t>(file, at + 48);
        load.symbol = file.c_str() + at + 56;
        REQUIRE(size == 56 + load.symbol.size() + 1 + code_size);
        REQUIRE(at + size <= file.size());
        load.code = file.substr(at + size - code_size, code_size);
        loads.push_back(load);
        at += size;
    }
    return loads;
}

struct Symbol {
    std::string name;
    std::uint64_t address, size;
};

/// The function symbols of an ELF object.
std::vector<Symbol> read_symbols(const std::string& file) {
    const auto header = read_at<Elf64_Ehdr>(file, 0);
    CHECK(std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0);
    CHECK(header.e_machine == EM_X86_64);
    const auto section = [&](std::size_t index) {
        REQUIRE(index < header.e_shnum);
        return read_at<Elf64_Shdr>(file, header.e_shoff + index * header.e_shentsize);
    };
    std::vector<Symbol> symbols;
    for (std::size_t s = 0; s < header.e_shnum; ++s) {
        const Elf64_Shdr table = section(s);
        if (table.sh_type != SHT_SYMTAB) continue;
        const Elf64_Shdr strings = section(table.sh_link);
        REQUIRE(strings.sh_offset + strings.sh_size <= file.size());
        for (std::size_t at = 0; at < table.sh_size; at += table.sh_entsize) {
            const auto symbol = read_at<Elf64_Sym>(file, table.sh_offset + at);
            if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC) continue;
            REQUIRE(symbol.st_name < strings.sh_size);
            symbols.push_back({file.c_str() + strings.sh_offset + symbol.st_name,
                               section(symbol.st_shndx).sh_addr + symbol.st_value, symbol.st_size});
        }
    }
    return symbols;
}

/// Symbols of every object on the debugger's list, by name.
std::map<std::string, Symbol> debugger_symbols() {
    std::map<std::string, Symbol> symbols;
    const jit_code_entry* previous = nullptr;
    for (const jit_code_entry* entry = __jit_debug_descriptor.first_entry; entry != nullptr;
         previous = entry, entry = entry->next_entry) {
        CHECK(entry->prev_entry == previous);
        for (const Symbol& symbol : read_symbols(std::string(entry->symfile_addr, entry->symfile_size)))
            symbols[symbol.name] = symbol;
    }
    return symbols;
}

KernelSpec spec_of(std::int64_t tokens) {
    KernelSpec spec = qgemm_spec(*weight_format_by_name("q4_k"), 64, 256, tokens);
    spec.isa = best_host_isa();
    return spec;
}

Finished run_with(const std::vector<std::string>& environment) {
    return run_program(
        {QUERN_BINARY, "run", "--prompt", "What is 2 + 3?", "--max-tokens", "8", "--block-length", "8", "--steps", "1"},
        environment);
}

}  // namespace

TEST_CASE("perf map: a line for each piece, in hexadecimal, appended") {
    const TemporaryDirectory directory;
    const std::filesystem::path file = directory / "perf.map";
    std::ofstream(file) << "1000 10 of another generator\n";
    const std::vector<std::uint8_t> code(0xabc, 0x90);
    PerfMap(file).add("first", code);
    PerfMap(file).add("second", std::span(code).first(1));
    std::ostringstream address;
    address << std::hex << reinterpret_cast<std::uintptr_t>(code.data());
    CHECK(text_of_file(file) ==
          "1000 10 of another generator\n" + address.str() + " abc first\n" + address.str() + " 1 second\n");
    CHECK(PerfMap::path_of_this_process() == "/tmp/perf-" + std::to_string(getpid()) + ".map");
    std::filesystem::create_symlink(file, directory / "link");
    CHECK_THROWS_AS(PerfMap(directory / "link"), Error);
    CHECK_THROWS_AS(PerfMap("/proc/nonesuch/perf.map"), Error);
}

TEST_CASE("jitdump: header and records as documented, an executable mapping of its first page while it is open") {
    const TemporaryDirectory directory;
    const std::filesystem::path file = directory / "jit.dump";
    const auto mapped_executable = [&file] {
        std::istringstream maps(text_of_file("/proc/self/maps"));
        for (std::string line; std::getline(maps, line);)
            if (line.find(" r-xp 00000000 ") != std::string::npos && line.ends_with(file.string())) return true;
        return false;
    };
    std::ofstream(file) << "left by an earlier process";
    const std::string code = "any bytes \x01\x02";
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(code.data()), code.size());
    {
        JitDump dump(file);
        dump.add("first", bytes);
        dump.add("second", bytes.first(3));
        CHECK(mapped_executable());
    }
    CHECK_FALSE(mapped_executable());
    const std::vector<LoadedCode> loads = read_jitdump(text_of_file(file));
    REQUIRE(loads.size() == 2);
    CHECK(loads[0].symbol == "first");
    CHECK(loads[0].code == code);
    CHECK(loads[0].address == reinterpret_cast<std::uintptr_t>(code.data()));
    CHECK(loads[0].process == static_cast<std::uint32_t>(getpid()));
    CHECK(loads[1].symbol == "second");
    CHECK(loads[1].code == "any");
    CHECK(loads[1].index == loads[0].index + 1);
    CHECK_THROWS_AS(JitDump("/proc/nonesuch/jit.dump"), Error);
}

TEST_CASE("the debugger's list holds a cache's kernels for as long as they live, each at its address") {
    CHECK(__jit_debug_descriptor.version == 1);
    CHECK(debugger_symbols().empty());
    std::shared_ptr<const Kernel> kept;
    {
        KernelCache cache(host_machine(best_host_isa()));
        for (const std::int64_t tokens : {5, 6, 7}) cache.get(spec_of(tokens));
        kept = cache.get(spec_of(6));
        const auto symbols = debugger_symbols();
        CHECK(symbols.size() == 3);
        const std::string label = kernel_label(kept->spec());
        REQUIRE(symbols.contains(label));
        CHECK(symbols.at(label).address == reinterpret_cast<std::uintptr_t>(kept->code().data()));
        CHECK(symbols.at(label).size == kept->code().size());
    }
    CHECK(debugger_symbols().size() == 1);
    kept.reset();
    CHECK(debugger_symbols().empty());
    CHECK(__jit_debug_descriptor.action_flag == 0);
}

TEST_CASE("QUERN_PERF=map and jitdump name every kernel a command runs") {
    const TemporaryDirectory directory;
    const std::string temporary = "TMPDIR=" + (directory / "").string();
    const Finished mapped = run_with({"QUERN_PERF=map", "QUERN_DUMP=" + (directory / "dump").string()});
    CAPTURE(mapped.errors);
    REQUIRE(mapped.exit_code == 0);
    std::set<std::string> dumped;
    for (const auto& entry : std::filesystem::directory_iterator(directory / "dump"))
        if (entry.path().extension() == ".bin") dumped.insert(entry.path().stem().string());
    REQUIRE(dumped.size() > 8);
    const std::filesystem::path map = "/tmp/perf-" + std::to_string(mapped.process) + ".map";
    std::istringstream lines(text_of_file(map));
    std::filesystem::remove(map);
    std::set<std::string> named;
    std::uint64_t address = 0, size = 0;
    for (std::string symbol; lines >> std::hex >> address >> size >> symbol;) {
        CHECK(address > 0);
        CHECK(size == std::filesystem::file_size(directory / ("dump/" + symbol + ".bin")));
        CHECK(named.insert(symbol).second);
    }
    CHECK(lines.eof());
    CHECK(named == dumped);

    REQUIRE(run_with({"QUERN_PERF=jitdump", temporary}).exit_code == 0);
    std::set<std::string> loaded;
    for (const auto& entry : std::filesystem::directory_iterator(directory / "")) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("jit-")) continue;
        CHECK(std::regex_match(name, std::regex("jit-[0-9]+\\.dump")));
        for (const LoadedCode& load : read_jitdump(text_of_file(entry.path()))) {
            CHECK(loaded.insert(load.symbol).second);
            CHECK(load.code == text_of_file(directory / ("dump/" + load.symbol + ".bin")));
        }
    }
    CHECK(loaded == dumped);
}

TEST_CASE("QUERN_PERF takes two values") {
    const Finished finished = run_with({"QUERN_PERF=maps"});
    CHECK(finished.exit_code == 1);
    CHECK(finished.output == "");
    CHECK(finished.errors == "error: QUERN_PERF=maps: it is map, jitdump or unset\n");
    CHECK(run_with({"QUERN_PERF="}).exit_code == 0);
}
