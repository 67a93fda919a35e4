// What a sampler needs of a row of plan::n logits, in two passes over it: the first index of the maximum; then, in f64, the
// sums of exp(x - max) and of exp(x - max) (x - max), and the largest logit at any other index. A block a row.

constexpr int warps = plan::threads / 32;

struct Candidate {
    float logit;
    int index;
};

// The larger logit, of equals the smaller index.
__device__ inline Candidate better(Candidate a, Candidate b) {
    return a.logit > b.logit || (a.logit == b.logit && a.index < b.index) ? a : b;
}

// Combines a value of each thread; every thread gets the result.
template <class T, class Exchange, class Combine>
__device__ inline T block_reduce(T value, T* of_warps, const Exchange& exchange, const Combine& combine) {
    for (int apart = 16; apart > 0; apart /= 2) value = combine(value, exchange(value, apart));
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    T total = of_warps[0];
    for (int warp = 1; warp < warps; ++warp) total = combine(total, of_warps[warp]);
    return total;
}

__device__ inline double sum_over_block(double value, double* of_warps) {
    return block_reduce(
        value, of_warps, [](double own, int apart) { return __shfl_xor_sync(whole_warp, own, apart); },
        [](double a, double b) { return __dadd_rn(a, b); });
}

extern "C" __global__ void __launch_bounds__(plan::threads) row_statistics(RowStatisticsCall call) {
    __shared__ Candidate candidates[warps];
    __shared__ double z_of_warps[warps], weighted_of_warps[warps];
    __shared__ float runners_up[warps];
    const float* logits = call.logits + static_cast<long long>(blockIdx.x) * call.stride;
    const float lowest = __int_as_float(0xff800000);

    Candidate best{lowest, 0x7fffffff};
    for (int index = threadIdx.x; index < plan::n; index += plan::threads) best = better(best, {logits[index], index});
    best = block_reduce(
        best, candidates,
        [](Candidate own, int apart) {
            return Candidate{__shfl_xor_sync(whole_warp, own.logit, apart), __shfl_xor_sync(whole_warp, own.index, apart)};
        },
        better);

    double z = 0.0, weighted = 0.0;
    float runner_up = lowest;
    for (int index = threadIdx.x; index < plan::n; index += plan::threads) {
        const float distance = __fsub_rn(logits[index], best.logit);
        const double share = static_cast<double>(expf(distance));
        z = __dadd_rn(z, share);
        weighted = __fma_rn(share, static_cast<double>(distance), weighted);
        if (index != best.index) runner_up = fmaxf(runner_up, logits[index]);
    }
    z = sum_over_block(z, z_of_warps);
    weighted = sum_over_block(weighted, weighted_of_warps);
    runner_up = block_reduce(
        runner_up, runners_up, [](float own, int apart) { return __shfl_xor_sync(whole_warp, own, apart); },
        [](float a, float b) { return fmaxf(a, b); });
    if (threadIdx.x == 0) call.output[blockIdx.x] = {best.index, best.logit, runner_up, z, weighted};
}
