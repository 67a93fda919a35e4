#include "runtime/cli/canvas_view.hpp"

#include <clocale>
#include <cwchar>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace quern::cli {

namespace {

enum class Style { plain, dim, fresh };

constexpr std::string_view replacement = "\xef\xbf\xbd";
constexpr std::string_view mask_block = "\xe2\x96\x91";  // U+2591
constexpr std::string_view special_dot = "\xc2\xb7";     // U+00B7
constexpr std::string_view reset = "\x1b[0m";

std::string_view escape(Style style) {
    switch (style) {
        case Style::dim:
            return "\x1b[2m";
        case Style::fresh:
            return "\x1b[1;32m";
        case Style::plain:
            break;
    }
    return reset;
}

/// The C library's character tables, read in UTF-8 whatever the process's locale.
class Utf8Locale {
  public:
    Utf8Locale() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
        if (locale_ != nullptr) previous_ = uselocale(locale_);
    }
    ~Utf8Locale() {
        if (locale_ == nullptr) return;
        uselocale(previous_);
        freelocale(locale_);
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;

    struct Character {
        std::size_t bytes;
        int width;  ///< -1 for what cannot be printed
    };
    Character next(std::string_view text) const {
        std::mbstate_t state{};
        wchar_t character = 0;
        const std::size_t bytes = std::mbrtowc(&character, text.data(), text.size(), &state);
        if (bytes == 0 || bytes > text.size()) return {1, -1};
        return {bytes, wcwidth(character)};
    }

  private:
    locale_t locale_, previous_ = nullptr;
};

/// Breaks styled glyphs into lines.
class LineBuilder {
  public:
    explicit LineBuilder(int columns) : columns_(std::max(columns, 2)) {}

    void add(std::string_view glyph, int width, Style style) {
        if (used_ + width > columns_) break_line();
        if (style != style_) {
            if (style_ != Style::plain) line_ += reset;
            if (style != Style::plain) line_ += escape(style);
            style_ = style;
        }
        line_ += glyph;
        used_ += width;
    }
    void break_line() {
        if (style_ != Style::plain) line_ += reset;
        style_ = Style::plain;
        lines_.push_back(std::move(line_));
        line_.clear();
        used_ = 0;
    }
    std::size_t line_number() const { return lines_.size(); }
    std::vector<std::string> finish() {
        if (used_ > 0 || lines_.empty()) break_line();
        return std::move(lines_);
    }

  private:
    int columns_, used_ = 0;
    Style style_ = Style::plain;
    std::string line_;
    std::vector<std::string> lines_;
};

/// Text of neighbouring tokens: characters may be split between them, so it is decoded as one. A character has the
/// style of the token it begins in.
class TextRun {
  public:
    void add(std::string_view bytes, Style style) {
        text_ += bytes;
        styles_.resize(text_.size(), style);
    }
    void flush(LineBuilder& lines, const Utf8Locale& locale) {
        for (std::size_t at = 0; at < text_.size();) {
            const Style style = styles_[at];
            const auto [bytes, width] = locale.next(std::string_view(text_).substr(at));
            if (text_[at] == '\n')
                lines.break_line();
            else if (text_[at] == '\t')
                lines.add(" ", 1, style);
            else if (width < 0)
                lines.add(replacement, 1, style);
            else
                lines.add(std::string_view(text_).substr(at, bytes), width, style);
            at += bytes;
        }
        text_.clear();
        styles_.clear();
    }

  private:
    std::string text_;
    std::vector<Style> styles_;
};

/// The part of `lines` to show where they are too many: with the line `focus` in the middle, as far as there are lines.
std::vector<std::string> window(std::vector<std::string> lines, std::size_t rows, std::size_t focus) {
    if (lines.size() <= rows) return lines;
    const std::size_t first = std::min(focus - std::min(focus, rows / 2), lines.size() - rows);
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(rows)};
}

}  // namespace

std::vector<std::string> canvas_lines(const std::vector<CanvasCell>& cells, int columns, int rows) {
    const Utf8Locale locale;
    LineBuilder lines(columns);
    TextRun run;
    std::optional<std::size_t> first_mask;
    for (const CanvasCell& cell : cells) {
        const Style style = cell.state == CanvasCell::State::fresh ? Style::fresh : Style::plain;
        if (cell.state != CanvasCell::State::masked && !cell.text.empty()) {
            run.add(cell.text, style);
            continue;
        }
        run.flush(lines, locale);
        if (cell.state == CanvasCell::State::masked) {
            lines.add(mask_block, 1, Style::dim);
            if (!first_mask) first_mask = lines.line_number();
        } else {
            lines.add(special_dot, 1, style == Style::fresh ? Style::fresh : Style::dim);
        }
    }
    run.flush(lines, locale);
    std::vector<std::string> all = lines.finish();
    const std::size_t focus = first_mask.value_or(all.size() - 1);
    return window(std::move(all), static_cast<std::size_t>(std::max(rows, 1)), focus);
}

std::string FrameInPlace::draw(const std::vector<std::string>& lines) {
    std::string bytes = height_ > 0 ? "\x1b[" + std::to_string(height_) + "A\r" : "\r";
    // Each line is overwritten and its rest cleared: clearing everything first would flicker.
    for (const std::string& line : lines) bytes += line + "\x1b[K\n";
    height_ = lines.size();
    return bytes + "\x1b[J";
}

std::string FrameInPlace::erase() {
    if (height_ == 0) return "";
    const std::string bytes = "\x1b[" + std::to_string(height_) + "A\r\x1b[J";
    height_ = 0;
    return bytes;
}

}  // namespace quern::cli
