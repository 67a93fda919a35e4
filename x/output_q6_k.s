# output_q6_k: op=qgemm weight=q6_k n=962 k=256 tokens=32 tile=auto isa=avx512_vnni head_size=0 pairs=adjacent
# 8798 bytes; entry at offset 0: void(const Call*), System V
#
# plan
#   op = "qgemm"
#   isa = "avx512_vnni"
#   weight = "q6_k"
#   n = 962
#   k = 256
#   tokens = 32
#   path = "unpacked"
#   row_registers = 2
#   micro_tokens = 6
#   token_tile = 32
#   full_token_tiles = 1
#   last_tile_tokens = 0
#   row_tiles_per_item = 1
#   items = 31
#   float_accumulators = "registers"
#   scratch_bytes = 17024
#   over_read_bytes = 0
#   ceiling = 0.598131
#
# instructions by region (those with a memory source, whatever their kind)
#   work_item: 24 scalar (4)
#   token_tile_32_clear: 1 store, 1 register cleared, 5 scalar (0)
#   token_tile_32_super_blocks: 52 scalar (6)
#   token_tile_32_store: 2 loads, 2 stores, 40 scalar (10)
#   return: 9 scalar (0)
#   unpack_codes: 128 loads, 64 stores, 212 others of vectors, 55 scalar (181)
#   unpack_scales: 16 converts, 16 stores, 33 others of vectors (17)
#   unpack_offsets: 9 stores, 52 others of vectors, 2 scalar (17)
#   micro_kernel_2: 4 registers cleared, 4 scalar (0)
#   micro_kernel_2_sub_block, each turn: 16 dot products, 4 converts, 4 FMAs, 10 loads, 8 broadcasts, 4 registers cleared, 5 scalar (18)
#   micro_kernel_2_offset_term: 32 dot products of int16 pairs, 4 converts, 4 FMAs, 2 loads, 16 broadcasts, 4 registers cleared (50)
#   micro_kernel_2_store: 4 FMAs, 2 broadcasts, 4 stores, 1 scalar (6)
#   micro_kernel_6: 12 registers cleared, 4 scalar (0)
#   micro_kernel_6_sub_block, each turn: 48 dot products, 12 converts, 12 FMAs, 10 loads, 24 broadcasts, 12 registers cleared, 5 scalar (34)
#   micro_kernel_6_offset_term: 96 dot products of int16 pairs, 12 converts, 12 FMAs, 2 loads, 48 broadcasts, 12 registers cleared (146)
#   micro_kernel_6_store: 12 FMAs, 6 broadcasts, 12 stores, 1 scalar (18)
#
# share of the dot-product peak that these instructions leave: dot products at their peak over all vector
# arithmetic on their ports, converts included
#   micro_kernel_2: inner loop 0.67, whole 0.60; the plan's ceiling 0.598131
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
    mov eax, 0x1F                                                       # 00025 legacy b8 1f 00 00 00
    sub rax, rcx                                                        # 0002a legacy 48 29 c8
    mov ecx, 0x01                                                       # 0002d legacy b9 01 00 00 00
    cmp rax, rcx                                                        # 00032 legacy 48 39 c8
    cmovnle rax, rcx                                                    # 00035 legacy 48 0f 4f c1
    mov qword ptr [rsp+0x08], rax                                       # 00039 legacy 48 89 44 24 08
    mov rax, qword ptr [rbx+0x08]                                       # 0003e legacy 48 8b 43 08
    mov qword ptr [rsp+0x10], rax                                       # 00042 legacy 48 89 44 24 10
    mov rax, qword ptr [rbx+0x10]                                       # 00047 legacy 48 8b 43 10
    mov qword ptr [rsp+0x18], rax                                       # 0004b legacy 48 89 44 24 18
    mov qword ptr [rsp+0x20], 0x01                                      # 00050 legacy 48 c7 44 24 20 01 00 00 00

token_tile_32_clear:
    # C = 0
    vpxord zmm0, zmm0, zmm0                                             # 00059 evex   62 f1 7d 48 ef c0
    lea rax, [rbp+0x3280]                                               # 0005f legacy 48 8d 85 80 32 00 00
    mov ecx, 0x40                                                       # 00066 legacy b9 40 00 00 00

.L1:
    vmovaps zmmword ptr [rax], zmm0                                     # 0006b evex   62 f1 7c 48 29 00
    add rax, 0x40                                                       # 00071 legacy 48 83 c0 40
    dec ecx                                                             # 00075 legacy ff c9
    jnz .L1                                                             # 00077 legacy 75 f2

token_tile_32_super_blocks:
    # for each super-block, for each row tile: unpack, then a micro-kernel for every few tokens
    mov r12, qword ptr [rsp+0x10]                                       # 00079 legacy 4c 8b 64 24 10
    xor r14, r14                                                        # 0007e legacy 4d 31 f6

.L2:
    xor r13, r13                                                        # 00081 legacy 4d 31 ed
    lea r15, [rbp+0x3280]                                               # 00084 legacy 4c 8d bd 80 32 00 00

.L3:
    imul rax, r13, 0x02                                                 # 0008b legacy 49 6b c5 02
    add rax, qword ptr [rsp]                                            # 0008f legacy 48 03 04 24
    mov ecx, 0x3C                                                       # 00093 legacy b9 3c 00 00 00
    cmp rax, rcx                                                        # 00098 legacy 48 39 c8
    cmovnle rax, rcx                                                    # 0009b legacy 48 0f 4f c1
    mov ecx, 0xD20                                                      # 0009f legacy b9 20 0d 00 00
    imul rax, rcx                                                       # 000a4 legacy 48 0f af c1
    add rax, qword ptr [rbx]                                            # 000a8 legacy 48 03 03
    add rax, r14                                                        # 000ab legacy 4c 01 f0
    lea r8, [rbp]                                                       # 000ae legacy 4c 8d 45 00
    lea r9, [rbp+0x2000]                                                # 000b2 legacy 4c 8d 8d 00 20 00 00
    lea r10, [rbp+0x2800]                                               # 000b9 legacy 4c 8d 95 00 28 00 00
    lea rsi, [rbp+0x2C00]                                               # 000c0 legacy 48 8d b5 00 2c 00 00
    call unpack_codes                                                   # 000c7 legacy e8 84 01 00 00
    imul r11, r13, 0x02                                                 # 000cc legacy 4d 6b dd 02
    add r11, qword ptr [rsp]                                            # 000d0 legacy 4c 03 1c 24
    add r11, 0x01                                                       # 000d4 legacy 49 83 c3 01
    mov ecx, 0x3C                                                       # 000d8 legacy b9 3c 00 00 00
    cmp r11, rcx                                                        # 000dd legacy 49 39 cb
    cmovnle r11, rcx                                                    # 000e0 legacy 4c 0f 4f d9
    mov ecx, 0xD20                                                      # 000e4 legacy b9 20 0d 00 00
    imul r11, rcx                                                       # 000e9 legacy 4c 0f af d9
    add r11, qword ptr [rbx]                                            # 000ed legacy 4c 03 1b
    add r11, r14                                                        # 000f0 legacy 4d 01 f3
    xchg r11, rax                                                       # 000f3 legacy 49 93
    lea r8, [rbp+0x1000]                                                # 000f5 legacy 4c 8d 85 00 10 00 00
    lea r9, [rbp+0x2400]                                                # 000fc legacy 4c 8d 8d 00 24 00 00
    lea r10, [rbp+0x2A00]                                               # 00103 legacy 4c 8d 95 00 2a 00 00
    lea rsi, [rbp+0x2C40]                                               # 0010a legacy 48 8d b5 40 2c 00 00
    call unpack_codes                                                   # 00111 legacy e8 3a 01 00 00
    xchg r11, rax                                                       # 00116 legacy 49 93
    mov rsi, r12                                                        # 00118 legacy 4c 89 e6
    mov rdx, r15                                                        # 0011b legacy 4c 89 fa
    mov edi, 0x05                                                       # 0011e legacy bf 05 00 00 00

.L4:
    call micro_kernel_6                                                 # 00123 legacy e8 58 16 00 00
    add rsi, 0x780                                                      # 00128 legacy 48 81 c6 80 07 00 00
    add rdx, 0x300                                                      # 0012f legacy 48 81 c2 00 03 00 00
    dec rdi                                                             # 00136 legacy 48 ff cf
    jnz .L4                                                             # 00139 legacy 75 e8
    call micro_kernel_2                                                 # 0013b legacy e8 40 12 00 00
    add r15, 0x1000                                                     # 00140 legacy 49 81 c7 00 10 00 00
    inc r13                                                             # 00147 legacy 49 ff c5
    cmp r13, qword ptr [rsp+0x08]                                       # 0014a legacy 4c 3b 6c 24 08
    jl .L3                                                              # 0014f legacy 0f 8c 36 ff ff ff
    add r12, 0x2800                                                     # 00155 legacy 49 81 c4 00 28 00 00
    add r14, 0xD20                                                      # 0015c legacy 49 81 c6 20 0d 00 00
    cmp r14, 0xD20                                                      # 00163 legacy 49 81 fe 20 0d 00 00
    jl .L2                                                              # 0016a legacy 0f 8c 11 ff ff ff

token_tile_32_store:
    # C to the output, rows past N left out
    mov rsi, qword ptr [rbx+0x18]                                       # 00170 legacy 48 8b 73 18
    shl rsi, 0x02                                                       # 00174 legacy 48 c1 e6 02
    xor r13, r13                                                        # 00178 legacy 4d 31 ed
    lea r15, [rbp+0x3280]                                               # 0017b legacy 4c 8d bd 80 32 00 00

.L5:
    mov r9, qword ptr [rsp]                                             # 00182 legacy 4c 8b 0c 24
    shl r9, 0x04                                                        # 00186 legacy 49 c1 e1 04
    imul rax, r13, 0x20                                                 # 0018a legacy 49 6b c5 20
    add r9, rax                                                         # 0018e legacy 49 01 c1
    mov r10, qword ptr [rsp+0x18]                                       # 00191 legacy 4c 8b 54 24 18
    lea r10, [r10+r9*4]                                                 # 00196 legacy 4f 8d 14 8a
    mov ecx, 0x3C2                                                      # 0019a legacy b9 c2 03 00 00
    sub rcx, r9                                                         # 0019f legacy 4c 29 c9
    mov r8, r15                                                         # 001a2 legacy 4d 89 f8
    mov edi, 0x20                                                       # 001a5 legacy bf 20 00 00 00
    cmp rcx, 0x20                                                       # 001aa legacy 48 83 f9 20
    jl .L7                                                              # 001ae legacy 0f 8c 2e 00 00 00

.L6:
    vmovaps zmm0, zmmword ptr [r8]                                      # 001b4 evex   62 d1 7c 48 28 00
    vmovups zmmword ptr [r10], zmm0                                     # 001ba evex   62 d1 7c 48 11 02
    vmovaps zmm1, zmmword ptr [r8+0x40]                                 # 001c0 evex   62 d1 7c 48 28 48 01
    vmovups zmmword ptr [r10+0x40], zmm1                                # 001c7 evex   62 d1 7c 48 11 4a 01
    add r8, 0x80                                                        # 001ce legacy 49 81 c0 80 00 00 00
    add r10, rsi                                                        # 001d5 legacy 49 01 f2
    dec rdi                                                             # 001d8 legacy 48 ff cf
    jnz .L6                                                             # 001db legacy 75 d7
    jmp .L9                                                             # 001dd legacy e9 22 00 00 00

.L7:
    xor r9, r9                                                          # 001e2 legacy 4d 31 c9

.L8:
    mov eax, dword ptr [r8+r9*4]                                        # 001e5 legacy 43 8b 04 88
    mov dword ptr [r10+r9*4], eax                                       # 001e9 legacy 43 89 04 8a
    inc r9                                                              # 001ed legacy 49 ff c1
    cmp r9, rcx                                                         # 001f0 legacy 49 39 c9
    jl .L8                                                              # 001f3 legacy 7c f0
    add r8, 0x80                                                        # 001f5 legacy 49 81 c0 80 00 00 00
    add r10, rsi                                                        # 001fc legacy 49 01 f2
    dec rdi                                                             # 001ff legacy 48 ff cf
    jnz .L7                                                             # 00202 legacy 75 de

.L9:
    add r15, 0x1000                                                     # 00204 legacy 49 81 c7 00 10 00 00
    inc r13                                                             # 0020b legacy 49 ff c5
    cmp r13, qword ptr [rsp+0x08]                                       # 0020e legacy 4c 3b 6c 24 08
    jl .L5                                                              # 00213 legacy 0f 8c 69 ff ff ff
    imul rsi, rsi, 0x20                                                 # 00219 legacy 48 6b f6 20
    add qword ptr [rsp+0x18], rsi                                       # 0021d legacy 48 01 74 24 18
    add qword ptr [rsp+0x10], 0x2800                                    # 00222 legacy 48 81 44 24 10 00 28 00 00
    dec qword ptr [rsp+0x20]                                            # 0022b legacy 48 ff 4c 24 20
    jnz token_tile_32_clear                                             # 00230 legacy 0f 85 23 fe ff ff

return:
    vzeroupper                                                          # 00236 vex    c5 f8 77
    add rsp, 0x28                                                       # 00239 legacy 48 83 c4 28
    pop r15                                                             # 0023d legacy 41 5f
    pop r14                                                             # 0023f legacy 41 5e
    pop r13                                                             # 00241 legacy 41 5d
    pop r12                                                             # 00243 legacy 41 5c
    pop rbp                                                             # 00245 legacy 5d
    pop rbx                                                             # 00246 legacy 5b
    ret                                                                 # 00247 legacy c3
    .byte 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00                # 00248 alignment

unpack_codes:
    # a byte a weight to [r8], from the packed block at rax
    prefetcht1 byte ptr [rax+0xD20]                                     # 00250 legacy 0f 18 90 20 0d 00 00
    prefetcht1 byte ptr [rax+0xD60]                                     # 00257 legacy 0f 18 90 60 0d 00 00
    prefetcht1 byte ptr [rax+0xDA0]                                     # 0025e legacy 0f 18 90 a0 0d 00 00
    prefetcht1 byte ptr [rax+0xDE0]                                     # 00265 legacy 0f 18 90 e0 0d 00 00
    prefetcht1 byte ptr [rax+0xE20]                                     # 0026c legacy 0f 18 90 20 0e 00 00
    prefetcht1 byte ptr [rax+0xE60]                                     # 00273 legacy 0f 18 90 60 0e 00 00
    prefetcht1 byte ptr [rax+0xEA0]                                     # 0027a legacy 0f 18 90 a0 0e 00 00
    prefetcht1 byte ptr [rax+0xEE0]                                     # 00281 legacy 0f 18 90 e0 0e 00 00
    prefetcht1 byte ptr [rax+0xF20]                                     # 00288 legacy 0f 18 90 20 0f 00 00
    prefetcht1 byte ptr [rax+0xF60]                                     # 0028f legacy 0f 18 90 60 0f 00 00
    prefetcht1 byte ptr [rax+0xFA0]                                     # 00296 legacy 0f 18 90 a0 0f 00 00
    prefetcht1 byte ptr [rax+0xFE0]                                     # 0029d legacy 0f 18 90 e0 0f 00 00
    prefetcht1 byte ptr [rax+0x1020]                                    # 002a4 legacy 0f 18 90 20 10 00 00
    prefetcht1 byte ptr [rax+0x1060]                                    # 002ab legacy 0f 18 90 60 10 00 00
    prefetcht1 byte ptr [rax+0x10A0]                                    # 002b2 legacy 0f 18 90 a0 10 00 00
    prefetcht1 byte ptr [rax+0x10E0]                                    # 002b9 legacy 0f 18 90 e0 10 00 00
    prefetcht1 byte ptr [rax+0x1120]                                    # 002c0 legacy 0f 18 90 20 11 00 00
    prefetcht1 byte ptr [rax+0x1160]                                    # 002c7 legacy 0f 18 90 60 11 00 00
    prefetcht1 byte ptr [rax+0x11A0]                                    # 002ce legacy 0f 18 90 a0 11 00 00
    prefetcht1 byte ptr [rax+0x11E0]                                    # 002d5 legacy 0f 18 90 e0 11 00 00
    prefetcht1 byte ptr [rax+0x1220]                                    # 002dc legacy 0f 18 90 20 12 00 00
    prefetcht1 byte ptr [rax+0x1260]                                    # 002e3 legacy 0f 18 90 60 12 00 00
    prefetcht1 byte ptr [rax+0x12A0]                                    # 002ea legacy 0f 18 90 a0 12 00 00
    prefetcht1 byte ptr [rax+0x12E0]                                    # 002f1 legacy 0f 18 90 e0 12 00 00
    prefetcht1 byte ptr [rax+0x1320]                                    # 002f8 legacy 0f 18 90 20 13 00 00
    prefetcht1 byte ptr [rax+0x1360]                                    # 002ff legacy 0f 18 90 60 13 00 00
    prefetcht1 byte ptr [rax+0x13A0]                                    # 00306 legacy 0f 18 90 a0 13 00 00
    prefetcht1 byte ptr [rax+0x13E0]                                    # 0030d legacy 0f 18 90 e0 13 00 00
    prefetcht1 byte ptr [rax+0x1420]                                    # 00314 legacy 0f 18 90 20 14 00 00
    prefetcht1 byte ptr [rax+0x1460]                                    # 0031b legacy 0f 18 90 60 14 00 00
    prefetcht1 byte ptr [rax+0x14A0]                                    # 00322 legacy 0f 18 90 a0 14 00 00
    prefetcht1 byte ptr [rax+0x14E0]                                    # 00329 legacy 0f 18 90 e0 14 00 00
    prefetcht1 byte ptr [rax+0x1520]                                    # 00330 legacy 0f 18 90 20 15 00 00
    prefetcht1 byte ptr [rax+0x1560]                                    # 00337 legacy 0f 18 90 60 15 00 00
    prefetcht1 byte ptr [rax+0x15A0]                                    # 0033e legacy 0f 18 90 a0 15 00 00
    prefetcht1 byte ptr [rax+0x15E0]                                    # 00345 legacy 0f 18 90 e0 15 00 00
    prefetcht1 byte ptr [rax+0x1620]                                    # 0034c legacy 0f 18 90 20 16 00 00
    prefetcht1 byte ptr [rax+0x1660]                                    # 00353 legacy 0f 18 90 60 16 00 00
    prefetcht1 byte ptr [rax+0x16A0]                                    # 0035a legacy 0f 18 90 a0 16 00 00
    prefetcht1 byte ptr [rax+0x16E0]                                    # 00361 legacy 0f 18 90 e0 16 00 00
    prefetcht1 byte ptr [rax+0x1720]                                    # 00368 legacy 0f 18 90 20 17 00 00
    prefetcht1 byte ptr [rax+0x1760]                                    # 0036f legacy 0f 18 90 60 17 00 00
    prefetcht1 byte ptr [rax+0x17A0]                                    # 00376 legacy 0f 18 90 a0 17 00 00
    prefetcht1 byte ptr [rax+0x17E0]                                    # 0037d legacy 0f 18 90 e0 17 00 00
    prefetcht1 byte ptr [rax+0x1820]                                    # 00384 legacy 0f 18 90 20 18 00 00
    prefetcht1 byte ptr [rax+0x1860]                                    # 0038b legacy 0f 18 90 60 18 00 00
    prefetcht1 byte ptr [rax+0x18A0]                                    # 00392 legacy 0f 18 90 a0 18 00 00
    prefetcht1 byte ptr [rax+0x18E0]                                    # 00399 legacy 0f 18 90 e0 18 00 00
    prefetcht1 byte ptr [rax+0x1920]                                    # 003a0 legacy 0f 18 90 20 19 00 00
    prefetcht1 byte ptr [rax+0x1960]                                    # 003a7 legacy 0f 18 90 60 19 00 00
    prefetcht1 byte ptr [rax+0x19A0]                                    # 003ae legacy 0f 18 90 a0 19 00 00
    prefetcht1 byte ptr [rax+0x19E0]                                    # 003b5 legacy 0f 18 90 e0 19 00 00
    prefetcht1 byte ptr [rax+0x1A20]                                    # 003bc legacy 0f 18 90 20 1a 00 00
    mov ecx, 0xF0F0F0F                                                  # 003c3 legacy b9 0f 0f 0f 0f
    vmovd xmm4, ecx                                                     # 003c8 vex    c5 f9 6e e1
    vpbroadcastd zmm4, xmm4                                             # 003cc evex   62 f2 7d 48 58 e4
    mov ecx, 0x30303030                                                 # 003d2 legacy b9 30 30 30 30
    vmovd xmm5, ecx                                                     # 003d7 vex    c5 f9 6e e9
    vpbroadcastd zmm5, xmm5                                             # 003db evex   62 f2 7d 48 58 ed
    vmovups zmm0, zmmword ptr [rax+0x120]                               # 003e1 evex   62 f1 7c 48 10 80 20 01 00 00
    vpandd zmm0, zmm0, zmm4                                             # 003eb evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x920]                               # 003f1 evex   62 f1 7c 48 10 90 20 09 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 003fb evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00402 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8], zmm0                                      # 00409 evex   62 d1 7c 48 29 00
    vmovups zmm1, zmmword ptr [rax+0x120]                               # 0040f evex   62 f1 7c 48 10 88 20 01 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00419 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00420 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x920]                               # 00426 evex   62 f1 7c 48 10 98 20 09 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00430 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00437 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x40], zmm1                                 # 0043e evex   62 d1 7c 48 29 48 01
    vmovups zmm0, zmmword ptr [rax+0x160]                               # 00445 evex   62 f1 7c 48 10 80 60 01 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0044f evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x920]                               # 00455 evex   62 f1 7c 48 10 90 20 09 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 0045f evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x80], zmm0                                 # 00466 evex   62 d1 7c 48 29 40 02
    vmovups zmm1, zmmword ptr [rax+0x160]                               # 0046d evex   62 f1 7c 48 10 88 60 01 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00477 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0047e evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x920]                               # 00484 evex   62 f1 7c 48 10 98 20 09 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 0048e evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00495 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xC0], zmm1                                 # 0049c evex   62 d1 7c 48 29 48 03
    vmovups zmm0, zmmword ptr [rax+0x1A0]                               # 004a3 evex   62 f1 7c 48 10 80 a0 01 00 00
    vpandd zmm0, zmm0, zmm4                                             # 004ad evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x960]                               # 004b3 evex   62 f1 7c 48 10 90 60 09 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 004bd evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 004c4 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x100], zmm0                                # 004cb evex   62 d1 7c 48 29 40 04
    vmovups zmm1, zmmword ptr [rax+0x1A0]                               # 004d2 evex   62 f1 7c 48 10 88 a0 01 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 004dc evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 004e3 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x960]                               # 004e9 evex   62 f1 7c 48 10 98 60 09 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 004f3 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 004fa evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x140], zmm1                                # 00501 evex   62 d1 7c 48 29 48 05
    vmovups zmm0, zmmword ptr [rax+0x1E0]                               # 00508 evex   62 f1 7c 48 10 80 e0 01 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00512 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x960]                               # 00518 evex   62 f1 7c 48 10 90 60 09 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00522 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x180], zmm0                                # 00529 evex   62 d1 7c 48 29 40 06
    vmovups zmm1, zmmword ptr [rax+0x1E0]                               # 00530 evex   62 f1 7c 48 10 88 e0 01 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 0053a evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00541 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x960]                               # 00547 evex   62 f1 7c 48 10 98 60 09 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00551 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00558 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x1C0], zmm1                                # 0055f evex   62 d1 7c 48 29 48 07
    vmovups zmm0, zmmword ptr [rax+0x220]                               # 00566 evex   62 f1 7c 48 10 80 20 02 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00570 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x9A0]                               # 00576 evex   62 f1 7c 48 10 90 a0 09 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00580 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00587 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x200], zmm0                                # 0058e evex   62 d1 7c 48 29 40 08
    vmovups zmm1, zmmword ptr [rax+0x220]                               # 00595 evex   62 f1 7c 48 10 88 20 02 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 0059f evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 005a6 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x9A0]                               # 005ac evex   62 f1 7c 48 10 98 a0 09 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 005b6 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 005bd evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x240], zmm1                                # 005c4 evex   62 d1 7c 48 29 48 09
    vmovups zmm0, zmmword ptr [rax+0x260]                               # 005cb evex   62 f1 7c 48 10 80 60 02 00 00
    vpandd zmm0, zmm0, zmm4                                             # 005d5 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x9A0]                               # 005db evex   62 f1 7c 48 10 90 a0 09 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 005e5 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x280], zmm0                                # 005ec evex   62 d1 7c 48 29 40 0a
    vmovups zmm1, zmmword ptr [rax+0x260]                               # 005f3 evex   62 f1 7c 48 10 88 60 02 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 005fd evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00604 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x9A0]                               # 0060a evex   62 f1 7c 48 10 98 a0 09 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00614 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 0061b evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x2C0], zmm1                                # 00622 evex   62 d1 7c 48 29 48 0b
    vmovups zmm0, zmmword ptr [rax+0x2A0]                               # 00629 evex   62 f1 7c 48 10 80 a0 02 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00633 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x9E0]                               # 00639 evex   62 f1 7c 48 10 90 e0 09 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00643 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 0064a evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x300], zmm0                                # 00651 evex   62 d1 7c 48 29 40 0c
    vmovups zmm1, zmmword ptr [rax+0x2A0]                               # 00658 evex   62 f1 7c 48 10 88 a0 02 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00662 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00669 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x9E0]                               # 0066f evex   62 f1 7c 48 10 98 e0 09 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00679 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00680 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x340], zmm1                                # 00687 evex   62 d1 7c 48 29 48 0d
    vmovups zmm0, zmmword ptr [rax+0x2E0]                               # 0068e evex   62 f1 7c 48 10 80 e0 02 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00698 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0x9E0]                               # 0069e evex   62 f1 7c 48 10 90 e0 09 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 006a8 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x380], zmm0                                # 006af evex   62 d1 7c 48 29 40 0e
    vmovups zmm1, zmmword ptr [rax+0x2E0]                               # 006b6 evex   62 f1 7c 48 10 88 e0 02 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 006c0 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 006c7 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0x9E0]                               # 006cd evex   62 f1 7c 48 10 98 e0 09 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 006d7 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 006de evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x3C0], zmm1                                # 006e5 evex   62 d1 7c 48 29 48 0f
    vmovups zmm0, zmmword ptr [rax+0x320]                               # 006ec evex   62 f1 7c 48 10 80 20 03 00 00
    vpandd zmm0, zmm0, zmm4                                             # 006f6 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xA20]                               # 006fc evex   62 f1 7c 48 10 90 20 0a 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00706 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 0070d evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x400], zmm0                                # 00714 evex   62 d1 7c 48 29 40 10
    vmovups zmm1, zmmword ptr [rax+0x320]                               # 0071b evex   62 f1 7c 48 10 88 20 03 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00725 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0072c evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xA20]                               # 00732 evex   62 f1 7c 48 10 98 20 0a 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 0073c evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00743 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x440], zmm1                                # 0074a evex   62 d1 7c 48 29 48 11
    vmovups zmm0, zmmword ptr [rax+0x360]                               # 00751 evex   62 f1 7c 48 10 80 60 03 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0075b evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xA20]                               # 00761 evex   62 f1 7c 48 10 90 20 0a 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 0076b evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x480], zmm0                                # 00772 evex   62 d1 7c 48 29 40 12
    vmovups zmm1, zmmword ptr [rax+0x360]                               # 00779 evex   62 f1 7c 48 10 88 60 03 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00783 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0078a evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xA20]                               # 00790 evex   62 f1 7c 48 10 98 20 0a 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 0079a evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 007a1 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x4C0], zmm1                                # 007a8 evex   62 d1 7c 48 29 48 13
    vmovups zmm0, zmmword ptr [rax+0x3A0]                               # 007af evex   62 f1 7c 48 10 80 a0 03 00 00
    vpandd zmm0, zmm0, zmm4                                             # 007b9 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xA60]                               # 007bf evex   62 f1 7c 48 10 90 60 0a 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 007c9 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 007d0 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x500], zmm0                                # 007d7 evex   62 d1 7c 48 29 40 14
    vmovups zmm1, zmmword ptr [rax+0x3A0]                               # 007de evex   62 f1 7c 48 10 88 a0 03 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 007e8 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 007ef evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xA60]                               # 007f5 evex   62 f1 7c 48 10 98 60 0a 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 007ff evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00806 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x540], zmm1                                # 0080d evex   62 d1 7c 48 29 48 15
    vmovups zmm0, zmmword ptr [rax+0x3E0]                               # 00814 evex   62 f1 7c 48 10 80 e0 03 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0081e evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xA60]                               # 00824 evex   62 f1 7c 48 10 90 60 0a 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 0082e evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x580], zmm0                                # 00835 evex   62 d1 7c 48 29 40 16
    vmovups zmm1, zmmword ptr [rax+0x3E0]                               # 0083c evex   62 f1 7c 48 10 88 e0 03 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00846 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0084d evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xA60]                               # 00853 evex   62 f1 7c 48 10 98 60 0a 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 0085d evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00864 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x5C0], zmm1                                # 0086b evex   62 d1 7c 48 29 48 17
    vmovups zmm0, zmmword ptr [rax+0x420]                               # 00872 evex   62 f1 7c 48 10 80 20 04 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0087c evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xAA0]                               # 00882 evex   62 f1 7c 48 10 90 a0 0a 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 0088c evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00893 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x600], zmm0                                # 0089a evex   62 d1 7c 48 29 40 18
    vmovups zmm1, zmmword ptr [rax+0x420]                               # 008a1 evex   62 f1 7c 48 10 88 20 04 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 008ab evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 008b2 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xAA0]                               # 008b8 evex   62 f1 7c 48 10 98 a0 0a 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 008c2 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 008c9 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x640], zmm1                                # 008d0 evex   62 d1 7c 48 29 48 19
    vmovups zmm0, zmmword ptr [rax+0x460]                               # 008d7 evex   62 f1 7c 48 10 80 60 04 00 00
    vpandd zmm0, zmm0, zmm4                                             # 008e1 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xAA0]                               # 008e7 evex   62 f1 7c 48 10 90 a0 0a 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 008f1 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x680], zmm0                                # 008f8 evex   62 d1 7c 48 29 40 1a
    vmovups zmm1, zmmword ptr [rax+0x460]                               # 008ff evex   62 f1 7c 48 10 88 60 04 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00909 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00910 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xAA0]                               # 00916 evex   62 f1 7c 48 10 98 a0 0a 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00920 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00927 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x6C0], zmm1                                # 0092e evex   62 d1 7c 48 29 48 1b
    vmovups zmm0, zmmword ptr [rax+0x4A0]                               # 00935 evex   62 f1 7c 48 10 80 a0 04 00 00
    vpandd zmm0, zmm0, zmm4                                             # 0093f evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xAE0]                               # 00945 evex   62 f1 7c 48 10 90 e0 0a 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 0094f evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00956 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x700], zmm0                                # 0095d evex   62 d1 7c 48 29 40 1c
    vmovups zmm1, zmmword ptr [rax+0x4A0]                               # 00964 evex   62 f1 7c 48 10 88 a0 04 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 0096e evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00975 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xAE0]                               # 0097b evex   62 f1 7c 48 10 98 e0 0a 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00985 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 0098c evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x740], zmm1                                # 00993 evex   62 d1 7c 48 29 48 1d
    vmovups zmm0, zmmword ptr [rax+0x4E0]                               # 0099a evex   62 f1 7c 48 10 80 e0 04 00 00
    vpandd zmm0, zmm0, zmm4                                             # 009a4 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xAE0]                               # 009aa evex   62 f1 7c 48 10 90 e0 0a 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 009b4 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x780], zmm0                                # 009bb evex   62 d1 7c 48 29 40 1e
    vmovups zmm1, zmmword ptr [rax+0x4E0]                               # 009c2 evex   62 f1 7c 48 10 88 e0 04 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 009cc evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 009d3 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xAE0]                               # 009d9 evex   62 f1 7c 48 10 98 e0 0a 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 009e3 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 009ea evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x7C0], zmm1                                # 009f1 evex   62 d1 7c 48 29 48 1f
    vmovups zmm0, zmmword ptr [rax+0x520]                               # 009f8 evex   62 f1 7c 48 10 80 20 05 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00a02 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xB20]                               # 00a08 evex   62 f1 7c 48 10 90 20 0b 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00a12 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00a19 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x800], zmm0                                # 00a20 evex   62 d1 7c 48 29 40 20
    vmovups zmm1, zmmword ptr [rax+0x520]                               # 00a27 evex   62 f1 7c 48 10 88 20 05 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00a31 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00a38 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xB20]                               # 00a3e evex   62 f1 7c 48 10 98 20 0b 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00a48 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00a4f evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x840], zmm1                                # 00a56 evex   62 d1 7c 48 29 48 21
    vmovups zmm0, zmmword ptr [rax+0x560]                               # 00a5d evex   62 f1 7c 48 10 80 60 05 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00a67 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xB20]                               # 00a6d evex   62 f1 7c 48 10 90 20 0b 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00a77 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x880], zmm0                                # 00a7e evex   62 d1 7c 48 29 40 22
    vmovups zmm1, zmmword ptr [rax+0x560]                               # 00a85 evex   62 f1 7c 48 10 88 60 05 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00a8f evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00a96 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xB20]                               # 00a9c evex   62 f1 7c 48 10 98 20 0b 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00aa6 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00aad evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x8C0], zmm1                                # 00ab4 evex   62 d1 7c 48 29 48 23
    vmovups zmm0, zmmword ptr [rax+0x5A0]                               # 00abb evex   62 f1 7c 48 10 80 a0 05 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00ac5 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xB60]                               # 00acb evex   62 f1 7c 48 10 90 60 0b 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00ad5 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00adc evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x900], zmm0                                # 00ae3 evex   62 d1 7c 48 29 40 24
    vmovups zmm1, zmmword ptr [rax+0x5A0]                               # 00aea evex   62 f1 7c 48 10 88 a0 05 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00af4 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00afb evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xB60]                               # 00b01 evex   62 f1 7c 48 10 98 60 0b 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00b0b evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00b12 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x940], zmm1                                # 00b19 evex   62 d1 7c 48 29 48 25
    vmovups zmm0, zmmword ptr [rax+0x5E0]                               # 00b20 evex   62 f1 7c 48 10 80 e0 05 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00b2a evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xB60]                               # 00b30 evex   62 f1 7c 48 10 90 60 0b 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00b3a evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0x980], zmm0                                # 00b41 evex   62 d1 7c 48 29 40 26
    vmovups zmm1, zmmword ptr [rax+0x5E0]                               # 00b48 evex   62 f1 7c 48 10 88 e0 05 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00b52 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00b59 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xB60]                               # 00b5f evex   62 f1 7c 48 10 98 60 0b 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00b69 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00b70 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0x9C0], zmm1                                # 00b77 evex   62 d1 7c 48 29 48 27
    vmovups zmm0, zmmword ptr [rax+0x620]                               # 00b7e evex   62 f1 7c 48 10 80 20 06 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00b88 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xBA0]                               # 00b8e evex   62 f1 7c 48 10 90 a0 0b 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00b98 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00b9f evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xA00], zmm0                                # 00ba6 evex   62 d1 7c 48 29 40 28
    vmovups zmm1, zmmword ptr [rax+0x620]                               # 00bad evex   62 f1 7c 48 10 88 20 06 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00bb7 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00bbe evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xBA0]                               # 00bc4 evex   62 f1 7c 48 10 98 a0 0b 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00bce evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00bd5 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xA40], zmm1                                # 00bdc evex   62 d1 7c 48 29 48 29
    vmovups zmm0, zmmword ptr [rax+0x660]                               # 00be3 evex   62 f1 7c 48 10 80 60 06 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00bed evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xBA0]                               # 00bf3 evex   62 f1 7c 48 10 90 a0 0b 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00bfd evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xA80], zmm0                                # 00c04 evex   62 d1 7c 48 29 40 2a
    vmovups zmm1, zmmword ptr [rax+0x660]                               # 00c0b evex   62 f1 7c 48 10 88 60 06 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00c15 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00c1c evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xBA0]                               # 00c22 evex   62 f1 7c 48 10 98 a0 0b 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00c2c evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00c33 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xAC0], zmm1                                # 00c3a evex   62 d1 7c 48 29 48 2b
    vmovups zmm0, zmmword ptr [rax+0x6A0]                               # 00c41 evex   62 f1 7c 48 10 80 a0 06 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00c4b evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xBE0]                               # 00c51 evex   62 f1 7c 48 10 90 e0 0b 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00c5b evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00c62 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xB00], zmm0                                # 00c69 evex   62 d1 7c 48 29 40 2c
    vmovups zmm1, zmmword ptr [rax+0x6A0]                               # 00c70 evex   62 f1 7c 48 10 88 a0 06 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00c7a evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00c81 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xBE0]                               # 00c87 evex   62 f1 7c 48 10 98 e0 0b 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00c91 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00c98 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xB40], zmm1                                # 00c9f evex   62 d1 7c 48 29 48 2d
    vmovups zmm0, zmmword ptr [rax+0x6E0]                               # 00ca6 evex   62 f1 7c 48 10 80 e0 06 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00cb0 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xBE0]                               # 00cb6 evex   62 f1 7c 48 10 90 e0 0b 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00cc0 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xB80], zmm0                                # 00cc7 evex   62 d1 7c 48 29 40 2e
    vmovups zmm1, zmmword ptr [rax+0x6E0]                               # 00cce evex   62 f1 7c 48 10 88 e0 06 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00cd8 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00cdf evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xBE0]                               # 00ce5 evex   62 f1 7c 48 10 98 e0 0b 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00cef evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00cf6 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xBC0], zmm1                                # 00cfd evex   62 d1 7c 48 29 48 2f
    vmovups zmm0, zmmword ptr [rax+0x720]                               # 00d04 evex   62 f1 7c 48 10 80 20 07 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00d0e evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xC20]                               # 00d14 evex   62 f1 7c 48 10 90 20 0c 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00d1e evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00d25 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xC00], zmm0                                # 00d2c evex   62 d1 7c 48 29 40 30
    vmovups zmm1, zmmword ptr [rax+0x720]                               # 00d33 evex   62 f1 7c 48 10 88 20 07 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00d3d evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00d44 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xC20]                               # 00d4a evex   62 f1 7c 48 10 98 20 0c 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00d54 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00d5b evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xC40], zmm1                                # 00d62 evex   62 d1 7c 48 29 48 31
    vmovups zmm0, zmmword ptr [rax+0x760]                               # 00d69 evex   62 f1 7c 48 10 80 60 07 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00d73 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xC20]                               # 00d79 evex   62 f1 7c 48 10 90 20 0c 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00d83 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xC80], zmm0                                # 00d8a evex   62 d1 7c 48 29 40 32
    vmovups zmm1, zmmword ptr [rax+0x760]                               # 00d91 evex   62 f1 7c 48 10 88 60 07 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00d9b evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00da2 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xC20]                               # 00da8 evex   62 f1 7c 48 10 98 20 0c 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00db2 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00db9 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xCC0], zmm1                                # 00dc0 evex   62 d1 7c 48 29 48 33
    vmovups zmm0, zmmword ptr [rax+0x7A0]                               # 00dc7 evex   62 f1 7c 48 10 80 a0 07 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00dd1 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xC60]                               # 00dd7 evex   62 f1 7c 48 10 90 60 0c 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00de1 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00de8 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xD00], zmm0                                # 00def evex   62 d1 7c 48 29 40 34
    vmovups zmm1, zmmword ptr [rax+0x7A0]                               # 00df6 evex   62 f1 7c 48 10 88 a0 07 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00e00 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00e07 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xC60]                               # 00e0d evex   62 f1 7c 48 10 98 60 0c 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00e17 evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00e1e evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xD40], zmm1                                # 00e25 evex   62 d1 7c 48 29 48 35
    vmovups zmm0, zmmword ptr [rax+0x7E0]                               # 00e2c evex   62 f1 7c 48 10 80 e0 07 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00e36 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xC60]                               # 00e3c evex   62 f1 7c 48 10 90 60 0c 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00e46 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xD80], zmm0                                # 00e4d evex   62 d1 7c 48 29 40 36
    vmovups zmm1, zmmword ptr [rax+0x7E0]                               # 00e54 evex   62 f1 7c 48 10 88 e0 07 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00e5e evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00e65 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xC60]                               # 00e6b evex   62 f1 7c 48 10 98 60 0c 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00e75 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00e7c evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xDC0], zmm1                                # 00e83 evex   62 d1 7c 48 29 48 37
    vmovups zmm0, zmmword ptr [rax+0x820]                               # 00e8a evex   62 f1 7c 48 10 80 20 08 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00e94 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xCA0]                               # 00e9a evex   62 f1 7c 48 10 90 a0 0c 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00ea4 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00eab evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xE00], zmm0                                # 00eb2 evex   62 d1 7c 48 29 40 38
    vmovups zmm1, zmmword ptr [rax+0x820]                               # 00eb9 evex   62 f1 7c 48 10 88 20 08 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00ec3 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00eca evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xCA0]                               # 00ed0 evex   62 f1 7c 48 10 98 a0 0c 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00eda evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00ee1 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xE40], zmm1                                # 00ee8 evex   62 d1 7c 48 29 48 39
    vmovups zmm0, zmmword ptr [rax+0x860]                               # 00eef evex   62 f1 7c 48 10 80 60 08 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00ef9 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xCA0]                               # 00eff evex   62 f1 7c 48 10 90 a0 0c 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00f09 evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xE80], zmm0                                # 00f10 evex   62 d1 7c 48 29 40 3a
    vmovups zmm1, zmmword ptr [rax+0x860]                               # 00f17 evex   62 f1 7c 48 10 88 60 08 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00f21 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00f28 evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xCA0]                               # 00f2e evex   62 f1 7c 48 10 98 a0 0c 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00f38 evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00f3f evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xEC0], zmm1                                # 00f46 evex   62 d1 7c 48 29 48 3b
    vmovups zmm0, zmmword ptr [rax+0x8A0]                               # 00f4d evex   62 f1 7c 48 10 80 a0 08 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00f57 evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xCE0]                               # 00f5d evex   62 f1 7c 48 10 90 e0 0c 00 00
    vpsllw zmm2, zmm2, 0x04                                             # 00f67 evex   62 f1 6d 48 71 f2 04
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00f6e evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xF00], zmm0                                # 00f75 evex   62 d1 7c 48 29 40 3c
    vmovups zmm1, zmmword ptr [rax+0x8A0]                               # 00f7c evex   62 f1 7c 48 10 88 a0 08 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00f86 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00f8d evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xCE0]                               # 00f93 evex   62 f1 7c 48 10 98 e0 0c 00 00
    vpsllw zmm3, zmm3, 0x02                                             # 00f9d evex   62 f1 65 48 71 f3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 00fa4 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xF40], zmm1                                # 00fab evex   62 d1 7c 48 29 48 3d
    vmovups zmm0, zmmword ptr [rax+0x8E0]                               # 00fb2 evex   62 f1 7c 48 10 80 e0 08 00 00
    vpandd zmm0, zmm0, zmm4                                             # 00fbc evex   62 f1 7d 48 db c4
    vmovups zmm2, zmmword ptr [rax+0xCE0]                               # 00fc2 evex   62 f1 7c 48 10 90 e0 0c 00 00
    vpternlogd zmm0, zmm2, zmm5, 0xF8                                   # 00fcc evex   62 f3 6d 48 25 c5 f8
    vmovaps zmmword ptr [r8+0xF80], zmm0                                # 00fd3 evex   62 d1 7c 48 29 40 3e
    vmovups zmm1, zmmword ptr [rax+0x8E0]                               # 00fda evex   62 f1 7c 48 10 88 e0 08 00 00
    vpsrlw zmm1, zmm1, 0x04                                             # 00fe4 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00feb evex   62 f1 75 48 db cc
    vmovups zmm3, zmmword ptr [rax+0xCE0]                               # 00ff1 evex   62 f1 7c 48 10 98 e0 0c 00 00
    vpsrlw zmm3, zmm3, 0x02                                             # 00ffb evex   62 f1 65 48 71 d3 02
    vpternlogd zmm1, zmm3, zmm5, 0xF8                                   # 01002 evex   62 f3 65 48 25 cd f8
    vmovaps zmmword ptr [r8+0xFC0], zmm1                                # 01009 evex   62 d1 7c 48 29 48 3f

unpack_scales:
    # f32 d * scale to [r9]
    vcvtph2ps zmm4, ymmword ptr [rax]                                   # 01010 evex   62 f2 7d 48 13 20
    vpmovsxbd zmm0, xmmword ptr [rax+0x20]                              # 01016 evex   62 f2 7d 48 21 40 02
    vcvtdq2ps zmm0, zmm0                                                # 0101d evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01023 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9], zmm0                                      # 01029 evex   62 d1 7c 48 29 01
    vpmovsxbd zmm0, xmmword ptr [rax+0x30]                              # 0102f evex   62 f2 7d 48 21 40 03
    vcvtdq2ps zmm0, zmm0                                                # 01036 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0103c evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x40], zmm0                                 # 01042 evex   62 d1 7c 48 29 41 01
    vpmovsxbd zmm0, xmmword ptr [rax+0x40]                              # 01049 evex   62 f2 7d 48 21 40 04
    vcvtdq2ps zmm0, zmm0                                                # 01050 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01056 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x80], zmm0                                 # 0105c evex   62 d1 7c 48 29 41 02
    vpmovsxbd zmm0, xmmword ptr [rax+0x50]                              # 01063 evex   62 f2 7d 48 21 40 05
    vcvtdq2ps zmm0, zmm0                                                # 0106a evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01070 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0xC0], zmm0                                 # 01076 evex   62 d1 7c 48 29 41 03
    vpmovsxbd zmm0, xmmword ptr [rax+0x60]                              # 0107d evex   62 f2 7d 48 21 40 06
    vcvtdq2ps zmm0, zmm0                                                # 01084 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0108a evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x100], zmm0                                # 01090 evex   62 d1 7c 48 29 41 04
    vpmovsxbd zmm0, xmmword ptr [rax+0x70]                              # 01097 evex   62 f2 7d 48 21 40 07
    vcvtdq2ps zmm0, zmm0                                                # 0109e evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 010a4 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x140], zmm0                                # 010aa evex   62 d1 7c 48 29 41 05
    vpmovsxbd zmm0, xmmword ptr [rax+0x80]                              # 010b1 evex   62 f2 7d 48 21 40 08
    vcvtdq2ps zmm0, zmm0                                                # 010b8 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 010be evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x180], zmm0                                # 010c4 evex   62 d1 7c 48 29 41 06
    vpmovsxbd zmm0, xmmword ptr [rax+0x90]                              # 010cb evex   62 f2 7d 48 21 40 09
    vcvtdq2ps zmm0, zmm0                                                # 010d2 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 010d8 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x1C0], zmm0                                # 010de evex   62 d1 7c 48 29 41 07
    vpmovsxbd zmm0, xmmword ptr [rax+0xA0]                              # 010e5 evex   62 f2 7d 48 21 40 0a
    vcvtdq2ps zmm0, zmm0                                                # 010ec evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 010f2 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x200], zmm0                                # 010f8 evex   62 d1 7c 48 29 41 08
    vpmovsxbd zmm0, xmmword ptr [rax+0xB0]                              # 010ff evex   62 f2 7d 48 21 40 0b
    vcvtdq2ps zmm0, zmm0                                                # 01106 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0110c evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x240], zmm0                                # 01112 evex   62 d1 7c 48 29 41 09
    vpmovsxbd zmm0, xmmword ptr [rax+0xC0]                              # 01119 evex   62 f2 7d 48 21 40 0c
    vcvtdq2ps zmm0, zmm0                                                # 01120 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01126 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x280], zmm0                                # 0112c evex   62 d1 7c 48 29 41 0a
    vpmovsxbd zmm0, xmmword ptr [rax+0xD0]                              # 01133 evex   62 f2 7d 48 21 40 0d
    vcvtdq2ps zmm0, zmm0                                                # 0113a evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01140 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x2C0], zmm0                                # 01146 evex   62 d1 7c 48 29 41 0b
    vpmovsxbd zmm0, xmmword ptr [rax+0xE0]                              # 0114d evex   62 f2 7d 48 21 40 0e
    vcvtdq2ps zmm0, zmm0                                                # 01154 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0115a evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x300], zmm0                                # 01160 evex   62 d1 7c 48 29 41 0c
    vpmovsxbd zmm0, xmmword ptr [rax+0xF0]                              # 01167 evex   62 f2 7d 48 21 40 0f
    vcvtdq2ps zmm0, zmm0                                                # 0116e evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 01174 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x340], zmm0                                # 0117a evex   62 d1 7c 48 29 41 0d
    vpmovsxbd zmm0, xmmword ptr [rax+0x100]                             # 01181 evex   62 f2 7d 48 21 40 10
    vcvtdq2ps zmm0, zmm0                                                # 01188 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0118e evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x380], zmm0                                # 01194 evex   62 d1 7c 48 29 41 0e
    vpmovsxbd zmm0, xmmword ptr [rax+0x110]                             # 0119b evex   62 f2 7d 48 21 40 11
    vcvtdq2ps zmm0, zmm0                                                # 011a2 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 011a8 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x3C0], zmm0                                # 011ae evex   62 d1 7c 48 29 41 0f

unpack_offsets:
    # int16 pairs of scales to [r10], zero point * d to [rsi]
    vpmovsxbd zmm0, xmmword ptr [rax+0x20]                              # 011b5 evex   62 f2 7d 48 21 40 02
    vpmovsxbd zmm1, xmmword ptr [rax+0x30]                              # 011bc evex   62 f2 7d 48 21 48 03
    vpslld zmm1, zmm1, 0x10                                             # 011c3 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 011ca evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 011d1 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 011d8 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10], zmm0                                     # 011de evex   62 d1 7c 48 29 02
    vpmovsxbd zmm0, xmmword ptr [rax+0x40]                              # 011e4 evex   62 f2 7d 48 21 40 04
    vpmovsxbd zmm1, xmmword ptr [rax+0x50]                              # 011eb evex   62 f2 7d 48 21 48 05
    vpslld zmm1, zmm1, 0x10                                             # 011f2 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 011f9 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01200 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01207 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x40], zmm0                                # 0120d evex   62 d1 7c 48 29 42 01
    vpmovsxbd zmm0, xmmword ptr [rax+0x60]                              # 01214 evex   62 f2 7d 48 21 40 06
    vpmovsxbd zmm1, xmmword ptr [rax+0x70]                              # 0121b evex   62 f2 7d 48 21 48 07
    vpslld zmm1, zmm1, 0x10                                             # 01222 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 01229 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01230 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01237 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x80], zmm0                                # 0123d evex   62 d1 7c 48 29 42 02
    vpmovsxbd zmm0, xmmword ptr [rax+0x80]                              # 01244 evex   62 f2 7d 48 21 40 08
    vpmovsxbd zmm1, xmmword ptr [rax+0x90]                              # 0124b evex   62 f2 7d 48 21 48 09
    vpslld zmm1, zmm1, 0x10                                             # 01252 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 01259 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01260 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01267 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0xC0], zmm0                                # 0126d evex   62 d1 7c 48 29 42 03
    vpmovsxbd zmm0, xmmword ptr [rax+0xA0]                              # 01274 evex   62 f2 7d 48 21 40 0a
    vpmovsxbd zmm1, xmmword ptr [rax+0xB0]                              # 0127b evex   62 f2 7d 48 21 48 0b
    vpslld zmm1, zmm1, 0x10                                             # 01282 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 01289 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01290 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01297 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x100], zmm0                               # 0129d evex   62 d1 7c 48 29 42 04
    vpmovsxbd zmm0, xmmword ptr [rax+0xC0]                              # 012a4 evex   62 f2 7d 48 21 40 0c
    vpmovsxbd zmm1, xmmword ptr [rax+0xD0]                              # 012ab evex   62 f2 7d 48 21 48 0d
    vpslld zmm1, zmm1, 0x10                                             # 012b2 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 012b9 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 012c0 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 012c7 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x140], zmm0                               # 012cd evex   62 d1 7c 48 29 42 05
    vpmovsxbd zmm0, xmmword ptr [rax+0xE0]                              # 012d4 evex   62 f2 7d 48 21 40 0e
    vpmovsxbd zmm1, xmmword ptr [rax+0xF0]                              # 012db evex   62 f2 7d 48 21 48 0f
    vpslld zmm1, zmm1, 0x10                                             # 012e2 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 012e9 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 012f0 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 012f7 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x180], zmm0                               # 012fd evex   62 d1 7c 48 29 42 06
    vpmovsxbd zmm0, xmmword ptr [rax+0x100]                             # 01304 evex   62 f2 7d 48 21 40 10
    vpmovsxbd zmm1, xmmword ptr [rax+0x110]                             # 0130b evex   62 f2 7d 48 21 48 11
    vpslld zmm1, zmm1, 0x10                                             # 01312 evex   62 f1 75 48 72 f1 10
    vpslld zmm0, zmm0, 0x10                                             # 01319 evex   62 f1 7d 48 72 f0 10
    vpsrld zmm0, zmm0, 0x10                                             # 01320 evex   62 f1 7d 48 72 d0 10
    vpord zmm0, zmm0, zmm1                                              # 01327 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x1C0], zmm0                               # 0132d evex   62 d1 7c 48 29 42 07
    vcvtph2ps zmm4, ymmword ptr [rax]                                   # 01334 evex   62 f2 7d 48 13 20
    mov ecx, 0x42000000                                                 # 0133a legacy b9 00 00 00 42
    vmovd xmm1, ecx                                                     # 0133f vex    c5 f9 6e c9
    vpbroadcastd zmm1, xmm1                                             # 01343 evex   62 f2 7d 48 58 c9
    vmulps zmm4, zmm4, zmm1                                             # 01349 evex   62 f1 5c 48 59 e1
    vmovaps zmmword ptr [rsi], zmm4                                     # 0134f evex   62 f1 7c 48 29 26
    ret                                                                 # 01355 legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 01356 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0135f alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 01368 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 01371 alignment
    .byte 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00                            # 0137a alignment

micro_kernel_2:
    # zmm0..3 int32 sums [token][row register], zmm12..15 f32 sums, zmm24..25 codes, zmm26 activation, zmm27 temporary; rsi activation record, rdx C
    vpxord zmm12, zmm12, zmm12                                          # 01380 evex   62 51 1d 48 ef e4
    vpxord zmm13, zmm13, zmm13                                          # 01386 evex   62 51 15 48 ef ed
    vpxord zmm14, zmm14, zmm14                                          # 0138c evex   62 51 0d 48 ef f6
    vpxord zmm15, zmm15, zmm15                                          # 01392 evex   62 51 05 48 ef ff
    lea r8, [rbp]                                                       # 01398 legacy 4c 8d 45 00
    lea r10, [rbp+0x2000]                                               # 0139c legacy 4c 8d 95 00 20 00 00
    mov r9, rsi                                                         # 013a3 legacy 49 89 f1
    mov ecx, 0x10                                                       # 013a6 legacy b9 10 00 00 00
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 013ab alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 013b4 alignment
    .byte 0x0f, 0x1f, 0x00                                              # 013bd alignment

micro_kernel_2_sub_block:
    # the inner loop: r8 codes, r9 activations, r10 scales, ecx sub-blocks left
    vpxord zmm0, zmm0, zmm0                                             # 013c0 evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 013c6 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 013cc evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 013d2 evex   62 f1 65 48 ef db
    vmovaps zmm24, zmmword ptr [r8]                                     # 013d8 evex   62 41 7c 48 28 00
    vmovaps zmm25, zmmword ptr [r8+0x1000]                              # 013de evex   62 41 7c 48 28 48 40
    vpbroadcastd zmm26, dword ptr [r9]                                  # 013e5 evex   62 42 7d 48 58 11
    vpdpbusd zmm0, zmm24, zmm26                                         # 013eb evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 013f1 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x140]                            # 013f7 evex   62 42 7d 48 58 51 50
    vpdpbusd zmm2, zmm24, zmm26                                         # 013fe evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 01404 evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x40]                                # 0140a evex   62 41 7c 48 28 40 01
    vmovaps zmm25, zmmword ptr [r8+0x1040]                              # 01411 evex   62 41 7c 48 28 48 41
    vpbroadcastd zmm26, dword ptr [r9+0x04]                             # 01418 evex   62 42 7d 48 58 51 01
    vpdpbusd zmm0, zmm24, zmm26                                         # 0141f evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01425 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x144]                            # 0142b evex   62 42 7d 48 58 51 51
    vpdpbusd zmm2, zmm24, zmm26                                         # 01432 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 01438 evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x80]                                # 0143e evex   62 41 7c 48 28 40 02
    vmovaps zmm25, zmmword ptr [r8+0x1080]                              # 01445 evex   62 41 7c 48 28 48 42
    vpbroadcastd zmm26, dword ptr [r9+0x08]                             # 0144c evex   62 42 7d 48 58 51 02
    vpdpbusd zmm0, zmm24, zmm26                                         # 01453 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01459 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x148]                            # 0145f evex   62 42 7d 48 58 51 52
    vpdpbusd zmm2, zmm24, zmm26                                         # 01466 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 0146c evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0xC0]                                # 01472 evex   62 41 7c 48 28 40 03
    vmovaps zmm25, zmmword ptr [r8+0x10C0]                              # 01479 evex   62 41 7c 48 28 48 43
    vpbroadcastd zmm26, dword ptr [r9+0x0C]                             # 01480 evex   62 42 7d 48 58 51 03
    vpdpbusd zmm0, zmm24, zmm26                                         # 01487 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 0148d evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x14C]                            # 01493 evex   62 42 7d 48 58 51 53
    vpdpbusd zmm2, zmm24, zmm26                                         # 0149a evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 014a0 evex   62 92 35 40 50 da
    vmovaps zmm27, zmmword ptr [r10]                                    # 014a6 evex   62 41 7c 48 28 1a
    vcvtdq2ps zmm0, zmm0                                                # 014ac evex   62 f1 7c 48 5b c0
    vfmadd231ps zmm12, zmm0, zmm27                                      # 014b2 evex   62 12 7d 48 b8 e3
    vcvtdq2ps zmm2, zmm2                                                # 014b8 evex   62 f1 7c 48 5b d2
    vfmadd231ps zmm14, zmm2, zmm27                                      # 014be evex   62 12 6d 48 b8 f3
    vmovaps zmm27, zmmword ptr [r10+0x400]                              # 014c4 evex   62 41 7c 48 28 5a 10
    vcvtdq2ps zmm1, zmm1                                                # 014cb evex   62 f1 7c 48 5b c9
    vfmadd231ps zmm13, zmm1, zmm27                                      # 014d1 evex   62 12 75 48 b8 eb
    vcvtdq2ps zmm3, zmm3                                                # 014d7 evex   62 f1 7c 48 5b db
    vfmadd231ps zmm15, zmm3, zmm27                                      # 014dd evex   62 12 65 48 b8 fb
    add r8, 0x100                                                       # 014e3 legacy 49 81 c0 00 01 00 00
    add r10, 0x40                                                       # 014ea legacy 49 83 c2 40
    add r9, 0x10                                                        # 014ee legacy 49 83 c1 10
    dec ecx                                                             # 014f2 legacy ff c9
    jnz micro_kernel_2_sub_block                                        # 014f4 legacy 0f 85 c6 fe ff ff

micro_kernel_2_sub_block_end:
micro_kernel_2_offset_term:
    # f -= zero point * d * sum of scale * activation sum
    vpxord zmm0, zmm0, zmm0                                             # 014fa evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 01500 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 01506 evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 0150c evex   62 f1 65 48 ef db
    vpbroadcastd zmm26, dword ptr [rsi+0x100]                           # 01512 evex   62 62 7d 48 58 56 40
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2800]                      # 01519 evex   62 f2 2d 40 52 85 00 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A00]                      # 01523 evex   62 f2 2d 40 52 8d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x240]                           # 0152d evex   62 62 7d 48 58 96 40 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2800]                      # 01537 evex   62 f2 2d 40 52 95 00 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A00]                      # 01541 evex   62 f2 2d 40 52 9d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x104]                           # 0154b evex   62 62 7d 48 58 56 41
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2840]                      # 01552 evex   62 f2 2d 40 52 85 40 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A40]                      # 0155c evex   62 f2 2d 40 52 8d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x244]                           # 01566 evex   62 62 7d 48 58 96 44 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2840]                      # 01570 evex   62 f2 2d 40 52 95 40 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A40]                      # 0157a evex   62 f2 2d 40 52 9d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x108]                           # 01584 evex   62 62 7d 48 58 56 42
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2880]                      # 0158b evex   62 f2 2d 40 52 85 80 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A80]                      # 01595 evex   62 f2 2d 40 52 8d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x248]                           # 0159f evex   62 62 7d 48 58 96 48 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2880]                      # 015a9 evex   62 f2 2d 40 52 95 80 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A80]                      # 015b3 evex   62 f2 2d 40 52 9d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x10C]                           # 015bd evex   62 62 7d 48 58 56 43
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x28C0]                      # 015c4 evex   62 f2 2d 40 52 85 c0 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2AC0]                      # 015ce evex   62 f2 2d 40 52 8d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x24C]                           # 015d8 evex   62 62 7d 48 58 96 4c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x28C0]                      # 015e2 evex   62 f2 2d 40 52 95 c0 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2AC0]                      # 015ec evex   62 f2 2d 40 52 9d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x110]                           # 015f6 evex   62 62 7d 48 58 56 44
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2900]                      # 015fd evex   62 f2 2d 40 52 85 00 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B00]                      # 01607 evex   62 f2 2d 40 52 8d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x250]                           # 01611 evex   62 62 7d 48 58 96 50 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2900]                      # 0161b evex   62 f2 2d 40 52 95 00 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B00]                      # 01625 evex   62 f2 2d 40 52 9d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x114]                           # 0162f evex   62 62 7d 48 58 56 45
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2940]                      # 01636 evex   62 f2 2d 40 52 85 40 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B40]                      # 01640 evex   62 f2 2d 40 52 8d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x254]                           # 0164a evex   62 62 7d 48 58 96 54 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2940]                      # 01654 evex   62 f2 2d 40 52 95 40 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B40]                      # 0165e evex   62 f2 2d 40 52 9d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x118]                           # 01668 evex   62 62 7d 48 58 56 46
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2980]                      # 0166f evex   62 f2 2d 40 52 85 80 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B80]                      # 01679 evex   62 f2 2d 40 52 8d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x258]                           # 01683 evex   62 62 7d 48 58 96 58 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2980]                      # 0168d evex   62 f2 2d 40 52 95 80 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B80]                      # 01697 evex   62 f2 2d 40 52 9d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x11C]                           # 016a1 evex   62 62 7d 48 58 56 47
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x29C0]                      # 016a8 evex   62 f2 2d 40 52 85 c0 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2BC0]                      # 016b2 evex   62 f2 2d 40 52 8d c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x25C]                           # 016bc evex   62 62 7d 48 58 96 5c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x29C0]                      # 016c6 evex   62 f2 2d 40 52 95 c0 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2BC0]                      # 016d0 evex   62 f2 2d 40 52 9d c0 2b 00 00
    vmovaps zmm27, zmmword ptr [rbp+0x2C00]                             # 016da evex   62 61 7c 48 28 9d 00 2c 00 00
    vcvtdq2ps zmm0, zmm0                                                # 016e4 evex   62 f1 7c 48 5b c0
    vfnmadd231ps zmm12, zmm0, zmm27                                     # 016ea evex   62 12 7d 48 bc e3
    vcvtdq2ps zmm2, zmm2                                                # 016f0 evex   62 f1 7c 48 5b d2
    vfnmadd231ps zmm14, zmm2, zmm27                                     # 016f6 evex   62 12 6d 48 bc f3
    vmovaps zmm27, zmmword ptr [rbp+0x2C40]                             # 016fc evex   62 61 7c 48 28 9d 40 2c 00 00
    vcvtdq2ps zmm1, zmm1                                                # 01706 evex   62 f1 7c 48 5b c9
    vfnmadd231ps zmm13, zmm1, zmm27                                     # 0170c evex   62 12 75 48 bc eb
    vcvtdq2ps zmm3, zmm3                                                # 01712 evex   62 f1 7c 48 5b db
    vfnmadd231ps zmm15, zmm3, zmm27                                     # 01718 evex   62 12 65 48 bc fb

micro_kernel_2_store:
    # C += token scale * f
    vbroadcastss zmm26, dword ptr [rsi+0x130]                           # 0171e evex   62 62 7d 48 18 56 4c
    vfmadd213ps zmm12, zmm26, zmmword ptr [rdx]                         # 01725 evex   62 72 2d 40 a8 22
    vmovaps zmmword ptr [rdx], zmm12                                    # 0172b evex   62 71 7c 48 29 22
    vfmadd213ps zmm13, zmm26, zmmword ptr [rdx+0x40]                    # 01731 evex   62 72 2d 40 a8 6a 01
    vmovaps zmmword ptr [rdx+0x40], zmm13                               # 01738 evex   62 71 7c 48 29 6a 01
    vbroadcastss zmm26, dword ptr [rsi+0x270]                           # 0173f evex   62 62 7d 48 18 96 70 02 00 00
    vfmadd213ps zmm14, zmm26, zmmword ptr [rdx+0x80]                    # 01749 evex   62 72 2d 40 a8 72 02
    vmovaps zmmword ptr [rdx+0x80], zmm14                               # 01750 evex   62 71 7c 48 29 72 02
    vfmadd213ps zmm15, zmm26, zmmword ptr [rdx+0xC0]                    # 01757 evex   62 72 2d 40 a8 7a 03
    vmovaps zmmword ptr [rdx+0xC0], zmm15                               # 0175e evex   62 71 7c 48 29 7a 03
    ret                                                                 # 01765 legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 01766 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0176f alignment
    .byte 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00                # 01778 alignment

micro_kernel_6:
    # zmm0..11 int32 sums [token][row register], zmm12..23 f32 sums, zmm24..25 codes, zmm26 activation, zmm27 temporary; rsi activation record, rdx C
    vpxord zmm12, zmm12, zmm12                                          # 01780 evex   62 51 1d 48 ef e4
    vpxord zmm13, zmm13, zmm13                                          # 01786 evex   62 51 15 48 ef ed
    vpxord zmm14, zmm14, zmm14                                          # 0178c evex   62 51 0d 48 ef f6
    vpxord zmm15, zmm15, zmm15                                          # 01792 evex   62 51 05 48 ef ff
    vpxord zmm16, zmm16, zmm16                                          # 01798 evex   62 a1 7d 40 ef c0
    vpxord zmm17, zmm17, zmm17                                          # 0179e evex   62 a1 75 40 ef c9
    vpxord zmm18, zmm18, zmm18                                          # 017a4 evex   62 a1 6d 40 ef d2
    vpxord zmm19, zmm19, zmm19                                          # 017aa evex   62 a1 65 40 ef db
    vpxord zmm20, zmm20, zmm20                                          # 017b0 evex   62 a1 5d 40 ef e4
    vpxord zmm21, zmm21, zmm21                                          # 017b6 evex   62 a1 55 40 ef ed
    vpxord zmm22, zmm22, zmm22                                          # 017bc evex   62 a1 4d 40 ef f6
    vpxord zmm23, zmm23, zmm23                                          # 017c2 evex   62 a1 45 40 ef ff
    lea r8, [rbp]                                                       # 017c8 legacy 4c 8d 45 00
    lea r10, [rbp+0x2000]                                               # 017cc legacy 4c 8d 95 00 20 00 00
    mov r9, rsi                                                         # 017d3 legacy 49 89 f1
    mov ecx, 0x10                                                       # 017d6 legacy b9 10 00 00 00
    .byte 0x0f, 0x1f, 0x44, 0x00, 0x00                                  # 017db alignment

micro_kernel_6_sub_block:
    # the inner loop: r8 codes, r9 activations, r10 scales, ecx sub-blocks left
    vpxord zmm0, zmm0, zmm0                                             # 017e0 evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 017e6 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 017ec evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 017f2 evex   62 f1 65 48 ef db
    vpxord zmm4, zmm4, zmm4                                             # 017f8 evex   62 f1 5d 48 ef e4
    vpxord zmm5, zmm5, zmm5                                             # 017fe evex   62 f1 55 48 ef ed
    vpxord zmm6, zmm6, zmm6                                             # 01804 evex   62 f1 4d 48 ef f6
    vpxord zmm7, zmm7, zmm7                                             # 0180a evex   62 f1 45 48 ef ff
    vpxord zmm8, zmm8, zmm8                                             # 01810 evex   62 51 3d 48 ef c0
    vpxord zmm9, zmm9, zmm9                                             # 01816 evex   62 51 35 48 ef c9
    vpxord zmm10, zmm10, zmm10                                          # 0181c evex   62 51 2d 48 ef d2
    vpxord zmm11, zmm11, zmm11                                          # 01822 evex   62 51 25 48 ef db
    vmovaps zmm24, zmmword ptr [r8]                                     # 01828 evex   62 41 7c 48 28 00
    vmovaps zmm25, zmmword ptr [r8+0x1000]                              # 0182e evex   62 41 7c 48 28 48 40
    vpbroadcastd zmm26, dword ptr [r9]                                  # 01835 evex   62 42 7d 48 58 11
    vpdpbusd zmm0, zmm24, zmm26                                         # 0183b evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01841 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x140]                            # 01847 evex   62 42 7d 48 58 51 50
    vpdpbusd zmm2, zmm24, zmm26                                         # 0184e evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 01854 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x280]                            # 0185a evex   62 42 7d 48 58 91 80 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 01864 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 0186a evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C0]                            # 01870 evex   62 42 7d 48 58 91 c0 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 0187a evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 01880 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x500]                            # 01886 evex   62 42 7d 48 58 91 00 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 01890 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 01896 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x640]                            # 0189c evex   62 42 7d 48 58 91 40 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 018a6 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 018ac evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x40]                                # 018b2 evex   62 41 7c 48 28 40 01
    vmovaps zmm25, zmmword ptr [r8+0x1040]                              # 018b9 evex   62 41 7c 48 28 48 41
    vpbroadcastd zmm26, dword ptr [r9+0x04]                             # 018c0 evex   62 42 7d 48 58 51 01
    vpdpbusd zmm0, zmm24, zmm26                                         # 018c7 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 018cd evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x144]                            # 018d3 evex   62 42 7d 48 58 51 51
    vpdpbusd zmm2, zmm24, zmm26                                         # 018da evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 018e0 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x284]                            # 018e6 evex   62 42 7d 48 58 91 84 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 018f0 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 018f6 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C4]                            # 018fc evex   62 42 7d 48 58 91 c4 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 01906 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 0190c evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x504]                            # 01912 evex   62 42 7d 48 58 91 04 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 0191c evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 01922 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x644]                            # 01928 evex   62 42 7d 48 58 91 44 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 01932 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 01938 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x80]                                # 0193e evex   62 41 7c 48 28 40 02
    vmovaps zmm25, zmmword ptr [r8+0x1080]                              # 01945 evex   62 41 7c 48 28 48 42
    vpbroadcastd zmm26, dword ptr [r9+0x08]                             # 0194c evex   62 42 7d 48 58 51 02
    vpdpbusd zmm0, zmm24, zmm26                                         # 01953 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01959 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x148]                            # 0195f evex   62 42 7d 48 58 51 52
    vpdpbusd zmm2, zmm24, zmm26                                         # 01966 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 0196c evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x288]                            # 01972 evex   62 42 7d 48 58 91 88 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 0197c evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 01982 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C8]                            # 01988 evex   62 42 7d 48 58 91 c8 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 01992 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 01998 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x508]                            # 0199e evex   62 42 7d 48 58 91 08 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 019a8 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 019ae evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x648]                            # 019b4 evex   62 42 7d 48 58 91 48 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 019be evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 019c4 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0xC0]                                # 019ca evex   62 41 7c 48 28 40 03
    vmovaps zmm25, zmmword ptr [r8+0x10C0]                              # 019d1 evex   62 41 7c 48 28 48 43
    vpbroadcastd zmm26, dword ptr [r9+0x0C]                             # 019d8 evex   62 42 7d 48 58 51 03
    vpdpbusd zmm0, zmm24, zmm26                                         # 019df evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 019e5 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x14C]                            # 019eb evex   62 42 7d 48 58 51 53
    vpdpbusd zmm2, zmm24, zmm26                                         # 019f2 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 019f8 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x28C]                            # 019fe evex   62 42 7d 48 58 91 8c 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 01a08 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 01a0e evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3CC]                            # 01a14 evex   62 42 7d 48 58 91 cc 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 01a1e evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 01a24 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x50C]                            # 01a2a evex   62 42 7d 48 58 91 0c 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 01a34 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 01a3a evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x64C]                            # 01a40 evex   62 42 7d 48 58 91 4c 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 01a4a evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 01a50 evex   62 12 35 40 50 da
    vmovaps zmm27, zmmword ptr [r10]                                    # 01a56 evex   62 41 7c 48 28 1a
    vcvtdq2ps zmm0, zmm0                                                # 01a5c evex   62 f1 7c 48 5b c0
    vfmadd231ps zmm12, zmm0, zmm27                                      # 01a62 evex   62 12 7d 48 b8 e3
    vcvtdq2ps zmm2, zmm2                                                # 01a68 evex   62 f1 7c 48 5b d2
    vfmadd231ps zmm14, zmm2, zmm27                                      # 01a6e evex   62 12 6d 48 b8 f3
    vcvtdq2ps zmm4, zmm4                                                # 01a74 evex   62 f1 7c 48 5b e4
    vfmadd231ps zmm16, zmm4, zmm27                                      # 01a7a evex   62 82 5d 48 b8 c3
    vcvtdq2ps zmm6, zmm6                                                # 01a80 evex   62 f1 7c 48 5b f6
    vfmadd231ps zmm18, zmm6, zmm27                                      # 01a86 evex   62 82 4d 48 b8 d3
    vcvtdq2ps zmm8, zmm8                                                # 01a8c evex   62 51 7c 48 5b c0
    vfmadd231ps zmm20, zmm8, zmm27                                      # 01a92 evex   62 82 3d 48 b8 e3
    vcvtdq2ps zmm10, zmm10                                              # 01a98 evex   62 51 7c 48 5b d2
    vfmadd231ps zmm22, zmm10, zmm27                                     # 01a9e evex   62 82 2d 48 b8 f3
    vmovaps zmm27, zmmword ptr [r10+0x400]                              # 01aa4 evex   62 41 7c 48 28 5a 10
    vcvtdq2ps zmm1, zmm1                                                # 01aab evex   62 f1 7c 48 5b c9
    vfmadd231ps zmm13, zmm1, zmm27                                      # 01ab1 evex   62 12 75 48 b8 eb
    vcvtdq2ps zmm3, zmm3                                                # 01ab7 evex   62 f1 7c 48 5b db
    vfmadd231ps zmm15, zmm3, zmm27                                      # 01abd evex   62 12 65 48 b8 fb
    vcvtdq2ps zmm5, zmm5                                                # 01ac3 evex   62 f1 7c 48 5b ed
    vfmadd231ps zmm17, zmm5, zmm27                                      # 01ac9 evex   62 82 55 48 b8 cb
    vcvtdq2ps zmm7, zmm7                                                # 01acf evex   62 f1 7c 48 5b ff
    vfmadd231ps zmm19, zmm7, zmm27                                      # 01ad5 evex   62 82 45 48 b8 db
    vcvtdq2ps zmm9, zmm9                                                # 01adb evex   62 51 7c 48 5b c9
    vfmadd231ps zmm21, zmm9, zmm27                                      # 01ae1 evex   62 82 35 48 b8 eb
    vcvtdq2ps zmm11, zmm11                                              # 01ae7 evex   62 51 7c 48 5b db
    vfmadd231ps zmm23, zmm11, zmm27                                     # 01aed evex   62 82 25 48 b8 fb
    add r8, 0x100                                                       # 01af3 legacy 49 81 c0 00 01 00 00
    add r10, 0x40                                                       # 01afa legacy 49 83 c2 40
    add r9, 0x10                                                        # 01afe legacy 49 83 c1 10
    dec ecx                                                             # 01b02 legacy ff c9
    jnz micro_kernel_6_sub_block                                        # 01b04 legacy 0f 85 d6 fc ff ff

micro_kernel_6_sub_block_end:
micro_kernel_6_offset_term:
    # f -= zero point * d * sum of scale * activation sum
    vpxord zmm0, zmm0, zmm0                                             # 01b0a evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 01b10 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 01b16 evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 01b1c evex   62 f1 65 48 ef db
    vpxord zmm4, zmm4, zmm4                                             # 01b22 evex   62 f1 5d 48 ef e4
    vpxord zmm5, zmm5, zmm5                                             # 01b28 evex   62 f1 55 48 ef ed
    vpxord zmm6, zmm6, zmm6                                             # 01b2e evex   62 f1 4d 48 ef f6
    vpxord zmm7, zmm7, zmm7                                             # 01b34 evex   62 f1 45 48 ef ff
    vpxord zmm8, zmm8, zmm8                                             # 01b3a evex   62 51 3d 48 ef c0
    vpxord zmm9, zmm9, zmm9                                             # 01b40 evex   62 51 35 48 ef c9
    vpxord zmm10, zmm10, zmm10                                          # 01b46 evex   62 51 2d 48 ef d2
    vpxord zmm11, zmm11, zmm11                                          # 01b4c evex   62 51 25 48 ef db
    vpbroadcastd zmm26, dword ptr [rsi+0x100]                           # 01b52 evex   62 62 7d 48 58 56 40
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2800]                      # 01b59 evex   62 f2 2d 40 52 85 00 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A00]                      # 01b63 evex   62 f2 2d 40 52 8d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x240]                           # 01b6d evex   62 62 7d 48 58 96 40 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2800]                      # 01b77 evex   62 f2 2d 40 52 95 00 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A00]                      # 01b81 evex   62 f2 2d 40 52 9d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x380]                           # 01b8b evex   62 62 7d 48 58 96 80 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2800]                      # 01b95 evex   62 f2 2d 40 52 a5 00 28 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2A00]                      # 01b9f evex   62 f2 2d 40 52 ad 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4C0]                           # 01ba9 evex   62 62 7d 48 58 96 c0 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2800]                      # 01bb3 evex   62 f2 2d 40 52 b5 00 28 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2A00]                      # 01bbd evex   62 f2 2d 40 52 bd 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x600]                           # 01bc7 evex   62 62 7d 48 58 96 00 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2800]                      # 01bd1 evex   62 72 2d 40 52 85 00 28 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2A00]                      # 01bdb evex   62 72 2d 40 52 8d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x740]                           # 01be5 evex   62 62 7d 48 58 96 40 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2800]                     # 01bef evex   62 72 2d 40 52 95 00 28 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2A00]                     # 01bf9 evex   62 72 2d 40 52 9d 00 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x104]                           # 01c03 evex   62 62 7d 48 58 56 41
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2840]                      # 01c0a evex   62 f2 2d 40 52 85 40 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A40]                      # 01c14 evex   62 f2 2d 40 52 8d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x244]                           # 01c1e evex   62 62 7d 48 58 96 44 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2840]                      # 01c28 evex   62 f2 2d 40 52 95 40 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A40]                      # 01c32 evex   62 f2 2d 40 52 9d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x384]                           # 01c3c evex   62 62 7d 48 58 96 84 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2840]                      # 01c46 evex   62 f2 2d 40 52 a5 40 28 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2A40]                      # 01c50 evex   62 f2 2d 40 52 ad 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4C4]                           # 01c5a evex   62 62 7d 48 58 96 c4 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2840]                      # 01c64 evex   62 f2 2d 40 52 b5 40 28 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2A40]                      # 01c6e evex   62 f2 2d 40 52 bd 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x604]                           # 01c78 evex   62 62 7d 48 58 96 04 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2840]                      # 01c82 evex   62 72 2d 40 52 85 40 28 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2A40]                      # 01c8c evex   62 72 2d 40 52 8d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x744]                           # 01c96 evex   62 62 7d 48 58 96 44 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2840]                     # 01ca0 evex   62 72 2d 40 52 95 40 28 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2A40]                     # 01caa evex   62 72 2d 40 52 9d 40 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x108]                           # 01cb4 evex   62 62 7d 48 58 56 42
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2880]                      # 01cbb evex   62 f2 2d 40 52 85 80 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2A80]                      # 01cc5 evex   62 f2 2d 40 52 8d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x248]                           # 01ccf evex   62 62 7d 48 58 96 48 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2880]                      # 01cd9 evex   62 f2 2d 40 52 95 80 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2A80]                      # 01ce3 evex   62 f2 2d 40 52 9d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x388]                           # 01ced evex   62 62 7d 48 58 96 88 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2880]                      # 01cf7 evex   62 f2 2d 40 52 a5 80 28 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2A80]                      # 01d01 evex   62 f2 2d 40 52 ad 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4C8]                           # 01d0b evex   62 62 7d 48 58 96 c8 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2880]                      # 01d15 evex   62 f2 2d 40 52 b5 80 28 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2A80]                      # 01d1f evex   62 f2 2d 40 52 bd 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x608]                           # 01d29 evex   62 62 7d 48 58 96 08 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2880]                      # 01d33 evex   62 72 2d 40 52 85 80 28 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2A80]                      # 01d3d evex   62 72 2d 40 52 8d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x748]                           # 01d47 evex   62 62 7d 48 58 96 48 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2880]                     # 01d51 evex   62 72 2d 40 52 95 80 28 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2A80]                     # 01d5b evex   62 72 2d 40 52 9d 80 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x10C]                           # 01d65 evex   62 62 7d 48 58 56 43
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x28C0]                      # 01d6c evex   62 f2 2d 40 52 85 c0 28 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01d76 evex   62 f2 2d 40 52 8d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x24C]                           # 01d80 evex   62 62 7d 48 58 96 4c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x28C0]                      # 01d8a evex   62 f2 2d 40 52 95 c0 28 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01d94 evex   62 f2 2d 40 52 9d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x38C]                           # 01d9e evex   62 62 7d 48 58 96 8c 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x28C0]                      # 01da8 evex   62 f2 2d 40 52 a5 c0 28 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01db2 evex   62 f2 2d 40 52 ad c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4CC]                           # 01dbc evex   62 62 7d 48 58 96 cc 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x28C0]                      # 01dc6 evex   62 f2 2d 40 52 b5 c0 28 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01dd0 evex   62 f2 2d 40 52 bd c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x60C]                           # 01dda evex   62 62 7d 48 58 96 0c 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x28C0]                      # 01de4 evex   62 72 2d 40 52 85 c0 28 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2AC0]                      # 01dee evex   62 72 2d 40 52 8d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x74C]                           # 01df8 evex   62 62 7d 48 58 96 4c 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x28C0]                     # 01e02 evex   62 72 2d 40 52 95 c0 28 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2AC0]                     # 01e0c evex   62 72 2d 40 52 9d c0 2a 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x110]                           # 01e16 evex   62 62 7d 48 58 56 44
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2900]                      # 01e1d evex   62 f2 2d 40 52 85 00 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B00]                      # 01e27 evex   62 f2 2d 40 52 8d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x250]                           # 01e31 evex   62 62 7d 48 58 96 50 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2900]                      # 01e3b evex   62 f2 2d 40 52 95 00 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B00]                      # 01e45 evex   62 f2 2d 40 52 9d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x390]                           # 01e4f evex   62 62 7d 48 58 96 90 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2900]                      # 01e59 evex   62 f2 2d 40 52 a5 00 29 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2B00]                      # 01e63 evex   62 f2 2d 40 52 ad 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4D0]                           # 01e6d evex   62 62 7d 48 58 96 d0 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2900]                      # 01e77 evex   62 f2 2d 40 52 b5 00 29 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2B00]                      # 01e81 evex   62 f2 2d 40 52 bd 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x610]                           # 01e8b evex   62 62 7d 48 58 96 10 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2900]                      # 01e95 evex   62 72 2d 40 52 85 00 29 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2B00]                      # 01e9f evex   62 72 2d 40 52 8d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x750]                           # 01ea9 evex   62 62 7d 48 58 96 50 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2900]                     # 01eb3 evex   62 72 2d 40 52 95 00 29 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2B00]                     # 01ebd evex   62 72 2d 40 52 9d 00 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x114]                           # 01ec7 evex   62 62 7d 48 58 56 45
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2940]                      # 01ece evex   62 f2 2d 40 52 85 40 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B40]                      # 01ed8 evex   62 f2 2d 40 52 8d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x254]                           # 01ee2 evex   62 62 7d 48 58 96 54 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2940]                      # 01eec evex   62 f2 2d 40 52 95 40 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B40]                      # 01ef6 evex   62 f2 2d 40 52 9d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x394]                           # 01f00 evex   62 62 7d 48 58 96 94 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2940]                      # 01f0a evex   62 f2 2d 40 52 a5 40 29 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2B40]                      # 01f14 evex   62 f2 2d 40 52 ad 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4D4]                           # 01f1e evex   62 62 7d 48 58 96 d4 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2940]                      # 01f28 evex   62 f2 2d 40 52 b5 40 29 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2B40]                      # 01f32 evex   62 f2 2d 40 52 bd 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x614]                           # 01f3c evex   62 62 7d 48 58 96 14 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2940]                      # 01f46 evex   62 72 2d 40 52 85 40 29 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2B40]                      # 01f50 evex   62 72 2d 40 52 8d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x754]                           # 01f5a evex   62 62 7d 48 58 96 54 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2940]                     # 01f64 evex   62 72 2d 40 52 95 40 29 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2B40]                     # 01f6e evex   62 72 2d 40 52 9d 40 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x118]                           # 01f78 evex   62 62 7d 48 58 56 46
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2980]                      # 01f7f evex   62 f2 2d 40 52 85 80 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2B80]                      # 01f89 evex   62 f2 2d 40 52 8d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x258]                           # 01f93 evex   62 62 7d 48 58 96 58 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2980]                      # 01f9d evex   62 f2 2d 40 52 95 80 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2B80]                      # 01fa7 evex   62 f2 2d 40 52 9d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x398]                           # 01fb1 evex   62 62 7d 48 58 96 98 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2980]                      # 01fbb evex   62 f2 2d 40 52 a5 80 29 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2B80]                      # 01fc5 evex   62 f2 2d 40 52 ad 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4D8]                           # 01fcf evex   62 62 7d 48 58 96 d8 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2980]                      # 01fd9 evex   62 f2 2d 40 52 b5 80 29 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2B80]                      # 01fe3 evex   62 f2 2d 40 52 bd 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x618]                           # 01fed evex   62 62 7d 48 58 96 18 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2980]                      # 01ff7 evex   62 72 2d 40 52 85 80 29 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2B80]                      # 02001 evex   62 72 2d 40 52 8d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x758]                           # 0200b evex   62 62 7d 48 58 96 58 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2980]                     # 02015 evex   62 72 2d 40 52 95 80 29 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2B80]                     # 0201f evex   62 72 2d 40 52 9d 80 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x11C]                           # 02029 evex   62 62 7d 48 58 56 47
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x29C0]                      # 02030 evex   62 f2 2d 40 52 85 c0 29 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2BC0]                      # 0203a evex   62 f2 2d 40 52 8d c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x25C]                           # 02044 evex   62 62 7d 48 58 96 5c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x29C0]                      # 0204e evex   62 f2 2d 40 52 95 c0 29 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2BC0]                      # 02058 evex   62 f2 2d 40 52 9d c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x39C]                           # 02062 evex   62 62 7d 48 58 96 9c 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x29C0]                      # 0206c evex   62 f2 2d 40 52 a5 c0 29 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2BC0]                      # 02076 evex   62 f2 2d 40 52 ad c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4DC]                           # 02080 evex   62 62 7d 48 58 96 dc 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x29C0]                      # 0208a evex   62 f2 2d 40 52 b5 c0 29 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2BC0]                      # 02094 evex   62 f2 2d 40 52 bd c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x61C]                           # 0209e evex   62 62 7d 48 58 96 1c 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x29C0]                      # 020a8 evex   62 72 2d 40 52 85 c0 29 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2BC0]                      # 020b2 evex   62 72 2d 40 52 8d c0 2b 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x75C]                           # 020bc evex   62 62 7d 48 58 96 5c 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x29C0]                     # 020c6 evex   62 72 2d 40 52 95 c0 29 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2BC0]                     # 020d0 evex   62 72 2d 40 52 9d c0 2b 00 00
    vmovaps zmm27, zmmword ptr [rbp+0x2C00]                             # 020da evex   62 61 7c 48 28 9d 00 2c 00 00
    vcvtdq2ps zmm0, zmm0                                                # 020e4 evex   62 f1 7c 48 5b c0
    vfnmadd231ps zmm12, zmm0, zmm27                                     # 020ea evex   62 12 7d 48 bc e3
    vcvtdq2ps zmm2, zmm2                                                # 020f0 evex   62 f1 7c 48 5b d2
    vfnmadd231ps zmm14, zmm2, zmm27                                     # 020f6 evex   62 12 6d 48 bc f3
    vcvtdq2ps zmm4, zmm4                                                # 020fc evex   62 f1 7c 48 5b e4
    vfnmadd231ps zmm16, zmm4, zmm27                                     # 02102 evex   62 82 5d 48 bc c3
    vcvtdq2ps zmm6, zmm6                                                # 02108 evex   62 f1 7c 48 5b f6
    vfnmadd231ps zmm18, zmm6, zmm27                                     # 0210e evex   62 82 4d 48 bc d3
    vcvtdq2ps zmm8, zmm8                                                # 02114 evex   62 51 7c 48 5b c0
    vfnmadd231ps zmm20, zmm8, zmm27                                     # 0211a evex   62 82 3d 48 bc e3
    vcvtdq2ps zmm10, zmm10                                              # 02120 evex   62 51 7c 48 5b d2
    vfnmadd231ps zmm22, zmm10, zmm27                                    # 02126 evex   62 82 2d 48 bc f3
    vmovaps zmm27, zmmword ptr [rbp+0x2C40]                             # 0212c evex   62 61 7c 48 28 9d 40 2c 00 00
    vcvtdq2ps zmm1, zmm1                                                # 02136 evex   62 f1 7c 48 5b c9
    vfnmadd231ps zmm13, zmm1, zmm27                                     # 0213c evex   62 12 75 48 bc eb
    vcvtdq2ps zmm3, zmm3                                                # 02142 evex   62 f1 7c 48 5b db
    vfnmadd231ps zmm15, zmm3, zmm27                                     # 02148 evex   62 12 65 48 bc fb
    vcvtdq2ps zmm5, zmm5                                                # 0214e evex   62 f1 7c 48 5b ed
    vfnmadd231ps zmm17, zmm5, zmm27                                     # 02154 evex   62 82 55 48 bc cb
    vcvtdq2ps zmm7, zmm7                                                # 0215a evex   62 f1 7c 48 5b ff
    vfnmadd231ps zmm19, zmm7, zmm27                                     # 02160 evex   62 82 45 48 bc db
    vcvtdq2ps zmm9, zmm9                                                # 02166 evex   62 51 7c 48 5b c9
    vfnmadd231ps zmm21, zmm9, zmm27                                     # 0216c evex   62 82 35 48 bc eb
    vcvtdq2ps zmm11, zmm11                                              # 02172 evex   62 51 7c 48 5b db
    vfnmadd231ps zmm23, zmm11, zmm27                                    # 02178 evex   62 82 25 48 bc fb

micro_kernel_6_store:
    # C += token scale * f
    vbroadcastss zmm26, dword ptr [rsi+0x130]                           # 0217e evex   62 62 7d 48 18 56 4c
    vfmadd213ps zmm12, zmm26, zmmword ptr [rdx]                         # 02185 evex   62 72 2d 40 a8 22
    vmovaps zmmword ptr [rdx], zmm12                                    # 0218b evex   62 71 7c 48 29 22
    vfmadd213ps zmm13, zmm26, zmmword ptr [rdx+0x40]                    # 02191 evex   62 72 2d 40 a8 6a 01
    vmovaps zmmword ptr [rdx+0x40], zmm13                               # 02198 evex   62 71 7c 48 29 6a 01
    vbroadcastss zmm26, dword ptr [rsi+0x270]                           # 0219f evex   62 62 7d 48 18 96 70 02 00 00
    vfmadd213ps zmm14, zmm26, zmmword ptr [rdx+0x80]                    # 021a9 evex   62 72 2d 40 a8 72 02
    vmovaps zmmword ptr [rdx+0x80], zmm14                               # 021b0 evex   62 71 7c 48 29 72 02
    vfmadd213ps zmm15, zmm26, zmmword ptr [rdx+0xC0]                    # 021b7 evex   62 72 2d 40 a8 7a 03
    vmovaps zmmword ptr [rdx+0xC0], zmm15                               # 021be evex   62 71 7c 48 29 7a 03
    vbroadcastss zmm26, dword ptr [rsi+0x3B0]                           # 021c5 evex   62 62 7d 48 18 96 b0 03 00 00
    vfmadd213ps zmm16, zmm26, zmmword ptr [rdx+0x100]                   # 021cf evex   62 e2 2d 40 a8 42 04
    vmovaps zmmword ptr [rdx+0x100], zmm16                              # 021d6 evex   62 e1 7c 48 29 42 04
    vfmadd213ps zmm17, zmm26, zmmword ptr [rdx+0x140]                   # 021dd evex   62 e2 2d 40 a8 4a 05
    vmovaps zmmword ptr [rdx+0x140], zmm17                              # 021e4 evex   62 e1 7c 48 29 4a 05
    vbroadcastss zmm26, dword ptr [rsi+0x4F0]                           # 021eb evex   62 62 7d 48 18 96 f0 04 00 00
    vfmadd213ps zmm18, zmm26, zmmword ptr [rdx+0x180]                   # 021f5 evex   62 e2 2d 40 a8 52 06
    vmovaps zmmword ptr [rdx+0x180], zmm18                              # 021fc evex   62 e1 7c 48 29 52 06
    vfmadd213ps zmm19, zmm26, zmmword ptr [rdx+0x1C0]                   # 02203 evex   62 e2 2d 40 a8 5a 07
    vmovaps zmmword ptr [rdx+0x1C0], zmm19                              # 0220a evex   62 e1 7c 48 29 5a 07
    vbroadcastss zmm26, dword ptr [rsi+0x630]                           # 02211 evex   62 62 7d 48 18 96 30 06 00 00
    vfmadd213ps zmm20, zmm26, zmmword ptr [rdx+0x200]                   # 0221b evex   62 e2 2d 40 a8 62 08
    vmovaps zmmword ptr [rdx+0x200], zmm20                              # 02222 evex   62 e1 7c 48 29 62 08
    vfmadd213ps zmm21, zmm26, zmmword ptr [rdx+0x240]                   # 02229 evex   62 e2 2d 40 a8 6a 09
    vmovaps zmmword ptr [rdx+0x240], zmm21                              # 02230 evex   62 e1 7c 48 29 6a 09
    vbroadcastss zmm26, dword ptr [rsi+0x770]                           # 02237 evex   62 62 7d 48 18 96 70 07 00 00
    vfmadd213ps zmm22, zmm26, zmmword ptr [rdx+0x280]                   # 02241 evex   62 e2 2d 40 a8 72 0a
    vmovaps zmmword ptr [rdx+0x280], zmm22                              # 02248 evex   62 e1 7c 48 29 72 0a
    vfmadd213ps zmm23, zmm26, zmmword ptr [rdx+0x2C0]                   # 0224f evex   62 e2 2d 40 a8 7a 0b
    vmovaps zmmword ptr [rdx+0x2C0], zmm23                              # 02256 evex   62 e1 7c 48 29 7a 0b
    ret                                                                 # 0225d legacy c3
