#include "jit_cuda/dynamic_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <utility>
#include <vector>

#include "gen/error.hpp"

namespace quern::cuda {

namespace {

std::string last_error(const std::string& name) {
    const char* text = dlerror();
    std::string reason = text == nullptr ? "unknown error" : text;
    // The loader begins with the name already given.
    if (reason.starts_with(name + ": ")) reason.erase(0, name.size() + 2);
    return reason;
}

}  // namespace

DynamicLibrary::DynamicLibrary(void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}

DynamicLibrary DynamicLibrary::open(const std::string& what, const char* variable,
                                    std::span<const std::string> candidates) {
    const char* asked = std::getenv(variable);
    const bool named = asked != nullptr && *asked != '\0';
    const std::vector<std::string> names =
        named ? std::vector<std::string>{asked} : std::vector<std::string>(candidates.begin(), candidates.end());
    std::string tried;
    for (const std::string& name : names) {
        if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) return {handle, name};
        tried += (tried.empty() ? "" : "; ") + name + ": " + last_error(name);
    }
    throw Error(
        "cannot load " + what + ": tried " + tried +
        (named ? " (named by " + std::string(variable) + ")" : "; " + std::string(variable) + " may name the file"));
}

void* DynamicLibrary::find(const char* symbol_name) const noexcept {
    return dlsym(handle_, symbol_name);
}

void* DynamicLibrary::symbol(const char* symbol_name) const {
    if (void* address = find(symbol_name)) return address;
    throw Error(name_ + " has no " + symbol_name + ": it is too old or no such library");
}

}  // namespace quern::cuda
