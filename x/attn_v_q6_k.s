# attn_v_q6_k: op=qgemm weight=q6_k n=256 k=256 tokens=120 tile=auto isa=avx512_vnni head_size=0 pairs=adjacent
# 7710 bytes; entry at offset 0: void(const Call*), System V
#
# plan
#   op = "qgemm"
#   isa = "avx512_vnni"
#   weight = "q6_k"
#   n = 256
#   k = 256
#   tokens = 120
#   path = "unpacked"
#   row_registers = 2
#   micro_tokens = 6
#   token_tile = 60
#   full_token_tiles = 2
#   last_tile_tokens = 0
#   row_tiles_per_item = 1
#   items = 8
#   float_accumulators = "registers"
#   scratch_bytes = 20608
#   over_read_bytes = 0
#   ceiling = 0.598131
#
# instructions by region (those with a memory source, whatever their kind)
#   work_item: 24 scalar (4)
#   token_tile_60_clear: 1 store, 1 register cleared, 5 scalar (0)
#   token_tile_60_super_blocks: 45 scalar (6)
#   token_tile_60_store: 2 loads, 2 stores, 27 scalar (9)
#   return: 9 scalar (0)
#   unpack_codes: 128 loads, 64 stores, 212 others of vectors, 55 scalar (181)
#   unpack_scales: 16 converts, 16 stores, 33 others of vectors (17)
#   unpack_offsets: 9 stores, 52 others of vectors, 2 scalar (17)
#   micro_kernel_6: 12 registers cleared, 4 scalar (0)
#   micro_kernel_6_sub_block, each turn: 48 dot products, 12 converts, 12 FMAs, 10 loads, 24 broadcasts, 12 registers cleared, 5 scalar (34)
#   micro_kernel_6_offset_term: 96 dot products of int16 pairs, 12 converts, 12 FMAs, 2 loads, 48 broadcasts, 12 registers cleared (146)
#   micro_kernel_6_store: 12 FMAs, 6 broadcasts, 12 stores, 1 scalar (18)
#
# share of the dot-product peak that these instructions leave: dot products at their peak over all vector
# arithmetic on their ports, converts included
#   micro_kernel_6: inner loop 0.67, whole 0.60; the plan's ceiling 0.598131

.intel_syntax noprefix
.text

work_item:
    # rbx call, rbp scratch, r12 activations, r13 row tile, r14 super-block offset, r15 C of the row tile
    push rbx                                                            # 00000 legacy 53
    push rbp                                                            # 00001 legacy 55
    push r12                                                            # 00002 legacy 41 54
    push r13                                                            # 00004 legacy 41 55
    push r14                                                            # 00006 legacy 41 56
    push r15                                                            # 00008 legacy 41 57
    sub rsp, 0x28                                                       # 0000a legacy 48 83 ec 28
    mov rbx, rdi                                                        # 0000e legacy 48 89 fb
    mov rbp, qword ptr [rbx+0x28]                                       # 00011 legacy 48 8b 6b 28
    mov rax, qword ptr [rbx+0x20]                                       # 00015 legacy 48 8b 43 20
    imul rcx, rax, 0x01                                                 # 00019 legacy 48 6b c8 01
    imul rdx, rcx, 0x02                                                 # 0001d legacy 48 6b d1 02
    mov qword ptr [rsp], rdx                                            # 00021 legacy 48 89 14 24
    mov eax, 0x08                                                       # 00025 legacy b8 08 00 00 00
    sub rax, rcx                                                        # 0002a legacy 48 29 c8
    mov ecx, 0x01                                                       # 0002d legacy b9 01 00 00 00
    cmp rax, rcx                                                        # 00032 legacy 48 39 c8
    cmovnle rax, rcx                                                    # 00035 legacy 48 0f 4f c1
    mov qword ptr [rsp+0x08], rax                                       # 00039 legacy 48 89 44 24 08
    mov rax, qword ptr [rbx+0x08]                                       # 0003e legacy 48 8b 43 08
    mov qword ptr [rsp+0x10], rax                                       # 00042 legacy 48 89 44 24 10
    mov rax, qword ptr [rbx+0x10]                                       # 00047 legacy 48 8b 43 10
    mov qword ptr [rsp+0x18], rax                                       # 0004b legacy 48 89 44 24 18
    mov qword ptr [rsp+0x20], 0x02                                      # 00050 legacy 48 c7 44 24 20 02 00 00 00

token_tile_60_clear:
    # C = 0
    vpxord zmm0, zmm0, zmm0                                             # 00059 evex   62 f1 7d 48 ef c0
    lea rax, [rbp+0x3280]                                               # 0005f legacy 48 8d 85 80 32 00 00
    mov ecx, 0x78                                                       # 00066 legacy b9 78 00 00 00

.L1:
    vmovaps zmmword ptr [rax], zmm0                                     # 0006b evex   62 f1 7c 48 29 00
    add rax, 0x40                                                       # 00071 legacy 48 83 c0 40
    dec ecx                                                             # 00075 legacy ff c9
    jnz .L1                                                             # 00077 legacy 75 f2

token_tile_60_super_blocks:
    # for each super-block, for each row tile: unpack, then a micro-kernel for every few tokens
    mov r12, qword ptr [rsp+0x10]                                       # 00079 legacy 4c 8b 64 24 10
    xor r14, r14                                                        # 0007e legacy 4d 31 f6

.L2:
    xor r13, r13                                                        # 00081 legacy 4d 31 ed
    lea r15, [rbp+0x3280]                                               # 00084 legacy 4c 8d bd 80 32 00 00

.L3:
    imul rax, r13, 0x02                                                 # 0008b legacy 49 6b c5 02
    add rax, qword ptr [rsp]                                            # 0008f legacy 48 03 04 24
    mov ecx, 0xD20                                                      # 00093 legacy b9 20 0d 00 00
    imul rax, rcx                                                       # 00098 legacy 48 0f af c1
    add rax, qword ptr [rbx]                                            # 0009c legacy 48 03 03
    add rax, r14                                                        # 0009f legacy 4c 01 f0
    lea r8, [rbp]                                                       # 000a2 legacy 4c 8d 45 00
    lea r9, [rbp+0x2000]                                                # 000a6 legacy 4c 8d 8d 00 20 00 00
    lea r10, [rbp+0x2800]                                               # 000ad legacy 4c 8d 95 00 28 00 00
    lea rsi, [rbp+0x2C00]                                               # 000b4 legacy 48 8d b5 00 2c 00 00
    call unpack_codes                                                   # 000bb legacy e8 40 01 00 00
    imul r11, r13, 0x02                                                 # 000c0 legacy 4d 6b dd 02
    add r11, qword ptr [rsp]                                            # 000c4 legacy 4c 03 1c 24
    add r11, 0x01                                                       # 000c8 legacy 49 83 c3 01
    mov ecx, 0xD20                                                      # 000cc legacy b9 20 0d 00 00
    imul r11, rcx                                                       # 000d1 legacy 4c 0f af d9
    add r11, qword ptr [rbx]                                            # 000d5 legacy 4c 03 1b
    add r11, r14                                                        # 000d8 legacy 4d 01 f3
    xchg r11, rax                                                       # 000db legacy 49 93
    lea r8, [rbp+0x1000]                                                # 000dd legacy 4c 8d 85 00 10 00 00
    lea r9, [rbp+0x2400]                                                # 000e4 legacy 4c 8d 8d 00 24 00 00
    lea r10, [rbp+0x2A00]                                               # 000eb legacy 4c 8d 95 00 2a 00 00
    lea rsi, [rbp+0x2C40]                                               # 000f2 legacy 48 8d b5 40 2c 00 00
    call unpack_codes                                                   # 000f9 legacy e8 02 01 00 00
    xchg r11, rax                                                       # 000fe legacy 49 93
    mov rsi, r12                                                        # 00100 legacy 4c 89 e6
    mov rdx, r15                                                        # 00103 legacy 4c 89 fa
    mov edi, 0x0A                                                       # 00106 legacy bf 0a 00 00 00

.L4:
    call micro_kernel_6                                                 # 0010b legacy e8 30 12 00 00
    add rsi, 0x780                                                      # 00110 legacy 48 81 c6 80 07 00 00
    add rdx, 0x300                                                      # 00117 legacy 48 81 c2 00 03 00 00
    dec rdi                                                             # 0011e legacy 48 ff cf
    jnz .L4                                                             # 00121 legacy 75 e8
    add r15, 0x1E00                                                     # 00123 legacy 49 81 c7 00 1e 00 00
    inc r13                                                             # 0012a legacy 49 ff c5
    cmp r13, qword ptr [rsp+0x08]                                       # 0012d legacy 4c 3b 6c 24 08
    jl .L3                                                              # 00132 legacy 0f 8c 53 ff ff ff
    add r12, 0x9600                                                     # 00138 legacy 49 81 c4 00 96 00 00
    add r14, 0xD20                                                      # 0013f legacy 49 81 c6 20 0d 00 00
    cmp r14, 0xD20                                                      # 00146 legacy 49 81 fe 20 0d 00 00
    jl .L2                                                              # 0014d legacy 0f 8c 2e ff ff ff

token_tile_60_store:
    # C to the output, rows past N left out
    mov rsi, qword ptr [rbx+0x18]                                       # 00153 legacy 48 8b 73 18
    shl rsi, 0x02                                                       # 00157 legacy 48 c1 e6 02
    xor r13, r13                                                        # 0015b legacy 4d 31 ed
    lea r15, [rbp+0x3280]                                               # 0015e legacy 4c 8d bd 80 32 00 00

.L5:
    mov r9, qword ptr [rsp]                                             # 00165 legacy 4c 8b 0c 24
    shl r9, 0x04                                                        # 00169 legacy 49 c1 e1 04
    imul rax, r13, 0x20                                                 # 0016d legacy 49 6b c5 20
    add r9, rax                                                         # 00171 legacy 49 01 c1
    mov r10, qword ptr [rsp+0x18]                                       # 00174 legacy 4c 8b 54 24 18
    lea r10, [r10+r9*4]                                                 # 00179 legacy 4f 8d 14 8a
    mov ecx, 0x100                                                      # 0017d legacy b9 00 01 00 00
    sub rcx, r9                                                         # 00182 legacy 4c 29 c9
    mov r8, r15                                                         # 00185 legacy 4d 89 f8
    mov edi, 0x3C                                                       # 00188 legacy bf 3c 00 00 00

.L6:
    vmovaps zmm0, zmmword ptr [r8]                                      # 0018d evex   62 d1 7c 48 28 00
    vmovups zmmword ptr [r10], zmm0                                     # 00193 evex   62 d1 7c 48 11 02
    vmovaps zmm1, zmmword ptr [r8+0x40]                                 # 00199 evex   62 d1 7c 48 28 48 01
    vmovups zmmword ptr [r10+0x40], zmm1                                # 001a0 evex   62 d1 7c 48 11 4a 01
    add r8, 0x80                                                        # 001a7 legacy 49 81 c0 80 00 00 00
    add r10, rsi                                                        # 001ae legacy 49 01 f2
    dec rdi                                                             # 001b1 legacy 48 ff cf
    jnz .L6                                                             # 001b4 legacy 75 d7
    add r15, 0x1E00                                                     # 001b6 legacy 49 81 c7 00 1e 00 00
    inc r13                                                             # 001bd legacy 49 ff c5
    cmp r13, qword ptr [rsp+0x08]                                       # 001c0 legacy 4c 3b 6c 24 08
    jl .L5                                                              # 001c5 legacy 0f 8c 9a ff ff ff
    imul rsi, rsi, 0x3C                                                 # 001cb legacy 48 6b f6 3c
    add qword ptr [rsp+0x18], rsi                                       # 001cf legacy 48 01 74 24 18
    add qword ptr [rsp+0x10], 0x4B00                                    # 001d4 legacy 48 81 44 24 10 00 4b 00 00
    dec qword ptr [rsp+0x20]                                            # 001dd legacy 48 ff 4c 24 20
    jnz token_tile_60_clear                                             # 001e2 legacy 0f 85 71 fe ff ff

return:
    vzeroupper                                                          # 001e8 vex    c5 f8 77
    add rsp, 0x28                                                       # 001eb legacy 48 83 c4 28
    pop r15                                                             # 001ef legacy 41 5f
    pop r14                                                             # 001f1 legacy 41 5e
    pop r13                                                             # 001f3 legacy 41 5d
    pop r12                                                             # 001f5 legacy 41 5c
    pop rbp                                                             # 001f7 legacy 5d
    pop rbx                                                             # 001f8 legacy 5b
    ret                                                                 # 001f9 legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00                            # 001fa alignment

unpack_codes:
    # a byte a weight to [r8], from the packed block at rax
    prefetcht1 byte ptr [rax+0xD20]                                     # 00200 legacy 0f 18 90 20 0d 00 00
    prefetcht1 byte ptr [rax+0xD60]                                     # 00207 legacy 0f 18 90 60 0d 00 00
    prefetcht1 byte ptr [rax+0xDA0]                                     # 0020e legacy 0f 18 90 a0 0d 00 00
    prefetcht1 byte ptr [rax+0xDE0]                                     # 00215 legacy 0f 18 90 e0 0d 00 00
    prefetcht1 byte ptr [rax+0xE20]                                     # 0021c legacy 0f 18 90 20 0e 00 00
    prefetcht1 byte ptr [rax+0xE60]                                     # 00223 legacy 0f 18 90 60 0e 00 00
    prefetcht1 byte ptr [rax+0xEA0]                                     # 0022a legacy 0f 18 90 a0 0e 00 00
    prefetcht1 byte ptr [rax+0xEE0]                                     # 00231 legacy 0f 18 90 e0 0e 00 00
    prefetcht1 byte ptr [rax+0xF20]                                     # 00238 legacy 0f 18 90 20 0f 00 00
    prefetcht1 byte ptr [rax+0xF60]                                     # 0023f legacy 0f 18 90 60 0f 00 00
    prefetcht1 byte ptr [rax+0xFA0]                                     # 00246 legacy 0f 18 90 a0 0f 00 00
    prefetcht1 byte ptr [rax+0xFE0]                                     # 0024d legacy 0f 18 90 e0 0f 00 00
    prefetcht1 byte ptr [rax+0x1020]                                    # 00254 legacy 0f 18 90 20 10 00 00
    prefetcht1 byte ptr [rax+0x1060]                                    # 0025b legacy 0f 18 90 60 10 00 00
    prefetcht1 byte ptr [rax+0x10A0]                                    # 00262 legacy 0f 18 90 a0 10 00 00
    prefetcht1 byte ptr [rax+0x10E0]                                    # 00269 legacy 0f 18 90 e0 10 00 00
    prefetcht1 byte ptr [rax+0x1120]                                    # 00270 legacy 0f 18 90 20 11 00 00
    prefetcht1 byte ptr [rax+0x1160]                                    # 00277 legacy 0f 18 90 60 11 00 00
    prefetcht1 byte ptr [rax+0x11A0]                                    # 0027e legacy 0f 18 90 a0 11 00 00
    prefetcht1 byte ptr [rax+0x11E0]                                    # 00285 legacy 0f 18 90 e0 11 00 00
    prefetcht1 byte ptr [rax+0x1220]                                    # 0028c legacy 0f 18 90 20 12 00 00
    prefetcht1 byte ptr [rax+0x1260]                                    # 00293 legacy 0f 18 90 60 12 00 00
    prefetcht1 byte ptr [rax+0x12A0]                                    # 0029a legacy 0f 18 90 a0 12 00 00
    prefetcht1 byte ptr [rax+0x12E0]                                    # 002a1 legacy 0f 18 90 e0 12 00 00
    prefetcht1 byte ptr [rax+0x1320]                                    # 002a8 legacy 0f 18 90 20 13 00 00
    prefetcht1 byte ptr [rax+0x1360]                                    # 002af legacy 0f 18 90 60 13 00 00
    prefetcht1 byte ptr [rax+0x13A0]                                    # 002b6 legacy 0f 18 90 a0 13 00 00
    prefetcht1 byte ptr [rax+0x13E0]                                    # 002bd legacy 0f 18 90 e0 13 00 00
    prefetcht1 byte ptr [rax+0x1420]                                    # 002c4 legacy 0f 18 90 20 14 00 00
    prefetcht1 byte ptr [rax+0x1460]                                    # 002cb legacy 0f 18 90 60 14 00 00
    prefetcht1 byte ptr [rax+0x14A0]                                    # 002d2 legacy 0f 18 90 a0 14 00 00
    prefetcht1 byte ptr [rax+0x14E0]                                    # 002d9 legacy 0f 18 90 e0 14 00 00
    prefetcht1 byte ptr [rax+0x1520]                                    # 002e0 legacy 0f 18 90 20 15 00 00
    prefetcht1 byte ptr [rax+0x1560]                                    # 002e7 legacy 0f 18 90 60 15 00 00
    prefetcht1 byte ptr [rax+0x15A0]                                    # 002ee legacy 0f 18 90 a0 15 00 00
    prefetcht1 byte ptr [rax+0x15E0]                                    # 002f5 legacy 0f 18 90 e0 15 00 00
    prefetcht1 byte ptr [rax+0x1620]                                    # 002fc legacy 0f 18 90 20 16 00 00
    prefetcht1 byte ptr [rax+0x1660]                                    # 00303 legacy 0f 18 90 60 16 00 00
    prefetcht1 byte ptr [rax+0x16A0]                                    # 0030a legacy 0f 18 90 a0 16 00 00
    prefetcht1 byte ptr [rax+0x16E0]                                    # 00311 legacy 0f 18 90 e0 16 00 00
    prefetcht1 byte ptr [rax+0x1720]                                    # 00318 legacy 0f 18 90 20 17 00 00
    prefetcht1 byte ptr [rax+0x1760]                                    # 0031f legacy 0f 18 90 60 17 00 00
    prefetcht1 byte ptr [rax+0x17A0]                                    # 00326 legacy 0f 18 90 a0 17 00 00
    prefetcht1 byte ptr [rax+0x17E0]                                    # 0032d legacy 0f 18 90 e0 17 00 00
    prefetcht1 byte ptr [rax+0x1820]                                    # 00334 legacy 0f 18 90 20 18 00 00
    prefetcht1 byte ptr [rax+0x1860]                                    # 0033b legacy 0f 18 90 60 18 00 00
    prefetcht1 byte ptr [rax+0x18A0]                                    # 00342 legacy 0f 18 90 a0 18 00 00
    prefetcht1 byte ptr [rax+0x18E0]                                    # 00349 legacy 0f 18 90 e0 18 00 00
    prefetcht1 byte ptr [rax+0x1920]                                    # 00350 legacy 0f 18 90 20 19 00 00
    prefetcht1 byte ptr [rax+0x1960]                                    # 00357 legacy 0f 18 90 60 19 00 00
    prefetcht1 byte ptr [rax+0x19A0]                                    # 0035e legacy 0f 18 90 a0 19 00 00
    prefetcht1 byte ptr [rax+0x19E0]                                    # 00365 legacy 0f 18 90 e0 19 00 00
    prefetcht1 byte ptr [rax+0x1A20]                                    # 0036c legacy 0f 18 90 20 1a 00 00
    mov ecx, 0xF0F0F0F                                                  # 00373 legacy b9 0f 0f 0f 0f
    vmovd xmm4, ecx                                                     # 00378 vex    c5 f9 6e e1
    vpbroadcastd zmm4, xmm4                                             # 0037c evex   62 f2 7d 48 58 e4
    mov ecx, 0x30303030                                                 # 00382 legacy b9 30 30 30 30
    vmovd xmm5, ecx                                                     # 00387 vex    c5 f9 6e e9
    vpbroadcastd zmm5, xmm5                                             # 0038b evex   62 f2 7d 48 58 ed
    vmovups zmm0, zmmword ptr [rax+0x120]                               # 00391 evex   62 f1 7c 48 10 80 20 01 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0039b evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x920]                               # 003a1 evex   62 f1 7c 48 10 90 20 09 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 003ab evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 003b2 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8], zmm0                                      # 003b9 evex   62 d1 7c 48 29 00
    vmovups zmm1, zmmword ptr [rax+0x120]                               # 003bf evex   62 f1 7c 48 10 88 20 01 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 003c9 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 003d0 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x920]                               # 003d6 evex   62 f1 7c 48 10 98 20 09 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 003e0 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 003e7 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x40], zmm1                                 # 003ee evex   62 d1 7c 48 29 48 01
    vmovups zmm0, zmmword ptr [rax+0x160]                               # 003f5 evex   62 f1 7c 48 10 80 60 01 00 00
    vpandd zmm0, zmm0, zmm4                                             # 003ff evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x920]                               # 00405 evex   62 f1 7c 48 10 90 20 09 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 0040f evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x80], zmm0                                 # 00416 evex   62 d1 7c 48 29 40 02
    vmovups zmm1, zmmword ptr [rax+0x160]                               # 0041d evex   62 f1 7c 48 10 88 60 01 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00427 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0042e evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x920]                               # 00434 evex   62 f1 7c 48 10 98 20 09 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 0043e evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00445 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xC0], zmm1                                 # 0044c evex   62 d1 7c 48 29 48 03
    vmovups zmm0, zmmword ptr [rax+0x1A0]                               # 00453 evex   62 f1 7c 48 10 80 a0 01 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0045d evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x960]                               # 00463 evex   62 f1 7c 48 10 90 60 09 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 0046d evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00474 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x100], zmm0                                # 0047b evex   62 d1 7c 48 29 40 04
    vmovups zmm1, zmmword ptr [rax+0x1A0]                               # 00482 evex   62 f1 7c 48 10 88 a0 01 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 0048c evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00493 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x960]                               # 00499 evex   62 f1 7c 48 10 98 60 09 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 004a3 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 004aa evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x140], zmm1                                # 004b1 evex   62 d1 7c 48 29 48 05
    vmovups zmm0, zmmword ptr [rax+0x1E0]                               # 004b8 evex   62 f1 7c 48 10 80 e0 01 00 00
    vpandd zmm0, zmm0, zmm4                                             # 004c2 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x960]                               # 004c8 evex   62 f1 7c 48 10 90 60 09 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 004d2 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x180], zmm0                                # 004d9 evex   62 d1 7c 48 29 40 06
    vmovups zmm1, zmmword ptr [rax+0x1E0]                               # 004e0 evex   62 f1 7c 48 10 88 e0 01 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 004ea evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 004f1 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x960]                               # 004f7 evex   62 f1 7c 48 10 98 60 09 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00501 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00508 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x1C0], zmm1                                # 0050f evex   62 d1 7c 48 29 48 07
    vmovups zmm0, zmmword ptr [rax+0x220]                               # 00516 evex   62 f1 7c 48 10 80 20 02 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00520 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x9A0]                               # 00526 evex   62 f1 7c 48 10 90 a0 09 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00530 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00537 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x200], zmm0                                # 0053e evex   62 d1 7c 48 29 40 08
    vmovups zmm1, zmmword ptr [rax+0x220]                               # 00545 evex   62 f1 7c 48 10 88 20 02 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 0054f evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00556 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x9A0]                               # 0055c evex   62 f1 7c 48 10 98 a0 09 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00566 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 0056d evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x240], zmm1                                # 00574 evex   62 d1 7c 48 29 48 09
    vmovups zmm0, zmmword ptr [rax+0x260]                               # 0057b evex   62 f1 7c 48 10 80 60 02 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00585 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x9A0]                               # 0058b evex   62 f1 7c 48 10 90 a0 09 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00595 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x280], zmm0                                # 0059c evex   62 d1 7c 48 29 40 0a
    vmovups zmm1, zmmword ptr [rax+0x260]                               # 005a3 evex   62 f1 7c 48 10 88 60 02 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 005ad evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 005b4 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x9A0]                               # 005ba evex   62 f1 7c 48 10 98 a0 09 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 005c4 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 005cb evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x2C0], zmm1                                # 005d2 evex   62 d1 7c 48 29 48 0b
    vmovups zmm0, zmmword ptr [rax+0x2A0]                               # 005d9 evex   62 f1 7c 48 10 80 a0 02 00 00
    vpandd zmm0, zmm0, zmm4                                             # 005e3 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x9E0]                               # 005e9 evex   62 f1 7c 48 10 90 e0 09 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 005f3 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 005fa evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x300], zmm0                                # 00601 evex   62 d1 7c 48 29 40 0c
    vmovups zmm1, zmmword ptr [rax+0x2A0]                               # 00608 evex   62 f1 7c 48 10 88 a0 02 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00612 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00619 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x9E0]                               # 0061f evex   62 f1 7c 48 10 98 e0 09 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00629 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00630 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x340], zmm1                                # 00637 evex   62 d1 7c 48 29 48 0d
    vmovups zmm0, zmmword ptr [rax+0x2E0]                               # 0063e evex   62 f1 7c 48 10 80 e0 02 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00648 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x9E0]                               # 0064e evex   62 f1 7c 48 10 90 e0 09 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00658 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x380], zmm0                                # 0065f evex   62 d1 7c 48 29 40 0e
    vmovups zmm1, zmmword ptr [rax+0x2E0]                               # 00666 evex   62 f1 7c 48 10 88 e0 02 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00670 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00677 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x9E0]                               # 0067d evex   62 f1 7c 48 10 98 e0 09 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00687 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 0068e evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x3C0], zmm1                                # 00695 evex   62 d1 7c 48 29 48 0f
    vmovups zmm0, zmmword ptr [rax+0x320]                               # 0069c evex   62 f1 7c 48 10 80 20 03 00 00
    vpandd zmm0, zmm0, zmm4                                             # 006a6 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xA20]                               # 006ac evex   62 f1 7c 48 10 90 20 0a 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 006b6 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 006bd evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x400], zmm0                                # 006c4 evex   62 d1 7c 48 29 40 10
    vmovups zmm1, zmmword ptr [rax+0x320]                               # 006cb evex   62 f1 7c 48 10 88 20 03 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 006d5 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 006dc evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xA20]                               # 006e2 evex   62 f1 7c 48 10 98 20 0a 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 006ec evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 006f3 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x440], zmm1                                # 006fa evex   62 d1 7c 48 29 48 11
    vmovups zmm0, zmmword ptr [rax+0x360]                               # 00701 evex   62 f1 7c 48 10 80 60 03 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0070b evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xA20]                               # 00711 evex   62 f1 7c 48 10 90 20 0a 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 0071b evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x480], zmm0                                # 00722 evex   62 d1 7c 48 29 40 12
    vmovups zmm1, zmmword ptr [rax+0x360]                               # 00729 evex   62 f1 7c 48 10 88 60 03 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00733 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0073a evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xA20]                               # 00740 evex   62 f1 7c 48 10 98 20 0a 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 0074a evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00751 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x4C0], zmm1                                # 00758 evex   62 d1 7c 48 29 48 13
    vmovups zmm0, zmmword ptr [rax+0x3A0]                               # 0075f evex   62 f1 7c 48 10 80 a0 03 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00769 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xA60]                               # 0076f evex   62 f1 7c 48 10 90 60 0a 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00779 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00780 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x500], zmm0                                # 00787 evex   62 d1 7c 48 29 40 14
    vmovups zmm1, zmmword ptr [rax+0x3A0]                               # 0078e evex   62 f1 7c 48 10 88 a0 03 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00798 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0079f evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xA60]                               # 007a5 evex   62 f1 7c 48 10 98 60 0a 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 007af evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 007b6 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x540], zmm1                                # 007bd evex   62 d1 7c 48 29 48 15
    vmovups zmm0, zmmword ptr [rax+0x3E0]                               # 007c4 evex   62 f1 7c 48 10 80 e0 03 00 00
    vpandd zmm0, zmm0, zmm4                                             # 007ce evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xA60]                               # 007d4 evex   62 f1 7c 48 10 90 60 0a 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 007de evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x580], zmm0                                # 007e5 evex   62 d1 7c 48 29 40 16
    vmovups zmm1, zmmword ptr [rax+0x3E0]                               # 007ec evex   62 f1 7c 48 10 88 e0 03 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 007f6 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 007fd evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xA60]                               # 00803 evex   62 f1 7c 48 10 98 60 0a 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 0080d evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00814 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x5C0], zmm1                                # 0081b evex   62 d1 7c 48 29 48 17
    vmovups zmm0, zmmword ptr [rax+0x420]                               # 00822 evex   62 f1 7c 48 10 80 20 04 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0082c evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xAA0]                               # 00832 evex   62 f1 7c 48 10 90 a0 0a 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 0083c evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00843 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x600], zmm0                                # 0084a evex   62 d1 7c 48 29 40 18
    vmovups zmm1, zmmword ptr [rax+0x420]                               # 00851 evex   62 f1 7c 48 10 88 20 04 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 0085b evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00862 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xAA0]                               # 00868 evex   62 f1 7c 48 10 98 a0 0a 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00872 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00879 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x640], zmm1                                # 00880 evex   62 d1 7c 48 29 48 19
    vmovups zmm0, zmmword ptr [rax+0x460]                               # 00887 evex   62 f1 7c 48 10 80 60 04 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00891 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xAA0]                               # 00897 evex   62 f1 7c 48 10 90 a0 0a 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 008a1 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x680], zmm0                                # 008a8 evex   62 d1 7c 48 29 40 1a
    vmovups zmm1, zmmword ptr [rax+0x460]                               # 008af evex   62 f1 7c 48 10 88 60 04 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 008b9 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 008c0 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xAA0]                               # 008c6 evex   62 f1 7c 48 10 98 a0 0a 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 008d0 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 008d7 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x6C0], zmm1                                # 008de evex   62 d1 7c 48 29 48 1b
    vmovups zmm0, zmmword ptr [rax+0x4A0]                               # 008e5 evex   62 f1 7c 48 10 80 a0 04 00 00
    vpandd zmm0, zmm0, zmm4                                             # 008ef evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xAE0]                               # 008f5 evex   62 f1 7c 48 10 90 e0 0a 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 008ff evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00906 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x700], zmm0                                # 0090d evex   62 d1 7c 48 29 40 1c
    vmovups zmm1, zmmword ptr [rax+0x4A0]                               # 00914 evex   62 f1 7c 48 10 88 a0 04 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 0091e evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00925 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xAE0]                               # 0092b evex   62 f1 7c 48 10 98 e0 0a 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00935 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 0093c evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x740], zmm1                                # 00943 evex   62 d1 7c 48 29 48 1d
    vmovups zmm0, zmmword ptr [rax+0x4E0]                               # 0094a evex   62 f1 7c 48 10 80 e0 04 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00954 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xAE0]                               # 0095a evex   62 f1 7c 48 10 90 e0 0a 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00964 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x780], zmm0                                # 0096b evex   62 d1 7c 48 29 40 1e
    vmovups zmm1, zmmword ptr [rax+0x4E0]                               # 00972 evex   62 f1 7c 48 10 88 e0 04 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 0097c evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00983 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xAE0]                               # 00989 evex   62 f1 7c 48 10 98 e0 0a 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00993 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 0099a evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x7C0], zmm1                                # 009a1 evex   62 d1 7c 48 29 48 1f
    vmovups zmm0, zmmword ptr [rax+0x520]                               # 009a8 evex   62 f1 7c 48 10 80 20 05 00 00
    vpandd zmm0, zmm0, zmm4                                             # 009b2 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xB20]                               # 009b8 evex   62 f1 7c 48 10 90 20 0b 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 009c2 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 009c9 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x800], zmm0                                # 009d0 evex   62 d1 7c 48 29 40 20
    vmovups zmm1, zmmword ptr [rax+0x520]                               # 009d7 evex   62 f1 7c 48 10 88 20 05 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 009e1 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 009e8 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xB20]                               # 009ee evex   62 f1 7c 48 10 98 20 0b 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 009f8 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 009ff evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x840], zmm1                                # 00a06 evex   62 d1 7c 48 29 48 21
    vmovups zmm0, zmmword ptr [rax+0x560]                               # 00a0d evex   62 f1 7c 48 10 80 60 05 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00a17 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xB20]                               # 00a1d evex   62 f1 7c 48 10 90 20 0b 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00a27 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x880], zmm0                                # 00a2e evex   62 d1 7c 48 29 40 22
    vmovups zmm1, zmmword ptr [rax+0x560]                               # 00a35 evex   62 f1 7c 48 10 88 60 05 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00a3f evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00a46 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xB20]                               # 00a4c evex   62 f1 7c 48 10 98 20 0b 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00a56 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00a5d evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x8C0], zmm1                                # 00a64 evex   62 d1 7c 48 29 48 23
    vmovups zmm0, zmmword ptr [rax+0x5A0]                               # 00a6b evex   62 f1 7c 48 10 80 a0 05 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00a75 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xB60]                               # 00a7b evex   62 f1 7c 48 10 90 60 0b 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00a85 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00a8c evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x900], zmm0                                # 00a93 evex   62 d1 7c 48 29 40 24
    vmovups zmm1, zmmword ptr [rax+0x5A0]                               # 00a9a evex   62 f1 7c 48 10 88 a0 05 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00aa4 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00aab evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xB60]                               # 00ab1 evex   62 f1 7c 48 10 98 60 0b 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00abb evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00ac2 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x940], zmm1                                # 00ac9 evex   62 d1 7c 48 29 48 25
    vmovups zmm0, zmmword ptr [rax+0x5E0]                               # 00ad0 evex   62 f1 7c 48 10 80 e0 05 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00ada evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xB60]                               # 00ae0 evex   62 f1 7c 48 10 90 60 0b 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00aea evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x980], zmm0                                # 00af1 evex   62 d1 7c 48 29 40 26
    vmovups zmm1, zmmword ptr [rax+0x5E0]                               # 00af8 evex   62 f1 7c 48 10 88 e0 05 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00b02 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00b09 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xB60]                               # 00b0f evex   62 f1 7c 48 10 98 60 0b 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00b19 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00b20 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x9C0], zmm1                                # 00b27 evex   62 d1 7c 48 29 48 27
    vmovups zmm0, zmmword ptr [rax+0x620]                               # 00b2e evex   62 f1 7c 48 10 80 20 06 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00b38 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xBA0]                               # 00b3e evex   62 f1 7c 48 10 90 a0 0b 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00b48 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00b4f evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xA00], zmm0                                # 00b56 evex   62 d1 7c 48 29 40 28
    vmovups zmm1, zmmword ptr [rax+0x620]                               # 00b5d evex   62 f1 7c 48 10 88 20 06 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00b67 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00b6e evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xBA0]                               # 00b74 evex   62 f1 7c 48 10 98 a0 0b 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00b7e evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00b85 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xA40], zmm1                                # 00b8c evex   62 d1 7c 48 29 48 29
    vmovups zmm0, zmmword ptr [rax+0x660]                               # 00b93 evex   62 f1 7c 48 10 80 60 06 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00b9d evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xBA0]                               # 00ba3 evex   62 f1 7c 48 10 90 a0 0b 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00bad evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xA80], zmm0                                # 00bb4 evex   62 d1 7c 48 29 40 2a
    vmovups zmm1, zmmword ptr [rax+0x660]                               # 00bbb evex   62 f1 7c 48 10 88 60 06 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00bc5 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00bcc evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xBA0]                               # 00bd2 evex   62 f1 7c 48 10 98 a0 0b 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00bdc evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00be3 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xAC0], zmm1                                # 00bea evex   62 d1 7c 48 29 48 2b
    vmovups zmm0, zmmword ptr [rax+0x6A0]                               # 00bf1 evex   62 f1 7c 48 10 80 a0 06 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00bfb evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xBE0]                               # 00c01 evex   62 f1 7c 48 10 90 e0 0b 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00c0b evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00c12 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xB00], zmm0                                # 00c19 evex   62 d1 7c 48 29 40 2c
    vmovups zmm1, zmmword ptr [rax+0x6A0]                               # 00c20 evex   62 f1 7c 48 10 88 a0 06 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00c2a evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00c31 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xBE0]                               # 00c37 evex   62 f1 7c 48 10 98 e0 0b 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00c41 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00c48 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xB40], zmm1                                # 00c4f evex   62 d1 7c 48 29 48 2d
    vmovups zmm0, zmmword ptr [rax+0x6E0]                               # 00c56 evex   62 f1 7c 48 10 80 e0 06 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00c60 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xBE0]                               # 00c66 evex   62 f1 7c 48 10 90 e0 0b 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00c70 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xB80], zmm0                                # 00c77 evex   62 d1 7c 48 29 40 2e
    vmovups zmm1, zmmword ptr [rax+0x6E0]                               # 00c7e evex   62 f1 7c 48 10 88 e0 06 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00c88 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00c8f evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xBE0]                               # 00c95 evex   62 f1 7c 48 10 98 e0 0b 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00c9f evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00ca6 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xBC0], zmm1                                # 00cad evex   62 d1 7c 48 29 48 2f
    vmovups zmm0, zmmword ptr [rax+0x720]                               # 00cb4 evex   62 f1 7c 48 10 80 20 07 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00cbe evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xC20]                               # 00cc4 evex   62 f1 7c 48 10 90 20 0c 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00cce evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00cd5 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xC00], zmm0                                # 00cdc evex   62 d1 7c 48 29 40 30
    vmovups zmm1, zmmword ptr [rax+0x720]                               # 00ce3 evex   62 f1 7c 48 10 88 20 07 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00ced evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00cf4 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xC20]                               # 00cfa evex   62 f1 7c 48 10 98 20 0c 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00d04 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00d0b evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xC40], zmm1                                # 00d12 evex   62 d1 7c 48 29 48 31
    vmovups zmm0, zmmword ptr [rax+0x760]                               # 00d19 evex   62 f1 7c 48 10 80 60 07 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00d23 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xC20]                               # 00d29 evex   62 f1 7c 48 10 90 20 0c 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00d33 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xC80], zmm0                                # 00d3a evex   62 d1 7c 48 29 40 32
    vmovups zmm1, zmmword ptr [rax+0x760]                               # 00d41 evex   62 f1 7c 48 10 88 60 07 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00d4b evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00d52 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xC20]                               # 00d58 evex   62 f1 7c 48 10 98 20 0c 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00d62 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00d69 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xCC0], zmm1                                # 00d70 evex   62 d1 7c 48 29 48 33
    vmovups zmm0, zmmword ptr [rax+0x7A0]                               # 00d77 evex   62 f1 7c 48 10 80 a0 07 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00d81 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xC60]                               # 00d87 evex   62 f1 7c 48 10 90 60 0c 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00d91 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00d98 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xD00], zmm0                                # 00d9f evex   62 d1 7c 48 29 40 34
    vmovups zmm1, zmmword ptr [rax+0x7A0]                               # 00da6 evex   62 f1 7c 48 10 88 a0 07 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00db0 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00db7 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xC60]                               # 00dbd evex   62 f1 7c 48 10 98 60 0c 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00dc7 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00dce evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xD40], zmm1                                # 00dd5 evex   62 d1 7c 48 29 48 35
    vmovups zmm0, zmmword ptr [rax+0x7E0]                               # 00ddc evex   62 f1 7c 48 10 80 e0 07 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00de6 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xC60]                               # 00dec evex   62 f1 7c 48 10 90 60 0c 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00df6 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xD80], zmm0                                # 00dfd evex   62 d1 7c 48 29 40 36
    vmovups zmm1, zmmword ptr [rax+0x7E0]                               # 00e04 evex   62 f1 7c 48 10 88 e0 07 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00e0e evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00e15 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xC60]                               # 00e1b evex   62 f1 7c 48 10 98 60 0c 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00e25 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00e2c evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xDC0], zmm1                                # 00e33 evex   62 d1 7c 48 29 48 37
    vmovups zmm0, zmmword ptr [rax+0x820]                               # 00e3a evex   62 f1 7c 48 10 80 20 08 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00e44 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xCA0]                               # 00e4a evex   62 f1 7c 48 10 90 a0 0c 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00e54 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00e5b evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xE00], zmm0                                # 00e62 evex   62 d1 7c 48 29 40 38
    vmovups zmm1, zmmword ptr [rax+0x820]                               # 00e69 evex   62 f1 7c 48 10 88 20 08 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00e73 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00e7a evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xCA0]                               # 00e80 evex   62 f1 7c 48 10 98 a0 0c 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00e8a evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00e91 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xE40], zmm1                                # 00e98 evex   62 d1 7c 48 29 48 39
    vmovups zmm0, zmmword ptr [rax+0x860]                               # 00e9f evex   62 f1 7c 48 10 80 60 08 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00ea9 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xCA0]                               # 00eaf evex   62 f1 7c 48 10 90 a0 0c 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00eb9 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xE80], zmm0                                # 00ec0 evex   62 d1 7c 48 29 40 3a
    vmovups zmm1, zmmword ptr [rax+0x860]                               # 00ec7 evex   62 f1 7c 48 10 88 60 08 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00ed1 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00ed8 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xCA0]                               # 00ede evex   62 f1 7c 48 10 98 a0 0c 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00ee8 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00eef evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xEC0], zmm1                                # 00ef6 evex   62 d1 7c 48 29 48 3b
    vmovups zmm0, zmmword ptr [rax+0x8A0]                               # 00efd evex   62 f1 7c 48 10 80 a0 08 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00f07 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xCE0]                               # 00f0d evex   62 f1 7c 48 10 90 e0 0c 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00f17 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00f1e evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xF00], zmm0                                # 00f25 evex   62 d1 7c 48 29 40 3c
    vmovups zmm1, zmmword ptr [rax+0x8A0]                               # 00f2c evex   62 f1 7c 48 10 88 a0 08 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00f36 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00f3d evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xCE0]                               # 00f43 evex   62 f1 7c 48 10 98 e0 0c 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00f4d evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00f54 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xF40], zmm1                                # 00f5b evex   62 d1 7c 48 29 48 3d
    vmovups zmm0, zmmword ptr [rax+0x8E0]                               # 00f62 evex   62 f1 7c 48 10 80 e0 08 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00f6c evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xCE0]                               # 00f72 evex   62 f1 7c 48 10 90 e0 0c 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00f7c evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xF80], zmm0                                # 00f83 evex   62 d1 7c 48 29 40 3e
    vmovups zmm1, zmmword ptr [rax+0x8E0]                               # 00f8a evex   62 f1 7c 48 10 88 e0 08 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00f94 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00f9b evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xCE0]                               # 00fa1 evex   62 f1 7c 48 10 98 e0 0c 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00fab evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00fb2 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xFC0], zmm1                                # 00fb9 evex   62 d1 7c 48 29 48 3f

unpack_scales:
    # f32 d * scale to [r9]
    vcvtph2ps zmm4, ymmword ptr [rax]                                   # 00fc0 evex   62 f2 7d 48 13 20
    vpmovsxbd zmm0, xmmword ptr [rax+0x20]                              # 00fc6 evex   62 f2 7d 48 21 40 02
    vcvtdq2ps zmm0, zmm0                                                # 00fcd evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00fd3 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9], zmm0                                      # 00fd9 evex   62 d1 7c 48 29 01
    vpmovsxbd zmm0, xmmword ptr [rax+0x30]                              # 00fdf evex   62 f2 7d 48 21 40 03
    vcvtdq2ps zmm0, zmm0                                                # 00fe6 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00fec evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x40], zmm0                                 # 00ff2 evex   62 d1 7c 48 29 41 01
    vpmovsxbd zmm0, xmmword ptr [rax+0x40]                              # 00ff9 evex   62 f2 7d 48 21 40 04
    vcvtdq2ps zmm0, zmm0                                                # 01000 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01006 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x80], zmm0                                 # 0100c evex   62 d1 7c 48 29 41 02
    vpmovsxbd zmm0, xmmword ptr [rax+0x50]                              # 01013 evex   62 f2 7d 48 21 40 05
    vcvtdq2ps zmm0, zmm0                                                # 0101a evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01020 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0xC0], zmm0                                 # 01026 evex   62 d1 7c 48 29 41 03
    vpmovsxbd zmm0, xmmword ptr [rax+0x60]                              # 0102d evex   62 f2 7d 48 21 40 06
    vcvtdq2ps zmm0, zmm0                                                # 01034 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0103a evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x100], zmm0                                # 01040 evex   62 d1 7c 48 29 41 04
    vpmovsxbd zmm0, xmmword ptr [rax+0x70]                              # 01047 evex   62 f2 7d 48 21 40 07
    vcvtdq2ps zmm0, zmm0                                                # 0104e evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01054 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x140], zmm0                                # 0105a evex   62 d1 7c 48 29 41 05
    vpmovsxbd zmm0, xmmword ptr [rax+0x80]                              # 01061 evex   62 f2 7d 48 21 40 08
    vcvtdq2ps zmm0, zmm0                                                # 01068 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0106e evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x180], zmm0                                # 01074 evex   62 d1 7c 48 29 41 06
    vpmovsxbd zmm0, xmmword ptr [rax+0x90]                              # 0107b evex   62 f2 7d 48 21 40 09
    vcvtdq2ps zmm0, zmm0                                                # 01082 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01088 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x1C0], zmm0                                # 0108e evex   62 d1 7c 48 29 41 07
    vpmovsxbd zmm0, xmmword ptr [rax+0xA0]                              # 01095 evex   62 f2 7d 48 21 40 0a
    vcvtdq2ps zmm0, zmm0                                                # 0109c evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 010a2 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x200], zmm0                                # 010a8 evex   62 d1 7c 48 29 41 08
    vpmovsxbd zmm0, xmmword ptr [rax+0xB0]                              # 010af evex   62 f2 7d 48 21 40 0b
    vcvtdq2ps zmm0, zmm0                                                # 010b6 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 010bc evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x240], zmm0                                # 010c2 evex   62 d1 7c 48 29 41 09
    vpmovsxbd zmm0, xmmword ptr [rax+0xC0]                              # 010c9 evex   62 f2 7d 48 21 40 0c
    vcvtdq2ps zmm0, zmm0                                                # 010d0 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 010d6 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x280], zmm0                                # 010dc evex   62 d1 7c 48 29 41 0a
    vpmovsxbd zmm0, xmmword ptr [rax+0xD0]                              # 010e3 evex   62 f2 7d 48 21 40 0d
    vcvtdq2ps zmm0, zmm0                                                # 010ea evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 010f0 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x2C0], zmm0                                # 010f6 evex   62 d1 7c 48 29 41 0b
    vpmovsxbd zmm0, xmmword ptr [rax+0xE0]                              # 010fd evex   62 f2 7d 48 21 40 0e
    vcvtdq2ps zmm0, zmm0                                                # 01104 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0110a evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x300], zmm0                                # 01110 evex   62 d1 7c 48 29 41 0c
    vpmovsxbd zmm0, xmmword ptr [rax+0xF0]                              # 01117 evex   62 f2 7d 48 21 40 0f
    vcvtdq2ps zmm0, zmm0                                                # 0111e evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01124 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x340], zmm0                                # 0112a evex   62 d1 7c 48 29 41 0d
    vpmovsxbd zmm0, xmmword ptr [rax+0x100]                             # 01131 evex   62 f2 7d 48 21 40 10
    vcvtdq2ps zmm0, zmm0                                                # 01138 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0113e evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x380], zmm0                                # 01144 evex   62 d1 7c 48 29 41 0e
    vpmovsxbd zmm0, xmmword ptr [rax+0x110]                             # 0114b evex   62 f2 7d 48 21 40 11
    vcvtdq2ps zmm0, zmm0                                                # 01152 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01158 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x3C0], zmm0                                # 0115e evex   62 d1 7c 48 29 41 0f

unpack_offsets:
    # int16 pairs of scales to [r10], zero point * d to [rsi]
    vpmovsxbd zmm0, xmmword ptr [rax+0x20]                              # 01165 evex   62 f2 7d 48 21 40 02
    vpmovsxbd zmm1, xmmword ptr [rax+0x30]                              # 0116c evex   62 f2 7d 48 21 48 03
    vpslld zmm1, zmm1, 0x10                                             # 01173 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 0117a evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01181 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01188 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10], zmm0                                     # 0118e evex   62 d1 7c 48 29 02
    vpmovsxbd zmm0, xmmword ptr [rax+0x40]                              # 01194 evex   62 f2 7d 48 21 40 04
    vpmovsxbd zmm1, xmmword ptr [rax+0x50]                              # 0119b evex   62 f2 7d 48 21 48 05
    vpslld zmm1, zmm1, 0x10                                             # 011a2 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 011a9 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 011b0 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 011b7 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x40], zmm0                                # 011bd evex   62 d1 7c 48 29 42 01
    vpmovsxbd zmm0, xmmword ptr [rax+0x60]                              # 011c4 evex   62 f2 7d 48 21 40 06
    vpmovsxbd zmm1, xmmword ptr [rax+0x70]                              # 011cb evex   62 f2 7d 48 21 48 07
    vpslld zmm1, zmm1, 0x10                                             # 011d2 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 011d9 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 011e0 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 011e7 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x80], zmm0                                # 011ed evex   62 d1 7c 48 29 42 02
    vpmovsxbd zmm0, xmmword ptr [rax+0x80]                              # 011f4 evex   62 f2 7d 48 21 40 08
    vpmovsxbd zmm1, xmmword ptr [rax+0x90]                              # 011fb evex   62 f2 7d 48 21 48 09
    vpslld zmm1, zmm1, 0x10                                             # 01202 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 01209 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01210 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01217 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0xC0], zmm0                                # 0121d evex   62 d1 7c 48 29 42 03
    vpmovsxbd zmm0, xmmword ptr [rax+0xA0]                              # 01224 evex   62 f2 7d 48 21 40 0a
    vpmovsxbd zmm1, xmmword ptr [rax+0xB0]                              # 0122b evex   62 f2 7d 48 21 48 0b
    vpslld zmm1, zmm1, 0x10                                             # 01232 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 01239 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01240 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01247 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x100], zmm0                               # 0124d evex   62 d1 7c 48 29 42 04
    vpmovsxbd zmm0, xmmword ptr [rax+0xC0]                              # 01254 evex   62 f2 7d 48 21 40 0c
    vpmovsxbd zmm1, xmmword ptr [rax+0xD0]                              # 0125b evex   62 f2 7d 48 21 48 0d
    vpslld zmm1, zmm1, 0x10                                             # 01262 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 01269 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01270 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01277 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x140], zmm0                               # 0127d evex   62 d1 7c 48 29 42 05
    vpmovsxbd zmm0, xmmword ptr [rax+0xE0]                              # 01284 evex   62 f2 7d 48 21 40 0e
    vpmovsxbd zmm1, xmmword ptr [rax+0xF0]                              # 0128b evex   62 f2 7d 48 21 48 0f
    vpslld zmm1, zmm1, 0x10                                             # 01292 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 01299 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 012a0 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 012a7 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x180], zmm0                               # 012ad evex   62 d1 7c 48 29 42 06
    vpmovsxbd zmm0, xmmword ptr [rax+0x100]                             # 012b4 evex   62 f2 7d 48 21 40 10
    vpmovsxbd zmm1, xmmword ptr [rax+0x110]                             # 012bb evex   62 f2 7d 48 21 48 11
    vpslld zmm1, zmm1, 0x10                                             # 012c2 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 012c9 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 012d0 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 012d7 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x1C0], zmm0                               # 012dd evex   62 d1 7c 48 29 42 07
    vcvtph2ps zmm4, ymmword ptr [rax]                                   # 012e4 evex   62 f2 7d 48 13 20
    mov ecx, 0x42000000                                                 # 012ea legacy b9 00 00 00 42
    vmovd xmm1, ecx                                                     # 012ef vex    c5 f9 6e c9
    vpbroadcastd zmm1, xmm1                                             # 012f3 evex   62 f2 7d 48 58 c9
    vmulps zmm4, zmm4, zmm1                                             # 012f9 evex   62 f1 5c 48 59 e1
    vmovaps zmmword ptr [rsi], zmm4                                     # 012ff evex   62 f1 7c 48 29 26
    ret                                                                 # 01305 legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 01306 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0130f alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 01318 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 01321 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0132a alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 01333 alignment
    .byte 0x0f, 0x1f, 0x40, 0x00                                        # 0133c alignment

micro_kernel_6:
    # zmm0..11 int32 sums [token][row register], zmm12..23 f32 sums, zmm24..25 codes, zmm26 activation, zmm27 temporary; rsi activation record, rdx C
    vpxord zmm12, zmm12, zmm12                                          # 01340 evex   62 51 1d 48 ef e4
    vpxord zmm13, zmm13, zmm13                                          # 01346 evex   62 51 15 48 ef ed
    vpxord zmm14, zmm14, zmm14                                          # 0134c evex   62 51 0d 48 ef f6
    vpxord zmm15, zmm15, zmm15                                          # 01352 evex   62 51 05 48 ef ff
    vpxord zmm16, zmm16, zmm16                                          # 01358 evex   62 a1 7d 40 ef c0
    vpxord zmm17, zmm17, zmm17                                          # 0135e evex   62 a1 75 40 ef c9
    vpxord zmm18, zmm18, zmm18                                          # 01364 evex   62 a1 6d 40 ef d2
    vpxord zmm19, zmm19, zmm19                                          # 0136a evex   62 a1 65 40 ef db
    vpxord zmm20, zmm20, zmm20                                          # 01370 evex   62 a1 5d 40 ef e4
    vpxord zmm21, zmm21, zmm21                                          # 01376 evex   62 a1 55 40 ef ed
    vpxord zmm22, zmm22, zmm22                                          # 0137c evex   62 a1 4d 40 ef f6
    vpxord zmm23, zmm23, zmm23                                          # 01382 evex   62 a1 45 40 ef ff
    lea r8, [rbp]                                                       # 01388 legacy 4c 8d 45 00
    lea r10, [rbp+0x2000]                                               # 0138c legacy 4c 8d 95 00 20 00 00
    mov r9, rsi                                                         # 01393 legacy 49 89 f1
    mov ecx, 0x10                                                       # 01396 legacy b9 10 00 00 00
    .byte 0x0f, 0x1f, 0x44, 0x00, 0x00                                  # 0139b alignment

micro_kernel_6_sub_block:
    # the inner loop: r8 codes, r9 activations, r10 scales, ecx sub-blocks left
    vpxord zmm0, zmm0, zmm0                                             # 013a0 evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 013a6 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 013ac evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 013b2 evex   62 f1 65 48 ef db
    vpxord zmm4, zmm4, zmm4                                             # 013b8 evex   62 f1 5d 48 ef e4
    vpxord zmm5, zmm5, zmm5                                             # 013be evex   62 f1 55 48 ef ed
    vpxord zmm6, zmm6, zmm6                                             # 013c4 evex   62 f1 4d 48 ef f6
    vpxord zmm7, zmm7, zmm7                                             # 013ca evex   62 f1 45 48 ef ff
    vpxord zmm8, zmm8, zmm8                                             # 013d0 evex   62 51 3d 48 ef c0
    vpxord zmm9, zmm9, zmm9                                             # 013d6 evex   62 51 35 48 ef c9
    vpxord zmm10, zmm10, zmm10                                          # 013dc evex   62 51 2d 48 ef d2
    vpxord zmm11, zmm11, zmm11                                          # 013e2 evex   62 51 25 48 ef db
    vmovaps zmm24, zmmword ptr [r8]                                     # 013e8 evex   62 41 7c 48 28 00
    vmovaps zmm25, zmmword ptr [r8+0x1000]                              # 013ee evex   62 41 7c 48 28 48 40
    vpbroadcastd zmm26, dword ptr [r9]                                  # 013f5 evex   62 42 7d 48 58 11
    vpdpbusd zmm0, zmm24, zmm26                                         # 013fb evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01401 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x140]                            # 01407 evex   62 42 7d 48 58 51 50
    vpdpbusd zmm2, zmm24, zmm26                                         # 0140e evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 01414 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x280]                            # 0141a evex   62 42 7d 48 58 91 80 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 01424 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 0142a evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C0]                            # 01430 evex   62 42 7d 48 58 91 c0 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 0143a evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 01440 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x500]                            # 01446 evex   62 42 7d 48 58 91 00 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 01450 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 01456 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x640]                            # 0145c evex   62 42 7d 48 58 91 40 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 01466 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 0146c evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x40]                                # 01472 evex   62 41 7c 48 28 40 01
    vmovaps zmm25, zmmword ptr [r8+0x1040]                              # 01479 evex   62 41 7c 48 28 48 41
    vpbroadcastd zmm26, dword ptr [r9+0x04]                             # 01480 evex   62 42 7d 48 58 51 01
    vpdpbusd zmm0, zmm24, zmm26                                         # 01487 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 0148d evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x144]                            # 01493 evex   62 42 7d 48 58 51 51
    vpdpbusd zmm2, zmm24, zmm26                                         # 0149a evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 014a0 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x284]                            # 014a6 evex   62 42 7d 48 58 91 84 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 014b0 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 014b6 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C4]                            # 014bc evex   62 42 7d 48 58 91 c4 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 014c6 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 014cc evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x504]                            # 014d2 evex   62 42 7d 48 58 91 04 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 014dc evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 014e2 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x644]                            # 014e8 evex   62 42 7d 48 58 91 44 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 014f2 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 014f8 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x80]                                # 014fe evex   62 41 7c 48 28 40 02
    vmovaps zmm25, zmmword ptr [r8+0x1080]                              # 01505 evex   62 41 7c 48 28 48 42
    vpbroadcastd zmm26, dword ptr [r9+0x08]                             # 0150c evex   62 42 7d 48 58 51 02
    vpdpbusd zmm0, zmm24, zmm26                                         # 01513 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01519 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x148]                            # 0151f evex   62 42 7d 48 58 51 52
    vpdpbusd zmm2, zmm24, zmm26                                         # 01526 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 0152c evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x288]                            # 01532 evex   62 42 7d 48 58 91 88 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 0153c evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 01542 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C8]                            # 01548 evex   62 42 7d 48 58 91 c8 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 01552 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 01558 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x508]                            # 0155e evex   62 42 7d 48 58 91 08 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 01568 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 0156e evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x648]                            # 01574 evex   62 42 7d 48 58 91 48 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 0157e evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 01584 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0xC0]                                # 0158a evex   62 41 7c 48 28 40 03
    vmovaps zmm25, zmmword ptr [r8+0x10C0]                              # 01591 evex   62 41 7c 48 28 48 43
    vpbroadcastd zmm26, dword ptr [r9+0x0C]                             # 01598 evex   62 42 7d 48 58 51 03
    vpdpbusd zmm0, zmm24, zmm26                                         # 0159f evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 015a5 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x14C]                            # 015ab evex   62 42 7d 48 58 51 53
    vpdpbusd zmm2, zmm24, zmm26                                         # 015b2 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 015b8 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x28C]                            # 015be evex   62 42 7d 48 58 91 8c 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 015c8 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 015ce evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3CC]                            # 015d4 evex   62 42 7d 48 58 91 cc 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 015de evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 015e4 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x50C]                            # 015ea evex   62 42 7d 48 58 91 0c 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 015f4 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 015fa evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x64C]                            # 01600 evex   62 42 7d 48 58 91 4c 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 0160a evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 01610 evex   62 12 35 40 50 da
    vmovaps zmm27, zmmword ptr [r10]                                    # 01616 evex   62 41 7c 48 28 1a
    vcvtdq2ps zmm0, zmm0                                                # 0161c evex   62 f1 7c 48 5b c0
    vfmadd231ps zmm12, zmm0, zmm27                                      # 01622 evex   62 12 7d 48 b8 e3
    vcvtdq2ps zmm2, zmm2                                                # 01628 evex   62 f1 7c 48 5b d2
    vfmadd231ps zmm14, zmm2, zmm27                                      # 0162e evex   62 12 6d 48 b8 f3
    vcvtdq2ps zmm4, zmm4                                                # 01634 evex   62 f1 7c 48 5b e4
    vfmadd231ps zmm16, zmm4, zmm27                                      # 0163a evex   62 82 5d 48 b8 c3
    vcvtdq2ps zmm6, zmm6                                                # 01640 evex   62 f1 7c 48 5b f6
    vfmadd231ps zmm18, zmm6, zmm27                                      # 01646 evex   62 82 4d 48 b8 d3
    vcvtdq2ps zmm8, zmm8                                                # 0164c evex   62 51 7c 48 5b c0
    vfmadd231ps zmm20, zmm8, zmm27                                      # 01652 evex   62 82 3d 48 b8 e3
    vcvtdq2ps zmm10, zmm10                                              # 01658 evex   62 51 7c 48 5b d2
    vfmadd231ps zmm22, zmm10, zmm27                                     # 0165e evex   62 82 2d 48 b8 f3
    vmovaps zmm27, zmmword ptr [r10+0x400]                              # 01664 evex   62 41 7c 48 28 5a 10
    vcvtdq2ps zmm1, zmm1                                                # 0166b evex   62 f1 7c 48 5b c9
    vfmadd231ps zmm13, zmm1, zmm27                                      # 01671 evex   62 12 75 48 b8 eb
    vcvtdq2ps zmm3, zmm3                                                # 01677 evex   62 f1 7c 48 5b db
    vfmadd231ps zmm15, zmm3, zmm27                                      # 0167d evex   62 12 65 48 b8 fb
    vcvtdq2ps zmm5, zmm5                                                # 01683 evex   62 f1 7c 48 5b ed
    vfmadd231ps zmm17, zmm5, zmm27                                      # 01689 evex   62 82 55 48 b8 cb
    vcvtdq2ps zmm7, zmm7                                                # 0168f evex   62 f1 7c 48 5b ff
    vfmadd231ps zmm19, zmm7, zmm27                                      # 01695 evex   62 82 45 48 b8 db
    vcvtdq2ps zmm9, zmm9                                                # 0169b evex   62 51 7c 48 5b c9
    vfmadd231ps zmm21, zmm9, zmm27                                      # 016a1 evex   62 82 35 48 b8 eb
    vcvtdq2ps zmm11, zmm11                                              # 016a7 evex   62 51 7c 48 5b db
    vfmadd231ps zmm23, zmm11, zmm27                                     # 016ad evex   62 82 25 48 b8 fb
    add r8, 0x100                                                       # 016b3 legacy 49 81 c0 00 01 00 00
    add r10, 0x40                                                       # 016ba legacy 49 83 c2 40
    add r9, 0x10                                                        # 016be legacy 49 83 c1 10
    dec ecx                                                             # 016c2 legacy ff c9
    jnz micro_kernel_6_sub_block                                        # 016c4 legacy 0f 85 d6 fc ff ff

micro_kernel_6_sub_block_end:
micro_kernel_6_offset_term:
    # f -= zero point * d * sum of scale * activation sum
    vpxord zmm0, zmm0, zmm0                                             # 016ca evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 016d0 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 016d6 evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 016dc evex   62 f1 65 48 ef db
    vpxord zmm4, zmm4, zmm4                                             # 016e2 evex   62 f1 5d 48 ef e4
    vpxord zmm5, zmm5, zmm5                                             # 016e8 evex   62 f1 55 48 ef ed
    vpxord zmm6, zmm6, zmm6                                             # 016ee evex   62 f1 4d 48 ef f6
    vpxord zmm7, zmm7, zmm7                                             # 016f4 evex   62 f1 45 48 ef ff
    vpxord zmm8, zmm8, zmm8                                             # 016fa evex   62 51 3d 48 ef c0
    vpxord zmm9, zmm9, zmm9                                             # 01700 evex   62 51 35 48 ef c9
    vpxord zmm10, zmm10, zmm10                                          # 01706 evex   62 51 2d 48 ef d2
    vpxord zmm11, zmm11, zmm11                                          # 0170c evex   62 51 25 48 ef db
    vpbroadcastd zmm26, dword ptr [rsi+0x100]                           # 01712 evex   62 62 7d 48 58 56 40
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2800]                      # 01719 evex   62 f2 2d 40 52 85 00 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A00]                      # 01723 evex   62 f2 2d 40 52 8d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x240]                           # 0172d evex   62 62 7d 48 58 96 40 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2800]                      # 01737 evex   62 f2 2d 40 52 95 00 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A00]                      # 01741 evex   62 f2 2d 40 52 9d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x380]                           # 0174b evex   62 62 7d 48 58 96 80 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2800]                      # 01755 evex   62 f2 2d 40 52 a5 00 28 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2A00]                      # 0175f evex   62 f2 2d 40 52 ad 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4C0]                           # 01769 evex   62 62 7d 48 58 96 c0 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2800]                      # 01773 evex   62 f2 2d 40 52 b5 00 28 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2A00]                      # 0177d evex   62 f2 2d 40 52 bd 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x600]                           # 01787 evex   62 62 7d 48 58 96 00 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2800]                      # 01791 evex   62 72 2d 40 52 85 00 28 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2A00]                      # 0179b evex   62 72 2d 40 52 8d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x740]                           # 017a5 evex   62 62 7d 48 58 96 40 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2800]                     # 017af evex   62 72 2d 40 52 95 00 28 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2A00]                     # 017b9 evex   62 72 2d 40 52 9d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x104]                           # 017c3 evex   62 62 7d 48 58 56 41
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2840]                      # 017ca evex   62 f2 2d 40 52 85 40 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A40]                      # 017d4 evex   62 f2 2d 40 52 8d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x244]                           # 017de evex   62 62 7d 48 58 96 44 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2840]                      # 017e8 evex   62 f2 2d 40 52 95 40 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A40]                      # 017f2 evex   62 f2 2d 40 52 9d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x384]                           # 017fc evex   62 62 7d 48 58 96 84 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2840]                      # 01806 evex   62 f2 2d 40 52 a5 40 28 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2A40]                      # 01810 evex   62 f2 2d 40 52 ad 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4C4]                           # 0181a evex   62 62 7d 48 58 96 c4 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2840]                      # 01824 evex   62 f2 2d 40 52 b5 40 28 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2A40]                      # 0182e evex   62 f2 2d 40 52 bd 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x604]                           # 01838 evex   62 62 7d 48 58 96 04 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2840]                      # 01842 evex   62 72 2d 40 52 85 40 28 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2A40]                      # 0184c evex   62 72 2d 40 52 8d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x744]                           # 01856 evex   62 62 7d 48 58 96 44 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2840]                     # 01860 evex   62 72 2d 40 52 95 40 28 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2A40]                     # 0186a evex   62 72 2d 40 52 9d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x108]                           # 01874 evex   62 62 7d 48 58 56 42
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2880]                      # 0187b evex   62 f2 2d 40 52 85 80 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A80]                      # 01885 evex   62 f2 2d 40 52 8d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x248]                           # 0188f evex   62 62 7d 48 58 96 48 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2880]                      # 01899 evex   62 f2 2d 40 52 95 80 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A80]                      # 018a3 evex   62 f2 2d 40 52 9d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x388]                           # 018ad evex   62 62 7d 48 58 96 88 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2880]                      # 018b7 evex   62 f2 2d 40 52 a5 80 28 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2A80]                      # 018c1 evex   62 f2 2d 40 52 ad 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4C8]                           # 018cb evex   62 62 7d 48 58 96 c8 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2880]                      # 018d5 evex   62 f2 2d 40 52 b5 80 28 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2A80]                      # 018df evex   62 f2 2d 40 52 bd 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x608]                           # 018e9 evex   62 62 7d 48 58 96 08 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2880]                      # 018f3 evex   62 72 2d 40 52 85 80 28 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2A80]                      # 018fd evex   62 72 2d 40 52 8d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x748]                           # 01907 evex   62 62 7d 48 58 96 48 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2880]                     # 01911 evex   62 72 2d 40 52 95 80 28 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2A80]                     # 0191b evex   62 72 2d 40 52 9d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x10C]                           # 01925 evex   62 62 7d 48 58 56 43
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x28C0]                      # 0192c evex   62 f2 2d 40 52 85 c0 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01936 evex   62 f2 2d 40 52 8d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x24C]                           # 01940 evex   62 62 7d 48 58 96 4c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x28C0]                      # 0194a evex   62 f2 2d 40 52 95 c0 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01954 evex   62 f2 2d 40 52 9d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x38C]                           # 0195e evex   62 62 7d 48 58 96 8c 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x28C0]                      # 01968 evex   62 f2 2d 40 52 a5 c0 28 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01972 evex   62 f2 2d 40 52 ad c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4CC]                           # 0197c evex   62 62 7d 48 58 96 cc 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x28C0]                      # 01986 evex   62 f2 2d 40 52 b5 c0 28 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01990 evex   62 f2 2d 40 52 bd c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x60C]                           # 0199a evex   62 62 7d 48 58 96 0c 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x28C0]                      # 019a4 evex   62 72 2d 40 52 85 c0 28 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2AC0]                      # 019ae evex   62 72 2d 40 52 8d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x74C]                           # 019b8 evex   62 62 7d 48 58 96 4c 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x28C0]                     # 019c2 evex   62 72 2d 40 52 95 c0 28 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2AC0]                     # 019cc evex   62 72 2d 40 52 9d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x110]                           # 019d6 evex   62 62 7d 48 58 56 44
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2900]                      # 019dd evex   62 f2 2d 40 52 85 00 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B00]                      # 019e7 evex   62 f2 2d 40 52 8d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x250]                           # 019f1 evex   62 62 7d 48 58 96 50 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2900]                      # 019fb evex   62 f2 2d 40 52 95 00 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B00]                      # 01a05 evex   62 f2 2d 40 52 9d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x390]                           # 01a0f evex   62 62 7d 48 58 96 90 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2900]                      # 01a19 evex   62 f2 2d 40 52 a5 00 29 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2B00]                      # 01a23 evex   62 f2 2d 40 52 ad 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4D0]                           # 01a2d evex   62 62 7d 48 58 96 d0 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2900]                      # 01a37 evex   62 f2 2d 40 52 b5 00 29 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2B00]                      # 01a41 evex   62 f2 2d 40 52 bd 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x610]                           # 01a4b evex   62 62 7d 48 58 96 10 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2900]                      # 01a55 evex   62 72 2d 40 52 85 00 29 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2B00]                      # 01a5f evex   62 72 2d 40 52 8d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x750]                           # 01a69 evex   62 62 7d 48 58 96 50 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2900]                     # 01a73 evex   62 72 2d 40 52 95 00 29 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2B00]                     # 01a7d evex   62 72 2d 40 52 9d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x114]                           # 01a87 evex   62 62 7d 48 58 56 45
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2940]                      # 01a8e evex   62 f2 2d 40 52 85 40 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B40]                      # 01a98 evex   62 f2 2d 40 52 8d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x254]                           # 01aa2 evex   62 62 7d 48 58 96 54 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2940]                      # 01aac evex   62 f2 2d 40 52 95 40 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B40]                      # 01ab6 evex   62 f2 2d 40 52 9d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x394]                           # 01ac0 evex   62 62 7d 48 58 96 94 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2940]                      # 01aca evex   62 f2 2d 40 52 a5 40 29 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2B40]                      # 01ad4 evex   62 f2 2d 40 52 ad 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4D4]                           # 01ade evex   62 62 7d 48 58 96 d4 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2940]                      # 01ae8 evex   62 f2 2d 40 52 b5 40 29 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2B40]                      # 01af2 evex   62 f2 2d 40 52 bd 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x614]                           # 01afc evex   62 62 7d 48 58 96 14 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2940]                      # 01b06 evex   62 72 2d 40 52 85 40 29 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2B40]                      # 01b10 evex   62 72 2d 40 52 8d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x754]                           # 01b1a evex   62 62 7d 48 58 96 54 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2940]                     # 01b24 evex   62 72 2d 40 52 95 40 29 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2B40]                     # 01b2e evex   62 72 2d 40 52 9d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x118]                           # 01b38 evex   62 62 7d 48 58 56 46
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2980]                      # 01b3f evex   62 f2 2d 40 52 85 80 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B80]                      # 01b49 evex   62 f2 2d 40 52 8d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x258]                           # 01b53 evex   62 62 7d 48 58 96 58 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2980]                      # 01b5d evex   62 f2 2d 40 52 95 80 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B80]                      # 01b67 evex   62 f2 2d 40 52 9d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x398]                           # 01b71 evex   62 62 7d 48 58 96 98 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2980]                      # 01b7b evex   62 f2 2d 40 52 a5 80 29 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2B80]                      # 01b85 evex   62 f2 2d 40 52 ad 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4D8]                           # 01b8f evex   62 62 7d 48 58 96 d8 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2980]                      # 01b99 evex   62 f2 2d 40 52 b5 80 29 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2B80]                      # 01ba3 evex   62 f2 2d 40 52 bd 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x618]                           # 01bad evex   62 62 7d 48 58 96 18 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2980]                      # 01bb7 evex   62 72 2d 40 52 85 80 29 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2B80]                      # 01bc1 evex   62 72 2d 40 52 8d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x758]                           # 01bcb evex   62 62 7d 48 58 96 58 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2980]                     # 01bd5 evex   62 72 2d 40 52 95 80 29 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2B80]                     # 01bdf evex   62 72 2d 40 52 9d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x11C]                           # 01be9 evex   62 62 7d 48 58 56 47
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x29C0]                      # 01bf0 evex   62 f2 2d 40 52 85 c0 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2BC0]                      # 01bfa evex   62 f2 2d 40 52 8d c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x25C]                           # 01c04 evex   62 62 7d 48 58 96 5c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x29C0]                      # 01c0e evex   62 f2 2d 40 52 95 c0 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2BC0]                      # 01c18 evex   62 f2 2d 40 52 9d c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x39C]                           # 01c22 evex   62 62 7d 48 58 96 9c 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x29C0]                      # 01c2c evex   62 f2 2d 40 52 a5 c0 29 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2BC0]                      # 01c36 evex   62 f2 2d 40 52 ad c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4DC]                           # 01c40 evex   62 62 7d 48 58 96 dc 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x29C0]                      # 01c4a evex   62 f2 2d 40 52 b5 c0 29 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2BC0]                      # 01c54 evex   62 f2 2d 40 52 bd c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x61C]                           # 01c5e evex   62 62 7d 48 58 96 1c 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x29C0]                      # 01c68 evex   62 72 2d 40 52 85 c0 29 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2BC0]                      # 01c72 evex   62 72 2d 40 52 8d c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x75C]                           # 01c7c evex   62 62 7d 48 58 96 5c 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x29C0]                     # 01c86 evex   62 72 2d 40 52 95 c0 29 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2BC0]                     # 01c90 evex   62 72 2d 40 52 9d c0 2b 00 00
    vmovaps zmm27, zmmword ptr [rbp+0x2C00]                             # 01c9a evex   62 61 7c 48 28 9d 00 2c 00 00
    vcvtdq2ps zmm0, zmm0                                                # 01ca4 evex   62 f1 7c 48 5b c0
    vfnmadd231ps zmm12, zmm0, zmm27                                     # 01caa evex   62 12 7d 48 bc e3
    vcvtdq2ps zmm2, zmm2                                                # 01cb0 evex   62 f1 7c 48 5b d2
    vfnmadd231ps zmm14, zmm2, zmm27                                     # 01cb6 evex   62 12 6d 48 bc f3
    vcvtdq2ps zmm4, zmm4                                                # 01cbc evex   62 f1 7c 48 5b e4
    vfnmadd231ps zmm16, zmm4, zmm27                                     # 01cc2 evex   62 82 5d 48 bc c3
    vcvtdq2ps zmm6, zmm6                                                # 01cc8 evex   62 f1 7c 48 5b f6
    vfnmadd231ps zmm18, zmm6, zmm27                                     # 01cce evex   62 82 4d 48 bc d3
    vcvtdq2ps zmm8, zmm8                                                # 01cd4 evex   62 51 7c 48 5b c0
    vfnmadd231ps zmm20, zmm8, zmm27                                     # 01cda evex   62 82 3d 48 bc e3
    vcvtdq2ps zmm10, zmm10                                              # 01ce0 evex   62 51 7c 48 5b d2
    vfnmadd231ps zmm22, zmm10, zmm27                                    # 01ce6 evex   62 82 2d 48 bc f3
    vmovaps zmm27, zmmword ptr [rbp+0x2C40]                             # 01cec evex   62 61 7c 48 28 9d 40 2c 00 00
    vcvtdq2ps zmm1, zmm1                                                # 01cf6 evex   62 f1 7c 48 5b c9
    vfnmadd231ps zmm13, zmm1, zmm27                                     # 01cfc evex   62 12 75 48 bc eb
    vcvtdq2ps zmm3, zmm3                                                # 01d02 evex   62 f1 7c 48 5b db
    vfnmadd231ps zmm15, zmm3, zmm27                                     # 01d08 evex   62 12 65 48 bc fb
    vcvtdq2ps zmm5, zmm5                                                # 01d0e evex   62 f1 7c 48 5b ed
    vfnmadd231ps zmm17, zmm5, zmm27                                     # 01d14 evex   62 82 55 48 bc cb
    vcvtdq2ps zmm7, zmm7                                                # 01d1a evex   62 f1 7c 48 5b ff
    vfnmadd231ps zmm19, zmm7, zmm27                                     # 01d20 evex   62 82 45 48 bc db
    vcvtdq2ps zmm9, zmm9                                                # 01d26 evex   62 51 7c 48 5b c9
    vfnmadd231ps zmm21, zmm9, zmm27                                     # 01d2c evex   62 82 35 48 bc eb
    vcvtdq2ps zmm11, zmm11                                              # 01d32 evex   62 51 7c 48 5b db
    vfnmadd231ps zmm23, zmm11, zmm27                                    # 01d38 evex   62 82 25 48 bc fb

micro_kernel_6_store:
    # C += token scale * f
    vbroadcastss zmm26, dword ptr [rsi+0x130]                           # 01d3e evex   62 62 7d 48 18 56 4c
    vfmadd213ps zmm12, zmm26, zmmword ptr [rdx]                         # 01d45 evex   62 72 2d 40 a8 22
    vmovaps zmmword ptr [rdx], zmm12                                    # 01d4b evex   62 71 7c 48 29 22
    vfmadd213ps zmm13, zmm26, zmmword ptr [rdx+0x40]                    # 01d51 evex   62 72 2d 40 a8 6a 01
    vmovaps zmmword ptr [rdx+0x40], zmm13                               # 01d58 evex   62 71 7c 48 29 6a 01
    vbroadcastss zmm26, dword ptr [rsi+0x270]                           # 01d5f evex   62 62 7d 48 18 96 70 02 00 00
    vfmadd213ps zmm14, zmm26, zmmword ptr [rdx+0x80]                    # 01d69 evex   62 72 2d 40 a8 72 02
    vmovaps zmmword ptr [rdx+0x80], zmm14                               # 01d70 evex   62 71 7c 48 29 72 02
    vfmadd213ps zmm15, zmm26, zmmword ptr [rdx+0xC0]                    # 01d77 evex   62 72 2d 40 a8 7a 03
    vmovaps zmmword ptr [rdx+0xC0], zmm15                               # 01d7e evex   62 71 7c 48 29 7a 03
    vbroadcastss zmm26, dword ptr [rsi+0x3B0]                           # 01d85 evex   62 62 7d 48 18 96 b0 03 00 00
    vfmadd213ps zmm16, zmm26, zmmword ptr [rdx+0x100]                   # 01d8f evex   62 e2 2d 40 a8 42 04
    vmovaps zmmword ptr [rdx+0x100], zmm16                              # 01d96 evex   62 e1 7c 48 29 42 04
    vfmadd213ps zmm17, zmm26, zmmword ptr [rdx+0x140]                   # 01d9d evex   62 e2 2d 40 a8 4a 05
    vmovaps zmmword ptr [rdx+0x140], zmm17                              # 01da4 evex   62 e1 7c 48 29 4a 05
    vbroadcastss zmm26, dword ptr [rsi+0x4F0]                           # 01dab evex   62 62 7d 48 18 96 f0 04 00 00
    vfmadd213ps zmm18, zmm26, zmmword ptr [rdx+0x180]                   # 01db5 evex   62 e2 2d 40 a8 52 06
    vmovaps zmmword ptr [rdx+0x180], zmm18                              # 01dbc evex   62 e1 7c 48 29 52 06
    vfmadd213ps zmm19, zmm26, zmmword ptr [rdx+0x1C0]                   # 01dc3 evex   62 e2 2d 40 a8 5a 07
    vmovaps zmmword ptr [rdx+0x1C0], zmm19                              # 01dca evex   62 e1 7c 48 29 5a 07
    vbroadcastss zmm26, dword ptr [rsi+0x630]                           # 01dd1 evex   62 62 7d 48 18 96 30 06 00 00
    vfmadd213ps zmm20, zmm26, zmmword ptr [rdx+0x200]                   # 01ddb evex   62 e2 2d 40 a8 62 08
    vmovaps zmmword ptr [rdx+0x200], zmm20                              # 01de2 evex   62 e1 7c 48 29 62 08
    vfmadd213ps zmm21, zmm26, zmmword ptr [rdx+0x240]                   # 01de9 evex   62 e2 2d 40 a8 6a 09
    vmovaps zmmword ptr [rdx+0x240], zmm21                              # 01df0 evex   62 e1 7c 48 29 6a 09
    vbroadcastss zmm26, dword ptr [rsi+0x770]                           # 01df7 evex   62 62 7d 48 18 96 70 07 00 00
    vfmadd213ps zmm22, zmm26, zmmword ptr [rdx+0x280]                   # 01e01 evex   62 e2 2d 40 a8 72 0a
    vmovaps zmmword ptr [rdx+0x280], zmm22                              # 01e08 evex   62 e1 7c 48 29 72 0a
    vfmadd213ps zmm23, zmm26, zmmword ptr [rdx+0x2C0]                   # 01e0f evex   62 e2 2d 40 a8 7a 0b
    vmovaps zmmword ptr [rdx+0x2C0], zmm23                              # 01e16 evex   62 e1 7c 48 29 7a 0b
    ret                                                                 # 01e1d legacy c3
