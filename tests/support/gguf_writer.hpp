#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace quern::test {

using Bytes = std::vector<std::uint8_t>;

template <typename T>
void append(Bytes& out, T value) {
    static_assert(std::is_arithmetic_v<T>);
    const std::size_t at = out.size();
    out.resize(at + sizeof(T));
    std::memcpy(out.data() + at, &value, sizeof(T));
}
inline void append(Bytes& out, std::string_view text) {
    append(out, std::uint64_t{text.size()});
    out.insert(out.end(), text.begin(), text.end());
}
inline void append(Bytes& out, const std::string& text) {
    append(out, std::string_view(text));
}

/// The number GGUF gives a value type.
template <typename T>
constexpr std::uint32_t gguf_type_number() {
    if constexpr (std::is_same_v<T, bool>) return 7;
    if constexpr (std::is_same_v<T, std::string>) return 8;
    if constexpr (std::is_same_v<T, float>) return 6;
    if constexpr (std::is_same_v<T, double>) return 12;
    constexpr std::uint32_t is_signed = std::is_signed_v<T> ? 1 : 0;
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8) return 10 + is_signed;
    if constexpr (std::is_integral_v<T> && sizeof(T) == 4) return 4 + is_signed;
    if constexpr (std::is_integral_v<T> && sizeof(T) == 2) return 2 + is_signed;
    return is_signed;
}
inline constexpr std::uint32_t gguf_array = 9;

/// Builds GGUF images in memory. They are well formed, except where a method is given a lie to tell.
class GgufWriter {
  public:
    struct Section {
        std::string place;  ///< as errors name it
        std::size_t end;    ///< offset of the first byte behind it
    };

    GgufWriter& version(std::uint32_t value) { return version_ = value, *this; }
    /// Where tensor data is aligned; does not add the key.
    GgufWriter& alignment(std::size_t value) { return alignment_ = value, *this; }
    GgufWriter& claim_metadata(std::uint64_t count) { return claimed_metadata_ = count, *this; }
    GgufWriter& claim_tensors(std::uint64_t count) { return claimed_tensors_ = count, *this; }

    /// A key with a value of any GGUF type number and any bytes.
    GgufWriter& add_raw(std::string key, std::uint32_t type, Bytes payload) {
        entries_.push_back({std::move(key), type, std::move(payload)});
        return *this;
    }
    template <typename T>
    GgufWriter& add(std::string key, T value) {
        Bytes payload;
        append(payload, value);
        return add_raw(std::move(key), gguf_type_number<T>(), std::move(payload));
    }
    GgufWriter& add(std::string key, const char* text) { return add(std::move(key), std::string(text)); }
    template <typename T>
    GgufWriter& add(std::string key, const std::vector<T>& items) {
        Bytes payload;
        append(payload, gguf_type_number<T>());
        append(payload, std::uint64_t{items.size()});
        for (const auto& item : items) append(payload, static_cast<T>(item));
        return add_raw(std::move(key), gguf_array, std::move(payload));
    }
    /// Adds a key in place of the one that is there, if any.
    template <typename T>
    GgufWriter& set(const std::string& key, const T& value) {
        return remove_first(key).add(key, value);
    }
    GgufWriter& remove_first(const std::string& key) {
        const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.key == key; });
        if (found != entries_.end()) entries_.erase(found);
        return *this;
    }

    /// A tensor; its data lies behind the last one's, aligned, unless an offset is given.
    GgufWriter& tensor(std::string name, std::vector<std::uint64_t> dimensions, std::uint32_t type, Bytes data,
                       std::optional<std::uint64_t> offset = {}) {
        tensors_.push_back({std::move(name), std::move(dimensions), type, std::move(data), offset});
        return *this;
    }

    GgufWriter& remove_tensor(const std::string& name) {
        std::erase_if(tensors_, [&](const Tensor& tensor) { return tensor.name == name; });
        return *this;
    }

    /// The image. `sections`, if given, receives the header, each key, each tensor's description and each tensor's
    /// data.
    Bytes image(std::vector<Section>* sections = nullptr) const {
        Bytes out{'G', 'G', 'U', 'F'}, data;
        const auto mark = [&](const std::string& place) {
            if (sections != nullptr) sections->push_back({place, out.size()});
        };
        append(out, version_);
        append(out, claimed_tensors_.value_or(tensors_.size()));
        append(out, claimed_metadata_.value_or(entries_.size()));
        mark("header");
        for (const Entry& entry : entries_) {
            append(out, entry.key);
            mark("key ");
            append(out, entry.type);
            out.insert(out.end(), entry.payload.begin(), entry.payload.end());
            mark("key \"" + entry.key + "\"");
        }
        std::vector<std::size_t> data_ends;
        for (const Tensor& tensor : tensors_) {
            append(out, tensor.name);
            mark("tensor ");
            append(out, static_cast<std::uint32_t>(tensor.dimensions.size()));
            for (const std::uint64_t dimension : tensor.dimensions) append(out, dimension);
            append(out, tensor.type);
            append(out, tensor.offset.value_or(data.size()));
            mark("tensor \"" + tensor.name + "\"");
            data.insert(data.end(), tensor.data.begin(), tensor.data.end());
            data_ends.push_back(data.size());
            pad(data);
        }
        if (tensors_.empty()) return out;
        pad(out);
        if (sections != nullptr)
            for (std::size_t i = 0; i < tensors_.size(); ++i)
                sections->push_back({"tensor \"" + tensors_[i].name + "\"", out.size() + data_ends[i]});
        data.resize(data_ends.back());
        out.insert(out.end(), data.begin(), data.end());
        return out;
    }

  private:
    struct Entry {
        std::string key;
        std::uint32_t type;
        Bytes payload;
    };
    struct Tensor {
        std::string name;
        std::vector<std::uint64_t> dimensions;
        std::uint32_t type;
        Bytes data;
        std::optional<std::uint64_t> offset;
    };

    void pad(Bytes& bytes) const { bytes.resize((bytes.size() + alignment_ - 1) / alignment_ * alignment_); }

    std::vector<Entry> entries_;
    std::vector<Tensor> tensors_;
    std::uint32_t version_ = 3;
    std::size_t alignment_ = 32;
    std::optional<std::uint64_t> claimed_metadata_, claimed_tensors_;
};

}  // namespace quern::test
