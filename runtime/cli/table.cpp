#include "runtime/cli/table.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <locale>
#include <sstream>
#include <string_view>

namespace quern::cli {

std::string fixed(double value, int digits) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << std::fixed << std::setprecision(digits) << value;
    return out.str();
}

std::string readable_bytes(std::size_t bytes) {
    constexpr std::array<std::string_view, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
    return fixed(value, unit == 0 ? 0 : 1) + " " + std::string(units[unit]);
}

std::string Table::text() const {
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        widths.push_back(columns_[column].title.size());
        for (const auto& row : rows_) widths.back() = std::max(widths.back(), row.at(column).size());
    }
    std::string out;
    const auto add_line = [&](const auto& cell_of) {
        std::string line;
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            const std::string& cell = cell_of(column);
            const std::string padding(widths[column] - cell.size(), ' ');
            if (column > 0) line += "  ";
            line += columns_[column].align == Align::right ? padding + cell : cell + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    };
    add_line([&](std::size_t column) -> const std::string& { return columns_[column].title; });
    for (const auto& row : rows_) add_line([&](std::size_t column) -> const std::string& { return row[column]; });
    return out;
}

}  // namespace quern::cli
