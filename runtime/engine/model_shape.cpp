#include "runtime/engine/model_shape.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"

namespace quern {

namespace {

// Bounds that no model of this kind comes near, and under which no product of two sizes overflows.
constexpr std::int64_t max_layers = 1024, max_heads = 1024, max_width = 1 << 18, max_ffn = 1 << 20,
                       max_vocabulary = 1 << 24, max_context = 1 << 20, max_head_size = 256;
// Rows of quantized weights are whole super-blocks; rotary pairs and attention kernels take head sizes by 16.
constexpr std::int64_t width_multiple = 256, head_size_multiple = 16;

/// The keys of one architecture, each value checked as it is read.
class KeyReader {
  public:
    KeyReader(const GgufFile& file, std::string_view architecture) : file_(file), architecture_(architecture) {}

    /// "llada" + "block_count" -> "llada.block_count"
    std::string key(std::string_view suffix) const { return architecture_ + "." + std::string(suffix); }

    std::int64_t required(const std::string& key, std::int64_t low, std::int64_t high,
                          std::int64_t multiple = 1) const {
        return checked(key, file_.integer(key), low, high, multiple);
    }

    std::int64_t optional(const std::string& key, std::int64_t fallback, std::int64_t low, std::int64_t high) const {
        return file_.find(key) == nullptr ? fallback : checked(key, file_.integer(key), low, high, 1);
    }

    double positive(const std::string& key) const {
        const double value = file_.real(key);
        if (!std::isfinite(value) || value <= 0) fail(key, "is not a positive number");
        return value;
    }

    [[noreturn]] void fail(const std::string& key, const std::string& message) const {
        throw file_.key_error(key, message);
    }

  private:
    std::int64_t checked(const std::string& key, std::int64_t value, std::int64_t low, std::int64_t high,
                         std::int64_t multiple) const {
        if (value < low || value > high)
            fail(key, std::to_string(value) + " is outside " + std::to_string(low) + " to " + std::to_string(high));
        if (value % multiple != 0)
            fail(key, std::to_string(value) + " is not a multiple of " + std::to_string(multiple));
        return value;
    }

    const GgufFile& file_;
    std::string architecture_;
};

void read_heads(const KeyReader& keys, ModelShape& shape) {
    const std::string heads_key = keys.key("attention.head_count"), kv_key = keys.key("attention.head_count_kv");
    shape.heads = keys.required(heads_key, 1, max_heads);
    if (shape.width % shape.heads != 0)
        keys.fail(heads_key, std::to_string(shape.heads) + " heads do not divide the width " +
                                 std::to_string(shape.width) + " (" + keys.key("embedding_length") + ")");
    shape.head_size = shape.width / shape.heads;
    if (shape.head_size % head_size_multiple != 0 || shape.head_size > max_head_size)
        keys.fail(heads_key, std::to_string(shape.heads) + " heads at width " + std::to_string(shape.width) +
                                 " have a size of " + std::to_string(shape.head_size) + ", not a multiple of " +
                                 std::to_string(head_size_multiple) + " up to " + std::to_string(max_head_size));
    for (const std::string_view suffix : {"attention.key_length", "attention.value_length", "rope.dimension_count"}) {
        const std::string key = keys.key(suffix);
        const std::int64_t size = keys.optional(key, shape.head_size, 1, max_width);
        if (size != shape.head_size)
            keys.fail(key, std::to_string(size) + " is not the head size " + std::to_string(shape.head_size) +
                               " (width / heads), which is all quern supports");
    }
    shape.kv_heads = keys.optional(kv_key, shape.heads, 1, max_heads);
    if (shape.heads % shape.kv_heads != 0)
        keys.fail(kv_key, std::to_string(shape.kv_heads) + " key-value heads do not divide the " +
                              std::to_string(shape.heads) + " heads");
}

void read_vocabulary(const GgufFile& file, const KeyReader& keys, ModelShape& shape) {
    const std::string size_key = keys.key("vocab_size"), tokens_key = "tokenizer.ggml.tokens";
    if (file.find(tokens_key) == nullptr) {
        shape.vocabulary = keys.required(size_key, 1, max_vocabulary);
    } else {
        const std::size_t tokens = file.texts(tokens_key).size();
        if (tokens < 1 || tokens > max_vocabulary)
            keys.fail(tokens_key,
                      std::to_string(tokens) + " tokens are outside 1 to " + std::to_string(max_vocabulary));
        shape.vocabulary = static_cast<std::int64_t>(tokens);
        if (keys.optional(size_key, shape.vocabulary, 1, max_vocabulary) != shape.vocabulary)
            keys.fail(size_key, std::to_string(file.integer(size_key)) + " is not the number of tokens in " +
                                    tokens_key + ", " + std::to_string(tokens));
    }
    shape.mask_token =
        static_cast<std::int32_t>(keys.required("tokenizer.ggml.mask_token_id", 0, shape.vocabulary - 1));
}

// Keys that would make the file another computation than the one the engine does.
void refuse_variants(const GgufFile& file, const KeyReader& keys) {
    const std::string causal = keys.key("attention.causal"), scaling = keys.key("rope.scaling.type"),
                      shift = "diffusion.shift_logits";
    if (file.boolean(causal, false)) keys.fail(causal, "is true; quern runs bidirectional models");
    if (file.boolean(shift, false))
        keys.fail(shift, "is true, which is not supported for " + printable(file.text("general.architecture")));
    if (file.text(scaling, "none") != "none")
        keys.fail(scaling, "the RoPE scaling " + printable(file.text(scaling)) + " is not supported");
}

}  // namespace

ModelShape ModelShape::read(const GgufFile& file) {
    ModelShape shape;
    shape.architecture = file.text("general.architecture");
    if (shape.architecture != "llada")
        throw Error(file.name() + ": architecture " + printable(shape.architecture) + " is not supported (llada is)");
    const KeyReader keys(file, shape.architecture);
    shape.layers = keys.required(keys.key("block_count"), 1, max_layers);
    shape.width = keys.required(keys.key("embedding_length"), width_multiple, max_width, width_multiple);
    shape.ffn = keys.required(keys.key("feed_forward_length"), width_multiple, max_ffn, width_multiple);
    read_heads(keys, shape);
    read_vocabulary(file, keys, shape);
    shape.context_length = keys.optional(keys.key("context_length"), 4096, 1, max_context);
    shape.canvas_length = keys.optional("diffusion.canvas_length", std::min<std::int64_t>(128, shape.context_length), 1,
                                        shape.context_length);
    shape.rope_base = keys.positive(keys.key("rope.freq_base"));
    shape.norm_eps = keys.positive(keys.key("attention.layer_norm_rms_epsilon"));
    shape.rope_pairs = RopePairs::adjacent;
    shape.shift_logits = false;
    refuse_variants(file, keys);
    return shape;
}

}  // namespace quern
