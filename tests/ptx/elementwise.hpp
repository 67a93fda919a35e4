#pragma once

#include <utility>

#include "tests/ptx/decoder.hpp"
#include "tests/ptx/warp.hpp"

namespace quern::ptx {

/// Slot 0 = operation(slot 1, slot 2, ...), lane by lane. `Operation::of` takes values of types Sources and gives a
/// Result. The full warp is a plain loop, so that the host's compiler turns it into vector code.
template <class Operation, class Result, class... Sources>
struct Elementwise {
    static void execute(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
        run(warp, instruction, mask, std::index_sequence_for<Sources...>{});
    }

  private:
    template <std::size_t... Index>
    static void run(Warp& warp, const Instruction& instruction, std::uint32_t mask, std::index_sequence<Index...>) {
        Storage<Result>* result = warp.lanes<Result>(instruction.slot[0]);
        const auto one = [&](int lane, auto... source) {
            result[lane] = to_lane<Result>(Operation::of(from_lane<Sources>(source[lane])...));
        };
        if (mask == all_lanes) {
#pragma GCC ivdep
            for (int lane = 0; lane < warp_lanes; ++lane)
                one(lane, static_cast<const Storage<Sources>*>(warp.lanes<Sources>(instruction.slot[Index + 1]))...);
        } else {
            for (int lane = 0; lane < warp_lanes; ++lane)
                if ((mask >> lane & 1) != 0)
                    one(lane,
                        static_cast<const Storage<Sources>*>(warp.lanes<Sources>(instruction.slot[Index + 1]))...);
        }
    }
};

/// Decodes "op d, a, b, ..." of one type throughout.
template <int SourceCount>
void same_type_operands(Decoder& decoder, Type type) {
    decoder.instruction.slot[0] = decoder.destination(0, type);
    for (std::size_t source = 1; source <= SourceCount; ++source)
        decoder.instruction.slot[source] = decoder.source(source, type);
}

/// Operation<T>::of with the T of an integer type: `Select` is called as select.template operator()<T>().
template <class Select>
Handler for_integer(Type type, const Select& select) {
    switch (type) {
        case Type::u16:
        case Type::b16:
            return select.template operator()<std::uint16_t>();
        case Type::s16:
            return select.template operator()<std::int16_t>();
        case Type::u32:
        case Type::b32:
            return select.template operator()<std::uint32_t>();
        case Type::s32:
            return select.template operator()<std::int32_t>();
        case Type::u64:
        case Type::b64:
            return select.template operator()<std::uint64_t>();
        case Type::s64:
            return select.template operator()<std::int64_t>();
        default:
            return nullptr;
    }
}

}  // namespace quern::ptx
