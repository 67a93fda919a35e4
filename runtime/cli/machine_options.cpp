#include "runtime/cli/machine_options.hpp"

#include <CLI/CLI.hpp>

#include <vector>

#include "gen/error.hpp"
#include "gen/isa.hpp"
#include "jit_x86/host.hpp"
#include "runtime/cli/flag_values.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern::cli {

namespace {

constexpr int max_threads = 1024;

std::vector<std::string> isa_choices() {
    std::vector<std::string> choices{"auto"};
    for (const IsaTraits& row : all_isas()) choices.emplace_back(row.name);
    return choices;
}

}  // namespace

void MachineOptions::add_to(CLI::App& app) {
    app.add_option("--threads", threads, "Threads (default: the physical cores this process may use)")
        ->transform(whole_number(1, max_threads));
    add_isa_to(app);
}

void MachineOptions::add_isa_to(CLI::App& app) {
    app.add_option("--device", device,
                   "What to run on or generate for: cpu or cuda (default: cpu, or cuda where --isa is one of CUDA's)")
        ->check(CLI::IsMember({"cpu", "cuda"}));
    app.add_option("--isa", isa, "Instruction set to generate for; auto is the best of this processor or device")
        ->check(CLI::IsMember(isa_choices()))
        ->capture_default_str();
}

bool MachineOptions::on_cuda() const {
    const std::optional<Isa> named = isa_by_name(isa);
    if (!named) return device == "cuda";
    const bool cuda = isa_traits(*named).backend == Backend::cuda;
    if (!device.empty() && (device == "cuda") != cuda)
        throw Error("--isa " + isa + " is no instruction set of --device " + device);
    return cuda;
}

MachineTraits MachineOptions::machine() const {
    if (on_cuda())
        throw Error((device.empty() ? "--isa " + isa : "--device " + device) +
                    ": this command is for processors; run, logits, compile, dump and bench qgemm know CUDA");
    if (isa == "auto") return host_machine(best_host_isa());
    const std::optional<Isa> named = isa_by_name(isa);
    if (!named) throw Error("--isa " + isa + ": no such instruction set");
    return host_machine(*named);
}

int MachineOptions::thread_count() const {
    return threads > 0 ? threads : usable_cores();
}

}  // namespace quern::cli
