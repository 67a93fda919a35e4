#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace quern::cuda {

/// What turns CUDA C++ into PTX.
struct PtxCompiler {
    std::string version;  ///< of NVRTC: "13.0"
    /// `name` stands for the source's file in messages. Throws Error, with the compiler's log, where it does not
    /// compile. Called from many threads.
    std::function<std::string(const std::string& source, const std::string& name, std::span<const std::string> options)>
        compile;
};

/// PTX kept on disk between processes, one file a source, set of options and compiler version:
///
///     DIRECTORY/ptx/<hash of source and options>-nvrtc13.0.ptx
///         // quern-ptx 1 source <hash> nvrtc 13.0 bytes 12345 ptx <hash of what follows>
///         <PTX>
///
/// The first line is a comment of PTX, so every file is PTX as it stands. A file is written whole or not at all and
/// checked whole when read; one that is not what its name and header say is made anew, with a warning. Where there is
/// no compiler, a file of the same source and options made by any version serves. Safe to call from many threads.
class PtxCache {
  public:
    using Warn = std::function<void(const std::string& message)>;

    /// `directory`: cache_directory(); empty keeps nothing. Without a compiler, `why_no_compiler` says why in errors.
    /// `warn` hears of files that are not used or cannot be written, one call at a time, of the same only once.
    PtxCache(std::filesystem::path directory, std::optional<PtxCompiler> compiler, std::string why_no_compiler,
             Warn warn);

    struct Ptx {
        std::string text;
        bool hit = false;            ///< read from disk
        std::string nvrtc_version;   ///< that made it
        double compile_seconds = 0;  ///< 0 for a hit
    };
    /// `name` stands for the source in messages. Throws what the compiler throws, and Error where there is neither a
    /// compiler nor a file.
    Ptx get(const std::string& source, const std::string& name, std::span<const std::string> options) const;

    /// The hash in file names.
    static std::string source_hash(const std::string& source, std::span<const std::string> options);

  private:
    std::filesystem::path file_of(const std::string& hash, const std::string& version) const;
    std::optional<Ptx> read(const std::filesystem::path& file, const std::string& hash,
                            const std::string& version) const;
    std::optional<Ptx> read_any_version(const std::string& hash) const;
    void write(const std::filesystem::path& file, const std::string& hash, const Ptx& ptx) const;
    void warn(const std::string& message) const;

    std::filesystem::path directory_;  ///< of the files, or empty
    std::optional<PtxCompiler> compiler_;
    std::string why_no_compiler_;
    Warn warn_;
    struct Warned {
        std::mutex mutex;
        std::set<std::string> messages;
    };
    std::unique_ptr<Warned> warned_ = std::make_unique<Warned>();
};

}  // namespace quern::cuda
