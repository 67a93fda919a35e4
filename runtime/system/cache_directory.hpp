#pragma once

#include <filesystem>

namespace quern {

/// Where quern keeps what it made for later runs: QUERN_CACHE_DIR, else $XDG_CACHE_HOME/quern, else $HOME/.cache/quern;
/// empty where none of them is set.
std::filesystem::path cache_directory();

}  // namespace quern
