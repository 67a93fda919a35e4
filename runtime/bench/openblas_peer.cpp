#include "runtime/bench/openblas_peer.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <sstream>

#include "gen/error.hpp"

namespace quern {

namespace {

constexpr const char* library_name = "libopenblas.so.0";
// Of cblas.h.
constexpr int row_major = 101, not_transposed = 111, transposed_matrix = 112;

template <class Function>
Function find(void* library, const char* symbol) {
    void* address = dlsym(library, symbol);
    if (address == nullptr) throw Error(std::string(library_name) + " lacks " + symbol);
    return reinterpret_cast<Function>(address);
}

/// "OpenBLAS 0.3.21" of "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ...".
std::string first_two_words(const std::string& text) {
    std::istringstream words(text);
    std::string name, version;
    words >> name >> version;
    return name + " " + version;
}

int narrow(std::int64_t size) {
    if (size > INT32_MAX) throw Error("OpenBLAS takes sizes up to 2^31 - 1, not " + std::to_string(size));
    return static_cast<int>(size);
}

}  // namespace

std::unique_ptr<OpenBlasPeer> OpenBlasPeer::open(Isa isa, int threads, std::string& why) {
    setenv("OPENBLAS_CORETYPE", isa_traits(isa).vector_bytes == 64 ? "SkylakeX" : "Zen", 0);
    void* library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        why = dlerror();
        return nullptr;
    }
    auto peer = std::make_unique<OpenBlasPeer>();
    peer->dgemm_ = find<Gemm<double>>(library, "cblas_dgemm");
    peer->sgemm_ = find<Gemm<float>>(library, "cblas_sgemm");
    peer->dgemv_ = find<Gemv<double>>(library, "cblas_dgemv");
    peer->sgemv_ = find<Gemv<float>>(library, "cblas_sgemv");
    find<void (*)(int)>(library, "openblas_set_num_threads")(threads);
    peer->name_ = first_two_words(find<const char* (*)()>(library, "openblas_get_config")()) + " " +
                  find<const char* (*)()>(library, "openblas_get_corename")();
    return peer;
}

void OpenBlasPeer::gemm(std::int64_t m, std::int64_t n, std::int64_t k, const double* a, const double* b,
                        double* c) const {
    dgemm_(row_major, not_transposed, not_transposed, narrow(m), narrow(n), narrow(k), 1, a, narrow(k), b, narrow(n), 0,
           c, narrow(n));
}

void OpenBlasPeer::gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b,
                        float* c) const {
    sgemm_(row_major, not_transposed, not_transposed, narrow(m), narrow(n), narrow(k), 1, a, narrow(k), b, narrow(n), 0,
           c, narrow(n));
}

void OpenBlasPeer::gemv(std::int64_t m, std::int64_t n, bool transposed, const double* a, const double* x,
                        double* y) const {
    dgemv_(row_major, transposed ? transposed_matrix : not_transposed, narrow(m), narrow(n), 1, a, narrow(n), x, 1, 0,
           y, 1);
}

void OpenBlasPeer::gemv(std::int64_t m, std::int64_t n, bool transposed, const float* a, const float* x,
                        float* y) const {
    sgemv_(row_major, transposed ? transposed_matrix : not_transposed, narrow(m), narrow(n), 1, a, narrow(n), x, 1, 0,
           y, 1);
}

}  // namespace quern
