#include "runtime/tokenizer/byte_pair_merges.hpp"

#include <limits>
#include <queue>

namespace quern {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

std::uint64_t key_of(BytePairMerges::Symbol left, BytePairMerges::Symbol right) {
    return std::uint64_t(left) << 32 | right;
}

struct Candidate {
    std::uint32_t rank;
    std::uint32_t position;  // of the left symbol
    BytePairMerges::Symbol left, right, merged;

    bool operator<(const Candidate& other) const {  // the queue's top is the largest
        return rank != other.rank ? rank > other.rank : position > other.position;
    }
};

struct Node {
    BytePairMerges::Symbol symbol;
    std::uint32_t previous, next;
};

}  // namespace

void BytePairMerges::add(Symbol left, Symbol right, Symbol merged) {
    merges_.try_emplace(key_of(left, right), Merge{std::uint32_t(merges_.size()), merged});
}

const BytePairMerges::Merge* BytePairMerges::find(Symbol left, Symbol right) const {
    const auto found = merges_.find(key_of(left, right));
    return found == merges_.end() ? nullptr : &found->second;
}

void BytePairMerges::apply(std::vector<Symbol>& word) const {
    if (word.size() < 2) return;
    std::vector<Node> nodes(word.size());
    for (std::uint32_t i = 0; i < word.size(); ++i)
        nodes[i] = {word[i], i == 0 ? kNone : i - 1, i + 1 == word.size() ? kNone : i + 1};

    std::priority_queue<Candidate> queue;
    const auto consider = [&](std::uint32_t left, std::uint32_t right) {
        if (left == kNone || right == kNone) return;
        const Symbol a = nodes[left].symbol, b = nodes[right].symbol;
        if (const Merge* merge = find(a, b)) queue.push({merge->rank, left, a, b, merge->merged});
    };
    for (std::uint32_t i = 0; i + 1 < nodes.size(); ++i) consider(i, i + 1);

    while (!queue.empty()) {
        const Candidate best = queue.top();
        queue.pop();
        Node& left = nodes[best.position];
        // Stale where either side has been merged since.
        if (left.symbol != best.left || left.next == kNone || nodes[left.next].symbol != best.right) continue;
        Node& right = nodes[left.next];
        left.symbol = best.merged;
        right.symbol = kNone;
        left.next = right.next;
        if (left.next != kNone) nodes[left.next].previous = best.position;
        consider(left.previous, best.position);
        consider(best.position, left.next);
    }

    word.clear();
    for (std::uint32_t i = 0; i != kNone; i = nodes[i].next) word.push_back(nodes[i].symbol);
}

}  // namespace quern
