#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/cli/commands.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"

namespace quern::cli {

namespace {

constexpr std::size_t max_text_bytes = 100, max_item_bytes = 24, max_items = 6;

struct TypeTotal {
    std::int64_t tensors = 0, elements = 0;
    std::uint64_t bytes = 0;
    bool has_kernels = true;
};

struct Totals {
    std::map<std::string_view, TypeTotal> by_type;
    TypeTotal all;

    explicit Totals(const GgufFile& file) {
        for (const GgufTensor& tensor : file.tensors())
            for (TypeTotal* total : {&by_type[tensor.type_name()], &all}) {
                total->tensors += 1;
                total->elements += tensor.elements();
                total->bytes += tensor.data.size();
                total->has_kernels = total->has_kernels && tensor.format() != nullptr;
            }
    }
};

double bits_per_weight(const TypeTotal& total) {
    return total.elements == 0 ? 0 : 8 * static_cast<double>(total.bytes) / static_cast<double>(total.elements);
}

// As few digits as give the value back. Most reals of a file are 32 bits wide and read better as such.
std::string shortest(double value) {
    char digits[32];
    const auto narrow = static_cast<float>(value);
    const std::to_chars_result result = static_cast<double>(narrow) == value
                                            ? std::to_chars(digits, digits + sizeof digits, narrow)
                                            : std::to_chars(digits, digits + sizeof digits, value);
    return {digits, result.ptr};
}

struct ValueText {
    std::string operator()(std::uint64_t value) const { return std::to_string(value); }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return shortest(value); }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(const std::string& value) const { return printable(value, max_text_bytes); }
    template <typename T>
    std::string operator()(const std::vector<T>& items) const {
        std::string text = "[";
        for (std::size_t i = 0; i < items.size() && i < max_items; ++i) {
            if (i > 0) text += ", ";
            if constexpr (std::is_same_v<T, std::string>)
                text += printable(items[i], max_item_bytes);
            else
                text += (*this)(T{items[i]});
        }
        if (items.size() > max_items) text += ", ...";
        return text + "] (" + std::to_string(items.size()) + " items)";
    }
};

class Table {
  public:
    explicit Table(std::vector<std::string> header) { add(std::move(header)); }

    void add(std::vector<std::string> row) {
        widths_.resize(std::max(widths_.size(), row.size()));
        for (std::size_t c = 0; c < row.size(); ++c) widths_[c] = std::max(widths_[c], row[c].size());
        rows_.push_back(std::move(row));
    }
    // Columns from `first_number` on are flush right.
    void print(std::ostream& out, std::size_t first_number) const {
        for (const std::vector<std::string>& row : rows_) {
            std::string line;
            for (std::size_t c = 0; c < row.size(); ++c) {
                const std::string padding(widths_[c] - row[c].size(), ' ');
                line += "  " + (c < first_number ? row[c] + padding : padding + row[c]);
            }
            line.erase(line.find_last_not_of(' ') + 1);
            out << line << '\n';
        }
    }

  private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<std::size_t> widths_;
};

std::string fixed(double value, int decimals) {
    char digits[64];
    const std::to_chars_result result =
        std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, decimals);
    return {digits, result.ptr};
}

// Names of one's own files are plain; any other is shown in quotes.
std::string plain_name(const std::string& name) {
    const std::string shown = printable(name);
    return shown == '"' + name + '"' ? name : shown;
}

void print_text(const GgufFile& file, std::ostream& out) {
    const Totals totals(file);
    out << file.name() << ": GGUF version " << file.version() << ", " << file.file_bytes() << " bytes, "
        << file.metadata().size() << " metadata keys, " << file.tensors().size() << " tensors, " << totals.all.elements
        << " weights, " << fixed(bits_per_weight(totals.all), 3) << " bits per weight\n";

    out << "\nmetadata\n";
    Table metadata({"key", "value"});
    for (const auto& [key, value] : file.metadata()) metadata.add({plain_name(key), std::visit(ValueText{}, value)});
    metadata.print(out, 2);

    out << "\ntensors\n";
    Table tensors({"name", "type", "shape", "offset", "bytes"});
    for (const GgufTensor& tensor : file.tensors())
        tensors.add({plain_name(tensor.name), std::string(tensor.type_name()), tensor.shape(),
                     std::to_string(tensor.offset), std::to_string(tensor.data.size())});
    tensors.print(out, 3);

    out << "\ntypes\n";
    Table types({"type", "kernels", "tensors", "weights", "bytes", "bits per weight"});
    for (const auto& [type, total] : totals.by_type)
        types.add({std::string(type), total.has_kernels ? "yes" : "no", std::to_string(total.tensors),
                   std::to_string(total.elements), std::to_string(total.bytes), fixed(bits_per_weight(total), 3)});
    types.print(out, 2);
}

nlohmann::ordered_json to_json(const GgufFile& file) {
    using Json = nlohmann::ordered_json;
    const Totals totals(file);
    Json tensors = Json::array(), bytes_by_type = Json::object();
    Json::object_t metadata;  // filled at its end: keys are distinct, and looking each up takes time in their square
    for (const auto& [key, value] : file.metadata())
        metadata.push_back({key, std::visit([](const auto& held) { return Json(held); }, value)});
    for (const GgufTensor& tensor : file.tensors())
        tensors.push_back({{"name", tensor.name},
                           {"type", tensor.type_name()},
                           {"shape", tensor.dimensions},
                           {"offset", tensor.offset},
                           {"bytes", tensor.data.size()}});
    for (const auto& [type, total] : totals.by_type) bytes_by_type[std::string(type)] = total.bytes;
    return {{"file", file.name()},
            {"version", file.version()},
            {"file_bytes", file.file_bytes()},
            {"metadata", std::move(metadata)},
            {"tensors", std::move(tensors)},
            {"bytes_by_type", std::move(bytes_by_type)},
            {"weights", totals.all.elements},
            {"bits_per_weight", bits_per_weight(totals.all)}};
}

}  // namespace

void add_inspect_command(CLI::App& app) {
    struct Options {
        std::string file;
        bool json = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("inspect", "Show what a GGUF file holds: metadata, tensors, types");
    command->add_option("FILE", options->file, "The GGUF file")->required();
    command->add_flag("--json", options->json, "Print one JSON object, arrays and strings whole");
    command->callback([options] {
        const GgufFile file = GgufFile::open(options->file);
        if (options->json)
            std::cout << to_json(file).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
        else
            print_text(file, std::cout);
    });
}

}  // namespace quern::cli
