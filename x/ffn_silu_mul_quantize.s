# ffn_silu_mul_quantize: op=silu_mul_quantize weight=none n=0 k=768 tokens=0 tile=auto isa=avx512_vnni head_size=0 pairs=adjacent
# 1376 bytes, 160 of them constants; entry at offset 0: void(const Call*), System V
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
#   row_pointers: 14 scalar (7)
#   super_block_values: 9 FMAs, 1 load, 3 broadcasts, 1 store, 1 register cleared, 12 others of vectors, 7 scalar (19)
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
    # of the next token: rax x, rdx second factor, r10 record, r11 bytes from one super-block's records to the next's
    cmp rsi, qword ptr [rdi+0x60]                                       # 0001c legacy 48 3b 77 60
    jnl return                                                          # 00020 legacy 0f 8d 66 04 00 00
    mov rax, qword ptr [rdi+0x08]                                       # 00026 legacy 48 8b 47 08
    imul rax, rsi                                                       # 0002a legacy 48 0f af c6
    shl rax, 0x02                                                       # 0002e legacy 48 c1 e0 02
    add rax, qword ptr [rdi]                                            # 00032 legacy 48 03 07
    mov rdx, qword ptr [rdi+0x18]                                       # 00035 legacy 48 8b 57 18
    imul rdx, rsi                                                       # 00039 legacy 48 0f af d6
    shl rdx, 0x02                                                       # 0003d legacy 48 c1 e2 02
    add rdx, qword ptr [rdi+0x10]                                       # 00041 legacy 48 03 57 10
    imul r10, rsi, 0x140                                                # 00045 legacy 4c 69 d6 40 01 00 00
    add r10, qword ptr [rdi+0x48]                                       # 0004c legacy 4c 03 57 48
    imul r11, qword ptr [rdi+0x50], 0x140                               # 00050 legacy 4c 69 5f 50 40 01 00 00
    xor r13d, r13d                                                      # 00058 legacy 45 31 ed

super_block_values:
    # 256 values to the stack, 16 a turn, and their largest magnitude
    vxorps xmm2, xmm2, xmm2                                             # 0005b vex    c5 e8 57 d2
    lea rbx, [r13]                                                      # 0005f legacy 49 8d 5d 00
    xor r14d, r14d                                                      # 00063 legacy 45 31 f6

.L1:
    vmovups zmm0, zmmword ptr [rax+rbx*1]                               # 00066 evex   62 f1 7c 48 10 04 18
    vxorps zmm4, zmm0, dword ptr [rip+.L2] {1to16}                      # 0006d evex   62 f1 7c 58 57 25 4d 04 00 00
    vbroadcastss zmm5, dword ptr [rip+.L3]                              # 00077 evex   62 f2 7d 48 18 2d 47 04 00 00
    vminps zmm4, zmm5, zmm4                                             # 00081 evex   62 f1 54 48 5d e4
    vbroadcastss zmm5, dword ptr [rip+.L4]                              # 00087 evex   62 f2 7d 48 18 2d 3b 04 00 00
    vfmadd231ps zmm5, zmm4, dword ptr [rip+.L5] {1to16}                 # 00091 evex   62 f2 5d 58 b8 2d 35 04 00 00
    vsubps zmm6, zmm5, dword ptr [rip+.L4] {1to16}                      # 0009b evex   62 f1 54 58 5c 35 27 04 00 00
    vfnmadd231ps zmm4, zmm6, dword ptr [rip+.L6] {1to16}                # 000a5 evex   62 f2 4d 58 bc 25 25 04 00 00
    vfnmadd231ps zmm4, zmm6, dword ptr [rip+.L7] {1to16}                # 000af evex   62 f2 4d 58 bc 25 1f 04 00 00
    vbroadcastss zmm7, dword ptr [rip+.L8]                              # 000b9 evex   62 f2 7d 48 18 3d 19 04 00 00
    vfmadd213ps zmm7, zmm4, dword ptr [rip+.L9] {1to16}                 # 000c3 evex   62 f2 5d 58 a8 3d 13 04 00 00
    vfmadd213ps zmm7, zmm4, dword ptr [rip+.L10] {1to16}                # 000cd evex   62 f2 5d 58 a8 3d 0d 04 00 00
    vfmadd213ps zmm7, zmm4, dword ptr [rip+.L11] {1to16}                # 000d7 evex   62 f2 5d 58 a8 3d 07 04 00 00
    vfmadd213ps zmm7, zmm4, dword ptr [rip+.L12] {1to16}                # 000e1 evex   62 f2 5d 58 a8 3d 01 04 00 00
    vfmadd213ps zmm7, zmm4, dword ptr [rip+.L13] {1to16}                # 000eb evex   62 f2 5d 58 a8 3d fb 03 00 00
    vfmadd213ps zmm7, zmm4, dword ptr [rip+.L13] {1to16}                # 000f5 evex   62 f2 5d 58 a8 3d f1 03 00 00
    vpslld zmm5, zmm5, 0x17                                             # 000ff evex   62 f1 55 48 72 f5 17
    vmulps zmm7, zmm7, zmm5                                             # 00106 evex   62 f1 44 48 59 fd
    vcmpps k1, zmm6, dword ptr [rip+.L14] {1to16}, 0x05                 # 0010c evex   62 f1 4c 58 c2 0d dd 03 00 00 05
    vaddps zmm4 {k1} {z}, zmm7, zmm7                                    # 00117 evex   62 f1 44 c9 58 e7
    vaddps zmm4, zmm4, dword ptr [rip+.L13] {1to16}                     # 0011d evex   62 f1 5c 58 58 25 c9 03 00 00
    vdivps zmm0, zmm0, zmm4                                             # 00127 evex   62 f1 7c 48 5e c4
    vmulps zmm0, zmm0, zmmword ptr [rdx+rbx*1]                          # 0012d evex   62 f1 7c 48 59 04 1a
    vmovups zmmword ptr [rsp+r14*1], zmm0                               # 00134 evex   62 b1 7c 48 11 04 34
    vandps zmm0, zmm0, dword ptr [rip+constants] {1to16}                # 0013b evex   62 f1 7c 58 54 05 7b 03 00 00
    vmaxps zmm2, zmm0, zmm2                                             # 00145 evex   62 f1 7c 48 5f d2
    add rbx, 0x40                                                       # 0014b legacy 48 83 c3 40
    add r14, 0x40                                                       # 0014f legacy 49 83 c6 40
    cmp r14, 0x400                                                      # 00153 legacy 49 81 fe 00 04 00 00
    jb .L1                                                              # 0015a legacy 0f 82 06 ff ff ff
    mov r12, rsp                                                        # 00160 legacy 49 89 e4

scale:
    # of the 256 values at r12: largest magnitude / 127, to the record at r10
    vextractf64x4 ymm1, zmm2, 0x01                                      # 00163 evex   62 f3 fd 48 1b d1 01
    vmaxps ymm2, ymm2, ymm1                                             # 0016a vex    c5 ec 5f d1
    vextractf128 xmm1, ymm2, 0x01                                       # 0016e vex    c4 e3 7d 19 d1 01
    vmaxps xmm2, xmm2, xmm1                                             # 00174 vex    c5 e8 5f d1
    vmovhlps xmm1, xmm2, xmm2                                           # 00178 vex    c5 e8 12 ca
    vmaxps xmm2, xmm2, xmm1                                             # 0017c vex    c5 e8 5f d1
    vmovshdup xmm1, xmm2                                                # 00180 vex    c5 fa 16 ca
    vmaxps xmm2, xmm2, xmm1                                             # 00184 vex    c5 e8 5f d1
    vcomiss xmm2, dword ptr [rip+.L15]                                  # 00188 vex    c5 f8 2f 15 68 03 00 00
    jb tiny_super_block                                                 # 00190 legacy 0f 82 86 02 00 00
    vmovss xmm0, dword ptr [rip+.L16]                                   # 00196 vex    c5 fa 10 05 5e 03 00 00
    vdivss xmm0, xmm0, xmm2                                             # 0019e vex    c5 fa 5e c2
    vmovss xmm1, dword ptr [rip+.L13]                                   # 001a2 vex    c5 fa 10 0d 46 03 00 00
    vdivss xmm1, xmm1, xmm0                                             # 001aa vex    c5 f2 5e c8
    vmovups xmmword ptr [r10+0x130], xmm1                               # 001ae vex    c4 c1 78 11 8a 30 01 00 00

codes:
    # int8 codes and their sums of 16 and 32 to the record
    vbroadcastss zmm0, xmm0                                             # 001b7 evex   62 f2 7d 48 18 c0
    vmovdqu ymm14, ymmword ptr [rip+.L17]                               # 001bd vex    c5 7e 6f 35 3b 03 00 00
    vmovdqu ymm15, ymmword ptr [rip+.L18]                               # 001c5 vex    c5 7e 6f 3d 73 03 00 00
    vmulps zmm1, zmm0, zmmword ptr [r12]                                # 001cd evex   62 d1 7c 48 59 0c 24
    vmulps zmm2, zmm0, zmmword ptr [r12+0x40]                           # 001d4 evex   62 d1 7c 48 59 54 24 01
    vcvtps2dq zmm1, zmm1                                                # 001dc evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 001e2 evex   62 f1 7d 48 5b d2
    vpmovsdb xmm6, zmm1                                                 # 001e8 evex   62 f2 7e 48 21 ce
    vpmovsdb xmm2, zmm2                                                 # 001ee evex   62 f2 7e 48 21 d2
    vinserti128 ymm6, ymm6, xmm2, 0x01                                  # 001f4 vex    c4 e3 4d 38 f2 01
    vmovdqu ymmword ptr [r10], ymm6                                     # 001fa vex    c4 c1 7e 7f 32
    vpmaddubsw ymm6, ymm14, ymm6                                        # 001ff vex    c4 e2 0d 04 f6
    vpmaddwd ymm6, ymm6, ymm15                                          # 00204 vex    c4 c1 4d f5 f7
    vmulps zmm1, zmm0, zmmword ptr [r12+0x80]                           # 00209 evex   62 d1 7c 48 59 4c 24 02
    vmulps zmm2, zmm0, zmmword ptr [r12+0xC0]                           # 00211 evex   62 d1 7c 48 59 54 24 03
    vcvtps2dq zmm1, zmm1                                                # 00219 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0021f evex   62 f1 7d 48 5b d2
    vpmovsdb xmm7, zmm1                                                 # 00225 evex   62 f2 7e 48 21 cf
    vpmovsdb xmm2, zmm2                                                 # 0022b evex   62 f2 7e 48 21 d2
    vinserti128 ymm7, ymm7, xmm2, 0x01                                  # 00231 vex    c4 e3 45 38 fa 01
    vmovdqu ymmword ptr [r10+0x20], ymm7                                # 00237 vex    c4 c1 7e 7f 7a 20
    vpmaddubsw ymm7, ymm14, ymm7                                        # 0023d vex    c4 e2 0d 04 ff
    vpmaddwd ymm7, ymm7, ymm15                                          # 00242 vex    c4 c1 45 f5 ff
    vmulps zmm1, zmm0, zmmword ptr [r12+0x100]                          # 00247 evex   62 d1 7c 48 59 4c 24 04
    vmulps zmm2, zmm0, zmmword ptr [r12+0x140]                          # 0024f evex   62 d1 7c 48 59 54 24 05
    vcvtps2dq zmm1, zmm1                                                # 00257 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0025d evex   62 f1 7d 48 5b d2
    vpmovsdb xmm8, zmm1                                                 # 00263 evex   62 d2 7e 48 21 c8
    vpmovsdb xmm2, zmm2                                                 # 00269 evex   62 f2 7e 48 21 d2
    vinserti128 ymm8, ymm8, xmm2, 0x01                                  # 0026f vex    c4 63 3d 38 c2 01
    vmovdqu ymmword ptr [r10+0x40], ymm8                                # 00275 vex    c4 41 7e 7f 42 40
    vpmaddubsw ymm8, ymm14, ymm8                                        # 0027b vex    c4 42 0d 04 c0
    vpmaddwd ymm8, ymm8, ymm15                                          # 00280 vex    c4 41 3d f5 c7
    vmulps zmm1, zmm0, zmmword ptr [r12+0x180]                          # 00285 evex   62 d1 7c 48 59 4c 24 06
    vmulps zmm2, zmm0, zmmword ptr [r12+0x1C0]                          # 0028d evex   62 d1 7c 48 59 54 24 07
    vcvtps2dq zmm1, zmm1                                                # 00295 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0029b evex   62 f1 7d 48 5b d2
    vpmovsdb xmm9, zmm1                                                 # 002a1 evex   62 d2 7e 48 21 c9
    vpmovsdb xmm2, zmm2                                                 # 002a7 evex   62 f2 7e 48 21 d2
    vinserti128 ymm9, ymm9, xmm2, 0x01                                  # 002ad vex    c4 63 35 38 ca 01
    vmovdqu ymmword ptr [r10+0x60], ymm9                                # 002b3 vex    c4 41 7e 7f 4a 60
    vpmaddubsw ymm9, ymm14, ymm9                                        # 002b9 vex    c4 42 0d 04 c9
    vpmaddwd ymm9, ymm9, ymm15                                          # 002be vex    c4 41 35 f5 cf
    vmulps zmm1, zmm0, zmmword ptr [r12+0x200]                          # 002c3 evex   62 d1 7c 48 59 4c 24 08
    vmulps zmm2, zmm0, zmmword ptr [r12+0x240]                          # 002cb evex   62 d1 7c 48 59 54 24 09
    vcvtps2dq zmm1, zmm1                                                # 002d3 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 002d9 evex   62 f1 7d 48 5b d2
    vpmovsdb xmm10, zmm1                                                # 002df evex   62 d2 7e 48 21 ca
    vpmovsdb xmm2, zmm2                                                 # 002e5 evex   62 f2 7e 48 21 d2
    vinserti128 ymm10, ymm10, xmm2, 0x01                                # 002eb vex    c4 63 2d 38 d2 01
    vmovdqu ymmword ptr [r10+0x80], ymm10                               # 002f1 vex    c4 41 7e 7f 92 80 00 00 00
    vpmaddubsw ymm10, ymm14, ymm10                                      # 002fa vex    c4 42 0d 04 d2
    vpmaddwd ymm10, ymm10, ymm15                                        # 002ff vex    c4 41 2d f5 d7
    vmulps zmm1, zmm0, zmmword ptr [r12+0x280]                          # 00304 evex   62 d1 7c 48 59 4c 24 0a
    vmulps zmm2, zmm0, zmmword ptr [r12+0x2C0]                          # 0030c evex   62 d1 7c 48 59 54 24 0b
    vcvtps2dq zmm1, zmm1                                                # 00314 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0031a evex   62 f1 7d 48 5b d2
    vpmovsdb xmm11, zmm1                                                # 00320 evex   62 d2 7e 48 21 cb
    vpmovsdb xmm2, zmm2                                                 # 00326 evex   62 f2 7e 48 21 d2
    vinserti128 ymm11, ymm11, xmm2, 0x01                                # 0032c vex    c4 63 25 38 da 01
    vmovdqu ymmword ptr [r10+0xA0], ymm11                               # 00332 vex    c4 41 7e 7f 9a a0 00 00 00
    vpmaddubsw ymm11, ymm14, ymm11                                      # 0033b vex    c4 42 0d 04 db
    vpmaddwd ymm11, ymm11, ymm15                                        # 00340 vex    c4 41 25 f5 df
    vmulps zmm1, zmm0, zmmword ptr [r12+0x300]                          # 00345 evex   62 d1 7c 48 59 4c 24 0c
    vmulps zmm2, zmm0, zmmword ptr [r12+0x340]                          # 0034d evex   62 d1 7c 48 59 54 24 0d
    vcvtps2dq zmm1, zmm1                                                # 00355 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0035b evex   62 f1 7d 48 5b d2
    vpmovsdb xmm12, zmm1                                                # 00361 evex   62 d2 7e 48 21 cc
    vpmovsdb xmm2, zmm2                                                 # 00367 evex   62 f2 7e 48 21 d2
    vinserti128 ymm12, ymm12, xmm2, 0x01                                # 0036d vex    c4 63 1d 38 e2 01
    vmovdqu ymmword ptr [r10+0xC0], ymm12                               # 00373 vex    c4 41 7e 7f a2 c0 00 00 00
    vpmaddubsw ymm12, ymm14, ymm12                                      # 0037c vex    c4 42 0d 04 e4
    vpmaddwd ymm12, ymm12, ymm15                                        # 00381 vex    c4 41 1d f5 e7
    vmulps zmm1, zmm0, zmmword ptr [r12+0x380]                          # 00386 evex   62 d1 7c 48 59 4c 24 0e
    vmulps zmm2, zmm0, zmmword ptr [r12+0x3C0]                          # 0038e evex   62 d1 7c 48 59 54 24 0f
    vcvtps2dq zmm1, zmm1                                                # 00396 evex   62 f1 7d 48 5b c9
    vcvtps2dq zmm2, zmm2                                                # 0039c evex   62 f1 7d 48 5b d2
    vpmovsdb xmm13, zmm1                                                # 003a2 evex   62 d2 7e 48 21 cd
    vpmovsdb xmm2, zmm2                                                 # 003a8 evex   62 f2 7e 48 21 d2
    vinserti128 ymm13, ymm13, xmm2, 0x01                                # 003ae vex    c4 63 15 38 ea 01
    vmovdqu ymmword ptr [r10+0xE0], ymm13                               # 003b4 vex    c4 41 7e 7f aa e0 00 00 00
    vpmaddubsw ymm13, ymm14, ymm13                                      # 003bd vex    c4 42 0d 04 ed
    vpmaddwd ymm13, ymm13, ymm15                                        # 003c2 vex    c4 41 15 f5 ef
    vphaddd ymm6, ymm6, ymm7                                            # 003c7 vex    c4 e2 4d 02 f7
    vphaddd ymm8, ymm8, ymm9                                            # 003cc vex    c4 42 3d 02 c1
    vphaddd ymm6, ymm6, ymm8                                            # 003d1 vex    c4 c2 4d 02 f0
    vphaddd ymm10, ymm10, ymm11                                         # 003d6 vex    c4 42 2d 02 d3
    vphaddd ymm12, ymm12, ymm13                                         # 003db vex    c4 42 1d 02 e5
    vphaddd ymm10, ymm10, ymm12                                         # 003e0 vex    c4 42 2d 02 d4
    vpackssdw ymm6, ymm6, ymm10                                         # 003e5 vex    c4 c1 4d 6b f2
    vextracti128 xmm7, ymm6, 0x01                                       # 003ea vex    c4 e3 7d 39 f7 01
    vpunpcklwd xmm8, xmm6, xmm7                                         # 003f0 vex    c5 49 61 c7
    vmovdqu xmmword ptr [r10+0x100], xmm8                               # 003f4 vex    c4 41 7a 7f 82 00 01 00 00
    vpunpckhwd xmm8, xmm6, xmm7                                         # 003fd vex    c5 49 69 c7
    vmovdqu xmmword ptr [r10+0x110], xmm8                               # 00401 vex    c4 41 7a 7f 82 10 01 00 00
    vpaddw xmm6, xmm6, xmm7                                             # 0040a vex    c5 c9 fd f7
    vmovdqu xmmword ptr [r10+0x120], xmm6                               # 0040e vex    c4 c1 7a 7f b2 20 01 00 00
    jmp next_super_block                                                # 00417 legacy e9 51 00 00 00

tiny_super_block:
    # a record of zeros
    vpxor ymm0, ymm0, ymm0                                              # 0041c vex    c5 fd ef c0
    vmovdqu ymmword ptr [r10], ymm0                                     # 00420 vex    c4 c1 7e 7f 02
    vmovdqu ymmword ptr [r10+0x20], ymm0                                # 00425 vex    c4 c1 7e 7f 42 20
    vmovdqu ymmword ptr [r10+0x40], ymm0                                # 0042b vex    c4 c1 7e 7f 42 40
    vmovdqu ymmword ptr [r10+0x60], ymm0                                # 00431 vex    c4 c1 7e 7f 42 60
    vmovdqu ymmword ptr [r10+0x80], ymm0                                # 00437 vex    c4 c1 7e 7f 82 80 00 00 00
    vmovdqu ymmword ptr [r10+0xA0], ymm0                                # 00440 vex    c4 c1 7e 7f 82 a0 00 00 00
    vmovdqu ymmword ptr [r10+0xC0], ymm0                                # 00449 vex    c4 c1 7e 7f 82 c0 00 00 00
    vmovdqu ymmword ptr [r10+0xE0], ymm0                                # 00452 vex    c4 c1 7e 7f 82 e0 00 00 00
    vmovdqu ymmword ptr [r10+0x100], ymm0                               # 0045b vex    c4 c1 7e 7f 82 00 01 00 00
    vmovdqu ymmword ptr [r10+0x120], ymm0                               # 00464 vex    c4 c1 7e 7f 82 20 01 00 00

next_super_block:
    add r10, r11                                                        # 0046d legacy 4d 01 da
    add r13, 0x400                                                      # 00470 legacy 49 81 c5 00 04 00 00
    cmp r13, 0xC00                                                      # 00477 legacy 49 81 fd 00 0c 00 00
    jb super_block_values                                               # 0047e legacy 0f 82 d7 fb ff ff
    inc rsi                                                             # 00484 legacy 48 ff c6
    jmp row_pointers                                                    # 00487 legacy e9 90 fb ff ff

return:
    vzeroupper                                                          # 0048c vex    c5 f8 77
    lea rsp, [rbp-0x28]                                                 # 0048f legacy 48 8d 65 d8
    pop r15                                                             # 00493 legacy 41 5f
    pop r14                                                             # 00495 legacy 41 5e
    pop r13                                                             # 00497 legacy 41 5d
    pop r12                                                             # 00499 legacy 41 5c
    pop rbx                                                             # 0049b legacy 5b
    pop rbp                                                             # 0049c legacy 5d
    ret                                                                 # 0049d legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0049e alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 004a7 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 004b0 alignment
    .byte 0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00                      # 004b9 alignment

constants:
    .long 0x7fffffff

.L2:
    .long 0x80000000

.L3:
    .long 0x42b20000

.L4:
    .long 0x4b40007e

.L5:
    .long 0x3fb8aa3b

.L6:
    .long 0x3f317218

.L7:
    .long 0xb102e308

.L8:
    .long 0x3ab52716

.L9:
    .long 0x3c091ccb

.L10:
    .long 0x3d2aac58

.L11:
    .long 0x3e2aaa49

.L12:
    .long 0x3efffffe

.L13:
    .long 0x3f800000

.L14:
    .long 0xc2f80000

.L15:
    .long 0x0d800000

.L16:
    .long 0x42fe0000

.L17:
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

.L18:
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
    .long 0x00010001
