#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/cli/commands.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/table.hpp"
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

// A name as it is where that is fit to print, else in quotes and escaped.
std::string plain_name(const std::string& name) {
    const std::string whole = printable(name, name.size());
    return whole == '"' + name + '"' ? name : whole;
}

// The names in a file are its author's choice, and may be long.
std::string short_name(const std::string& name) {
    return name.size() <= max_text_bytes ? plain_name(name) : printable(name, max_text_bytes);
}

std::string to_text(const GgufFile& file) {
    using enum Table::Align;
    const Totals totals(file);
    const std::string summary = plain_name(file.name()) + ": GGUF version " + std::to_string(file.version()) + ", " +
                                readable_bytes(file.file_bytes()) + ", " + std::to_string(totals.all.elements) +
                                " weights, " + fixed(bits_per_weight(totals.all), 3) + " bits per weight\n";
    Table metadata({{"key"}, {"value"}});
    for (const auto& [key, value] : file.metadata()) metadata.add({short_name(key), std::visit(ValueText{}, value)});

    Table tensors({{"name"}, {"type"}, {"shape"}, {"offset", right}, {"bytes", right}});
    for (const GgufTensor& tensor : file.tensors())
        tensors.add({short_name(tensor.name), std::string(tensor.type_name()), tensor.shape(),
                     std::to_string(tensor.offset), std::to_string(tensor.data.size())});

    Table types({{"type"}, {"kernels"}, {"tensors", right}, {"weights", right}, {"bytes", right}, {"bits", right}});
    for (const auto& [type, total] : totals.by_type)
        types.add({std::string(type), total.has_kernels ? "yes" : "no", std::to_string(total.tensors),
                   std::to_string(total.elements), std::to_string(total.bytes), fixed(bits_per_weight(total), 3)});

    return summary + "\nMetadata: " + std::to_string(file.metadata().size()) + " keys\n" + metadata.text() +
           "\nTensors: " + std::to_string(file.tensors().size()) + "\n" + tensors.text() +
           "\nTypes, with bits per weight\n" + types.text();
}

nlohmann::json to_json(const GgufFile& file) {
    using Json = nlohmann::json;
    const Totals totals(file);
    Json metadata = Json::object(), tensors = Json::array(), bytes_by_type = Json::object();
    for (const auto& [key, value] : file.metadata())
        metadata[key] = std::visit([](const auto& held) { return Json(held); }, value);
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
            print_json(to_json(file));
        else
            print(to_text(file));
    });
}

}  // namespace quern::cli
