// quern for C++20: the C API with handles that free themselves, spans for arrays, and exceptions for statuses. Header
// only.
#ifndef QUERN_QUERN_HPP
#define QUERN_QUERN_HPP

#include <quern/quern.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quern {
// The library has names of its own in namespace quern: these are others, also where both are linked statically.
inline namespace api {

/// A call that failed: its status, and what quern_last_error() had to say.
class StatusException : public std::runtime_error {
  public:
    explicit StatusException(quern_status status)
        : std::runtime_error(std::string(quern_status_name(status)) + ": " + quern_last_error()), status_(status) {}
    quern_status status() const noexcept { return status_; }

  private:
    quern_status status_;
};

inline void check(quern_status status) {
    if (status != QUERN_OK) throw StatusException(status);
}

/// Bytes aligned as packed matrices, activations and workspaces must be. Uninitialized.
class AlignedBytes {
  public:
    AlignedBytes() = default;
    explicit AlignedBytes(std::size_t size)
        : data_(static_cast<std::byte*>(::operator new (size, std::align_val_t{QUERN_ALIGNMENT}))), size_(size) {}
    std::byte* data() const noexcept { return data_.get(); }
    std::size_t size() const noexcept { return data_ ? size_ : 0; }

  private:
    struct Free {
        void operator()(std::byte* bytes) const noexcept {
            ::operator delete (bytes, std::align_val_t{QUERN_ALIGNMENT});
        }
    };
    std::unique_ptr<std::byte, Free> data_;
    std::size_t size_ = 0;
};

/// Runs body(i) for every i in [0, items) exactly once, in any order, on any threads. What it throws, the call on the
/// context throws.
using ParallelFor = std::function<void(std::int64_t items, const std::function<void(std::int64_t item)>& body)>;

/// See quern_context.
class Context {
  public:
    /// 0: as many threads as physical cores. `isa` empty: the best there is.
    explicit Context(int threads = 0, const std::string& isa = {}) {
        quern_context_options options{};
        options.threads = threads;
        options.isa = isa.empty() ? nullptr : isa.c_str();
        create(options);
    }
    /// On the caller's own threads, `threads` of them at once at most.
    Context(ParallelFor parallel_for, int threads, const std::string& isa = {})
        : loop_(std::make_shared<const ParallelFor>(std::move(parallel_for))) {
        quern_context_options options{};
        options.threads = threads;
        options.isa = isa.empty() ? nullptr : isa.c_str();
        options.parallel_for = run_loop;
        options.parallel_for_user = const_cast<ParallelFor*>(loop_.get());
        create(options);
    }

    quern_context* get() const noexcept { return handle_.get(); }
    quern_context_info info() const {
        quern_context_info info{};
        check(quern_context_describe(get(), &info));
        return info;
    }
    /// The parallel-for, for what outlives the context.
    const std::shared_ptr<const ParallelFor>& loop() const noexcept { return loop_; }

    /// Passes a status on, and what the parallel-for threw.
    static void check_call(quern_status status) {
        if (std::exception_ptr thrown = std::exchange(thrown_, nullptr)) std::rethrow_exception(thrown);
        check(status);
    }

  private:
    struct Free {
        void operator()(quern_context* context) const noexcept { (void)quern_context_free(context); }
    };
    void create(const quern_context_options& options) {
        quern_context* made = nullptr;
        check(quern_context_create(&options, &made));
        handle_.reset(made);
    }
    // An exception may not pass through C: it waits here, on the thread that called quern.
    static void run_loop(void* user, std::int64_t items, quern_parallel_body body, void* work) {
        try {
            (*static_cast<const ParallelFor*>(user))(items, [=](std::int64_t item) { body(work, item); });
        } catch (...) {
            thrown_ = std::current_exception();
        }
    }

    inline static thread_local std::exception_ptr thrown_;
    std::shared_ptr<const ParallelFor> loop_;
    std::unique_ptr<quern_context, Free> handle_;
};

/// A packed weight matrix and its memory.
class Matrix {
  public:
    /// Of GGUF blocks, or of f32 as bytes (std::as_bytes).
    Matrix(const Context& context, quern_weight_format format, std::int64_t rows, std::int64_t columns,
           std::span<const std::byte> blocks)
        : Matrix(format, rows, columns) {
        pack(context, 0, rows, blocks);
    }
    /// To be packed.
    Matrix(quern_weight_format format, std::int64_t rows, std::int64_t columns) {
        matrix_.format = format;
        matrix_.rows = rows;
        matrix_.columns = columns;
        check(quern_packed_size(&matrix_, &matrix_.packed_bytes));
        memory_ = AlignedBytes(matrix_.packed_bytes);
        matrix_.packed = memory_.data();
    }

    void pack(const Context& context, std::int64_t first_row, std::int64_t row_count,
              std::span<const std::byte> blocks) {
        Context::check_call(quern_pack(context.get(), &matrix_, first_row, row_count, blocks.data(), blocks.size()));
    }
    std::int64_t rows() const noexcept { return matrix_.rows; }
    std::int64_t columns() const noexcept { return matrix_.columns; }
    const quern_matrix& get() const noexcept { return matrix_; }

  private:
    quern_matrix matrix_{};
    AlignedBytes memory_;
};

/// Quantized activations, to be multiplied by several matrices.
class Activations {
  public:
    Activations(const Context& context, std::int64_t tokens, std::int64_t columns, const float* x,
                std::int64_t x_stride)
        : tokens_(tokens) {
        std::size_t bytes = 0;
        check(quern_activations_size(tokens, columns, &bytes));
        memory_ = AlignedBytes(bytes);
        Context::check_call(
            quern_quantize(context.get(), tokens, columns, x, x_stride, memory_.data(), memory_.size()));
    }
    std::int64_t tokens() const noexcept { return tokens_; }
    std::span<const std::byte> bytes() const noexcept { return {memory_.data(), memory_.size()}; }

  private:
    std::int64_t tokens_;
    AlignedBytes memory_;
};

/// A range of a matrix's rows; a count of 0 is all from `first` on.
struct RowRange {
    std::int64_t first = 0, count = 0;
};

namespace detail {
inline quern_qgemm_arguments product(const Matrix& matrix, std::int64_t tokens, float* y, std::int64_t y_stride,
                                     RowRange rows) {
    quern_qgemm_arguments arguments{};
    arguments.matrix = &matrix.get();
    arguments.first_row = rows.first;
    arguments.row_count = rows.count == 0 ? matrix.rows() - rows.first : rows.count;
    arguments.tokens = tokens;
    arguments.y = y;
    arguments.y_stride = y_stride;
    return arguments;
}
}  // namespace detail

/// y = x W^T; see quern_qgemm().
inline void qgemm(const Context& context, const Matrix& matrix, std::int64_t tokens, const float* x,
                  std::int64_t x_stride, float* y, std::int64_t y_stride, RowRange rows = {}) {
    quern_qgemm_arguments arguments = detail::product(matrix, tokens, y, y_stride, rows);
    arguments.x = x;
    arguments.x_stride = x_stride;
    Context::check_call(quern_qgemm(context.get(), &arguments));
}
inline void qgemm(const Context& context, const Matrix& matrix, const Activations& x, float* y, std::int64_t y_stride,
                  RowRange rows = {}) {
    quern_qgemm_arguments arguments = detail::product(matrix, x.tokens(), y, y_stride, rows);
    arguments.activations = x.bytes().data();
    arguments.activations_bytes = x.bytes().size();
    Context::check_call(quern_qgemm(context.get(), &arguments));
}

/// A block-quantized weight and its memory; see quern_blockwise_matrix.
class BlockwiseMatrix {
  public:
    /// Of dense weights, [rows][columns].
    BlockwiseMatrix(quern_code_format format, std::int64_t rows, std::int64_t columns, std::int64_t block,
                    std::span<const double> weights) {
        matrix_.format = format;
        matrix_.rows = rows;
        matrix_.columns = columns;
        matrix_.block = block;
        const auto count = static_cast<std::int64_t>(weights.size());
        check(quern_blockwise_size(format, count, block, &matrix_.codes_bytes, &matrix_.scale_count));
        codes_.resize(matrix_.codes_bytes);
        scales_.resize(matrix_.scale_count);
        check(quern_blockwise_quantize(format, weights.data(), count, block, codes_.data(), codes_.size(),
                                       scales_.data(), scales_.size()));
    }
    std::int64_t rows() const noexcept { return matrix_.rows; }
    std::int64_t columns() const noexcept { return matrix_.columns; }
    /// Valid while this lives and is not assigned to.
    quern_blockwise_matrix get() const noexcept {
        quern_blockwise_matrix matrix = matrix_;
        matrix.codes = codes_.data();
        matrix.scales = scales_.data();
        return matrix;
    }

  private:
    quern_blockwise_matrix matrix_{};
    std::vector<std::byte> codes_;
    std::vector<double> scales_;
};

/// y = W x; see quern_blockwise_gemv().
inline void blockwise_gemv(const Context& context, const quern_blockwise_matrix& w, const double* x, double* y) {
    Context::check_call(quern_blockwise_gemv(context.get(), &w, x, y));
}
/// Y = W X; see quern_blockwise_gemm().
inline void blockwise_gemm(const Context& context, const quern_blockwise_matrix& w, std::int64_t n, const double* x,
                           std::int64_t x_stride, double* y, std::int64_t y_stride) {
    Context::check_call(quern_blockwise_gemm(context.get(), &w, n, x, x_stride, y, y_stride));
}

/// C = alpha A B + beta C, row-major; see quern_gemm_f64().
inline void gemm(const Context& context, std::int64_t m, std::int64_t n, std::int64_t k, double alpha, const double* a,
                 std::int64_t a_stride, const double* b, std::int64_t b_stride, double beta, double* c,
                 std::int64_t c_stride) {
    Context::check_call(quern_gemm_f64(context.get(), m, n, k, alpha, a, a_stride, b, b_stride, beta, c, c_stride));
}
inline void gemm(const Context& context, std::int64_t m, std::int64_t n, std::int64_t k, float alpha, const float* a,
                 std::int64_t a_stride, const float* b, std::int64_t b_stride, float beta, float* c,
                 std::int64_t c_stride) {
    Context::check_call(quern_gemm_f32(context.get(), m, n, k, alpha, a, a_stride, b, b_stride, beta, c, c_stride));
}
/// y = A x, or A^T x; see quern_gemv_f64().
inline void gemv(const Context& context, std::int64_t m, std::int64_t n, bool transposed, const double* a,
                 const double* x, double* y) {
    Context::check_call(quern_gemv_f64(context.get(), m, n, transposed ? 1 : 0, a, x, y));
}
inline void gemv(const Context& context, std::int64_t m, std::int64_t n, bool transposed, const float* a,
                 const float* x, float* y) {
    Context::check_call(quern_gemv_f32(context.get(), m, n, transposed ? 1 : 0, a, x, y));
}

/// See quern_dequantize().
inline void dequantize(quern_weight_format format, std::span<const std::byte> blocks, std::span<float> weights) {
    check(quern_dequantize(format, blocks.data(), blocks.size(), weights.data(),
                           static_cast<std::int64_t>(weights.size())));
}

/// See quern_kernel.
class Kernel {
  public:
    Kernel(const Context& context, std::string_view spec, const std::string& name = {}) {
        quern_kernel* made = nullptr;
        check(quern_kernel_generate(context.get(), spec.data(), spec.size(), name.empty() ? nullptr : name.c_str(),
                                    &made));
        handle_.reset(made);
    }
    quern_kernel_info info() const {
        quern_kernel_info info{};
        check(quern_kernel_describe(handle_.get(), &info));
        return info;
    }
    void dump(const std::filesystem::path& directory) const {
        check(quern_kernel_dump(handle_.get(), directory.string().c_str()));
    }

  private:
    struct Free {
        void operator()(quern_kernel* kernel) const noexcept { (void)quern_kernel_free(kernel); }
    };
    std::unique_ptr<quern_kernel, Free> handle_;
};

/// See quern_tune().
inline quern_tune_result tune(const Context& context, std::string_view spec, bool store, const std::string& name = {}) {
    quern_tune_result result{};
    Context::check_call(quern_tune(context.get(), spec.data(), spec.size(), name.empty() ? nullptr : name.c_str(),
                                   store ? 1 : 0, &result));
    return result;
}

/// See quern_gguf.
class GgufFile {
  public:
    explicit GgufFile(const std::filesystem::path& path) {
        quern_gguf* made = nullptr;
        check(quern_gguf_open(path.string().c_str(), &made));
        handle_.reset(made);
    }
    quern_gguf_tensor find(const std::string& name) const {
        quern_gguf_tensor tensor{};
        check(quern_gguf_find(handle_.get(), name.c_str(), &tensor));
        return tensor;
    }

  private:
    struct Free {
        void operator()(quern_gguf* file) const noexcept { (void)quern_gguf_free(file); }
    };
    std::unique_ptr<quern_gguf, Free> handle_;
};
/// The tensor's blocks.
inline std::span<const std::byte> blocks_of(const quern_gguf_tensor& tensor) {
    return {static_cast<const std::byte*>(tensor.blocks), tensor.blocks_bytes};
}

/// See quern_model.
class Model {
  public:
    Model(const Context& context, const std::filesystem::path& path) : loop_(context.loop()) {
        quern_model* made = nullptr;
        Context::check_call(quern_model_load(context.get(), path.string().c_str(), &made));
        handle_.reset(made);
    }
    quern_model* get() const noexcept { return handle_.get(); }
    const std::shared_ptr<const ParallelFor>& loop() const noexcept { return loop_; }
    quern_model_info info() const {
        quern_model_info info{};
        check(quern_model_describe(get(), &info));
        return info;
    }
    std::vector<std::int32_t> tokenize(std::string_view text, bool chat) const {
        std::size_t count = 0;
        check(quern_tokenize(get(), text.data(), text.size(), chat ? 1 : 0, nullptr, 0, &count));
        std::vector<std::int32_t> tokens(count);
        if (count > 0)
            check(quern_tokenize(get(), text.data(), text.size(), chat ? 1 : 0, tokens.data(), count, &count));
        return tokens;
    }
    std::string detokenize(std::span<const std::int32_t> tokens) const {
        std::size_t bytes = 0;
        check(quern_detokenize(get(), tokens.data(), tokens.size(), nullptr, 0, &bytes));
        std::string text(bytes, '\0');
        check(quern_detokenize(get(), tokens.data(), tokens.size(), text.data(), bytes, &bytes));
        return text;
    }
    /// [rows][vocabulary]
    std::vector<float> logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows) const {
        std::vector<float> out(rows.size() * static_cast<std::size_t>(info().vocabulary));
        Context::check_call(
            quern_model_logits(get(), tokens.data(), tokens.size(), rows.data(), rows.size(), out.data(), out.size()));
        return out;
    }

  private:
    struct Free {
        void operator()(quern_model* model) const noexcept { (void)quern_model_free(model); }
    };
    std::shared_ptr<const ParallelFor> loop_;
    std::unique_ptr<quern_model, Free> handle_;
};

/// See quern_generation.
class Generation {
  public:
    Generation(const Model& model, std::span<const std::int32_t> prompt, const quern_generation_options& options = {})
        : loop_(model.loop()) {
        quern_generation* made = nullptr;
        check(quern_generation_create(model.get(), prompt.data(), prompt.size(), &options, &made));
        handle_.reset(made);
    }
    quern_progress step() {
        quern_progress progress{};
        Context::check_call(quern_generation_step(handle_.get(), &progress));
        return progress;
    }
    /// Returning false from `on_step` cancels; what it throws is thrown here. Returns false where it was cancelled.
    bool run(const std::function<bool(const quern_progress&)>& on_step = {}) {
        struct Call {
            const std::function<bool(const quern_progress&)>& on_step;
            std::exception_ptr thrown{};
        } call{on_step};
        const quern_step_callback callback = [](void* user, const quern_progress* progress) {
            Call& to = *static_cast<Call*>(user);
            try {
                return to.on_step(*progress) ? 0 : 1;
            } catch (...) {
                to.thrown = std::current_exception();
                return 1;
            }
        };
        const quern_status status = quern_generation_run(handle_.get(), on_step ? callback : nullptr, &call);
        if (call.thrown) std::rethrow_exception(call.thrown);
        if (status == QUERN_CANCELLED) return false;
        Context::check_call(status);
        return true;
    }
    void cancel() { check(quern_generation_cancel(handle_.get())); }
    std::string text() const {
        // A step of another thread may lengthen it in between.
        std::string text;
        for (std::size_t bytes = 0;;) {
            const quern_status status =
                quern_generation_text(handle_.get(), text.empty() ? nullptr : text.data(), text.size(), &bytes);
            if (status != QUERN_OK && status != QUERN_BAD_BUFFER_SIZE) check(status);
            if (status == QUERN_OK && (bytes == 0 || !text.empty())) {
                text.resize(bytes);
                return text;
            }
            text.resize(bytes);
        }
    }

  private:
    struct Free {
        void operator()(quern_generation* generation) const noexcept { (void)quern_generation_free(generation); }
    };
    std::shared_ptr<const ParallelFor> loop_;
    std::unique_ptr<quern_generation, Free> handle_;
};

}  // namespace api
}  // namespace quern

#endif  // QUERN_QUERN_HPP
