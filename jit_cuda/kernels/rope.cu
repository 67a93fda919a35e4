// Rotary position embedding, in place: the two values of each pair are rotated by the angle of the token's position. Block
// (x, y): head y of token x.

extern "C" __global__ void __launch_bounds__(plan::threads) rope(RopeCall call) {
    constexpr int pairs = plan::head_size / 2;
    const long long token = blockIdx.x;
    float* head = call.x + token * call.x_stride + blockIdx.y * plan::head_size;
    const long long angles = static_cast<long long>(call.positions[token]) * pairs;
    for (int pair = threadIdx.x; pair < pairs; pair += plan::threads) {
        const int first = plan::adjacent_pairs ? 2 * pair : pair;
        const int second = plan::adjacent_pairs ? 2 * pair + 1 : pair + pairs;
        const float cosine = call.cosine[angles + pair], sine = call.sine[angles + pair];
        const float a = head[first], b = head[second];
        head[first] = __fmaf_rn(a, cosine, -__fmul_rn(b, sine));
        head[second] = __fmaf_rn(a, sine, __fmul_rn(b, cosine));
    }
}
