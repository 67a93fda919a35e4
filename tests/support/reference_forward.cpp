#include "tests/support/reference_forward.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "gen/oracle.hpp"
#include "runtime/engine/model_shape.hpp"
#include "runtime/gguf/gguf_file.hpp"

namespace quern {

namespace {

using Rows = std::vector<std::vector<double>>;

std::vector<float> weights_of(const GgufFile& file, const std::string& name) {
    const GgufTensor* tensor = file.find_tensor(name);
    if (tensor == nullptr) tensor = file.find_tensor("token_embd.weight");
    std::vector<float> weights(static_cast<std::size_t>(tensor->rows() * tensor->columns()));
    dequantize_row(*tensor->format(), tensor->data, weights);
    return weights;
}

Rows multiply(const std::vector<float>& weights, const Rows& x) {
    const std::size_t columns = x.front().size(), rows = weights.size() / columns;
    Rows y(x.size(), std::vector<double>(rows));
    for (std::size_t t = 0; t < x.size(); ++t)
        for (std::size_t n = 0; n < rows; ++n)
            for (std::size_t k = 0; k < columns; ++k)
                y[t][n] += static_cast<double>(weights[n * columns + k]) * x[t][k];
    return y;
}

Rows rms_norm(const Rows& x, const std::vector<float>& weight, double eps) {
    Rows y = x;
    for (std::vector<double>& row : y) {
        double squares = 0;
        for (const double value : row) squares += value * value;
        const double factor = 1 / std::sqrt(squares / static_cast<double>(row.size()) + eps);
        for (std::size_t i = 0; i < row.size(); ++i) row[i] *= factor * static_cast<double>(weight[i]);
    }
    return y;
}

void rotate(Rows& x, const ModelShape& shape) {
    const auto size = static_cast<std::size_t>(shape.head_size);
    for (std::size_t t = 0; t < x.size(); ++t)
        for (std::size_t head = 0; head < x[t].size(); head += size)
            for (std::size_t i = 0; i < size / 2; ++i) {
                const double angle =
                    static_cast<double>(t) /
                    std::pow(shape.rope_base, 2.0 * static_cast<double>(i) / static_cast<double>(shape.head_size));
                const bool adjacent = shape.rope_pairs == RopePairs::adjacent;
                double& a = x[t][head + (adjacent ? 2 * i : i)];
                double& b = x[t][head + (adjacent ? 2 * i + 1 : i + size / 2)];
                const double old_a = a;
                a = old_a * std::cos(angle) - b * std::sin(angle);
                b = old_a * std::sin(angle) + b * std::cos(angle);
            }
}

Rows attention(const Rows& q, const Rows& k, const Rows& v, const ModelShape& shape) {
    const auto size = static_cast<std::size_t>(shape.head_size);
    const auto group = static_cast<std::size_t>(shape.heads / shape.kv_heads);
    Rows y(q.size(), std::vector<double>(q.front().size()));
    for (std::size_t head = 0; head < static_cast<std::size_t>(shape.heads); ++head)
        for (std::size_t t = 0; t < q.size(); ++t) {
            std::vector<double> scores(k.size());
            for (std::size_t j = 0; j < k.size(); ++j) {
                for (std::size_t i = 0; i < size; ++i)
                    scores[j] += q[t][head * size + i] * k[j][head / group * size + i];
                scores[j] /= std::sqrt(static_cast<double>(size));
            }
            const double largest = *std::max_element(scores.begin(), scores.end());
            double sum = 0;
            for (double& score : scores) sum += score = std::exp(score - largest);
            for (std::size_t j = 0; j < k.size(); ++j)
                for (std::size_t i = 0; i < size; ++i)
                    y[t][head * size + i] += scores[j] / sum * v[j][head / group * size + i];
        }
    return y;
}

void add(Rows& x, const Rows& y) {
    for (std::size_t t = 0; t < x.size(); ++t)
        for (std::size_t i = 0; i < x[t].size(); ++i) x[t][i] += y[t][i];
}

}  // namespace

std::vector<double> reference_logits(const GgufFile& file, std::span<const std::int32_t> tokens) {
    const ModelShape shape = ModelShape::read(file);
    const auto width = static_cast<std::size_t>(shape.width);
    const std::vector<float> embedding = weights_of(file, "token_embd.weight");
    Rows x;
    for (const std::int32_t token : tokens) {
        const auto row = embedding.begin() + static_cast<std::ptrdiff_t>(token) * shape.width;
        x.emplace_back(row, row + static_cast<std::ptrdiff_t>(width));
    }
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const auto weights = [&](const char* part) {
            return weights_of(file, "blk." + std::to_string(layer) + "." + part + ".weight");
        };
        Rows h = rms_norm(x, weights("attn_norm"), shape.norm_eps);
        Rows q = multiply(weights("attn_q"), h), k = multiply(weights("attn_k"), h);
        rotate(q, shape);
        rotate(k, shape);
        add(x, multiply(weights("attn_output"), attention(q, k, multiply(weights("attn_v"), h), shape)));
        h = rms_norm(x, weights("ffn_norm"), shape.norm_eps);
        Rows gate = multiply(weights("ffn_gate"), h);
        const Rows up = multiply(weights("ffn_up"), h);
        for (std::size_t t = 0; t < gate.size(); ++t)
            for (std::size_t i = 0; i < gate[t].size(); ++i) gate[t][i] *= up[t][i] / (1 + std::exp(-gate[t][i]));
        add(x, multiply(weights("ffn_down"), gate));
    }
    std::vector<double> logits;
    for (const std::vector<double>& row : multiply(weights_of(file, "output.weight"),
                                                   rms_norm(x, weights_of(file, "output_norm.weight"), shape.norm_eps)))
        logits.insert(logits.end(), row.begin(), row.end());
    return logits;
}

}  // namespace quern
