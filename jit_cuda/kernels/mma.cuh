// Tensor core products of one warp, D = A B + C, A 16 x K by rows, B K x 8 by columns. Which elements a lane holds (PTX
// ISA, "Matrix Fragments for mma"), with g = lane / 4 and i = lane % 4; a word holds 4 int8 or 2 f16 neighbours of K:
//
//     s8:   A  word 0: row g      k 4i..4i+3         word 1: row g + 8, the same k
//              words 2, 3 (K = 32): the same rows, k 16 further
//           B  word 0: column g   k 4i..4i+3         word 1 (K = 32): k 16 further
//     f16:  A  word 0: row g      k 2i, 2i+1         word 1: row g + 8; words 2, 3: k 8 further
//           B  word 0: column g   k 2i, 2i+1         word 1: k 8 further
//     C, D: 0: row g, column 2i   1: row g, column 2i+1   2, 3: row g + 8

// int32 sums, exact.
__device__ inline void mma_m16n8k32(int (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%10, %10, %10, %10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "r"(0));
}

__device__ inline void mma_m16n8k16(int (&d)[4], const unsigned (&a)[2], unsigned b) {
    asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(b), "r"(0));
}

// f16 operands, f32 sums: c += A B.
__device__ inline void mma_m16n8k16_f16(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
