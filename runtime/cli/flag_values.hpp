#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace quern::cli {

/// Checks for numeric flags that are stricter than CLI11's own conversions, which take -1 for an unsigned number, 010
/// for eight, nan for a real and saturate where a number is too large. Add them with transform(): a number that passes
/// is handed on in plain decimal.
template <class Integer>
CLI::Validator whole_number(Integer minimum, Integer maximum = std::numeric_limits<Integer>::max()) {
    std::string range = std::to_string(minimum) + " or more";
    if (maximum != std::numeric_limits<Integer>::max())
        range = "from " + std::to_string(minimum) + " to " + std::to_string(maximum);
    return {[minimum, maximum, range](std::string& text) -> std::string {
                Integer value{};
                const char* end = text.data() + text.size();
                const auto [stop, status] = std::from_chars(text.data(), end, value);
                if (status == std::errc::result_out_of_range && stop == end)
                    return "'" + text + "' is too large: whole number " + range;
                if (status != std::errc{} || stop != end || value < minimum || value > maximum)
                    return "'" + text + "' is no whole number " + range;
                text = std::to_string(value);
                return {};
            },
            ""};
}

/// The whole numbers, `minimum` or more, of a list like "3,1,4". Throws CLI::ValidationError naming the flag and the
/// item that is none: an empty one too, which a delimiter of CLI11's drops.
template <class Integer>
std::vector<Integer> whole_number_list(const std::string& flag, const std::string& text, Integer minimum) {
    std::vector<Integer> values;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        std::string item = text.substr(begin, end - begin);
        if (const std::string wrong = whole_number<Integer>(minimum)(item); !wrong.empty())
            throw CLI::ValidationError(flag, wrong);
        values.push_back(static_cast<Integer>(std::stoll(item)));
        begin = end + 1;
    }
    return values;
}

inline CLI::Validator real_number(double minimum) {
    return {[minimum](std::string& text) -> std::string {
                double value = 0;
                const char* end = text.data() + text.size();
                const auto [stop, status] = std::from_chars(text.data(), end, value);
                if (status != std::errc{} || stop != end || !std::isfinite(value) || value < minimum) {
                    std::string bound(32, '\0');
                    bound.erase(static_cast<std::size_t>(
                        std::to_chars(bound.data(), bound.data() + bound.size(), minimum).ptr - bound.data()));
                    return "'" + text + "' is no finite number " + bound + " or more";
                }
                return {};
            },
            ""};
}

}  // namespace quern::cli
