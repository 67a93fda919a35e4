#include "runtime/tokenizer/pre_tokenizer.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "gen/error.hpp"
#include "runtime/tokenizer/utf8.hpp"

namespace quern {
namespace {

// The classes, as the inside of a bracket expression. Debian 12's PCRE2 knows Unicode 14: what 15.0 and 15.1 added is
// spelled out. White space is spelled out too, since PCRE2's \s has U+180E, which Unicode took out of it.
const std::string kLetter =
    R"(\p{L}\x{1123F}-\x{11240}\x{11F02}\x{11F04}-\x{11F10}\x{11F12}-\x{11F33}\x{1342F}\x{13441}-\x{13446}\x{1B132})"
    R"(\x{1B155}\x{1DF25}-\x{1DF2A}\x{1E030}-\x{1E06D}\x{1E4D0}-\x{1E4EB}\x{2B739}\x{2EBF0}-\x{2EE5D}\x{31350}-\x{323AF})";
const std::string kNumber = R"(\p{N}\x{11F50}-\x{11F59}\x{1D2C0}-\x{1D2D3}\x{1E4F0}-\x{1E4F9})";
const std::string kSpace =
    R"(\x09-\x0D\x20\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000})";

const std::string kContraction = "'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])";
const std::string kWord = "[^\\r\\n" + kLetter + kNumber + "]?[" + kLetter + "]+";
const std::string kDigit = "[" + kNumber + "]";
const std::string kPunctuation = " ?[^" + kSpace + kLetter + kNumber + "]+[\\r\\n]*";
const std::string kLineEnds = "[" + kSpace + "]*[\\r\\n]";
const std::string kBlanks = "[" + kSpace + "]+(?![^" + kSpace + "])|[" + kSpace + "]+";

const std::string kDigitByDigit =
    kContraction + "|" + kWord + "|" + kDigit + "|" + kPunctuation + "|" + kLineEnds + "|" + kBlanks;

struct Row {
    std::string_view name;
    const std::string& pattern;
};

// qwen2's expression has `+` behind the line ends, which the greedy white space before them makes the same.
const std::array<Row, 2> kRows = {{
    {"bailingmoe", kDigitByDigit},  // LLaDA
    {"qwen2", kDigitByDigit},       // Dream
}};

struct FreeCode {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeMatchData {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};
struct FreeMatchContext {
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

std::string message_of(int code) {
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(code, text.data(), text.size());
    return reinterpret_cast<const char*>(text.data());
}

/// Text that is valid UTF-8 whatever the source is, and the way back to source offsets.
class Subject {
  public:
    explicit Subject(std::string_view source) : text_(source) {
        std::size_t valid = 0;
        while (const std::size_t bytes = read_utf8(source, valid).bytes) valid += bytes;
        if (valid == source.size()) return;
        for (std::size_t i = 0; i < source.size();) {
            const std::size_t bytes = read_utf8(source, i).bytes;
            if (bytes == 0)
                substituted_ += "\xEF\xBF\xBD";
            else
                substituted_ += source.substr(i, bytes);
            source_offsets_.resize(substituted_.size(), i);
            i += std::max<std::size_t>(bytes, 1);
        }
        source_offsets_.push_back(source.size());
        text_ = substituted_;
    }
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;

    std::string_view text() const { return text_; }
    /// `offset` lies on a character boundary of text().
    std::size_t source_offset(std::size_t offset) const {
        return source_offsets_.empty() ? offset : source_offsets_[offset];
    }

  private:
    std::string_view text_;
    std::string substituted_;
    std::vector<std::size_t> source_offsets_;
};

}  // namespace

struct PreTokenizer::State {
    std::unique_ptr<pcre2_code, FreeCode> code;
};

std::optional<PreTokenizer> PreTokenizer::find(std::string_view name) {
    const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.name == name; });
    if (row == kRows.end()) return std::nullopt;
    auto state = std::make_unique<State>();
    int error = 0;
    PCRE2_SIZE error_offset = 0;
    state->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(row->pattern.data()), row->pattern.size(),
                                    PCRE2_UTF | PCRE2_UCP, &error, &error_offset, nullptr));
    if (!state->code)
        throw Error("pre-tokenizer " + row->pattern + ": " + message_of(error) + " at " + std::to_string(error_offset));
    return PreTokenizer(std::move(state));
}

PreTokenizer::PreTokenizer(std::unique_ptr<State> state) : state_(std::move(state)) {}
PreTokenizer::PreTokenizer(PreTokenizer&&) noexcept = default;
PreTokenizer& PreTokenizer::operator=(PreTokenizer&&) noexcept = default;
PreTokenizer::~PreTokenizer() = default;

std::vector<std::string_view> PreTokenizer::split(std::string_view source) const {
    const Subject subject(source);
    const std::string_view text = subject.text();
    const std::unique_ptr<pcre2_match_data, FreeMatchData> data(
        pcre2_match_data_create_from_pattern(state_->code.get(), nullptr));
    const std::unique_ptr<pcre2_match_context, FreeMatchContext> context(pcre2_match_context_create(nullptr));
    if (!data || !context) throw Error("pre-tokenizer: out of memory");
    // A match backtracks at most a few times a character; the limit keeps that a fact whatever the pattern.
    const std::size_t limit = 1000 + 8 * text.size();
    pcre2_set_match_limit(context.get(), std::uint32_t(std::min<std::size_t>(limit, UINT32_MAX)));

    std::vector<std::string_view> words;
    const auto add = [&](std::size_t begin, std::size_t end) {
        const std::size_t first = subject.source_offset(begin);
        if (end > begin) words.push_back(source.substr(first, subject.source_offset(end) - first));
    };
    std::size_t at = 0;
    while (at < text.size()) {
        const int matched = pcre2_match(state_->code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), at,
                                        PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY, data.get(), context.get());
        if (matched == PCRE2_ERROR_NOMATCH) break;
        if (matched < 0) throw Error("pre-tokenizer: " + message_of(matched));
        const PCRE2_SIZE* range = pcre2_get_ovector_pointer(data.get());
        add(at, range[0]);
        add(range[0], range[1]);
        at = range[1];
    }
    add(at, text.size());
    return words;
}

std::string PreTokenizer::supported_names() {
    std::string names;
    for (const Row& row : kRows) names += (names.empty() ? "" : ", ") + std::string(row.name);
    return names;
}

}  // namespace quern
