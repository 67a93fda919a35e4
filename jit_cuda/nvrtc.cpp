#include "jit_cuda/nvrtc.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "gen/error.hpp"

namespace quern::cuda {

namespace {

/// By name from the loader's search path, then in the places a toolkit or its wheels put it.
std::vector<std::string> library_candidates() {
    std::vector<std::string> candidates;
    for (const std::string folder :
         {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/lib/", "/usr/local/cuda/targets/x86_64-linux/lib/"})
        for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
            candidates.push_back(folder + name);
    return candidates;
}

template <class Function>
void find(const DynamicLibrary& library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(library.symbol(name));
}

}  // namespace

enum class Nvrtc::Result : int { success = 0 };

Nvrtc::Nvrtc(DynamicLibrary library) : library_(std::move(library)) {
    Result (*version)(int*, int*);
    find(library_, "nvrtcVersion", version);
    find(library_, "nvrtcCreateProgram", create_);
    find(library_, "nvrtcCompileProgram", compile_);
    find(library_, "nvrtcDestroyProgram", destroy_);
    find(library_, "nvrtcGetPTXSize", ptx_size_);
    find(library_, "nvrtcGetPTX", ptx_);
    find(library_, "nvrtcGetProgramLogSize", log_size_);
    find(library_, "nvrtcGetProgramLog", log_);
    find(library_, "nvrtcGetErrorString", error_string_);
    int major = 0, minor = 0;
    check(version(&major, &minor), "nvrtcVersion");
    version_ = std::to_string(major) + "." + std::to_string(minor);
}

Nvrtc Nvrtc::open() {
    return Nvrtc(DynamicLibrary::open("the CUDA run-time compiler libnvrtc", "QUERN_NVRTC", library_candidates()));
}

void Nvrtc::check(Result result, const char* call) const {
    if (result != Result::success) throw Error(library() + ": " + call + " failed: " + error_string_(result));
}

std::string Nvrtc::compile(const std::string& source, const std::string& name,
                           std::span<const std::string> options) const {
    Program* made = nullptr;
    check(create_(&made, source.c_str(), name.c_str(), 0, nullptr, nullptr), "nvrtcCreateProgram");
    const auto destroy = [this](Program* program) { destroy_(&program); };
    const std::unique_ptr<Program, decltype(destroy)> program(made, destroy);

    std::vector<const char*> option_texts;
    for (const std::string& option : options) option_texts.push_back(option.c_str());
    const Result compiled = compile_(program.get(), static_cast<int>(option_texts.size()), option_texts.data());
    // Sizes count the text's closing zero.
    const auto text = [&](auto get_size, auto get_text, const char* call) {
        std::size_t size = 0;
        check(get_size(program.get(), &size), call);
        std::string characters(size, '\0');
        check(get_text(program.get(), characters.data()), call);
        characters.resize(characters.find_last_not_of('\0') + 1);
        return characters;
    };
    if (compiled != Result::success)
        throw Error("NVRTC " + version_ + " cannot compile " + name + ": " + error_string_(compiled) + "\n" +
                    text(log_size_, log_, "nvrtcGetProgramLog"));
    return text(ptx_size_, ptx_, "nvrtcGetPTX");
}

}  // namespace quern::cuda
