#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/cuda_setup.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/spec_isa.hpp"
#include "runtime/dump/cuda_files.hpp"
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

/// What writes a generated kernel's files; it gives their extensions, as printed.
using Writer = std::function<std::string()>;

Writer machine_code_writer(const KernelSpec& spec, const std::string& directory) {
    // A processor of the ISA as such, not this one: the files are the same wherever they are made.
    MachineTraits machine;
    machine.isa = *spec.isa;
    const EmittedCode emitted = emit(spec, machine);
    return [=] {
        write_kernel_files(code_of(spec, emitted, machine), directory, spec.name);
        return std::string("toml,s,bin");
    };
}

Writer cuda_writer(const KernelSpec& spec, const cuda::PtxCache& ptx, const std::string& directory) {
    const cuda::CudaCode code = cuda::compile_cuda(spec, ptx);
    return [=] {
        std::string extensions;
        for (const std::string& each : cuda::write_cuda_files(code, directory, spec.name))
            extensions += (extensions.empty() ? "" : ",") + each;
        return extensions;
    };
}

void dump_file(const DumpFlags& flags) {
    std::vector<KernelSpec> specs = chosen_specs(flags);
    const std::string isa_flag = isa_flag_for_generating(flags.machine);
    const auto naming = [&flags](const KernelSpec& spec, const auto& step) {
        try {
            return step();
        } catch (const Error& error) {
            throw Error(flags.file + ": kernel " + spec.name + ": " + error.what());
        }
    };
    // All are generated before the first is written: one that cannot be leaves no files of the others.
    std::optional<cuda::PtxCache> ptx;
    std::vector<Writer> writers;
    for (KernelSpec& spec : specs) {
        spec.isa = isa_for(spec, isa_flag);
        writers.push_back(naming(spec, [&] {
            if (isa_traits(*spec.isa).backend == Backend::x86) return machine_code_writer(spec, flags.directory);
            if (!ptx) ptx.emplace(ptx_cache());
            return cuda_writer(spec, *ptx, flags.directory);
        }));
    }
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const std::string extensions = naming(specs[i], writers[i]);
        print((std::filesystem::path(flags.directory) / specs[i].name).string() + ".{" + extensions + "}\n");
    }
}

}  // namespace

void add_dump_command(CLI::App& app) {
    auto flags = std::make_shared<DumpFlags>();
    CLI::App& command = *app.add_subcommand(
        "dump", "Write the kernels of a spec file out: spec and plan, listing, machine code; for CUDA source and PTX");
    command.add_option("SPEC", flags->file, "TOML file of [[kernel]] tables")->required();
    command.add_option("--kernel", flags->kernel, "Name of the one kernel to dump (default: all)")
        ->check(CLI::Validator([](std::string& name) { return name.empty() ? "it is empty" : ""; }, "NAME"));
    flags->machine.add_isa_to(command);
    command
        .add_option("--out", flags->directory,
                    "Directory for NAME.toml, NAME.s and NAME.bin (CUDA: NAME.cu, NAME.ptx and, where ptxas is found, "
                    "NAME.cubin), made where it does not exist")
        ->required();
    command.footer(
        "The code is that for a processor of the instruction set as such and is the same on every machine. What a "
        "command\nruns on this one, its traits and tuned choices included, is dumped where QUERN_DUMP names a "
        "directory.");
    command.callback([flags] { dump_file(*flags); });
}

}  // namespace quern::cli
