#include "runtime/dump/cuda_files.hpp"

#include <span>
#include <sstream>
#include <system_error>

#include "runtime/cuda/ptxas.hpp"
#include "runtime/dump/dump_directory.hpp"
#include "runtime/dump/kernel_files.hpp"
#include "runtime/dump/kernel_label.hpp"
#include "runtime/system/atomic_file.hpp"

namespace quern::cuda {

namespace {

std::string resources_toml(const CudaCode& code, const KernelResources& resources) {
    const Occupancy resident = occupancy(*code.plan.spec.isa, code.plan.threads, resources);
    std::ostringstream text;
    text << "\n[resources]\n"
         << "registers = " << resources.registers << "\n"
         << "spill_store_bytes = " << resources.spill_store_bytes << "\n"
         << "spill_load_bytes = " << resources.spill_load_bytes << "\n"
         << "stack_bytes = " << resources.stack_bytes << "\n"
         << "shared_bytes = " << resources.shared_bytes << "\n"
         << "blocks = " << resident.blocks << "\n"
         << "warps = " << resident.warps << "\n"
         << "occupancy = " << std::showpoint << resident.share << "\n";
    return text.str();
}

}  // namespace

std::string cuda_kernel_toml(const CudaCode& code, const std::optional<KernelResources>& resources) {
    std::ostringstream text;
    text << spec_toml(code.plan.spec, *code.plan.spec.isa) << "\n[plan]\n"
         << code.plan.text() << "\n[code]\n"
         << "entry = \"" << code.plan.entry << "\"\n"
         << "nvrtc = \"" << code.ptx.nvrtc_version << "\"\n"
         << "source_bytes = " << code.source.size() << "\n"
         << "ptx_bytes = " << code.ptx.text.size() << "\n";
    return text.str() + (resources ? resources_toml(code, *resources) : "");
}

std::vector<std::string> write_cuda_files(const CudaCode& code, const std::filesystem::path& directory,
                                          const std::string& name) {
    std::optional<AssembledKernel> assembled;
    if (const auto ptxas = find_ptxas()) assembled = assemble(*ptxas, code.ptx.text, *code.plan.spec.isa);
    const std::string toml =
        cuda_kernel_toml(code, assembled ? std::optional(assembled->resources) : std::optional<KernelResources>());
    make_dump_directory(directory);
    std::vector<std::string> extensions;
    const auto write = [&](const char* extension, const std::string& text) {
        write_file_atomically(directory / (name + "." + extension), std::as_bytes(std::span(text)));
        extensions.emplace_back(extension);
    };
    write("toml", toml);
    write("cu", code.source);
    write("ptx", code.ptx.text);
    if (assembled) {
        write("cubin", assembled->cubin);
    } else {
        // One of an earlier dump would be another kernel's.
        std::error_code ignored;
        std::filesystem::remove(directory / (name + ".cubin"), ignored);
    }
    return extensions;
}

void dump_if_asked(const CudaCode& code) {
    const std::string& source = code.source;
    quern::dump_if_asked(kernel_label(code.plan.spec), {source.begin(), source.end()},
                         [&code](const std::filesystem::path& directory, const std::string& name) {
                             write_cuda_files(code, directory, name);
                         });
}

}  // namespace quern::cuda
