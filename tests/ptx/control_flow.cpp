#include <algorithm>
#include <set>

#include "tests/ptx/decoder.hpp"

namespace quern::ptx {

namespace {

constexpr std::uint32_t unknown = ~0U;

// A register's occurrences: how they decide whether its life ends inside one run of straight code.
struct Occurrences {
    std::uint32_t first = unknown, last = 0, block = unknown;
    bool one_block = true, first_defines = false;
};

void collect(const Operand& operand, std::vector<const std::string*>& names) {
    if (!operand.name.empty()) names.push_back(&operand.name);
    for (const Operand& element : operand.elements) collect(element, names);
}

}  // namespace

std::vector<std::uint32_t> reconvergence_points(const std::vector<std::int64_t>& targets, const std::vector<bool>& ends,
                                                const std::vector<bool>& conditional) {
    const auto count = static_cast<std::uint32_t>(targets.size());
    // Basic blocks by their first instruction; the exit block is the last.
    std::set<std::uint32_t> starts{0, count};
    for (std::uint32_t at = 0; at < count; ++at) {
        if (targets[at] >= 0) starts.insert(static_cast<std::uint32_t>(targets[at]));
        if (targets[at] >= 0 || ends[at]) starts.insert(at + 1);
    }
    const std::vector<std::uint32_t> first(starts.begin(), starts.end());
    const auto exit = static_cast<std::uint32_t>(first.size() - 1);
    const auto block_of = [&](std::uint32_t at) {
        return static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), at) - first.begin() - 1);
    };
    std::vector<std::vector<std::uint32_t>> next(first.size()), previous(first.size());
    for (std::uint32_t block = 0; block < exit; ++block) {
        const std::uint32_t last = first[block + 1] - 1;
        if (targets[last] >= 0) next[block].push_back(block_of(static_cast<std::uint32_t>(targets[last])));
        if (ends[last]) next[block].push_back(exit);
        if ((targets[last] < 0 && !ends[last]) || conditional[last]) next[block].push_back(block + 1);
        for (const std::uint32_t to : next[block]) previous[to].push_back(block);
    }
    // Post order of the reversed graph from the exit.
    std::vector<std::uint32_t> order, number(first.size(), unknown);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{exit, 0}};
    std::vector<bool> seen(first.size());
    seen[exit] = true;
    while (!stack.empty()) {
        auto& [block, child] = stack.back();
        if (child < previous[block].size()) {
            const std::uint32_t to = previous[block][child++];
            if (!seen[to]) {
                seen[to] = true;
                stack.emplace_back(to, 0);
            }
        } else {
            number[block] = static_cast<std::uint32_t>(order.size());
            order.push_back(block);
            stack.pop_back();
        }
    }
    std::vector<std::uint32_t> dominator(first.size(), unknown);
    dominator[exit] = exit;
    for (bool changed = true; changed;) {
        changed = false;
        for (auto block = order.rbegin(); block != order.rend(); ++block) {
            if (*block == exit) continue;
            std::uint32_t meet = unknown;
            for (std::uint32_t to : next[*block]) {
                if (dominator[to] == unknown) continue;
                if (meet == unknown) {
                    meet = to;
                    continue;
                }
                while (to != meet) {
                    while (number[to] < number[meet]) to = dominator[to];
                    while (number[meet] < number[to]) meet = dominator[meet];
                }
            }
            if (meet != dominator[*block]) {
                dominator[*block] = meet;
                changed = true;
            }
        }
    }
    std::vector<std::uint32_t> points(count, count);
    for (std::uint32_t block = 0; block < exit; ++block) {
        const std::uint32_t last = first[block + 1] - 1;
        if (targets[last] >= 0 && dominator[block] != unknown) points[last] = first[dominator[block]];
    }
    return points;
}

std::vector<Lifetime> register_lifetimes(const EntryText& entry, const std::vector<std::int64_t>& targets) {
    std::set<std::uint32_t> starts;
    for (std::uint32_t at = 0; at < targets.size(); ++at)
        if (targets[at] >= 0) {
            starts.insert(static_cast<std::uint32_t>(targets[at]));
            starts.insert(at + 1);
        }
    std::map<std::string, Occurrences> found;
    std::uint32_t block = 0;
    for (std::uint32_t at = 0; at < entry.statements.size(); ++at) {
        const Statement& statement = entry.statements[at];
        if (starts.contains(at)) ++block;
        std::vector<const std::string*> names;
        for (const Operand& operand : statement.operands) collect(operand, names);
        for (const std::string* name : names) {
            const auto type = entry.registers.find(*name);
            if (type == entry.registers.end() || type->second == Type::pred) continue;
            Occurrences& own = found[*name];
            if (own.first == unknown) {
                own.first = at;
                own.block = block;
                // Written whole, by every lane that goes on, and not read by the same instruction.
                own.first_defines = statement.guard.empty() && statement.operands.front().kind == Operand::Kind::name &&
                                    statement.operands.front().name == *name &&
                                    std::count_if(names.begin(), names.end(),
                                                  [&](const std::string* other) { return *other == *name; }) == 1;
            }
            own.last = at;
            own.one_block = own.one_block && own.block == block;
        }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> loops;
    for (std::uint32_t at = 0; at < targets.size(); ++at)
        if (targets[at] >= 0 && static_cast<std::uint32_t>(targets[at]) <= at)
            loops.emplace_back(static_cast<std::uint32_t>(targets[at]), at);
    std::vector<Lifetime> lifetimes;
    for (auto& [name, own] : found) {
        if (!own.one_block || !own.first_defines)
            for (bool changed = true; changed;) {
                changed = false;
                for (const auto& [begin, end] : loops)
                    if (own.first <= end && own.last >= begin && (own.first > begin || own.last < end)) {
                        own.first = std::min(own.first, begin);
                        own.last = std::max(own.last, end);
                        changed = true;
                    }
            }
        lifetimes.push_back({name, traits(entry.registers.at(name)).bytes == 8, own.first, own.last});
    }
    std::sort(lifetimes.begin(), lifetimes.end(), [](const Lifetime& a, const Lifetime& b) {
        return a.first != b.first ? a.first < b.first : a.name < b.name;
    });
    return lifetimes;
}

}  // namespace quern::ptx
