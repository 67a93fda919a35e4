#include "tests/ptx/warp.hpp"

#include <bit>
#include <string>

namespace quern::ptx {

namespace {

std::uint32_t special_value(Special special, const Block& block, std::uint32_t warp, std::uint32_t thread) {
    const Dimensions& threads = block.launch->block;
    const Dimensions& grid = block.launch->grid;
    const std::uint32_t lane = thread % warp_lanes;
    switch (special) {
        case Special::tid_x:
            return thread % threads.x;
        case Special::tid_y:
            return thread / threads.x % threads.y;
        case Special::tid_z:
            return thread / threads.x / threads.y;
        case Special::ntid_x:
            return threads.x;
        case Special::ntid_y:
            return threads.y;
        case Special::ntid_z:
            return threads.z;
        case Special::ctaid_x:
            return block.index.x;
        case Special::ctaid_y:
            return block.index.y;
        case Special::ctaid_z:
            return block.index.z;
        case Special::nctaid_x:
            return grid.x;
        case Special::nctaid_y:
            return grid.y;
        case Special::nctaid_z:
            return grid.z;
        case Special::laneid:
            return lane;
        case Special::warpid:
            return warp;
        case Special::nwarpid:
            return static_cast<std::uint32_t>((threads.count() + warp_lanes - 1) / warp_lanes);
        case Special::lanemask_lt:
            return (1U << lane) - 1;
        case Special::lanemask_le:
            return ((1U << lane) - 1) | 1U << lane;
        case Special::lanemask_eq:
            return 1U << lane;
        case Special::lanemask_gt:
            return ~(((1U << lane) - 1) | 1U << lane);
        case Special::lanemask_ge:
            return ~((1U << lane) - 1);
        case Special::clock:
        case Special::smid:
            return 0;
    }
    return 0;
}

}  // namespace

void Warp::start(Block& block, std::uint32_t index, std::uint32_t first_thread, std::uint32_t threads) {
    const Kernel& kernel = *block.launch->kernel;
    block_ = &block;
    index_ = index;
    first_thread_ = first_thread;
    state_ = State::ready;
    file_lines_.resize(kernel.register_bytes / sizeof(Line) + 1);
    file_ = {file_lines_.front().bytes, file_lines_.size() * sizeof(Line)};
    predicates_.assign(kernel.predicates, 0);
    if (kernel.true_predicate != 0) predicates_[kernel.true_predicate] = all_lanes;
    local_bytes_ = kernel.local_bytes;
    local_.assign(std::size_t{local_bytes_} * warp_lanes, 0xA5);
    for (const Constant& constant : kernel.constants)
        for (int lane = 0; lane < warp_lanes; ++lane) {
            if (constant.wide)
                lanes<std::uint64_t>(constant.slot)[lane] = constant.bits;
            else
                lanes<std::uint32_t>(constant.slot)[lane] = static_cast<std::uint32_t>(constant.bits);
        }
    for (const SpecialRegister& special : kernel.specials)
        for (int lane = 0; lane < warp_lanes; ++lane)
            lanes<std::uint32_t>(special.slot)[lane] =
                special_value(special.special, block, index, first_thread + static_cast<std::uint32_t>(lane));
    live_ = threads >= warp_lanes ? all_lanes : (1U << threads) - 1;
    const auto end = static_cast<std::uint32_t>(kernel.instructions.size());
    paths_.assign(1, {0, live_, end});
}

void Warp::run() {
    const Instruction* const first = block_->launch->kernel->instructions.data();
    std::uint64_t executed = 0;
    while (state_ == State::ready) {
        Path& path = paths_.back();
        if (path.next == path.reconverge || path.mask == 0) {
            paths_.pop_back();
            if (paths_.empty()) state_ = State::finished;
            continue;
        }
        const Instruction& instruction = first[path.next];
        ++executed;
        std::uint32_t mask = path.mask;
        const std::uint32_t position = path.next++;
        if (instruction.guard >= 0) {
            const std::uint32_t guard = predicates_[static_cast<std::uint32_t>(instruction.guard)];
            mask &= instruction.guard_negated ? ~guard : guard;
            if (mask == 0) continue;
        }
        try {
            instruction.execute(*this, instruction, mask);
        } catch (const Violation& violation) {
            block_->counters->totals.warp_instructions += executed;
            explain(violation, position, mask);
        }
    }
    block_->counters->totals.warp_instructions += executed;
}

std::uint32_t Warp::position(const Instruction& instruction) const {
    return static_cast<std::uint32_t>(&instruction - block_->launch->kernel->instructions.data());
}

void Warp::branch(const Instruction& instruction, std::uint32_t taken, std::uint32_t /*mask*/) {
    Path& path = paths_.back();
    const std::uint32_t staying = path.mask & ~taken;
    if (staying == 0) {
        path.next = instruction.target;
        return;
    }
    const std::uint32_t fall_through = path.next, meet = instruction.reconverge;
    path.next = meet;
    if (fall_through != meet) paths_.push_back({fall_through, staying, meet});
    if (instruction.target != meet) paths_.push_back({instruction.target, taken, meet});
}

void Warp::exit(std::uint32_t mask) {
    live_ &= ~mask;
    for (Path& path : paths_) path.mask &= ~mask;
}

void Warp::explain(const Violation& violation, std::uint32_t position, std::uint32_t mask) const {
    const Kernel& kernel = *block_->launch->kernel;
    const Dimensions& block = block_->index;
    const auto thread = first_thread_ + static_cast<std::uint32_t>(std::countr_zero(mask));
    throw Violation(violation.fault, "kernel " + kernel.name + ", block (" + std::to_string(block.x) + ", " +
                                         std::to_string(block.y) + ", " + std::to_string(block.z) + "), warp " +
                                         std::to_string(index_) +
                                         " (first thread concerned: " + std::to_string(thread) + "), line " +
                                         std::to_string(kernel.instructions[position].line) + ", \"" +
                                         kernel.texts[position] + "\": " + violation.what());
}

}  // namespace quern::ptx
