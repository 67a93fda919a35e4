#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "runtime/tuning/tuning_file.hpp"

namespace quern::test {

/// For each pair, the sound tuning file `file` with its first text replaced by its second: no plan of it may be used,
/// and the warning must name the file.
inline void check_tuning_faults(const std::filesystem::path& file, const MachineTraits& machine,
                                std::span<const std::pair<const char*, const char*>> faults) {
    std::ifstream stream(file);
    const std::string good{std::istreambuf_iterator<char>(stream), {}};
    for (const auto& [from, to] : faults) {
        std::string text = good;
        CAPTURE(from);
        CAPTURE(to);
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        text.replace(at, std::string(from).size(), to);
        std::ofstream(file) << text;
        const Tuning tuning = read_tuning(file, machine, 1);
        CHECK(tuning.plans().empty());
        CHECK(tuning.dense_plans().empty());
        CHECK(tuning.warning.find(file.string()) != std::string::npos);
    }
}

}  // namespace quern::test
