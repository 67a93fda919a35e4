#pragma once

#include <string>
#include <vector>

namespace quern::cli {

/// `value` with `digits` decimals.
std::string fixed(double value, int digits);
/// A size in the largest binary unit that leaves at least 1: "320 B", "1.5 KiB", "4.2 GiB".
std::string readable_bytes(std::size_t bytes);

/// Text in columns two spaces apart, each as wide as its widest cell (bytes: cells are ASCII).
class Table {
  public:
    enum class Align { left, right };
    struct Column {
        std::string title;
        Align align = Align::left;
    };
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// One cell a column.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// A line of titles, then the rows, each ended by a line feed and without trailing spaces.
    std::string text() const;

  private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace quern::cli
