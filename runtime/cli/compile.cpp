#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "jit_x86/host.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/cuda_setup.hpp"
#include "runtime/cli/kernel_table.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/progress_line.hpp"
#include "runtime/cli/spec_isa.hpp"
#include "runtime/cuda/cuda_code.hpp"
#include "runtime/dump/cuda_files.hpp"
#include "runtime/dump/dump_directory.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/kernels/kernel_cache.hpp"

namespace quern::cli {

namespace {

struct CompileFlags {
    std::string file;
    MachineOptions machine;
    bool json = false;
};

/// Generates kernels for one ISA: through the kernel cache where this processor has it, else code alone.
class Generator {
  public:
    explicit Generator(Isa isa) {
        if (host_supports(isa)) {
            cache_.emplace(host_machine(isa));
            warn_of_ignored_file(cache_->tuning());
        } else {
            elsewhere_.isa = isa;
        }
    }

    bool runs_here() const { return cache_.has_value(); }
    /// Of the plans; none where the ISA does not run here.
    const Tuning& tuning() const {
        static const Tuning none;
        return cache_ ? cache_->tuning() : none;
    }

    KernelLine generate(const KernelSpec& spec) {
        KernelLine line;
        line.spec = spec;
        if (cache_) {
            const auto hits = cache_->statistics().hits;
            const auto kernel = cache_->get(spec);
            line.machine = cache_->machine();
            line.plan_text = kernel->plan_text();
            line.code_bytes = kernel->code().size();
            line.compile_seconds = kernel->compile_seconds();
            line.hit = cache_->statistics().hits > hits;
            describe(line, cache_->tuning());
            return line;
        }
        const Stopwatch watch;
        const EmittedCode emitted = emit(spec, elsewhere_);
        line.compile_seconds = watch.seconds();
        line.machine = elsewhere_;
        line.plan_text = emitted.plan_text;
        line.code_bytes = emitted.code.size();
        line.hit = !emitted_.insert(spec.key()).second;
        describe(line, Tuning{});
        dump_if_asked(code_of(spec, emitted, elsewhere_));
        return line;
    }

  private:
    /// What the plan of the line's kernel is and whether it was tuned.
    static void describe(KernelLine& line, const Tuning& tuning) {
        const KernelSpec& spec = line.spec;
        line.tuned = tuning.find(spec) != nullptr || tuning.find_dense(spec) != nullptr;
        if (spec.op == Op::qgemm) line.plan = tuning.plan(spec, line.machine);
        if (spec.op == Op::gemm) line.other_plan = plan_summary(tuning.gemm_plan(spec, line.machine), line.tuned);
        if (spec.op == Op::gemv) line.other_plan = plan_summary(tuning.gemv_plan(spec, line.machine), line.tuned);
        if (is_blockwise(spec.op))
            line.other_plan = plan_summary(tuning.blockwise_plan(spec, line.machine), line.tuned);
    }

    std::optional<KernelCache> cache_;
    MachineTraits elsewhere_;        ///< an assumed processor of an ISA this one lacks
    std::set<std::string> emitted_;  ///< keys
};

/// The same for CUDA's ISAs, which need no device: to PTX, kept on disk.
class CudaGenerator {
  public:
    KernelLine generate(const KernelSpec& spec) {
        if (!ptx_) ptx_.emplace(ptx_cache());
        const cuda::CudaCode code = cuda::compile_cuda(spec, *ptx_);
        KernelLine line;
        line.spec = spec;
        line.machine.isa = *spec.isa;
        line.plan_text = code.plan.text();
        line.other_plan = cuda_plan_summary(code.plan);
        line.code_bytes = code.ptx.text.size();
        line.compile_seconds = code.ptx.compile_seconds;
        line.hit = code.ptx.hit;
        cuda::dump_if_asked(code);
        return line;
    }

  private:
    std::optional<cuda::PtxCache> ptx_;
};

struct Totals {
    std::size_t generated = 0, hits = 0, code_bytes = 0;
    double seconds = 0;

    void add(const KernelLine& line) {
        if (line.hit) {
            ++hits;
            return;
        }
        ++generated;
        code_bytes += line.code_bytes;
        seconds += line.compile_seconds;
    }
};

void print_table(const std::vector<KernelLine>& lines, const Totals& totals, const std::map<Isa, Generator>& generators,
                 const std::set<Isa>& not_here) {
    Table table = kernel_table();
    for (const KernelLine& line : lines) add_line(table, line);
    print(table.text());
    print(std::to_string(lines.size()) + " kernels: " + std::to_string(totals.generated) + " generated in " +
          fixed(totals.seconds * 1e3, 1) + " ms, " + readable_bytes(totals.code_bytes) + " of code; " +
          std::to_string(totals.hits) + " cache hits\n");
    for (const auto& [isa, generator] : generators)
        print("plans for " + std::string(isa_traits(isa).name) + ": " + tuning_summary(generator.tuning()) + "\n");
    for (const Isa isa : not_here) {
        const std::string name(isa_traits(isa).name);
        print(isa_traits(isa).backend == Backend::cuda
                  ? "note: " + name + "'s kernels were compiled to PTX only; bytes are of PTX\n"
                  : "note: this processor cannot run " + name + "; its kernels were generated only\n");
    }
}

void print_as_json(const std::string& file, const std::vector<KernelLine>& lines, const Totals& totals,
                   const std::set<Isa>& not_here) {
    nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
    for (const KernelLine& line : lines) {
        kernels.push_back(to_json(line));
        kernels.back()["runs_here"] = !not_here.contains(line.machine.isa);
    }
    print_json({{"file", file},
                {"kernels", kernels},
                {"generated", totals.generated},
                {"hits", totals.hits},
                {"code_bytes", totals.code_bytes},
                {"compile_ms", totals.seconds * 1e3}});
}

void compile_file(const CompileFlags& flags) {
    const std::vector<KernelSpec> specs = read_kernel_specs(flags.file);
    const std::string isa_flag = isa_flag_for_generating(flags.machine);
    std::map<Isa, Generator> generators;
    CudaGenerator cuda_generator;
    std::vector<KernelLine> lines;
    std::set<Isa> not_here;
    Totals totals;
    ProgressLine progress;
    for (KernelSpec spec : specs) {
        progress.show("generating " + std::to_string(lines.size() + 1) + " of " + std::to_string(specs.size()) + ": " +
                      one_line(spec.name));
        spec.isa = isa_for(spec, isa_flag);
        try {
            if (isa_traits(*spec.isa).backend == Backend::cuda) {
                not_here.insert(*spec.isa);
                lines.push_back(cuda_generator.generate(spec));
            } else {
                Generator& generator = generators.try_emplace(*spec.isa, *spec.isa).first->second;
                if (!generator.runs_here()) not_here.insert(*spec.isa);
                lines.push_back(generator.generate(spec));
            }
        } catch (const Error& error) {
            throw Error(flags.file + ": kernel " + spec.name + ": " + error.what());
        }
        totals.add(lines.back());
    }
    progress.clear();
    if (flags.json)
        print_as_json(flags.file, lines, totals, not_here);
    else
        print_table(lines, totals, generators, not_here);
}

}  // namespace

void add_compile_command(CLI::App& app) {
    auto flags = std::make_shared<CompileFlags>();
    CLI::App& command = *app.add_subcommand("compile", "Generate every kernel of a spec file and say what came out");
    command.add_option("SPEC", flags->file, "TOML file of [[kernel]] tables")->required();
    flags->machine.add_isa_to(command);
    command.add_flag("--json", flags->json, "Print one JSON object instead of a table");
    command.callback([flags] { compile_file(*flags); });
}

}  // namespace quern::cli
