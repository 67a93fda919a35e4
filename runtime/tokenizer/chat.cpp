#include "runtime/tokenizer/chat.hpp"

#include <string>

#include "gen/error.hpp"
#include "runtime/tokenizer/utf8.hpp"

namespace quern {
namespace {

std::int32_t required(const Tokenizer& tokenizer, std::string_view token) {
    if (const auto id = tokenizer.find(token)) return *id;
    throw Error("the vocabulary has no token " + std::string(token) + ", which LLaDA's chat form needs");
}

}  // namespace

std::vector<std::int32_t> prompt_tokens(const Tokenizer& tokenizer, std::string_view prompt, bool chat) {
    std::vector<std::int32_t> ids;
    const auto append_text = [&](std::string_view text, bool parse_special) {
        const std::vector<std::int32_t> encoded = tokenizer.encode(text, parse_special);
        ids.insert(ids.end(), encoded.begin(), encoded.end());
    };
    if (!chat) {
        if (tokenizer.add_bos()) ids.push_back(tokenizer.bos().value());
        append_text(prompt, true);
        return ids;
    }
    const std::int32_t header_begin = required(tokenizer, "<|start_header_id|>");
    const std::int32_t header_end = required(tokenizer, "<|end_header_id|>");
    const std::int32_t turn_end = required(tokenizer, "<|eot_id|>");
    const auto append_header = [&](std::string_view role) {
        ids.push_back(header_begin);
        append_text(role, false);
        ids.push_back(header_end);
        append_text("\n\n", false);
    };
    ids.push_back(required(tokenizer, "<|startoftext|>"));
    append_header("user");
    append_text(trim_white_space(prompt), false);
    ids.push_back(turn_end);
    append_header("assistant");
    return ids;
}

}  // namespace quern
