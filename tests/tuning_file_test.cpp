// Tuned plans: kept, found again, used, and never trusted.
#include "runtime/tuning/tuning_file.hpp"
#include "runtime/system/cache_directory.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.hpp"
#include "jit_x86/host.hpp"
#include "runtime/bench/candidate_contest.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"
#include "runtime/tuning/tuner.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/qgemm_case.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr int threads = 3;

MachineTraits some_machine() {
    MachineTraits machine;
    machine.isa = Isa::avx512_vnni;
    machine.processor = "Some \"processor\" (R) 9000";
    return machine;
}

/// A plan that no default is: the second shape, one row tile an item.
TunedPlan other_plan(const char* weight, std::int64_t n, std::int64_t tokens, const MachineTraits& machine) {
    TunedPlan plan{weight_format_by_name(weight), n, 512, tokens, {}, 2e-3, 1.5e-3};
    plan.choice = default_choice(plan.spec(), machine);
    plan.choice.shape = micro_kernel_candidates(machine.isa)[1];
    plan.choice.token_tile = std::max<std::int64_t>(plan.choice.shape.micro_tokens, tokens / 2);
    plan.choice.row_tiles_per_item = 1;
    plan.choice.direct = false;
    return plan;
}

std::string text_of(const std::filesystem::path& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// A tuning file of two plans in a directory of its own.
struct StoredFile {
    TemporaryDirectory directory;
    MachineTraits machine = some_machine();
    std::filesystem::path path = tuning_file(directory / "cache", machine, threads);
    std::vector<TunedPlan> plans{other_plan("q4_k", 768, 120, machine), other_plan("q6_k", 962, 32, machine)};

    StoredFile() {
        check_tuning_file(path);
        store_tuning(path, machine, threads, plans);
    }
    Tuning read() const { return read_tuning(path, machine, threads); }
    void write(const std::string& text) const { std::ofstream(path, std::ios::trunc) << text; }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("what is stored is read back, and merged with what is there") {
    const StoredFile stored;
    Tuning tuning = stored.read();
    CHECK(tuning.warning == "");
    CHECK(tuning.file == stored.path);
    REQUIRE(tuning.plans().size() == 2);
    for (const TunedPlan& plan : stored.plans) {
        const TunedPlan* found = tuning.find(plan.spec());
        REQUIRE(found != nullptr);
        CHECK(found->choice == plan.choice);
        CHECK(found->seconds == doctest::Approx(plan.seconds));
        CHECK(found->default_seconds == doctest::Approx(plan.default_seconds));
    }
    TunedPlan again = stored.plans[0], another = other_plan("q5_k", 64, 64, stored.machine);
    again.choice.row_tiles_per_item = 2;
    store_tuning(stored.path, stored.machine, threads, std::vector{again, another});
    tuning = stored.read();
    CHECK(tuning.plans().size() == 3);
    CHECK(tuning.find(again.spec())->choice == again.choice);
    CHECK(tuning.find(another.spec())->choice == another.choice);
    CHECK(tuning.find(stored.plans[1].spec())->choice == stored.plans[1].choice);
    // Nothing but the file itself is left behind.
    const std::filesystem::directory_iterator entries(stored.path.parent_path());
    CHECK(std::distance(begin(entries), end(entries)) == 1);
}

TEST_CASE("what several store at once is all kept") {
    const StoredFile stored;
    constexpr int writers = 6, plans_each = 8;
    std::vector<std::thread> storing;
    for (int writer = 0; writer < writers; ++writer)
        storing.emplace_back([&stored, writer] {
            for (int i = 0; i < plans_each; ++i) {
                const TunedPlan plan = other_plan("q5_k", 16 * (1 + writer * plans_each + i), 64, stored.machine);
                store_tuning(stored.path, stored.machine, threads, std::span(&plan, 1));
            }
        });
    for (std::thread& each : storing) each.join();
    const Tuning tuning = stored.read();
    CHECK(tuning.warning == "");
    CHECK(tuning.plans().size() == stored.plans.size() + writers * plans_each);
}

TEST_CASE("the file's name tells processor, caches, instruction set and threads apart") {
    const MachineTraits machine = some_machine();
    const auto name = [](const MachineTraits& of, int count) { return tuning_file("d", of, count).string(); };
    CHECK(name(machine, 3) == "d/tuning-some-processor-r-9000-32k-1024k-32768k-avx512_vnni-3t.toml");
    MachineTraits other = machine;
    other.isa = Isa::avx2;
    CHECK(name(other, 3) != name(machine, 3));
    other = machine;
    other.l2_bytes *= 2;
    CHECK(name(other, 3) != name(machine, 3));
    CHECK(name(machine, 4) != name(machine, 3));
    other.processor = "../../" + std::string(1000, 'x');
    CHECK(name(other, 3).find("..") == std::string::npos);
    CHECK(name(other, 3).size() < 200);
}

TEST_CASE("the cache directory: QUERN_CACHE_DIR, XDG_CACHE_HOME, HOME") {
    const EnvironmentVariable home("HOME", "/home/someone");
    {
        const EnvironmentVariable own("QUERN_CACHE_DIR", "/somewhere"), xdg("XDG_CACHE_HOME", "/xdg");
        CHECK(cache_directory() == "/somewhere");
    }
    const EnvironmentVariable own("QUERN_CACHE_DIR", "");
    {
        const EnvironmentVariable xdg("XDG_CACHE_HOME", "/xdg");
        CHECK(cache_directory() == "/xdg/quern");
    }
    for (const char* unusable : {"", "relative"}) {
        const EnvironmentVariable xdg("XDG_CACHE_HOME", unusable);
        CHECK(cache_directory() == "/home/someone/.cache/quern");
    }
    const EnvironmentVariable xdg("XDG_CACHE_HOME", nullptr), no_home("HOME", nullptr);
    CHECK(cache_directory() == "");
    CHECK(stored_tuning(some_machine(), 1).plans().empty());
}

TEST_CASE("no file is no tuning and no warning") {
    const TemporaryDirectory directory;
    std::ofstream(directory / "file") << "x";
    for (const auto& missing :
         {directory / "none.toml", directory / "none" / "none.toml", directory / "file" / "x.toml"}) {
        const Tuning tuning = read_tuning(missing, some_machine(), threads);
        CHECK(tuning.plans().empty());
        CHECK(tuning.warning == "");
        CHECK(tuning.file.empty());
    }
}

TEST_CASE("a bad file gives nothing but a warning that names it and what is wrong") {
    const StoredFile stored;
    const std::string good = text_of(stored.path);
    std::string many = good.substr(0, good.find("[[kernel]]"));
    for (int i = 0; i < 5000; ++i) many += "[[kernel]]\n";
    const std::pair<std::string, const char*> bad[] = {
        {"", "version"},
        {"not toml at all", "line 1"},
        {good.substr(0, good.size() / 2), ""},
        {std::string(100, '\0'), ""},
        {std::string(100000, '['), ""},
        {good + "#" + std::string(1 << 20, 'x'), "1 MiB"},
        {many, "[[kernel]]"},
        {replaced(good, "version = 2", "version = 1"), "version 1"},
        {replaced(good, "version = 2", "version = 3"), "version 3"},
        {replaced(good, "version = 2", "version = '2'"), "version"},
        {replaced(good, "[machine]", "[engine]"), "[machine]"},
        {replaced(good, "9000", "9001"), "processor"},
        {replaced(good, "l1_bytes = 32768", "l1_bytes = 49152"), "cache sizes"},
        {replaced(good, "l3_bytes = ", "l3_bytes = 1"), "cache sizes"},
        {replaced(good, "isa = 'avx512_vnni'", "isa = 'avx2'"), "instruction set"},
        {replaced(good, "evex_ymm_dot = false", "evex_ymm_dot = true"), "instruction set"},
        {replaced(good, "threads = 3", "threads = 4"), "threads"},
        {replaced(good, "'q4_k'", "'q9_k'"), "q9_k"},
        {replaced(good, "'q4_k'", "'f32'"), "f32"},
        {replaced(good, "k = 512", "k = 100"), "k = 100"},
        {replaced(good, "n = 768", "n = -1"), "n = -1"},
        {replaced(good, "n = 768", "n = 9223372036854775807"), "n = 9223372036854775807"},
        {replaced(good, "n = 768", "n = 99999999999999999999"), "line"},
        {replaced(good, "n = 768", "n = 'x'"), "wrong type of value for n"},
        {replaced(good, "n = 768\n", ""), "lacks the key n"},
        {replaced(good, "row_registers = 1", "row_registers = 4"), "vector registers"},
        {replaced(good, "row_registers = 1", "row_registers = 4294967297"), "row_registers"},
        {replaced(good, "micro_tokens = 12", "micro_tokens = 1000"), "micro-kernel tokens"},
        {replaced(good, "token_tile = 60", "token_tile = 100000"), "token tile"},
        {replaced(good, "row_tiles_per_item = 1", "row_tiles_per_item = 1000"), "row tiles"},
        {replaced(good, "path = 'unpacked'", "path = '/etc\\n'"), "path"},
        {replaced(good, "float_accumulators = 'registers'", "float_accumulators = 'memory'"), "float_accumulators"},
        {replaced(good, "\nms = ", "\nms = nan # "), "ms"},
        {replaced(good, "default_ms = ", "default_ms = -"), "default_ms"},
    };
    for (const auto& [text, expected] : bad) {
        stored.write(text);
        CAPTURE(text.substr(0, 2000));
        const Tuning tuning = stored.read();
        CAPTURE(tuning.warning);
        CHECK(tuning.plans().empty());
        CHECK(tuning.file.empty());
        CHECK(tuning.warning.starts_with("tuning file " + stored.path.string() + " is not used: "));
        CHECK(tuning.warning.find(expected) != std::string::npos);
    }
    // Storing replaces a file that cannot be used.
    store_tuning(stored.path, stored.machine, threads, stored.plans);
    CHECK(stored.read().plans().size() == 2);
}

TEST_CASE("what is no regular file is not waited for or read") {
    const StoredFile stored;
    std::filesystem::remove(stored.path);
    REQUIRE(mkfifo(stored.path.c_str(), 0600) == 0);
    CHECK(stored.read().warning.find("is no regular file") != std::string::npos);
    // Nor written to, which would wait for a reader.
    CHECK_THROWS_WITH_AS(check_tuning_file(stored.path), doctest::Contains("is no regular file"), Error);
    std::filesystem::remove(stored.path);
    std::filesystem::create_directory(stored.path);
    CHECK(stored.read().warning.find("is no regular file") != std::string::npos);
    CHECK_THROWS_WITH_AS(check_tuning_file(stored.path), doctest::Contains("is no regular file"), Error);
}

TEST_CASE("a cache directory that cannot be made or written to is named") {
    const TemporaryDirectory directory;
    std::ofstream(directory / "file") << "x";
    const auto below_a_file = tuning_file(directory / "file", some_machine(), threads);
    CHECK_THROWS_WITH_AS(check_tuning_file(below_a_file), doctest::Contains((directory / "file").c_str()), Error);
    CHECK_THROWS_WITH_AS(check_tuning_file("/proc/self/cache/x.toml"), doctest::Contains("/proc/self/cache"), Error);
}

TEST_CASE("which plan applies: the same product, its tokens or nearly, no tile asked for") {
    const MachineTraits machine = some_machine();
    Tuning tuning;
    for (const std::int64_t tokens : {64, 80, 4}) tuning.set(other_plan("q4_k", 768, tokens, machine));
    TunedPlan direct = other_plan("q4_k", 768, 8, machine);
    direct.choice = default_choice(other_plan("q4_k", 768, 4, machine).spec(), machine);
    direct.choice.token_tile = 8;
    REQUIRE(direct.choice.direct);
    tuning.set(direct);
    const auto measured_for = [&tuning](std::int64_t tokens) -> std::int64_t {
        const TunedPlan* plan = tuning.find(qgemm_spec(*weight_format_by_name("q4_k"), 768, 512, tokens));
        return plan == nullptr ? 0 : plan->tokens;
    };
    for (const auto& [tokens, expected] : std::vector<std::pair<std::int64_t, std::int64_t>>{{64, 64},
                                                                                             {80, 80},
                                                                                             {71, 64},
                                                                                             {72, 64},
                                                                                             {73, 80},
                                                                                             {56, 64},
                                                                                             {55, 0},
                                                                                             {90, 80},
                                                                                             {91, 0},
                                                                                             {4, 4},
                                                                                             {5, 0},
                                                                                             {3, 0},
                                                                                             {8, 8},
                                                                                             {9, 8},
                                                                                             {7, 8}}) {
        CAPTURE(tokens);
        CHECK(measured_for(tokens) == expected);
    }
    KernelSpec spec = qgemm_spec(*weight_format_by_name("q4_k"), 768, 512, 64);
    spec.tile = 32;
    CHECK(tuning.find(spec) == nullptr);
    CHECK(tuning.plan(spec, machine).token_tile == 32);
    CHECK(tuning.find(qgemm_spec(*weight_format_by_name("q6_k"), 768, 512, 64)) == nullptr);
    CHECK(tuning.find(qgemm_spec(*weight_format_by_name("q4_k"), 767, 512, 64)) == nullptr);
    CHECK(tuning.find(qgemm_spec(*weight_format_by_name("q4_k"), 768, 256, 64)) == nullptr);
    spec.op = Op::quantize;
    CHECK(tuning.find(spec) == nullptr);
}

TEST_CASE("stored plans are used unasked: the plan differs, the result does not") {
    const TemporaryDirectory directory;
    const EnvironmentVariable own("QUERN_CACHE_DIR", (directory / "cache").c_str());
    constexpr std::int64_t rows = 200, columns = 512, tokens = 100;
    for (const Isa isa : host_isas()) {
        const MachineTraits machine = host_machine(isa);
        const WeightFormat& format = *weight_format_by_name("q6_k");
        const KernelSpec spec = qgemm_spec(format, rows, columns, tokens);
        const TunedPlan plan = other_plan("q6_k", rows, tokens, machine);
        const auto file = tuning_file(cache_directory(), machine, threads);
        check_tuning_file(file);
        store_tuning(file, machine, threads, std::span(&plan, 1));

        KernelCache tuned(machine, threads), untuned(machine, threads + 1);
        CHECK(tuned.tuning().file == file);
        CHECK(untuned.tuning().file.empty());
        CHECK(tuned.plan(spec).choice() == plan.choice);
        CHECK(untuned.plan(spec).choice() == default_choice(spec, machine));
        CHECK(tuned.get(spec)->plan_text() == tuned.plan(spec).text());
        CHECK(tuned.get(spec)->plan_text() != untuned.get(spec)->plan_text());
        CHECK(tuned.get(spec)->scratch_bytes() == tuned.plan(spec).scratch.bytes);
        KernelSpec tiled = spec;
        tiled.tile = 16;
        CHECK(tuned.get(tiled)->plan_text() == untuned.get(tiled)->plan_text());

        const auto packed = pack(format, rows, columns, random_matrix(format, rows, columns, 3));
        const auto activations = random_activations(tokens, columns, 5);
        const GuardedRun a = run_guarded(tuned.plan(spec), packed, activations, Guard::after);
        const GuardedRun b = run_guarded(untuned.plan(spec), packed, activations, Guard::after);
        REQUIRE(a.y.size() == b.y.size());
        CHECK(std::memcmp(a.y.data(), b.y.data(), a.y.size() * sizeof(float)) == 0);
    }
}

TEST_CASE("tune_kernel measures real plans and returns one that can be stored") {
    ContestRules quick;
    quick.survey_rounds = 1;
    quick.fewest_final_rounds = 2;
    quick.seconds = 0;
    ThreadPool pool(2);
    for (const Isa isa : host_isas())
        for (const std::int64_t tokens : {2, 40}) {
            const MachineTraits machine = host_machine(isa);
            const KernelSpec spec = qgemm_spec(*weight_format_by_name("q4_k"), 70, 256, tokens);
            std::size_t rounds = 0;
            const TunedKernel tuned =
                tune_kernel(spec, machine, pool, quick, [&rounds](std::size_t, int) { ++rounds; });
            const auto candidates = plan_candidates(spec, machine);
            CHECK(tuned.candidates == candidates.size());
            CHECK(std::find(candidates.begin(), candidates.end(), tuned.plan.choice) != candidates.end());
            CHECK(tuned.is_default == (tuned.plan.choice == candidates.front()));
            CHECK(tuned.plan.seconds > 0);
            CHECK(tuned.measured_n == 70);
            CHECK(rounds >= 2);
            CHECK_NOTHROW(plan_qgemm(spec, machine, tuned.plan.choice));
        }
    KernelSpec tiled = qgemm_spec(*weight_format_by_name("q4_k"), 70, 256, 8);
    tiled.tile = 4;
    CHECK_THROWS_AS(tune_kernel(tiled, host_machine(best_host_isa()), pool, quick), Error);
}
