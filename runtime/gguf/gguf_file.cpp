#include "runtime/gguf/gguf_file.hpp"

#include <limits>
#include <utility>

#include "runtime/gguf/gguf_parser.hpp"
#include "runtime/gguf/mapped_file.hpp"
#include "runtime/gguf/printable.hpp"

namespace quern {

struct GgufFile::State {
    std::unique_ptr<MappedFile> mapping;  // none for parse()
    std::size_t bytes = 0;
    std::string name;
    GgufContents contents;

    Error key_error(std::string_view key, const std::string& message) const {
        return Error(name + ": key " + printable(key) + ": " + message);
    }

    const GgufValue* find(std::string_view key) const {
        const auto found = contents.metadata_index.find(key);
        return found == contents.metadata_index.end() ? nullptr : &contents.metadata[found->second].second;
    }

    const GgufValue& required(std::string_view key) const {
        const GgufValue* value = find(key);
        if (value == nullptr) throw Error(name + ": missing key " + printable(key));
        return *value;
    }

    template <typename T>
    const T& as(std::string_view key, const GgufValue& value, std::string_view expected) const {
        const T* held = std::get_if<T>(&value);
        if (held == nullptr) wrong_type(key, value, expected);
        return *held;
    }

    [[noreturn]] void wrong_type(std::string_view key, const GgufValue& value, std::string_view expected) const {
        throw key_error(key, "is " + std::string(gguf_value_kind(value)) + ", not " + std::string(expected));
    }

    std::int64_t narrowed(std::string_view key, std::uint64_t value) const {
        if (!std::in_range<std::int64_t>(value)) throw key_error(key, std::to_string(value) + " is too large");
        return static_cast<std::int64_t>(value);
    }

    std::int64_t integer(std::string_view key, const GgufValue& value) const {
        if (const auto* held = std::get_if<std::uint64_t>(&value)) return narrowed(key, *held);
        return as<std::int64_t>(key, value, "an integer");
    }
};

std::string_view gguf_value_kind(const GgufValue& value) {
    struct Kinds {
        std::string_view operator()(std::uint64_t) const { return "an unsigned integer"; }
        std::string_view operator()(std::int64_t) const { return "a signed integer"; }
        std::string_view operator()(double) const { return "a real number"; }
        std::string_view operator()(bool) const { return "a boolean"; }
        std::string_view operator()(const std::string&) const { return "a string"; }
        std::string_view operator()(const std::vector<std::uint64_t>&) const { return "an array of unsigned integers"; }
        std::string_view operator()(const std::vector<std::int64_t>&) const { return "an array of signed integers"; }
        std::string_view operator()(const std::vector<double>&) const { return "an array of real numbers"; }
        std::string_view operator()(const std::vector<bool>&) const { return "an array of booleans"; }
        std::string_view operator()(const std::vector<std::string>&) const { return "an array of strings"; }
    };
    return std::visit(Kinds{}, value);
}

GgufFile::GgufFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
GgufFile::GgufFile(GgufFile&&) noexcept = default;
GgufFile& GgufFile::operator=(GgufFile&&) noexcept = default;
GgufFile::~GgufFile() = default;

GgufFile GgufFile::open(const std::filesystem::path& path) {
    auto mapping = std::make_unique<MappedFile>(path);
    GgufFile file = parse(mapping->bytes(), path.string());
    file.state_->mapping = std::move(mapping);
    return file;
}

GgufFile GgufFile::parse(std::span<const std::uint8_t> bytes, std::string name) {
    auto state = std::make_unique<State>();
    state->bytes = bytes.size();
    state->contents = parse_gguf(bytes, name);
    state->name = std::move(name);
    return GgufFile(std::move(state));
}

const std::string& GgufFile::name() const {
    return state_->name;
}

std::uint32_t GgufFile::version() const {
    return state_->contents.version;
}

std::size_t GgufFile::file_bytes() const {
    return state_->bytes;
}

std::span<const std::pair<std::string, GgufValue>> GgufFile::metadata() const {
    return state_->contents.metadata;
}

const GgufValue* GgufFile::find(std::string_view key) const {
    return state_->find(key);
}

std::int64_t GgufFile::integer(std::string_view key) const {
    return state_->integer(key, state_->required(key));
}

std::int64_t GgufFile::integer(std::string_view key, std::int64_t fallback) const {
    const GgufValue* value = find(key);
    return value == nullptr ? fallback : state_->integer(key, *value);
}

double GgufFile::real(std::string_view key) const {
    return state_->as<double>(key, state_->required(key), "a real number");
}

double GgufFile::real(std::string_view key, double fallback) const {
    const GgufValue* value = find(key);
    return value == nullptr ? fallback : state_->as<double>(key, *value, "a real number");
}

bool GgufFile::boolean(std::string_view key, bool fallback) const {
    const GgufValue* value = find(key);
    return value == nullptr ? fallback : state_->as<bool>(key, *value, "a boolean");
}

std::string_view GgufFile::text(std::string_view key) const {
    return state_->as<std::string>(key, state_->required(key), "a string");
}

std::string_view GgufFile::text(std::string_view key, std::string_view fallback) const {
    const GgufValue* value = find(key);
    return value == nullptr ? fallback : std::string_view(state_->as<std::string>(key, *value, "a string"));
}

std::span<const std::string> GgufFile::texts(std::string_view key) const {
    return state_->as<std::vector<std::string>>(key, state_->required(key), "an array of strings");
}

std::vector<std::int64_t> GgufFile::integers(std::string_view key) const {
    const GgufValue& value = state_->required(key);
    if (const auto* items = std::get_if<std::vector<std::uint64_t>>(&value)) {
        std::vector<std::int64_t> result;
        result.reserve(items->size());
        for (const std::uint64_t item : *items) result.push_back(state_->narrowed(key, item));
        return result;
    }
    return state_->as<std::vector<std::int64_t>>(key, value, "an array of integers");
}

std::span<const GgufTensor> GgufFile::tensors() const {
    return state_->contents.tensors;
}

const GgufTensor* GgufFile::find_tensor(std::string_view name) const {
    const auto found = state_->contents.tensor_index.find(name);
    return found == state_->contents.tensor_index.end() ? nullptr : &state_->contents.tensors[found->second];
}

const GgufTensor& GgufFile::tensor(std::string_view name, std::int64_t rows, std::int64_t columns) const {
    const GgufTensor* tensor = find_tensor(name);
    if (tensor == nullptr) throw Error(state_->name + ": missing tensor " + printable(name));
    const std::string place = state_->name + ": tensor " + printable(name) + ": ";
    if (tensor->matrices() != 1) throw Error(place + "has the shape " + tensor->shape() + ", which is no matrix");
    if (tensor->rows() != rows || tensor->columns() != columns)
        throw Error(place + "has " + std::to_string(tensor->rows()) + " rows of " + std::to_string(tensor->columns()) +
                    ", not " + std::to_string(rows) + " rows of " + std::to_string(columns));
    if (tensor->format() == nullptr) {
        std::string supported;
        for (const WeightFormat& row : weight_formats())
            supported += (supported.empty() ? "" : ", ") + std::string(row.ggml_name);
        throw Error(place + "the type " + std::string(tensor->type_name()) + " is not supported (" + supported +
                    " are)");
    }
    return *tensor;
}

Error GgufFile::key_error(std::string_view key, const std::string& message) const {
    return state_->key_error(key, message);
}

void GgufFile::release_pages(const GgufTensor& tensor) const {
    if (state_->mapping) state_->mapping->release(tensor.data);
}

}  // namespace quern
