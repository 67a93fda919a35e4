#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/spec_isa.hpp"
#include "runtime/dump/kernel_files.hpp"

namespace quern::cli {

namespace {

struct DumpFlags {
    std::string file, kernel, directory;
    MachineOptions machine;
};

/// The kernels of the file, or the one named.
std::vector<KernelSpec> chosen_specs(const DumpFlags& flags) {
    std::vector<KernelSpec> specs = read_kernel_specs(flags.file);
    if (flags.kernel.empty()) return specs;
    const auto other = [&flags](const KernelSpec& spec) { return spec.name != flags.kernel; };
    specs.erase(std::remove_if(specs.begin(), specs.end(), other), specs.end());
    if (specs.empty()) throw Error(flags.file + ": no kernel is named " + flags.kernel);
    return specs;
}

void dump_file(const DumpFlags& flags) {
    for (KernelSpec spec : chosen_specs(flags)) {
        // A processor of the ISA as such, not this one: the files are the same wherever they are made.
        MachineTraits machine;
        machine.isa = isa_for(spec, flags.machine.isa, flags.file);
        spec.isa = machine.isa;
        EmittedCode emitted;
        try {
            emitted = emit(spec, machine);
        } catch (const Error& error) {
            throw Error(flags.file + ": kernel " + spec.name + ": " + error.what());
        }
        write_kernel_files(code_of(spec, emitted, machine), flags.directory, spec.name);
        print((std::filesystem::path(flags.directory) / spec.name).string() + ".{toml,s,bin}\n");
    }
}

}  // namespace

void add_dump_command(CLI::App& app) {
    auto flags = std::make_shared<DumpFlags>();
    CLI::App& command =
        *app.add_subcommand("dump", "Write the kernels of a spec file out: spec and plan, listing, machine code");
    command.add_option("SPEC", flags->file, "TOML file of [[kernel]] tables")->required();
    command.add_option("--kernel", flags->kernel, "Name of the one kernel to dump (default: all)")
        ->check(CLI::Validator([](std::string& name) { return name.empty() ? "it is empty" : ""; }, "NAME"));
    flags->machine.add_isa_to(command);
    command
        .add_option("--out", flags->directory,
                    "Directory for NAME.toml, NAME.s and NAME.bin, made where it does not exist")
        ->required();
    command.footer(
        "The code is that for a processor of the instruction set as such and is the same on every machine. What a "
        "command\nruns on this one, its traits and tuned choices included, is dumped where QUERN_DUMP names a "
        "directory.");
    command.callback([flags] { dump_file(*flags); });
}

}  // namespace quern::cli
