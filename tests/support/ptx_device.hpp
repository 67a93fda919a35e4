#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/ptx/quern_ptx.h"

namespace quern::test {

/// CUresult numbers the tests of the PTX executor meet.
enum CudaResult : int {
    cuda_success = 0,
    cuda_invalid_value = 1,
    cuda_out_of_memory = 2,
    cuda_invalid_ptx = 218,
    cuda_not_found = 500,
    cuda_illegal_address = 700,
    cuda_misaligned_address = 716,
    cuda_launch_failed = 719,
};

/// The PTX executor, opened as a program opens libcuda, with one context for as long as this lives. Its counters and
/// what went wrong before are forgotten at the beginning.
class PtxDevice {
  public:
    PtxDevice();
    PtxDevice(const PtxDevice&) = delete;
    PtxDevice& operator=(const PtxDevice&) = delete;
    /// Frees what load() and upload() made.
    ~PtxDevice();

    /// A function of the library, by its exported name. Throws std::runtime_error where there is none.
    template <class Signature>
    static Signature* function(const char* name) {
        return reinterpret_cast<Signature*>(address_of(name));
    }

    /// Loads a module; throws std::runtime_error with the driver's log where it cannot.
    void* load(std::string_view ptx);
    void unload(void* module);
    void* kernel(void* module, const char* name);

    std::uint64_t allocate(std::size_t bytes);
    void free(std::uint64_t address);
    template <class T>
    std::uint64_t upload(std::span<const T> values) {
        return upload_bytes(values.data(), values.size_bytes());
    }
    template <class T>
    std::uint64_t upload(const std::vector<T>& values) {
        return upload(std::span<const T>(values));
    }
    template <class T>
    std::vector<T> download(std::uint64_t address, std::size_t count) {
        std::vector<T> values(count);
        download_bytes(values.data(), address, count * sizeof(T));
        return values;
    }

    struct Grid {
        unsigned blocks = 1, threads = 32, shared_bytes = 0;
    };
    /// Launches with the parameters given as 64-bit values and waits; gives the CUresult. Where it is none of success,
    /// the text is in violation(), and the device is made usable again.
    int launch(void* kernel, const Grid& grid, const std::vector<std::uint64_t>& parameters);
    const std::string& violation() const { return violation_; }

    quern_ptx_counters counters(const char* kernel = nullptr) const;

  private:
    static void* address_of(const char* name);
    std::uint64_t upload_bytes(const void* data, std::size_t bytes);
    void download_bytes(void* to, std::uint64_t address, std::size_t bytes);

    std::vector<std::uint64_t> allocations_;
    std::vector<void*> modules_;
    std::string violation_;
};

/// A module of one kernel `test` whose `parameters` 64-bit parameters are %p0, %p1, ...; the registers %r (b32), %d
/// (b64), %h (b16), %f (f32), %e (f64) and %q (predicates) are declared, 64 of each.
std::string ptx_kernel(std::size_t parameters, std::string_view body, std::string_view variables = "", int sm = 80);

}  // namespace quern::test
