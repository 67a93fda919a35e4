#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "gen/error.hpp"
#include "gen/isa.hpp"
#include "jit_cuda/driver.hpp"
#include "jit_cuda/grid.hpp"

namespace quern::cuda {

/// What is asked of a device once, when it is opened.
struct DeviceTraits {
    std::string name;
    int compute_major = 0, compute_minor = 0;  ///< 8, 6 for sm_86
    int multiprocessors = 0;
    int clock_khz = 0;         ///< the highest
    int memory_clock_khz = 0;  ///< 0 where the driver does not say
    int memory_bus_bits = 0;
    std::size_t l2_bytes = 0, memory_bytes = 0;

    /// The newest ISA of the table that the device runs: sm_86 for 8.7. Throws Error for a device older than sm_80.
    Isa isa() const;
};

struct DeviceMemory {
    std::size_t free = 0, total = 0;  ///< bytes
};

/// A device's primary context, held for as long as this, or anything made from it, lives. Copies share it. Every call
/// of this file throws Error naming what was done, the driver's call and its result; destructors alone ignore errors,
/// since a lost device fails them all.
class Device {
  public:
    /// Throws Error where there is no such device.
    static Device open(std::shared_ptr<const Driver> driver, int ordinal = 0);

    const DeviceTraits& traits() const { return context_->traits; }
    const Driver& driver() const { return *context_->driver; }
    DeviceMemory memory() const;
    /// Waits for everything launched; throws Error where something of it failed.
    void synchronize() const;
    /// Throws Error, with what is needed and what is free, where the device has not `bytes` free for `what`.
    void require_memory(std::size_t bytes, const std::string& what) const;

  private:
    friend class Allocation;
    friend class Function;
    friend class Module;
    friend class Stream;
    friend class Event;
    struct Context {
        std::shared_ptr<const Driver> driver;
        int ordinal = 0;
        DeviceTraits traits;
        ContextHandle handle = nullptr;

        ~Context();
        /// Of the calling thread, which whatever it calls next then concerns.
        void make_current() const;
        /// Calls the driver with this context current. The error says "DOING DEVICE: ..." ("copying to").
        template <class... Parameters, class... Arguments>
        void call(const char* doing, const EntryPoint<Parameters...>& entry, Arguments... arguments) const {
            make_current();
            if (const Result result = entry.function(arguments...); result != Result::success)
                fail(doing, entry.name, result);
        }
        [[noreturn]] void fail(const std::string& doing, const char* entry, Result result) const;
    };
    explicit Device(std::shared_ptr<const Context> context) : context_(std::move(context)) {}

    std::shared_ptr<const Context> context_;
};

/// Work on a stream is done in order.
class Stream {
  public:
    explicit Stream(const Device& device);
    Stream(Stream&& other) noexcept
        : context_(std::move(other.context_)), handle_(std::exchange(other.handle_, nullptr)) {}
    Stream& operator=(Stream&& other) noexcept;
    ~Stream();

    StreamHandle handle() const { return handle_; }
    /// Waits for everything put on it; throws Error where something of it failed.
    void synchronize() const;

  private:
    friend class Allocation;
    std::shared_ptr<const Device::Context> context_;
    StreamHandle handle_ = nullptr;
};

/// Bytes of device memory. DeviceBuffer gives them a type.
class Allocation {
  public:
    Allocation() = default;
    Allocation(const Device& device, std::size_t bytes);
    Allocation(Allocation&& other) noexcept
        : context_(std::move(other.context_)),
          address_(std::exchange(other.address_, 0)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    Allocation& operator=(Allocation&& other) noexcept;
    ~Allocation();

    DevicePointer address() const { return address_; }
    std::size_t bytes() const { return bytes_; }

    /// Copies to and from [offset, offset + bytes); an Error where that is not inside. Those on a stream are done in
    /// its order; the host's memory must stay as it is until then.
    void upload(std::size_t offset, const void* from, std::size_t bytes) const;
    void upload(std::size_t offset, const void* from, std::size_t bytes, const Stream& stream) const;
    void download(void* to, std::size_t offset, std::size_t bytes) const;
    void download(void* to, std::size_t offset, std::size_t bytes, const Stream& stream) const;
    void fill(unsigned char byte) const;

  private:
    DevicePointer range(std::size_t offset, std::size_t bytes) const;

    std::shared_ptr<const Device::Context> context_;
    DevicePointer address_ = 0;
    std::size_t bytes_ = 0;
};

/// An owned array in device memory, uninitialized.
template <class T>
class DeviceBuffer {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    DeviceBuffer() = default;
    DeviceBuffer(const Device& device, std::size_t count) : allocation_(device, checked_bytes(count)), count_(count) {}
    DeviceBuffer(const Device& device, std::span<const T> values) : DeviceBuffer(device, values.size()) {
        upload(values);
    }

    /// An address on the device, for kernels' arguments; the host must not follow it.
    T* data() const { return reinterpret_cast<T*>(static_cast<std::uintptr_t>(allocation_.address())); }
    std::size_t size() const { return count_; }
    std::size_t bytes() const { return count_ * sizeof(T); }

    /// Elements [first, first + values.size()).
    void upload(std::span<const T> values, std::size_t first = 0) const {
        allocation_.upload(first * sizeof(T), values.data(), values.size_bytes());
    }
    void upload(std::span<const T> values, const Stream& stream, std::size_t first = 0) const {
        allocation_.upload(first * sizeof(T), values.data(), values.size_bytes(), stream);
    }
    void download(std::span<T> values, std::size_t first = 0) const {
        allocation_.download(values.data(), first * sizeof(T), values.size_bytes());
    }
    void download(std::span<T> values, const Stream& stream, std::size_t first = 0) const {
        allocation_.download(values.data(), first * sizeof(T), values.size_bytes(), stream);
    }
    void fill(unsigned char byte) const { allocation_.fill(byte); }

  private:
    static std::size_t checked_bytes(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T))
            throw Error("a device buffer of " + std::to_string(count) + " elements overflows 64-bit sizes");
        return count * sizeof(T);
    }

    Allocation allocation_;
    std::size_t count_ = 0;
};

/// A kernel of a loaded module. Valid for as long as the module.
class Function {
  public:
    const std::string& name() const { return name_; }
    int attribute(FunctionAttribute attribute) const;

    /// Puts one run on a stream: `call` is the kernel's only parameter, by value. `shared_bytes` is dynamic shared
    /// memory. An error of the kernel itself shows when the stream is synchronized.
    template <class Call>
    void launch(const Stream& stream, Grid grid, unsigned threads, unsigned shared_bytes, const Call& call) const {
        static_assert(std::is_trivially_copyable_v<Call>);
        Call parameter = call;
        launch_with(stream, grid, threads, shared_bytes, &parameter);
    }

  private:
    friend class Module;
    void launch_with(const Stream& stream, Grid grid, unsigned threads, unsigned shared_bytes, void* parameter) const;

    std::shared_ptr<const Device::Context> context_;
    FunctionHandle handle_ = nullptr;
    std::string name_;
};

/// PTX or a cubin, loaded. Functions refer to it, and it must outlive them.
class Module {
  public:
    /// `image`: PTX text or a cubin; `name` says in errors what it is. Throws Error with the driver's log where it
    /// cannot be loaded.
    Module(const Device& device, const std::string& image, std::string name);
    Module(Module&& other) noexcept
        : context_(std::move(other.context_)),
          handle_(std::exchange(other.handle_, nullptr)),
          name_(std::move(other.name_)) {}
    Module& operator=(Module&& other) noexcept;
    ~Module();

    /// Throws Error where the module has no such kernel.
    Function function(const std::string& name) const;

  private:
    std::shared_ptr<const Device::Context> context_;
    ModuleHandle handle_ = nullptr;
    std::string name_;
};

/// A point in a stream's work, for timing.
class Event {
  public:
    explicit Event(const Device& device);
    Event(Event&& other) noexcept
        : context_(std::move(other.context_)), handle_(std::exchange(other.handle_, nullptr)) {}
    Event& operator=(Event&& other) noexcept;
    ~Event();

    void record(const Stream& stream) const;
    /// Waits for this event; milliseconds between `begin` and it.
    double milliseconds_since(const Event& begin) const;

  private:
    std::shared_ptr<const Device::Context> context_;
    EventHandle handle_ = nullptr;
};

}  // namespace quern::cuda
