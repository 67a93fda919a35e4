#include "runtime/engine/forward_pass.hpp"

#include <string>

#include "gen/error.hpp"

namespace quern {

void check_canvas(const ModelShape& shape, std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows) {
    if (tokens.empty()) throw Error("the canvas is empty");
    if (tokens.size() > static_cast<std::size_t>(shape.context_length))
        throw Error("a canvas of " + std::to_string(tokens.size()) + " tokens is longer than the model's context of " +
                    std::to_string(shape.context_length));
    for (std::size_t position = 0; position < tokens.size(); ++position)
        if (tokens[position] < 0 || tokens[position] >= shape.vocabulary)
            throw Error("token " + std::to_string(tokens[position]) + " at position " + std::to_string(position) +
                        " is outside the vocabulary of " + std::to_string(shape.vocabulary));
    for (const std::int32_t row : rows)
        if (row < 0 || static_cast<std::size_t>(row) >= tokens.size())
            throw Error("row " + std::to_string(row) + " is outside the canvas of " + std::to_string(tokens.size()) +
                        " tokens");
}

void check_canvas(const ModelShape& shape, std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                  std::span<const float> out) {
    check_canvas(shape, tokens, rows);
    const auto vocabulary = static_cast<std::size_t>(shape.vocabulary);
    if (out.size() % vocabulary != 0 || out.size() / vocabulary != rows.size())
        throw Error("a buffer of " + std::to_string(out.size()) + " logits does not hold " +
                    std::to_string(rows.size()) + " rows of " + std::to_string(vocabulary));
}

}  // namespace quern
