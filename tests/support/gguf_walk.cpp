#include "tests/support/gguf_walk.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "runtime/engine/model_shape.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/tokenizer/tokenizer.hpp"

namespace quern::test {

namespace {

void attempt(const std::function<void()>& body) {
    try {
        body();
    } catch (const Error&) {
    }
}

void walk_metadata(const GgufFile& file) {
    for (const auto& entry : file.metadata()) {
        const std::string& key = entry.first;
        attempt([&] { file.integer(key); });
        attempt([&] { file.integer(key, 1); });
        attempt([&] { file.real(key); });
        attempt([&] { file.boolean(key, true); });
        attempt([&] { file.text(key); });
        attempt([&] { file.texts(key); });
        attempt([&] { file.integers(key); });
    }
}

std::uint64_t walk_tensors(const GgufFile& file) {
    std::uint64_t total = 0;
    for (const GgufTensor& tensor : file.tensors()) {
        for (const std::uint8_t byte : tensor.data) total += byte;
        attempt([&] { file.tensor(tensor.name, tensor.rows(), tensor.columns()); });
        attempt([&] { file.tensor(tensor.name, tensor.columns(), tensor.rows()); });
        file.release_pages(tensor);
    }
    return total;
}

void walk_tokenizer(const GgufFile& file) {
    const Tokenizer tokenizer(file);
    for (const auto& entry : file.metadata()) {
        const auto* text = std::get_if<std::string>(&entry.second);
        if (text == nullptr) continue;
        const std::vector<std::int32_t> ids = tokenizer.encode(*text);
        tokenizer.decode(ids, true);
    }
}

}  // namespace

std::optional<std::uint64_t> walk_gguf(std::span<const std::uint8_t> image) {
    std::optional<std::uint64_t> total;
    attempt([&] {
        const GgufFile file = GgufFile::parse(image, "image");
        total = walk_tensors(file);
        walk_metadata(file);
        attempt([&] { ModelShape::read(file); });
        attempt([&] { walk_tokenizer(file); });
    });
    return total;
}

}  // namespace quern::test
