# norm_quantize: op=rmsnorm_quantize weight=none n=0 k=256 tokens=0 tile=auto isa=avx512_vnni head_size=0 pairs=adjacent
# 1312 bytes, 160 of them constants; entry at offset 0: void(const Call*), System V
#
# plan
#   isa = "avx512_vnni"
#   register_lanes = 16
#   reduction_lanes = 16
#   tail_columns = 0
#   columns_per_pass = 256
#   over_read_bytes = 0
#
# instructions by region (those with a memory source, whatever their kind)
#   rows: 10 scalar (1)
#   row_pointers: 10 scalar (6)
#   sum_of_squares: 1 FMA, 1 load, 1 register cleared, 4 scalar (1)
#   inverse_norm: 1 load, 1 store, 12 others of vectors, 1 scalar (3)
#   super_block_values: 1 load, 1 broadcast, 1 store, 1 register cleared, 4 others of vectors, 7 scalar (4)
#   scale: 2 loads, 1 store, 11 others of vectors, 1 scalar (3)
#   codes: 8 dot products, 8 dot products of int16 pairs, 1 integer add, 16 converts, 2 loads, 11 stores, 51 others of vectors, 1 scalar (18)
#   tiny_super_block: 10 stores, 1 register cleared (0)
#   next_super_block: 6 scalar (0)
#   return: 9 scalar (0)

.intel_syntax noprefix
.text

rows:
    # rdi call, rsi token, up to call.end
    push rbp                                                            # 00000 legacy 55
    mov rbp, rsp                                                        # 00001 legacy 48 89 e5
    push rbx                                                            # 00004 legacy 53
    push r12                                                            # 00005 legacy 41 54
    push r13                                                            # 00007 legacy 41 55
    push r14                                                            # 00009 legacy 41 56
    push r15                                                            # 0000b legacy 41 57
    sub rsp, 0x440                                                      # 0000d legacy 48 81 ec 40 04 00 00
    and rsp, 0xFFFFFFFFFFFFFFC0                                         # 00014 legacy 48 83 e4 c0
    mov rsi, qword ptr [rdi+0x58]                                       # 00018 legacy 48 8b 77 58

row_pointers:
    # of the next token: rax x, rcx norm weights, r10 record, r11 bytes from one super-block's records to the next's
    cmp rsi, qword ptr [rdi+0x60]                                       # 0001c legacy 48 3b 77 60
    jnl return                                                          # 00020 legacy 0f 8d 1a 04 00 00
    mov rax, qword ptr [rdi+0x08]                                       # 00026 legacy 48 8b 47 08
    imul rax, rsi                                                       # 0002a legacy 48 0f af c6
    shl rax, 0x02                                                       # 0002e legacy 48 c1 e0 02
    add rax, qword ptr [rdi]                                            # 00032 legacy 48 03 07
    mov rcx, qword ptr [rdi+0x20]                                       # 00035 legacy 48 8b 4f 20
    imul r10, rsi, 0x140                                                # 00039 legacy 4c 69 d6 40 01 00 00
    add r10, qword ptr [rdi+0x48]                                       # 00040 legacy 4c 03 57 48
    imul r11, qword ptr [rdi+0x50], 0x140                               # 00044 legacy 4c 69 5f 50 40 01 00 00

sum_of_squares:
    # 16 columns a turn, rbx byte offset in the row
    vxorps xmm2, xmm2, xmm2                                             # 0004c vex    c5 e8 57 d2
    xor ebx, ebx                                                        # 00050 legacy 31 db

.L1:
    vmovups zmm0, zmmword ptr [rax+rbx*1]                               # 00052 evex   62 f1 7c 48 10 04 18
    vfmadd231ps zmm2, zmm0, zmm0                                        # 00059 evex   62 f2 7d 48 b8 d0
    add rbx, 0x40                                                       # 0005f legacy 48 83 c3 40
    cmp rbx, 0x400                                                      # 00063 legacy 48 81 fb 00 04 00 00
    jb .L1                                                              # 0006a legacy 0f 82 e2 ff ff ff

inverse_norm:
    # 1 / sqrt(sum of squares / k + eps) to the stack
    vextractf64x4 ymm1, zmm2, 0x01                                      # 00070 evex   62 f3 fd 48 1b d1 01
    vaddps ymm2, ymm2, ymm1                                             # 00077 vex    c5 ec 58 d1
    vextractf128 xmm1, ymm2, 0x01                                       # 0007b vex    c4 e3 7d 19 d1 01
    vaddps xmm2, xmm2, xmm1                                             # 00081 vex    c5 e8 58 d1
    vmovhlps xmm1, xmm2, xmm2                                           # 00085 vex    c5 e8 12 ca
    vaddps xmm2, xmm2, xmm1                                             # 00089 vex    c5 e8 58 d1
    vmovshdup xmm1, xmm2                                                # 0008d vex    c5 fa 16 ca
    vaddps xmm2, xmm2, xmm1                                             # 00091 vex    c5 e8 58 d1
    vdivss xmm2, xmm2, dword ptr [rip+constants]                        # 00095 vex    c5 ea 5e 15 e3 03 00 00
    vaddss xmm2, xmm2, dword ptr [rdi+0x68]                             # 0009d vex    c5 ea 58 57 68
    vsqrtss xmm2, xmm2, xmm2                                            # 000a2 vex    c5 ea 51 d2
    vmovss xmm0, dword ptr [rip+.L3]                                    # 000a6 vex    c5 fa 10 05 d6 03 00 00
    vdivss xmm0, xmm0, xmm2                                             # 000ae vex    c5 fa 5e c2
    vmovss dword ptr [rsp+0x400], xmm0                                  # 000b2 vex    c5 fa 11 84 24 00 04 00 00
    xor r13d, r13d                                                      # 000bb legacy 45 31 ed

super_block_values:
    # 256 values to the stack, 16 a turn, and their largest magnitude
    vbroadcastss zmm3, dword ptr [rsp+0x400]                            # 000be evex   62 f2 7d 48 18 9c 24 00 04 00 00
    vxorps xmm2, xmm2, xmm2                                             # 000c9 vex    c5 e8 57 d2
    lea rbx, [r13]                                                      # 000cd legacy 49 8d 5d 00
    xor r14d, r14d                                                      # 000d1 legacy 45 31 f6

.L2:
    vmovups zmm0, zmmword ptr [rax+rbx*1]                               # 000d4 evex   62 f1 7c 48 10 04 18
    vmulps zmm0, zmm0, zmm3                                             # 000db evex   62 f1 7c 48 59 c3
    vmulps zmm0, zmm0, zmmword ptr [rcx+rbx*1]                          # 000e1 evex   62 f1 7c 48 59 04 19
    vmovups zmmword ptr [rsp+r14*1], zmm0                               # 000e8 evex   62 b1 7c 48 11 04 34
    vandps zmm0, zmm0, dword ptr [rip+.L4] {1to16}                      # 000ef evex   62 f1 7c 58 54 05 8f 03 00 00
    vmaxps zmm2, zmm0, zmm2                                             # 000f9 evex   62 f1 7c 48 5f d2
    add rbx, 0x40                                                       # 000ff legacy 48 83 c3 40
    add r14, 0x40                                                       # 00103 legacy 49 83 c6 40
    cmp r14, 0x400                                                      # 00107 legacy 49 81 fe 00 04 00 00
    jb .L2                                                              # 0010e legacy 0f 82 c0 ff ff ff
    mov r12, rsp                                                        # 00114 legacy 49 89 e4

scale:
    # of the 256 values at r12: largest magnitude / 127, to the record at r10
    vextractf64x4 ymm1, zmm2, 0x01                                      # 00117 evex   62 f3 fd 48 1b d1 01
    vmaxps ymm2, ymm2, ymm1                                             # 0011e vex    c5 ec 5f d1
    vextractf128 xmm1, ymm2, 0x01                                       # 00122 vex    c4 e3 7d 19 d1 01
    vmaxps xmm2, xmm2, xmm1                                             # 00128 vex    c5 e8 5f d1
    vmovhlps xmm1, xmm2, xmm2                                           # 0012c vex    c5 e8 12 ca
    vmaxps xmm2, xmm2, xmm1                                             # 00130 vex    c5 e8 5f d1
    vmovshdup xmm1, xmm2                                                # 00134 vex    c5 fa 16 ca
    vmaxps xmm2, xmm2, xmm1                                             # 00138 vex    c5 e8 5f d1
    vcomiss xmm2, dword ptr [rip+.L5]                                   # 0013c vex    c5 f8 2f 15 48 03 00 00
    jb tiny_super_block                                                 # 00144 legacy 0f 82 86 02 00 00
    vmovss xmm0, dword ptr [rip+.L6]                                    # 0014a vex    c5 fa 10 05 3e 03 00 00
    vdivss xmm0, xmm0, xmm2                                             # 00152 vex    c5 fa 5e c2
    vmovss xmm1, dword ptr [rip+.L3]                                    # 00156 vex    c5 fa 10 0d 26 03 00 00
    vdivss xmm1, xmm1, xmm0                                             # 0015e vex    c5 f2 5e c8
    vmovups xmmword ptr [r10+0x130], xmm1                               # 00162 vex    c4 c1 78 11 8a 30 01 00 00

codes:
    # int8 codes and their sums of 16 and 32 to the record
    vbroadcastss zmm0, xmm0                                             # 0016b evex   62 f2 7d 48 18 c0
    vmovdqu ymm14, ymmword ptr [rip+.L7]                                # 00171 vex    c5 7e 6f 35 47 03 00 00
    vmovdqu ymm15, ymmword ptr [rip+.L8]                                # 00179 vex    c5 7e 6f 3d 7f 03 00 00
    vmulps zmm1, zmm0, zmmword ptr [r12]                                # 00181 evex   62 d1 7c 48 59 0c 24
    vmulps zmm2, zmm0, zmmword ptr [r12+0x40]                           # 00188 evex   62 d1 7c 48 59 54 24 01
    vcvtps2dq zmm1, zmm1                                                # 00190 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 00196 evex   62 f1 7d 48 5b d2
    vpmovsdb xmm6, zmm1                                                 # 0019c evex   62 f2 7e 48 21 ce
    vpmovsdb xmm2, zmm2                                                 # 001a2 evex   62 f2 7e 48 21 d2
    vinserti128 ymm6, ymm6, xmm2, 0x01                                  # 001a8 vex    c4 e3 4d 38 f2 01
    vmovdqu ymmword ptr [r10], ymm6                                     # 001ae vex    c4 c1 7e 7f 32
    vpmaddubsw ymm6, ymm14, ymm6                                        # 001b3 vex    c4 e2 0d 04 f6
    vpmaddwd ymm6, ymm6, ymm15                                          # 001b8 vex    c4 c1 4d f5 f7
    vmulps zmm1, zmm0, zmmword ptr [r12+0x80]                           # 001bd evex   62 d1 7c 48 59 4c 24 02
    vmulps zmm2, zmm0, zmmword ptr [r12+0xC0]                           # 001c5 evex   62 d1 7c 48 59 54 24 03
    vcvtps2dq zmm1, zmm1                                                # 001cd evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 001d3 evex   62 f1 7d 48 5b d2
    vpmovsdb xmm7, zmm1                                                 # 001d9 evex   62 f2 7e 48 21 cf
    vpmovsdb xmm2, zmm2                                                 # 001df evex   62 f2 7e 48 21 d2
    vinserti128 ymm7, ymm7, xmm2, 0x01                                  # 001e5 vex    c4 e3 45 38 fa 01
    vmovdqu ymmword ptr [r10+0x20], ymm7                                # 001eb vex    c4 c1 7e 7f 7a 20
    vpmaddubsw ymm7, ymm14, ymm7                                        # 001f1 vex    c4 e2 0d 04 ff
    vpmaddwd ymm7, ymm7, ymm15                                          # 001f6 vex    c4 c1 45 f5 ff
    vmulps zmm1, zmm0, zmmword ptr [r12+0x100]                          # 001fb evex   62 d1 7c 48 59 4c 24 04
    vmulps zmm2, zmm0, zmmword ptr [r12+0x140]                          # 00203 evex   62 d1 7c 48 59 54 24 05
    vcvtps2dq zmm1, zmm1                                                # 0020b evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 00211 evex   62 f1 7d 48 5b d2
    vpmovsdb xmm8, zmm1                                                 # 00217 evex   62 d2 7e 48 21 c8
    vpmovsdb xmm2, zmm2                                                 # 0021d evex   62 f2 7e 48 21 d2
    vinserti128 ymm8, ymm8, xmm2, 0x01                                  # 00223 vex    c4 63 3d 38 c2 01
    vmovdqu ymmword ptr [r10+0x40], ymm8                                # 00229 vex    c4 41 7e 7f 42 40
    vpmaddubsw ymm8, ymm14, ymm8                                        # 0022f vex    c4 42 0d 04 c0
    vpmaddwd ymm8, ymm8, ymm15                                          # 00234 vex    c4 41 3d f5 c7
    vmulps zmm1, zmm0, zmmword ptr [r12+0x180]                          # 00239 evex   62 d1 7c 48 59 4c 24 06
    vmulps zmm2, zmm0, zmmword ptr [r12+0x1C0]                          # 00241 evex   62 d1 7c 48 59 54 24 07
    vcvtps2dq zmm1, zmm1                                                # 00249 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0024f evex   62 f1 7d 48 5b d2
    vpmovsdb xmm9, zmm1                                                 # 00255 evex   62 d2 7e 48 21 c9
    vpmovsdb xmm2, zmm2                                                 # 0025b evex   62 f2 7e 48 21 d2
    vinserti128 ymm9, ymm9, xmm2, 0x01                                  # 00261 vex    c4 63 35 38 ca 01
    vmovdqu ymmword ptr [r10+0x60], ymm9                                # 00267 vex    c4 41 7e 7f 4a 60
    vpmaddubsw ymm9, ymm14, ymm9                                        # 0026d vex    c4 42 0d 04 c9
    vpmaddwd ymm9, ymm9, ymm15                                          # 00272 vex    c4 41 35 f5 cf
    vmulps zmm1, zmm0, zmmword ptr [r12+0x200]                          # 00277 evex   62 d1 7c 48 59 4c 24 08
    vmulps zmm2, zmm0, zmmword ptr [r12+0x240]                          # 0027f evex   62 d1 7c 48 59 54 24 09
    vcvtps2dq zmm1, zmm1                                                # 00287 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0028d evex   62 f1 7d 48 5b d2
    vpmovsdb xmm10, zmm1                                                # 00293 evex   62 d2 7e 48 21 ca
    vpmovsdb xmm2, zmm2                                                 # 00299 evex   62 f2 7e 48 21 d2
    vinserti128 ymm10, ymm10, xmm2, 0x01                                # 0029f vex    c4 63 2d 38 d2 01
    vmovdqu ymmword ptr [r10+0x80], ymm10                               # 002a5 vex    c4 41 7e 7f 92 80 00 00 00
    vpmaddubsw ymm10, ymm14, ymm10                                      # 002ae vex    c4 42 0d 04 d2
    vpmaddwd ymm10, ymm10, ymm15                                        # 002b3 vex    c4 41 2d f5 d7
    vmulps zmm1, zmm0, zmmword ptr [r12+0x280]                          # 002b8 evex   62 d1 7c 48 59 4c 24 0a
    vmulps zmm2, zmm0, zmmword ptr [r12+0x2C0]                          # 002c0 evex   62 d1 7c 48 59 54 24 0b
    vcvtps2dq zmm1, zmm1                                                # 002c8 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 002ce evex   62 f1 7d 48 5b d2
    vpmovsdb xmm11, zmm1                                                # 002d4 evex   62 d2 7e 48 21 cb
    vpmovsdb xmm2, zmm2                                                 # 002da evex   62 f2 7e 48 21 d2
    vinserti128 ymm11, ymm11, xmm2, 0x01                                # 002e0 vex    c4 63 25 38 da 01
    vmovdqu ymmword ptr [r10+0xA0], ymm11                               # 002e6 vex    c4 41 7e 7f 9a a0 00 00 00
    vpmaddubsw ymm11, ymm14, ymm11                                      # 002ef vex    c4 42 0d 04 db
    vpmaddwd ymm11, ymm11, ymm15                                        # 002f4 vex    c4 41 25 f5 df
    vmulps zmm1, zmm0, zmmword ptr [r12+0x300]                          # 002f9 evex   62 d1 7c 48 59 4c 24 0c
    vmulps zmm2, zmm0, zmmword ptr [r12+0x340]                          # 00301 evex   62 d1 7c 48 59 54 24 0d
    vcvtps2dq zmm1, zmm1                                                # 00309 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0030f evex   62 f1 7d 48 5b d2
    vpmovsdb xmm12, zmm1                                                # 00315 evex   62 d2 7e 48 21 cc
    vpmovsdb xmm2, zmm2                                                 # 0031b evex   62 f2 7e 48 21 d2
    vinserti128 ymm12, ymm12, xmm2, 0x01                                # 00321 vex    c4 63 1d 38 e2 01
    vmovdqu ymmword ptr [r10+0xC0], ymm12                               # 00327 vex    c4 41 7e 7f a2 c0 00 00 00
    vpmaddubsw ymm12, ymm14, ymm12                                      # 00330 vex    c4 42 0d 04 e4
    vpmaddwd ymm12, ymm12, ymm15                                        # 00335 vex    c4 41 1d f5 e7
    vmulps zmm1, zmm0, zmmword ptr [r12+0x380]                          # 0033a evex   62 d1 7c 48 59 4c 24 0e
    vmulps zmm2, zmm0, zmmword ptr [r12+0x3C0]                          # 00342 evex   62 d1 7c 48 59 54 24 0f
    vcvtps2dq zmm1, zmm1                                                # 0034a evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 00350 evex   62 f1 7d 48 5b d2
    vpmovsdb xmm13, zmm1                                                # 00356 evex   62 d2 7e 48 21 cd
    vpmovsdb xmm2, zmm2                                                 # 0035c evex   62 f2 7e 48 21 d2
    vinserti128 ymm13, ymm13, xmm2, 0x01                                # 00362 vex    c4 63 15 38 ea 01
    vmovdqu ymmword ptr [r10+0xE0], ymm13                               # 00368 vex    c4 41 7e 7f aa e0 00 00 00
    vpmaddubsw ymm13, ymm14, ymm13                                      # 00371 vex    c4 42 0d 04 ed
    vpmaddwd ymm13, ymm13, ymm15                                        # 00376 vex    c4 41 15 f5 ef
    vphaddd ymm6, ymm6, ymm7                                            # 0037b vex    c4 e2 4d 02 f7
    vphaddd ymm8, ymm8, ymm9                                            # 00380 vex    c4 42 3d 02 c1
    vphaddd ymm6, ymm6, ymm8                                            # 00385 vex    c4 c2 4d 02 f0
    vphaddd ymm10, ymm10, ymm11                                         # 0038a vex    c4 42 2d 02 d3
    vphaddd ymm12, ymm12, ymm13                                         # 0038f vex    c4 42 1d 02 e5
    vphaddd ymm10, ymm10, ymm12                                         # 00394 vex    c4 42 2d 02 d4
    vpackssdw ymm6, ymm6, ymm10                                         # 00399 vex    c4 c1 4d 6b f2
    vextracti128 xmm7, ymm6, 0x01                                       # 0039e vex    c4 e3 7d 39 f7 01
    vpunpcklwd xmm8, xmm6, xmm7                                         # 003a4 vex    c5 49 61 c7
    vmovdqu xmmword ptr [r10+0x100], xmm8                               # 003a8 vex    c4 41 7a 7f 82 00 01 00 00
    vpunpckhwd xmm8, xmm6, xmm7                                         # 003b1 vex    c5 49 69 c7
    vmovdqu xmmword ptr [r10+0x110], xmm8                               # 003b5 vex    c4 41 7a 7f 82 10 01 00 00
    vpaddw xmm6, xmm6, xmm7                                             # 003be vex    c5 c9 fd f7
    vmovdqu xmmword ptr [r10+0x120], xmm6                               # 003c2 vex    c4 c1 7a 7f b2 20 01 00 00
    jmp next_super_block                                                # 003cb legacy e9 51 00 00 00

tiny_super_block:
    # a record of zeros
    vpxor ymm0, ymm0, ymm0                                              # 003d0 vex    c5 fd ef c0
    vmovdqu ymmword ptr [r10], ymm0                                     # 003d4 vex    c4 c1 7e 7f 02
    vmovdqu ymmword ptr [r10+0x20], ymm0                                # 003d9 vex    c4 c1 7e 7f 42 20
    vmovdqu ymmword ptr [r10+0x40], ymm0                                # 003df vex    c4 c1 7e 7f 42 40
    vmovdqu ymmword ptr [r10+0x60], ymm0                                # 003e5 vex    c4 c1 7e 7f 42 60
    vmovdqu ymmword ptr [r10+0x80], ymm0                                # 003eb vex    c4 c1 7e 7f 82 80 00 00 00
    vmovdqu ymmword ptr [r10+0xA0], ymm0                                # 003f4 vex    c4 c1 7e 7f 82 a0 00 00 00
    vmovdqu ymmword ptr [r10+0xC0], ymm0                                # 003fd vex    c4 c1 7e 7f 82 c0 00 00 00
    vmovdqu ymmword ptr [r10+0xE0], ymm0                                # 00406 vex    c4 c1 7e 7f 82 e0 00 00 00
    vmovdqu ymmword ptr [r10+0x100], ymm0                               # 0040f vex    c4 c1 7e 7f 82 00 01 00 00
    vmovdqu ymmword ptr [r10+0x120], ymm0                               # 00418 vex    c4 c1 7e 7f 82 20 01 00 00

next_super_block:
    add r10, r11                                                        # 00421 legacy 4d 01 da
    add r13, 0x400                                                      # 00424 legacy 49 81 c5 00 04 00 00
    cmp r13, 0x400                                                      # 0042b legacy 49 81 fd 00 04 00 00
    jb super_block_values                                               # 00432 legacy 0f 82 86 fc ff ff
    inc rsi                                                             # 00438 legacy 48 ff c6
    jmp row_pointers                                                    # 0043b legacy e9 dc fb ff ff

return:
    vzeroupper                                                          # 00440 vex    c5 f8 77
    lea rsp, [rbp-0x28]                                                 # 00443 legacy 48 8d 65 d8
    pop r15                                                             # 00447 legacy 41 5f
    pop r14                                                             # 00449 legacy 41 5e
    pop r13                                                             # 0044b legacy 41 5d
    pop r12                                                             # 0044d legacy 41 5c
    pop rbx                                                             # 0044f legacy 5b
    pop rbp                                                             # 00450 legacy 5d
    ret                                                                 # 00451 legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00452 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0045b alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00464 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0046d alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00476 alignment
    .byte 0x90                                                          # 0047f alignment

constants:
    .long 0x43800000

.L3:
    .long 0x3f800000

.L4:
    .long 0x7fffffff

.L5:
    .long 0x0d800000

.L6:
    .long 0x42fe0000
    .long 0x841f0f66
    .long 0x00000000
    .long 0x1f0f6600
    .long 0x00000084
    .long 0x0f660000
    .long 0x0000841f
    .long 0x66000000
    .long 0x00841f0f
    .long 0x00000000
    .long 0x00841f0f
    .long 0x00000000

.L7:
    .long 0x01010101
    .long 0x01010101
    .long 0x01010101
    .long 0x01010101
    .long 0x01010101
    .long 0x01010101
    .long 0x01010101
    .long 0x01010101
    .long 0x841f0f66
    .long 0x00000000
    .long 0x1f0f6600
    .long 0x00000084
    .long 0x0f660000
    .long 0x0000841f
    .long 0x0f000000
    .long 0x0000441f

.L8:
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
