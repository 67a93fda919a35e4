// Faults planted in the CUDA GEMMs' source: each must make level 1 fail.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/cuda_qgemm_case.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

namespace {

struct Mutation {
    const char *what, *from, *to;
};

constexpr Mutation of_both[] = {
    {"one tail token lost", "token < call.tokens && row < plan::n", "token < call.tokens - 1 && row < plan::n"},
    {"one row too many stored", "token < call.tokens && row < plan::n", "token < call.tokens && row <= plan::n"},
    {"one token too many stored", "token < call.tokens && row < plan::n", "token <= call.tokens && row < plan::n"},
    {"one weight row too many read", "row(v) < rows", "row(v) <= rows"},
    {"a barrier missing", "        __syncthreads();\n        if (block + 1", "        if (block + 1"},
};
constexpr Mutation of_q4_k[] = {
    {"nibbles swapped", ">> 4 * high &", ">> 4 * (1 - high) &"},
    {"mins dropped", "negative_min = __fmul_rn(", "negative_min = 0 * __fmul_rn("},
    {"scale index shifted", "shift = sub_block % 4 * 8", "shift = (sub_block + 1) % 4 * 8"},
};
constexpr Mutation of_q6_k[] = {
    {"nibbles swapped", "(upper_nibble ? 4 : 0)", "(upper_nibble ? 0 : 4)"},
    {"zero point dropped", "return turned | sign << 1 | sign << 2;", "return six_bits;"},
    {"scale index shifted", "scales_at + 2 * sub_block", "scales_at + 2 * (sub_block ^ 1)"},
};

void check_fails(const CudaQGemmCase& operands, const ReferenceOutput& reference, const Mutation& mutation) {
    INFO(std::string(operands.format.name) << ": " << mutation.what);
    const CudaQGemmRun run = run_cuda_qgemm(operands, operands.spec(32), [&](std::string& source) {
        const std::size_t at = source.find(mutation.from);
        REQUIRE(at != std::string::npos);
        source.replace(at, std::string_view(mutation.from).size(), mutation.to);
    });
    const bool fails = run.error != "" || !run.intact ||
                       first_violation(run.y, operands.tokens, operands.n, reference, operands.n) != "";
    CHECK(fails);
}

template <class Mutations>
void check_format(const char* name, const Mutations& of_format) {
    const CudaQGemmCase operands(*weight_format_by_name(name), 130, 512, 33, 53);
    const ReferenceOutput reference = operands.reference();
    const CudaQGemmRun whole = run_cuda_qgemm(operands, operands.spec(32), [](std::string&) {});
    REQUIRE(whole.error == "");
    REQUIRE(whole.intact);
    REQUIRE(first_violation(whole.y, operands.tokens, operands.n, reference, operands.n) == "");
    for (const Mutation& mutation : of_format) check_fails(operands, reference, mutation);
    for (const Mutation& mutation : of_both)
        // What only the executor sees, a GPU may let pass.
        if (CudaDevice::get().executor() || std::string_view(mutation.what).find("lost") != std::string_view::npos)
            check_fails(operands, reference, mutation);
}

}  // namespace

TEST_CASE("faults planted in the q4_k kernel are found") {
    check_format("q4_k", of_q4_k);
}

TEST_CASE("faults planted in the q6_k kernel are found") {
    check_format("q6_k", of_q6_k);
}
