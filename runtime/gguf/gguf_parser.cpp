#include "runtime/gguf/gguf_parser.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "runtime/gguf/byte_reader.hpp"
#include "runtime/gguf/ggml_types.hpp"
#include "runtime/gguf/printable.hpp"

namespace quern {

namespace {

enum class ValueType : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };

constexpr std::array<std::uint8_t, 4> magic{'G', 'G', 'U', 'F'};
// The smallest a metadata entry (name length, 1-byte name, type, 1-byte value) and a tensor info (name length, 1-byte
// name, dimension count, one dimension, type, offset) can be.
constexpr std::uint64_t min_metadata_entry = 8 + 1 + 4 + 1, min_tensor_info = 8 + 1 + 4 + 8 + 4 + 8;

// What errors call the value being read.
constexpr std::string_view value_name = "its value";

class Parser {
  public:
    Parser(std::span<const std::uint8_t> image, std::string_view file) : image_(image), reader_(image, file) {}

    GgufContents run() {
        read_header();
        for (std::uint64_t i = 0; i < metadata_count_; ++i) read_metadata_entry(i);
        for (std::uint64_t i = 0; i < tensor_count_; ++i) read_tensor_info(i);
        place_tensors();
        return std::move(contents_);
    }

  private:
    void read_header() {
        reader_.set_place("header");
        for (const std::uint8_t expected : magic)
            if (reader_.number<std::uint8_t>("the magic") != expected)
                reader_.fail("not a GGUF file: it does not begin with \"GGUF\"");
        const auto version = reader_.number<std::uint32_t>("the version");
        if (version != 0 && (version & 0xffffff) == 0) reader_.fail("big-endian GGUF is not supported");
        if (version != 2 && version != 3)
            reader_.fail("GGUF version " + std::to_string(version) + " is not supported (2 and 3 are)");
        contents_.version = version;
        tensor_count_ = reader_.number<std::uint64_t>("the tensor count");
        metadata_count_ = reader_.number<std::uint64_t>("the metadata count");
        check_count(metadata_count_, min_metadata_entry, "metadata entries");
        check_count(tensor_count_, min_tensor_info, "tensors");
    }

    void check_count(std::uint64_t count, std::uint64_t min_bytes, const std::string& what) const {
        if (count > reader_.left() / min_bytes)
            reader_.fail("claims " + std::to_string(count) + " " + what + ", the file has room for " +
                         std::to_string(reader_.left() / min_bytes) + " at most");
    }

    std::string_view read_name(const std::string& place, std::string_view kind) {
        reader_.set_place(place);
        const std::string_view name = reader_.text("its name", max_name_bytes);
        if (name.empty()) reader_.fail("its name is empty");
        reader_.set_place(std::string(kind) + " " + printable(name));
        return name;
    }

    void read_metadata_entry(std::uint64_t index) {
        const std::string_view key =
            read_name("key " + std::to_string(index + 1) + " of " + std::to_string(metadata_count_), "key");
        if (!contents_.metadata_index.emplace(key, contents_.metadata.size()).second) reader_.fail("is there twice");
        charge(sizeof(contents_.metadata[0]) + key.size());
        const auto type = static_cast<ValueType>(reader_.number<std::uint32_t>("the type of its value"));
        GgufValue value = type == ValueType::array ? read_array() : read_scalar(type);
        if (key == "general.alignment") set_alignment(value);
        contents_.metadata.emplace_back(key, std::move(value));
    }

    // Keeps a file from making quern hold more than max_metadata_bytes.
    void charge(std::uint64_t bytes) {
        if (bytes > max_metadata_bytes - charged_)
            reader_.fail("the metadata up to here takes more than " + std::to_string(max_metadata_bytes >> 20) +
                         " MiB");
        charged_ += bytes;
    }

    std::string read_text() {
        const std::string_view text = reader_.text(value_name, std::numeric_limits<std::uint64_t>::max());
        charge(text.size());
        return std::string(text);
    }

    bool read_boolean() {
        const auto byte = reader_.number<std::uint8_t>(value_name);
        if (byte > 1) reader_.fail("its value is a boolean of " + std::to_string(byte) + ", not 0 or 1");
        return byte == 1;
    }

    GgufValue read_scalar(ValueType type) {
        switch (type) {
            case ValueType::u8:
                return std::uint64_t{reader_.number<std::uint8_t>(value_name)};
            case ValueType::i8:
                return std::int64_t{reader_.number<std::int8_t>(value_name)};
            case ValueType::u16:
                return std::uint64_t{reader_.number<std::uint16_t>(value_name)};
            case ValueType::i16:
                return std::int64_t{reader_.number<std::int16_t>(value_name)};
            case ValueType::u32:
                return std::uint64_t{reader_.number<std::uint32_t>(value_name)};
            case ValueType::i32:
                return std::int64_t{reader_.number<std::int32_t>(value_name)};
            case ValueType::f32:
                return double{reader_.number<float>(value_name)};
            case ValueType::boolean:
                return read_boolean();
            case ValueType::text:
                return read_text();
            case ValueType::u64:
                return reader_.number<std::uint64_t>(value_name);
            case ValueType::i64:
                return reader_.number<std::int64_t>(value_name);
            case ValueType::f64:
                return reader_.number<double>(value_name);
            case ValueType::array:
                break;
        }
        reader_.fail("its value has the unknown type " + std::to_string(static_cast<std::uint32_t>(type)));
    }

    GgufValue read_array() {
        const auto type = static_cast<ValueType>(reader_.number<std::uint32_t>("the type of its items"));
        const auto count = reader_.number<std::uint64_t>("its item count");
        switch (type) {
            case ValueType::u8:
                return read_numbers<std::uint64_t, std::uint8_t>(count);
            case ValueType::i8:
                return read_numbers<std::int64_t, std::int8_t>(count);
            case ValueType::u16:
                return read_numbers<std::uint64_t, std::uint16_t>(count);
            case ValueType::i16:
                return read_numbers<std::int64_t, std::int16_t>(count);
            case ValueType::u32:
                return read_numbers<std::uint64_t, std::uint32_t>(count);
            case ValueType::i32:
                return read_numbers<std::int64_t, std::int32_t>(count);
            case ValueType::f32:
                return read_numbers<double, float>(count);
            case ValueType::boolean:
                return read_items<bool>(count, 1, [this] { return read_boolean(); });
            case ValueType::text:
                return read_items<std::string>(count, 8, [this] { return read_text(); });
            case ValueType::u64:
                return read_numbers<std::uint64_t, std::uint64_t>(count);
            case ValueType::i64:
                return read_numbers<std::int64_t, std::int64_t>(count);
            case ValueType::f64:
                return read_numbers<double, double>(count);
            case ValueType::array:
                reader_.fail("it is an array of arrays, which is not supported");
        }
        reader_.fail("its items have the unknown type " + std::to_string(static_cast<std::uint32_t>(type)));
    }

    template <typename Wide, typename Stored>
    std::vector<Wide> read_numbers(std::uint64_t count) {
        return read_items<Wide>(count, sizeof(Stored),
                                [this] { return static_cast<Wide>(reader_.number<Stored>(value_name)); });
    }

    // `min_bytes`: the least an item takes in the file.
    template <typename Item, typename ReadItem>
    std::vector<Item> read_items(std::uint64_t count, std::uint64_t min_bytes, const ReadItem& read_item) {
        if (count > reader_.left() / min_bytes)
            reader_.fail("truncated: it claims " + std::to_string(count) + " items, the file has room for " +
                         std::to_string(reader_.left() / min_bytes) + " at most");
        charge(count * sizeof(Item));
        std::vector<Item> items;
        items.reserve(static_cast<std::size_t>(count));
        for (std::uint64_t i = 0; i < count; ++i) {
            reader_.set_item(i + 1, count);
            items.push_back(read_item());
        }
        reader_.set_item(0, 0);
        return items;
    }

    void set_alignment(const GgufValue& value) {
        const auto* alignment = std::get_if<std::uint64_t>(&value);
        if (alignment == nullptr) reader_.fail("the alignment is not an unsigned integer");
        if (!std::has_single_bit(*alignment) || *alignment < 8 || *alignment > max_alignment)
            reader_.fail("the alignment is " + std::to_string(*alignment) + ", not a power of two from 8 to " +
                         std::to_string(max_alignment));
        alignment_ = *alignment;
    }

    void read_tensor_info(std::uint64_t index) {
        const std::string_view name =
            read_name("tensor " + std::to_string(index + 1) + " of " + std::to_string(tensor_count_), "tensor");
        if (!contents_.tensor_index.emplace(name, contents_.tensors.size()).second) reader_.fail("is there twice");
        GgufTensor tensor;
        tensor.name = name;
        const auto dimension_count = reader_.number<std::uint32_t>("its dimension count");
        if (dimension_count < 1 || dimension_count > 4)
            reader_.fail("has " + std::to_string(dimension_count) + " dimensions, not 1 to 4");
        std::uint64_t elements = 1;
        for (std::uint32_t d = 0; d < dimension_count; ++d) {
            const auto dimension = reader_.number<std::uint64_t>("its dimensions");
            if (dimension == 0) reader_.fail("dimension " + std::to_string(d) + " is 0");
            // Bounding the product bounds each dimension too.
            if (dimension > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / elements)
                reader_.fail("dimension " + std::to_string(d) + " is " + std::to_string(dimension) +
                             ": the number of elements overflows");
            elements *= dimension;
            tensor.dimensions.push_back(static_cast<std::int64_t>(dimension));
        }
        tensor.ggml_type = reader_.number<std::uint32_t>("its type");
        const GgmlType* type = ggml_type(tensor.ggml_type);
        if (type == nullptr) reader_.fail("has the unknown type " + std::to_string(tensor.ggml_type));
        if (tensor.columns() % type->elements != 0)
            reader_.fail("has " + std::to_string(tensor.columns()) + " columns, not a multiple of the " +
                         std::to_string(type->elements) + " that a block of " + std::string(type->name) + " holds");
        const std::uint64_t blocks = elements / type->elements;
        if (blocks > std::numeric_limits<std::uint64_t>::max() / type->bytes)
            reader_.fail("its size in bytes overflows");
        tensor.offset = reader_.number<std::uint64_t>("its offset");
        sizes_.push_back(blocks * type->bytes);
        contents_.tensors.push_back(std::move(tensor));
    }

    // Offsets in the file count from the start of the data section, which is known only now.
    void place_tensors() {
        const std::uint64_t data_start = (reader_.position() + alignment_ - 1) / alignment_ * alignment_;
        for (std::size_t i = 0; i < contents_.tensors.size(); ++i) {
            GgufTensor& tensor = contents_.tensors[i];
            reader_.set_place("tensor " + printable(tensor.name));
            if (tensor.offset % alignment_ != 0)
                reader_.fail("its offset " + std::to_string(tensor.offset) + " is not a multiple of the alignment " +
                             std::to_string(alignment_));
            const std::uint64_t room = image_.size() < data_start ? 0 : image_.size() - data_start;
            if (tensor.offset > room || sizes_[i] > room - tensor.offset)
                reader_.fail("its data (" + std::to_string(sizes_[i]) + " bytes at offset " +
                             std::to_string(tensor.offset) + ") lies outside the file's data section of " +
                             std::to_string(room) + " bytes");
            tensor.offset += data_start;
            tensor.data = image_.subspan(static_cast<std::size_t>(tensor.offset), static_cast<std::size_t>(sizes_[i]));
        }
        refuse_overlaps();
    }

    void refuse_overlaps() {
        std::vector<const GgufTensor*> by_offset;
        by_offset.reserve(contents_.tensors.size());
        for (const GgufTensor& tensor : contents_.tensors) by_offset.push_back(&tensor);
        std::ranges::stable_sort(by_offset, {}, &GgufTensor::offset);
        for (std::size_t i = 1; i < by_offset.size(); ++i) {
            const GgufTensor &previous = *by_offset[i - 1], &tensor = *by_offset[i];
            if (tensor.offset - previous.offset >= previous.data.size()) continue;
            reader_.set_place("tensor " + printable(tensor.name));
            reader_.fail("its data overlaps that of tensor " + printable(previous.name));
        }
    }

    std::span<const std::uint8_t> image_;
    ByteReader reader_;
    GgufContents contents_;
    std::vector<std::uint64_t> sizes_;  // of the tensors' data, bytes
    std::uint64_t tensor_count_ = 0, metadata_count_ = 0, alignment_ = default_alignment, charged_ = 0;
};

}  // namespace

GgufContents parse_gguf(std::span<const std::uint8_t> image, std::string_view file) {
    return Parser(image, file).run();
}

}  // namespace quern
