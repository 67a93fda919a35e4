#pragma once

#include <span>
#include <string>

#include "jit_cuda/dynamic_library.hpp"

namespace quern::cuda {

/// NVIDIA's run-time compiler (libnvrtc), opened when first needed through prototypes of our own. Needs no GPU.
class Nvrtc {
  public:
    /// The file that QUERN_NVRTC names, else version 13 or 12 from the system's search path or the toolkit's usual
    /// folders. Throws Error with each place tried where none can be loaded.
    static Nvrtc open();

    const std::string& version() const { return version_; }  ///< "13.0"
    const std::string& library() const { return library_.name(); }

    /// PTX of a CUDA C++ source that includes nothing. `name` stands for the file in messages. Throws Error with the
    /// compiler's log where it does not compile. Safe to call from many threads.
    std::string compile(const std::string& source, const std::string& name, std::span<const std::string> options) const;

  private:
    struct Program;
    enum class Result : int;
    explicit Nvrtc(DynamicLibrary library);
    void check(Result result, const char* call) const;

    DynamicLibrary library_;
    std::string version_;
    Result (*create_)(Program**, const char* source, const char* name, int headers, const char* const*,
                      const char* const*);
    Result (*compile_)(Program*, int options, const char* const*);
    Result (*destroy_)(Program**);
    Result (*ptx_size_)(Program*, std::size_t*);
    Result (*ptx_)(Program*, char*);
    Result (*log_size_)(Program*, std::size_t*);
    Result (*log_)(Program*, char*);
    const char* (*error_string_)(Result);
};

}  // namespace quern::cuda
