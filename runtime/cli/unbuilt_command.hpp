#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "gen/error.hpp"

namespace quern::cli {

/// A documented command that does not exist yet: takes any arguments and throws Error naming itself.
inline void add_unbuilt_command(CLI::App& parent, const std::string& name) {
    CLI::App* command = parent.add_subcommand(name, "Not built yet");
    command->group("Not built yet");
    command->allow_extras();
    const std::string full_name = parent.get_parent() ? parent.get_name() + " " + name : name;
    command->callback([full_name] { throw Error(full_name + ": not built yet"); });
}

}  // namespace quern::cli
