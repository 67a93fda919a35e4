#include "runtime/tuning/tuning_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <system_error>

#include "gen/error.hpp"
#include "gen/op_traits.hpp"
#include "gen/toml.hpp"
#include "runtime/gguf/printable.hpp"
#include "runtime/system/atomic_file.hpp"
#include "runtime/system/cache_directory.hpp"

namespace quern {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t version = 2;
constexpr std::size_t most_bytes = 1 << 20;
constexpr std::size_t most_plans = 4096;

/// Lower case letters and digits, everything else a dash.
std::string file_name_part(std::string_view text) {
    std::string part;
    for (const char c : text) {
        const auto lower = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        const bool kept = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
        if (kept)
            part += lower;
        else if (!part.empty() && part.back() != '-')
            part += '-';
    }
    while (!part.empty() && part.back() == '-') part.pop_back();
    constexpr std::size_t longest = 64;
    return part.empty() ? "unknown" : part.substr(0, longest);
}

std::string_view accumulators_name(FloatAccumulators accumulators) {
    return accumulators == FloatAccumulators::registers ? "registers" : "l1_scratch";
}

std::string_view path_name(bool direct) {
    return direct ? "direct" : "unpacked";
}

std::string read_text(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw Error(std::string("cannot be opened: ") + std::strerror(errno));
    std::string text(most_bytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) throw Error(std::string("cannot be read: ") + std::strerror(errno));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most_bytes) throw Error("is over 1 MiB, too large for a tuning file");
    return text;
}

/// The values of one table; errors say which key and line.
class Values {
  public:
    explicit Values(const toml::table& table) : table_(table) {}

    template <class T>
    T get(std::string_view key) const {
        const toml::node* node = table_.get(key);
        const std::string place = std::string(key) + " at line " + line(node == nullptr ? table_ : *node);
        if (node == nullptr) throw Error("lacks the key " + place);
        const std::optional<T> value = node->value_exact<T>();
        if (!value) throw Error("has a wrong type of value for " + place);
        return *value;
    }
    /// An integer in 1 to `largest`.
    std::int64_t count(std::string_view key, std::int64_t largest = std::numeric_limits<std::int64_t>::max()) const {
        const auto value = get<std::int64_t>(key);
        if (value < 1 || value > largest)
            throw Error("has " + std::string(key) + " = " + std::to_string(value) + " at line " + line(table_));
        return value;
    }
    int small_count(std::string_view key) const {
        return static_cast<int>(count(key, std::numeric_limits<int>::max()));
    }
    double milliseconds(std::string_view key) const {
        const auto value = get<double>(key);
        if (!std::isfinite(value) || value <= 0)
            throw Error("has no positive " + std::string(key) + " at line " + line(table_));
        return value / 1e3;
    }
    /// Whether the value is the first of two words, else it must be the second.
    bool is_first(std::string_view key, std::string_view first, std::string_view second) const {
        const auto text = get<std::string>(key);
        if (text != first && text != second)
            throw Error("has " + std::string(key) + " = " + printable(text, 32) + " at line " + line(table_));
        return text == first;
    }

  private:
    static std::string line(const toml::node& node) { return std::to_string(node.source().begin.line); }

    const toml::table& table_;
};

void check_machine(const Values& values, const MachineTraits& machine, int threads) {
    const auto same_size = [&values](std::string_view key, std::size_t bytes) {
        return values.get<std::int64_t>(key) == static_cast<std::int64_t>(bytes);
    };
    const auto processor = values.get<std::string>("processor");
    if (processor != machine.processor)
        throw Error("is for the processor " + printable(processor, 64) + ", this one is " +
                    printable(machine.processor, 64));
    if (!same_size("l1_bytes", machine.l1_bytes) || !same_size("l2_bytes", machine.l2_bytes) ||
        !same_size("l3_bytes", machine.l3_bytes))
        throw Error("is for other cache sizes");
    if (values.get<std::string>("isa") != isa_traits(machine.isa).name ||
        values.get<bool>("evex_ymm_dot") != machine.evex_ymm_dot)
        throw Error("is for another instruction set");
    if (values.get<std::int64_t>("threads") != threads) throw Error("is for another number of threads");
}

TunedPlan read_plan(const Values& values, const MachineTraits& machine) {
    TunedPlan plan;
    const auto weight = values.get<std::string>("weight");
    plan.weight = weight_format_by_name(weight);
    if (plan.weight == nullptr) throw Error("has the unknown weight " + printable(weight, 32));
    plan.n = values.count("n");
    plan.k = values.count("k");
    plan.tokens = values.count("tokens");
    plan.choice.token_tile = values.count("token_tile");
    plan.choice.shape.row_registers = values.small_count("row_registers");
    plan.choice.shape.micro_tokens = values.small_count("micro_tokens");
    plan.choice.shape.float_accumulators =
        values.is_first("float_accumulators", accumulators_name(FloatAccumulators::registers),
                        accumulators_name(FloatAccumulators::l1_scratch))
            ? FloatAccumulators::registers
            : FloatAccumulators::l1_scratch;
    plan.choice.direct = values.is_first("path", path_name(true), path_name(false));
    plan.choice.row_tiles_per_item = values.small_count("row_tiles_per_item");
    plan.default_seconds = values.milliseconds("default_ms");
    plan.seconds = values.milliseconds("ms");
    // What does not suit this machine is refused here, not where the kernel is wanted.
    plan_qgemm(plan.spec(), machine, plan.choice);
    return plan;
}

/// The word's place in a list of names.
template <class Names>
std::size_t index_of(const Values& values, std::string_view key, const Names& names) {
    const auto text = values.get<std::string>(key);
    const auto found = std::find(std::begin(names), std::end(names), text);
    if (found == std::end(names)) throw Error("has " + std::string(key) + " = " + printable(text, 32));
    return static_cast<std::size_t>(found - std::begin(names));
}

MatrixLayout layout_of(const Values& values, std::string_view key) {
    return values.is_first(key, matrix_layout_name(MatrixLayout::row_major),
                           matrix_layout_name(MatrixLayout::column_major))
               ? MatrixLayout::row_major
               : MatrixLayout::column_major;
}

TunedDense read_dense_plan(const Values& values, const MachineTraits& machine) {
    TunedDense plan;
    KernelSpec& spec = plan.spec;
    const auto op = values.get<std::string>("op");
    const OpTraits* traits = op_traits_by_name(op);
    if (traits == nullptr || !is_tuned_dense(traits->op)) throw Error("has op = " + printable(op, 32));
    spec.op = traits->op;
    spec.name = op;
    spec.m = values.count("m");
    spec.n = values.count("n");
    plan.default_seconds = values.milliseconds("default_ms");
    plan.seconds = values.milliseconds("ms");
    if (is_blockwise(spec.op)) {
        if (traits->needs("k")) spec.k = values.count("k");
        if (traits->needs("bits")) spec.bits = values.small_count("bits");
        spec.block = values.count("block");
        spec.byte_codes = !values.is_first("codes", "packed", "bytes");
        plan.blockwise.rows = values.small_count("rows");
        plan_blockwise(spec, machine, plan.blockwise);  // refuses what does not suit this machine
        return plan;
    }
    spec.type = values.is_first("type", "f64", "f32") ? ElementType::f64 : ElementType::f32;
    if (spec.op == Op::gemm) {
        spec.k = values.count("k");
        spec.a_layout = layout_of(values, "a_layout");
        spec.b_layout = layout_of(values, "b_layout");
        plan.gemm.tile = {values.small_count("tile_rows"), values.small_count("tile_vectors")};
        plan.gemm.a_panel = static_cast<APanel>(index_of(values, "a_panel", a_panel_names));
        plan.gemm.column_block = values.count("column_block");
        plan_gemm(spec, machine, plan.gemm);
        return plan;
    }
    spec.transposed = values.get<bool>("transposed");
    plan.gemv.rows = values.small_count("rows");
    const auto prefetch = values.get<std::int64_t>("prefetch_bytes");
    plan.gemv.prefetch_bytes = prefetch == 0 ? 0 : values.small_count("prefetch_bytes");
    plan.gemv.column_block = values.count("column_block");
    plan_gemv(spec, machine, plan.gemv);
    return plan;
}

const toml::table& table_of(const toml::node* node, std::string_view what) {
    const toml::table* table = node == nullptr ? nullptr : node->as_table();
    if (table == nullptr) throw Error("has no " + std::string(what) + " table");
    return *table;
}

Tuning read_checked(const std::string& text, const MachineTraits& machine, int threads) {
    const toml::table root = toml::parse(text);
    const Values values(root);
    // Before anything else: another version may keep everything elsewhere.
    const auto file_version = values.get<std::int64_t>("version");
    if (file_version != version)
        throw Error("has version " + std::to_string(file_version) + ", this quern reads " + std::to_string(version));
    check_machine(Values(table_of(root.get("machine"), "[machine]")), machine, threads);
    Tuning tuning;
    const auto read_tables = [&root](const std::string& name, const auto& read) {
        const toml::node* node = root.get(name);
        if (node == nullptr) return;
        const toml::array* tables = node->as_array();
        if (tables == nullptr || tables->size() > most_plans) throw Error("has no readable [[" + name + "]] tables");
        for (const toml::node& table : *tables) read(Values(table_of(&table, "[[" + name + "]]")));
    };
    read_tables("kernel", [&](const Values& values) { tuning.set(read_plan(values, machine)); });
    read_tables("dense", [&](const Values& values) { tuning.set(read_dense_plan(values, machine)); });
    return tuning;
}

toml::table dense_table(const TunedDense& plan) {
    const KernelSpec& spec = plan.spec;
    toml::table table{{"op", op_name(spec.op)}, {"m", spec.m}, {"n", spec.n}};
    if (!is_blockwise(spec.op)) table.insert("type", element_type_name(spec.type));
    if (is_blockwise(spec.op)) {
        if (spec.op == Op::nf4_gemm) table.insert("k", spec.k);
        if (spec.op == Op::int_gemv) table.insert("bits", spec.bits);
        table.insert("block", spec.block);
        table.insert("codes", spec.codes_name());
        table.insert("rows", plan.blockwise.rows);
    } else if (spec.op == Op::gemm) {
        table.insert("k", spec.k);
        table.insert("a_layout", matrix_layout_name(spec.a_layout));
        table.insert("b_layout", matrix_layout_name(spec.b_layout));
        table.insert("tile_rows", plan.gemm.tile.rows);
        table.insert("tile_vectors", plan.gemm.tile.vectors);
        table.insert("a_panel", a_panel_names[static_cast<std::size_t>(plan.gemm.a_panel)]);
        table.insert("column_block", plan.gemm.column_block);
    } else {
        table.insert("transposed", spec.transposed);
        table.insert("rows", plan.gemv.rows);
        table.insert("prefetch_bytes", plan.gemv.prefetch_bytes);
        table.insert("column_block", plan.gemv.column_block);
    }
    table.insert("default_ms", plan.default_seconds * 1e3);
    table.insert("ms", plan.seconds * 1e3);
    return table;
}

std::string file_text(const Tuning& tuning, const MachineTraits& machine, int threads) {
    toml::table identity{{"processor", machine.processor},
                         {"l1_bytes", static_cast<std::int64_t>(machine.l1_bytes)},
                         {"l2_bytes", static_cast<std::int64_t>(machine.l2_bytes)},
                         {"l3_bytes", static_cast<std::int64_t>(machine.l3_bytes)},
                         {"isa", isa_traits(machine.isa).name},
                         {"evex_ymm_dot", machine.evex_ymm_dot},
                         {"threads", threads}};
    toml::array kernels;
    for (const auto& [key, plan] : tuning.plans()) {
        const PlanChoice& choice = plan.choice;
        kernels.push_back(toml::table{{"weight", plan.weight->name},
                                      {"n", plan.n},
                                      {"k", plan.k},
                                      {"tokens", plan.tokens},
                                      {"token_tile", choice.token_tile},
                                      {"row_registers", choice.shape.row_registers},
                                      {"micro_tokens", choice.shape.micro_tokens},
                                      {"float_accumulators", accumulators_name(choice.shape.float_accumulators)},
                                      {"path", path_name(choice.direct)},
                                      {"row_tiles_per_item", choice.row_tiles_per_item},
                                      {"default_ms", plan.default_seconds * 1e3},
                                      {"ms", plan.seconds * 1e3}});
    }
    toml::table root{{"version", version}, {"machine", std::move(identity)}};
    if (!kernels.empty()) root.insert("kernel", std::move(kernels));
    toml::array dense;
    for (const auto& [key, plan] : tuning.dense_plans()) dense.push_back(dense_table(plan));
    if (!dense.empty()) root.insert("dense", std::move(dense));
    std::ostringstream text;
    text << "# The fastest plans that `quern tune` measured on this machine. Safe to delete.\n"
         << toml::toml_formatter(root) << "\n";
    return text.str();
}

}  // namespace

fs::path tuning_file(const fs::path& directory, const MachineTraits& machine, int threads) {
    const auto kibibytes = [](std::size_t bytes) { return std::to_string(bytes >> 10) + "k"; };
    return directory / ("tuning-" + file_name_part(machine.processor) + "-" + kibibytes(machine.l1_bytes) + "-" +
                        kibibytes(machine.l2_bytes) + "-" + kibibytes(machine.l3_bytes) + "-" +
                        std::string(isa_traits(machine.isa).name) + "-" + std::to_string(threads) + "t.toml");
}

Tuning read_tuning(const fs::path& file, const MachineTraits& machine, int threads) {
    Tuning tuning;
    std::error_code status;
    if (!fs::exists(file, status)) return tuning;
    try {
        if (!fs::is_regular_file(file, status)) throw Error("is no regular file");
        tuning = read_checked(read_text(file), machine, threads);
        tuning.file = file;
        return tuning;
    } catch (const toml::parse_error& error) {
        tuning.warning = "line " + std::to_string(error.source().begin.line) + ": " + printable(error.description());
    } catch (const Error& error) {
        tuning.warning = error.what();
    }
    tuning.warning = "tuning file " + file.string() + " is not used: " + tuning.warning;
    return tuning;
}

Tuning stored_tuning(const MachineTraits& machine, int threads) {
    const fs::path directory = cache_directory();
    return directory.empty() ? Tuning{} : read_tuning(tuning_file(directory, machine, threads), machine, threads);
}

void check_tuning_file(const fs::path& file) {
    const fs::path directory = file.parent_path();
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw Error("the tuning file " + file.string() + " is no regular file");
    fs::create_directories(directory, error);
    if (error) throw Error("the cache directory " + directory.string() + " cannot be made: " + error.message());
    const fs::path probe = directory / (".probe." + std::to_string(getpid()));
    try {
        write_file_atomically(probe, {});
    } catch (const Error& unwritable) {
        throw Error("the cache directory " + directory.string() + " cannot be written to: " + unwritable.what());
    }
    fs::remove(probe, error);
}

namespace {

/// Held from reading a file to replacing it, so that of two processes neither loses what the other stores. A file
/// system without locks has to do without.
class DirectoryLock {
  public:
    explicit DirectoryLock(const fs::path& directory)
        : descriptor_(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) continue;
    }
    ~DirectoryLock() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    DirectoryLock(const DirectoryLock&) = delete;
    DirectoryLock& operator=(const DirectoryLock&) = delete;

  private:
    const int descriptor_;
};

template <class Plan>
void store(const fs::path& file, const MachineTraits& machine, int threads, std::span<const Plan> plans) {
    const DirectoryLock lock(file.parent_path());
    Tuning tuning = read_tuning(file, machine, threads);
    for (const Plan& plan : plans) tuning.set(plan);
    const std::string text = file_text(tuning, machine, threads);
    write_file_atomically(file, std::as_bytes(std::span(text)));
}

}  // namespace

void store_tuning(const fs::path& file, const MachineTraits& machine, int threads, std::span<const TunedPlan> plans) {
    store(file, machine, threads, plans);
}

void store_tuning(const fs::path& file, const MachineTraits& machine, int threads, std::span<const TunedDense> plans) {
    store(file, machine, threads, plans);
}

}  // namespace quern
