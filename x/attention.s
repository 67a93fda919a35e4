# attention: op=attention weight=none n=0 k=0 tokens=0 tile=auto isa=avx512_vnni head_size=64 pairs=adjacent
# 9024 bytes, 576 of them constants; entry at offset 0: void(const Call*), System V
#
# plan
#   isa = "avx512_vnni"
#   register_lanes = 16
#   key_block = 64
#   query_tile = 192
#   micro_queries = 6
#   micro_columns = 64
#   scratch_bytes = 145728
#   over_read_bytes = 0
#
# instructions by region (those with a memory source, whatever their kind)
#   queries: 12 scalar (2)
#   query_tile: 1 broadcast, 13 stores, 1 register cleared, 4 others of vectors, 28 scalar (10)
#   key_block: 6 scalar (1)
#   transpose_keys: 16 loads, 16 stores, 16 registers cleared, 64 others of vectors, 84 scalar (18)
#   copy_values: 4 loads, 8 stores, 1 register cleared, 20 scalar (6)
#   scores: 11 scalar (0)
#   scores_64_keys: 24 loads, 1 scalar (24)
#   scores_64_keys_dimensions, each turn: 96 FMAs, 16 loads, 24 broadcasts, 4 scalar (40)
#   scores_64_keys_store: 24 stores, 5 scalar (0)
#   scores_16_keys: 6 loads, 1 scalar (6)
#   scores_16_keys_dimensions, each turn: 24 FMAs, 4 loads, 24 broadcasts, 4 scalar (28)
#   scores_16_keys_store: 6 stores, 2 scalar (0)
#   scores_32_keys: 12 loads, 1 scalar (12)
#   scores_32_keys_dimensions, each turn: 48 FMAs, 8 loads, 24 broadcasts, 4 scalar (32)
#   scores_32_keys_store: 12 stores, 2 scalar (0)
#   scores_48_keys: 18 loads, 1 scalar (18)
#   scores_48_keys_dimensions, each turn: 72 FMAs, 12 loads, 24 broadcasts, 4 scalar (36)
#   scores_48_keys_store: 18 stores (0)
#   softmax: 45 FMAs, 6 loads, 15 broadcasts, 7 stores, 54 others of vectors, 26 scalar (80)
#   weigh_values: 3 scalar (0)
#   weigh_64_dimensions: 6 broadcasts, 24 others of vectors, 3 scalar (30)
#   weigh_64_dimensions_keys, each turn: 96 FMAs, 16 loads, 24 broadcasts, 4 scalar (40)
#   weigh_64_dimensions_store: 24 stores, 5 scalar (0)
#   next_queries: 6 scalar (0)
#   store_outputs: 5 loads, 4 stores, 13 others of vectors, 15 scalar (9)
#   return: 9 scalar (0)

.intel_syntax noprefix
.text

queries:
    # rdi call, rsi scratch, [rsp] first query of the tile
    push rbp                                                            # 00000 legacy 55
    mov rbp, rsp                                                        # 00001 legacy 48 89 e5
    push rbx                                                            # 00004 legacy 53
    push r12                                                            # 00005 legacy 41 54
    push r13                                                            # 00007 legacy 41 55
    push r14                                                            # 00009 legacy 41 56
    push r15                                                            # 0000b legacy 41 57
    sub rsp, 0x40                                                       # 0000d legacy 48 83 ec 40
    and rsp, 0xFFFFFFFFFFFFFFC0                                         # 00011 legacy 48 83 e4 c0
    mov rsi, qword ptr [rdi+0x58]                                       # 00015 legacy 48 8b 77 58
    mov rax, qword ptr [rdi+0x48]                                       # 00019 legacy 48 8b 47 48
    mov qword ptr [rsp], rax                                            # 0001d legacy 48 89 04 24

query_tile:
    # scaled queries to scratch, maxima = -inf, sums = 0, outputs = 0; r9 queries of the tile
    mov r9, qword ptr [rdi+0x50]                                        # 00021 legacy 4c 8b 4f 50
    sub r9, qword ptr [rsp]                                             # 00025 legacy 4c 2b 0c 24
    jle return                                                          # 00029 legacy 0f 8e a0 20 00 00
    mov eax, 0xC0                                                       # 0002f legacy b8 c0 00 00 00
    cmp r9, rax                                                         # 00034 legacy 49 39 c1
    cmovnle r9, rax                                                     # 00037 legacy 4c 0f 4f c8
    mov rcx, qword ptr [rdi+0x08]                                       # 0003b legacy 48 8b 4f 08
    shl rcx, 0x02                                                       # 0003f legacy 48 c1 e1 02
    mov rax, qword ptr [rsp]                                            # 00043 legacy 48 8b 04 24
    imul rax, rcx                                                       # 00047 legacy 48 0f af c1
    add rax, qword ptr [rdi]                                            # 0004b legacy 48 03 07
    vbroadcastss zmm0, dword ptr [rip+constants]                        # 0004e evex   62 f2 7d 48 18 05 a8 20 00 00
    vxorps xmm1, xmm1, xmm1                                             # 00058 vex    c5 f0 57 c9
    xor edx, edx                                                        # 0005c legacy 31 d2
    lea rbx, [rsi]                                                      # 0005e legacy 48 8d 1e
    lea r12, [rsi+0x20600]                                              # 00061 legacy 4c 8d a6 00 06 02 00

.L1:
    lea r13, [rdx+0x06]                                                 # 00068 legacy 4c 8d 6a 06

.L2:
    cmp rdx, r9                                                         # 0006c legacy 4c 39 ca
    jnl .L3                                                             # 0006f legacy 0f 8d 3e 00 00 00
    vmulps zmm2, zmm0, zmmword ptr [rax]                                # 00075 evex   62 f1 7c 48 59 10
    vmovups zmmword ptr [rbx], zmm2                                     # 0007b evex   62 f1 7c 48 11 13
    vmulps zmm2, zmm0, zmmword ptr [rax+0x40]                           # 00081 evex   62 f1 7c 48 59 50 01
    vmovups zmmword ptr [rbx+0x40], zmm2                                # 00088 evex   62 f1 7c 48 11 53 01
    vmulps zmm2, zmm0, zmmword ptr [rax+0x80]                           # 0008f evex   62 f1 7c 48 59 50 02
    vmovups zmmword ptr [rbx+0x80], zmm2                                # 00096 evex   62 f1 7c 48 11 53 02
    vmulps zmm2, zmm0, zmmword ptr [rax+0xC0]                           # 0009d evex   62 f1 7c 48 59 50 03
    vmovups zmmword ptr [rbx+0xC0], zmm2                                # 000a4 evex   62 f1 7c 48 11 53 03
    add rax, rcx                                                        # 000ab legacy 48 01 c8
    jmp .L4                                                             # 000ae legacy e9 1b 00 00 00

.L3:
    vmovups zmmword ptr [rbx], zmm1                                     # 000b3 evex   62 f1 7c 48 11 0b
    vmovups zmmword ptr [rbx+0x40], zmm1                                # 000b9 evex   62 f1 7c 48 11 4b 01
    vmovups zmmword ptr [rbx+0x80], zmm1                                # 000c0 evex   62 f1 7c 48 11 4b 02
    vmovups zmmword ptr [rbx+0xC0], zmm1                                # 000c7 evex   62 f1 7c 48 11 4b 03

.L4:
    vmovups zmmword ptr [rbx+0xC000], zmm1                              # 000ce evex   62 f1 7c 48 11 8b 00 c0 00 00
    vmovups zmmword ptr [rbx+0xC040], zmm1                              # 000d8 evex   62 f1 7c 48 11 8b 40 c0 00 00
    vmovups zmmword ptr [rbx+0xC080], zmm1                              # 000e2 evex   62 f1 7c 48 11 8b 80 c0 00 00
    vmovups zmmword ptr [rbx+0xC0C0], zmm1                              # 000ec evex   62 f1 7c 48 11 8b c0 c0 00 00
    vmovups zmmword ptr [r12], zmm1                                     # 000f6 evex   62 d1 7c 48 11 0c 24
    mov dword ptr [rsi+rdx*4+0x23600], 0xFF800000                       # 000fd legacy c7 84 96 00 36 02 00 00 00 80 ff
    add rbx, 0x100                                                      # 00108 legacy 48 81 c3 00 01 00 00
    add r12, 0x40                                                       # 0010f legacy 49 83 c4 40
    inc rdx                                                             # 00113 legacy 48 ff c2
    cmp rdx, r13                                                        # 00116 legacy 4c 39 ea
    jl .L2                                                              # 00119 legacy 0f 8c 4d ff ff ff
    cmp rdx, r9                                                         # 0011f legacy 4c 39 ca
    jl .L1                                                              # 00122 legacy 0f 8c 40 ff ff ff
    xor r10d, r10d                                                      # 00128 legacy 45 31 d2

key_block:
    # r10 first key, r11 keys of the block
    mov r11, qword ptr [rdi+0x40]                                       # 0012b legacy 4c 8b 5f 40
    sub r11, r10                                                        # 0012f legacy 4d 29 d3
    jle store_outputs                                                   # 00132 legacy 0f 8e cf 1e 00 00
    mov eax, 0x40                                                       # 00138 legacy b8 40 00 00 00
    cmp r11, rax                                                        # 0013d legacy 49 39 c3
    cmovnle r11, rax                                                    # 00140 legacy 4c 0f 4f d8

transpose_keys:
    # K of the block to [panel][dimension][key] in scratch
    mov rcx, qword ptr [rdi+0x18]                                       # 00144 legacy 48 8b 4f 18
    shl rcx, 0x02                                                       # 00148 legacy 48 c1 e1 02
    mov rax, r10                                                        # 0014c legacy 4c 89 d0
    imul rax, rcx                                                       # 0014f legacy 48 0f af c1
    add rax, qword ptr [rdi+0x10]                                       # 00153 legacy 48 03 47 10
    mov rdx, r11                                                        # 00157 legacy 4c 89 da
    lea rbx, [rsi+0x18000]                                              # 0015a legacy 48 8d 9e 00 80 01 00

.L5:
    lea r14, [rbx]                                                      # 00161 legacy 4c 8d 33
    xor r12d, r12d                                                      # 00164 legacy 45 31 e4

.L6:
    vxorps xmm0, xmm0, xmm0                                             # 00167 vex    c5 f8 57 c0
    vxorps xmm1, xmm1, xmm1                                             # 0016b vex    c5 f0 57 c9
    vxorps xmm2, xmm2, xmm2                                             # 0016f vex    c5 e8 57 d2
    vxorps xmm3, xmm3, xmm3                                             # 00173 vex    c5 e0 57 db
    vxorps xmm4, xmm4, xmm4                                             # 00177 vex    c5 d8 57 e4
    vxorps xmm5, xmm5, xmm5                                             # 0017b vex    c5 d0 57 ed
    vxorps xmm6, xmm6, xmm6                                             # 0017f vex    c5 c8 57 f6
    vxorps xmm7, xmm7, xmm7                                             # 00183 vex    c5 c0 57 ff
    vxorps xmm8, xmm8, xmm8                                             # 00187 vex    c4 41 38 57 c0
    vxorps xmm9, xmm9, xmm9                                             # 0018c vex    c4 41 30 57 c9
    vxorps xmm10, xmm10, xmm10                                          # 00191 vex    c4 41 28 57 d2
    vxorps xmm11, xmm11, xmm11                                          # 00196 vex    c4 41 20 57 db
    vxorps xmm12, xmm12, xmm12                                          # 0019b vex    c4 41 18 57 e4
    vxorps xmm13, xmm13, xmm13                                          # 001a0 vex    c4 41 10 57 ed
    vxorps xmm14, xmm14, xmm14                                          # 001a5 vex    c4 41 08 57 f6
    vxorps xmm15, xmm15, xmm15                                          # 001aa vex    c4 41 00 57 ff
    lea r13, [rax+r12*1]                                                # 001af legacy 4e 8d 2c 20
    cmp rdx, 0x00                                                       # 001b3 legacy 48 83 fa 00
    jle .L7                                                             # 001b7 legacy 0f 8e 36 01 00 00
    vmovups zmm0, zmmword ptr [r13]                                     # 001bd evex   62 d1 7c 48 10 45 00
    add r13, rcx                                                        # 001c4 legacy 49 01 cd
    cmp rdx, 0x01                                                       # 001c7 legacy 48 83 fa 01
    jle .L7                                                             # 001cb legacy 0f 8e 22 01 00 00
    vmovups zmm1, zmmword ptr [r13]                                     # 001d1 evex   62 d1 7c 48 10 4d 00
    add r13, rcx                                                        # 001d8 legacy 49 01 cd
    cmp rdx, 0x02                                                       # 001db legacy 48 83 fa 02
    jle .L7                                                             # 001df legacy 0f 8e 0e 01 00 00
    vmovups zmm2, zmmword ptr [r13]                                     # 001e5 evex   62 d1 7c 48 10 55 00
    add r13, rcx                                                        # 001ec legacy 49 01 cd
    cmp rdx, 0x03                                                       # 001ef legacy 48 83 fa 03
    jle .L7                                                             # 001f3 legacy 0f 8e fa 00 00 00
    vmovups zmm3, zmmword ptr [r13]                                     # 001f9 evex   62 d1 7c 48 10 5d 00
    add r13, rcx                                                        # 00200 legacy 49 01 cd
    cmp rdx, 0x04                                                       # 00203 legacy 48 83 fa 04
    jle .L7                                                             # 00207 legacy 0f 8e e6 00 00 00
    vmovups zmm4, zmmword ptr [r13]                                     # 0020d evex   62 d1 7c 48 10 65 00
    add r13, rcx                                                        # 00214 legacy 49 01 cd
    cmp rdx, 0x05                                                       # 00217 legacy 48 83 fa 05
    jle .L7                                                             # 0021b legacy 0f 8e d2 00 00 00
    vmovups zmm5, zmmword ptr [r13]                                     # 00221 evex   62 d1 7c 48 10 6d 00
    add r13, rcx                                                        # 00228 legacy 49 01 cd
    cmp rdx, 0x06                                                       # 0022b legacy 48 83 fa 06
    jle .L7                                                             # 0022f legacy 0f 8e be 00 00 00
    vmovups zmm6, zmmword ptr [r13]                                     # 00235 evex   62 d1 7c 48 10 75 00
    add r13, rcx                                                        # 0023c legacy 49 01 cd
    cmp rdx, 0x07                                                       # 0023f legacy 48 83 fa 07
    jle .L7                                                             # 00243 legacy 0f 8e aa 00 00 00
    vmovups zmm7, zmmword ptr [r13]                                     # 00249 evex   62 d1 7c 48 10 7d 00
    add r13, rcx                                                        # 00250 legacy 49 01 cd
    cmp rdx, 0x08                                                       # 00253 legacy 48 83 fa 08
    jle .L7                                                             # 00257 legacy 0f 8e 96 00 00 00
    vmovups zmm8, zmmword ptr [r13]                                     # 0025d evex   62 51 7c 48 10 45 00
    add r13, rcx                                                        # 00264 legacy 49 01 cd
    cmp rdx, 0x09                                                       # 00267 legacy 48 83 fa 09
    jle .L7                                                             # 0026b legacy 0f 8e 82 00 00 00
    vmovups zmm9, zmmword ptr [r13]                                     # 00271 evex   62 51 7c 48 10 4d 00
    add r13, rcx                                                        # 00278 legacy 49 01 cd
    cmp rdx, 0x0A                                                       # 0027b legacy 48 83 fa 0a
    jle .L7                                                             # 0027f legacy 0f 8e 6e 00 00 00
    vmovups zmm10, zmmword ptr [r13]                                    # 00285 evex   62 51 7c 48 10 55 00
    add r13, rcx                                                        # 0028c legacy 49 01 cd
    cmp rdx, 0x0B                                                       # 0028f legacy 48 83 fa 0b
    jle .L7                                                             # 00293 legacy 0f 8e 5a 00 00 00
    vmovups zmm11, zmmword ptr [r13]                                    # 00299 evex   62 51 7c 48 10 5d 00
    add r13, rcx                                                        # 002a0 legacy 49 01 cd
    cmp rdx, 0x0C                                                       # 002a3 legacy 48 83 fa 0c
    jle .L7                                                             # 002a7 legacy 0f 8e 46 00 00 00
    vmovups zmm12, zmmword ptr [r13]                                    # 002ad evex   62 51 7c 48 10 65 00
    add r13, rcx                                                        # 002b4 legacy 49 01 cd
    cmp rdx, 0x0D                                                       # 002b7 legacy 48 83 fa 0d
    jle .L7                                                             # 002bb legacy 0f 8e 32 00 00 00
    vmovups zmm13, zmmword ptr [r13]                                    # 002c1 evex   62 51 7c 48 10 6d 00
    add r13, rcx                                                        # 002c8 legacy 49 01 cd
    cmp rdx, 0x0E                                                       # 002cb legacy 48 83 fa 0e
    jle .L7                                                             # 002cf legacy 0f 8e 1e 00 00 00
    vmovups zmm14, zmmword ptr [r13]                                    # 002d5 evex   62 51 7c 48 10 75 00
    add r13, rcx                                                        # 002dc legacy 49 01 cd
    cmp rdx, 0x0F                                                       # 002df legacy 48 83 fa 0f
    jle .L7                                                             # 002e3 legacy 0f 8e 0a 00 00 00
    vmovups zmm15, zmmword ptr [r13]                                    # 002e9 evex   62 51 7c 48 10 7d 00
    add r13, rcx                                                        # 002f0 legacy 49 01 cd

.L7:
    vunpcklps zmm16, zmm0, zmm1                                         # 002f3 evex   62 e1 7c 48 14 c1
    vunpckhps zmm17, zmm0, zmm1                                         # 002f9 evex   62 e1 7c 48 15 c9
    vunpcklps zmm18, zmm2, zmm3                                         # 002ff evex   62 e1 6c 48 14 d3
    vunpckhps zmm19, zmm2, zmm3                                         # 00305 evex   62 e1 6c 48 15 db
    vunpcklps zmm20, zmm4, zmm5                                         # 0030b evex   62 e1 5c 48 14 e5
    vunpckhps zmm21, zmm4, zmm5                                         # 00311 evex   62 e1 5c 48 15 ed
    vunpcklps zmm22, zmm6, zmm7                                         # 00317 evex   62 e1 4c 48 14 f7
    vunpckhps zmm23, zmm6, zmm7                                         # 0031d evex   62 e1 4c 48 15 ff
    vunpcklps zmm24, zmm8, zmm9                                         # 00323 evex   62 41 3c 48 14 c1
    vunpckhps zmm25, zmm8, zmm9                                         # 00329 evex   62 41 3c 48 15 c9
    vunpcklps zmm26, zmm10, zmm11                                       # 0032f evex   62 41 2c 48 14 d3
    vunpckhps zmm27, zmm10, zmm11                                       # 00335 evex   62 41 2c 48 15 db
    vunpcklps zmm28, zmm12, zmm13                                       # 0033b evex   62 41 1c 48 14 e5
    vunpckhps zmm29, zmm12, zmm13                                       # 00341 evex   62 41 1c 48 15 ed
    vunpcklps zmm30, zmm14, zmm15                                       # 00347 evex   62 41 0c 48 14 f7
    vunpckhps zmm31, zmm14, zmm15                                       # 0034d evex   62 41 0c 48 15 ff
    vunpcklpd zmm0, zmm16, zmm18                                        # 00353 evex   62 b1 fd 40 14 c2
    vunpckhpd zmm1, zmm16, zmm18                                        # 00359 evex   62 b1 fd 40 15 ca
    vunpcklpd zmm2, zmm17, zmm19                                        # 0035f evex   62 b1 f5 40 14 d3
    vunpckhpd zmm3, zmm17, zmm19                                        # 00365 evex   62 b1 f5 40 15 db
    vunpcklpd zmm4, zmm20, zmm22                                        # 0036b evex   62 b1 dd 40 14 e6
    vunpckhpd zmm5, zmm20, zmm22                                        # 00371 evex   62 b1 dd 40 15 ee
    vunpcklpd zmm6, zmm21, zmm23                                        # 00377 evex   62 b1 d5 40 14 f7
    vunpckhpd zmm7, zmm21, zmm23                                        # 0037d evex   62 b1 d5 40 15 ff
    vunpcklpd zmm8, zmm24, zmm26                                        # 00383 evex   62 11 bd 40 14 c2
    vunpckhpd zmm9, zmm24, zmm26                                        # 00389 evex   62 11 bd 40 15 ca
    vunpcklpd zmm10, zmm25, zmm27                                       # 0038f evex   62 11 b5 40 14 d3
    vunpckhpd zmm11, zmm25, zmm27                                       # 00395 evex   62 11 b5 40 15 db
    vunpcklpd zmm12, zmm28, zmm30                                       # 0039b evex   62 11 9d 40 14 e6
    vunpckhpd zmm13, zmm28, zmm30                                       # 003a1 evex   62 11 9d 40 15 ee
    vunpcklpd zmm14, zmm29, zmm31                                       # 003a7 evex   62 11 95 40 14 f7
    vunpckhpd zmm15, zmm29, zmm31                                       # 003ad evex   62 11 95 40 15 ff
    vshuff32x4 zmm16, zmm0, zmm4, 0x88                                  # 003b3 evex   62 e3 7d 48 23 c4 88
    vshuff32x4 zmm20, zmm0, zmm4, 0xDD                                  # 003ba evex   62 e3 7d 48 23 e4 dd
    vshuff32x4 zmm24, zmm8, zmm12, 0x88                                 # 003c1 evex   62 43 3d 48 23 c4 88
    vshuff32x4 zmm28, zmm8, zmm12, 0xDD                                 # 003c8 evex   62 43 3d 48 23 e4 dd
    vshuff32x4 zmm17, zmm1, zmm5, 0x88                                  # 003cf evex   62 e3 75 48 23 cd 88
    vshuff32x4 zmm21, zmm1, zmm5, 0xDD                                  # 003d6 evex   62 e3 75 48 23 ed dd
    vshuff32x4 zmm25, zmm9, zmm13, 0x88                                 # 003dd evex   62 43 35 48 23 cd 88
    vshuff32x4 zmm29, zmm9, zmm13, 0xDD                                 # 003e4 evex   62 43 35 48 23 ed dd
    vshuff32x4 zmm18, zmm2, zmm6, 0x88                                  # 003eb evex   62 e3 6d 48 23 d6 88
    vshuff32x4 zmm22, zmm2, zmm6, 0xDD                                  # 003f2 evex   62 e3 6d 48 23 f6 dd
    vshuff32x4 zmm26, zmm10, zmm14, 0x88                                # 003f9 evex   62 43 2d 48 23 d6 88
    vshuff32x4 zmm30, zmm10, zmm14, 0xDD                                # 00400 evex   62 43 2d 48 23 f6 dd
    vshuff32x4 zmm19, zmm3, zmm7, 0x88                                  # 00407 evex   62 e3 65 48 23 df 88
    vshuff32x4 zmm23, zmm3, zmm7, 0xDD                                  # 0040e evex   62 e3 65 48 23 ff dd
    vshuff32x4 zmm27, zmm11, zmm15, 0x88                                # 00415 evex   62 43 25 48 23 df 88
    vshuff32x4 zmm31, zmm11, zmm15, 0xDD                                # 0041c evex   62 43 25 48 23 ff dd
    vshuff32x4 zmm0, zmm16, zmm24, 0x88                                 # 00423 evex   62 93 7d 40 23 c0 88
    vshuff32x4 zmm4, zmm20, zmm28, 0x88                                 # 0042a evex   62 93 5d 40 23 e4 88
    vshuff32x4 zmm8, zmm16, zmm24, 0xDD                                 # 00431 evex   62 13 7d 40 23 c0 dd
    vshuff32x4 zmm12, zmm20, zmm28, 0xDD                                # 00438 evex   62 13 5d 40 23 e4 dd
    vshuff32x4 zmm1, zmm17, zmm25, 0x88                                 # 0043f evex   62 93 75 40 23 c9 88
    vshuff32x4 zmm5, zmm21, zmm29, 0x88                                 # 00446 evex   62 93 55 40 23 ed 88
    vshuff32x4 zmm9, zmm17, zmm25, 0xDD                                 # 0044d evex   62 13 75 40 23 c9 dd
    vshuff32x4 zmm13, zmm21, zmm29, 0xDD                                # 00454 evex   62 13 55 40 23 ed dd
    vshuff32x4 zmm2, zmm18, zmm26, 0x88                                 # 0045b evex   62 93 6d 40 23 d2 88
    vshuff32x4 zmm6, zmm22, zmm30, 0x88                                 # 00462 evex   62 93 4d 40 23 f6 88
    vshuff32x4 zmm10, zmm18, zmm26, 0xDD                                # 00469 evex   62 13 6d 40 23 d2 dd
    vshuff32x4 zmm14, zmm22, zmm30, 0xDD                                # 00470 evex   62 13 4d 40 23 f6 dd
    vshuff32x4 zmm3, zmm19, zmm27, 0x88                                 # 00477 evex   62 93 65 40 23 db 88
    vshuff32x4 zmm7, zmm23, zmm31, 0x88                                 # 0047e evex   62 93 45 40 23 ff 88
    vshuff32x4 zmm11, zmm19, zmm27, 0xDD                                # 00485 evex   62 13 65 40 23 db dd
    vshuff32x4 zmm15, zmm23, zmm31, 0xDD                                # 0048c evex   62 13 45 40 23 ff dd
    vmovups zmmword ptr [r14], zmm0                                     # 00493 evex   62 d1 7c 48 11 06
    add r14, 0x100                                                      # 00499 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm1                                     # 004a0 evex   62 d1 7c 48 11 0e
    add r14, 0x100                                                      # 004a6 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm2                                     # 004ad evex   62 d1 7c 48 11 16
    add r14, 0x100                                                      # 004b3 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm3                                     # 004ba evex   62 d1 7c 48 11 1e
    add r14, 0x100                                                      # 004c0 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm4                                     # 004c7 evex   62 d1 7c 48 11 26
    add r14, 0x100                                                      # 004cd legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm5                                     # 004d4 evex   62 d1 7c 48 11 2e
    add r14, 0x100                                                      # 004da legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm6                                     # 004e1 evex   62 d1 7c 48 11 36
    add r14, 0x100                                                      # 004e7 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm7                                     # 004ee evex   62 d1 7c 48 11 3e
    add r14, 0x100                                                      # 004f4 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm8                                     # 004fb evex   62 51 7c 48 11 06
    add r14, 0x100                                                      # 00501 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm9                                     # 00508 evex   62 51 7c 48 11 0e
    add r14, 0x100                                                      # 0050e legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm10                                    # 00515 evex   62 51 7c 48 11 16
    add r14, 0x100                                                      # 0051b legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm11                                    # 00522 evex   62 51 7c 48 11 1e
    add r14, 0x100                                                      # 00528 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm12                                    # 0052f evex   62 51 7c 48 11 26
    add r14, 0x100                                                      # 00535 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm13                                    # 0053c evex   62 51 7c 48 11 2e
    add r14, 0x100                                                      # 00542 legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm14                                    # 00549 evex   62 51 7c 48 11 36
    add r14, 0x100                                                      # 0054f legacy 49 81 c6 00 01 00 00
    vmovups zmmword ptr [r14], zmm15                                    # 00556 evex   62 51 7c 48 11 3e
    add r14, 0x100                                                      # 0055c legacy 49 81 c6 00 01 00 00
    add r12, 0x40                                                       # 00563 legacy 49 83 c4 40
    cmp r12, 0x100                                                      # 00567 legacy 49 81 fc 00 01 00 00
    jb .L6                                                              # 0056e legacy 0f 82 f3 fb ff ff
    add rdx, 0xFFFFFFFFFFFFFFF0                                         # 00574 legacy 48 83 c2 f0
    mov r12, rcx                                                        # 00578 legacy 49 89 cc
    imul r12, r12, 0x10                                                 # 0057b legacy 4d 6b e4 10
    add rax, r12                                                        # 0057f legacy 4c 01 e0
    add rbx, 0x40                                                       # 00582 legacy 48 83 c3 40
    test rdx, rdx                                                       # 00586 legacy 48 85 d2
    jnle .L5                                                            # 00589 legacy 0f 8f d2 fb ff ff

copy_values:
    # V of the block to [panel][key][dimension] in scratch
    mov rcx, qword ptr [rdi+0x28]                                       # 0058f legacy 48 8b 4f 28
    shl rcx, 0x02                                                       # 00593 legacy 48 c1 e1 02
    mov rax, r10                                                        # 00597 legacy 4c 89 d0
    imul rax, rcx                                                       # 0059a legacy 48 0f af c1
    add rax, qword ptr [rdi+0x20]                                       # 0059e legacy 48 03 47 20
    vxorps xmm1, xmm1, xmm1                                             # 005a2 vex    c5 f0 57 c9
    xor edx, edx                                                        # 005a6 legacy 31 d2
    xor ebx, ebx                                                        # 005a8 legacy 31 db
    xor r12d, r12d                                                      # 005aa legacy 45 31 e4

.L8:
    vmovups zmm0, zmmword ptr [rax]                                     # 005ad evex   62 f1 7c 48 10 00
    vmovups zmmword ptr [rsi+rbx*1+0x1C000], zmm0                       # 005b3 evex   62 f1 7c 48 11 84 1e 00 c0 01 00
    vmovups zmm0, zmmword ptr [rax+0x40]                                # 005be evex   62 f1 7c 48 10 40 01
    vmovups zmmword ptr [rsi+rbx*1+0x1C040], zmm0                       # 005c5 evex   62 f1 7c 48 11 84 1e 40 c0 01 00
    vmovups zmm0, zmmword ptr [rax+0x80]                                # 005d0 evex   62 f1 7c 48 10 40 02
    vmovups zmmword ptr [rsi+rbx*1+0x1C080], zmm0                       # 005d7 evex   62 f1 7c 48 11 84 1e 80 c0 01 00
    vmovups zmm0, zmmword ptr [rax+0xC0]                                # 005e2 evex   62 f1 7c 48 10 40 03
    vmovups zmmword ptr [rsi+rbx*1+0x1C0C0], zmm0                       # 005e9 evex   62 f1 7c 48 11 84 1e c0 c0 01 00
    add rbx, 0x100                                                      # 005f4 legacy 48 81 c3 00 01 00 00
    inc rdx                                                             # 005fb legacy 48 ff c2
    add rax, rcx                                                        # 005fe legacy 48 01 c8
    cmp rdx, r11                                                        # 00601 legacy 4c 39 da
    jl .L8                                                              # 00604 legacy 0f 8c a3 ff ff ff

.L9:
    test rdx, 0x03                                                      # 0060a legacy 48 f7 c2 03 00 00 00
    jz .L10                                                             # 00611 legacy 0f 84 3b 00 00 00
    vmovups zmmword ptr [rsi+rbx*1+0x1C000], zmm1                       # 00617 evex   62 f1 7c 48 11 8c 1e 00 c0 01 00
    vmovups zmmword ptr [rsi+rbx*1+0x1C040], zmm1                       # 00622 evex   62 f1 7c 48 11 8c 1e 40 c0 01 00
    vmovups zmmword ptr [rsi+rbx*1+0x1C080], zmm1                       # 0062d evex   62 f1 7c 48 11 8c 1e 80 c0 01 00
    vmovups zmmword ptr [rsi+rbx*1+0x1C0C0], zmm1                       # 00638 evex   62 f1 7c 48 11 8c 1e c0 c0 01 00
    add rbx, 0x100                                                      # 00643 legacy 48 81 c3 00 01 00 00
    inc rdx                                                             # 0064a legacy 48 ff c2
    jmp .L9                                                             # 0064d legacy e9 b8 ff ff ff

.L10:
    xor r8d, r8d                                                        # 00652 legacy 45 31 c0
    lea rcx, [rsi]                                                      # 00655 legacy 48 8d 0e

scores:
    # r8 first query of the group, rcx its scaled row
    lea r15, [rip+.L31]                                                 # 00658 legacy 4c 8d 3d e1 1a 00 00
    lea r15, [r15+0x100]                                                # 0065f legacy 4d 8d bf 00 01 00 00
    mov rbx, r11                                                        # 00666 legacy 4c 89 db
    shl rbx, 0x02                                                       # 00669 legacy 48 c1 e3 02
    sub r15, rbx                                                        # 0066d legacy 49 29 df
    lea rbx, [r11+0x0F]                                                 # 00670 legacy 49 8d 5b 0f
    shr rbx, 0x04                                                       # 00674 legacy 48 c1 eb 04
    lea rdx, [rsi+0x18000]                                              # 00678 legacy 48 8d 96 00 80 01 00
    xor r14d, r14d                                                      # 0067f legacy 45 31 f6

.L11:
    cmp rbx, 0x04                                                       # 00682 legacy 48 83 fb 04
    jl .L12                                                             # 00686 legacy 0f 8c 8b 05 00 00

scores_64_keys:
    # micro-kernel: 6 queries x 64 keys, sums from vector register 0 on [query][keys]
    vmovups zmm0, zmmword ptr [r15+r14*1]                               # 0068c evex   62 91 7c 48 10 04 37
    vmovups zmm4, zmmword ptr [r15+r14*1]                               # 00693 evex   62 91 7c 48 10 24 37
    vmovups zmm8, zmmword ptr [r15+r14*1]                               # 0069a evex   62 11 7c 48 10 04 37
    vmovups zmm12, zmmword ptr [r15+r14*1]                              # 006a1 evex   62 11 7c 48 10 24 37
    vmovups zmm16, zmmword ptr [r15+r14*1]                              # 006a8 evex   62 81 7c 48 10 04 37
    vmovups zmm20, zmmword ptr [r15+r14*1]                              # 006af evex   62 81 7c 48 10 24 37
    vmovups zmm1, zmmword ptr [r15+r14*1+0x40]                          # 006b6 evex   62 91 7c 48 10 4c 37 01
    vmovups zmm5, zmmword ptr [r15+r14*1+0x40]                          # 006be evex   62 91 7c 48 10 6c 37 01
    vmovups zmm9, zmmword ptr [r15+r14*1+0x40]                          # 006c6 evex   62 11 7c 48 10 4c 37 01
    vmovups zmm13, zmmword ptr [r15+r14*1+0x40]                         # 006ce evex   62 11 7c 48 10 6c 37 01
    vmovups zmm17, zmmword ptr [r15+r14*1+0x40]                         # 006d6 evex   62 81 7c 48 10 4c 37 01
    vmovups zmm21, zmmword ptr [r15+r14*1+0x40]                         # 006de evex   62 81 7c 48 10 6c 37 01
    vmovups zmm2, zmmword ptr [r15+r14*1+0x80]                          # 006e6 evex   62 91 7c 48 10 54 37 02
    vmovups zmm6, zmmword ptr [r15+r14*1+0x80]                          # 006ee evex   62 91 7c 48 10 74 37 02
    vmovups zmm10, zmmword ptr [r15+r14*1+0x80]                         # 006f6 evex   62 11 7c 48 10 54 37 02
    vmovups zmm14, zmmword ptr [r15+r14*1+0x80]                         # 006fe evex   62 11 7c 48 10 74 37 02
    vmovups zmm18, zmmword ptr [r15+r14*1+0x80]                         # 00706 evex   62 81 7c 48 10 54 37 02
    vmovups zmm22, zmmword ptr [r15+r14*1+0x80]                         # 0070e evex   62 81 7c 48 10 74 37 02
    vmovups zmm3, zmmword ptr [r15+r14*1+0xC0]                          # 00716 evex   62 91 7c 48 10 5c 37 03
    vmovups zmm7, zmmword ptr [r15+r14*1+0xC0]                          # 0071e evex   62 91 7c 48 10 7c 37 03
    vmovups zmm11, zmmword ptr [r15+r14*1+0xC0]                         # 00726 evex   62 11 7c 48 10 5c 37 03
    vmovups zmm15, zmmword ptr [r15+r14*1+0xC0]                         # 0072e evex   62 11 7c 48 10 7c 37 03
    vmovups zmm19, zmmword ptr [r15+r14*1+0xC0]                         # 00736 evex   62 81 7c 48 10 5c 37 03
    vmovups zmm23, zmmword ptr [r15+r14*1+0xC0]                         # 0073e evex   62 81 7c 48 10 7c 37 03
    xor r12d, r12d                                                      # 00746 legacy 45 31 e4

scores_64_keys_dimensions:
    # the inner loop: 4 dimensions a turn, r12 byte offset in the query's row, rdx keys
    vmovups zmm24, zmmword ptr [rdx]                                    # 00749 evex   62 61 7c 48 10 02
    vmovups zmm25, zmmword ptr [rdx+0x40]                               # 0074f evex   62 61 7c 48 10 4a 01
    vmovups zmm26, zmmword ptr [rdx+0x80]                               # 00756 evex   62 61 7c 48 10 52 02
    vmovups zmm27, zmmword ptr [rdx+0xC0]                               # 0075d evex   62 61 7c 48 10 5a 03
    vbroadcastss zmm28, dword ptr [rcx+r12*1]                           # 00764 evex   62 22 7d 48 18 24 21
    vfmadd231ps zmm0, zmm28, zmm24                                      # 0076b evex   62 92 1d 40 b8 c0
    vfmadd231ps zmm1, zmm28, zmm25                                      # 00771 evex   62 92 1d 40 b8 c9
    vfmadd231ps zmm2, zmm28, zmm26                                      # 00777 evex   62 92 1d 40 b8 d2
    vfmadd231ps zmm3, zmm28, zmm27                                      # 0077d evex   62 92 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x100]                     # 00783 evex   62 22 7d 48 18 64 21 40
    vfmadd231ps zmm4, zmm28, zmm24                                      # 0078b evex   62 92 1d 40 b8 e0
    vfmadd231ps zmm5, zmm28, zmm25                                      # 00791 evex   62 92 1d 40 b8 e9
    vfmadd231ps zmm6, zmm28, zmm26                                      # 00797 evex   62 92 1d 40 b8 f2
    vfmadd231ps zmm7, zmm28, zmm27                                      # 0079d evex   62 92 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x200]                     # 007a3 evex   62 22 7d 48 18 a4 21 00 02 00 00
    vfmadd231ps zmm8, zmm28, zmm24                                      # 007ae evex   62 12 1d 40 b8 c0
    vfmadd231ps zmm9, zmm28, zmm25                                      # 007b4 evex   62 12 1d 40 b8 c9
    vfmadd231ps zmm10, zmm28, zmm26                                     # 007ba evex   62 12 1d 40 b8 d2
    vfmadd231ps zmm11, zmm28, zmm27                                     # 007c0 evex   62 12 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x300]                     # 007c6 evex   62 22 7d 48 18 a4 21 00 03 00 00
    vfmadd231ps zmm12, zmm28, zmm24                                     # 007d1 evex   62 12 1d 40 b8 e0
    vfmadd231ps zmm13, zmm28, zmm25                                     # 007d7 evex   62 12 1d 40 b8 e9
    vfmadd231ps zmm14, zmm28, zmm26                                     # 007dd evex   62 12 1d 40 b8 f2
    vfmadd231ps zmm15, zmm28, zmm27                                     # 007e3 evex   62 12 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x400]                     # 007e9 evex   62 22 7d 48 18 a4 21 00 04 00 00
    vfmadd231ps zmm16, zmm28, zmm24                                     # 007f4 evex   62 82 1d 40 b8 c0
    vfmadd231ps zmm17, zmm28, zmm25                                     # 007fa evex   62 82 1d 40 b8 c9
    vfmadd231ps zmm18, zmm28, zmm26                                     # 00800 evex   62 82 1d 40 b8 d2
    vfmadd231ps zmm19, zmm28, zmm27                                     # 00806 evex   62 82 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x500]                     # 0080c evex   62 22 7d 48 18 a4 21 00 05 00 00
    vfmadd231ps zmm20, zmm28, zmm24                                     # 00817 evex   62 82 1d 40 b8 e0
    vfmadd231ps zmm21, zmm28, zmm25                                     # 0081d evex   62 82 1d 40 b8 e9
    vfmadd231ps zmm22, zmm28, zmm26                                     # 00823 evex   62 82 1d 40 b8 f2
    vfmadd231ps zmm23, zmm28, zmm27                                     # 00829 evex   62 82 1d 40 b8 fb
    vmovups zmm24, zmmword ptr [rdx+0x100]                              # 0082f evex   62 61 7c 48 10 42 04
    vmovups zmm25, zmmword ptr [rdx+0x140]                              # 00836 evex   62 61 7c 48 10 4a 05
    vmovups zmm26, zmmword ptr [rdx+0x180]                              # 0083d evex   62 61 7c 48 10 52 06
    vmovups zmm27, zmmword ptr [rdx+0x1C0]                              # 00844 evex   62 61 7c 48 10 5a 07
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x04]                      # 0084b evex   62 22 7d 48 18 64 21 01
    vfmadd231ps zmm0, zmm28, zmm24                                      # 00853 evex   62 92 1d 40 b8 c0
    vfmadd231ps zmm1, zmm28, zmm25                                      # 00859 evex   62 92 1d 40 b8 c9
    vfmadd231ps zmm2, zmm28, zmm26                                      # 0085f evex   62 92 1d 40 b8 d2
    vfmadd231ps zmm3, zmm28, zmm27                                      # 00865 evex   62 92 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x104]                     # 0086b evex   62 22 7d 48 18 64 21 41
    vfmadd231ps zmm4, zmm28, zmm24                                      # 00873 evex   62 92 1d 40 b8 e0
    vfmadd231ps zmm5, zmm28, zmm25                                      # 00879 evex   62 92 1d 40 b8 e9
    vfmadd231ps zmm6, zmm28, zmm26                                      # 0087f evex   62 92 1d 40 b8 f2
    vfmadd231ps zmm7, zmm28, zmm27                                      # 00885 evex   62 92 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x204]                     # 0088b evex   62 22 7d 48 18 a4 21 04 02 00 00
    vfmadd231ps zmm8, zmm28, zmm24                                      # 00896 evex   62 12 1d 40 b8 c0
    vfmadd231ps zmm9, zmm28, zmm25                                      # 0089c evex   62 12 1d 40 b8 c9
    vfmadd231ps zmm10, zmm28, zmm26                                     # 008a2 evex   62 12 1d 40 b8 d2
    vfmadd231ps zmm11, zmm28, zmm27                                     # 008a8 evex   62 12 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x304]                     # 008ae evex   62 22 7d 48 18 a4 21 04 03 00 00
    vfmadd231ps zmm12, zmm28, zmm24                                     # 008b9 evex   62 12 1d 40 b8 e0
    vfmadd231ps zmm13, zmm28, zmm25                                     # 008bf evex   62 12 1d 40 b8 e9
    vfmadd231ps zmm14, zmm28, zmm26                                     # 008c5 evex   62 12 1d 40 b8 f2
    vfmadd231ps zmm15, zmm28, zmm27                                     # 008cb evex   62 12 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x404]                     # 008d1 evex   62 22 7d 48 18 a4 21 04 04 00 00
    vfmadd231ps zmm16, zmm28, zmm24                                     # 008dc evex   62 82 1d 40 b8 c0
    vfmadd231ps zmm17, zmm28, zmm25                                     # 008e2 evex   62 82 1d 40 b8 c9
    vfmadd231ps zmm18, zmm28, zmm26                                     # 008e8 evex   62 82 1d 40 b8 d2
    vfmadd231ps zmm19, zmm28, zmm27                                     # 008ee evex   62 82 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x504]                     # 008f4 evex   62 22 7d 48 18 a4 21 04 05 00 00
    vfmadd231ps zmm20, zmm28, zmm24                                     # 008ff evex   62 82 1d 40 b8 e0
    vfmadd231ps zmm21, zmm28, zmm25                                     # 00905 evex   62 82 1d 40 b8 e9
    vfmadd231ps zmm22, zmm28, zmm26                                     # 0090b evex   62 82 1d 40 b8 f2
    vfmadd231ps zmm23, zmm28, zmm27                                     # 00911 evex   62 82 1d 40 b8 fb
    vmovups zmm24, zmmword ptr [rdx+0x200]                              # 00917 evex   62 61 7c 48 10 42 08
    vmovups zmm25, zmmword ptr [rdx+0x240]                              # 0091e evex   62 61 7c 48 10 4a 09
    vmovups zmm26, zmmword ptr [rdx+0x280]                              # 00925 evex   62 61 7c 48 10 52 0a
    vmovups zmm27, zmmword ptr [rdx+0x2C0]                              # 0092c evex   62 61 7c 48 10 5a 0b
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x08]                      # 00933 evex   62 22 7d 48 18 64 21 02
    vfmadd231ps zmm0, zmm28, zmm24                                      # 0093b evex   62 92 1d 40 b8 c0
    vfmadd231ps zmm1, zmm28, zmm25                                      # 00941 evex   62 92 1d 40 b8 c9
    vfmadd231ps zmm2, zmm28, zmm26                                      # 00947 evex   62 92 1d 40 b8 d2
    vfmadd231ps zmm3, zmm28, zmm27                                      # 0094d evex   62 92 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x108]                     # 00953 evex   62 22 7d 48 18 64 21 42
    vfmadd231ps zmm4, zmm28, zmm24                                      # 0095b evex   62 92 1d 40 b8 e0
    vfmadd231ps zmm5, zmm28, zmm25                                      # 00961 evex   62 92 1d 40 b8 e9
    vfmadd231ps zmm6, zmm28, zmm26                                      # 00967 evex   62 92 1d 40 b8 f2
    vfmadd231ps zmm7, zmm28, zmm27                                      # 0096d evex   62 92 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x208]                     # 00973 evex   62 22 7d 48 18 a4 21 08 02 00 00
    vfmadd231ps zmm8, zmm28, zmm24                                      # 0097e evex   62 12 1d 40 b8 c0
    vfmadd231ps zmm9, zmm28, zmm25                                      # 00984 evex   62 12 1d 40 b8 c9
    vfmadd231ps zmm10, zmm28, zmm26                                     # 0098a evex   62 12 1d 40 b8 d2
    vfmadd231ps zmm11, zmm28, zmm27                                     # 00990 evex   62 12 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x308]                     # 00996 evex   62 22 7d 48 18 a4 21 08 03 00 00
    vfmadd231ps zmm12, zmm28, zmm24                                     # 009a1 evex   62 12 1d 40 b8 e0
    vfmadd231ps zmm13, zmm28, zmm25                                     # 009a7 evex   62 12 1d 40 b8 e9
    vfmadd231ps zmm14, zmm28, zmm26                                     # 009ad evex   62 12 1d 40 b8 f2
    vfmadd231ps zmm15, zmm28, zmm27                                     # 009b3 evex   62 12 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x408]                     # 009b9 evex   62 22 7d 48 18 a4 21 08 04 00 00
    vfmadd231ps zmm16, zmm28, zmm24                                     # 009c4 evex   62 82 1d 40 b8 c0
    vfmadd231ps zmm17, zmm28, zmm25                                     # 009ca evex   62 82 1d 40 b8 c9
    vfmadd231ps zmm18, zmm28, zmm26                                     # 009d0 evex   62 82 1d 40 b8 d2
    vfmadd231ps zmm19, zmm28, zmm27                                     # 009d6 evex   62 82 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x508]                     # 009dc evex   62 22 7d 48 18 a4 21 08 05 00 00
    vfmadd231ps zmm20, zmm28, zmm24                                     # 009e7 evex   62 82 1d 40 b8 e0
    vfmadd231ps zmm21, zmm28, zmm25                                     # 009ed evex   62 82 1d 40 b8 e9
    vfmadd231ps zmm22, zmm28, zmm26                                     # 009f3 evex   62 82 1d 40 b8 f2
    vfmadd231ps zmm23, zmm28, zmm27                                     # 009f9 evex   62 82 1d 40 b8 fb
    vmovups zmm24, zmmword ptr [rdx+0x300]                              # 009ff evex   62 61 7c 48 10 42 0c
    vmovups zmm25, zmmword ptr [rdx+0x340]                              # 00a06 evex   62 61 7c 48 10 4a 0d
    vmovups zmm26, zmmword ptr [rdx+0x380]                              # 00a0d evex   62 61 7c 48 10 52 0e
    vmovups zmm27, zmmword ptr [rdx+0x3C0]                              # 00a14 evex   62 61 7c 48 10 5a 0f
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x0C]                      # 00a1b evex   62 22 7d 48 18 64 21 03
    vfmadd231ps zmm0, zmm28, zmm24                                      # 00a23 evex   62 92 1d 40 b8 c0
    vfmadd231ps zmm1, zmm28, zmm25                                      # 00a29 evex   62 92 1d 40 b8 c9
    vfmadd231ps zmm2, zmm28, zmm26                                      # 00a2f evex   62 92 1d 40 b8 d2
    vfmadd231ps zmm3, zmm28, zmm27                                      # 00a35 evex   62 92 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x10C]                     # 00a3b evex   62 22 7d 48 18 64 21 43
    vfmadd231ps zmm4, zmm28, zmm24                                      # 00a43 evex   62 92 1d 40 b8 e0
    vfmadd231ps zmm5, zmm28, zmm25                                      # 00a49 evex   62 92 1d 40 b8 e9
    vfmadd231ps zmm6, zmm28, zmm26                                      # 00a4f evex   62 92 1d 40 b8 f2
    vfmadd231ps zmm7, zmm28, zmm27                                      # 00a55 evex   62 92 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x20C]                     # 00a5b evex   62 22 7d 48 18 a4 21 0c 02 00 00
    vfmadd231ps zmm8, zmm28, zmm24                                      # 00a66 evex   62 12 1d 40 b8 c0
    vfmadd231ps zmm9, zmm28, zmm25                                      # 00a6c evex   62 12 1d 40 b8 c9
    vfmadd231ps zmm10, zmm28, zmm26                                     # 00a72 evex   62 12 1d 40 b8 d2
    vfmadd231ps zmm11, zmm28, zmm27                                     # 00a78 evex   62 12 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x30C]                     # 00a7e evex   62 22 7d 48 18 a4 21 0c 03 00 00
    vfmadd231ps zmm12, zmm28, zmm24                                     # 00a89 evex   62 12 1d 40 b8 e0
    vfmadd231ps zmm13, zmm28, zmm25                                     # 00a8f evex   62 12 1d 40 b8 e9
    vfmadd231ps zmm14, zmm28, zmm26                                     # 00a95 evex   62 12 1d 40 b8 f2
    vfmadd231ps zmm15, zmm28, zmm27                                     # 00a9b evex   62 12 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x40C]                     # 00aa1 evex   62 22 7d 48 18 a4 21 0c 04 00 00
    vfmadd231ps zmm16, zmm28, zmm24                                     # 00aac evex   62 82 1d 40 b8 c0
    vfmadd231ps zmm17, zmm28, zmm25                                     # 00ab2 evex   62 82 1d 40 b8 c9
    vfmadd231ps zmm18, zmm28, zmm26                                     # 00ab8 evex   62 82 1d 40 b8 d2
    vfmadd231ps zmm19, zmm28, zmm27                                     # 00abe evex   62 82 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rcx+r12*1+0x50C]                     # 00ac4 evex   62 22 7d 48 18 a4 21 0c 05 00 00
    vfmadd231ps zmm20, zmm28, zmm24                                     # 00acf evex   62 82 1d 40 b8 e0
    vfmadd231ps zmm21, zmm28, zmm25                                     # 00ad5 evex   62 82 1d 40 b8 e9
    vfmadd231ps zmm22, zmm28, zmm26                                     # 00adb evex   62 82 1d 40 b8 f2
    vfmadd231ps zmm23, zmm28, zmm27                                     # 00ae1 evex   62 82 1d 40 b8 fb
    add rdx, 0x400                                                      # 00ae7 legacy 48 81 c2 00 04 00 00
    add r12, 0x10                                                       # 00aee legacy 49 83 c4 10
    cmp r12, 0x100                                                      # 00af2 legacy 49 81 fc 00 01 00 00
    jb scores_64_keys_dimensions                                        # 00af9 legacy 0f 82 4a fc ff ff

scores_64_keys_dimensions_end:
scores_64_keys_store:
    # scores to scratch
    vmovups zmmword ptr [rsi+r14*1+0x20000], zmm0                       # 00aff evex   62 b1 7c 48 11 84 36 00 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20040], zmm1                       # 00b0a evex   62 b1 7c 48 11 8c 36 40 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20080], zmm2                       # 00b15 evex   62 b1 7c 48 11 94 36 80 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x200C0], zmm3                       # 00b20 evex   62 b1 7c 48 11 9c 36 c0 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20100], zmm4                       # 00b2b evex   62 b1 7c 48 11 a4 36 00 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20140], zmm5                       # 00b36 evex   62 b1 7c 48 11 ac 36 40 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20180], zmm6                       # 00b41 evex   62 b1 7c 48 11 b4 36 80 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x201C0], zmm7                       # 00b4c evex   62 b1 7c 48 11 bc 36 c0 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20200], zmm8                       # 00b57 evex   62 31 7c 48 11 84 36 00 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20240], zmm9                       # 00b62 evex   62 31 7c 48 11 8c 36 40 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20280], zmm10                      # 00b6d evex   62 31 7c 48 11 94 36 80 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x202C0], zmm11                      # 00b78 evex   62 31 7c 48 11 9c 36 c0 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20300], zmm12                      # 00b83 evex   62 31 7c 48 11 a4 36 00 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20340], zmm13                      # 00b8e evex   62 31 7c 48 11 ac 36 40 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20380], zmm14                      # 00b99 evex   62 31 7c 48 11 b4 36 80 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x203C0], zmm15                      # 00ba4 evex   62 31 7c 48 11 bc 36 c0 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20400], zmm16                      # 00baf evex   62 a1 7c 48 11 84 36 00 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20440], zmm17                      # 00bba evex   62 a1 7c 48 11 8c 36 40 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20480], zmm18                      # 00bc5 evex   62 a1 7c 48 11 94 36 80 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x204C0], zmm19                      # 00bd0 evex   62 a1 7c 48 11 9c 36 c0 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20500], zmm20                      # 00bdb evex   62 a1 7c 48 11 a4 36 00 05 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20540], zmm21                      # 00be6 evex   62 a1 7c 48 11 ac 36 40 05 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20580], zmm22                      # 00bf1 evex   62 a1 7c 48 11 b4 36 80 05 02 00
    vmovups zmmword ptr [rsi+r14*1+0x205C0], zmm23                      # 00bfc evex   62 a1 7c 48 11 bc 36 c0 05 02 00
    add r14, 0x100                                                      # 00c07 legacy 49 81 c6 00 01 00 00
    add rbx, 0xFFFFFFFFFFFFFFFC                                         # 00c0e legacy 48 83 c3 fc
    jmp .L11                                                            # 00c12 legacy e9 6b fa ff ff

.L12:
    cmp rbx, 0x01                                                       # 00c17 legacy 48 83 fb 01
    jnz .L13                                                            # 00c1b legacy 0f 85 21 02 00 00

scores_16_keys:
    # micro-kernel: 6 queries x 16 keys, sums from vector register 0 on [query][keys]
    vmovups zmm0, zmmword ptr [r15+r14*1]                               # 00c21 evex   62 91 7c 48 10 04 37
    vmovups zmm1, zmmword ptr [r15+r14*1]                               # 00c28 evex   62 91 7c 48 10 0c 37
    vmovups zmm2, zmmword ptr [r15+r14*1]                               # 00c2f evex   62 91 7c 48 10 14 37
    vmovups zmm3, zmmword ptr [r15+r14*1]                               # 00c36 evex   62 91 7c 48 10 1c 37
    vmovups zmm4, zmmword ptr [r15+r14*1]                               # 00c3d evex   62 91 7c 48 10 24 37
    vmovups zmm5, zmmword ptr [r15+r14*1]                               # 00c44 evex   62 91 7c 48 10 2c 37
    xor r12d, r12d                                                      # 00c4b legacy 45 31 e4

scores_16_keys_dimensions:
    # the inner loop: 4 dimensions a turn, r12 byte offset in the query's row, rdx keys
    vmovups zmm6, zmmword ptr [rdx]                                     # 00c4e evex   62 f1 7c 48 10 32
    vbroadcastss zmm7, dword ptr [rcx+r12*1]                            # 00c54 evex   62 b2 7d 48 18 3c 21
    vfmadd231ps zmm0, zmm7, zmm6                                        # 00c5b evex   62 f2 45 48 b8 c6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x100]                      # 00c61 evex   62 b2 7d 48 18 7c 21 40
    vfmadd231ps zmm1, zmm7, zmm6                                        # 00c69 evex   62 f2 45 48 b8 ce
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x200]                      # 00c6f evex   62 b2 7d 48 18 bc 21 00 02 00 00
    vfmadd231ps zmm2, zmm7, zmm6                                        # 00c7a evex   62 f2 45 48 b8 d6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x300]                      # 00c80 evex   62 b2 7d 48 18 bc 21 00 03 00 00
    vfmadd231ps zmm3, zmm7, zmm6                                        # 00c8b evex   62 f2 45 48 b8 de
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x400]                      # 00c91 evex   62 b2 7d 48 18 bc 21 00 04 00 00
    vfmadd231ps zmm4, zmm7, zmm6                                        # 00c9c evex   62 f2 45 48 b8 e6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x500]                      # 00ca2 evex   62 b2 7d 48 18 bc 21 00 05 00 00
    vfmadd231ps zmm5, zmm7, zmm6                                        # 00cad evex   62 f2 45 48 b8 ee
    vmovups zmm6, zmmword ptr [rdx+0x100]                               # 00cb3 evex   62 f1 7c 48 10 72 04
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x04]                       # 00cba evex   62 b2 7d 48 18 7c 21 01
    vfmadd231ps zmm0, zmm7, zmm6                                        # 00cc2 evex   62 f2 45 48 b8 c6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x104]                      # 00cc8 evex   62 b2 7d 48 18 7c 21 41
    vfmadd231ps zmm1, zmm7, zmm6                                        # 00cd0 evex   62 f2 45 48 b8 ce
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x204]                      # 00cd6 evex   62 b2 7d 48 18 bc 21 04 02 00 00
    vfmadd231ps zmm2, zmm7, zmm6                                        # 00ce1 evex   62 f2 45 48 b8 d6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x304]                      # 00ce7 evex   62 b2 7d 48 18 bc 21 04 03 00 00
    vfmadd231ps zmm3, zmm7, zmm6                                        # 00cf2 evex   62 f2 45 48 b8 de
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x404]                      # 00cf8 evex   62 b2 7d 48 18 bc 21 04 04 00 00
    vfmadd231ps zmm4, zmm7, zmm6                                        # 00d03 evex   62 f2 45 48 b8 e6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x504]                      # 00d09 evex   62 b2 7d 48 18 bc 21 04 05 00 00
    vfmadd231ps zmm5, zmm7, zmm6                                        # 00d14 evex   62 f2 45 48 b8 ee
    vmovups zmm6, zmmword ptr [rdx+0x200]                               # 00d1a evex   62 f1 7c 48 10 72 08
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x08]                       # 00d21 evex   62 b2 7d 48 18 7c 21 02
    vfmadd231ps zmm0, zmm7, zmm6                                        # 00d29 evex   62 f2 45 48 b8 c6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x108]                      # 00d2f evex   62 b2 7d 48 18 7c 21 42
    vfmadd231ps zmm1, zmm7, zmm6                                        # 00d37 evex   62 f2 45 48 b8 ce
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x208]                      # 00d3d evex   62 b2 7d 48 18 bc 21 08 02 00 00
    vfmadd231ps zmm2, zmm7, zmm6                                        # 00d48 evex   62 f2 45 48 b8 d6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x308]                      # 00d4e evex   62 b2 7d 48 18 bc 21 08 03 00 00
    vfmadd231ps zmm3, zmm7, zmm6                                        # 00d59 evex   62 f2 45 48 b8 de
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x408]                      # 00d5f evex   62 b2 7d 48 18 bc 21 08 04 00 00
    vfmadd231ps zmm4, zmm7, zmm6                                        # 00d6a evex   62 f2 45 48 b8 e6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x508]                      # 00d70 evex   62 b2 7d 48 18 bc 21 08 05 00 00
    vfmadd231ps zmm5, zmm7, zmm6                                        # 00d7b evex   62 f2 45 48 b8 ee
    vmovups zmm6, zmmword ptr [rdx+0x300]                               # 00d81 evex   62 f1 7c 48 10 72 0c
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x0C]                       # 00d88 evex   62 b2 7d 48 18 7c 21 03
    vfmadd231ps zmm0, zmm7, zmm6                                        # 00d90 evex   62 f2 45 48 b8 c6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x10C]                      # 00d96 evex   62 b2 7d 48 18 7c 21 43
    vfmadd231ps zmm1, zmm7, zmm6                                        # 00d9e evex   62 f2 45 48 b8 ce
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x20C]                      # 00da4 evex   62 b2 7d 48 18 bc 21 0c 02 00 00
    vfmadd231ps zmm2, zmm7, zmm6                                        # 00daf evex   62 f2 45 48 b8 d6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x30C]                      # 00db5 evex   62 b2 7d 48 18 bc 21 0c 03 00 00
    vfmadd231ps zmm3, zmm7, zmm6                                        # 00dc0 evex   62 f2 45 48 b8 de
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x40C]                      # 00dc6 evex   62 b2 7d 48 18 bc 21 0c 04 00 00
    vfmadd231ps zmm4, zmm7, zmm6                                        # 00dd1 evex   62 f2 45 48 b8 e6
    vbroadcastss zmm7, dword ptr [rcx+r12*1+0x50C]                      # 00dd7 evex   62 b2 7d 48 18 bc 21 0c 05 00 00
    vfmadd231ps zmm5, zmm7, zmm6                                        # 00de2 evex   62 f2 45 48 b8 ee
    add rdx, 0x400                                                      # 00de8 legacy 48 81 c2 00 04 00 00
    add r12, 0x10                                                       # 00def legacy 49 83 c4 10
    cmp r12, 0x100                                                      # 00df3 legacy 49 81 fc 00 01 00 00
    jb scores_16_keys_dimensions                                        # 00dfa legacy 0f 82 4e fe ff ff

scores_16_keys_dimensions_end:
scores_16_keys_store:
    # scores to scratch
    vmovups zmmword ptr [rsi+r14*1+0x20000], zmm0                       # 00e00 evex   62 b1 7c 48 11 84 36 00 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20100], zmm1                       # 00e0b evex   62 b1 7c 48 11 8c 36 00 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20200], zmm2                       # 00e16 evex   62 b1 7c 48 11 94 36 00 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20300], zmm3                       # 00e21 evex   62 b1 7c 48 11 9c 36 00 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20400], zmm4                       # 00e2c evex   62 b1 7c 48 11 a4 36 00 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20500], zmm5                       # 00e37 evex   62 b1 7c 48 11 ac 36 00 05 02 00

.L13:
    cmp rbx, 0x02                                                       # 00e42 legacy 48 83 fb 02
    jnz .L14                                                            # 00e46 legacy 0f 85 3f 03 00 00

scores_32_keys:
    # micro-kernel: 6 queries x 32 keys, sums from vector register 0 on [query][keys]
    vmovups zmm0, zmmword ptr [r15+r14*1]                               # 00e4c evex   62 91 7c 48 10 04 37
    vmovups zmm2, zmmword ptr [r15+r14*1]                               # 00e53 evex   62 91 7c 48 10 14 37
    vmovups zmm4, zmmword ptr [r15+r14*1]                               # 00e5a evex   62 91 7c 48 10 24 37
    vmovups zmm6, zmmword ptr [r15+r14*1]                               # 00e61 evex   62 91 7c 48 10 34 37
    vmovups zmm8, zmmword ptr [r15+r14*1]                               # 00e68 evex   62 11 7c 48 10 04 37
    vmovups zmm10, zmmword ptr [r15+r14*1]                              # 00e6f evex   62 11 7c 48 10 14 37
    vmovups zmm1, zmmword ptr [r15+r14*1+0x40]                          # 00e76 evex   62 91 7c 48 10 4c 37 01
    vmovups zmm3, zmmword ptr [r15+r14*1+0x40]                          # 00e7e evex   62 91 7c 48 10 5c 37 01
    vmovups zmm5, zmmword ptr [r15+r14*1+0x40]                          # 00e86 evex   62 91 7c 48 10 6c 37 01
    vmovups zmm7, zmmword ptr [r15+r14*1+0x40]                          # 00e8e evex   62 91 7c 48 10 7c 37 01
    vmovups zmm9, zmmword ptr [r15+r14*1+0x40]                          # 00e96 evex   62 11 7c 48 10 4c 37 01
    vmovups zmm11, zmmword ptr [r15+r14*1+0x40]                         # 00e9e evex   62 11 7c 48 10 5c 37 01
    xor r12d, r12d                                                      # 00ea6 legacy 45 31 e4

scores_32_keys_dimensions:
    # the inner loop: 4 dimensions a turn, r12 byte offset in the query's row, rdx keys
    vmovups zmm12, zmmword ptr [rdx]                                    # 00ea9 evex   62 71 7c 48 10 22
    vmovups zmm13, zmmword ptr [rdx+0x40]                               # 00eaf evex   62 71 7c 48 10 6a 01
    vbroadcastss zmm14, dword ptr [rcx+r12*1]                           # 00eb6 evex   62 32 7d 48 18 34 21
    vfmadd231ps zmm0, zmm14, zmm12                                      # 00ebd evex   62 d2 0d 48 b8 c4
    vfmadd231ps zmm1, zmm14, zmm13                                      # 00ec3 evex   62 d2 0d 48 b8 cd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x100]                     # 00ec9 evex   62 32 7d 48 18 74 21 40
    vfmadd231ps zmm2, zmm14, zmm12                                      # 00ed1 evex   62 d2 0d 48 b8 d4
    vfmadd231ps zmm3, zmm14, zmm13                                      # 00ed7 evex   62 d2 0d 48 b8 dd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x200]                     # 00edd evex   62 32 7d 48 18 b4 21 00 02 00 00
    vfmadd231ps zmm4, zmm14, zmm12                                      # 00ee8 evex   62 d2 0d 48 b8 e4
    vfmadd231ps zmm5, zmm14, zmm13                                      # 00eee evex   62 d2 0d 48 b8 ed
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x300]                     # 00ef4 evex   62 32 7d 48 18 b4 21 00 03 00 00
    vfmadd231ps zmm6, zmm14, zmm12                                      # 00eff evex   62 d2 0d 48 b8 f4
    vfmadd231ps zmm7, zmm14, zmm13                                      # 00f05 evex   62 d2 0d 48 b8 fd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x400]                     # 00f0b evex   62 32 7d 48 18 b4 21 00 04 00 00
    vfmadd231ps zmm8, zmm14, zmm12                                      # 00f16 evex   62 52 0d 48 b8 c4
    vfmadd231ps zmm9, zmm14, zmm13                                      # 00f1c evex   62 52 0d 48 b8 cd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x500]                     # 00f22 evex   62 32 7d 48 18 b4 21 00 05 00 00
    vfmadd231ps zmm10, zmm14, zmm12                                     # 00f2d evex   62 52 0d 48 b8 d4
    vfmadd231ps zmm11, zmm14, zmm13                                     # 00f33 evex   62 52 0d 48 b8 dd
    vmovups zmm12, zmmword ptr [rdx+0x100]                              # 00f39 evex   62 71 7c 48 10 62 04
    vmovups zmm13, zmmword ptr [rdx+0x140]                              # 00f40 evex   62 71 7c 48 10 6a 05
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x04]                      # 00f47 evex   62 32 7d 48 18 74 21 01
    vfmadd231ps zmm0, zmm14, zmm12                                      # 00f4f evex   62 d2 0d 48 b8 c4
    vfmadd231ps zmm1, zmm14, zmm13                                      # 00f55 evex   62 d2 0d 48 b8 cd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x104]                     # 00f5b evex   62 32 7d 48 18 74 21 41
    vfmadd231ps zmm2, zmm14, zmm12                                      # 00f63 evex   62 d2 0d 48 b8 d4
    vfmadd231ps zmm3, zmm14, zmm13                                      # 00f69 evex   62 d2 0d 48 b8 dd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x204]                     # 00f6f evex   62 32 7d 48 18 b4 21 04 02 00 00
    vfmadd231ps zmm4, zmm14, zmm12                                      # 00f7a evex   62 d2 0d 48 b8 e4
    vfmadd231ps zmm5, zmm14, zmm13                                      # 00f80 evex   62 d2 0d 48 b8 ed
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x304]                     # 00f86 evex   62 32 7d 48 18 b4 21 04 03 00 00
    vfmadd231ps zmm6, zmm14, zmm12                                      # 00f91 evex   62 d2 0d 48 b8 f4
    vfmadd231ps zmm7, zmm14, zmm13                                      # 00f97 evex   62 d2 0d 48 b8 fd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x404]                     # 00f9d evex   62 32 7d 48 18 b4 21 04 04 00 00
    vfmadd231ps zmm8, zmm14, zmm12                                      # 00fa8 evex   62 52 0d 48 b8 c4
    vfmadd231ps zmm9, zmm14, zmm13                                      # 00fae evex   62 52 0d 48 b8 cd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x504]                     # 00fb4 evex   62 32 7d 48 18 b4 21 04 05 00 00
    vfmadd231ps zmm10, zmm14, zmm12                                     # 00fbf evex   62 52 0d 48 b8 d4
    vfmadd231ps zmm11, zmm14, zmm13                                     # 00fc5 evex   62 52 0d 48 b8 dd
    vmovups zmm12, zmmword ptr [rdx+0x200]                              # 00fcb evex   62 71 7c 48 10 62 08
    vmovups zmm13, zmmword ptr [rdx+0x240]                              # 00fd2 evex   62 71 7c 48 10 6a 09
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x08]                      # 00fd9 evex   62 32 7d 48 18 74 21 02
    vfmadd231ps zmm0, zmm14, zmm12                                      # 00fe1 evex   62 d2 0d 48 b8 c4
    vfmadd231ps zmm1, zmm14, zmm13                                      # 00fe7 evex   62 d2 0d 48 b8 cd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x108]                     # 00fed evex   62 32 7d 48 18 74 21 42
    vfmadd231ps zmm2, zmm14, zmm12                                      # 00ff5 evex   62 d2 0d 48 b8 d4
    vfmadd231ps zmm3, zmm14, zmm13                                      # 00ffb evex   62 d2 0d 48 b8 dd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x208]                     # 01001 evex   62 32 7d 48 18 b4 21 08 02 00 00
    vfmadd231ps zmm4, zmm14, zmm12                                      # 0100c evex   62 d2 0d 48 b8 e4
    vfmadd231ps zmm5, zmm14, zmm13                                      # 01012 evex   62 d2 0d 48 b8 ed
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x308]                     # 01018 evex   62 32 7d 48 18 b4 21 08 03 00 00
    vfmadd231ps zmm6, zmm14, zmm12                                      # 01023 evex   62 d2 0d 48 b8 f4
    vfmadd231ps zmm7, zmm14, zmm13                                      # 01029 evex   62 d2 0d 48 b8 fd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x408]                     # 0102f evex   62 32 7d 48 18 b4 21 08 04 00 00
    vfmadd231ps zmm8, zmm14, zmm12                                      # 0103a evex   62 52 0d 48 b8 c4
    vfmadd231ps zmm9, zmm14, zmm13                                      # 01040 evex   62 52 0d 48 b8 cd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x508]                     # 01046 evex   62 32 7d 48 18 b4 21 08 05 00 00
    vfmadd231ps zmm10, zmm14, zmm12                                     # 01051 evex   62 52 0d 48 b8 d4
    vfmadd231ps zmm11, zmm14, zmm13                                     # 01057 evex   62 52 0d 48 b8 dd
    vmovups zmm12, zmmword ptr [rdx+0x300]                              # 0105d evex   62 71 7c 48 10 62 0c
    vmovups zmm13, zmmword ptr [rdx+0x340]                              # 01064 evex   62 71 7c 48 10 6a 0d
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x0C]                      # 0106b evex   62 32 7d 48 18 74 21 03
    vfmadd231ps zmm0, zmm14, zmm12                                      # 01073 evex   62 d2 0d 48 b8 c4
    vfmadd231ps zmm1, zmm14, zmm13                                      # 01079 evex   62 d2 0d 48 b8 cd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x10C]                     # 0107f evex   62 32 7d 48 18 74 21 43
    vfmadd231ps zmm2, zmm14, zmm12                                      # 01087 evex   62 d2 0d 48 b8 d4
    vfmadd231ps zmm3, zmm14, zmm13                                      # 0108d evex   62 d2 0d 48 b8 dd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x20C]                     # 01093 evex   62 32 7d 48 18 b4 21 0c 02 00 00
    vfmadd231ps zmm4, zmm14, zmm12                                      # 0109e evex   62 d2 0d 48 b8 e4
    vfmadd231ps zmm5, zmm14, zmm13                                      # 010a4 evex   62 d2 0d 48 b8 ed
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x30C]                     # 010aa evex   62 32 7d 48 18 b4 21 0c 03 00 00
    vfmadd231ps zmm6, zmm14, zmm12                                      # 010b5 evex   62 d2 0d 48 b8 f4
    vfmadd231ps zmm7, zmm14, zmm13                                      # 010bb evex   62 d2 0d 48 b8 fd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x40C]                     # 010c1 evex   62 32 7d 48 18 b4 21 0c 04 00 00
    vfmadd231ps zmm8, zmm14, zmm12                                      # 010cc evex   62 52 0d 48 b8 c4
    vfmadd231ps zmm9, zmm14, zmm13                                      # 010d2 evex   62 52 0d 48 b8 cd
    vbroadcastss zmm14, dword ptr [rcx+r12*1+0x50C]                     # 010d8 evex   62 32 7d 48 18 b4 21 0c 05 00 00
    vfmadd231ps zmm10, zmm14, zmm12                                     # 010e3 evex   62 52 0d 48 b8 d4
    vfmadd231ps zmm11, zmm14, zmm13                                     # 010e9 evex   62 52 0d 48 b8 dd
    add rdx, 0x400                                                      # 010ef legacy 48 81 c2 00 04 00 00
    add r12, 0x10                                                       # 010f6 legacy 49 83 c4 10
    cmp r12, 0x100                                                      # 010fa legacy 49 81 fc 00 01 00 00
    jb scores_32_keys_dimensions                                        # 01101 legacy 0f 82 a2 fd ff ff

scores_32_keys_dimensions_end:
scores_32_keys_store:
    # scores to scratch
    vmovups zmmword ptr [rsi+r14*1+0x20000], zmm0                       # 01107 evex   62 b1 7c 48 11 84 36 00 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20040], zmm1                       # 01112 evex   62 b1 7c 48 11 8c 36 40 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20100], zmm2                       # 0111d evex   62 b1 7c 48 11 94 36 00 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20140], zmm3                       # 01128 evex   62 b1 7c 48 11 9c 36 40 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20200], zmm4                       # 01133 evex   62 b1 7c 48 11 a4 36 00 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20240], zmm5                       # 0113e evex   62 b1 7c 48 11 ac 36 40 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20300], zmm6                       # 01149 evex   62 b1 7c 48 11 b4 36 00 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20340], zmm7                       # 01154 evex   62 b1 7c 48 11 bc 36 40 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20400], zmm8                       # 0115f evex   62 31 7c 48 11 84 36 00 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20440], zmm9                       # 0116a evex   62 31 7c 48 11 8c 36 40 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20500], zmm10                      # 01175 evex   62 31 7c 48 11 94 36 00 05 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20540], zmm11                      # 01180 evex   62 31 7c 48 11 9c 36 40 05 02 00

.L14:
    cmp rbx, 0x03                                                       # 0118b legacy 48 83 fb 03
    jnz softmax                                                         # 0118f legacy 0f 85 5d 04 00 00

scores_48_keys:
    # micro-kernel: 6 queries x 48 keys, sums from vector register 0 on [query][keys]
    vmovups zmm0, zmmword ptr [r15+r14*1]                               # 01195 evex   62 91 7c 48 10 04 37
    vmovups zmm3, zmmword ptr [r15+r14*1]                               # 0119c evex   62 91 7c 48 10 1c 37
    vmovups zmm6, zmmword ptr [r15+r14*1]                               # 011a3 evex   62 91 7c 48 10 34 37
    vmovups zmm9, zmmword ptr [r15+r14*1]                               # 011aa evex   62 11 7c 48 10 0c 37
    vmovups zmm12, zmmword ptr [r15+r14*1]                              # 011b1 evex   62 11 7c 48 10 24 37
    vmovups zmm15, zmmword ptr [r15+r14*1]                              # 011b8 evex   62 11 7c 48 10 3c 37
    vmovups zmm1, zmmword ptr [r15+r14*1+0x40]                          # 011bf evex   62 91 7c 48 10 4c 37 01
    vmovups zmm4, zmmword ptr [r15+r14*1+0x40]                          # 011c7 evex   62 91 7c 48 10 64 37 01
    vmovups zmm7, zmmword ptr [r15+r14*1+0x40]                          # 011cf evex   62 91 7c 48 10 7c 37 01
    vmovups zmm10, zmmword ptr [r15+r14*1+0x40]                         # 011d7 evex   62 11 7c 48 10 54 37 01
    vmovups zmm13, zmmword ptr [r15+r14*1+0x40]                         # 011df evex   62 11 7c 48 10 6c 37 01
    vmovups zmm16, zmmword ptr [r15+r14*1+0x40]                         # 011e7 evex   62 81 7c 48 10 44 37 01
    vmovups zmm2, zmmword ptr [r15+r14*1+0x80]                          # 011ef evex   62 91 7c 48 10 54 37 02
    vmovups zmm5, zmmword ptr [r15+r14*1+0x80]                          # 011f7 evex   62 91 7c 48 10 6c 37 02
    vmovups zmm8, zmmword ptr [r15+r14*1+0x80]                          # 011ff evex   62 11 7c 48 10 44 37 02
    vmovups zmm11, zmmword ptr [r15+r14*1+0x80]                         # 01207 evex   62 11 7c 48 10 5c 37 02
    vmovups zmm14, zmmword ptr [r15+r14*1+0x80]                         # 0120f evex   62 11 7c 48 10 74 37 02
    vmovups zmm17, zmmword ptr [r15+r14*1+0x80]                         # 01217 evex   62 81 7c 48 10 4c 37 02
    xor r12d, r12d                                                      # 0121f legacy 45 31 e4

scores_48_keys_dimensions:
    # the inner loop: 4 dimensions a turn, r12 byte offset in the query's row, rdx keys
    vmovups zmm18, zmmword ptr [rdx]                                    # 01222 evex   62 e1 7c 48 10 12
    vmovups zmm19, zmmword ptr [rdx+0x40]                               # 01228 evex   62 e1 7c 48 10 5a 01
    vmovups zmm20, zmmword ptr [rdx+0x80]                               # 0122f evex   62 e1 7c 48 10 62 02
    vbroadcastss zmm21, dword ptr [rcx+r12*1]                           # 01236 evex   62 a2 7d 48 18 2c 21
    vfmadd231ps zmm0, zmm21, zmm18                                      # 0123d evex   62 b2 55 40 b8 c2
    vfmadd231ps zmm1, zmm21, zmm19                                      # 01243 evex   62 b2 55 40 b8 cb
    vfmadd231ps zmm2, zmm21, zmm20                                      # 01249 evex   62 b2 55 40 b8 d4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x100]                     # 0124f evex   62 a2 7d 48 18 6c 21 40
    vfmadd231ps zmm3, zmm21, zmm18                                      # 01257 evex   62 b2 55 40 b8 da
    vfmadd231ps zmm4, zmm21, zmm19                                      # 0125d evex   62 b2 55 40 b8 e3
    vfmadd231ps zmm5, zmm21, zmm20                                      # 01263 evex   62 b2 55 40 b8 ec
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x200]                     # 01269 evex   62 a2 7d 48 18 ac 21 00 02 00 00
    vfmadd231ps zmm6, zmm21, zmm18                                      # 01274 evex   62 b2 55 40 b8 f2
    vfmadd231ps zmm7, zmm21, zmm19                                      # 0127a evex   62 b2 55 40 b8 fb
    vfmadd231ps zmm8, zmm21, zmm20                                      # 01280 evex   62 32 55 40 b8 c4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x300]                     # 01286 evex   62 a2 7d 48 18 ac 21 00 03 00 00
    vfmadd231ps zmm9, zmm21, zmm18                                      # 01291 evex   62 32 55 40 b8 ca
    vfmadd231ps zmm10, zmm21, zmm19                                     # 01297 evex   62 32 55 40 b8 d3
    vfmadd231ps zmm11, zmm21, zmm20                                     # 0129d evex   62 32 55 40 b8 dc
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x400]                     # 012a3 evex   62 a2 7d 48 18 ac 21 00 04 00 00
    vfmadd231ps zmm12, zmm21, zmm18                                     # 012ae evex   62 32 55 40 b8 e2
    vfmadd231ps zmm13, zmm21, zmm19                                     # 012b4 evex   62 32 55 40 b8 eb
    vfmadd231ps zmm14, zmm21, zmm20                                     # 012ba evex   62 32 55 40 b8 f4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x500]                     # 012c0 evex   62 a2 7d 48 18 ac 21 00 05 00 00
    vfmadd231ps zmm15, zmm21, zmm18                                     # 012cb evex   62 32 55 40 b8 fa
    vfmadd231ps zmm16, zmm21, zmm19                                     # 012d1 evex   62 a2 55 40 b8 c3
    vfmadd231ps zmm17, zmm21, zmm20                                     # 012d7 evex   62 a2 55 40 b8 cc
    vmovups zmm18, zmmword ptr [rdx+0x100]                              # 012dd evex   62 e1 7c 48 10 52 04
    vmovups zmm19, zmmword ptr [rdx+0x140]                              # 012e4 evex   62 e1 7c 48 10 5a 05
    vmovups zmm20, zmmword ptr [rdx+0x180]                              # 012eb evex   62 e1 7c 48 10 62 06
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x04]                      # 012f2 evex   62 a2 7d 48 18 6c 21 01
    vfmadd231ps zmm0, zmm21, zmm18                                      # 012fa evex   62 b2 55 40 b8 c2
    vfmadd231ps zmm1, zmm21, zmm19                                      # 01300 evex   62 b2 55 40 b8 cb
    vfmadd231ps zmm2, zmm21, zmm20                                      # 01306 evex   62 b2 55 40 b8 d4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x104]                     # 0130c evex   62 a2 7d 48 18 6c 21 41
    vfmadd231ps zmm3, zmm21, zmm18                                      # 01314 evex   62 b2 55 40 b8 da
    vfmadd231ps zmm4, zmm21, zmm19                                      # 0131a evex   62 b2 55 40 b8 e3
    vfmadd231ps zmm5, zmm21, zmm20                                      # 01320 evex   62 b2 55 40 b8 ec
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x204]                     # 01326 evex   62 a2 7d 48 18 ac 21 04 02 00 00
    vfmadd231ps zmm6, zmm21, zmm18                                      # 01331 evex   62 b2 55 40 b8 f2
    vfmadd231ps zmm7, zmm21, zmm19                                      # 01337 evex   62 b2 55 40 b8 fb
    vfmadd231ps zmm8, zmm21, zmm20                                      # 0133d evex   62 32 55 40 b8 c4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x304]                     # 01343 evex   62 a2 7d 48 18 ac 21 04 03 00 00
    vfmadd231ps zmm9, zmm21, zmm18                                      # 0134e evex   62 32 55 40 b8 ca
    vfmadd231ps zmm10, zmm21, zmm19                                     # 01354 evex   62 32 55 40 b8 d3
    vfmadd231ps zmm11, zmm21, zmm20                                     # 0135a evex   62 32 55 40 b8 dc
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x404]                     # 01360 evex   62 a2 7d 48 18 ac 21 04 04 00 00
    vfmadd231ps zmm12, zmm21, zmm18                                     # 0136b evex   62 32 55 40 b8 e2
    vfmadd231ps zmm13, zmm21, zmm19                                     # 01371 evex   62 32 55 40 b8 eb
    vfmadd231ps zmm14, zmm21, zmm20                                     # 01377 evex   62 32 55 40 b8 f4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x504]                     # 0137d evex   62 a2 7d 48 18 ac 21 04 05 00 00
    vfmadd231ps zmm15, zmm21, zmm18                                     # 01388 evex   62 32 55 40 b8 fa
    vfmadd231ps zmm16, zmm21, zmm19                                     # 0138e evex   62 a2 55 40 b8 c3
    vfmadd231ps zmm17, zmm21, zmm20                                     # 01394 evex   62 a2 55 40 b8 cc
    vmovups zmm18, zmmword ptr [rdx+0x200]                              # 0139a evex   62 e1 7c 48 10 52 08
    vmovups zmm19, zmmword ptr [rdx+0x240]                              # 013a1 evex   62 e1 7c 48 10 5a 09
    vmovups zmm20, zmmword ptr [rdx+0x280]                              # 013a8 evex   62 e1 7c 48 10 62 0a
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x08]                      # 013af evex   62 a2 7d 48 18 6c 21 02
    vfmadd231ps zmm0, zmm21, zmm18                                      # 013b7 evex   62 b2 55 40 b8 c2
    vfmadd231ps zmm1, zmm21, zmm19                                      # 013bd evex   62 b2 55 40 b8 cb
    vfmadd231ps zmm2, zmm21, zmm20                                      # 013c3 evex   62 b2 55 40 b8 d4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x108]                     # 013c9 evex   62 a2 7d 48 18 6c 21 42
    vfmadd231ps zmm3, zmm21, zmm18                                      # 013d1 evex   62 b2 55 40 b8 da
    vfmadd231ps zmm4, zmm21, zmm19                                      # 013d7 evex   62 b2 55 40 b8 e3
    vfmadd231ps zmm5, zmm21, zmm20                                      # 013dd evex   62 b2 55 40 b8 ec
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x208]                     # 013e3 evex   62 a2 7d 48 18 ac 21 08 02 00 00
    vfmadd231ps zmm6, zmm21, zmm18                                      # 013ee evex   62 b2 55 40 b8 f2
    vfmadd231ps zmm7, zmm21, zmm19                                      # 013f4 evex   62 b2 55 40 b8 fb
    vfmadd231ps zmm8, zmm21, zmm20                                      # 013fa evex   62 32 55 40 b8 c4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x308]                     # 01400 evex   62 a2 7d 48 18 ac 21 08 03 00 00
    vfmadd231ps zmm9, zmm21, zmm18                                      # 0140b evex   62 32 55 40 b8 ca
    vfmadd231ps zmm10, zmm21, zmm19                                     # 01411 evex   62 32 55 40 b8 d3
    vfmadd231ps zmm11, zmm21, zmm20                                     # 01417 evex   62 32 55 40 b8 dc
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x408]                     # 0141d evex   62 a2 7d 48 18 ac 21 08 04 00 00
    vfmadd231ps zmm12, zmm21, zmm18                                     # 01428 evex   62 32 55 40 b8 e2
    vfmadd231ps zmm13, zmm21, zmm19                                     # 0142e evex   62 32 55 40 b8 eb
    vfmadd231ps zmm14, zmm21, zmm20                                     # 01434 evex   62 32 55 40 b8 f4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x508]                     # 0143a evex   62 a2 7d 48 18 ac 21 08 05 00 00
    vfmadd231ps zmm15, zmm21, zmm18                                     # 01445 evex   62 32 55 40 b8 fa
    vfmadd231ps zmm16, zmm21, zmm19                                     # 0144b evex   62 a2 55 40 b8 c3
    vfmadd231ps zmm17, zmm21, zmm20                                     # 01451 evex   62 a2 55 40 b8 cc
    vmovups zmm18, zmmword ptr [rdx+0x300]                              # 01457 evex   62 e1 7c 48 10 52 0c
    vmovups zmm19, zmmword ptr [rdx+0x340]                              # 0145e evex   62 e1 7c 48 10 5a 0d
    vmovups zmm20, zmmword ptr [rdx+0x380]                              # 01465 evex   62 e1 7c 48 10 62 0e
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x0C]                      # 0146c evex   62 a2 7d 48 18 6c 21 03
    vfmadd231ps zmm0, zmm21, zmm18                                      # 01474 evex   62 b2 55 40 b8 c2
    vfmadd231ps zmm1, zmm21, zmm19                                      # 0147a evex   62 b2 55 40 b8 cb
    vfmadd231ps zmm2, zmm21, zmm20                                      # 01480 evex   62 b2 55 40 b8 d4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x10C]                     # 01486 evex   62 a2 7d 48 18 6c 21 43
    vfmadd231ps zmm3, zmm21, zmm18                                      # 0148e evex   62 b2 55 40 b8 da
    vfmadd231ps zmm4, zmm21, zmm19                                      # 01494 evex   62 b2 55 40 b8 e3
    vfmadd231ps zmm5, zmm21, zmm20                                      # 0149a evex   62 b2 55 40 b8 ec
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x20C]                     # 014a0 evex   62 a2 7d 48 18 ac 21 0c 02 00 00
    vfmadd231ps zmm6, zmm21, zmm18                                      # 014ab evex   62 b2 55 40 b8 f2
    vfmadd231ps zmm7, zmm21, zmm19                                      # 014b1 evex   62 b2 55 40 b8 fb
    vfmadd231ps zmm8, zmm21, zmm20                                      # 014b7 evex   62 32 55 40 b8 c4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x30C]                     # 014bd evex   62 a2 7d 48 18 ac 21 0c 03 00 00
    vfmadd231ps zmm9, zmm21, zmm18                                      # 014c8 evex   62 32 55 40 b8 ca
    vfmadd231ps zmm10, zmm21, zmm19                                     # 014ce evex   62 32 55 40 b8 d3
    vfmadd231ps zmm11, zmm21, zmm20                                     # 014d4 evex   62 32 55 40 b8 dc
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x40C]                     # 014da evex   62 a2 7d 48 18 ac 21 0c 04 00 00
    vfmadd231ps zmm12, zmm21, zmm18                                     # 014e5 evex   62 32 55 40 b8 e2
    vfmadd231ps zmm13, zmm21, zmm19                                     # 014eb evex   62 32 55 40 b8 eb
    vfmadd231ps zmm14, zmm21, zmm20                                     # 014f1 evex   62 32 55 40 b8 f4
    vbroadcastss zmm21, dword ptr [rcx+r12*1+0x50C]                     # 014f7 evex   62 a2 7d 48 18 ac 21 0c 05 00 00
    vfmadd231ps zmm15, zmm21, zmm18                                     # 01502 evex   62 32 55 40 b8 fa
    vfmadd231ps zmm16, zmm21, zmm19                                     # 01508 evex   62 a2 55 40 b8 c3
    vfmadd231ps zmm17, zmm21, zmm20                                     # 0150e evex   62 a2 55 40 b8 cc
    add rdx, 0x400                                                      # 01514 legacy 48 81 c2 00 04 00 00
    add r12, 0x10                                                       # 0151b legacy 49 83 c4 10
    cmp r12, 0x100                                                      # 0151f legacy 49 81 fc 00 01 00 00
    jb scores_48_keys_dimensions                                        # 01526 legacy 0f 82 f6 fc ff ff

scores_48_keys_dimensions_end:
scores_48_keys_store:
    # scores to scratch
    vmovups zmmword ptr [rsi+r14*1+0x20000], zmm0                       # 0152c evex   62 b1 7c 48 11 84 36 00 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20040], zmm1                       # 01537 evex   62 b1 7c 48 11 8c 36 40 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20080], zmm2                       # 01542 evex   62 b1 7c 48 11 94 36 80 00 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20100], zmm3                       # 0154d evex   62 b1 7c 48 11 9c 36 00 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20140], zmm4                       # 01558 evex   62 b1 7c 48 11 a4 36 40 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20180], zmm5                       # 01563 evex   62 b1 7c 48 11 ac 36 80 01 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20200], zmm6                       # 0156e evex   62 b1 7c 48 11 b4 36 00 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20240], zmm7                       # 01579 evex   62 b1 7c 48 11 bc 36 40 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20280], zmm8                       # 01584 evex   62 31 7c 48 11 84 36 80 02 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20300], zmm9                       # 0158f evex   62 31 7c 48 11 8c 36 00 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20340], zmm10                      # 0159a evex   62 31 7c 48 11 94 36 40 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20380], zmm11                      # 015a5 evex   62 31 7c 48 11 9c 36 80 03 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20400], zmm12                      # 015b0 evex   62 31 7c 48 11 a4 36 00 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20440], zmm13                      # 015bb evex   62 31 7c 48 11 ac 36 40 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20480], zmm14                      # 015c6 evex   62 31 7c 48 11 b4 36 80 04 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20500], zmm15                      # 015d1 evex   62 31 7c 48 11 bc 36 00 05 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20540], zmm16                      # 015dc evex   62 a1 7c 48 11 84 36 40 05 02 00
    vmovups zmmword ptr [rsi+r14*1+0x20580], zmm17                      # 015e7 evex   62 a1 7c 48 11 8c 36 80 05 02 00

softmax:
    # scores to weights, row by row: running maximum, factor of what came before, sum of 16 lanes
    lea rax, [rsi+0x20000]                                              # 015f2 legacy 48 8d 86 00 00 02 00
    lea rdx, [rsi+0x23900]                                              # 015f9 legacy 48 8d 96 00 39 02 00
    lea rbx, [rsi+r8*4+0x23600]                                         # 01600 legacy 4a 8d 9c 86 00 36 02 00
    mov r12, r8                                                         # 01608 legacy 4d 89 c4
    shl r12, 0x06                                                       # 0160b legacy 49 c1 e4 06
    lea r12, [rsi+r12*1+0x20600]                                        # 0160f legacy 4e 8d a4 26 00 06 02 00
    xor r13d, r13d                                                      # 01617 legacy 45 31 ed

.L15:
    vmovups zmm4, zmmword ptr [rax]                                     # 0161a evex   62 f1 7c 48 10 20
    cmp r11, 0x10                                                       # 01620 legacy 49 83 fb 10
    jle .L16                                                            # 01624 legacy 0f 8e 29 00 00 00
    vmaxps zmm4, zmm4, zmmword ptr [rax+0x40]                           # 0162a evex   62 f1 5c 48 5f 60 01
    cmp r11, 0x20                                                       # 01631 legacy 49 83 fb 20
    jle .L16                                                            # 01635 legacy 0f 8e 18 00 00 00
    vmaxps zmm4, zmm4, zmmword ptr [rax+0x80]                           # 0163b evex   62 f1 5c 48 5f 60 02
    cmp r11, 0x30                                                       # 01642 legacy 49 83 fb 30
    jle .L16                                                            # 01646 legacy 0f 8e 07 00 00 00
    vmaxps zmm4, zmm4, zmmword ptr [rax+0xC0]                           # 0164c evex   62 f1 5c 48 5f 60 03

.L16:
    vextractf64x4 ymm1, zmm4, 0x01                                      # 01653 evex   62 f3 fd 48 1b e1 01
    vmaxps ymm4, ymm4, ymm1                                             # 0165a vex    c5 dc 5f e1
    vextractf128 xmm1, ymm4, 0x01                                       # 0165e vex    c4 e3 7d 19 e1 01
    vmaxps xmm4, xmm4, xmm1                                             # 01664 vex    c5 d8 5f e1
    vmovhlps xmm1, xmm4, xmm4                                           # 01668 vex    c5 d8 12 cc
    vmaxps xmm4, xmm4, xmm1                                             # 0166c vex    c5 d8 5f e1
    vmovshdup xmm1, xmm4                                                # 01670 vex    c5 fa 16 cc
    vmaxps xmm4, xmm4, xmm1                                             # 01674 vex    c5 d8 5f e1
    vmovss xmm5, dword ptr [rbx]                                        # 01678 vex    c5 fa 10 2b
    vmaxss xmm4, xmm4, xmm5                                             # 0167c vex    c5 da 5f e5
    vmovss dword ptr [rbx], xmm4                                        # 01680 vex    c5 fa 11 23
    vbroadcastss zmm4, xmm4                                             # 01684 evex   62 f2 7d 48 18 e4
    vbroadcastss zmm5, xmm5                                             # 0168a evex   62 f2 7d 48 18 ed
    vsubps zmm5, zmm5, zmm4                                             # 01690 evex   62 f1 54 48 5c ec
    vbroadcastss zmm1, dword ptr [rip+.L19]                             # 01696 evex   62 f2 7d 48 18 0d 64 0a 00 00
    vminps zmm5, zmm1, zmm5                                             # 016a0 evex   62 f1 74 48 5d ed
    vbroadcastss zmm1, dword ptr [rip+.L20]                             # 016a6 evex   62 f2 7d 48 18 0d 58 0a 00 00
    vfmadd231ps zmm1, zmm5, dword ptr [rip+.L21] {1to16}                # 016b0 evex   62 f2 55 58 b8 0d 52 0a 00 00
    vsubps zmm2, zmm1, dword ptr [rip+.L20] {1to16}                     # 016ba evex   62 f1 74 58 5c 15 44 0a 00 00
    vfnmadd231ps zmm5, zmm2, dword ptr [rip+.L22] {1to16}               # 016c4 evex   62 f2 6d 58 bc 2d 42 0a 00 00
    vfnmadd231ps zmm5, zmm2, dword ptr [rip+.L23] {1to16}               # 016ce evex   62 f2 6d 58 bc 2d 3c 0a 00 00
    vbroadcastss zmm3, dword ptr [rip+.L24]                             # 016d8 evex   62 f2 7d 48 18 1d 36 0a 00 00
    vfmadd213ps zmm3, zmm5, dword ptr [rip+.L25] {1to16}                # 016e2 evex   62 f2 55 58 a8 1d 30 0a 00 00
    vfmadd213ps zmm3, zmm5, dword ptr [rip+.L26] {1to16}                # 016ec evex   62 f2 55 58 a8 1d 2a 0a 00 00
    vfmadd213ps zmm3, zmm5, dword ptr [rip+.L27] {1to16}                # 016f6 evex   62 f2 55 58 a8 1d 24 0a 00 00
    vfmadd213ps zmm3, zmm5, dword ptr [rip+.L28] {1to16}                # 01700 evex   62 f2 55 58 a8 1d 1e 0a 00 00
    vfmadd213ps zmm3, zmm5, dword ptr [rip+.L29] {1to16}                # 0170a evex   62 f2 55 58 a8 1d 18 0a 00 00
    vfmadd213ps zmm3, zmm5, dword ptr [rip+.L29] {1to16}                # 01714 evex   62 f2 55 58 a8 1d 0e 0a 00 00
    vpslld zmm1, zmm1, 0x17                                             # 0171e evex   62 f1 75 48 72 f1 17
    vmulps zmm3, zmm3, zmm1                                             # 01725 evex   62 f1 64 48 59 d9
    vcmpps k1, zmm2, dword ptr [rip+.L30] {1to16}, 0x05                 # 0172b evex   62 f1 6c 58 c2 0d fa 09 00 00 05
    vaddps zmm5 {k1} {z}, zmm3, zmm3                                    # 01736 evex   62 f1 64 c9 58 eb
    vmovss dword ptr [rdx], xmm5                                        # 0173c vex    c5 fa 11 2a
    vmulps zmm6, zmm5, zmmword ptr [r12]                                # 01740 evex   62 d1 54 48 59 34 24
    vmovups zmm0, zmmword ptr [rax]                                     # 01747 evex   62 f1 7c 48 10 00
    vsubps zmm0, zmm0, zmm4                                             # 0174d evex   62 f1 7c 48 5c c4
    vbroadcastss zmm1, dword ptr [rip+.L19]                             # 01753 evex   62 f2 7d 48 18 0d a7 09 00 00
    vminps zmm0, zmm1, zmm0                                             # 0175d evex   62 f1 74 48 5d c0
    vbroadcastss zmm1, dword ptr [rip+.L20]                             # 01763 evex   62 f2 7d 48 18 0d 9b 09 00 00
    vfmadd231ps zmm1, zmm0, dword ptr [rip+.L21] {1to16}                # 0176d evex   62 f2 7d 58 b8 0d 95 09 00 00
    vsubps zmm2, zmm1, dword ptr [rip+.L20] {1to16}                     # 01777 evex   62 f1 74 58 5c 15 87 09 00 00
    vfnmadd231ps zmm0, zmm2, dword ptr [rip+.L22] {1to16}               # 01781 evex   62 f2 6d 58 bc 05 85 09 00 00
    vfnmadd231ps zmm0, zmm2, dword ptr [rip+.L23] {1to16}               # 0178b evex   62 f2 6d 58 bc 05 7f 09 00 00
    vbroadcastss zmm3, dword ptr [rip+.L24]                             # 01795 evex   62 f2 7d 48 18 1d 79 09 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L25] {1to16}                # 0179f evex   62 f2 7d 58 a8 1d 73 09 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L26] {1to16}                # 017a9 evex   62 f2 7d 58 a8 1d 6d 09 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L27] {1to16}                # 017b3 evex   62 f2 7d 58 a8 1d 67 09 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L28] {1to16}                # 017bd evex   62 f2 7d 58 a8 1d 61 09 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L29] {1to16}                # 017c7 evex   62 f2 7d 58 a8 1d 5b 09 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L29] {1to16}                # 017d1 evex   62 f2 7d 58 a8 1d 51 09 00 00
    vpslld zmm1, zmm1, 0x17                                             # 017db evex   62 f1 75 48 72 f1 17
    vmulps zmm3, zmm3, zmm1                                             # 017e2 evex   62 f1 64 48 59 d9
    vcmpps k1, zmm2, dword ptr [rip+.L30] {1to16}, 0x05                 # 017e8 evex   62 f1 6c 58 c2 0d 3d 09 00 00 05
    vaddps zmm0 {k1} {z}, zmm3, zmm3                                    # 017f3 evex   62 f1 64 c9 58 c3
    vmovups zmmword ptr [rax], zmm0                                     # 017f9 evex   62 f1 7c 48 11 00
    vaddps zmm6, zmm6, zmm0                                             # 017ff evex   62 f1 4c 48 58 f0
    cmp r11, 0x10                                                       # 01805 legacy 49 83 fb 10
    jle .L17                                                            # 01809 legacy 0f 8e 54 02 00 00
    vmovups zmm0, zmmword ptr [rax+0x40]                                # 0180f evex   62 f1 7c 48 10 40 01
    vsubps zmm0, zmm0, zmm4                                             # 01816 evex   62 f1 7c 48 5c c4
    vbroadcastss zmm1, dword ptr [rip+.L19]                             # 0181c evex   62 f2 7d 48 18 0d de 08 00 00
    vminps zmm0, zmm1, zmm0                                             # 01826 evex   62 f1 74 48 5d c0
    vbroadcastss zmm1, dword ptr [rip+.L20]                             # 0182c evex   62 f2 7d 48 18 0d d2 08 00 00
    vfmadd231ps zmm1, zmm0, dword ptr [rip+.L21] {1to16}                # 01836 evex   62 f2 7d 58 b8 0d cc 08 00 00
    vsubps zmm2, zmm1, dword ptr [rip+.L20] {1to16}                     # 01840 evex   62 f1 74 58 5c 15 be 08 00 00
    vfnmadd231ps zmm0, zmm2, dword ptr [rip+.L22] {1to16}               # 0184a evex   62 f2 6d 58 bc 05 bc 08 00 00
    vfnmadd231ps zmm0, zmm2, dword ptr [rip+.L23] {1to16}               # 01854 evex   62 f2 6d 58 bc 05 b6 08 00 00
    vbroadcastss zmm3, dword ptr [rip+.L24]                             # 0185e evex   62 f2 7d 48 18 1d b0 08 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L25] {1to16}                # 01868 evex   62 f2 7d 58 a8 1d aa 08 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L26] {1to16}                # 01872 evex   62 f2 7d 58 a8 1d a4 08 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L27] {1to16}                # 0187c evex   62 f2 7d 58 a8 1d 9e 08 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L28] {1to16}                # 01886 evex   62 f2 7d 58 a8 1d 98 08 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L29] {1to16}                # 01890 evex   62 f2 7d 58 a8 1d 92 08 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L29] {1to16}                # 0189a evex   62 f2 7d 58 a8 1d 88 08 00 00
    vpslld zmm1, zmm1, 0x17                                             # 018a4 evex   62 f1 75 48 72 f1 17
    vmulps zmm3, zmm3, zmm1                                             # 018ab evex   62 f1 64 48 59 d9
    vcmpps k1, zmm2, dword ptr [rip+.L30] {1to16}, 0x05                 # 018b1 evex   62 f1 6c 58 c2 0d 74 08 00 00 05
    vaddps zmm0 {k1} {z}, zmm3, zmm3                                    # 018bc evex   62 f1 64 c9 58 c3
    vmovups zmmword ptr [rax+0x40], zmm0                                # 018c2 evex   62 f1 7c 48 11 40 01
    vaddps zmm6, zmm6, zmm0                                             # 018c9 evex   62 f1 4c 48 58 f0
    cmp r11, 0x20                                                       # 018cf legacy 49 83 fb 20
    jle .L17                                                            # 018d3 legacy 0f 8e 8a 01 00 00
    vmovups zmm0, zmmword ptr [rax+0x80]                                # 018d9 evex   62 f1 7c 48 10 40 02
    vsubps zmm0, zmm0, zmm4                                             # 018e0 evex   62 f1 7c 48 5c c4
    vbroadcastss zmm1, dword ptr [rip+.L19]                             # 018e6 evex   62 f2 7d 48 18 0d 14 08 00 00
    vminps zmm0, zmm1, zmm0                                             # 018f0 evex   62 f1 74 48 5d c0
    vbroadcastss zmm1, dword ptr [rip+.L20]                             # 018f6 evex   62 f2 7d 48 18 0d 08 08 00 00
    vfmadd231ps zmm1, zmm0, dword ptr [rip+.L21] {1to16}                # 01900 evex   62 f2 7d 58 b8 0d 02 08 00 00
    vsubps zmm2, zmm1, dword ptr [rip+.L20] {1to16}                     # 0190a evex   62 f1 74 58 5c 15 f4 07 00 00
    vfnmadd231ps zmm0, zmm2, dword ptr [rip+.L22] {1to16}               # 01914 evex   62 f2 6d 58 bc 05 f2 07 00 00
    vfnmadd231ps zmm0, zmm2, dword ptr [rip+.L23] {1to16}               # 0191e evex   62 f2 6d 58 bc 05 ec 07 00 00
    vbroadcastss zmm3, dword ptr [rip+.L24]                             # 01928 evex   62 f2 7d 48 18 1d e6 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L25] {1to16}                # 01932 evex   62 f2 7d 58 a8 1d e0 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L26] {1to16}                # 0193c evex   62 f2 7d 58 a8 1d da 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L27] {1to16}                # 01946 evex   62 f2 7d 58 a8 1d d4 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L28] {1to16}                # 01950 evex   62 f2 7d 58 a8 1d ce 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L29] {1to16}                # 0195a evex   62 f2 7d 58 a8 1d c8 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L29] {1to16}                # 01964 evex   62 f2 7d 58 a8 1d be 07 00 00
    vpslld zmm1, zmm1, 0x17                                             # 0196e evex   62 f1 75 48 72 f1 17
    vmulps zmm3, zmm3, zmm1                                             # 01975 evex   62 f1 64 48 59 d9
    vcmpps k1, zmm2, dword ptr [rip+.L30] {1to16}, 0x05                 # 0197b evex   62 f1 6c 58 c2 0d aa 07 00 00 05
    vaddps zmm0 {k1} {z}, zmm3, zmm3                                    # 01986 evex   62 f1 64 c9 58 c3
    vmovups zmmword ptr [rax+0x80], zmm0                                # 0198c evex   62 f1 7c 48 11 40 02
    vaddps zmm6, zmm6, zmm0                                             # 01993 evex   62 f1 4c 48 58 f0
    cmp r11, 0x30                                                       # 01999 legacy 49 83 fb 30
    jle .L17                                                            # 0199d legacy 0f 8e c0 00 00 00
    vmovups zmm0, zmmword ptr [rax+0xC0]                                # 019a3 evex   62 f1 7c 48 10 40 03
    vsubps zmm0, zmm0, zmm4                                             # 019aa evex   62 f1 7c 48 5c c4
    vbroadcastss zmm1, dword ptr [rip+.L19]                             # 019b0 evex   62 f2 7d 48 18 0d 4a 07 00 00
    vminps zmm0, zmm1, zmm0                                             # 019ba evex   62 f1 74 48 5d c0
    vbroadcastss zmm1, dword ptr [rip+.L20]                             # 019c0 evex   62 f2 7d 48 18 0d 3e 07 00 00
    vfmadd231ps zmm1, zmm0, dword ptr [rip+.L21] {1to16}                # 019ca evex   62 f2 7d 58 b8 0d 38 07 00 00
    vsubps zmm2, zmm1, dword ptr [rip+.L20] {1to16}                     # 019d4 evex   62 f1 74 58 5c 15 2a 07 00 00
    vfnmadd231ps zmm0, zmm2, dword ptr [rip+.L22] {1to16}               # 019de evex   62 f2 6d 58 bc 05 28 07 00 00
    vfnmadd231ps zmm0, zmm2, dword ptr [rip+.L23] {1to16}               # 019e8 evex   62 f2 6d 58 bc 05 22 07 00 00
    vbroadcastss zmm3, dword ptr [rip+.L24]                             # 019f2 evex   62 f2 7d 48 18 1d 1c 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L25] {1to16}                # 019fc evex   62 f2 7d 58 a8 1d 16 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L26] {1to16}                # 01a06 evex   62 f2 7d 58 a8 1d 10 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L27] {1to16}                # 01a10 evex   62 f2 7d 58 a8 1d 0a 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L28] {1to16}                # 01a1a evex   62 f2 7d 58 a8 1d 04 07 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L29] {1to16}                # 01a24 evex   62 f2 7d 58 a8 1d fe 06 00 00
    vfmadd213ps zmm3, zmm0, dword ptr [rip+.L29] {1to16}                # 01a2e evex   62 f2 7d 58 a8 1d f4 06 00 00
    vpslld zmm1, zmm1, 0x17                                             # 01a38 evex   62 f1 75 48 72 f1 17
    vmulps zmm3, zmm3, zmm1                                             # 01a3f evex   62 f1 64 48 59 d9
    vcmpps k1, zmm2, dword ptr [rip+.L30] {1to16}, 0x05                 # 01a45 evex   62 f1 6c 58 c2 0d e0 06 00 00 05
    vaddps zmm0 {k1} {z}, zmm3, zmm3                                    # 01a50 evex   62 f1 64 c9 58 c3
    vmovups zmmword ptr [rax+0xC0], zmm0                                # 01a56 evex   62 f1 7c 48 11 40 03
    vaddps zmm6, zmm6, zmm0                                             # 01a5d evex   62 f1 4c 48 58 f0

.L17:
    vmovups zmmword ptr [r12], zmm6                                     # 01a63 evex   62 d1 7c 48 11 34 24
    add rax, 0x100                                                      # 01a6a legacy 48 05 00 01 00 00
    add rdx, 0x04                                                       # 01a70 legacy 48 83 c2 04
    add rbx, 0x04                                                       # 01a74 legacy 48 83 c3 04
    add r12, 0x40                                                       # 01a78 legacy 49 83 c4 40
    add r13, 0x01                                                       # 01a7c legacy 49 83 c5 01
    cmp r13, 0x06                                                       # 01a80 legacy 49 83 fd 06
    jb .L15                                                             # 01a84 legacy 0f 82 90 fb ff ff

weigh_values:
    # outputs = factor * outputs + weights * V, a panel of dimensions at a time
    lea rbx, [rcx+0xC000]                                               # 01a8a legacy 48 8d 99 00 c0 00 00
    lea rdx, [rsi+0x1C000]                                              # 01a91 legacy 48 8d 96 00 c0 01 00
    xor r12d, r12d                                                      # 01a98 legacy 45 31 e4

weigh_64_dimensions:
    # micro-kernel: 6 queries x 64 dimensions, outputs from vector register 0 on [query][dimensions]
    vbroadcastss zmm28, dword ptr [rsi+0x23900]                         # 01a9b evex   62 62 7d 48 18 a6 00 39 02 00
    vmulps zmm0, zmm28, zmmword ptr [rbx]                               # 01aa5 evex   62 f1 1c 40 59 03
    vmulps zmm1, zmm28, zmmword ptr [rbx+0x40]                          # 01aab evex   62 f1 1c 40 59 4b 01
    vmulps zmm2, zmm28, zmmword ptr [rbx+0x80]                          # 01ab2 evex   62 f1 1c 40 59 53 02
    vmulps zmm3, zmm28, zmmword ptr [rbx+0xC0]                          # 01ab9 evex   62 f1 1c 40 59 5b 03
    vbroadcastss zmm28, dword ptr [rsi+0x23904]                         # 01ac0 evex   62 62 7d 48 18 a6 04 39 02 00
    vmulps zmm4, zmm28, zmmword ptr [rbx+0x100]                         # 01aca evex   62 f1 1c 40 59 63 04
    vmulps zmm5, zmm28, zmmword ptr [rbx+0x140]                         # 01ad1 evex   62 f1 1c 40 59 6b 05
    vmulps zmm6, zmm28, zmmword ptr [rbx+0x180]                         # 01ad8 evex   62 f1 1c 40 59 73 06
    vmulps zmm7, zmm28, zmmword ptr [rbx+0x1C0]                         # 01adf evex   62 f1 1c 40 59 7b 07
    vbroadcastss zmm28, dword ptr [rsi+0x23908]                         # 01ae6 evex   62 62 7d 48 18 a6 08 39 02 00
    vmulps zmm8, zmm28, zmmword ptr [rbx+0x200]                         # 01af0 evex   62 71 1c 40 59 43 08
    vmulps zmm9, zmm28, zmmword ptr [rbx+0x240]                         # 01af7 evex   62 71 1c 40 59 4b 09
    vmulps zmm10, zmm28, zmmword ptr [rbx+0x280]                        # 01afe evex   62 71 1c 40 59 53 0a
    vmulps zmm11, zmm28, zmmword ptr [rbx+0x2C0]                        # 01b05 evex   62 71 1c 40 59 5b 0b
    vbroadcastss zmm28, dword ptr [rsi+0x2390C]                         # 01b0c evex   62 62 7d 48 18 a6 0c 39 02 00
    vmulps zmm12, zmm28, zmmword ptr [rbx+0x300]                        # 01b16 evex   62 71 1c 40 59 63 0c
    vmulps zmm13, zmm28, zmmword ptr [rbx+0x340]                        # 01b1d evex   62 71 1c 40 59 6b 0d
    vmulps zmm14, zmm28, zmmword ptr [rbx+0x380]                        # 01b24 evex   62 71 1c 40 59 73 0e
    vmulps zmm15, zmm28, zmmword ptr [rbx+0x3C0]                        # 01b2b evex   62 71 1c 40 59 7b 0f
    vbroadcastss zmm28, dword ptr [rsi+0x23910]                         # 01b32 evex   62 62 7d 48 18 a6 10 39 02 00
    vmulps zmm16, zmm28, zmmword ptr [rbx+0x400]                        # 01b3c evex   62 e1 1c 40 59 43 10
    vmulps zmm17, zmm28, zmmword ptr [rbx+0x440]                        # 01b43 evex   62 e1 1c 40 59 4b 11
    vmulps zmm18, zmm28, zmmword ptr [rbx+0x480]                        # 01b4a evex   62 e1 1c 40 59 53 12
    vmulps zmm19, zmm28, zmmword ptr [rbx+0x4C0]                        # 01b51 evex   62 e1 1c 40 59 5b 13
    vbroadcastss zmm28, dword ptr [rsi+0x23914]                         # 01b58 evex   62 62 7d 48 18 a6 14 39 02 00
    vmulps zmm20, zmm28, zmmword ptr [rbx+0x500]                        # 01b62 evex   62 e1 1c 40 59 63 14
    vmulps zmm21, zmm28, zmmword ptr [rbx+0x540]                        # 01b69 evex   62 e1 1c 40 59 6b 15
    vmulps zmm22, zmm28, zmmword ptr [rbx+0x580]                        # 01b70 evex   62 e1 1c 40 59 73 16
    vmulps zmm23, zmm28, zmmword ptr [rbx+0x5C0]                        # 01b77 evex   62 e1 1c 40 59 7b 17
    lea rax, [rsi+0x20000]                                              # 01b7e legacy 48 8d 86 00 00 02 00
    mov r13, rdx                                                        # 01b85 legacy 49 89 d5
    mov r14, r11                                                        # 01b88 legacy 4d 89 de

weigh_64_dimensions_keys:
    # the inner loop: 4 keys a turn, rax weights, r13 V, r14 keys left
    vmovups zmm24, zmmword ptr [r13]                                    # 01b8b evex   62 41 7c 48 10 45 00
    vmovups zmm25, zmmword ptr [r13+0x40]                               # 01b92 evex   62 41 7c 48 10 4d 01
    vmovups zmm26, zmmword ptr [r13+0x80]                               # 01b99 evex   62 41 7c 48 10 55 02
    vmovups zmm27, zmmword ptr [r13+0xC0]                               # 01ba0 evex   62 41 7c 48 10 5d 03
    vbroadcastss zmm28, dword ptr [rax]                                 # 01ba7 evex   62 62 7d 48 18 20
    vfmadd231ps zmm0, zmm28, zmm24                                      # 01bad evex   62 92 1d 40 b8 c0
    vfmadd231ps zmm1, zmm28, zmm25                                      # 01bb3 evex   62 92 1d 40 b8 c9
    vfmadd231ps zmm2, zmm28, zmm26                                      # 01bb9 evex   62 92 1d 40 b8 d2
    vfmadd231ps zmm3, zmm28, zmm27                                      # 01bbf evex   62 92 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x100]                           # 01bc5 evex   62 62 7d 48 18 60 40
    vfmadd231ps zmm4, zmm28, zmm24                                      # 01bcc evex   62 92 1d 40 b8 e0
    vfmadd231ps zmm5, zmm28, zmm25                                      # 01bd2 evex   62 92 1d 40 b8 e9
    vfmadd231ps zmm6, zmm28, zmm26                                      # 01bd8 evex   62 92 1d 40 b8 f2
    vfmadd231ps zmm7, zmm28, zmm27                                      # 01bde evex   62 92 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rax+0x200]                           # 01be4 evex   62 62 7d 48 18 a0 00 02 00 00
    vfmadd231ps zmm8, zmm28, zmm24                                      # 01bee evex   62 12 1d 40 b8 c0
    vfmadd231ps zmm9, zmm28, zmm25                                      # 01bf4 evex   62 12 1d 40 b8 c9
    vfmadd231ps zmm10, zmm28, zmm26                                     # 01bfa evex   62 12 1d 40 b8 d2
    vfmadd231ps zmm11, zmm28, zmm27                                     # 01c00 evex   62 12 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x300]                           # 01c06 evex   62 62 7d 48 18 a0 00 03 00 00
    vfmadd231ps zmm12, zmm28, zmm24                                     # 01c10 evex   62 12 1d 40 b8 e0
    vfmadd231ps zmm13, zmm28, zmm25                                     # 01c16 evex   62 12 1d 40 b8 e9
    vfmadd231ps zmm14, zmm28, zmm26                                     # 01c1c evex   62 12 1d 40 b8 f2
    vfmadd231ps zmm15, zmm28, zmm27                                     # 01c22 evex   62 12 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rax+0x400]                           # 01c28 evex   62 62 7d 48 18 a0 00 04 00 00
    vfmadd231ps zmm16, zmm28, zmm24                                     # 01c32 evex   62 82 1d 40 b8 c0
    vfmadd231ps zmm17, zmm28, zmm25                                     # 01c38 evex   62 82 1d 40 b8 c9
    vfmadd231ps zmm18, zmm28, zmm26                                     # 01c3e evex   62 82 1d 40 b8 d2
    vfmadd231ps zmm19, zmm28, zmm27                                     # 01c44 evex   62 82 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x500]                           # 01c4a evex   62 62 7d 48 18 a0 00 05 00 00
    vfmadd231ps zmm20, zmm28, zmm24                                     # 01c54 evex   62 82 1d 40 b8 e0
    vfmadd231ps zmm21, zmm28, zmm25                                     # 01c5a evex   62 82 1d 40 b8 e9
    vfmadd231ps zmm22, zmm28, zmm26                                     # 01c60 evex   62 82 1d 40 b8 f2
    vfmadd231ps zmm23, zmm28, zmm27                                     # 01c66 evex   62 82 1d 40 b8 fb
    vmovups zmm24, zmmword ptr [r13+0x100]                              # 01c6c evex   62 41 7c 48 10 45 04
    vmovups zmm25, zmmword ptr [r13+0x140]                              # 01c73 evex   62 41 7c 48 10 4d 05
    vmovups zmm26, zmmword ptr [r13+0x180]                              # 01c7a evex   62 41 7c 48 10 55 06
    vmovups zmm27, zmmword ptr [r13+0x1C0]                              # 01c81 evex   62 41 7c 48 10 5d 07
    vbroadcastss zmm28, dword ptr [rax+0x04]                            # 01c88 evex   62 62 7d 48 18 60 01
    vfmadd231ps zmm0, zmm28, zmm24                                      # 01c8f evex   62 92 1d 40 b8 c0
    vfmadd231ps zmm1, zmm28, zmm25                                      # 01c95 evex   62 92 1d 40 b8 c9
    vfmadd231ps zmm2, zmm28, zmm26                                      # 01c9b evex   62 92 1d 40 b8 d2
    vfmadd231ps zmm3, zmm28, zmm27                                      # 01ca1 evex   62 92 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x104]                           # 01ca7 evex   62 62 7d 48 18 60 41
    vfmadd231ps zmm4, zmm28, zmm24                                      # 01cae evex   62 92 1d 40 b8 e0
    vfmadd231ps zmm5, zmm28, zmm25                                      # 01cb4 evex   62 92 1d 40 b8 e9
    vfmadd231ps zmm6, zmm28, zmm26                                      # 01cba evex   62 92 1d 40 b8 f2
    vfmadd231ps zmm7, zmm28, zmm27                                      # 01cc0 evex   62 92 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rax+0x204]                           # 01cc6 evex   62 62 7d 48 18 a0 04 02 00 00
    vfmadd231ps zmm8, zmm28, zmm24                                      # 01cd0 evex   62 12 1d 40 b8 c0
    vfmadd231ps zmm9, zmm28, zmm25                                      # 01cd6 evex   62 12 1d 40 b8 c9
    vfmadd231ps zmm10, zmm28, zmm26                                     # 01cdc evex   62 12 1d 40 b8 d2
    vfmadd231ps zmm11, zmm28, zmm27                                     # 01ce2 evex   62 12 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x304]                           # 01ce8 evex   62 62 7d 48 18 a0 04 03 00 00
    vfmadd231ps zmm12, zmm28, zmm24                                     # 01cf2 evex   62 12 1d 40 b8 e0
    vfmadd231ps zmm13, zmm28, zmm25                                     # 01cf8 evex   62 12 1d 40 b8 e9
    vfmadd231ps zmm14, zmm28, zmm26                                     # 01cfe evex   62 12 1d 40 b8 f2
    vfmadd231ps zmm15, zmm28, zmm27                                     # 01d04 evex   62 12 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rax+0x404]                           # 01d0a evex   62 62 7d 48 18 a0 04 04 00 00
    vfmadd231ps zmm16, zmm28, zmm24                                     # 01d14 evex   62 82 1d 40 b8 c0
    vfmadd231ps zmm17, zmm28, zmm25                                     # 01d1a evex   62 82 1d 40 b8 c9
    vfmadd231ps zmm18, zmm28, zmm26                                     # 01d20 evex   62 82 1d 40 b8 d2
    vfmadd231ps zmm19, zmm28, zmm27                                     # 01d26 evex   62 82 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x504]                           # 01d2c evex   62 62 7d 48 18 a0 04 05 00 00
    vfmadd231ps zmm20, zmm28, zmm24                                     # 01d36 evex   62 82 1d 40 b8 e0
    vfmadd231ps zmm21, zmm28, zmm25                                     # 01d3c evex   62 82 1d 40 b8 e9
    vfmadd231ps zmm22, zmm28, zmm26                                     # 01d42 evex   62 82 1d 40 b8 f2
    vfmadd231ps zmm23, zmm28, zmm27                                     # 01d48 evex   62 82 1d 40 b8 fb
    vmovups zmm24, zmmword ptr [r13+0x200]                              # 01d4e evex   62 41 7c 48 10 45 08
    vmovups zmm25, zmmword ptr [r13+0x240]                              # 01d55 evex   62 41 7c 48 10 4d 09
    vmovups zmm26, zmmword ptr [r13+0x280]                              # 01d5c evex   62 41 7c 48 10 55 0a
    vmovups zmm27, zmmword ptr [r13+0x2C0]                              # 01d63 evex   62 41 7c 48 10 5d 0b
    vbroadcastss zmm28, dword ptr [rax+0x08]                            # 01d6a evex   62 62 7d 48 18 60 02
    vfmadd231ps zmm0, zmm28, zmm24                                      # 01d71 evex   62 92 1d 40 b8 c0
    vfmadd231ps zmm1, zmm28, zmm25                                      # 01d77 evex   62 92 1d 40 b8 c9
    vfmadd231ps zmm2, zmm28, zmm26                                      # 01d7d evex   62 92 1d 40 b8 d2
    vfmadd231ps zmm3, zmm28, zmm27                                      # 01d83 evex   62 92 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x108]                           # 01d89 evex   62 62 7d 48 18 60 42
    vfmadd231ps zmm4, zmm28, zmm24                                      # 01d90 evex   62 92 1d 40 b8 e0
    vfmadd231ps zmm5, zmm28, zmm25                                      # 01d96 evex   62 92 1d 40 b8 e9
    vfmadd231ps zmm6, zmm28, zmm26                                      # 01d9c evex   62 92 1d 40 b8 f2
    vfmadd231ps zmm7, zmm28, zmm27                                      # 01da2 evex   62 92 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rax+0x208]                           # 01da8 evex   62 62 7d 48 18 a0 08 02 00 00
    vfmadd231ps zmm8, zmm28, zmm24                                      # 01db2 evex   62 12 1d 40 b8 c0
    vfmadd231ps zmm9, zmm28, zmm25                                      # 01db8 evex   62 12 1d 40 b8 c9
    vfmadd231ps zmm10, zmm28, zmm26                                     # 01dbe evex   62 12 1d 40 b8 d2
    vfmadd231ps zmm11, zmm28, zmm27                                     # 01dc4 evex   62 12 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x308]                           # 01dca evex   62 62 7d 48 18 a0 08 03 00 00
    vfmadd231ps zmm12, zmm28, zmm24                                     # 01dd4 evex   62 12 1d 40 b8 e0
    vfmadd231ps zmm13, zmm28, zmm25                                     # 01dda evex   62 12 1d 40 b8 e9
    vfmadd231ps zmm14, zmm28, zmm26                                     # 01de0 evex   62 12 1d 40 b8 f2
    vfmadd231ps zmm15, zmm28, zmm27                                     # 01de6 evex   62 12 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rax+0x408]                           # 01dec evex   62 62 7d 48 18 a0 08 04 00 00
    vfmadd231ps zmm16, zmm28, zmm24                                     # 01df6 evex   62 82 1d 40 b8 c0
    vfmadd231ps zmm17, zmm28, zmm25                                     # 01dfc evex   62 82 1d 40 b8 c9
    vfmadd231ps zmm18, zmm28, zmm26                                     # 01e02 evex   62 82 1d 40 b8 d2
    vfmadd231ps zmm19, zmm28, zmm27                                     # 01e08 evex   62 82 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x508]                           # 01e0e evex   62 62 7d 48 18 a0 08 05 00 00
    vfmadd231ps zmm20, zmm28, zmm24                                     # 01e18 evex   62 82 1d 40 b8 e0
    vfmadd231ps zmm21, zmm28, zmm25                                     # 01e1e evex   62 82 1d 40 b8 e9
    vfmadd231ps zmm22, zmm28, zmm26                                     # 01e24 evex   62 82 1d 40 b8 f2
    vfmadd231ps zmm23, zmm28, zmm27                                     # 01e2a evex   62 82 1d 40 b8 fb
    vmovups zmm24, zmmword ptr [r13+0x300]                              # 01e30 evex   62 41 7c 48 10 45 0c
    vmovups zmm25, zmmword ptr [r13+0x340]                              # 01e37 evex   62 41 7c 48 10 4d 0d
    vmovups zmm26, zmmword ptr [r13+0x380]                              # 01e3e evex   62 41 7c 48 10 55 0e
    vmovups zmm27, zmmword ptr [r13+0x3C0]                              # 01e45 evex   62 41 7c 48 10 5d 0f
    vbroadcastss zmm28, dword ptr [rax+0x0C]                            # 01e4c evex   62 62 7d 48 18 60 03
    vfmadd231ps zmm0, zmm28, zmm24                                      # 01e53 evex   62 92 1d 40 b8 c0
    vfmadd231ps zmm1, zmm28, zmm25                                      # 01e59 evex   62 92 1d 40 b8 c9
    vfmadd231ps zmm2, zmm28, zmm26                                      # 01e5f evex   62 92 1d 40 b8 d2
    vfmadd231ps zmm3, zmm28, zmm27                                      # 01e65 evex   62 92 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x10C]                           # 01e6b evex   62 62 7d 48 18 60 43
    vfmadd231ps zmm4, zmm28, zmm24                                      # 01e72 evex   62 92 1d 40 b8 e0
    vfmadd231ps zmm5, zmm28, zmm25                                      # 01e78 evex   62 92 1d 40 b8 e9
    vfmadd231ps zmm6, zmm28, zmm26                                      # 01e7e evex   62 92 1d 40 b8 f2
    vfmadd231ps zmm7, zmm28, zmm27                                      # 01e84 evex   62 92 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rax+0x20C]                           # 01e8a evex   62 62 7d 48 18 a0 0c 02 00 00
    vfmadd231ps zmm8, zmm28, zmm24                                      # 01e94 evex   62 12 1d 40 b8 c0
    vfmadd231ps zmm9, zmm28, zmm25                                      # 01e9a evex   62 12 1d 40 b8 c9
    vfmadd231ps zmm10, zmm28, zmm26                                     # 01ea0 evex   62 12 1d 40 b8 d2
    vfmadd231ps zmm11, zmm28, zmm27                                     # 01ea6 evex   62 12 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x30C]                           # 01eac evex   62 62 7d 48 18 a0 0c 03 00 00
    vfmadd231ps zmm12, zmm28, zmm24                                     # 01eb6 evex   62 12 1d 40 b8 e0
    vfmadd231ps zmm13, zmm28, zmm25                                     # 01ebc evex   62 12 1d 40 b8 e9
    vfmadd231ps zmm14, zmm28, zmm26                                     # 01ec2 evex   62 12 1d 40 b8 f2
    vfmadd231ps zmm15, zmm28, zmm27                                     # 01ec8 evex   62 12 1d 40 b8 fb
    vbroadcastss zmm28, dword ptr [rax+0x40C]                           # 01ece evex   62 62 7d 48 18 a0 0c 04 00 00
    vfmadd231ps zmm16, zmm28, zmm24                                     # 01ed8 evex   62 82 1d 40 b8 c0
    vfmadd231ps zmm17, zmm28, zmm25                                     # 01ede evex   62 82 1d 40 b8 c9
    vfmadd231ps zmm18, zmm28, zmm26                                     # 01ee4 evex   62 82 1d 40 b8 d2
    vfmadd231ps zmm19, zmm28, zmm27                                     # 01eea evex   62 82 1d 40 b8 db
    vbroadcastss zmm28, dword ptr [rax+0x50C]                           # 01ef0 evex   62 62 7d 48 18 a0 0c 05 00 00
    vfmadd231ps zmm20, zmm28, zmm24                                     # 01efa evex   62 82 1d 40 b8 e0
    vfmadd231ps zmm21, zmm28, zmm25                                     # 01f00 evex   62 82 1d 40 b8 e9
    vfmadd231ps zmm22, zmm28, zmm26                                     # 01f06 evex   62 82 1d 40 b8 f2
    vfmadd231ps zmm23, zmm28, zmm27                                     # 01f0c evex   62 82 1d 40 b8 fb
    add rax, 0x10                                                       # 01f12 legacy 48 83 c0 10
    add r13, 0x400                                                      # 01f16 legacy 49 81 c5 00 04 00 00
    add r14, 0xFFFFFFFFFFFFFFFC                                         # 01f1d legacy 49 83 c6 fc
    jnle weigh_64_dimensions_keys                                       # 01f21 legacy 0f 8f 64 fc ff ff

weigh_64_dimensions_keys_end:
weigh_64_dimensions_store:
    # outputs to scratch
    vmovups zmmword ptr [rbx], zmm0                                     # 01f27 evex   62 f1 7c 48 11 03
    vmovups zmmword ptr [rbx+0x40], zmm1                                # 01f2d evex   62 f1 7c 48 11 4b 01
    vmovups zmmword ptr [rbx+0x80], zmm2                                # 01f34 evex   62 f1 7c 48 11 53 02
    vmovups zmmword ptr [rbx+0xC0], zmm3                                # 01f3b evex   62 f1 7c 48 11 5b 03
    vmovups zmmword ptr [rbx+0x100], zmm4                               # 01f42 evex   62 f1 7c 48 11 63 04
    vmovups zmmword ptr [rbx+0x140], zmm5                               # 01f49 evex   62 f1 7c 48 11 6b 05
    vmovups zmmword ptr [rbx+0x180], zmm6                               # 01f50 evex   62 f1 7c 48 11 73 06
    vmovups zmmword ptr [rbx+0x1C0], zmm7                               # 01f57 evex   62 f1 7c 48 11 7b 07
    vmovups zmmword ptr [rbx+0x200], zmm8                               # 01f5e evex   62 71 7c 48 11 43 08
    vmovups zmmword ptr [rbx+0x240], zmm9                               # 01f65 evex   62 71 7c 48 11 4b 09
    vmovups zmmword ptr [rbx+0x280], zmm10                              # 01f6c evex   62 71 7c 48 11 53 0a
    vmovups zmmword ptr [rbx+0x2C0], zmm11                              # 01f73 evex   62 71 7c 48 11 5b 0b
    vmovups zmmword ptr [rbx+0x300], zmm12                              # 01f7a evex   62 71 7c 48 11 63 0c
    vmovups zmmword ptr [rbx+0x340], zmm13                              # 01f81 evex   62 71 7c 48 11 6b 0d
    vmovups zmmword ptr [rbx+0x380], zmm14                              # 01f88 evex   62 71 7c 48 11 73 0e
    vmovups zmmword ptr [rbx+0x3C0], zmm15                              # 01f8f evex   62 71 7c 48 11 7b 0f
    vmovups zmmword ptr [rbx+0x400], zmm16                              # 01f96 evex   62 e1 7c 48 11 43 10
    vmovups zmmword ptr [rbx+0x440], zmm17                              # 01f9d evex   62 e1 7c 48 11 4b 11
    vmovups zmmword ptr [rbx+0x480], zmm18                              # 01fa4 evex   62 e1 7c 48 11 53 12
    vmovups zmmword ptr [rbx+0x4C0], zmm19                              # 01fab evex   62 e1 7c 48 11 5b 13
    vmovups zmmword ptr [rbx+0x500], zmm20                              # 01fb2 evex   62 e1 7c 48 11 63 14
    vmovups zmmword ptr [rbx+0x540], zmm21                              # 01fb9 evex   62 e1 7c 48 11 6b 15
    vmovups zmmword ptr [rbx+0x580], zmm22                              # 01fc0 evex   62 e1 7c 48 11 73 16
    vmovups zmmword ptr [rbx+0x5C0], zmm23                              # 01fc7 evex   62 e1 7c 48 11 7b 17
    add rdx, 0x4000                                                     # 01fce legacy 48 81 c2 00 40 00 00
    add rbx, 0x100                                                      # 01fd5 legacy 48 81 c3 00 01 00 00
    add r12, 0x01                                                       # 01fdc legacy 49 83 c4 01
    cmp r12, 0x01                                                       # 01fe0 legacy 49 83 fc 01
    jb weigh_64_dimensions                                              # 01fe4 legacy 0f 82 b1 fa ff ff

next_queries:
    add rcx, 0x600                                                      # 01fea legacy 48 81 c1 00 06 00 00
    add r8, 0x06                                                        # 01ff1 legacy 49 83 c0 06
    cmp r8, r9                                                          # 01ff5 legacy 4d 39 c8
    jl scores                                                           # 01ff8 legacy 0f 8c 5a e6 ff ff
    add r10, 0x40                                                       # 01ffe legacy 49 83 c2 40
    jmp key_block                                                       # 02002 legacy e9 24 e1 ff ff

store_outputs:
    # outputs / sums
    mov rcx, qword ptr [rdi+0x38]                                       # 02007 legacy 48 8b 4f 38
    shl rcx, 0x02                                                       # 0200b legacy 48 c1 e1 02
    mov rax, qword ptr [rsp]                                            # 0200f legacy 48 8b 04 24
    imul rax, rcx                                                       # 02013 legacy 48 0f af c1
    add rax, qword ptr [rdi+0x30]                                       # 02017 legacy 48 03 47 30
    lea rdx, [rsi+0x20600]                                              # 0201b legacy 48 8d 96 00 06 02 00
    lea rbx, [rsi+0xC000]                                               # 02022 legacy 48 8d 9e 00 c0 00 00
    mov r12, r9                                                         # 02029 legacy 4d 89 cc

.L18:
    vmovups zmm0, zmmword ptr [rdx]                                     # 0202c evex   62 f1 7c 48 10 02
    vextractf64x4 ymm1, zmm0, 0x01                                      # 02032 evex   62 f3 fd 48 1b c1 01
    vaddps ymm0, ymm0, ymm1                                             # 02039 vex    c5 fc 58 c1
    vextractf128 xmm1, ymm0, 0x01                                       # 0203d vex    c4 e3 7d 19 c1 01
    vaddps xmm0, xmm0, xmm1                                             # 02043 vex    c5 f8 58 c1
    vmovhlps xmm1, xmm0, xmm0                                           # 02047 vex    c5 f8 12 c8
    vaddps xmm0, xmm0, xmm1                                             # 0204b vex    c5 f8 58 c1
    vmovshdup xmm1, xmm0                                                # 0204f vex    c5 fa 16 c8
    vaddps xmm0, xmm0, xmm1                                             # 02053 vex    c5 f8 58 c1
    vbroadcastss zmm0, xmm0                                             # 02057 evex   62 f2 7d 48 18 c0
    vmovups zmm2, zmmword ptr [rbx]                                     # 0205d evex   62 f1 7c 48 10 13
    vdivps zmm2, zmm2, zmm0                                             # 02063 evex   62 f1 6c 48 5e d0
    vmovups zmmword ptr [rax], zmm2                                     # 02069 evex   62 f1 7c 48 11 10
    vmovups zmm2, zmmword ptr [rbx+0x40]                                # 0206f evex   62 f1 7c 48 10 53 01
    vdivps zmm2, zmm2, zmm0                                             # 02076 evex   62 f1 6c 48 5e d0
    vmovups zmmword ptr [rax+0x40], zmm2                                # 0207c evex   62 f1 7c 48 11 50 01
    vmovups zmm2, zmmword ptr [rbx+0x80]                                # 02083 evex   62 f1 7c 48 10 53 02
    vdivps zmm2, zmm2, zmm0                                             # 0208a evex   62 f1 6c 48 5e d0
    vmovups zmmword ptr [rax+0x80], zmm2                                # 02090 evex   62 f1 7c 48 11 50 02
    vmovups zmm2, zmmword ptr [rbx+0xC0]                                # 02097 evex   62 f1 7c 48 10 53 03
    vdivps zmm2, zmm2, zmm0                                             # 0209e evex   62 f1 6c 48 5e d0
    vmovups zmmword ptr [rax+0xC0], zmm2                                # 020a4 evex   62 f1 7c 48 11 50 03
    add rax, rcx                                                        # 020ab legacy 48 01 c8
    add rdx, 0x40                                                       # 020ae legacy 48 83 c2 40
    add rbx, 0x100                                                      # 020b2 legacy 48 81 c3 00 01 00 00
    dec r12                                                             # 020b9 legacy 49 ff cc
    jnz .L18                                                            # 020bc legacy 0f 85 6a ff ff ff
    add qword ptr [rsp], 0xC0                                           # 020c2 legacy 48 81 04 24 c0 00 00 00
    jmp query_tile                                                      # 020ca legacy e9 52 df ff ff

return:
    vzeroupper                                                          # 020cf vex    c5 f8 77
    lea rsp, [rbp-0x28]                                                 # 020d2 legacy 48 8d 65 d8
    pop r15                                                             # 020d6 legacy 41 5f
    pop r14                                                             # 020d8 legacy 41 5e
    pop r13                                                             # 020da legacy 41 5d
    pop r12                                                             # 020dc legacy 41 5c
    pop rbx                                                             # 020de legacy 5b
    pop rbp                                                             # 020df legacy 5d
    ret                                                                 # 020e0 legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 020e1 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 020ea alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 020f3 alignment
    .byte 0x0f, 0x1f, 0x40, 0x00                                        # 020fc alignment

constants:
    .long 0x3e000000

.L19:
    .long 0x42b20000

.L20:
    .long 0x4b40007e

.L21:
    .long 0x3fb8aa3b

.L22:
    .long 0x3f317218

.L23:
    .long 0xb102e308

.L24:
    .long 0x3ab52716

.L25:
    .long 0x3c091ccb

.L26:
    .long 0x3d2aac58

.L27:
    .long 0x3e2aaa49

.L28:
    .long 0x3efffffe

.L29:
    .long 0x3f800000

.L30:
    .long 0xc2f80000
    .long 0x841f0f66
    .long 0x00000000
    .long 0x001f0f00

.L31:
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0x00000000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
    .long 0xff800000
