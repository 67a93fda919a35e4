#include "gen/port_ceiling.hpp"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace quern {

void VectorWork::add(const VectorWork& other, double times) {
    for (double VectorWork::*const count : {&VectorWork::dots, &VectorWork::dot_adds, &VectorWork::pair_dots,
                                            &VectorWork::fmas, &VectorWork::converts, &VectorWork::masks})
        this->*count += times * other.*count;
}

PortCeiling port_ceiling(const VectorWork& work, const MachineTraits& machine) {
    // A vpmaddubsw comes with an add of its int16 sums in its peak loop.
    const double peak = work.dots * (isa_traits(machine.isa).dot == DotProduct::vpmaddubsw ? 2 : 1);
    const bool shared = machine.convert_shares_dot_ports;
    const double dot_ports = work.dots + work.dot_adds + work.pair_dots + work.fmas;
    const double others = work.converts + work.masks;
    constexpr double pipes_a_dot_port = 2;
    if (!shared && (dot_ports + others) / pipes_a_dot_port > dot_ports)
        return {peak * pipes_a_dot_port / (dot_ports + others), "all vector pipes, which masks and converts fill"};

    std::string resource = "dot-product ports";
    const char* separator = ", shared with ";
    for (const auto& [count, name] : {std::pair<double, std::string_view>{work.fmas, "FMAs"},
                                      {shared ? work.converts : 0, "converts"},
                                      {work.pair_dots, "int16 products"},
                                      {shared ? work.masks : 0, "masks"}}) {
        if (count == 0) continue;
        resource.append(separator).append(name);
        separator = ", ";
    }
    const double busy = dot_ports + (shared ? others : 0);
    return {busy > 0 ? peak / busy : 0, std::move(resource)};
}

}  // namespace quern
