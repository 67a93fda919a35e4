#include <bit>

#include "tests/ptx/elementwise.hpp"

namespace quern::ptx {

namespace {

void branch(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    warp.branch(instruction, mask, mask);
}
void decode_branch(Decoder& decoder) {
    decoder.instruction.target = decoder.label(decoder.operand(0));
    decoder.instruction.execute = branch;
}

void exit_lanes(Warp& warp, const Instruction&, std::uint32_t mask) {
    warp.exit(mask);
}
void decode_exit(Decoder& decoder) {
    decoder.instruction.execute = exit_lanes;
}
void decode_trap(Decoder& decoder) {
    decoder.instruction.execute = [](Warp&, const Instruction&, std::uint32_t) {
        throw Violation(Fault::launch, "the kernel trapped");
    };
}

void require_all(Warp& warp, std::uint32_t mask, const char* what) {
    if (mask != warp.live())
        throw Violation(Fault::launch,
                        std::string("a part of a warp reached ") + what + " that all its threads must reach");
}

// bar.sync id; the whole block waits.
void barrier(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    require_all(warp, mask, "a barrier");
    const std::uint32_t* number = warp.lanes<std::uint32_t>(instruction.slot[0]);
    if (instruction.flags != 0) {
        const std::uint64_t threads = warp.block().launch->block.count();
        const std::uint32_t expected = warp.lanes<std::uint32_t>(instruction.slot[1])[0];
        if (expected != (threads + warp_lanes - 1) / warp_lanes * warp_lanes)
            throw Violation(Fault::launch, "a barrier of part of a block is not supported");
    }
    warp.wait(number[std::countr_zero(mask)]);
}

// The lanes that meet in a .sync instruction.
void check_members(Warp& warp, std::uint32_t members, std::uint32_t mask, bool orders_memory = false) {
    members &= warp.live();
    if ((mask & ~members) != 0) throw Violation(Fault::launch, "a lane that is not named in the member mask took part");
    if ((members & ~mask) != 0) throw Violation(Fault::launch, "a lane that the member mask names did not take part");
    if (mask == warp.live()) warp.block().shared.meet(warp.index(), orders_memory);
}

void decode_barrier(Decoder& decoder) {
    Instruction& instruction = decoder.instruction;
    if (decoder.statement().has("warp")) {
        instruction.slot[0] = decoder.source(0, Type::u32);
        instruction.execute = [](Warp& warp, const Instruction& own, std::uint32_t mask) {
            check_members(warp, warp.lanes<std::uint32_t>(own.slot[0])[std::countr_zero(mask)], mask, true);
        };
        return;
    }
    if (!decoder.statement().has("sync")) return;
    instruction.slot[0] = decoder.source(0, Type::u32);
    if (decoder.operands() > 1) {
        instruction.slot[1] = decoder.source(1, Type::u32);
        instruction.flags = 1;
    }
    instruction.execute = barrier;
}

enum class Shuffle : std::uint16_t { up, down, butterfly, index };

// shfl.sync.mode.b32 d|p, a, b, c, members
template <Shuffle mode>
void shuffle(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    const std::uint32_t* value = warp.lanes<std::uint32_t>(instruction.slot[2]);
    const std::uint32_t* by = warp.lanes<std::uint32_t>(instruction.slot[3]);
    const std::uint32_t* clamp = warp.lanes<std::uint32_t>(instruction.slot[4]);
    check_members(warp, warp.lanes<std::uint32_t>(instruction.slot[5])[std::countr_zero(mask)], mask);
    std::uint32_t result[warp_lanes] = {}, inside = 0;
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const std::uint32_t segment = clamp[lane] >> 8 & 31, limit = clamp[lane] & 31, distance = by[lane] & 31;
        const std::uint32_t last = (lane & segment) | (limit & ~segment), first = lane & segment;
        std::uint32_t from = 0;
        bool valid = false;
        if constexpr (mode == Shuffle::up) {
            from = lane - distance;
            valid = static_cast<std::int32_t>(from) >= static_cast<std::int32_t>(last);
        } else if constexpr (mode == Shuffle::down) {
            from = lane + distance;
            valid = from <= last;
        } else if constexpr (mode == Shuffle::butterfly) {
            from = lane ^ distance;
            valid = from <= last;
        } else {
            from = first | (distance & ~segment);
            valid = from <= last;
        }
        if (!valid) from = lane;
        if ((mask >> from & 1) == 0)
            throw Violation(Fault::launch, "lane " + std::to_string(lane) + " takes a value from lane " +
                                               std::to_string(from) + ", which does not take part");
        result[lane] = value[from];
        inside |= static_cast<std::uint32_t>(valid) << lane;
    }
    std::uint32_t* to = warp.lanes<std::uint32_t>(instruction.slot[0]);
    for (int lane = 0; lane < warp_lanes; ++lane)
        if ((mask >> lane & 1) != 0) to[lane] = result[lane];
    std::uint32_t& predicate = warp.predicate(instruction.slot[1]);
    predicate = (predicate & ~mask) | (inside & mask);
}

void decode_shuffle(Decoder& decoder) {
    Instruction& instruction = decoder.instruction;
    Operand second;
    if (!decoder.operand(0).second.empty()) {
        second.kind = Operand::Kind::name;
        second.name = decoder.operand(0).second;
    }
    instruction.slot[0] = decoder.destination(0, Type::b32);
    instruction.slot[1] = decoder.predicate(second);
    for (std::size_t source = 1; source <= 4; ++source)
        instruction.slot[source + 1] = decoder.source(source, Type::b32);
    const Statement& statement = decoder.statement();
    if (!statement.has("sync")) return;
    if (statement.has("up")) instruction.execute = shuffle<Shuffle::up>;
    if (statement.has("down")) instruction.execute = shuffle<Shuffle::down>;
    if (statement.has("bfly")) instruction.execute = shuffle<Shuffle::butterfly>;
    if (statement.has("idx")) instruction.execute = shuffle<Shuffle::index>;
}

enum class Vote : std::uint16_t { all, any, uniform, ballot };

// vote.sync.mode d, {!}p, members. `flags`: 1 where p is negated.
template <Vote vote>
void cast_votes(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    check_members(warp, warp.lanes<std::uint32_t>(instruction.slot[2])[std::countr_zero(mask)], mask);
    std::uint32_t votes = warp.predicate(instruction.slot[1]);
    if (instruction.flags != 0) votes = ~votes;
    votes &= mask;
    if constexpr (vote == Vote::ballot) {
        std::uint32_t* to = warp.lanes<std::uint32_t>(instruction.slot[0]);
        for (int lane = 0; lane < warp_lanes; ++lane)
            if ((mask >> lane & 1) != 0) to[lane] = votes;
    } else {
        const bool holds = vote == Vote::all   ? votes == mask
                           : vote == Vote::any ? votes != 0
                                               : votes == mask || votes == 0;
        std::uint32_t& predicate = warp.predicate(instruction.slot[0]);
        predicate = holds ? predicate | mask : predicate & ~mask;
    }
}

void decode_vote(Decoder& decoder) {
    Instruction& instruction = decoder.instruction;
    const Statement& statement = decoder.statement();
    const bool ballot = statement.has("ballot");
    instruction.slot[0] = ballot ? decoder.destination(0, Type::b32) : decoder.predicate(0);
    instruction.slot[1] = decoder.predicate(1);
    instruction.slot[2] = decoder.source(2, Type::b32);
    instruction.flags = decoder.operand(1).negated;
    if (statement.has("all")) instruction.execute = cast_votes<Vote::all>;
    if (statement.has("any")) instruction.execute = cast_votes<Vote::any>;
    if (statement.has("uni")) instruction.execute = cast_votes<Vote::uniform>;
    if (ballot) instruction.execute = cast_votes<Vote::ballot>;
}

// redux.sync.op.type d, a, members
template <class T, class Combine>
void reduce(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    check_members(warp, warp.lanes<std::uint32_t>(instruction.slot[2])[std::countr_zero(mask)], mask);
    const std::uint32_t* value = warp.lanes<std::uint32_t>(instruction.slot[1]);
    std::uint32_t* to = warp.lanes<std::uint32_t>(instruction.slot[0]);
    T total = from_lane<T>(value[std::countr_zero(mask)]);
    for (int lane = std::countr_zero(mask) + 1; lane < warp_lanes; ++lane)
        if ((mask >> lane & 1) != 0) total = Combine::of(total, from_lane<T>(value[lane]));
    for (int lane = 0; lane < warp_lanes; ++lane)
        if ((mask >> lane & 1) != 0) to[lane] = to_lane(total);
}
struct Sum {
    static auto of(auto a, decltype(a) b) {
        return static_cast<decltype(a)>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
    }
};
struct Least {
    static auto of(auto a, decltype(a) b) { return a < b ? a : b; }
};
struct Greatest {
    static auto of(auto a, decltype(a) b) { return a > b ? a : b; }
};
struct Conjunction {
    static auto of(auto a, decltype(a) b) { return a & b; }
};
struct Disjunction {
    static auto of(auto a, decltype(a) b) { return a | b; }
};
struct Exclusive {
    static auto of(auto a, decltype(a) b) { return a ^ b; }
};

void decode_reduce(Decoder& decoder) {
    Instruction& instruction = decoder.instruction;
    const Statement& statement = decoder.statement();
    const Type type = decoder.type();
    instruction.slot[0] = decoder.destination(0, type);
    instruction.slot[1] = decoder.source(1, type);
    instruction.slot[2] = decoder.source(2, Type::b32);
    const bool is_signed = type == Type::s32;
    using U = std::uint32_t;
    using S = std::int32_t;
    if (traits(type).bytes != 4 || traits(type).is_float) return;
    if (statement.has("add")) instruction.execute = reduce<U, Sum>;
    if (statement.has("min")) instruction.execute = is_signed ? Handler{reduce<S, Least>} : Handler{reduce<U, Least>};
    if (statement.has("max"))
        instruction.execute = is_signed ? Handler{reduce<S, Greatest>} : Handler{reduce<U, Greatest>};
    if (statement.has("and")) instruction.execute = reduce<U, Conjunction>;
    if (statement.has("or")) instruction.execute = reduce<U, Disjunction>;
    if (statement.has("xor")) instruction.execute = reduce<U, Exclusive>;
}

void decode_active_mask(Decoder& decoder) {
    decoder.instruction.slot[0] = decoder.destination(0, Type::b32);
    decoder.instruction.execute = [](Warp& warp, const Instruction& own, std::uint32_t mask) {
        for (int lane = 0; lane < warp_lanes; ++lane)
            if ((mask >> lane & 1) != 0) warp.lanes<std::uint32_t>(own.slot[0])[lane] = mask;
    };
}

}  // namespace

void add_warp_operations(Operations& operations) {
    operations.any.insert({{"bra", decode_branch},
                           {"ret", decode_exit},
                           {"exit", decode_exit},
                           {"trap", decode_trap},
                           {"bar", decode_barrier},
                           {"barrier", decode_barrier},
                           {"shfl", decode_shuffle},
                           {"vote", decode_vote},
                           {"redux", decode_reduce},
                           {"activemask", decode_active_mask}});
}

}  // namespace quern::ptx
