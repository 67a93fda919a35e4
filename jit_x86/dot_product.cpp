#include "jit_x86/qgemm_emitter.hpp"

namespace quern {

// How the ISAs spell a dot product. vpdpbusd and vpdpwssd sum straight into int32. vpmaddubsw sums pairs into int16,
// which holds steps_per_int16_sum steps before it could overflow; vpmaddwd by ones then widens.

void QGemmEmitter::emit_dot_constants() {
    if (plan_.steps_per_int16_sum == 0) return;
    vpcmpeqw(ones_, ones_, ones_);
    vpsrlw(ones_, ones_, 15);
}

void QGemmEmitter::emit_dot(Vector sum, Vector codes, Vector activation, bool first) {
    if (plan_.steps_per_int16_sum == 0)
        vpdpbusd(sum, codes, activation, dot_encoding());
    else if (first)
        vpmaddubsw(sum, codes, activation);
    else {
        vpmaddubsw(product_, codes, activation);
        vpaddw(sum, sum, product_);
    }
}

void QGemmEmitter::emit_pair_dot(Vector sum, Vector activation_pairs, const Xbyak::Address& weight_pairs) {
    if (plan_.steps_per_int16_sum == 0)
        vpdpwssd(sum, activation_pairs, weight_pairs, dot_encoding());
    else {
        vpmaddwd(product_, activation_pairs, weight_pairs);
        vpaddd(sum, sum, product_);
    }
}

void QGemmEmitter::emit_widen_sum(Vector sum, int index, int run, int runs) {
    if (plan_.steps_per_int16_sum == 0) return;
    const Xbyak::Address in_scratch = scratch(plan_.scratch.int_sums, index);
    const bool in_register = index < spare_vectors_, is_last = run + 1 == runs;
    const Vector total = in_register && !is_last ? spare_vector(index) : sum;
    vpmaddwd(run == 0 ? total : sum, sum, ones_);
    if (run > 0) in_register ? vpaddd(total, sum, spare_vector(index)) : vpaddd(sum, sum, in_scratch);
    if (!in_register && !is_last) vmovdqa(in_scratch, sum);
}

Xbyak::PreferredEncoding QGemmEmitter::dot_encoding() const {
    return wide() || plan_.machine.evex_ymm_dot ? Xbyak::EvexEncoding : Xbyak::VexEncoding;
}

}  // namespace quern
