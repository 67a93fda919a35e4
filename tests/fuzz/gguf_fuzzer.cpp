// libFuzzer target: a GGUF image of unknown origin.
#include <cstddef>
#include <cstdint>

#include "tests/support/gguf_walk.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    quern::test::walk_gguf({data, size});
    return 0;
}
