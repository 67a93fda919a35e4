// stream_canvas MODEL.gguf PROMPT [EXPECTED]: answers a prompt and prints the canvas after every step, masks as '_'.
// Where EXPECTED is given, the answer must be that.
#include <iostream>
#include <quern/quern.hpp>
#include <string>
#include <vector>

namespace {

void print_canvas(const quern::Model& model, std::int32_t mask_token, const quern_progress& progress) {
    std::cout << progress.step << "/" << progress.planned_steps << " ";
    for (std::int64_t i = 0; i < progress.canvas_length; ++i) {
        const std::int32_t token = progress.canvas[i];
        std::cout << (token == mask_token ? "_" : model.detokenize({&token, 1}));
    }
    std::cout << "\n";
}

int answer(const std::string& path, const std::string& prompt, const std::string* expected) {
    const quern::Context context;
    const quern::Model model(context, path);
    const std::int32_t mask_token = model.info().mask_token;

    quern_generation_options options{};
    options.max_tokens = options.block_length = options.steps = 32;
    quern::Generation generation(model, model.tokenize(prompt, true), options);
    std::int64_t committed = 0, steps = 0;
    generation.run([&](const quern_progress& progress) {
        print_canvas(model, mask_token, progress);
        committed += progress.commit_count;
        ++steps;
        return true;
    });
    const std::string text = generation.text();
    std::cout << text << "\n";

    // One step at a time, without the callback: the same text.
    quern::Generation stepped(model, model.tokenize(prompt, true), options);
    while (stepped.step().finished == 0) continue;
    const bool right = stepped.text() == text && committed >= steps && (expected == nullptr || text == *expected);
    if (!right) std::cerr << "error: the answer is not the one expected\n";
    return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 && argc != 4) {
        std::cerr << "usage: stream_canvas MODEL.gguf PROMPT [EXPECTED]\n";
        return 2;
    }
    try {
        const std::string expected = argc == 4 ? argv[3] : "";
        return answer(argv[1], argv[2], argc == 4 ? &expected : nullptr);
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << "\n";
        return 1;
    }
}
