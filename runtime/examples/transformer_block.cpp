// transformer_block MODEL.gguf HEADS: runs the first transformer block of a LLaDA model on random inputs: its
// projections by quern, on this program's own threads, everything else here. The result is checked against the same
// block with dequantized weights.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <iostream>
#include <quern/quern.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::int64_t tokens = 24;
// Four roundings of activations to 8 bits, one after another; a wrong scale or nibble costs far more.
constexpr double largest_error = 0.02;

/// [tokens][width]
using Rows = std::vector<float>;

/// This program's own parallel-for.
void on_own_threads(std::int64_t items, const std::function<void(std::int64_t)>& body) {
    std::atomic<std::int64_t> next{0};
    const auto work = [&] {
        for (std::int64_t item; (item = next++) < items;) body(item);
    };
    std::thread other(work);
    work();
    other.join();
}

/// A projection: x [tokens][columns] -> [tokens][rows].
struct Projection {
    std::int64_t rows, columns;
    std::function<Rows(const Rows& x)> apply;
};

struct Block {
    std::int64_t width, heads;
    std::vector<float> attention_norm, ffn_norm;
    Projection q, k, v, output, gate, up, down;
};

Rows rms_norm(const Rows& x, const std::vector<float>& weight) {
    Rows out(x.size());
    const std::size_t width = weight.size();
    for (std::size_t t = 0; t < tokens; ++t) {
        double squares = 0;
        for (std::size_t i = 0; i < width; ++i) squares += std::pow(static_cast<double>(x[t * width + i]), 2);
        const double scale = 1 / std::sqrt(squares / static_cast<double>(width) + 1e-5);
        for (std::size_t i = 0; i < width; ++i)
            out[t * width + i] = static_cast<float>(x[t * width + i] * scale) * weight[i];
    }
    return out;
}

void rotate(Rows& x, std::int64_t width, std::int64_t heads) {
    const std::int64_t size = width / heads;
    for (std::int64_t t = 0; t < tokens; ++t)
        for (std::int64_t i = 0; i < width; i += 2) {
            const double angle =
                static_cast<double>(t) * std::pow(1e4, -static_cast<double>(i % size) / static_cast<double>(size));
            float& a = x[static_cast<std::size_t>(t * width + i)];
            float& b = x[static_cast<std::size_t>(t * width + i + 1)];
            const double c = std::cos(angle), s = std::sin(angle), a0 = a, b0 = b;
            a = static_cast<float>(a0 * c - b0 * s);
            b = static_cast<float>(a0 * s + b0 * c);
        }
}

Rows attend(const Rows& q, const Rows& k, const Rows& v, std::int64_t width, std::int64_t heads) {
    const std::int64_t size = width / heads;
    Rows out(q.size(), 0.0f);
    std::vector<double> score(tokens);
    for (std::int64_t head = 0; head < heads; ++head)
        for (std::int64_t i = 0; i < tokens; ++i) {
            const auto at = [&](std::int64_t t) { return static_cast<std::size_t>(t * width + head * size); };
            double sum = 0;
            for (std::int64_t j = 0; j < tokens; ++j) {
                double dot = 0;
                for (std::size_t d = 0; d < static_cast<std::size_t>(size); ++d)
                    dot += static_cast<double>(q[at(i) + d]) * static_cast<double>(k[at(j) + d]);
                sum += score[static_cast<std::size_t>(j)] = std::exp(dot / std::sqrt(static_cast<double>(size)));
            }
            for (std::int64_t j = 0; j < tokens; ++j)
                for (std::size_t d = 0; d < static_cast<std::size_t>(size); ++d)
                    out[at(i) + d] += static_cast<float>(score[static_cast<std::size_t>(j)] / sum) * v[at(j) + d];
        }
    return out;
}

Rows sum(Rows a, const Rows& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

Rows run(const Block& block, const Rows& x) {
    const Rows normed = rms_norm(x, block.attention_norm);
    Rows q = block.q.apply(normed), k = block.k.apply(normed);
    rotate(q, block.width, block.heads);
    rotate(k, block.width, block.heads);
    const Rows middle = sum(x, block.output.apply(attend(q, k, block.v.apply(normed), block.width, block.heads)));
    const Rows middle_normed = rms_norm(middle, block.ffn_norm);
    Rows gate = block.gate.apply(middle_normed);
    const Rows up = block.up.apply(middle_normed);
    for (std::size_t i = 0; i < gate.size(); ++i) gate[i] = gate[i] / (1 + std::exp(-gate[i])) * up[i];
    // Without the residual, which would hide what the block itself adds.
    return block.down.apply(gate);
}

std::vector<float> dequantized(const quern_gguf_tensor& tensor) {
    std::vector<float> weights(static_cast<std::size_t>(tensor.rows * tensor.columns));
    quern::dequantize(static_cast<quern_weight_format>(tensor.type), quern::blocks_of(tensor), weights);
    return weights;
}

Projection by_quern(const quern::Context& context, const quern_gguf_tensor& tensor) {
    const auto matrix = std::make_shared<quern::Matrix>(context, static_cast<quern_weight_format>(tensor.type),
                                                        tensor.rows, tensor.columns, quern::blocks_of(tensor));
    return {tensor.rows, tensor.columns, [&context, matrix](const Rows& x) {
                Rows y(static_cast<std::size_t>(tokens * matrix->rows()));
                quern::qgemm(context, *matrix, tokens, x.data(), matrix->columns(), y.data(), matrix->rows());
                return y;
            }};
}

Projection by_hand(const quern::Context&, const quern_gguf_tensor& tensor) {
    return {tensor.rows, tensor.columns, [weights = dequantized(tensor), tensor](const Rows& x) {
                Rows y;
                for (std::int64_t t = 0; t < tokens; ++t)
                    for (std::int64_t n = 0; n < tensor.rows; ++n) {
                        double dot = 0;
                        for (std::int64_t i = 0; i < tensor.columns; ++i)
                            dot += static_cast<double>(weights[static_cast<std::size_t>(n * tensor.columns + i)]) *
                                   static_cast<double>(x[static_cast<std::size_t>(t * tensor.columns + i)]);
                        y.push_back(static_cast<float>(dot));
                    }
                return y;
            }};
}

using MakeProjection = Projection(const quern::Context&, const quern_gguf_tensor&);
Block block_of(const quern::GgufFile& file, const quern::Context& context, std::int64_t heads, MakeProjection make) {
    const auto tensor = [&](const std::string& part) { return file.find("blk.0." + part + ".weight"); };
    const auto projection = [&](const std::string& part) { return make(context, tensor(part)); };
    Block block{0,
                heads,
                dequantized(tensor("attn_norm")),
                dequantized(tensor("ffn_norm")),
                projection("attn_q"),
                projection("attn_k"),
                projection("attn_v"),
                projection("attn_output"),
                projection("ffn_gate"),
                projection("ffn_up"),
                projection("ffn_down")};
    block.width = block.q.columns;
    if (block.k.rows != block.width || heads < 1 || block.width % heads != 0)
        throw std::runtime_error("the model's heads are not as this example takes them");
    return block;
}

int compare(const std::string& path, std::int64_t heads) {
    const quern::GgufFile file(path);
    const quern::Context context(on_own_threads, 2);
    const Block quantized = block_of(file, context, heads, by_quern);
    const Block reference = block_of(file, context, heads, by_hand);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    Rows x(static_cast<std::size_t>(tokens * quantized.width));
    std::generate(x.begin(), x.end(), [&] { return normal(random); });

    const Rows y = run(quantized, x), y_reference = run(reference, x);
    double error = 0, norm = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        error += std::pow(static_cast<double>(y[i]) - static_cast<double>(y_reference[i]), 2);
        norm += std::pow(static_cast<double>(y_reference[i]), 2);
    }
    error = std::sqrt(error / norm);
    std::cout << "one block, " << tokens << " tokens of " << quantized.width << ", relative error " << error << "\n";
    if (error < largest_error) return 0;
    std::cerr << "error: the block is not that of the dequantized weights\n";
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: transformer_block MODEL.gguf HEADS\n";
        return 2;
    }
    try {
        return compare(argv[1], std::stoll(argv[2]));
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << "\n";
        return 1;
    }
}
