// Products whose operands' strides exceed 32 bits. All of an operand but its end is zero and never written, so it takes
// address space and no memory.
#include <doctest/doctest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "gen/activation_layout.hpp"
#include "jit_x86/host.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

namespace {

class ZeroPages {
  public:
    explicit ZeroPages(std::size_t size)
        : size_(size),
          pages_(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        REQUIRE(pages_ != MAP_FAILED);
    }
    ~ZeroPages() { munmap(pages_, size_); }
    ZeroPages(const ZeroPages&) = delete;
    ZeroPages& operator=(const ZeroPages&) = delete;

    std::uint8_t* data() { return static_cast<std::uint8_t*>(pages_); }
    void write_end(std::span<const std::uint8_t> bytes) {
        std::memcpy(data() + size_ - bytes.size(), bytes.data(), bytes.size());
    }

  private:
    std::size_t size_;
    void* pages_;
};

/// A product of one super-block in the last one of a larger product, for the last token: y of that token, and whether
/// every other token's is zero.
void check_last_super_block(std::int64_t columns, std::int64_t tokens) {
    constexpr std::int64_t rows = 1, super_block = ActivationLayout::super_block;
    const WeightFormat& format = *weight_format_by_name("q4_k");
    const auto gguf = random_matrix(format, rows, super_block, 47);
    const auto packed = pack(format, rows, super_block, gguf);
    // Token 3 is a mixed one.
    const auto some = random_activations(4, super_block, 53);
    const std::span<const std::uint8_t> record(some.end() - ActivationLayout::record_bytes, some.end());
    const ReferenceOutput reference = reference_qgemm(format, rows, super_block, 1, gguf, record);
    REQUIRE(reference.y[0] != 0);

    ZeroPages weights(packed_layout(format).matrix_bytes(rows, columns));
    ZeroPages activations(ActivationLayout::bytes(tokens, columns));
    weights.write_end(packed);
    activations.write_end(record);
    for (const Isa isa : host_isas()) {
        CAPTURE(isa_traits(isa).name);
        const QGemmPlan plan = plan_qgemm(qgemm_spec(format, rows, columns, tokens), host_machine(isa));
        const Kernel kernel(plan.spec, emit_qgemm(plan), 0);
        GuardedBuffer scratch(kernel.scratch_bytes(), 64, Guard::after);
        std::vector<float> y(static_cast<std::size_t>(tokens), 1.0F);
        kernel(QGemmCall{weights.data(), activations.data(), y.data(), rows, 0, scratch.data()});
        CHECK(first_violation(std::span(y).last(1), 1, rows, reference, rows) == "");
        CHECK(std::count(y.begin(), y.end(), 0.0F) == tokens - 1);
    }
}

}  // namespace

TEST_CASE("activations of a super-block beyond 2 GiB") {
    check_last_super_block(2 * ActivationLayout::super_block,
                           (std::int64_t{1} << 31) / ActivationLayout::record_bytes + 5);
}

TEST_CASE("packed weights of a row group beyond 2 GiB") {
    const std::int64_t block_bytes = packed_layout(*weight_format_by_name("q4_k")).block_bytes;
    check_last_super_block(((std::int64_t{1} << 31) / block_bytes + 2) * ActivationLayout::super_block, 1);
}
