#pragma once

#include <span>
#include <string>

namespace quern::cuda {

/// A library opened at run time. It stays loaded for the life of the process: drivers keep threads of their own.
class DynamicLibrary {
  public:
    /// Opens the first of `candidates` (paths, or names for the system's search) that can be; where the environment
    /// variable `variable` is set, the file it names alone. Throws Error "cannot load WHAT: ..." that gives every place
    /// tried with the system's reason, and the variable.
    static DynamicLibrary open(const std::string& what, const char* variable, std::span<const std::string> candidates);

    /// The name it was found under.
    const std::string& name() const { return name_; }
    /// The address of a symbol. Throws Error naming library and symbol where it has none.
    void* symbol(const char* symbol_name) const;
    /// The same, nullptr where it has none.
    void* find(const char* symbol_name) const noexcept;

  private:
    DynamicLibrary(void* handle, std::string name);

    void* handle_;
    std::string name_;
};

}  // namespace quern::cuda
