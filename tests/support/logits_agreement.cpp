#include "tests/support/logits_agreement.hpp"

#include <algorithm>

#include "gen/error.hpp"

namespace quern::test {

namespace {

constexpr double decided_margin = 0.05;

/// The sum of exp(logit - maximum), and the maximum.
struct Softmax {
    explicit Softmax(std::span<const float> row) : maximum(*std::max_element(row.begin(), row.end())) {
        for (const float logit : row) sum += std::exp(double(logit) - maximum);
    }
    double operator()(float logit) const { return std::exp(double(logit) - maximum) / sum; }
    double maximum, sum = 0;
};

double cosine(std::span<const float> a, std::span<const float> b) {
    double dot = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        dot += double(a[i]) * double(b[i]);
        aa += double(a[i]) * double(a[i]);
        bb += double(b[i]) * double(b[i]);
    }
    return dot / std::sqrt(aa * bb);
}

}  // namespace

MostLikely most_likely(std::span<const float> row) {
    const auto best = std::max_element(row.begin(), row.end());  // the first of equals
    float second = -INFINITY;
    for (auto it = row.begin(); it != row.end(); ++it)
        if (it != best) second = std::max(second, *it);
    const Softmax softmax(row);
    return {static_cast<std::int32_t>(best - row.begin()), softmax(*best), softmax(*best) - softmax(second)};
}

double probability_of(std::span<const float> row, std::int32_t token) {
    return Softmax(row)(row[static_cast<std::size_t>(token)]);
}

LogitsAgreement compare_logits(std::span<const float> logits, std::span<const float> peer, std::size_t vocabulary) {
    if (logits.empty() || logits.size() != peer.size() || logits.size() % vocabulary != 0)
        throw Error("the two sets of logits do not have the same whole number of rows");
    LogitsAgreement agreement;
    for (std::size_t at = 0; at < logits.size(); at += vocabulary) {
        const auto ours = logits.subspan(at, vocabulary), theirs = peer.subspan(at, vocabulary);
        // An infinity or a NaN must fail the bounds, wherever sorting would put it.
        const double row_cosine = cosine(ours, theirs);
        agreement.cosines.push_back(std::isfinite(row_cosine) ? row_cosine : -1);
        const MostLikely expected = most_likely(theirs);
        if (expected.margin > decided_margin) {
            ++agreement.decided;
            if (most_likely(ours).token != expected.token) ++agreement.other_argmax;
        }
        for (std::size_t i = 0; i < vocabulary; ++i) {
            const double difference = double(ours[i]) - double(theirs[i]);
            agreement.squared_error += difference * difference;
        }
    }
    std::sort(agreement.cosines.begin(), agreement.cosines.end());
    return agreement;
}

}  // namespace quern::test
