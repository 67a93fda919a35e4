#include "runtime/tokenizer/tokenizer.hpp"

#include <array>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"
#include "runtime/tokenizer/byte_alphabet.hpp"
#include "runtime/tokenizer/byte_pair_merges.hpp"
#include "runtime/tokenizer/pre_tokenizer.hpp"
#include "runtime/tokenizer/vocabulary.hpp"

namespace quern {
namespace {

constexpr std::string_view kModel = "tokenizer.ggml.model";
constexpr std::string_view kPre = "tokenizer.ggml.pre";
constexpr std::string_view kMerges = "tokenizer.ggml.merges";
constexpr std::string_view kAddBos = "tokenizer.ggml.add_bos_token";

[[noreturn]] void fail(const GgufFile& file, std::string_view key, const std::string& message) {
    throw Error(file.name() + ": key " + printable(key) + ": " + message);
}

std::optional<std::int32_t> read_id(const GgufFile& file, std::string_view name, const Vocabulary& vocabulary) {
    const std::string key = "tokenizer.ggml." + std::string(name) + "_token_id";
    if (file.find(key) == nullptr) return std::nullopt;
    const std::int64_t id = file.integer(key);
    if (id < 0 || std::uint64_t(id) >= vocabulary.size())
        fail(file, key, std::to_string(id) + " is outside the vocabulary of " + std::to_string(vocabulary.size()));
    return std::int32_t(id);
}

PreTokenizer read_pre_tokenizer(const GgufFile& file) {
    if (const std::string_view model = file.text(kModel); model != "gpt2")
        fail(file, kModel, printable(model) + " is not supported (supported: gpt2)");
    const std::string_view name = file.text(kPre);
    if (auto pre_tokenizer = PreTokenizer::find(name)) return std::move(*pre_tokenizer);
    fail(file, kPre, printable(name) + " is not supported (supported: " + PreTokenizer::supported_names() + ")");
}

/// A piece of text that is one token already, or is still to be encoded.
struct Fragment {
    std::string_view text;
    std::optional<std::int32_t> token;
};

}  // namespace

struct Tokenizer::State {
    using Symbol = BytePairMerges::Symbol;

    PreTokenizer pre_tokenizer;
    Vocabulary vocabulary;
    BytePairMerges merges;
    std::array<Symbol, 256> byte_symbols{};
    /// What symbols beyond the vocabulary give: bytes and merges without a token of their own fall apart into the
    /// tokens of their characters, as in llama.cpp; a character without a token is lost.
    std::vector<std::vector<std::int32_t>> tokens_of_nameless;
    std::optional<std::int32_t> bos, eos, eot, mask;
    bool add_bos = false;

    explicit State(const GgufFile& file) : pre_tokenizer(read_pre_tokenizer(file)), vocabulary(file) {
        read_merges(file);
        bos = read_id(file, "bos", vocabulary);
        eos = read_id(file, "eos", vocabulary);
        eot = read_id(file, "eot", vocabulary);
        mask = read_id(file, "mask", vocabulary);
        if (!eot) eot = find_end_of_turn();
        add_bos = file.boolean(kAddBos, false);
        if (add_bos && !bos) fail(file, kAddBos, "is true, but tokenizer.ggml.bos_token_id is missing");
    }

    void read_merges(const GgufFile& file) {
        std::unordered_map<std::string, Symbol> nameless;
        const auto symbol_of = [&](const std::string& text) {
            if (const auto id = vocabulary.find(text)) return Symbol(*id);
            const auto [entry, inserted] = nameless.try_emplace(text, Symbol(vocabulary.size() + nameless.size()));
            if (inserted) {
                std::vector<std::int32_t>& tokens = tokens_of_nameless.emplace_back();
                for (const char& character : text)
                    if (const auto id = vocabulary.find({&character, 1})) tokens.push_back(*id);
            }
            return entry->second;
        };
        for (std::size_t byte = 0; byte < byte_symbols.size(); ++byte)
            byte_symbols[byte] = symbol_of(byte_to_alphabet(std::uint8_t(byte)));

        const auto texts = file.texts(kMerges);
        if (texts.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
            fail(file, kMerges, "has too many merges");
        merges.reserve(texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::string& text = texts[i];
            const std::size_t space = text.find(' ', 1);
            if (space == std::string::npos || space + 1 == text.size())
                fail(
                    file, kMerges,
                    "entry " + std::to_string(i) + " is " + printable(text) + ", not two symbols with a space between");
            const std::string left = text.substr(0, space), right = text.substr(space + 1);
            merges.add(symbol_of(left), symbol_of(right), symbol_of(left + right));
        }
    }

    /// Files made before tokenizer.ggml.eot_token_id existed have the token all the same.
    std::optional<std::int32_t> find_end_of_turn() const {
        for (const std::string_view text : {"<|eot_id|>", "<|im_end|>"})
            if (const auto id = vocabulary.find(text); id && vocabulary.hidden(std::size_t(*id))) return id;
        return std::nullopt;
    }

    /// Longer tokens first, each over the whole text, so a spelling inside a longer token's is never found.
    std::vector<Fragment> split_at_spelled_out(std::string_view text, bool parse_special) const {
        std::vector<Fragment> fragments = {{text, std::nullopt}};
        std::vector<Fragment> split;
        for (const std::int32_t id : vocabulary.spelled_out()) {
            if (!parse_special && vocabulary.hidden(std::size_t(id))) continue;
            const std::string_view spelling = vocabulary.text(std::size_t(id));
            if (text.find(spelling) == std::string_view::npos) continue;
            split.clear();
            for (const Fragment& fragment : fragments) {
                std::string_view rest = fragment.text;
                if (!fragment.token)
                    for (std::size_t at; (at = rest.find(spelling)) != std::string_view::npos;
                         rest.remove_prefix(at + spelling.size())) {
                        if (at > 0) split.push_back({rest.substr(0, at), std::nullopt});
                        split.push_back({spelling, id});
                    }
                if (fragment.token || !rest.empty()) split.push_back({rest, fragment.token});
            }
            fragments.swap(split);
        }
        return fragments;
    }

    void encode_plain(std::string_view text, std::vector<std::int32_t>& ids) const {
        std::vector<Symbol> word;
        for (const std::string_view piece : pre_tokenizer.split(text)) {
            word.clear();
            for (const char byte : piece) word.push_back(byte_symbols[static_cast<unsigned char>(byte)]);
            merges.apply(word);
            for (const Symbol symbol : word) {
                if (symbol < vocabulary.size()) {
                    ids.push_back(std::int32_t(symbol));
                } else {
                    const auto& tokens = tokens_of_nameless[symbol - vocabulary.size()];
                    ids.insert(ids.end(), tokens.begin(), tokens.end());
                }
            }
        }
    }
};

Tokenizer::Tokenizer(const GgufFile& file) : state_(std::make_unique<State>(file)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

std::vector<std::int32_t> Tokenizer::encode(std::string_view text, bool parse_special) const {
    if (text.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
        throw Error("text of " + std::to_string(text.size()) + " bytes is too long to tokenize");
    std::vector<std::int32_t> ids;
    for (const Fragment& fragment : state_->split_at_spelled_out(text, parse_special)) {
        if (fragment.token)
            ids.push_back(*fragment.token);
        else
            state_->encode_plain(fragment.text, ids);
    }
    return ids;
}

std::string Tokenizer::decode(std::span<const std::int32_t> ids, bool with_special) const {
    const Vocabulary& vocabulary = state_->vocabulary;
    std::string text;
    for (const std::int32_t id : ids) {
        if (id < 0 || std::size_t(id) >= vocabulary.size())
            throw Error("token id " + std::to_string(id) + " is outside the vocabulary of " +
                        std::to_string(vocabulary.size()));
        if (with_special || !vocabulary.hidden(std::size_t(id))) text += vocabulary.bytes(std::size_t(id));
    }
    return text;
}

std::int32_t Tokenizer::vocabulary_size() const {
    return std::int32_t(state_->vocabulary.size());
}
std::optional<std::int32_t> Tokenizer::find(std::string_view token) const {
    return state_->vocabulary.find(token);
}
std::optional<std::int32_t> Tokenizer::bos() const {
    return state_->bos;
}
std::optional<std::int32_t> Tokenizer::eos() const {
    return state_->eos;
}
std::optional<std::int32_t> Tokenizer::eot() const {
    return state_->eot;
}
std::optional<std::int32_t> Tokenizer::mask() const {
    return state_->mask;
}
bool Tokenizer::add_bos() const {
    return state_->add_bos;
}
bool Tokenizer::ends_text(std::int32_t id) const {
    return id == state_->eos || id == state_->eot;
}

}  // namespace quern
