// The quantized product through the C API beside the one `quern bench qgemm` times, in turn, in one process, on the
// same packed weights and quantized activations: `ninja capi_overhead && build/release/bin/capi_overhead`. A ratio is
// the C API's time over the bench's, the median over pairs; 1 is no cost.
#include <quern/quern.h>
#include <cstdio>
#include <vector>

#include "gen/error.hpp"
#include "jit_x86/host.hpp"
#include "runtime/bench/median.hpp"
#include "runtime/bench/qgemm_operands.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"

namespace {

constexpr int pairs = 101;
constexpr double run_seconds = 3e-3;
constexpr std::int64_t n = 4096, k = 4096;

void check(quern_status status) {
    if (status != QUERN_OK) throw quern::Error(quern_last_error());
}

double ratio_at(std::int64_t tokens) {
    quern::KernelSpec spec;
    spec.name = "bench";
    spec.weight = quern::weight_format_by_name("q4_k");
    spec.n = n;
    spec.k = k;
    spec.tokens = tokens;
    quern::ThreadPool pool(1);
    quern::KernelCache cache(quern::host_machine(quern::best_host_isa()), 1);
    const auto kernel = cache.get(spec);
    const quern::QGemmPlan plan = cache.plan(spec);
    quern::QGemmOperands operands(spec, pool);

    quern_context_options options{};
    options.threads = 1;
    quern_context* context = nullptr;
    check(quern_context_create(&options, &context));
    std::vector<float> y(static_cast<std::size_t>(n * tokens));
    const quern_matrix matrix{QUERN_Q4_K, n, k, const_cast<std::uint8_t*>(operands.packed().data()),
                              operands.packed().size()};
    quern_qgemm_arguments arguments{};
    arguments.matrix = &matrix;
    arguments.row_count = n;
    arguments.tokens = tokens;
    arguments.activations = operands.activations().data();
    arguments.activations_bytes = operands.activations().size();
    arguments.y = y.data();
    arguments.y_stride = n;

    const auto bench = [&] { operands.multiply(*kernel, plan); };
    const auto engine = [&] { check(quern_qgemm(context, &arguments)); };
    bench();
    engine();
    const quern::Stopwatch probe;
    bench();
    const int repeats = 1 + static_cast<int>(run_seconds / probe.seconds());
    const auto seconds = [repeats](const auto& run) {
        const quern::Stopwatch watch;
        for (int i = 0; i < repeats; ++i) run();
        return watch.seconds();
    };
    std::vector<double> ratios;
    for (int i = 0; i < pairs; ++i) {
        // Each goes first in every other pair.
        const double first = i % 2 == 0 ? seconds(bench) : seconds(engine);
        const double second = i % 2 == 0 ? seconds(engine) : seconds(bench);
        ratios.push_back(i % 2 == 0 ? second / first : first / second);
    }
    check(quern_context_free(context));
    return quern::median(ratios);
}

}  // namespace

int main() {
    for (const std::int64_t tokens : {1, 32, 128})
        std::printf("q4_k 4096 x 4096, %3ld tokens: C API / bench = %.3f\n", static_cast<long>(tokens),
                    ratio_at(tokens));
}
