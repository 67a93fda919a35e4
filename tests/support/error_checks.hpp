#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "gen/error.hpp"

namespace quern::test {

/// The message of the Error that `body` must throw.
template <class Body>
std::string error_of(const Body& body) {
    try {
        body();
    } catch (const Error& error) {
        return error.what();
    }
    FAIL("no error");
    return {};
}

/// The message holds every part.
inline void check_says(const std::string& message, const std::vector<std::string>& parts) {
    for (const std::string& part : parts) {
        INFO("\"" << message << "\" lacks \"" << part << "\"");
        CHECK(message.find(part) != std::string::npos);
    }
}

}  // namespace quern::test
