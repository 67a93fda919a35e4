#include "runtime/kernels/packed_matrix.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "gen/packer.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/system/thread_pool.hpp"
#include "tests/support/gguf_writer.hpp"
#include "tests/support/random_blocks.hpp"

using namespace quern;
using namespace quern::test;

TEST_CASE("a tensor packed in parallel is what the packer makes of it in one piece") {
    std::mt19937 random(5);
    for (const WeightFormat& format : weight_formats()) {
        if (!format.quantized()) continue;
        // One row group and many items of them.
        for (const std::int64_t rows : {1, 962, 4100}) {
            const std::int64_t columns = 512;
            const Bytes blocks = random_blocks(format, static_cast<std::size_t>(rows * columns / 256), random);
            GgufWriter writer;
            writer.tensor("w", {static_cast<std::uint64_t>(columns), static_cast<std::uint64_t>(rows)},
                          static_cast<std::uint32_t>(format.ggml_type), blocks);
            const Bytes image = writer.image();
            const GgufFile file = GgufFile::parse(image, "w.gguf");
            const PackedLayout layout = packed_layout(format);
            Bytes expected(layout.matrix_bytes(rows, columns));
            pack_row_groups(layout, rows, columns, blocks, 0, row_groups(rows), expected);
            for (const int threads : {1, 3}) {
                CAPTURE(format.name);
                CAPTURE(rows);
                CAPTURE(threads);
                ThreadPool pool(threads);
                const PackedMatrix matrix(file, *file.find_tensor("w"), pool);
                CHECK(matrix.rows() == rows);
                CHECK(matrix.columns() == columns);
                CHECK(&matrix.format() == &format);
                CHECK(reinterpret_cast<std::uintptr_t>(matrix.data()) % 64 == 0);
                REQUIRE(matrix.bytes() == expected.size());
                CHECK(std::equal(expected.begin(), expected.end(), matrix.data()));
            }
        }
    }
}

TEST_CASE("a tensor that cannot be packed is named") {
    GgufWriter writer;
    writer.tensor("plain", {256, 2}, 0, Bytes(2048));
    const Bytes image = writer.image();
    const GgufFile file = GgufFile::parse(image, "w.gguf");
    ThreadPool pool(1);
    CHECK_THROWS_WITH_AS(PackedMatrix(file, *file.find_tensor("plain"), pool),
                         "w.gguf: tensor \"plain\": the type f32 is not supported for matrices (quantized types are)",
                         Error);
}
