#include "runtime/gguf/ggml_types.hpp"
#include "runtime/gguf/gguf_file.hpp"

namespace quern {

std::int64_t GgufTensor::matrices() const {
    std::int64_t product = 1;
    for (std::size_t d = 2; d < dimensions.size(); ++d) product *= dimensions[d];
    return product;
}

std::string GgufTensor::shape() const {
    std::string result;
    for (const std::int64_t dimension : dimensions) result += (result.empty() ? "" : " x ") + std::to_string(dimension);
    return result;
}

std::string_view GgufTensor::type_name() const {
    const GgmlType* type = quern::ggml_type(ggml_type);
    return type == nullptr ? "unknown" : type->name;
}

}  // namespace quern
