#include "runtime/dump/kernel_files.hpp"

#include <toml++/toml.h>

#include <sstream>
#include <string_view>
#include <system_error>

#include "gen/error.hpp"
#include "gen/op_traits.hpp"
#include "runtime/atomic_file.hpp"
#include "runtime/dump/instruction_counts.hpp"
#include "runtime/dump/listing.hpp"

namespace quern {

namespace {

/// `key = value`, the value as TOML has it.
template <class Value>
std::string line(std::string_view key, const Value& value) {
    std::ostringstream text;
    text << key << " = " << toml::toml_formatter(toml::value(value)) << "\n";
    return text.str();
}

std::string key_of(InstructionKind kind) {
    std::string key = kind_name(kind);
    for (char& c : key) c = c == ' ' ? '_' : (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    return key;
}

std::string spec_text(const KernelSpec& spec, Isa isa) {
    const OpTraits& traits = op_traits(spec.op);
    std::string text = "[spec]\n" + line("name", spec.name) + line("op", op_name(spec.op));
    if (traits.takes("weight")) text += line("weight", spec.weight->name);
    if (traits.takes("n")) text += line("n", spec.n);
    if (traits.takes("k")) text += line("k", spec.k);
    if (traits.takes("tokens")) text += line("tokens", spec.tokens);
    if (traits.takes("tile")) text += spec.tile ? line("tile", *spec.tile) : line("tile", std::string_view("auto"));
    if (traits.takes("head_size")) text += line("head_size", spec.head_size);
    if (traits.takes("pairs"))
        text += line("pairs", std::string_view(spec.pairs == RopePairs::adjacent ? "adjacent" : "halves"));
    return text + line("isa", isa_traits(isa).name);
}

std::string region_text(const CodeRegion& region) {
    std::string text = "\n[[region]]\n" + line("label", region.label) + line("loops", region.loops) +
                       line("instructions", region.counts.instructions) +
                       line("memory_reads", region.counts.memory_reads);
    for (int kind = 0; kind < instruction_kinds; ++kind)
        text += line(key_of(static_cast<InstructionKind>(kind)), region.counts.of(static_cast<InstructionKind>(kind)));
    return text;
}

void make_directory(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) throw Error("cannot make the directory " + directory.string() + ": " + error.message());
}

}  // namespace

std::string kernel_toml(const KernelCode& code) {
    const std::size_t instruction_end = instruction_bytes(code.bytes, code.marks);
    const std::vector<Instruction> instructions = disassemble(code.bytes.first(instruction_end));
    const std::vector<CodeRegion> regions = code_regions(instructions, code.marks, instruction_end);
    std::string text = spec_text(code.spec, code.machine.isa) + "\n[plan]\n" + std::string(code.plan_text);
    text += "\n[code]\n" + line("bytes", static_cast<std::int64_t>(code.bytes.size())) +
            line("constant_bytes", static_cast<std::int64_t>(code.bytes.size() - instruction_end));
    for (const CodeRegion& region : regions) text += region_text(region);
    for (const MicroKernelCeiling& ceiling : micro_kernel_ceilings(code, regions))
        text += "\n[[micro_kernel]]\n" + line("label", ceiling.label) + line("inner_loop_ceiling", ceiling.inner_loop) +
                line("ceiling", ceiling.whole);
    return text;
}

void write_kernel_files(const KernelCode& code, const std::filesystem::path& directory, const std::string& name) {
    make_directory(directory);
    const std::string toml = kernel_toml(code), assembly = listing(code);
    write_file_atomically(directory / (name + ".toml"), std::as_bytes(std::span(toml)));
    write_file_atomically(directory / (name + ".s"), std::as_bytes(std::span(assembly)));
    write_file_atomically(directory / (name + ".bin"), std::as_bytes(code.bytes));
}

}  // namespace quern
