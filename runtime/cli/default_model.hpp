#pragma once

#include <filesystem>

namespace quern::cli {

/// The bundled model, models/tales.gguf: looked for in each directory from the executable's upwards, then in the source
/// tree it was built from. Throws Error naming the places where it is nowhere.
std::filesystem::path default_model();

}  // namespace quern::cli
