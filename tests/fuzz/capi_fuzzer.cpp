// libFuzzer target: the C API's arguments. Shapes, ranges, strides, sizes and offsets come from the input.
#include <cstdlib>
#include <cstring>

#include "tests/fuzz/capi_input.hpp"

namespace quern_fuzz {

Arena::Arena() : memory_(static_cast<unsigned char*>(std::aligned_alloc(4096, bytes))) {
    if (memory_ == nullptr) std::abort();
    std::memset(memory_, 1, bytes);
}

Arena::~Arena() {
    std::free(memory_);
}

unsigned char* Arena::place(Input& input, std::size_t* left) {
    const std::uint8_t kind = input.byte();
    std::size_t offset = static_cast<std::size_t>(kind) * 4096 % bytes;
    *left = bytes;
    if (kind == 255) return nullptr;
    if (kind >= 240) offset += kind - 239;
    *left = bytes - offset;
    return memory_ + offset;
}

bool fits(std::int64_t rows, std::int64_t width, std::int64_t stride, std::size_t left, std::size_t element_bytes) {
    if (rows <= 0 || width <= 0 || stride < width) return true;  // refused before it is read
    if (rows > 4096 || stride > 65536) return false;
    return static_cast<std::size_t>((rows - 1) * stride + width) * element_bytes <= left;
}

void judge(quern_status status) {
    if (status != QUERN_OK && std::strlen(quern_last_error()) == 0) std::abort();
    if (status == QUERN_INTERNAL_ERROR) std::abort();
}

namespace {

quern_context* make_context() {
    quern_context* made = nullptr;
    quern_context_options options{};
    options.threads = 1;
    if (quern_context_create(&options, &made) != QUERN_OK) std::abort();
    return made;
}

quern_model* load_model(quern_context* context) {
    quern_model* model = nullptr;
    if (quern_model_load(context, QUERN_MODEL, &model) != QUERN_OK) std::abort();
    return model;
}

}  // namespace

}  // namespace quern_fuzz

using namespace quern_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static quern_context* const context = make_context();
    static quern_model* const model = load_model(context);
    Input input(data, size);
    Arena arena;
    switch (input.byte() % 4) {
        case 0:
            fuzz_matrices(input, context, arena);
            break;
        case 1:
            fuzz_dense(input, context, arena);
            break;
        case 2:
            fuzz_blockwise(input, context, arena);
            break;
        default:
            fuzz_model(input, model);
    }
    // A spec, of the input as it is.
    quern_kernel* kernel = nullptr;
    if (size > 64 &&
        quern_kernel_generate(context, reinterpret_cast<const char*>(data), size, nullptr, &kernel) == QUERN_OK)
        judge(quern_kernel_free(kernel));
    return 0;
}
