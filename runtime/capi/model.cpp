#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "runtime/capi/model_core.hpp"
#include "runtime/tokenizer/chat.hpp"

namespace quern::capi {

ModelCore::ModelCore(std::shared_ptr<ContextCore> context, const std::filesystem::path& path)
    : context_(std::move(context)), cache_(context_->cache()), file_(GgufFile::open(path)), tokenizer_(file_) {
    ContextCore::Exclusive exclusive(*context_);
    transformer_ = std::make_unique<Transformer>(file_, exclusive.pool, *cache_);
}

void ModelCore::logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows, std::span<float> out) {
    const Turns::Hold hold(turns_, "model");
    const ContextCore::Exclusive exclusive(*context_);
    transformer_->logits(tokens, rows, out);
}

void require_tokens(std::span<const std::int32_t> tokens, std::int64_t vocabulary, const char* name) {
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (tokens[i] < 0 || tokens[i] >= vocabulary)
            throw StatusError(QUERN_BAD_RANGE, std::string(name) + "[" + std::to_string(i) +
                                                   "] = " + std::to_string(tokens[i]) +
                                                   " is outside the vocabulary of " + std::to_string(vocabulary));
}

}  // namespace quern::capi

using namespace quern::capi;

quern_status quern_model_load(quern_context* context, const char* path, quern_model** model) {
    return on_handle(context, "context", QUERN_BAD_FILE, [&](quern_context& handle) {
        require(path, "path");
        require(model, "model");
        auto made = std::make_unique<quern_model>();
        made->core = std::make_shared<ModelCore>(handle.core, path);
        *model = made.release();
    });
}

quern_status quern_model_free(quern_model* model) {
    return free_handle(model);
}

quern_status quern_model_describe(quern_model* model, quern_model_info* info) {
    return on_handle(model, "model", QUERN_INTERNAL_ERROR, [&](quern_model& handle) {
        require(info, "info");
        const quern::ModelShape& shape = handle.core->shape();
        *info = {shape.architecture.c_str(), shape.layers,        shape.width,      shape.vocabulary,
                 shape.context_length,       shape.canvas_length, shape.mask_token, handle.core->packed_bytes()};
    });
}

quern_status quern_tokenize(quern_model* model, const char* text, size_t text_bytes, int chat, int32_t* tokens,
                            size_t capacity, size_t* count) {
    return on_handle(model, "model", QUERN_BAD_VALUE, [&](quern_model& handle) {
        const auto bytes = array_of(text, text_bytes, "text");
        const std::vector<std::int32_t> ids =
            quern::prompt_tokens(handle.core->tokenizer(), std::string_view(bytes.data(), bytes.size()), chat != 0);
        copy_out<std::int32_t>(ids, {tokens, "tokens"}, capacity, {count, "count"});
    });
}

quern_status quern_detokenize(quern_model* model, const int32_t* tokens, size_t count, char* text, size_t capacity,
                              size_t* text_bytes) {
    return on_handle(model, "model", QUERN_BAD_VALUE, [&](quern_model& handle) {
        const auto ids = array_of(tokens, count, "tokens");
        require_tokens(ids, handle.core->tokenizer().vocabulary_size(), "tokens");
        copy_out<char>(handle.core->tokenizer().decode(ids), {text, "text"}, capacity, {text_bytes, "text_bytes"});
    });
}

quern_status quern_model_logits(quern_model* model, const int32_t* tokens, size_t token_count, const int32_t* rows,
                                size_t row_count, float* logits, size_t logit_count) {
    return on_handle(model, "model", QUERN_BAD_RANGE, [&](quern_model& handle) {
        const quern::ModelShape& shape = handle.core->shape();
        require(tokens, "tokens");
        require(rows, "rows");
        require_aligned(logits, alignof(float), "logits");
        const auto canvas = array_of(tokens, token_count, "tokens");
        const auto wanted = array_of(rows, row_count, "rows");
        if (std::ssize(canvas) > shape.context_length)
            throw StatusError(QUERN_BAD_RANGE, "token_count = " + std::to_string(token_count) +
                                                   " is more than the model's context of " +
                                                   std::to_string(shape.context_length));
        require_tokens(canvas, shape.vocabulary, "tokens");
        if (wanted.empty()) throw StatusError(QUERN_BAD_RANGE, "row_count is 0");
        require_exactly(logit_count, row_count * static_cast<std::size_t>(shape.vocabulary), "logit_count");
        const Extent out{logits, logit_count * sizeof(float), "logits"};
        require_apart(out, {tokens, token_count * sizeof *tokens, "tokens"});
        require_apart(out, {rows, row_count * sizeof *rows, "rows"});
        handle.core->logits(canvas, wanted, {logits, logit_count});
    });
}
