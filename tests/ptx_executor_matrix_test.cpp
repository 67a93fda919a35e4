// Matrix fragments of the PTX executor against a plain product, laid out by the tables of the PTX ISA, section
// "Warp-level matrix instructions", as written there: groupID = lane >> 2, threadID_in_group = lane % 4.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "tests/support/ptx_lanes.hpp"

using namespace quern::test;

namespace {

struct Place {
    int row, column;
};

struct Shape {
    const char* name;
    int k;
    int element_bytes;
    int a_elements, b_elements;  // a lane's
    Place (*a)(int group, int thread, int i);
    Place (*b)(int group, int thread, int i);
};

const Shape bytes_32{"m16n8k32",
                     32,
                     1,
                     16,
                     8,
                     [](int group, int thread, int i) {
                         return Place{(0 <= i && i < 4) || (8 <= i && i < 12) ? group : group + 8,
                                      i < 8 ? thread * 4 + (i & 3) : thread * 4 + (i & 3) + 16};
                     },
                     [](int group, int thread, int i) {
                         return Place{i < 4 ? thread * 4 + (i & 3) : thread * 4 + (i & 3) + 16, group};
                     }};
const Shape bytes_16{"m16n8k16",
                     16,
                     1,
                     8,
                     4,
                     [](int group, int thread, int i) {
                         return Place{i < 4 ? group : group + 8, thread * 4 + (i & 3)};
                     },
                     [](int group, int thread, int i) {
                         return Place{thread * 4 + i, group};
                     }};
const Shape halves_16{"m16n8k16",
                      16,
                      2,
                      8,
                      4,
                      [](int group, int thread, int i) {
                          return Place{(0 <= i && i < 2) || (4 <= i && i < 6) ? group : group + 8,
                                       i < 4 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8};
                      },
                      [](int group, int thread, int i) {
                          return Place{i < 2 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8, group};
                      }};
const Shape halves_8{"m16n8k8",
                     8,
                     2,
                     4,
                     2,
                     [](int group, int thread, int i) {
                         return Place{i < 2 ? group : group + 8, thread * 2 + (i & 1)};
                     },
                     [](int group, int thread, int i) {
                         return Place{thread * 2 + i, group};
                     }};

Place accumulator(int group, int thread, int i) {
    return {i < 2 ? group : group + 8, thread * 2 + (i & 1)};
}

std::string registers(const char* prefix, int first, int count) {
    std::string text = "{";
    for (int index = 0; index < count; ++index)
        text += (index == 0 ? "" : ", ") + std::string(prefix) + std::to_string(first + index);
    return text + "}";
}

// One warp: every lane loads its fragments as 32-bit words from p0, multiplies, and stores D to p1.
std::string program(const Shape& shape, const std::string& types) {
    const int a = shape.a_elements * shape.element_bytes / 4, b = shape.b_elements * shape.element_bytes / 4;
    std::string body =
        "mov.u32 %r60, %tid.x;\nmul.wide.u32 %d1, %r60, 64;\nadd.u64 %d2, %p0, %d1;\nmul.wide.u32 %d3, %r60, 16;\n"
        "add.u64 %d4, %p1, %d3;\n";
    for (int word = 0; word < a + b + 4; ++word)
        body += "ld.global.b32 %r" + std::to_string(word) + ", [%d2+" + std::to_string(4 * word) + "];\n";
    body += "mma.sync.aligned." + std::string(shape.name) + ".row.col." + types + " " + registers("%r", 20, 4) + ", " +
            registers("%r", 0, a) + ", " + registers("%r", a, b) + ", " + registers("%r", a + b, 4) + ";\n";
    body += "st.global.v4.b32 [%d4], " + registers("%r", 20, 4) + ";\nret;\n";
    return ptx_kernel(2, body);
}

// Fills fragments from matrices given as raw elements.
template <class Element, class Accumulator>
std::vector<std::uint32_t> fragments(const Shape& shape, const std::vector<Element>& a, const std::vector<Element>& b,
                                     const std::vector<Accumulator>& c) {
    std::vector<std::uint32_t> words(32 * 16);
    for (int lane = 0; lane < 32; ++lane) {
        auto* bytes = reinterpret_cast<unsigned char*>(&words[static_cast<std::size_t>(lane) * 16]);
        const auto put = [&](auto value) {
            std::memcpy(bytes, &value, sizeof value);
            bytes += sizeof value;
        };
        for (int i = 0; i < shape.a_elements; ++i) {
            const Place place = shape.a(lane >> 2, lane % 4, i);
            put(a[static_cast<std::size_t>(place.row * shape.k + place.column)]);
        }
        for (int i = 0; i < shape.b_elements; ++i) {
            const Place place = shape.b(lane >> 2, lane % 4, i);
            put(b[static_cast<std::size_t>(place.row * 8 + place.column)]);
        }
        for (int i = 0; i < 4; ++i) {
            const Place place = accumulator(lane >> 2, lane % 4, i);
            put(c[static_cast<std::size_t>(place.row * 8 + place.column)]);
        }
    }
    return words;
}

// Runs the product and compares every element of D with `expected(row, column)`.
template <class Element, class Accumulator, class Expected>
void compare(const Shape& shape, const std::string& types, const std::vector<Element>& a, const std::vector<Element>& b,
             const std::vector<Accumulator>& c, const Expected& expected) {
    PtxDevice device;
    CAPTURE(types);
    const std::uint64_t from = device.upload(fragments(shape, a, b, c)), to = device.allocate(32 * 16);
    const int result = device.launch(device.kernel(device.load(program(shape, types)), "test"), {}, {from, to});
    CAPTURE(device.violation());
    REQUIRE(result == cuda_success);
    const auto d = device.download<Accumulator>(to, 128);
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < 4; ++i) {
            const Place place = accumulator(lane >> 2, lane % 4, i);
            CAPTURE(place.row);
            CAPTURE(place.column);
            CHECK(d[static_cast<std::size_t>(lane * 4 + i)] == expected(place.row, place.column));
        }
    CHECK(PtxDevice::function<std::uint64_t(const char*, const char*)>("quern_ptx_matrix_count")("test", shape.name) ==
          1);
    CHECK(PtxDevice::function<std::uint64_t(const char*, const char*)>("quern_ptx_matrix_count")("test", "m8n8k4") ==
          0);
}

template <class A, class B>
void bytes_product(const Shape& shape, const std::string& types) {
    std::mt19937 random(7);
    std::vector<std::uint8_t> a(static_cast<std::size_t>(16 * shape.k)), b(static_cast<std::size_t>(shape.k * 8));
    std::vector<std::int32_t> c(128);
    for (auto& value : a) value = static_cast<std::uint8_t>(random());
    for (auto& value : b) value = static_cast<std::uint8_t>(random());
    for (auto& value : c) value = static_cast<std::int32_t>(random() % 100000) - 50000;
    compare(shape, types, a, b, c, [&](int row, int column) {
        std::int32_t sum = c[static_cast<std::size_t>(row * 8 + column)];
        for (int k = 0; k < shape.k; ++k)
            sum += static_cast<A>(a[static_cast<std::size_t>(row * shape.k + k)]) *
                   static_cast<B>(b[static_cast<std::size_t>(k * 8 + column)]);
        return sum;
    });
}

// Small whole numbers: f16 and bf16 hold them, and every sum is exact in f32.
void halves_product(const Shape& shape, const std::string& types, bool brain) {
    const auto encode = [&](int value) {
        if (brain) return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16);
        if (value == 0) return std::uint16_t{0};
        int exponent = 0;
        const double mantissa = std::frexp(std::fabs(value), &exponent);  // in [0.5, 1)
        return static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) | (exponent + 14) << 10 |
                                          static_cast<int>((mantissa * 2 - 1) * 1024));
    };
    std::mt19937 random(8);
    std::vector<int> a(static_cast<std::size_t>(16 * shape.k)), b(static_cast<std::size_t>(shape.k * 8));
    std::vector<std::uint16_t> a_bits, b_bits;
    std::vector<float> c(128);
    for (int& value : a) a_bits.push_back(encode(value = static_cast<int>(random() % 63) - 31));
    for (int& value : b) b_bits.push_back(encode(value = static_cast<int>(random() % 63) - 31));
    for (float& value : c) value = static_cast<float>(random() % 1000) * 0.5F;
    compare(shape, types, a_bits, b_bits, c, [&](int row, int column) {
        float sum = c[static_cast<std::size_t>(row * 8 + column)];
        for (int k = 0; k < shape.k; ++k)
            sum += static_cast<float>(a[static_cast<std::size_t>(row * shape.k + k)] *
                                      b[static_cast<std::size_t>(k * 8 + column)]);
        return sum;
    });
}

}  // namespace

TEST_CASE("products of bytes, by the fragment tables") {
    for (const Shape* shape : {&bytes_32, &bytes_16}) {
        bytes_product<std::int8_t, std::int8_t>(*shape, "s32.s8.s8.s32");
        bytes_product<std::uint8_t, std::int8_t>(*shape, "s32.u8.s8.s32");
        bytes_product<std::int8_t, std::uint8_t>(*shape, "s32.s8.u8.s32");
        bytes_product<std::uint8_t, std::uint8_t>(*shape, "s32.u8.u8.s32");
    }
}

TEST_CASE("products of halves, by the fragment tables") {
    for (const Shape* shape : {&halves_16, &halves_8}) {
        halves_product(*shape, "f32.f16.f16.f32", false);
        halves_product(*shape, "f32.bf16.bf16.f32", true);
    }
}

TEST_CASE("ldmatrix gives each lane the words of its row, or transposed of its column") {
    PtxDevice device;
    for (const bool transposed : {false, true})
        for (const int count : {1, 2, 4}) {
            // Halfword h of shared memory holds h; rows of 16 bytes, matrix after matrix.
            std::string body =
                "mov.u32 %r1, %tid.x;\nmov.u64 %d1, tile;\nmul.lo.u32 %r2, %r1, 16;\ncvt.u64.u32 %d2, %r2;\n"
                "add.u64 %d3, %d1, %d2;\n";
            for (int word = 0; word < 4; ++word)
                body += "mul.lo.u32 %r3, %r1, 8;\nadd.u32 %r3, %r3, " + std::to_string(2 * word) +
                        ";\nadd.u32 %r4, %r3, 1;\nshl.b32 %r4, %r4, 16;\nor.b32 %r5, %r3, %r4;\nst.shared.u32 [%d3+" +
                        std::to_string(4 * word) + "], %r5;\n";
            const std::string to = count == 1 ? "{%r10}" : count == 2 ? "{%r10, %r11}" : "{%r10, %r11, %r12, %r13}";
            body += "bar.sync 0;\nldmatrix.sync.aligned.m8n8.x" + std::to_string(count) + (transposed ? ".trans" : "") +
                    ".shared.b16 " + to + ", [%d3];\nmul.wide.u32 %d4, %r1, 16;\nadd.u64 %d5, %p0, %d4;\n";
            for (int matrix = 0; matrix < count; ++matrix)
                body +=
                    "st.global.u32 [%d5+" + std::to_string(4 * matrix) + "], %r" + std::to_string(10 + matrix) + ";\n";
            const std::uint64_t out = device.upload(std::vector<std::uint32_t>(128));
            const int result = device.launch(
                device.kernel(device.load(ptx_kernel(1, body + "ret;", ".shared .align 16 .b8 tile[512];")), "test"),
                {}, {out});
            CAPTURE(device.violation());
            REQUIRE(result == cuda_success);
            const auto words = device.download<std::uint32_t>(out, 128);
            for (std::uint32_t lane = 0; lane < 32; ++lane)
                for (std::uint32_t matrix = 0; matrix < static_cast<std::uint32_t>(count); ++matrix) {
                    const auto at = [&](std::uint32_t row, std::uint32_t column) {
                        return matrix * 64 + row * 8 + column;
                    };
                    const std::uint32_t first = 2 * (lane % 4), group = lane / 4;
                    const std::uint32_t low = transposed ? at(first, group) : at(group, first),
                                        high = transposed ? at(first + 1, group) : at(group, first + 1);
                    CHECK(words[lane * 4 + matrix] == (low | high << 16));
                }
        }
}

TEST_CASE("matrix instructions the executor does not know are refused when the module is loaded") {
    PtxDevice device;
    const char* bad[] = {
        "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9}, {%r0, "
        "%r1, %r2, %r3};",
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, "
        "%r9}, {%r0, %r1, %r2, %r3};",
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r8, %r9}, {%r0, %r1, %r2, "
        "%r3};"};
    for (const char* instruction : bad) {
        CAPTURE(instruction);
        CHECK_THROWS_WITH_AS(device.load(ptx_kernel(0, instruction)), doctest::Contains("mma.sync"),
                             std::runtime_error);
    }
}
