#include "runtime/cli/canvas_view.hpp"

#include <doctest/doctest.h>

#include <string_view>

using namespace quern::cli;

namespace {

using Lines = std::vector<std::string>;
using State = CanvasCell::State;

const std::string block = "\xe2\x96\x91", replacement = "\xef\xbf\xbd", dot = "\xc2\xb7";
const std::string dim = "\x1b[2m", fresh = "\x1b[1;32m", reset = "\x1b[0m";

CanvasCell masked() {
    return {State::masked, "hidden"};
}
CanvasCell settled(std::string text) {
    return {State::settled, std::move(text)};
}
CanvasCell committed(std::string text) {
    return {State::fresh, std::move(text)};
}

std::string without_styles(const std::string& line) {
    std::string plain;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == '\x1b') {
            at = line.find('m', at) + 1;
        } else {
            plain += line[at++];
        }
    }
    return plain;
}

}  // namespace

TEST_CASE("masks are dim blocks, fresh tokens bold green, settled ones plain") {
    CHECK(canvas_lines({settled("A"), settled(" fox"), committed(" ran"), masked(), masked()}, 80, 10) ==
          Lines{"A fox" + fresh + " ran" + reset + dim + block + block + reset});
    CHECK(canvas_lines({masked()}, 80, 10) == Lines{dim + block + reset});
    CHECK(canvas_lines({settled("x"), masked(), settled("y")}, 80, 10) == Lines{"x" + dim + block + reset + "y"});
    CHECK(canvas_lines({}, 80, 10) == Lines{""});
}

TEST_CASE("special tokens are dots") {
    CHECK(canvas_lines({settled("a"), settled(""), committed("")}, 80, 10) ==
          Lines{"a" + dim + dot + reset + fresh + dot + reset});
}

TEST_CASE("lines break at the width and at line feeds, and every line ends in the plain style") {
    CHECK(canvas_lines({settled("abcdef")}, 4, 10) == Lines{"abcd", "ef"});
    CHECK(canvas_lines({settled("abcd")}, 4, 10) == Lines{"abcd"});
    CHECK(canvas_lines({committed("abcdef")}, 4, 10) == Lines{fresh + "abcd" + reset, fresh + "ef" + reset});
    CHECK(canvas_lines({masked(), masked(), masked()}, 2, 10) ==
          Lines{dim + block + block + reset, dim + block + reset});
    CHECK(canvas_lines({settled("one\ntwo"), settled("\n\n"), settled("three")}, 80, 10) ==
          Lines{"one", "two", "", "three"});
    CHECK(canvas_lines({settled("a\tb")}, 80, 10) == Lines{"a b"});
}

TEST_CASE("characters split between tokens are drawn whole, and wide ones take two columns") {
    const std::string e_acute = "\xc3\xa9", mouse = "\xf0\x9f\x90\xad", han = "\xe7\xa3\xa8";
    CHECK(canvas_lines({settled("\xc3"), settled("\xa9")}, 80, 10) == Lines{e_acute});
    CHECK(canvas_lines({committed("\xf0\x9f"), settled("\x90\xad!")}, 80, 10) == Lines{fresh + mouse + reset + "!"});
    CHECK(canvas_lines({settled(han + han + han)}, 5, 10) == Lines{han + han, han});
    CHECK(canvas_lines({settled("e\xcc\x81"
                                "f")},
                       2, 10) == Lines{"e\xcc\x81"
                                       "f"});
    // The missing half is still masked.
    CHECK(canvas_lines({settled("\xc3"), masked()}, 80, 10) == Lines{replacement + dim + block + reset});
}

TEST_CASE("bytes that would move the cursor or are no UTF-8 are replaced") {
    CHECK(canvas_lines({settled("a\x1b[2Jb")}, 80, 10) == Lines{"a" + replacement + "[2Jb"});
    CHECK(canvas_lines({settled("\r\x07\x7f")}, 80, 10) == Lines{replacement + replacement + replacement});
    CHECK(canvas_lines({settled(std::string("a\0b", 3))}, 80, 10) == Lines{"a" + replacement + "b"});
    CHECK(canvas_lines({settled("\xff\xfe")}, 80, 10) == Lines{replacement + replacement});
    CHECK(canvas_lines({settled("\xc2\x9b"
                                "2J")},
                       80, 10) == Lines{replacement + "2J"});  // C1's CSI
}

TEST_CASE("a canvas taller than the terminal shows the lines around the first mask") {
    std::vector<CanvasCell> cells;
    for (char line = 'a'; line < 'a' + 10; ++line) cells.push_back(settled(std::string(1, line) + "\n"));
    for (int i = 0; i < 10; ++i) {
        cells.push_back(masked());
        cells.push_back(settled("\n"));
    }
    const Lines middle = canvas_lines(cells, 80, 4);
    REQUIRE(middle.size() == 4);
    CHECK(middle[0] == "i");
    CHECK(middle[1] == "j");
    CHECK(without_styles(middle[2]) == block);
    for (auto& cell : cells)
        if (cell.state == State::masked) cell = settled("z");
    const Lines end = canvas_lines(cells, 80, 4);
    CHECK(end == Lines{"z", "z", "z", "z"});
    cells[0] = masked();
    CHECK(without_styles(canvas_lines(cells, 80, 4)[0]) == block + "b");
    CHECK(canvas_lines(cells, 80, 1).size() == 1);
}

TEST_CASE("absurd sizes still draw") {
    CHECK(canvas_lines({settled("abc")}, 0, 0).size() == 1);
    CHECK(canvas_lines({settled("abc")}, -3, 10) == Lines{"ab", "c"});
}

TEST_CASE("frames are drawn over each other and erased") {
    FrameInPlace frame;
    CHECK(frame.erase() == "");
    CHECK(frame.draw({"one", "two"}) == "\rone\x1b[K\ntwo\x1b[K\n\x1b[J");
    CHECK(frame.draw({"three"}) == "\x1b[2A\rthree\x1b[K\n\x1b[J");
    CHECK(frame.erase() == "\x1b[1A\r\x1b[J");
    CHECK(frame.draw({"four"}) == "\rfour\x1b[K\n\x1b[J");
}
