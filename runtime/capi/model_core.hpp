#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "runtime/capi/context_core.hpp"
#include "runtime/capi/turns.hpp"
#include "runtime/engine/transformer.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/tokenizer/tokenizer.hpp"

namespace quern::capi {

/// What a model is made of, shared with the generations made from it.
class ModelCore {
  public:
    ModelCore(std::shared_ptr<ContextCore> context, const std::filesystem::path& path);

    const ModelShape& shape() const { return transformer_->shape(); }
    const Tokenizer& tokenizer() const { return tokenizer_; }
    std::size_t packed_bytes() const { return transformer_->packed_bytes(); }
    /// One pass at a time; the context's threads are its own meanwhile.
    void logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows, std::span<float> out);

  private:
    const std::shared_ptr<ContextCore> context_;
    const std::shared_ptr<KernelCache> cache_;
    const GgufFile file_;
    const Tokenizer tokenizer_;
    Turns turns_;
    std::unique_ptr<Transformer> transformer_;
};

/// A pointer argument and what it is called.
template <class Element>
struct Named {
    Element* pointer;
    const char* name;
};

/// Copies a result whose size the caller may first ask for: data NULL and capacity 0. Throws BAD_BUFFER_SIZE where the
/// capacity is too small; *count is set in any case.
template <class Element>
void copy_out(std::span<const Element> result, Named<Element> data, std::size_t capacity, Named<std::size_t> count) {
    require(count.pointer, count.name);
    if (capacity > 0) require(data.pointer, data.name);
    *count.pointer = result.size();
    if (data.pointer == nullptr) return;
    require_at_least(capacity, result.size(), "capacity");
    std::copy(result.begin(), result.end(), data.pointer);
}

/// Throws BAD_RANGE for an id outside the vocabulary.
void require_tokens(std::span<const std::int32_t> tokens, std::int64_t vocabulary, const char* name);
/// A C array; NULL only where it is empty.
template <class Element>
std::span<const Element> array_of(const Element* data, std::size_t count, const char* name) {
    if (count > 0) require(data, name);
    if (count > static_cast<std::size_t>(INT32_MAX))
        throw StatusError(QUERN_BAD_RANGE, std::string(name) + " has " + std::to_string(count) + " elements");
    return {data, count};
}

}  // namespace quern::capi

struct quern_model {
    std::shared_ptr<quern::capi::ModelCore> core;
    quern::capi::CallGate gate;
};
