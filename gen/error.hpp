#pragma once

#include <stdexcept>
#include <string>

namespace quern {

/// The one exception type of every library in this project. Its message names the thing that is wrong (file, key,
/// tensor, line and column, flag) and reads well after "error: ".
class Error : public std::runtime_error {
  public:
    explicit Error(const std::string& message) : std::runtime_error(message) {}
};

/// Memory that the system did not give.
class OutOfMemory : public Error {
  public:
    using Error::Error;
};

}  // namespace quern
