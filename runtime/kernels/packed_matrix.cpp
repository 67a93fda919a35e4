#include "runtime/kernels/packed_matrix.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "gen/error.hpp"
#include "gen/packed_layout.hpp"
#include "gen/packer.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace {

// Enough packed bytes that claiming an item costs nothing, few enough that the last item keeps nobody waiting.
constexpr std::int64_t item_bytes = 256 << 10;

}  // namespace

PackedMatrix::PackedMatrix(const GgufFile& file, const GgufTensor& tensor, ThreadPool& pool)
    : format_(tensor.format()), rows_(tensor.rows()), columns_(tensor.columns()) {
    const std::string place = file.name() + ": tensor " + printable(tensor.name) + ": ";
    if (format_ == nullptr || !format_->quantized())
        throw Error(place + "the type " + std::string(tensor.type_name()) +
                    " is not supported for matrices (quantized types are)");
    if (columns_ % PackedLayout::super_block != 0)
        throw Error(place + "has " + std::to_string(columns_) + " columns, not a multiple of " +
                    std::to_string(PackedLayout::super_block));
    const PackedLayout layout = packed_layout(*format_);
    packed_ = AlignedBuffer<std::uint8_t>(layout.matrix_bytes(rows_, columns_));

    const std::int64_t groups = row_groups(rows_);
    const std::int64_t group_bytes = static_cast<std::int64_t>(packed_.size()) / groups;
    const std::int64_t groups_per_item = std::max<std::int64_t>(1, item_bytes / group_bytes);
    const auto gguf_group_bytes = tensor.data.size() / static_cast<std::size_t>(rows_) * PackedLayout::group_rows;
    std::atomic<bool> finite{true};
    pool.parallel_for((groups + groups_per_item - 1) / groups_per_item, [&](std::int64_t item, int) {
        const std::int64_t first = item * groups_per_item, last = std::min(groups, first + groups_per_item);
        const std::size_t begin = static_cast<std::size_t>(first) * gguf_group_bytes;
        const std::size_t end = std::min(tensor.data.size(), static_cast<std::size_t>(last) * gguf_group_bytes);
        if (!has_finite_scales(*format_, tensor.data.subspan(begin, end - begin))) finite = false;
        pack_row_groups(layout, rows_, columns_, tensor.data, first, last, packed_.span());
    });
    if (!finite) throw Error(place + "a scale is not a finite number");
    file.release_pages(tensor);
}

}  // namespace quern
