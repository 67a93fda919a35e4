// Times quern's quantized matrix product and llama.cpp's in turn, in one process, and prints one row of a Markdown
// table a product: both rates, the fraction of the processor's peak beside its computed ceiling, and the median ratio.
// Without llama.cpp's libraries, quern's alone.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/llama_product.hpp"
#include "gen/error.hpp"
#include "gen/weight_format.hpp"
#include "jit_x86/host.hpp"
#include "runtime/bench/qgemm_bench.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"

namespace {

using namespace quern;

struct Shape {
    std::string weight;
    std::int64_t n, k, tokens;
};

/// "q4_k:4096x4096:128"
Shape parse_shape(const std::string& text) {
    Shape shape;
    char weight[16];
    long long n, k, tokens;
    char rest;
    if (std::sscanf(text.c_str(), "%15[^:]:%lldx%lld:%lld%c", weight, &n, &k, &tokens, &rest) != 4)
        throw Error("shape \"" + text + "\" is not WEIGHT:NxK:TOKENS");
    return {weight, n, k, tokens};
}

void print_row(const Shape& shape, const std::string& level, int threads, const QGemmBenchResult& result) {
    std::printf("| %s | %lld x %lld | %lld | %d | %.1f | %.3f | %.3f | ", shape.weight.c_str(),
                static_cast<long long>(shape.n), static_cast<long long>(shape.k), static_cast<long long>(shape.tokens),
                threads, result.gops, result.fraction_of_peak, result.ceiling);
    if (result.peer_gops > 0)
        std::printf("%s %.1f | %.2f", level.c_str(), result.peer_gops, result.peer_ratio);
    else
        std::printf("- | -");
    std::printf(" | %d |\n", result.pairs);
    std::fflush(stdout);
}

void run(const std::string& libraries, const std::string& level, const std::string& isa_name, int threads,
         const std::vector<std::string>& shapes) {
    const auto isa = isa_by_name(isa_name);
    if (!isa) throw Error("--isa " + isa_name + " is no known ISA");
    ThreadPool pool(threads);
    KernelCache cache(host_machine(*isa), threads);
    for (const std::string& text : shapes) {
        const Shape shape = parse_shape(text);
        KernelSpec spec;
        spec.name = "qgemm";
        spec.weight = weight_format_by_name(shape.weight);
        if (!spec.weight) throw Error("shape \"" + text + "\": no weight format " + shape.weight);
        spec.n = shape.n;
        spec.k = shape.k;
        spec.tokens = shape.tokens;
        std::optional<bench::LlamaProduct> peer;
        std::function<void()> run_peer;
        if (!libraries.empty()) {
            peer.emplace(libraries, level, std::string(spec.weight->ggml_name), shape.n, shape.k, shape.tokens,
                         threads);
            run_peer = [&peer] { peer->run(); };
        }
        print_row(shape, level, threads, bench_qgemm(spec, cache, pool, true, run_peer));
    }
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Times quern's quantized matrix product beside llama.cpp's");
    std::string libraries, level = "icelake", isa = "avx512_vnni";
    int threads = 1;
    std::vector<std::string> shapes;
    app.add_option("--libraries", libraries, "Folder of llama.cpp's published binaries; without it, no peer");
    app.add_option("--level", level, "llama.cpp's build: haswell, alderlake, icelake, zen4");
    app.add_option("--isa", isa, "quern's instruction set");
    app.add_option("--threads", threads, "Threads of both");
    app.add_option("shapes", shapes, "WEIGHT:NxK:TOKENS ...")->required();
    CLI11_PARSE(app, argc, argv);
    try {
        run(libraries, level, isa, threads, shapes);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
    std::fflush(nullptr);
    std::_Exit(0);  // the peer's threads do not survive an orderly exit
}
