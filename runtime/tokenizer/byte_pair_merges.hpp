#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace quern {

/// Byte-pair merges by rank, over symbols that are plain numbers.
class BytePairMerges {
  public:
    using Symbol = std::uint32_t;

    void reserve(std::size_t count) { merges_.reserve(count); }
    /// Merges are ranked in the order they are added; a pair added again keeps its first rank.
    void add(Symbol left, Symbol right, Symbol merged);
    /// Merges a word in place: again and again the pair of the lowest rank, the leftmost of equals, until no pair of
    /// neighbors is in the table. O(n log n).
    void apply(std::vector<Symbol>& word) const;

  private:
    struct Merge {
        std::uint32_t rank;
        Symbol merged;
    };
    const Merge* find(Symbol left, Symbol right) const;

    std::unordered_map<std::uint64_t, Merge> merges_;
};

}  // namespace quern
