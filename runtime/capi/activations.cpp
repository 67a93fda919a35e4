#include "runtime/capi/activations.hpp"

#include <algorithm>

#include "gen/activation_layout.hpp"

namespace quern::capi {

std::size_t activation_bytes(std::int64_t tokens, std::int64_t columns) {
    require_range(tokens, 1, most_tokens, "tokens");
    require_range(columns, 1, most_columns, "columns");
    if (columns % ActivationLayout::super_block != 0)
        throw StatusError(QUERN_BAD_SHAPE, "columns = " + std::to_string(columns) + " is no multiple of " +
                                               std::to_string(ActivationLayout::super_block));
    return ActivationLayout::bytes(tokens, columns);
}

void quantize(ContextCore& core, std::int64_t tokens, std::int64_t columns, const float* x, std::int64_t x_stride,
              std::uint8_t* activations) {
    constexpr std::int64_t item_tokens = 8;
    const auto kernel = core.quantizer(columns);
    core.run((tokens + item_tokens - 1) / item_tokens, [&](std::int64_t item, int) {
        RowCall call{};
        call.x = x;
        call.x_stride = x_stride;
        call.activations = activations;
        call.tokens = tokens;
        call.begin = item * item_tokens;
        call.end = std::min(tokens, call.begin + item_tokens);
        (*kernel)(call);
    });
}

}  // namespace quern::capi

using namespace quern::capi;

quern_status quern_activations_size(int64_t tokens, int64_t columns, size_t* bytes) {
    return guarded(QUERN_BAD_SHAPE, [&] {
        require(bytes, "bytes");
        *bytes = activation_bytes(tokens, columns);
    });
}

quern_status quern_quantize(quern_context* context, int64_t tokens, int64_t columns, const float* x, int64_t x_stride,
                            void* activations, size_t activations_bytes) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        const std::size_t bytes = activation_bytes(tokens, columns);
        const Extent input = rows_of(x, tokens, columns, x_stride, "x", "x_stride");
        require_aligned(activations, QUERN_ALIGNMENT, "activations");
        require_at_least(activations_bytes, bytes, "activations_bytes");
        require_apart({activations, bytes, "activations"}, input);
        quantize(*handle.core, tokens, columns, x, x_stride, static_cast<std::uint8_t*>(activations));
    });
}
