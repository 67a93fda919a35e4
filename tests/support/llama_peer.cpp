#include "tests/support/llama_peer.hpp"

#include <dlfcn.h>

#include <array>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "gen/error.hpp"

namespace quern::test {
namespace {

// llama.cpp passes its parameter structs by value, in memory. A block larger than any of them stands in for each: the
// library fills and reads only its own prefix, and only fields at the head that have kept their place are set here.
struct Parameters {
    alignas(16) std::array<unsigned char, 1024> bytes;
};

struct Batch {  // llama_batch
    std::int32_t n_tokens;
    std::int32_t* token;
    float* embd;
    std::int32_t* pos;
    std::int32_t* n_seq_id;
    std::int32_t** seq_id;
    std::int8_t* logits;
};

void* open_library(const std::filesystem::path& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!library) throw Error(std::string("llama.cpp: ") + dlerror());
    return library;
}

/// libNAME.so or libNAME.vVERSION.so.
std::filesystem::path find_library(const std::filesystem::path& directory, const std::string& name) {
    const std::string plain = "lib" + name + ".so";
    const std::string versioned = "lib" + name + ".v";
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        const std::string file = entry.path().filename();
        if (file == plain || (file.starts_with(versioned) && entry.path().extension() == ".so")) return entry.path();
    }
    throw Error("llama.cpp: no " + plain + " in " + directory.string() + " (npm ci installs it)");
}

template <class F>
void bind(F*& function, void* library, const char* name) {
    void* symbol = dlsym(library, name);
    if (!symbol) throw Error(std::string("llama.cpp: missing symbol ") + name);
    function = reinterpret_cast<F*>(symbol);
}

/// The functions of one set of libraries; loaded once a process, since backends register globally.
struct Api {
    Parameters (*model_default_params)();
    Parameters (*context_default_params)();
    void* (*model_load_from_file)(const char*, Parameters);
    void (*model_free)(void*);
    const void* (*model_get_vocab)(const void*);
    std::int32_t (*vocab_n_tokens)(const void*);
    std::int32_t (*tokenize)(const void*, const char*, std::int32_t, std::int32_t*, std::int32_t, bool, bool);
    std::int32_t (*detokenize)(const void*, const std::int32_t*, std::int32_t, char*, std::int32_t, bool, bool);
    void* (*init_from_model)(void*, Parameters);
    void (*free)(void*);
    void (*set_n_threads)(void*, std::int32_t, std::int32_t);
    void (*set_causal_attn)(void*, bool);
    Batch (*batch_init)(std::int32_t, std::int32_t, std::int32_t);
    void (*batch_free)(Batch);
    std::int32_t (*decode)(void*, Batch);
    void (*synchronize)(void*);
    float* (*get_logits_ith)(void*, std::int32_t);
    std::string cpu_level;

    Api(const std::filesystem::path& directory, const std::string& wanted_level) {
        open_library(find_library(directory, "ggml-base"));
        void* ggml = open_library(find_library(directory, "ggml"));
        void* llama = open_library(find_library(directory, "llama"));

        using Log = void(int, const char*, void*);
        void (*log_set)(Log*, void*);
        bind(log_set, llama, "llama_log_set");
        log_set([](int, const char*, void*) {}, nullptr);
        load_cpu(ggml, directory, wanted_level);
        void (*backend_init)();
        bind(backend_init, llama, "llama_backend_init");
        backend_init();

        bind(model_default_params, llama, "llama_model_default_params");
        bind(context_default_params, llama, "llama_context_default_params");
        bind(model_load_from_file, llama, "llama_model_load_from_file");
        bind(model_free, llama, "llama_model_free");
        bind(model_get_vocab, llama, "llama_model_get_vocab");
        bind(vocab_n_tokens, llama, "llama_vocab_n_tokens");
        bind(tokenize, llama, "llama_tokenize");
        bind(detokenize, llama, "llama_detokenize");
        bind(init_from_model, llama, "llama_init_from_model");
        bind(free, llama, "llama_free");
        bind(set_n_threads, llama, "llama_set_n_threads");
        bind(set_causal_attn, llama, "llama_set_causal_attn");
        bind(batch_init, llama, "llama_batch_init");
        bind(batch_free, llama, "llama_batch_free");
        bind(decode, llama, "llama_decode");
        bind(synchronize, llama, "llama_synchronize");
        bind(get_logits_ith, llama, "llama_get_logits_ith");
    }

    void load_cpu(void* ggml, const std::filesystem::path& directory, const std::string& wanted_level) {
        void* (*backend_load)(const char*);
        bind(backend_load, ggml, "ggml_backend_load");
        std::vector<std::string> levels = {"zen4",    "icelake",   "cascadelake", "skylakex", "alderlake",
                                           "haswell", "ivybridge", "sse42",       "x64"};
        if (!wanted_level.empty()) levels = {wanted_level};
        for (const std::string& level : levels) {
            const auto path = directory / ("libggml-cpu-" + level + ".so");
            if (std::filesystem::exists(path) && backend_load(path.c_str())) {
                cpu_level = level;
                return;
            }
        }
        throw Error("llama.cpp: no libggml-cpu-*.so in " + directory.string() + " that this processor runs" +
                    (wanted_level.empty() ? "" : " (asked for " + wanted_level + ")"));
    }
};

const Api& shared_api(const std::filesystem::path& directory, const std::string& wanted_level) {
    static std::mutex mutex;
    static std::unique_ptr<Api> api;
    static std::filesystem::path loaded_from;
    const std::lock_guard lock(mutex);
    if (!api) {
        api = std::make_unique<Api>(directory, wanted_level);
        loaded_from = directory;
    }
    if (directory != loaded_from || (!wanted_level.empty() && wanted_level != api->cpu_level))
        throw Error("llama.cpp: one process can load one set of binaries; " + loaded_from.string() + " at level " +
                    api->cpu_level + " is loaded");
    return *api;
}

std::int32_t count_of(std::size_t size) {
    if (size > std::size_t(std::numeric_limits<std::int32_t>::max())) throw Error("llama.cpp: input too long");
    return std::int32_t(size);
}

}  // namespace

struct LlamaPeer::State {
    const Api& api;
    void* model = nullptr;
    const void* vocabulary = nullptr;

    explicit State(const Api& functions) : api(functions) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (model) api.model_free(model);
    }
};

LlamaPeer::LlamaPeer(const std::filesystem::path& libraries, const std::filesystem::path& model,
                     const std::string& cpu_level)
    : state_(std::make_unique<State>(shared_api(libraries, cpu_level))) {
    const Api& api = state_->api;
    state_->model = api.model_load_from_file(model.c_str(), api.model_default_params());
    if (!state_->model) throw Error("llama.cpp cannot load " + model.string());
    state_->vocabulary = api.model_get_vocab(state_->model);
}

LlamaPeer::LlamaPeer(LlamaPeer&&) noexcept = default;
LlamaPeer::~LlamaPeer() = default;

std::vector<std::int32_t> LlamaPeer::tokenize(std::string_view text, bool add_special, bool parse_special) const {
    std::vector<std::int32_t> ids(text.size() + 16);
    for (int attempt = 0; attempt < 2; ++attempt) {
        const std::int32_t count = state_->api.tokenize(state_->vocabulary, text.data(), count_of(text.size()),
                                                        ids.data(), count_of(ids.size()), add_special, parse_special);
        if (count == std::numeric_limits<std::int32_t>::min()) break;
        ids.resize(std::size_t(count < 0 ? -count : count));
        if (count >= 0) return ids;
    }
    throw Error("llama.cpp refuses to tokenize a text of " + std::to_string(text.size()) + " bytes");
}

std::string LlamaPeer::detokenize(std::span<const std::int32_t> ids, bool with_special) const {
    std::string text(ids.size() * 8 + 16, '\0');
    for (int attempt = 0; attempt < 2; ++attempt) {
        const std::int32_t count = state_->api.detokenize(state_->vocabulary, ids.data(), count_of(ids.size()),
                                                          text.data(), count_of(text.size()), false, with_special);
        text.resize(std::size_t(count < 0 ? -count : count));
        if (count >= 0) return text;
    }
    throw Error("llama.cpp refuses to detokenize " + std::to_string(ids.size()) + " ids");
}

std::vector<float> LlamaPeer::logits(std::span<const std::int32_t> ids, int threads) const {
    const Api& api = state_->api;
    const std::int32_t count = count_of(ids.size());
    Parameters parameters = api.context_default_params();
    // llama_context_params begins with n_ctx, n_batch, n_ubatch.
    const std::array<std::uint32_t, 3> sizes = {std::uint32_t(count), std::uint32_t(count), std::uint32_t(count)};
    std::memcpy(parameters.bytes.data(), sizes.data(), sizeof sizes);
    const std::unique_ptr<void, void (*)(void*)> context(api.init_from_model(state_->model, parameters), api.free);
    if (!context) throw Error("llama.cpp: no context for " + std::to_string(count) + " tokens");
    api.set_n_threads(context.get(), threads, threads);
    api.set_causal_attn(context.get(), false);

    Batch batch = api.batch_init(count, 0, 1);
    batch.n_tokens = count;
    for (std::int32_t i = 0; i < count; ++i) {
        batch.token[i] = ids[std::size_t(i)];
        batch.pos[i] = i;
        batch.n_seq_id[i] = 1;
        batch.seq_id[i][0] = 0;
        batch.logits[i] = 1;
    }
    const std::int32_t status = api.decode(context.get(), batch);
    api.synchronize(context.get());
    api.batch_free(batch);
    if (status != 0) throw Error("llama.cpp: llama_decode failed with " + std::to_string(status));

    const std::size_t row_length = std::size_t(vocabulary_size());
    std::vector<float> out(row_length * ids.size());
    for (std::int32_t i = 0; i < count; ++i) {
        const float* row = api.get_logits_ith(context.get(), i);
        if (!row) throw Error("llama.cpp: no logits for row " + std::to_string(i));
        std::memcpy(out.data() + row_length * std::size_t(i), row, row_length * sizeof(float));
    }
    return out;
}

std::int32_t LlamaPeer::vocabulary_size() const {
    return state_->api.vocab_n_tokens(state_->vocabulary);
}

const std::string& LlamaPeer::cpu_level() const {
    return state_->api.cpu_level;
}

}  // namespace quern::test
