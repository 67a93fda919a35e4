#include <dlfcn.h>
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/gguf/ggml_types.hpp"

namespace {

template <typename Function>
Function ggml_function(const char* name) {
    const std::string library = std::string(QUERN_PEERS_DIR) + "/libggml-base.so";
    void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        FAIL("llama.cpp's binaries are needed: run `npm ci` in the source folder (" << std::string(dlerror()) << ")");
    void* const symbol = dlsym(handle, name);
    if (!symbol) FAIL(library << " exports no " << name << ": run `npm ci` to install the pinned version");
    return reinterpret_cast<Function>(symbol);
}

}  // namespace

TEST_CASE("every tensor type has ggml's own name, block length and block size") {
    const auto name = ggml_function<const char* (*)(int)>("ggml_type_name");
    const auto block_elements = ggml_function<std::int64_t (*)(int)>("ggml_blck_size");
    const auto block_bytes = ggml_function<std::size_t (*)(int)>("ggml_type_size");
    constexpr std::uint32_t numbers = 43;  // ggml's GGML_TYPE_COUNT; ggml aborts on any beyond
    std::size_t known = 0;
    for (std::uint32_t number = 0; number < numbers; ++number) {
        CAPTURE(number);
        const int type = static_cast<int>(number);
        const quern::GgmlType* row = quern::ggml_type(number);
        const bool removed = block_elements(type) == 0;
        CHECK((row == nullptr) == removed);
        if (row == nullptr) continue;
        CHECK(row->name == name(type));
        CHECK(row->elements == block_elements(type));
        CHECK(row->bytes == block_bytes(type));
        ++known;
    }
    CHECK(known == quern::ggml_types().size());
}
