#include "runtime/dump/kernel_files.hpp"

#include <sstream>
#include <string_view>
#include <system_error>

#include "gen/error.hpp"
#include "gen/op_traits.hpp"
#include "gen/toml.hpp"
#include "runtime/dump/instruction_counts.hpp"
#include "runtime/dump/listing.hpp"
#include "runtime/system/atomic_file.hpp"

namespace quern {

namespace {

std::string text_of(const toml::table& table) {
    std::ostringstream text;
    text << toml::toml_formatter(table, toml::format_flags::none) << "\n";
    return text.str();
}

std::string key_of(InstructionKind kind) {
    std::string key = kind_name(kind);
    for (char& c : key) c = c == ' ' ? '_' : (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    return key;
}

toml::table spec_table(const KernelSpec& spec, Isa isa) {
    const OpTraits& traits = op_traits(spec.op);
    toml::table table{{"name", spec.name}, {"op", op_name(spec.op)}, {"isa", isa_traits(isa).name}};
    if (traits.takes("weight")) table.insert("weight", spec.weight->name);
    if (traits.takes("type")) table.insert("type", element_type_name(spec.type));
    if (traits.takes("m")) table.insert("m", spec.m);
    if (traits.takes("n")) table.insert("n", spec.n);
    if (traits.takes("k")) table.insert("k", spec.k);
    if (traits.takes("tokens")) table.insert("tokens", spec.tokens);
    if (traits.takes("head_size")) table.insert("head_size", spec.head_size);
    if (traits.takes("pairs")) table.insert("pairs", spec.pairs == RopePairs::adjacent ? "adjacent" : "halves");
    if (traits.takes("a_layout")) table.insert("a_layout", matrix_layout_name(spec.a_layout));
    if (traits.takes("b_layout")) table.insert("b_layout", matrix_layout_name(spec.b_layout));
    if (traits.takes("transposed")) table.insert("transposed", spec.transposed);
    if (traits.takes("tile")) {
        if (spec.tile)
            table.insert("tile", *spec.tile);
        else
            table.insert("tile", "auto");
    }
    return table;
}

toml::table region_table(const CodeRegion& region) {
    toml::table table{{"label", region.label},
                      {"loops", region.loops},
                      {"instructions", region.counts.instructions},
                      {"memory_reads", region.counts.memory_reads}};
    for (int kind = 0; kind < instruction_kinds; ++kind)
        table.insert(key_of(static_cast<InstructionKind>(kind)), region.counts.of(static_cast<InstructionKind>(kind)));
    return table;
}

}  // namespace

void make_dump_directory(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) throw Error("cannot make the directory " + directory.string() + ": " + error.message());
}

std::string spec_toml(const KernelSpec& spec, Isa isa) {
    return text_of(toml::table{{"spec", spec_table(spec, isa)}});
}

std::string kernel_toml(const KernelCode& code) {
    const std::size_t instruction_end = instruction_bytes(code.bytes, code.marks);
    const std::vector<Instruction> instructions = disassemble(code.bytes.first(instruction_end));
    const std::vector<CodeRegion> regions = code_regions(instructions, code.marks, instruction_end);
    toml::array region_tables, micro_kernel_tables;
    for (const CodeRegion& region : regions) region_tables.push_back(region_table(region));
    for (const MicroKernelCeiling& ceiling : micro_kernel_ceilings(code, regions))
        micro_kernel_tables.push_back(toml::table{{"label", ceiling.label},
                                                  {"inner_loop_ceiling", ceiling.inner_loop.share},
                                                  {"ceiling", ceiling.whole.share},
                                                  {"ceiling_resource", ceiling.whole.resource}});
    toml::table counted{
        {"code", toml::table{{"bytes", static_cast<std::int64_t>(code.bytes.size())},
                             {"constant_bytes", static_cast<std::int64_t>(code.bytes.size() - instruction_end)}}},
        {"region", std::move(region_tables)}};
    if (!micro_kernel_tables.empty()) counted.insert("micro_kernel", std::move(micro_kernel_tables));
    return spec_toml(code.spec, code.machine.isa) + "\n[plan]\n" + std::string(code.plan_text) + "\n" +
           text_of(counted);
}

void write_kernel_files(const KernelCode& code, const std::filesystem::path& directory, const std::string& name) {
    make_dump_directory(directory);
    const std::string toml = kernel_toml(code), assembly = listing(code);
    write_file_atomically(directory / (name + ".toml"), std::as_bytes(std::span(toml)));
    write_file_atomically(directory / (name + ".s"), std::as_bytes(std::span(assembly)));
    write_file_atomically(directory / (name + ".bin"), std::as_bytes(code.bytes));
}

}  // namespace quern
