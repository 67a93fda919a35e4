#include "gen/kernel_spec.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gen/error.hpp"
#include "gen/packed_layout.hpp"
#include "runtime/gguf/gguf_file.hpp"

using namespace quern;

namespace {

// A file in a folder of its own, gone with the object.
class SpecFile {
  public:
    explicit SpecFile(const std::string& text) : SpecFile() { std::ofstream(path_, std::ios::binary) << text; }
    SpecFile() {
        std::string folder = (std::filesystem::temp_directory_path() / "quern-spec-XXXXXX").string();
        REQUIRE(mkdtemp(folder.data()) != nullptr);
        folder_ = folder;
        path_ = folder_ / "specs.toml";
    }
    SpecFile(const SpecFile&) = delete;
    SpecFile& operator=(const SpecFile&) = delete;
    ~SpecFile() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path folder_, path_;
};

// The message of the error a file gives, without its name.
std::string error_of_file(const std::filesystem::path& file) {
    try {
        read_kernel_specs(file);
    } catch (const Error& error) {
        const std::string message = error.what(), prefix = file.string() + ":";
        REQUIRE_MESSAGE(message.rfind(prefix, 0) == 0, message);
        return message.substr(prefix.size());
    }
    return "no error";
}

std::string error_of(const std::string& text) {
    return error_of_file(SpecFile(text).path());
}

// A good qgemm, one key replaced or added: `line` takes the place of the line that begins with the same key.
std::string qgemm_with(const std::string& line) {
    const std::string key = line.substr(0, line.find(' '));
    std::string text = "[[kernel]]\n";
    bool replaced = false;
    for (const std::string good : {"name = \"a\"", "op = \"qgemm\"", "weight = \"q4_k\"", "n = 64", "k = 256",
                                   "tokens = 8", "tile = \"auto\"", "isa = \"auto\""}) {
        const bool same_key = good.substr(0, good.find(' ')) == key;
        text += (same_key ? line : good) + "\n";
        replaced = replaced || same_key;
    }
    return replaced ? text : text + line + "\n";
}

KernelSpec good_qgemm() {
    KernelSpec spec;
    spec.name = "a";
    spec.weight = weight_format_by_name("q4_k");
    spec.n = 64;
    spec.k = 256;
    spec.tokens = 8;
    return spec;
}

}  // namespace

TEST_CASE("a good file") {
    const SpecFile file(R"(# every op
[[kernel]]
name = "attn_q"
op = "qgemm"
weight = "q4_k"
n = 4096
k = 12_288
tokens = 148
tile = 80
isa = "avx512_vnni"

[[kernel]]
isa = "auto"
tile = "auto"
tokens = 1
k = 256
n = 1
weight = "q6_k"
op = "qgemm"
name = "small.q6_k-1"

[[kernel]]
name = "gpu"
op = "qgemm"
weight = "q5_k"
n = 64
k = 256
tokens = 32
isa = "sm_90"

[[kernel]]
name = "norm"
op = "add_rmsnorm_quantize"
k = 4096

[[kernel]]
name = "plain_norm"
op = "rmsnorm"
k = 100

[[kernel]]
name = "rope"
op = "rope"
head_size = 128
pairs = "halves"
isa = "avx2"

[[kernel]]
name = "attention"
op = "attention"
head_size = 64
)");
    const std::vector<KernelSpec> specs = read_kernel_specs(file.path());
    REQUIRE(specs.size() == 7);
    CHECK(specs[0].name == "attn_q");
    CHECK(specs[0].op == Op::qgemm);
    CHECK(specs[0].weight == weight_format_by_name("q4_k"));
    CHECK(specs[0].n == 4096);
    CHECK(specs[0].k == 12288);
    CHECK(specs[0].tokens == 148);
    CHECK(specs[0].tile == 80);
    CHECK(specs[0].isa == Isa::avx512_vnni);
    CHECK(specs[1].name == "small.q6_k-1");
    CHECK(specs[1].weight == weight_format_by_name("q6_k"));
    CHECK(!specs[1].tile.has_value());
    CHECK(!specs[1].isa.has_value());
    CHECK(specs[2].isa == Isa::sm_90);
    CHECK(specs[3].op == Op::add_rmsnorm_quantize);
    CHECK(specs[3].k == 4096);
    CHECK(specs[3].weight == nullptr);
    CHECK(specs[4].k == 100);
    CHECK(specs[5].op == Op::rope);
    CHECK(specs[5].head_size == 128);
    CHECK(specs[5].pairs == RopePairs::halves);
    CHECK(specs[6].op == Op::attention);
    CHECK(specs[6].head_size == 64);
    for (const KernelSpec& spec : specs) CHECK_NOTHROW(validate(spec));
}

TEST_CASE("dense products: their keys, defaults and refusals") {
    const auto read = [](const std::string& text) { return read_kernel_specs(SpecFile(text).path()); };
    const std::string gemm = "[[kernel]]\nname = \"a\"\nop = \"gemm\"\nm = 3\nn = 4\nk = 5\ntype = \"f32\"\n";
    const std::string gemv = "[[kernel]]\nname = \"b\"\nop = \"gemv\"\nm = 3\nn = 4\ntype = \"f64\"\n";
    const std::vector<KernelSpec> specs =
        read(gemm + "a_layout = \"column_major\"\nb_layout = \"row_major\"\n" + gemv + "transposed = true\n");
    REQUIRE(specs.size() == 2);
    CHECK(specs[0].op == Op::gemm);
    CHECK(specs[0].type == ElementType::f32);
    CHECK(specs[0].m == 3);
    CHECK(specs[0].n == 4);
    CHECK(specs[0].k == 5);
    CHECK(specs[0].a_layout == MatrixLayout::column_major);
    CHECK(specs[0].b_layout == MatrixLayout::row_major);
    CHECK(specs[1].op == Op::gemv);
    CHECK(specs[1].type == ElementType::f64);
    CHECK(specs[1].transposed);
    CHECK_FALSE(read(gemv)[0].transposed);
    // Every key tells kernels apart.
    std::set<std::string> keys;
    for (const char* key : {"", "a_layout = \"column_major\"\n", "b_layout = \"column_major\"\n"})
        CHECK(keys.insert(read(gemm + key)[0].key()).second);
    CHECK(keys.insert(read(gemv)[0].key()).second);
    CHECK(keys.insert(read(gemv + "transposed = true\n")[0].key()).second);
    KernelSpec other = read(gemm)[0];
    other.type = ElementType::f64;
    CHECK(keys.insert(other.key()).second);
    other.m = 9;
    CHECK(keys.insert(other.key()).second);

    CHECK(error_of(gemm + "a_layout = \"columns\"\n") ==
          "8:12: unknown a_layout \"columns\"; known: row_major, column_major");
    CHECK(error_of(gemm + "transposed = true\n") == "8:1: op \"gemm\" takes no key \"transposed\"");
    CHECK(error_of(gemv + "transposed = 1\n") == "7:14: transposed must be a boolean, not a value of type integer");
    CHECK(error_of(gemv + "k = 1\n") == "7:1: op \"gemv\" takes no key \"k\"");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"gemv\"\nm = 3\nn = 4\n") ==
          "1:1: kernel \"a\" lacks the key \"type\"");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"gemv\"\ntype = \"f16\"\nm = 3\nn = 4\n") ==
          "4:8: unknown type \"f16\"; known: f64, f32");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"gemv\"\ntype = \"f64\"\nm = 0\nn = 4\n") ==
          "5:5: kernel \"a\": m = 0 is not between 1 and 2147483647");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"gemm\"\ntype = \"f64\"\nm = 3\nn = 2147483647\nk = 8388608\n") ==
          "7:5: kernel \"a\": a matrix B of 8388608 x 2147483647 is larger than memory can be (2^47 bytes)");
}

TEST_CASE("characters beyond ASCII where no key or value can have them") {
    CHECK(error_of("[[kernel]]\na.\u00c3 = 1\n") ==
          "2:3: Error while parsing key: expected bare key starting character or string delimiter, saw '\u00c3'");
    CHECK(error_of("[[kernel]]\nname = 5'\u0410\n") ==
          "2:9: Error while parsing decimal integer: expected digit, saw '''");
    CHECK(error_of("[[kernel]]\nname = \"\"\"x\\\n\u00c3\"\"\"\n") ==
          "2:8: name \"x\u00c3\" must be 1 to 100 letters, digits, '_', '-' or '.', and begin with no '.'");
}

TEST_CASE("unknown names are refused where they stand, with the known ones") {
    CHECK(error_of(qgemm_with("op = \"gemmm\"")) ==
          "3:6: unknown op \"gemmm\"; known: qgemm, quantize, rmsnorm, rmsnorm_quantize, add_rmsnorm_quantize, "
          "silu_mul, silu_mul_quantize, rope, attention, gemm, gemv, "
          "embed_rows, gather_rows, row_statistics, nf4_gemm, nf4_gemv, int_gemv");
    CHECK(error_of(qgemm_with("weight = \"q4_K\"")) == "4:10: unknown weight \"q4_K\"; known: f32, q4_k, q5_k, q6_k");
    CHECK(error_of(qgemm_with("isa = \"avx9\"")) ==
          "9:7: unknown isa \"avx9\"; known: auto, avx2, avx_vnni, avx512_vnni, sm_80, sm_86, sm_89, sm_90, sm_100, "
          "sm_120");
    CHECK(error_of("[[kernel]]\nname = \"r\"\nop = \"rope\"\nhead_size = 8\npairs = \"neox\"\n") ==
          "5:9: unknown pairs \"neox\"; known: adjacent, halves");
}

TEST_CASE("unknown keys and keys an op does not take") {
    CHECK(error_of(qgemm_with("tokenz = 8")) ==
          "10:1: unknown key \"tokenz\"; a kernel takes name, op, weight, n, k, tokens, tile, isa, head_size, pairs, "
          "type, m, a_layout, b_layout, transposed, block, bits, codes");
    CHECK(error_of("\"a\\u001b[2J\" = 1\n") == "1:1: unknown key \"a?[2J\": a spec file holds [[kernel]] tables");
    CHECK(error_of(qgemm_with("head_size = 64")) == "10:1: op \"qgemm\" takes no key \"head_size\"");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"attention\"\nhead_size = 64\n  tile = 4\n") ==
          "5:3: op \"attention\" takes no key \"tile\"");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"quantize\"\nk = 256\nweight = \"q4_k\"\n") ==
          "5:1: op \"quantize\" takes no key \"weight\"");
    CHECK(error_of("title = \"x\"\n" + qgemm_with("n = 64")) ==
          "1:1: unknown key \"title\": a spec file holds [[kernel]] tables");
    CHECK(error_of("[kernels]\n") == "1:2: unknown key \"kernels\": a spec file holds [[kernel]] tables");
}

TEST_CASE("missing keys") {
    CHECK(error_of("[[kernel]]\nop = \"qgemm\"\n") == "1:1: a kernel lacks the key \"name\"");
    CHECK(error_of(qgemm_with("n = 64") + "[[kernel]]\nname = \"b\"\n") == "10:1: kernel \"b\" lacks the key \"op\"");
    CHECK(error_of("\n [[kernel]]\nname = \"a\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 1\nk = 256\n") ==
          "2:2: kernel \"a\" lacks the key \"tokens\"");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"rope\"\nhead_size = 64\n") ==
          "1:1: kernel \"a\" lacks the key \"pairs\"");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"silu_mul\"\n") == "1:1: kernel \"a\" lacks the key \"k\"");
    CHECK(error_of("") == "1:1: no [[kernel]] table");
    CHECK(error_of("# only a comment\n") == "1:1: no [[kernel]] table");
    CHECK(error_of("kernel = []\n") == "1:10: no [[kernel]] table");
}

TEST_CASE("wrong types") {
    CHECK(error_of(qgemm_with("n = \"64\"")) == "5:5: n must be an integer, not a value of type string");
    CHECK(error_of(qgemm_with("k = 256.0")) == "6:5: k must be an integer, not a value of type floating-point");
    CHECK(error_of(qgemm_with("tokens = [8]")) == "7:10: tokens must be an integer, not a value of type array");
    CHECK(error_of(qgemm_with("tile = 1025")) == "8:8: tile 1025 is not in 1 to 1024");
    CHECK(error_of(qgemm_with("tile = true")) ==
          "8:8: tile must be an integer or \"auto\", not a value of type boolean");
    CHECK(error_of(qgemm_with("tile = \"80\"")) ==
          "8:8: tile must be an integer or \"auto\", not a value of type string");
    CHECK(error_of(qgemm_with("isa = 512")) == "9:7: isa must be a string, not a value of type integer");
    CHECK(error_of(qgemm_with("weight = 4")) == "4:10: weight must be a string, not a value of type integer");
    CHECK(error_of(qgemm_with("op = {}")) == "3:6: op must be a string, not a value of type table");
    CHECK(error_of(qgemm_with("name = 1979-05-27")) == "2:8: name must be a string, not a value of type date");
    CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"rope\"\nhead_size = 8\npairs = 2\n") ==
          "5:9: pairs must be a string, not a value of type integer");
    CHECK(error_of("[kernel]\nname = \"a\"\n") == "1:1: kernel must be an array of tables: write [[kernel]]");
    CHECK(error_of("kernel = [1, 2]\n") == "1:11: kernel must be an array of tables: write [[kernel]]");
    CHECK(error_of("kernel = 3\n") == "1:10: kernel must be an array of tables: write [[kernel]]");
}

TEST_CASE("impossible shapes") {
    for (const auto& [line, message] : std::vector<std::pair<std::string, std::string>>{
             {"n = 0", "5:5: kernel \"a\": n = 0 is not between 1 and 2147483647"},
             {"n = -64", "5:5: kernel \"a\": n = -64 is not between 1 and 2147483647"},
             {"n = 2147483648", "5:5: kernel \"a\": n = 2147483648 is not between 1 and 2147483647"},
             {"k = 0", "6:5: kernel \"a\": k = 0 is not between 1 and 2147483647"},
             {"k = 255", "6:5: kernel \"a\": k = 255 is no multiple of 256, the super-block of qgemm"},
             {"k = 4100", "6:5: kernel \"a\": k = 4100 is no multiple of 256, the super-block of qgemm"},
             {"tokens = 0", "7:10: kernel \"a\": tokens = 0 is not between 1 and 2147483647"},
             {"tokens = 9223372036854775807",
              "7:10: kernel \"a\": tokens = 9223372036854775807 is not between 1 and 2147483647"},
             {"tile = 0", "8:8: kernel \"a\": tile = 0 is not between 1 and 2147483647"},
             {"tile = -1", "8:8: kernel \"a\": tile = -1 is not between 1 and 2147483647"},
             {"tile = 4294967297", "8:8: kernel \"a\": tile = 4294967297 is not between 1 and 2147483647"},
             {"weight = \"f32\"", "4:10: kernel \"a\": weight must be a quantized format, not f32"},
         })
        CHECK(error_of(qgemm_with(line)) == message);

    const std::string rope = "[[kernel]]\nname = \"a\"\nop = \"rope\"\npairs = \"halves\"\nhead_size = ";
    CHECK(error_of(rope + "0\n") == "5:13: kernel \"a\": head_size = 0 is not between 1 and 4096");
    CHECK(error_of(rope + "63\n") == "5:13: kernel \"a\": head_size = 63 is odd: rope rotates pairs of elements");
    CHECK(error_of(rope + "8192\n") == "5:13: kernel \"a\": head_size = 8192 is not between 1 and 4096");
    for (const std::string op : {"quantize", "rmsnorm_quantize", "add_rmsnorm_quantize", "silu_mul_quantize"})
        CHECK(error_of("[[kernel]]\nname = \"a\"\nop = \"" + op + "\"\nk = 384\n") ==
              "4:5: kernel \"a\": k = 384 is no multiple of 256, the super-block of " + op);

    // Each size alone is allowed; the buffers they make together are not.
    std::string large = qgemm_with("n = 2147483647");
    large.replace(large.find("k = 256"), 7, "k = 2147483392");
    CHECK(error_of(large) ==
          "5:5: kernel \"a\": a weight matrix of n = 2147483647 x k = 2147483392 is larger than memory can be (2^47 "
          "bytes)");
    std::string wide = qgemm_with("tokens = 2147483647");
    wide.replace(wide.find("k = 256"), 7, "k = 262144");
    CHECK(error_of(wide) ==
          "7:10: kernel \"a\": an activation buffer of tokens = 2147483647 x k = 262144 is larger than memory can be "
          "(2^47 bytes)");
    std::string tall = qgemm_with("tokens = 2147483647");
    tall.replace(tall.find("n = 64"), 6, "n = 2147483");
    CHECK(error_of(tall) ==
          "7:10: kernel \"a\": an output of tokens = 2147483647 x n = 2147483 is larger than memory can be (2^47 "
          "bytes)");
}

TEST_CASE("names: each once, and fit for a file") {
    CHECK(error_of(qgemm_with("n = 64") + qgemm_with("n = 128")) ==
          "11:8: a second kernel named \"a\"; the first is at line 2");
    for (const std::string name : {"", "a b", "../a", ".a", "a/b", "a\\\\b", "\\u00e9"}) {
        CAPTURE(name);
        const std::string error = error_of(qgemm_with("name = \"" + name + "\""));
        CHECK(error.rfind("2:8: name \"", 0) == 0);
        CHECK(error.find("must be 1 to 100 letters, digits, '_', '-' or '.', and begin with no '.'") !=
              std::string::npos);
    }
    CHECK(error_of(qgemm_with("name = \"" + std::string(101, 'x') + "\"")).rfind("2:8: name ", 0) == 0);
    CHECK(error_of(qgemm_with("name = \"" + std::string(100, 'x') + "\"")) == "no error");
}

TEST_CASE("syntax errors carry the position of the parser") {
    const auto begins = [](const std::string& text, const std::string& prefix) {
        const std::string error = error_of(text);
        CHECK_MESSAGE(error.rfind(prefix, 0) == 0, error);
        CHECK(error.size() > prefix.size() + 10);
    };
    begins("[[kernel]]\nname = \n", "2:8: ");
    begins("[[kernel]]\nname = \"a\nop = 3\n", "2:10: ");
    begins("[[kernel]\n", "1:10: ");
    begins("[[kernel]]\nn = 1\nn = 2\n", "3:");
    begins("[[kernel]]\nn = 99999999999999999999\n", "2:");
    begins(std::string("[[kernel]]\nname = \"\xff\"\n"), "2:");
}

TEST_CASE("files that cannot be read") {
    const SpecFile nothing;
    CHECK(error_of_file(nothing.path()) == " cannot be opened: No such file or directory");
    CHECK(error_of_file(nothing.path().parent_path()) == " is a directory, not a spec file");
    const SpecFile large(std::string((1 << 20) + 1, '\n'));
    CHECK(error_of_file(large.path()) == " is over 1 MiB, too large for a spec file");
    const SpecFile locked(qgemm_with("n = 64"));
    std::filesystem::permissions(locked.path(), std::filesystem::perms::none);
    // The superuser reads it all the same.
    CHECK(error_of_file(locked.path()) ==
          (access(locked.path().c_str(), R_OK) == 0 ? "no error" : " cannot be opened: Permission denied"));
}

TEST_CASE("validate names the kernel and the field") {
    CHECK_NOTHROW(validate(good_qgemm()));
    KernelSpec spec = good_qgemm();
    spec.weight = nullptr;
    CHECK_THROWS_WITH_AS(validate(spec), "kernel \"a\": weight must be a quantized format, not none", Error);
    spec = good_qgemm();
    spec.k = 100;
    CHECK_THROWS_WITH_AS(validate(spec), "kernel \"a\": k = 100 is no multiple of 256, the super-block of qgemm",
                         Error);
    spec = good_qgemm();
    spec.tokens = -1;
    CHECK_THROWS_WITH_AS(validate(spec), "kernel \"a\": tokens = -1 is not between 1 and 2147483647", Error);
    spec = good_qgemm();
    spec.tile = 0;
    CHECK_THROWS_WITH_AS(validate(spec), "kernel \"a\": tile = 0 is not between 1 and 2147483647", Error);
}

TEST_CASE("the largest shapes validate allows can be laid out") {
    KernelSpec spec = good_qgemm();
    spec.weight = weight_format_by_name("q6_k");
    spec.n = (std::int64_t{1} << 22) - 16;
    spec.k = std::int64_t{1} << 24;
    CHECK_NOTHROW(validate(spec));
    CHECK(packed_layout(*spec.weight).matrix_bytes(spec.n, spec.k) < std::size_t{1} << 47);
}

TEST_CASE("key: equal exactly where everything but the name is") {
    const KernelSpec base = good_qgemm();
    CHECK(base.key() == "op=qgemm weight=q4_k n=64 k=256 tokens=8 tile=auto isa=auto head_size=0 pairs=adjacent");
    KernelSpec renamed = base;
    renamed.name = "b";
    CHECK(renamed.key() == base.key());

    std::vector<KernelSpec> changed(9, base);
    changed[0].op = Op::rope;
    changed[1].weight = weight_format_by_name("q6_k");
    changed[2].n = 65;
    changed[3].k = 512;
    changed[4].tokens = 9;
    changed[5].tile = 32;
    changed[6].isa = Isa::avx2;
    changed[7].head_size = 64;
    changed[8].pairs = RopePairs::halves;
    std::set<std::string> keys{base.key()};
    for (const KernelSpec& spec : changed) keys.insert(spec.key());
    CHECK(keys.size() == 10);
}

TEST_CASE("op names are those of the specs") {
    CHECK(op_name(Op::qgemm) == "qgemm");
    CHECK(op_name(Op::quantize) == "quantize");
    CHECK(op_name(Op::rmsnorm) == "rmsnorm");
    CHECK(op_name(Op::rmsnorm_quantize) == "rmsnorm_quantize");
    CHECK(op_name(Op::add_rmsnorm_quantize) == "add_rmsnorm_quantize");
    CHECK(op_name(Op::silu_mul) == "silu_mul");
    CHECK(op_name(Op::silu_mul_quantize) == "silu_mul_quantize");
    CHECK(op_name(Op::rope) == "rope");
    CHECK(op_name(Op::attention) == "attention");
    CHECK(op_name(Op::embed_rows) == "embed_rows");
    CHECK(op_name(Op::gather_rows) == "gather_rows");
    CHECK(op_name(Op::row_statistics) == "row_statistics");
}

TEST_CASE("the specs of the models hold every layer shape") {
    using Shape = std::tuple<std::string_view, std::int64_t, std::int64_t>;
    struct Model {
        std::string file;
        std::int64_t width, ffn, vocabulary;
        int head_size;
    };
    for (const Model& model : {Model{"tales", 256, 768, 962, 64}, Model{"llada-8b", 4096, 12288, 126464, 128}}) {
        CAPTURE(model.file);
        const auto specs = read_kernel_specs(std::string(QUERN_SOURCE_DIR) + "/specs/" + model.file + ".toml");
        std::set<Shape> shapes;
        std::set<Op> ops;
        for (const KernelSpec& spec : specs) {
            ops.insert(spec.op);
            if (spec.op == Op::qgemm) shapes.insert({spec.weight->name, spec.n, spec.k});
            if (spec.op == Op::rope || spec.op == Op::attention) CHECK(spec.head_size == model.head_size);
            if (spec.op == Op::rope) CHECK(spec.pairs == RopePairs::adjacent);
        }
        CHECK(shapes == std::set<Shape>{{"q4_k", model.width, model.width},
                                        {"q6_k", model.width, model.width},
                                        {"q4_k", model.ffn, model.width},
                                        {"q4_k", model.width, model.ffn},
                                        {"q6_k", model.width, model.ffn},
                                        {"q4_k", model.vocabulary, model.width},
                                        {"q6_k", model.vocabulary, model.width}});
        for (const Op op : {Op::rmsnorm_quantize, Op::add_rmsnorm_quantize, Op::silu_mul_quantize, Op::quantize,
                            Op::rope, Op::attention})
            CHECK(ops.count(op) == 1);
    }
}

TEST_CASE("tales.toml has a kernel for every quantized tensor of the bundled model") {
    std::set<std::tuple<std::string_view, std::int64_t, std::int64_t>> shapes;
    for (const KernelSpec& spec : read_kernel_specs(QUERN_SOURCE_DIR "/specs/tales.toml"))
        if (spec.op == Op::qgemm) shapes.insert({spec.weight->name, spec.n, spec.k});
    const GgufFile model = GgufFile::open(QUERN_SOURCE_DIR "/models/tales.gguf");
    int quantized = 0;
    for (const GgufTensor& tensor : model.tensors()) {
        REQUIRE(tensor.format() != nullptr);
        if (!tensor.format()->quantized()) continue;
        CAPTURE(tensor.name);
        CHECK(shapes.count({tensor.format()->name, tensor.rows(), tensor.columns()}) == 1);
        ++quantized;
    }
    CHECK(quantized == 2 + 6 * 7);
}
