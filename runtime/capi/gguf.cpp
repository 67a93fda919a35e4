#include <memory>

#include "runtime/capi/call_gate.hpp"
#include "runtime/gguf/gguf_file.hpp"

struct quern_gguf {
    quern::GgufFile file;
    quern::capi::CallGate gate{};
};

using namespace quern::capi;

quern_status quern_gguf_open(const char* path, quern_gguf** file) {
    return guarded(QUERN_BAD_FILE, [&] {
        require(path, "path");
        require(file, "file");
        *file = std::unique_ptr<quern_gguf>(new quern_gguf{quern::GgufFile::open(path)}).release();
    });
}

quern_status quern_gguf_free(quern_gguf* file) {
    return free_handle(file);
}

quern_status quern_gguf_find(quern_gguf* file, const char* name, quern_gguf_tensor* tensor) {
    return on_handle(file, "file", QUERN_BAD_FILE, [&](quern_gguf& handle) {
        require(name, "name");
        require(tensor, "tensor");
        const quern::GgufTensor* const found = handle.file.find_tensor(name);
        if (found == nullptr)
            throw StatusError(QUERN_NOT_FOUND, handle.file.name() + ": no tensor is named \"" + name + "\"");
        if (found->matrices() != 1)
            throw StatusError(QUERN_UNSUPPORTED,
                              handle.file.name() + ": tensor " + name + " is no matrix: " + found->shape());
        *tensor = {found->ggml_type, found->rows(), found->columns(), found->data.data(), found->data.size()};
    });
}
