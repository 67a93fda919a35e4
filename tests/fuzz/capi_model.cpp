// The model level, on the bundled model: text, token ids, logits, and generations of a few steps.
#include <algorithm>
#include <vector>

#include "tests/fuzz/capi_input.hpp"

namespace quern_fuzz {

namespace {

/// Ids that are mostly the vocabulary's.
std::vector<std::int32_t> ids(Input& input, std::size_t most) {
    std::vector<std::int32_t> tokens(input.byte() % (most + 1));
    for (std::int32_t& token : tokens) token = static_cast<std::int32_t>(input.near(input.byte() * 3));
    return tokens;
}

/// A buffer now and then too small, or NULL.
template <class T>
struct Room {
    explicit Room(Input& input, std::size_t most) : values(input.byte() % (most + 1)) {
        if (input.byte() >= 250) null = true;
    }
    T* data() { return null || values.empty() ? nullptr : values.data(); }
    std::vector<T> values;
    bool null = false;
};

void fuzz_text(Input& input, quern_model* model) {
    std::vector<char> text(input.byte() % 64);
    for (char& each : text) each = static_cast<char>(input.byte());
    Room<std::int32_t> tokens(input, 200);
    std::size_t count = 0;
    judge(quern_tokenize(model, text.data(), text.size(), input.flag() ? 1 : 0, tokens.data(), tokens.values.size(),
                         input.byte() < 250 ? &count : nullptr));
    const std::vector<std::int32_t> back = ids(input, 40);
    Room<char> room(input, 255);
    judge(quern_detokenize(model, back.data(), back.size(), room.data(), room.values.size(),
                           input.byte() < 250 ? &count : nullptr));
}

void fuzz_logits(Input& input, quern_model* model) {
    quern_model_info info{};
    judge(quern_model_describe(model, &info));
    const std::vector<std::int32_t> tokens = ids(input, 24), rows = [&] {
        std::vector<std::int32_t> positions(input.byte() % 4);
        for (std::int32_t& row : positions)
            row = static_cast<std::int32_t>(input.near(tokens.empty() ? 0 : input.byte() % std::ssize(tokens)));
        return positions;
    }();
    std::vector<float> logits(rows.size() * static_cast<std::size_t>(info.vocabulary) + input.byte() / 250);
    judge(quern_model_logits(model, tokens.data(), tokens.size(), rows.data(), rows.size(), logits.data(),
                             logits.size()));
}

void fuzz_generation(Input& input, quern_model* model) {
    const std::vector<std::int32_t> prompt = ids(input, 8);
    quern_generation_options options{};
    options.block_length = input.near(1 + input.byte() % 8);
    const bool small_blocks = options.block_length > 0 && options.block_length <= 64;
    options.max_tokens = input.near(small_blocks ? options.block_length * (1 + input.byte() % 3) : 8);
    options.steps = input.near(options.max_tokens);
    options.temperature = static_cast<double>(input.near(input.byte() % 2));
    options.remasking = static_cast<quern_remasking>(input.near(input.byte() % 2));
    options.use_seed = input.byte() % 2;
    options.seed = input.byte();
    // Longer canvases are as good, and slow.
    if (options.max_tokens == 0 || options.max_tokens > 64) return;
    quern_generation* generation = nullptr;
    const quern_status status = quern_generation_create(model, prompt.data(), prompt.size(), &options, &generation);
    judge(status);
    if (status != QUERN_OK) return;
    for (int step = input.byte() % 4; step > 0; --step) {
        if (input.byte() >= 224) judge(quern_generation_cancel(generation));
        quern_progress progress{};
        judge(quern_generation_step(generation, input.flag() ? &progress : nullptr));
    }
    Room<char> room(input, 255);
    std::size_t bytes = 0;
    judge(quern_generation_text(generation, room.data(), room.values.size(), input.byte() < 250 ? &bytes : nullptr));
    if (input.byte() >= 192) {
        int left = input.byte() % 4;
        const quern_step_callback stop = [](void* user, const quern_progress*) {
            return --*static_cast<int*>(user) <= 0 ? 1 : 0;
        };
        judge(quern_generation_run(generation, stop, &left));
    }
    judge(quern_generation_free(generation));
}

}  // namespace

void fuzz_model(Input& input, quern_model* model) {
    switch (input.byte() % 4) {
        case 0:
            fuzz_logits(input, model);
            break;
        case 1:
            fuzz_generation(input, model);
            break;
        default:
            fuzz_text(input, model);
    }
}

}  // namespace quern_fuzz
