#pragma once

#include <string>

#include "gen/machine.hpp"

namespace quern {

/// Vector arithmetic of a stretch of a quantized GEMM, instructions by what executes them. Loads, stores and cleared
/// registers need none of these ports.
struct VectorWork {
    double dots = 0;       ///< vpdpbusd, or vpmaddubsw
    double dot_adds = 0;   ///< of the int16 or int32 sums of vpmaddubsw and vpmaddwd
    double pair_dots = 0;  ///< vpdpwssd, vpmaddwd
    double fmas = 0;
    double converts = 0;
    double masks = 0;  ///< masks, shifts and whatever else unpacks codes

    void add(const VectorWork& other, double times);
};

/// What limits it, and to which share of the dot-product peak (see PeakLoop).
struct PortCeiling {
    double share = 0;
    std::string resource;  ///< in words, with what shares it
};

/// The share is the time of the dot products at their peak over the time of the busier resource, as many instructions a
/// cycle as there are ports:
///
///     the dot product's ports: dot products and their adds, pair dot products, FMAs; converts and masks where the
///                              machine has no other ports for those (Intel)
///     all vector pipes:        everything, on twice as many pipes, where converts and masks do have others (Zen)
PortCeiling port_ceiling(const VectorWork& work, const MachineTraits& machine);

}  // namespace quern
