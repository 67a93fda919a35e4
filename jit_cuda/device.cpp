#include "jit_cuda/device.hpp"

#include <array>
#include <cstring>

namespace quern::cuda {

namespace {

// A stream that does not wait for the legacy default stream.
constexpr unsigned stream_non_blocking = 1;
constexpr std::size_t log_bytes = 8192;

std::string bytes_text(std::size_t bytes) {
    const std::string exact = std::to_string(bytes) + " bytes";
    const std::size_t mebibytes = bytes >> 20;
    return mebibytes == 0 ? exact : exact + " (" + std::to_string(mebibytes) + " MiB)";
}

/// What the current context's device has free, where a call failed for lack of memory; else nothing.
std::string free_if_full(const Driver& driver, Result result) {
    DeviceMemory memory;
    if (result != Result::out_of_memory || driver.cuMemGetInfo.function(&memory.free, &memory.total) != Result::success)
        return "";
    return ", which has " + bytes_text(memory.free) + " free of " + bytes_text(memory.total);
}

int attribute(const Driver& driver, DeviceAttribute which, int device) {
    int value = 0;
    driver.call("asking for a device's properties", driver.cuDeviceGetAttribute, &value, which, device);
    return value;
}

DeviceTraits read_traits(const Driver& driver, int device) {
    DeviceTraits traits;
    std::array<char, 256> name{};
    driver.call("asking for a device's name", driver.cuDeviceGetName, name.data(), static_cast<int>(name.size()) - 1,
                device);
    traits.name = name.data();
    traits.compute_major = attribute(driver, DeviceAttribute::compute_capability_major, device);
    traits.compute_minor = attribute(driver, DeviceAttribute::compute_capability_minor, device);
    traits.multiprocessors = attribute(driver, DeviceAttribute::multiprocessor_count, device);
    traits.clock_khz = attribute(driver, DeviceAttribute::clock_rate, device);
    traits.memory_clock_khz = attribute(driver, DeviceAttribute::memory_clock_rate, device);
    traits.memory_bus_bits = attribute(driver, DeviceAttribute::memory_bus_width, device);
    traits.l2_bytes = static_cast<std::size_t>(attribute(driver, DeviceAttribute::l2_cache_size, device));
    driver.call("asking for a device's memory", driver.cuDeviceTotalMem, &traits.memory_bytes, device);
    return traits;
}

}  // namespace

Isa DeviceTraits::isa() const {
    const int version = compute_major * 10 + compute_minor;
    const IsaTraits* newest = nullptr;
    for (const IsaTraits& row : all_isas())
        if (row.backend == Backend::cuda && std::stoi(std::string(row.name.substr(3))) <= version) newest = &row;
    if (newest == nullptr)
        throw Error(name + " is sm_" + std::to_string(version) + "; quern's CUDA kernels need sm_80 or newer");
    return newest->isa;
}

Device::Context::~Context() {
    if (handle == nullptr) return;
    static_cast<void>(driver->cuCtxSetCurrent.function(nullptr));
    static_cast<void>(driver->cuDevicePrimaryCtxRelease.function(ordinal));
}

void Device::Context::make_current() const {
    if (const Result result = driver->cuCtxSetCurrent.function(handle); result != Result::success)
        fail("using", driver->cuCtxSetCurrent.name, result);
}

void Device::Context::fail(const std::string& doing, const char* entry, Result result) const {
    throw Error(doing + " " + traits.name + ": " + driver->describe(entry, result));
}

Device Device::open(std::shared_ptr<const Driver> driver, int ordinal) {
    auto context = std::make_shared<Context>();
    context->driver = std::move(driver);
    const Driver& calls = *context->driver;
    calls.call("opening CUDA device " + std::to_string(ordinal), calls.cuDeviceGet, &context->ordinal, ordinal);
    context->traits = read_traits(calls, context->ordinal);
    calls.call("opening " + context->traits.name, calls.cuDevicePrimaryCtxRetain, &context->handle, context->ordinal);
    context->make_current();
    return Device(std::move(context));
}

DeviceMemory Device::memory() const {
    DeviceMemory memory;
    context_->call("asking for the free memory of", driver().cuMemGetInfo, &memory.free, &memory.total);
    return memory;
}

void Device::synchronize() const {
    context_->call("waiting for", driver().cuCtxSynchronize);
}

void Device::require_memory(std::size_t bytes, const std::string& what) const {
    const DeviceMemory there = memory();
    if (bytes > there.free)
        throw Error(what + ": needs " + bytes_text(bytes) + " of device memory; " + traits().name + " has " +
                    bytes_text(there.free) + " free of " + bytes_text(there.total));
}

Stream::Stream(const Device& device) : context_(device.context_) {
    context_->call("making a stream on", context_->driver->cuStreamCreate, &handle_, stream_non_blocking);
}

Stream::~Stream() {
    if (handle_ != nullptr) static_cast<void>(context_->driver->cuStreamDestroy.function(handle_));
}

Stream& Stream::operator=(Stream&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(handle_, other.handle_);
    return *this;
}

void Stream::synchronize() const {
    context_->call("waiting for", context_->driver->cuStreamSynchronize, handle_);
}

Allocation::Allocation(const Device& device, std::size_t bytes) : context_(device.context_), bytes_(bytes) {
    if (bytes == 0) return;
    context_->make_current();
    const Driver& driver = *context_->driver;
    const Result result = driver.cuMemAlloc.function(&address_, bytes);
    if (result == Result::success) return;
    address_ = 0;
    throw Error("allocating " + bytes_text(bytes) + " on " + context_->traits.name + free_if_full(driver, result) +
                ": " + driver.describe(driver.cuMemAlloc.name, result));
}

Allocation::~Allocation() {
    if (address_ == 0) return;
    static_cast<void>(context_->driver->cuCtxSetCurrent.function(context_->handle));
    static_cast<void>(context_->driver->cuMemFree.function(address_));
}

Allocation& Allocation::operator=(Allocation&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

DevicePointer Allocation::range(std::size_t offset, std::size_t bytes) const {
    if (offset > bytes_ || bytes > bytes_ - offset)
        throw Error("a copy of " + std::to_string(bytes) + " bytes at " + std::to_string(offset) +
                    " leaves a device buffer of " + std::to_string(bytes_));
    return address_ + offset;
}

void Allocation::upload(std::size_t offset, const void* from, std::size_t bytes) const {
    const DevicePointer to = range(offset, bytes);
    if (bytes == 0) return;
    context_->call("copying to", context_->driver->cuMemcpyHtoD, to, from, bytes);
}

void Allocation::upload(std::size_t offset, const void* from, std::size_t bytes, const Stream& stream) const {
    const DevicePointer to = range(offset, bytes);
    if (bytes == 0) return;
    context_->call("copying to", context_->driver->cuMemcpyHtoDAsync, to, from, bytes, stream.handle());
}

void Allocation::download(void* to, std::size_t offset, std::size_t bytes) const {
    const DevicePointer from = range(offset, bytes);
    if (bytes == 0) return;
    context_->call("copying from", context_->driver->cuMemcpyDtoH, to, from, bytes);
}

void Allocation::download(void* to, std::size_t offset, std::size_t bytes, const Stream& stream) const {
    const DevicePointer from = range(offset, bytes);
    if (bytes == 0) return;
    context_->call("copying from", context_->driver->cuMemcpyDtoHAsync, to, from, bytes, stream.handle());
}

void Allocation::fill(unsigned char byte) const {
    if (bytes_ == 0) return;
    context_->call("filling memory of", context_->driver->cuMemsetD8, address_, byte, bytes_);
}

int Function::attribute(FunctionAttribute which) const {
    int value = 0;
    context_->call("asking for a kernel's properties on", context_->driver->cuFuncGetAttribute, &value, which, handle_);
    return value;
}

void Function::launch_with(const Stream& stream, Grid grid, unsigned threads, unsigned shared_bytes,
                           void* parameter) const {
    std::array<void*, 1> parameters{parameter};
    context_->make_current();
    const EntryPoint entry = context_->driver->cuLaunchKernel;
    const Result result = entry.function(handle_, grid.x, grid.y, grid.z, threads, 1U, 1U, shared_bytes,
                                         stream.handle(), parameters.data(), nullptr);
    if (result != Result::success) context_->fail("launching kernel " + name_ + " on", entry.name, result);
}

Module::Module(const Device& device, const std::string& image, std::string name)
    : context_(device.context_), name_(std::move(name)) {
    context_->make_current();
    const Driver& driver = *context_->driver;
    std::array<char, log_bytes> log{};
    // Sizes are passed in the pointers themselves.
    std::array<JitOption, 2> options{JitOption::error_log, JitOption::error_log_bytes};
    std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(static_cast<std::uintptr_t>(log.size() - 1))};
    const Result result = driver.cuModuleLoadDataEx.function(
        &handle_, image.c_str(), static_cast<unsigned>(options.size()), options.data(), values.data());
    if (result == Result::success) return;
    handle_ = nullptr;
    log.back() = '\0';
    throw Error("loading " + name_ + " on " + context_->traits.name + free_if_full(driver, result) + ": " +
                driver.describe(driver.cuModuleLoadDataEx.name, result) +
                (log.front() == '\0' ? "" : ": " + std::string(log.data())));
}

Module::~Module() {
    if (handle_ == nullptr) return;
    static_cast<void>(context_->driver->cuCtxSetCurrent.function(context_->handle));
    static_cast<void>(context_->driver->cuModuleUnload.function(handle_));
}

Module& Module::operator=(Module&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(handle_, other.handle_);
    std::swap(name_, other.name_);
    return *this;
}

Function Module::function(const std::string& name) const {
    Function function;
    function.context_ = context_;
    function.name_ = name;
    const EntryPoint entry = context_->driver->cuModuleGetFunction;
    const Result result = entry.function(&function.handle_, handle_, name.c_str());
    if (result != Result::success)
        context_->fail("finding kernel " + name + " in " + name_ + " on", entry.name, result);
    return function;
}

Event::Event(const Device& device) : context_(device.context_) {
    context_->call("making an event on", context_->driver->cuEventCreate, &handle_, 0U);
}

Event::~Event() {
    if (handle_ != nullptr) static_cast<void>(context_->driver->cuEventDestroy.function(handle_));
}

Event& Event::operator=(Event&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(handle_, other.handle_);
    return *this;
}

void Event::record(const Stream& stream) const {
    context_->call("timing on", context_->driver->cuEventRecord, handle_, stream.handle());
}

double Event::milliseconds_since(const Event& begin) const {
    context_->call("waiting for", context_->driver->cuEventSynchronize, handle_);
    float milliseconds = 0;
    context_->call("timing on", context_->driver->cuEventElapsedTime, &milliseconds, begin.handle_, handle_);
    return static_cast<double>(milliseconds);
}

}  // namespace quern::cuda
