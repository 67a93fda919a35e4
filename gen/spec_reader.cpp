#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "gen/error.hpp"
#include "gen/op_traits.hpp"
#include "gen/toml.hpp"

namespace quern {

namespace {

constexpr std::array spec_keys{
    std::string_view("name"),     std::string_view("op"),       std::string_view("weight"),
    std::string_view("n"),        std::string_view("k"),        std::string_view("tokens"),
    std::string_view("tile"),     std::string_view("isa"),      std::string_view("head_size"),
    std::string_view("pairs"),    std::string_view("type"),     std::string_view("m"),
    std::string_view("a_layout"), std::string_view("b_layout"), std::string_view("transposed"),
    std::string_view("block"),    std::string_view("bits"),     std::string_view("codes")};
constexpr std::uintmax_t largest_file = 1 << 20;

// `names` is any range of rows with a `name`, or of names.
template <class Names>
std::string list(const Names& names) {
    std::string text;
    for (const auto& row : names) {
        if (!text.empty()) text += ", ";
        if constexpr (requires { row.name; })
            text += row.name;
        else
            text += row;
    }
    return text;
}

// Control characters are replaced: messages go to terminals.
std::string quote(std::string_view text) {
    std::string shown = std::string(1, '"').append(text).append(1, '"');
    std::replace_if(
        shown.begin(), shown.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return shown;
}

std::string read_text(const std::filesystem::path& file) {
    const std::string name = file.string();
    std::error_code status;
    if (std::filesystem::is_directory(file, status)) throw Error(name + ": is a directory, not a spec file");
    if (std::filesystem::exists(file, status) && !std::filesystem::is_regular_file(file, status))
        throw Error(name + ": is not a regular file");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw Error(name + ": cannot be opened: " + std::strerror(errno));
    std::string text(largest_file + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) throw Error(name + ": cannot be read: " + std::strerror(errno));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest_file) throw Error(name + ": is over 1 MiB, too large for a spec file");
    return text;
}

// Turns the tables of one parsed file into specs. Every error says where in the file its cause stands.
class SpecReader {
  public:
    explicit SpecReader(std::string file) : file_(std::move(file)) {}

    std::vector<KernelSpec> read(const toml::table& root) {
        for (const auto& [key, node] : root)
            if (key.str() != "kernel")
                fail(key.source(), "unknown key " + quote(key.str()) + ": a spec file holds [[kernel]] tables");
        const toml::node* kernels = root.get("kernel");
        if (!kernels) fail(root.source(), "no [[kernel]] table");
        const toml::array* tables = kernels->as_array();
        if (!tables) fail(kernels->source(), "kernel must be an array of tables: write [[kernel]]");
        if (tables->empty()) fail(kernels->source(), "no [[kernel]] table");
        std::vector<KernelSpec> specs;
        for (const toml::node& node : *tables) {
            const toml::table* table = node.as_table();
            if (!table) fail(node.source(), "kernel must be an array of tables: write [[kernel]]");
            specs.push_back(read_kernel(*table));
        }
        return specs;
    }

  private:
    KernelSpec read_kernel(const toml::table& table) {
        KernelSpec spec;
        spec.name = read_name(table);
        const toml::node& op = require(table, "op", spec.name);
        const std::string op_text = string(op, "op");
        const OpTraits* traits = op_traits_by_name(op_text);
        if (!traits) fail(op.source(), "unknown op " + quote(op_text) + "; known: " + list(all_ops()));
        spec.op = traits->op;
        check_keys(table, *traits, spec.name);
        for (const auto& [key, node] : table) read_value(spec, key.str(), node);
        if (const auto problem = find_problem(spec)) {
            const toml::node* cause = table.get(problem->key);
            fail((cause ? *cause : table).source(), "kernel " + quote(spec.name) + ": " + problem->message);
        }
        return spec;
    }

    // Names become file names in dumps, so they are plain words.
    std::string read_name(const toml::table& table) {
        const toml::node& node = require(table, "name", "");
        std::string name = string(node, "name");
        constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
        if (name.empty() || name.size() > 100 || name.front() == '.' ||
            name.find_first_not_of(allowed) != std::string::npos)
            fail(node.source(),
                 "name " + quote(name) + " must be 1 to 100 letters, digits, '_', '-' or '.', and begin with no '.'");
        const auto [first, inserted] = lines_of_names_.emplace(name, node.source().begin.line);
        if (!inserted)
            fail(node.source(),
                 "a second kernel named " + quote(name) + "; the first is at line " + std::to_string(first->second));
        return name;
    }

    void check_keys(const toml::table& table, const OpTraits& traits, const std::string& name) const {
        for (const auto& [key, node] : table) {
            if (std::find(spec_keys.begin(), spec_keys.end(), key.str()) == spec_keys.end())
                fail(key.source(), "unknown key " + quote(key.str()) + "; a kernel takes " + list(spec_keys));
            if (key != "name" && key != "op" && !traits.takes(key.str()))
                fail(key.source(), "op " + quote(traits.name) + " takes no key " + quote(key.str()));
        }
        for (const std::string_view key : traits.needed)
            if (!key.empty()) require(table, key, name);
    }

    void read_value(KernelSpec& spec, std::string_view key, const toml::node& node) const {
        if (key == "weight") {
            const std::string text = string(node, key);
            spec.weight = weight_format_by_name(text);
            if (!spec.weight)
                fail(node.source(), "unknown weight " + quote(text) + "; known: " + list(weight_formats()));
        } else if (key == "n") {
            spec.n = integer(node, key);
        } else if (key == "k") {
            spec.k = integer(node, key);
        } else if (key == "tokens") {
            spec.tokens = integer(node, key);
        } else if (key == "head_size") {
            spec.head_size = narrow(spec, node, key);
        } else if (key == "tile") {
            if (is_auto(node, key, "an integer or \"auto\"")) return;
            spec.tile = narrow(spec, node, key);
            if (*spec.tile > widest_token_tile)
                fail(node.source(),
                     "tile " + std::to_string(*spec.tile) + " is not in 1 to " + std::to_string(widest_token_tile));
        } else if (key == "isa") {
            if (is_auto(node, key, "a string")) return;
            const std::string text = string(node, key);
            spec.isa = isa_by_name(text);
            if (!spec.isa) fail(node.source(), "unknown isa " + quote(text) + "; known: auto, " + list(all_isas()));
        } else if (key == "pairs") {
            spec.pairs = is_second(node, key, "adjacent", "halves") ? RopePairs::halves : RopePairs::adjacent;
        } else if (key == "m") {
            spec.m = integer(node, key);
        } else if (key == "type") {
            spec.type = is_second(node, key, "f64", "f32") ? ElementType::f32 : ElementType::f64;
        } else if (key == "a_layout" || key == "b_layout") {
            (key == "a_layout" ? spec.a_layout : spec.b_layout) = is_second(node, key, "row_major", "column_major")
                                                                      ? MatrixLayout::column_major
                                                                      : MatrixLayout::row_major;
        } else if (key == "block") {
            spec.block = integer(node, key);
        } else if (key == "bits") {
            spec.bits = narrow(spec, node, key);
        } else if (key == "codes") {
            spec.byte_codes = is_second(node, key, "packed", "bytes");
        } else if (key == "transposed") {
            if (!node.is_boolean()) wrong_type(node, key, "a boolean");
            spec.transposed = node.as_boolean()->get();
        }
    }

    const toml::node& require(const toml::table& table, std::string_view key, std::string_view kernel) const {
        const toml::node* node = table.get(key);
        if (!node)
            fail(table.source(),
                 (kernel.empty() ? "a kernel" : "kernel " + quote(kernel)) + " lacks the key " + quote(key));
        return *node;
    }

    std::string string(const toml::node& node, std::string_view key) const {
        if (!node.is_string()) wrong_type(node, key, "a string");
        return node.as_string()->get();
    }

    // True for the second of two words; fails where it is neither.
    bool is_second(const toml::node& node, std::string_view key, std::string_view first,
                   std::string_view second) const {
        const std::string text = string(node, key);
        if (text != first && text != second)
            fail(node.source(), "unknown " + std::string(key) + " " + quote(text) + "; known: " + std::string(first) +
                                    ", " + std::string(second));
        return text == second;
    }

    std::int64_t integer(const toml::node& node, std::string_view key) const {
        if (!node.is_integer()) wrong_type(node, key, "an integer");
        return node.as_integer()->get();
    }

    // Fits an int; find_problem() says what is sensible.
    int narrow(const KernelSpec& spec, const toml::node& node, std::string_view key) const {
        const std::int64_t value = integer(node, key);
        if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
            fail(node.source(), "kernel " + quote(spec.name) + ": " + std::string(key) + " = " + std::to_string(value) +
                                    " is not between 1 and " + std::to_string(std::numeric_limits<int>::max()));
        return static_cast<int>(value);
    }

    // True for "auto"; a string or an integer is left to the caller.
    bool is_auto(const toml::node& node, std::string_view key, std::string_view expected) const {
        if (node.is_string() && node.as_string()->get() == "auto") return true;
        if (key == "tile" && !node.is_integer()) wrong_type(node, key, expected);
        return false;
    }

    [[noreturn]] void wrong_type(const toml::node& node, std::string_view key, std::string_view expected) const {
        std::ostringstream actual;
        actual << node.type();
        fail(node.source(),
             std::string(key) + " must be " + std::string(expected) + ", not a value of type " + actual.str());
    }

    [[noreturn]] void fail(const toml::source_region& where, const std::string& message) const {
        throw Error(file_ + ":" + std::to_string(where.begin.line) + ":" + std::to_string(where.begin.column) + ": " +
                    message);
    }

    std::string file_;
    std::map<std::string, toml::source_index> lines_of_names_;
};

}  // namespace

std::vector<KernelSpec> parse_kernel_specs(std::string_view text, const std::string& name) {
    toml::table root;
    try {
        root = toml::parse(text);
    } catch (const toml::parse_error& error) {
        const toml::source_position where = error.source().begin;
        throw Error(name + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) + ": " +
                    std::string(error.description()));
    }
    return SpecReader(name).read(root);
}

std::vector<KernelSpec> read_kernel_specs(const std::filesystem::path& file) {
    return parse_kernel_specs(read_text(file), file.string());
}

}  // namespace quern
