# output: op=qgemm weight=q4_k n=962 k=256 tokens=32 tile=auto isa=avx512_vnni head_size=0 pairs=adjacent
# 6410 bytes; entry at offset 0: void(const Call*), System V
#
# plan
#   op = "qgemm"
#   isa = "avx512_vnni"
#   weight = "q4_k"
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
#   scratch_bytes = 15488
#   over_read_bytes = 0
#   ceiling = 0.735632
#
# instructions by region (those with a memory source, whatever their kind)
#   work_item: 24 scalar (4)
#   token_tile_32_clear: 1 store, 1 register cleared, 5 scalar (0)
#   token_tile_32_super_blocks: 52 scalar (6)
#   token_tile_32_store: 2 loads, 2 stores, 40 scalar (10)
#   return: 9 scalar (0)
#   unpack_codes: 64 loads, 64 stores, 98 others of vectors, 38 scalar (101)
#   unpack_scales: 8 converts, 8 stores, 17 others of vectors (9)
#   unpack_offsets: 5 stores, 17 others of vectors, 1 scalar (9)
#   micro_kernel_2: 4 registers cleared, 4 scalar (0)
#   micro_kernel_2_sub_block, each turn: 32 dot products, 4 converts, 4 FMAs, 18 loads, 16 broadcasts, 4 registers cleared, 5 scalar (34)
#   micro_kernel_2_offset_term: 16 dot products of int16 pairs, 4 converts, 4 FMAs, 2 loads, 8 broadcasts, 4 registers cleared (26)
#   micro_kernel_2_store: 4 FMAs, 2 broadcasts, 4 stores, 1 scalar (6)
#   micro_kernel_6: 12 registers cleared, 4 scalar (0)
#   micro_kernel_6_sub_block, each turn: 96 dot products, 12 converts, 12 FMAs, 18 loads, 48 broadcasts, 12 registers cleared, 5 scalar (66)
#   micro_kernel_6_offset_term: 48 dot products of int16 pairs, 12 converts, 12 FMAs, 2 loads, 24 broadcasts, 12 registers cleared (74)
#   micro_kernel_6_store: 12 FMAs, 6 broadcasts, 12 stores, 1 scalar (18)
#
# share of the dot-product peak that these instructions leave: dot products at their peak over all vector
# arithmetic on their ports, converts included
#   micro_kernel_2: inner loop 0.80, whole 0.74; the plan's ceiling 0.735632
#   micro_kernel_6: inner loop 0.80, whole 0.74; the plan's ceiling 0.735632

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
    lea rax, [rbp+0x2C80]                                               # 0005f legacy 48 8d 85 80 2c 00 00
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
    lea r15, [rbp+0x2C80]                                               # 00084 legacy 4c 8d bd 80 2c 00 00

.L3:
    imul rax, r13, 0x02                                                 # 0008b legacy 49 6b c5 02
    add rax, qword ptr [rsp]                                            # 0008f legacy 48 03 04 24
    mov ecx, 0x3C                                                       # 00093 legacy b9 3c 00 00 00
    cmp rax, rcx                                                        # 00098 legacy 48 39 c8
    cmovnle rax, rcx                                                    # 0009b legacy 48 0f 4f c1
    mov ecx, 0x940                                                      # 0009f legacy b9 40 09 00 00
    imul rax, rcx                                                       # 000a4 legacy 48 0f af c1
    add rax, qword ptr [rbx]                                            # 000a8 legacy 48 03 03
    add rax, r14                                                        # 000ab legacy 4c 01 f0
    lea r8, [rbp]                                                       # 000ae legacy 4c 8d 45 00
    lea r9, [rbp+0x2000]                                                # 000b2 legacy 4c 8d 8d 00 20 00 00
    lea r10, [rbp+0x2400]                                               # 000b9 legacy 4c 8d 95 00 24 00 00
    lea rsi, [rbp+0x2600]                                               # 000c0 legacy 48 8d b5 00 26 00 00
    call unpack_codes                                                   # 000c7 legacy e8 84 01 00 00
    imul r11, r13, 0x02                                                 # 000cc legacy 4d 6b dd 02
    add r11, qword ptr [rsp]                                            # 000d0 legacy 4c 03 1c 24
    add r11, 0x01                                                       # 000d4 legacy 49 83 c3 01
    mov ecx, 0x3C                                                       # 000d8 legacy b9 3c 00 00 00
    cmp r11, rcx                                                        # 000dd legacy 49 39 cb
    cmovnle r11, rcx                                                    # 000e0 legacy 4c 0f 4f d9
    mov ecx, 0x940                                                      # 000e4 legacy b9 40 09 00 00
    imul r11, rcx                                                       # 000e9 legacy 4c 0f af d9
    add r11, qword ptr [rbx]                                            # 000ed legacy 4c 03 1b
    add r11, r14                                                        # 000f0 legacy 4d 01 f3
    xchg r11, rax                                                       # 000f3 legacy 49 93
    lea r8, [rbp+0x1000]                                                # 000f5 legacy 4c 8d 85 00 10 00 00
    lea r9, [rbp+0x2200]                                                # 000fc legacy 4c 8d 8d 00 22 00 00
    lea r10, [rbp+0x2500]                                               # 00103 legacy 4c 8d 95 00 25 00 00
    lea rsi, [rbp+0x2640]                                               # 0010a legacy 48 8d b5 40 26 00 00
    call unpack_codes                                                   # 00111 legacy e8 3a 01 00 00
    xchg r11, rax                                                       # 00116 legacy 49 93
    mov rsi, r12                                                        # 00118 legacy 4c 89 e6
    mov rdx, r15                                                        # 0011b legacy 4c 89 fa
    mov edi, 0x05                                                       # 0011e legacy bf 05 00 00 00

.L4:
    call micro_kernel_6                                                 # 00123 legacy e8 98 0d 00 00
    add rsi, 0x780                                                      # 00128 legacy 48 81 c6 80 07 00 00
    add rdx, 0x300                                                      # 0012f legacy 48 81 c2 00 03 00 00
    dec rdi                                                             # 00136 legacy 48 ff cf
    jnz .L4                                                             # 00139 legacy 75 e8
    call micro_kernel_2                                                 # 0013b legacy e8 80 09 00 00
    add r15, 0x1000                                                     # 00140 legacy 49 81 c7 00 10 00 00
    inc r13                                                             # 00147 legacy 49 ff c5
    cmp r13, qword ptr [rsp+0x08]                                       # 0014a legacy 4c 3b 6c 24 08
    jl .L3                                                              # 0014f legacy 0f 8c 36 ff ff ff
    add r12, 0x2800                                                     # 00155 legacy 49 81 c4 00 28 00 00
    add r14, 0x940                                                      # 0015c legacy 49 81 c6 40 09 00 00
    cmp r14, 0x940                                                      # 00163 legacy 49 81 fe 40 09 00 00
    jl .L2                                                              # 0016a legacy 0f 8c 11 ff ff ff

token_tile_32_store:
    # C to the output, rows past N left out
    mov rsi, qword ptr [rbx+0x18]                                       # 00170 legacy 48 8b 73 18
    shl rsi, 0x02                                                       # 00174 legacy 48 c1 e6 02
    xor r13, r13                                                        # 00178 legacy 4d 31 ed
    lea r15, [rbp+0x2C80]                                               # 0017b legacy 4c 8d bd 80 2c 00 00

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
    prefetcht1 byte ptr [rax+0x940]                                     # 00250 legacy 0f 18 90 40 09 00 00
    prefetcht1 byte ptr [rax+0x980]                                     # 00257 legacy 0f 18 90 80 09 00 00
    prefetcht1 byte ptr [rax+0x9C0]                                     # 0025e legacy 0f 18 90 c0 09 00 00
    prefetcht1 byte ptr [rax+0xA00]                                     # 00265 legacy 0f 18 90 00 0a 00 00
    prefetcht1 byte ptr [rax+0xA40]                                     # 0026c legacy 0f 18 90 40 0a 00 00
    prefetcht1 byte ptr [rax+0xA80]                                     # 00273 legacy 0f 18 90 80 0a 00 00
    prefetcht1 byte ptr [rax+0xAC0]                                     # 0027a legacy 0f 18 90 c0 0a 00 00
    prefetcht1 byte ptr [rax+0xB00]                                     # 00281 legacy 0f 18 90 00 0b 00 00
    prefetcht1 byte ptr [rax+0xB40]                                     # 00288 legacy 0f 18 90 40 0b 00 00
    prefetcht1 byte ptr [rax+0xB80]                                     # 0028f legacy 0f 18 90 80 0b 00 00
    prefetcht1 byte ptr [rax+0xBC0]                                     # 00296 legacy 0f 18 90 c0 0b 00 00
    prefetcht1 byte ptr [rax+0xC00]                                     # 0029d legacy 0f 18 90 00 0c 00 00
    prefetcht1 byte ptr [rax+0xC40]                                     # 002a4 legacy 0f 18 90 40 0c 00 00
    prefetcht1 byte ptr [rax+0xC80]                                     # 002ab legacy 0f 18 90 80 0c 00 00
    prefetcht1 byte ptr [rax+0xCC0]                                     # 002b2 legacy 0f 18 90 c0 0c 00 00
    prefetcht1 byte ptr [rax+0xD00]                                     # 002b9 legacy 0f 18 90 00 0d 00 00
    prefetcht1 byte ptr [rax+0xD40]                                     # 002c0 legacy 0f 18 90 40 0d 00 00
    prefetcht1 byte ptr [rax+0xD80]                                     # 002c7 legacy 0f 18 90 80 0d 00 00
    prefetcht1 byte ptr [rax+0xDC0]                                     # 002ce legacy 0f 18 90 c0 0d 00 00
    prefetcht1 byte ptr [rax+0xE00]                                     # 002d5 legacy 0f 18 90 00 0e 00 00
    prefetcht1 byte ptr [rax+0xE40]                                     # 002dc legacy 0f 18 90 40 0e 00 00
    prefetcht1 byte ptr [rax+0xE80]                                     # 002e3 legacy 0f 18 90 80 0e 00 00
    prefetcht1 byte ptr [rax+0xEC0]                                     # 002ea legacy 0f 18 90 c0 0e 00 00
    prefetcht1 byte ptr [rax+0xF00]                                     # 002f1 legacy 0f 18 90 00 0f 00 00
    prefetcht1 byte ptr [rax+0xF40]                                     # 002f8 legacy 0f 18 90 40 0f 00 00
    prefetcht1 byte ptr [rax+0xF80]                                     # 002ff legacy 0f 18 90 80 0f 00 00
    prefetcht1 byte ptr [rax+0xFC0]                                     # 00306 legacy 0f 18 90 c0 0f 00 00
    prefetcht1 byte ptr [rax+0x1000]                                    # 0030d legacy 0f 18 90 00 10 00 00
    prefetcht1 byte ptr [rax+0x1040]                                    # 00314 legacy 0f 18 90 40 10 00 00
    prefetcht1 byte ptr [rax+0x1080]                                    # 0031b legacy 0f 18 90 80 10 00 00
    prefetcht1 byte ptr [rax+0x10C0]                                    # 00322 legacy 0f 18 90 c0 10 00 00
    prefetcht1 byte ptr [rax+0x1100]                                    # 00329 legacy 0f 18 90 00 11 00 00
    prefetcht1 byte ptr [rax+0x1140]                                    # 00330 legacy 0f 18 90 40 11 00 00
    prefetcht1 byte ptr [rax+0x1180]                                    # 00337 legacy 0f 18 90 80 11 00 00
    prefetcht1 byte ptr [rax+0x11C0]                                    # 0033e legacy 0f 18 90 c0 11 00 00
    prefetcht1 byte ptr [rax+0x1200]                                    # 00345 legacy 0f 18 90 00 12 00 00
    prefetcht1 byte ptr [rax+0x1240]                                    # 0034c legacy 0f 18 90 40 12 00 00
    mov ecx, 0xF0F0F0F                                                  # 00353 legacy b9 0f 0f 0f 0f
    vmovd xmm4, ecx                                                     # 00358 vex    c5 f9 6e e1
    vpbroadcastd zmm4, xmm4                                             # 0035c evex   62 f2 7d 48 58 e4
    vmovups zmm0, zmmword ptr [rax+0x140]                               # 00362 evex   62 f1 7c 48 10 40 05
    vpandd zmm0, zmm0, zmm4                                             # 00369 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8], zmm0                                      # 0036f evex   62 d1 7c 48 29 00
    vmovups zmm1, zmmword ptr [rax+0x140]                               # 00375 evex   62 f1 7c 48 10 48 05
    vpsrlw zmm1, zmm1, 0x04                                             # 0037c evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00383 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x40], zmm1                                 # 00389 evex   62 d1 7c 48 29 48 01
    vmovups zmm0, zmmword ptr [rax+0x180]                               # 00390 evex   62 f1 7c 48 10 40 06
    vpandd zmm0, zmm0, zmm4                                             # 00397 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x80], zmm0                                 # 0039d evex   62 d1 7c 48 29 40 02
    vmovups zmm1, zmmword ptr [rax+0x180]                               # 003a4 evex   62 f1 7c 48 10 48 06
    vpsrlw zmm1, zmm1, 0x04                                             # 003ab evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 003b2 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xC0], zmm1                                 # 003b8 evex   62 d1 7c 48 29 48 03
    vmovups zmm0, zmmword ptr [rax+0x1C0]                               # 003bf evex   62 f1 7c 48 10 40 07
    vpandd zmm0, zmm0, zmm4                                             # 003c6 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x100], zmm0                                # 003cc evex   62 d1 7c 48 29 40 04
    vmovups zmm1, zmmword ptr [rax+0x1C0]                               # 003d3 evex   62 f1 7c 48 10 48 07
    vpsrlw zmm1, zmm1, 0x04                                             # 003da evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 003e1 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x140], zmm1                                # 003e7 evex   62 d1 7c 48 29 48 05
    vmovups zmm0, zmmword ptr [rax+0x200]                               # 003ee evex   62 f1 7c 48 10 40 08
    vpandd zmm0, zmm0, zmm4                                             # 003f5 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x180], zmm0                                # 003fb evex   62 d1 7c 48 29 40 06
    vmovups zmm1, zmmword ptr [rax+0x200]                               # 00402 evex   62 f1 7c 48 10 48 08
    vpsrlw zmm1, zmm1, 0x04                                             # 00409 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00410 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x1C0], zmm1                                # 00416 evex   62 d1 7c 48 29 48 07
    vmovups zmm0, zmmword ptr [rax+0x240]                               # 0041d evex   62 f1 7c 48 10 40 09
    vpandd zmm0, zmm0, zmm4                                             # 00424 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x200], zmm0                                # 0042a evex   62 d1 7c 48 29 40 08
    vmovups zmm1, zmmword ptr [rax+0x240]                               # 00431 evex   62 f1 7c 48 10 48 09
    vpsrlw zmm1, zmm1, 0x04                                             # 00438 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0043f evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x240], zmm1                                # 00445 evex   62 d1 7c 48 29 48 09
    vmovups zmm0, zmmword ptr [rax+0x280]                               # 0044c evex   62 f1 7c 48 10 40 0a
    vpandd zmm0, zmm0, zmm4                                             # 00453 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x280], zmm0                                # 00459 evex   62 d1 7c 48 29 40 0a
    vmovups zmm1, zmmword ptr [rax+0x280]                               # 00460 evex   62 f1 7c 48 10 48 0a
    vpsrlw zmm1, zmm1, 0x04                                             # 00467 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0046e evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x2C0], zmm1                                # 00474 evex   62 d1 7c 48 29 48 0b
    vmovups zmm0, zmmword ptr [rax+0x2C0]                               # 0047b evex   62 f1 7c 48 10 40 0b
    vpandd zmm0, zmm0, zmm4                                             # 00482 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x300], zmm0                                # 00488 evex   62 d1 7c 48 29 40 0c
    vmovups zmm1, zmmword ptr [rax+0x2C0]                               # 0048f evex   62 f1 7c 48 10 48 0b
    vpsrlw zmm1, zmm1, 0x04                                             # 00496 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0049d evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x340], zmm1                                # 004a3 evex   62 d1 7c 48 29 48 0d
    vmovups zmm0, zmmword ptr [rax+0x300]                               # 004aa evex   62 f1 7c 48 10 40 0c
    vpandd zmm0, zmm0, zmm4                                             # 004b1 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x380], zmm0                                # 004b7 evex   62 d1 7c 48 29 40 0e
    vmovups zmm1, zmmword ptr [rax+0x300]                               # 004be evex   62 f1 7c 48 10 48 0c
    vpsrlw zmm1, zmm1, 0x04                                             # 004c5 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 004cc evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x3C0], zmm1                                # 004d2 evex   62 d1 7c 48 29 48 0f
    vmovups zmm0, zmmword ptr [rax+0x340]                               # 004d9 evex   62 f1 7c 48 10 40 0d
    vpandd zmm0, zmm0, zmm4                                             # 004e0 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x400], zmm0                                # 004e6 evex   62 d1 7c 48 29 40 10
    vmovups zmm1, zmmword ptr [rax+0x340]                               # 004ed evex   62 f1 7c 48 10 48 0d
    vpsrlw zmm1, zmm1, 0x04                                             # 004f4 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 004fb evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x440], zmm1                                # 00501 evex   62 d1 7c 48 29 48 11
    vmovups zmm0, zmmword ptr [rax+0x380]                               # 00508 evex   62 f1 7c 48 10 40 0e
    vpandd zmm0, zmm0, zmm4                                             # 0050f evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x480], zmm0                                # 00515 evex   62 d1 7c 48 29 40 12
    vmovups zmm1, zmmword ptr [rax+0x380]                               # 0051c evex   62 f1 7c 48 10 48 0e
    vpsrlw zmm1, zmm1, 0x04                                             # 00523 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0052a evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x4C0], zmm1                                # 00530 evex   62 d1 7c 48 29 48 13
    vmovups zmm0, zmmword ptr [rax+0x3C0]                               # 00537 evex   62 f1 7c 48 10 40 0f
    vpandd zmm0, zmm0, zmm4                                             # 0053e evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x500], zmm0                                # 00544 evex   62 d1 7c 48 29 40 14
    vmovups zmm1, zmmword ptr [rax+0x3C0]                               # 0054b evex   62 f1 7c 48 10 48 0f
    vpsrlw zmm1, zmm1, 0x04                                             # 00552 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00559 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x540], zmm1                                # 0055f evex   62 d1 7c 48 29 48 15
    vmovups zmm0, zmmword ptr [rax+0x400]                               # 00566 evex   62 f1 7c 48 10 40 10
    vpandd zmm0, zmm0, zmm4                                             # 0056d evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x580], zmm0                                # 00573 evex   62 d1 7c 48 29 40 16
    vmovups zmm1, zmmword ptr [rax+0x400]                               # 0057a evex   62 f1 7c 48 10 48 10
    vpsrlw zmm1, zmm1, 0x04                                             # 00581 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00588 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x5C0], zmm1                                # 0058e evex   62 d1 7c 48 29 48 17
    vmovups zmm0, zmmword ptr [rax+0x440]                               # 00595 evex   62 f1 7c 48 10 40 11
    vpandd zmm0, zmm0, zmm4                                             # 0059c evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x600], zmm0                                # 005a2 evex   62 d1 7c 48 29 40 18
    vmovups zmm1, zmmword ptr [rax+0x440]                               # 005a9 evex   62 f1 7c 48 10 48 11
    vpsrlw zmm1, zmm1, 0x04                                             # 005b0 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 005b7 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x640], zmm1                                # 005bd evex   62 d1 7c 48 29 48 19
    vmovups zmm0, zmmword ptr [rax+0x480]                               # 005c4 evex   62 f1 7c 48 10 40 12
    vpandd zmm0, zmm0, zmm4                                             # 005cb evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x680], zmm0                                # 005d1 evex   62 d1 7c 48 29 40 1a
    vmovups zmm1, zmmword ptr [rax+0x480]                               # 005d8 evex   62 f1 7c 48 10 48 12
    vpsrlw zmm1, zmm1, 0x04                                             # 005df evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 005e6 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x6C0], zmm1                                # 005ec evex   62 d1 7c 48 29 48 1b
    vmovups zmm0, zmmword ptr [rax+0x4C0]                               # 005f3 evex   62 f1 7c 48 10 40 13
    vpandd zmm0, zmm0, zmm4                                             # 005fa evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x700], zmm0                                # 00600 evex   62 d1 7c 48 29 40 1c
    vmovups zmm1, zmmword ptr [rax+0x4C0]                               # 00607 evex   62 f1 7c 48 10 48 13
    vpsrlw zmm1, zmm1, 0x04                                             # 0060e evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00615 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x740], zmm1                                # 0061b evex   62 d1 7c 48 29 48 1d
    vmovups zmm0, zmmword ptr [rax+0x500]                               # 00622 evex   62 f1 7c 48 10 40 14
    vpandd zmm0, zmm0, zmm4                                             # 00629 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x780], zmm0                                # 0062f evex   62 d1 7c 48 29 40 1e
    vmovups zmm1, zmmword ptr [rax+0x500]                               # 00636 evex   62 f1 7c 48 10 48 14
    vpsrlw zmm1, zmm1, 0x04                                             # 0063d evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00644 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x7C0], zmm1                                # 0064a evex   62 d1 7c 48 29 48 1f
    vmovups zmm0, zmmword ptr [rax+0x540]                               # 00651 evex   62 f1 7c 48 10 40 15
    vpandd zmm0, zmm0, zmm4                                             # 00658 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x800], zmm0                                # 0065e evex   62 d1 7c 48 29 40 20
    vmovups zmm1, zmmword ptr [rax+0x540]                               # 00665 evex   62 f1 7c 48 10 48 15
    vpsrlw zmm1, zmm1, 0x04                                             # 0066c evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00673 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x840], zmm1                                # 00679 evex   62 d1 7c 48 29 48 21
    vmovups zmm0, zmmword ptr [rax+0x580]                               # 00680 evex   62 f1 7c 48 10 40 16
    vpandd zmm0, zmm0, zmm4                                             # 00687 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x880], zmm0                                # 0068d evex   62 d1 7c 48 29 40 22
    vmovups zmm1, zmmword ptr [rax+0x580]                               # 00694 evex   62 f1 7c 48 10 48 16
    vpsrlw zmm1, zmm1, 0x04                                             # 0069b evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 006a2 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x8C0], zmm1                                # 006a8 evex   62 d1 7c 48 29 48 23
    vmovups zmm0, zmmword ptr [rax+0x5C0]                               # 006af evex   62 f1 7c 48 10 40 17
    vpandd zmm0, zmm0, zmm4                                             # 006b6 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x900], zmm0                                # 006bc evex   62 d1 7c 48 29 40 24
    vmovups zmm1, zmmword ptr [rax+0x5C0]                               # 006c3 evex   62 f1 7c 48 10 48 17
    vpsrlw zmm1, zmm1, 0x04                                             # 006ca evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 006d1 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x940], zmm1                                # 006d7 evex   62 d1 7c 48 29 48 25
    vmovups zmm0, zmmword ptr [rax+0x600]                               # 006de evex   62 f1 7c 48 10 40 18
    vpandd zmm0, zmm0, zmm4                                             # 006e5 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x980], zmm0                                # 006eb evex   62 d1 7c 48 29 40 26
    vmovups zmm1, zmmword ptr [rax+0x600]                               # 006f2 evex   62 f1 7c 48 10 48 18
    vpsrlw zmm1, zmm1, 0x04                                             # 006f9 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00700 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x9C0], zmm1                                # 00706 evex   62 d1 7c 48 29 48 27
    vmovups zmm0, zmmword ptr [rax+0x640]                               # 0070d evex   62 f1 7c 48 10 40 19
    vpandd zmm0, zmm0, zmm4                                             # 00714 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xA00], zmm0                                # 0071a evex   62 d1 7c 48 29 40 28
    vmovups zmm1, zmmword ptr [rax+0x640]                               # 00721 evex   62 f1 7c 48 10 48 19
    vpsrlw zmm1, zmm1, 0x04                                             # 00728 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0072f evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xA40], zmm1                                # 00735 evex   62 d1 7c 48 29 48 29
    vmovups zmm0, zmmword ptr [rax+0x680]                               # 0073c evex   62 f1 7c 48 10 40 1a
    vpandd zmm0, zmm0, zmm4                                             # 00743 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xA80], zmm0                                # 00749 evex   62 d1 7c 48 29 40 2a
    vmovups zmm1, zmmword ptr [rax+0x680]                               # 00750 evex   62 f1 7c 48 10 48 1a
    vpsrlw zmm1, zmm1, 0x04                                             # 00757 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0075e evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xAC0], zmm1                                # 00764 evex   62 d1 7c 48 29 48 2b
    vmovups zmm0, zmmword ptr [rax+0x6C0]                               # 0076b evex   62 f1 7c 48 10 40 1b
    vpandd zmm0, zmm0, zmm4                                             # 00772 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xB00], zmm0                                # 00778 evex   62 d1 7c 48 29 40 2c
    vmovups zmm1, zmmword ptr [rax+0x6C0]                               # 0077f evex   62 f1 7c 48 10 48 1b
    vpsrlw zmm1, zmm1, 0x04                                             # 00786 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0078d evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xB40], zmm1                                # 00793 evex   62 d1 7c 48 29 48 2d
    vmovups zmm0, zmmword ptr [rax+0x700]                               # 0079a evex   62 f1 7c 48 10 40 1c
    vpandd zmm0, zmm0, zmm4                                             # 007a1 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xB80], zmm0                                # 007a7 evex   62 d1 7c 48 29 40 2e
    vmovups zmm1, zmmword ptr [rax+0x700]                               # 007ae evex   62 f1 7c 48 10 48 1c
    vpsrlw zmm1, zmm1, 0x04                                             # 007b5 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 007bc evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xBC0], zmm1                                # 007c2 evex   62 d1 7c 48 29 48 2f
    vmovups zmm0, zmmword ptr [rax+0x740]                               # 007c9 evex   62 f1 7c 48 10 40 1d
    vpandd zmm0, zmm0, zmm4                                             # 007d0 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xC00], zmm0                                # 007d6 evex   62 d1 7c 48 29 40 30
    vmovups zmm1, zmmword ptr [rax+0x740]                               # 007dd evex   62 f1 7c 48 10 48 1d
    vpsrlw zmm1, zmm1, 0x04                                             # 007e4 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 007eb evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xC40], zmm1                                # 007f1 evex   62 d1 7c 48 29 48 31
    vmovups zmm0, zmmword ptr [rax+0x780]                               # 007f8 evex   62 f1 7c 48 10 40 1e
    vpandd zmm0, zmm0, zmm4                                             # 007ff evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xC80], zmm0                                # 00805 evex   62 d1 7c 48 29 40 32
    vmovups zmm1, zmmword ptr [rax+0x780]                               # 0080c evex   62 f1 7c 48 10 48 1e
    vpsrlw zmm1, zmm1, 0x04                                             # 00813 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0081a evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xCC0], zmm1                                # 00820 evex   62 d1 7c 48 29 48 33
    vmovups zmm0, zmmword ptr [rax+0x7C0]                               # 00827 evex   62 f1 7c 48 10 40 1f
    vpandd zmm0, zmm0, zmm4                                             # 0082e evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xD00], zmm0                                # 00834 evex   62 d1 7c 48 29 40 34
    vmovups zmm1, zmmword ptr [rax+0x7C0]                               # 0083b evex   62 f1 7c 48 10 48 1f
    vpsrlw zmm1, zmm1, 0x04                                             # 00842 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00849 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xD40], zmm1                                # 0084f evex   62 d1 7c 48 29 48 35
    vmovups zmm0, zmmword ptr [rax+0x800]                               # 00856 evex   62 f1 7c 48 10 40 20
    vpandd zmm0, zmm0, zmm4                                             # 0085d evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xD80], zmm0                                # 00863 evex   62 d1 7c 48 29 40 36
    vmovups zmm1, zmmword ptr [rax+0x800]                               # 0086a evex   62 f1 7c 48 10 48 20
    vpsrlw zmm1, zmm1, 0x04                                             # 00871 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00878 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xDC0], zmm1                                # 0087e evex   62 d1 7c 48 29 48 37
    vmovups zmm0, zmmword ptr [rax+0x840]                               # 00885 evex   62 f1 7c 48 10 40 21
    vpandd zmm0, zmm0, zmm4                                             # 0088c evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xE00], zmm0                                # 00892 evex   62 d1 7c 48 29 40 38
    vmovups zmm1, zmmword ptr [rax+0x840]                               # 00899 evex   62 f1 7c 48 10 48 21
    vpsrlw zmm1, zmm1, 0x04                                             # 008a0 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 008a7 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xE40], zmm1                                # 008ad evex   62 d1 7c 48 29 48 39
    vmovups zmm0, zmmword ptr [rax+0x880]                               # 008b4 evex   62 f1 7c 48 10 40 22
    vpandd zmm0, zmm0, zmm4                                             # 008bb evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xE80], zmm0                                # 008c1 evex   62 d1 7c 48 29 40 3a
    vmovups zmm1, zmmword ptr [rax+0x880]                               # 008c8 evex   62 f1 7c 48 10 48 22
    vpsrlw zmm1, zmm1, 0x04                                             # 008cf evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 008d6 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xEC0], zmm1                                # 008dc evex   62 d1 7c 48 29 48 3b
    vmovups zmm0, zmmword ptr [rax+0x8C0]                               # 008e3 evex   62 f1 7c 48 10 40 23
    vpandd zmm0, zmm0, zmm4                                             # 008ea evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xF00], zmm0                                # 008f0 evex   62 d1 7c 48 29 40 3c
    vmovups zmm1, zmmword ptr [rax+0x8C0]                               # 008f7 evex   62 f1 7c 48 10 48 23
    vpsrlw zmm1, zmm1, 0x04                                             # 008fe evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00905 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xF40], zmm1                                # 0090b evex   62 d1 7c 48 29 48 3d
    vmovups zmm0, zmmword ptr [rax+0x900]                               # 00912 evex   62 f1 7c 48 10 40 24
    vpandd zmm0, zmm0, zmm4                                             # 00919 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xF80], zmm0                                # 0091f evex   62 d1 7c 48 29 40 3e
    vmovups zmm1, zmmword ptr [rax+0x900]                               # 00926 evex   62 f1 7c 48 10 48 24
    vpsrlw zmm1, zmm1, 0x04                                             # 0092d evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00934 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xFC0], zmm1                                # 0093a evex   62 d1 7c 48 29 48 3f

unpack_scales:
    # f32 d * scale to [r9]
    vcvtph2ps zmm4, ymmword ptr [rax]                                   # 00941 evex   62 f2 7d 48 13 20
    vpmovzxbd zmm0, xmmword ptr [rax+0x40]                              # 00947 evex   62 f2 7d 48 31 40 04
    vcvtdq2ps zmm0, zmm0                                                # 0094e evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00954 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9], zmm0                                      # 0095a evex   62 d1 7c 48 29 01
    vpmovzxbd zmm0, xmmword ptr [rax+0x50]                              # 00960 evex   62 f2 7d 48 31 40 05
    vcvtdq2ps zmm0, zmm0                                                # 00967 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0096d evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x40], zmm0                                 # 00973 evex   62 d1 7c 48 29 41 01
    vpmovzxbd zmm0, xmmword ptr [rax+0x60]                              # 0097a evex   62 f2 7d 48 31 40 06
    vcvtdq2ps zmm0, zmm0                                                # 00981 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00987 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x80], zmm0                                 # 0098d evex   62 d1 7c 48 29 41 02
    vpmovzxbd zmm0, xmmword ptr [rax+0x70]                              # 00994 evex   62 f2 7d 48 31 40 07
    vcvtdq2ps zmm0, zmm0                                                # 0099b evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 009a1 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0xC0], zmm0                                 # 009a7 evex   62 d1 7c 48 29 41 03
    vpmovzxbd zmm0, xmmword ptr [rax+0x80]                              # 009ae evex   62 f2 7d 48 31 40 08
    vcvtdq2ps zmm0, zmm0                                                # 009b5 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 009bb evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x100], zmm0                                # 009c1 evex   62 d1 7c 48 29 41 04
    vpmovzxbd zmm0, xmmword ptr [rax+0x90]                              # 009c8 evex   62 f2 7d 48 31 40 09
    vcvtdq2ps zmm0, zmm0                                                # 009cf evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 009d5 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x140], zmm0                                # 009db evex   62 d1 7c 48 29 41 05
    vpmovzxbd zmm0, xmmword ptr [rax+0xA0]                              # 009e2 evex   62 f2 7d 48 31 40 0a
    vcvtdq2ps zmm0, zmm0                                                # 009e9 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 009ef evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x180], zmm0                                # 009f5 evex   62 d1 7c 48 29 41 06
    vpmovzxbd zmm0, xmmword ptr [rax+0xB0]                              # 009fc evex   62 f2 7d 48 31 40 0b
    vcvtdq2ps zmm0, zmm0                                                # 00a03 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00a09 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x1C0], zmm0                                # 00a0f evex   62 d1 7c 48 29 41 07

unpack_offsets:
    # int16 pairs of mins to [r10], dmin to [rsi]
    vpmovzxbd zmm0, xmmword ptr [rax+0xC0]                              # 00a16 evex   62 f2 7d 48 31 40 0c
    vpmovzxbd zmm1, xmmword ptr [rax+0xD0]                              # 00a1d evex   62 f2 7d 48 31 48 0d
    vpslld zmm1, zmm1, 0x10                                             # 00a24 evex   62 f1 75 48 72 f1 10
    vpord zmm0, zmm0, zmm1                                              # 00a2b evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10], zmm0                                     # 00a31 evex   62 d1 7c 48 29 02
    vpmovzxbd zmm0, xmmword ptr [rax+0xE0]                              # 00a37 evex   62 f2 7d 48 31 40 0e
    vpmovzxbd zmm1, xmmword ptr [rax+0xF0]                              # 00a3e evex   62 f2 7d 48 31 48 0f
    vpslld zmm1, zmm1, 0x10                                             # 00a45 evex   62 f1 75 48 72 f1 10
    vpord zmm0, zmm0, zmm1                                              # 00a4c evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x40], zmm0                                # 00a52 evex   62 d1 7c 48 29 42 01
    vpmovzxbd zmm0, xmmword ptr [rax+0x100]                             # 00a59 evex   62 f2 7d 48 31 40 10
    vpmovzxbd zmm1, xmmword ptr [rax+0x110]                             # 00a60 evex   62 f2 7d 48 31 48 11
    vpslld zmm1, zmm1, 0x10                                             # 00a67 evex   62 f1 75 48 72 f1 10
    vpord zmm0, zmm0, zmm1                                              # 00a6e evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x80], zmm0                                # 00a74 evex   62 d1 7c 48 29 42 02
    vpmovzxbd zmm0, xmmword ptr [rax+0x120]                             # 00a7b evex   62 f2 7d 48 31 40 12
    vpmovzxbd zmm1, xmmword ptr [rax+0x130]                             # 00a82 evex   62 f2 7d 48 31 48 13
    vpslld zmm1, zmm1, 0x10                                             # 00a89 evex   62 f1 75 48 72 f1 10
    vpord zmm0, zmm0, zmm1                                              # 00a90 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0xC0], zmm0                                # 00a96 evex   62 d1 7c 48 29 42 03
    vcvtph2ps zmm4, ymmword ptr [rax+0x20]                              # 00a9d evex   62 f2 7d 48 13 60 01
    vmovaps zmmword ptr [rsi], zmm4                                     # 00aa4 evex   62 f1 7c 48 29 26
    ret                                                                 # 00aaa legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00aab alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00ab4 alignment
    .byte 0x0f, 0x1f, 0x00                                              # 00abd alignment

micro_kernel_2:
    # zmm0..3 int32 sums [token][row register], zmm12..15 f32 sums, zmm24..25 codes, zmm26 activation, zmm27 temporary; rsi activation record, rdx C
    vpxord zmm12, zmm12, zmm12                                          # 00ac0 evex   62 51 1d 48 ef e4
    vpxord zmm13, zmm13, zmm13                                          # 00ac6 evex   62 51 15 48 ef ed
    vpxord zmm14, zmm14, zmm14                                          # 00acc evex   62 51 0d 48 ef f6
    vpxord zmm15, zmm15, zmm15                                          # 00ad2 evex   62 51 05 48 ef ff
    lea r8, [rbp]                                                       # 00ad8 legacy 4c 8d 45 00
    lea r10, [rbp+0x2000]                                               # 00adc legacy 4c 8d 95 00 20 00 00
    mov r9, rsi                                                         # 00ae3 legacy 49 89 f1
    mov ecx, 0x08                                                       # 00ae6 legacy b9 08 00 00 00
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00aeb alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00af4 alignment
    .byte 0x0f, 0x1f, 0x00                                              # 00afd alignment

micro_kernel_2_sub_block:
    # the inner loop: r8 codes, r9 activations, r10 scales, ecx sub-blocks left
    vpxord zmm0, zmm0, zmm0                                             # 00b00 evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 00b06 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 00b0c evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 00b12 evex   62 f1 65 48 ef db
    vmovaps zmm24, zmmword ptr [r8]                                     # 00b18 evex   62 41 7c 48 28 00
    vmovaps zmm25, zmmword ptr [r8+0x1000]                              # 00b1e evex   62 41 7c 48 28 48 40
    vpbroadcastd zmm26, dword ptr [r9]                                  # 00b25 evex   62 42 7d 48 58 11
    vpdpbusd zmm0, zmm24, zmm26                                         # 00b2b evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00b31 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x140]                            # 00b37 evex   62 42 7d 48 58 51 50
    vpdpbusd zmm2, zmm24, zmm26                                         # 00b3e evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00b44 evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x40]                                # 00b4a evex   62 41 7c 48 28 40 01
    vmovaps zmm25, zmmword ptr [r8+0x1040]                              # 00b51 evex   62 41 7c 48 28 48 41
    vpbroadcastd zmm26, dword ptr [r9+0x04]                             # 00b58 evex   62 42 7d 48 58 51 01
    vpdpbusd zmm0, zmm24, zmm26                                         # 00b5f evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00b65 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x144]                            # 00b6b evex   62 42 7d 48 58 51 51
    vpdpbusd zmm2, zmm24, zmm26                                         # 00b72 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00b78 evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x80]                                # 00b7e evex   62 41 7c 48 28 40 02
    vmovaps zmm25, zmmword ptr [r8+0x1080]                              # 00b85 evex   62 41 7c 48 28 48 42
    vpbroadcastd zmm26, dword ptr [r9+0x08]                             # 00b8c evex   62 42 7d 48 58 51 02
    vpdpbusd zmm0, zmm24, zmm26                                         # 00b93 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00b99 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x148]                            # 00b9f evex   62 42 7d 48 58 51 52
    vpdpbusd zmm2, zmm24, zmm26                                         # 00ba6 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00bac evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0xC0]                                # 00bb2 evex   62 41 7c 48 28 40 03
    vmovaps zmm25, zmmword ptr [r8+0x10C0]                              # 00bb9 evex   62 41 7c 48 28 48 43
    vpbroadcastd zmm26, dword ptr [r9+0x0C]                             # 00bc0 evex   62 42 7d 48 58 51 03
    vpdpbusd zmm0, zmm24, zmm26                                         # 00bc7 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00bcd evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x14C]                            # 00bd3 evex   62 42 7d 48 58 51 53
    vpdpbusd zmm2, zmm24, zmm26                                         # 00bda evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00be0 evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x100]                               # 00be6 evex   62 41 7c 48 28 40 04
    vmovaps zmm25, zmmword ptr [r8+0x1100]                              # 00bed evex   62 41 7c 48 28 48 44
    vpbroadcastd zmm26, dword ptr [r9+0x10]                             # 00bf4 evex   62 42 7d 48 58 51 04
    vpdpbusd zmm0, zmm24, zmm26                                         # 00bfb evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00c01 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x150]                            # 00c07 evex   62 42 7d 48 58 51 54
    vpdpbusd zmm2, zmm24, zmm26                                         # 00c0e evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00c14 evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x140]                               # 00c1a evex   62 41 7c 48 28 40 05
    vmovaps zmm25, zmmword ptr [r8+0x1140]                              # 00c21 evex   62 41 7c 48 28 48 45
    vpbroadcastd zmm26, dword ptr [r9+0x14]                             # 00c28 evex   62 42 7d 48 58 51 05
    vpdpbusd zmm0, zmm24, zmm26                                         # 00c2f evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00c35 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x154]                            # 00c3b evex   62 42 7d 48 58 51 55
    vpdpbusd zmm2, zmm24, zmm26                                         # 00c42 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00c48 evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x180]                               # 00c4e evex   62 41 7c 48 28 40 06
    vmovaps zmm25, zmmword ptr [r8+0x1180]                              # 00c55 evex   62 41 7c 48 28 48 46
    vpbroadcastd zmm26, dword ptr [r9+0x18]                             # 00c5c evex   62 42 7d 48 58 51 06
    vpdpbusd zmm0, zmm24, zmm26                                         # 00c63 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00c69 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x158]                            # 00c6f evex   62 42 7d 48 58 51 56
    vpdpbusd zmm2, zmm24, zmm26                                         # 00c76 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00c7c evex   62 92 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x1C0]                               # 00c82 evex   62 41 7c 48 28 40 07
    vmovaps zmm25, zmmword ptr [r8+0x11C0]                              # 00c89 evex   62 41 7c 48 28 48 47
    vpbroadcastd zmm26, dword ptr [r9+0x1C]                             # 00c90 evex   62 42 7d 48 58 51 07
    vpdpbusd zmm0, zmm24, zmm26                                         # 00c97 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00c9d evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x15C]                            # 00ca3 evex   62 42 7d 48 58 51 57
    vpdpbusd zmm2, zmm24, zmm26                                         # 00caa evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00cb0 evex   62 92 35 40 50 da
    vmovaps zmm27, zmmword ptr [r10]                                    # 00cb6 evex   62 41 7c 48 28 1a
    vcvtdq2ps zmm0, zmm0                                                # 00cbc evex   62 f1 7c 48 5b c0
    vfmadd231ps zmm12, zmm0, zmm27                                      # 00cc2 evex   62 12 7d 48 b8 e3
    vcvtdq2ps zmm2, zmm2                                                # 00cc8 evex   62 f1 7c 48 5b d2
    vfmadd231ps zmm14, zmm2, zmm27                                      # 00cce evex   62 12 6d 48 b8 f3
    vmovaps zmm27, zmmword ptr [r10+0x200]                              # 00cd4 evex   62 41 7c 48 28 5a 08
    vcvtdq2ps zmm1, zmm1                                                # 00cdb evex   62 f1 7c 48 5b c9
    vfmadd231ps zmm13, zmm1, zmm27                                      # 00ce1 evex   62 12 75 48 b8 eb
    vcvtdq2ps zmm3, zmm3                                                # 00ce7 evex   62 f1 7c 48 5b db
    vfmadd231ps zmm15, zmm3, zmm27                                      # 00ced evex   62 12 65 48 b8 fb
    add r8, 0x200                                                       # 00cf3 legacy 49 81 c0 00 02 00 00
    add r10, 0x40                                                       # 00cfa legacy 49 83 c2 40
    add r9, 0x20                                                        # 00cfe legacy 49 83 c1 20
    dec ecx                                                             # 00d02 legacy ff c9
    jnz micro_kernel_2_sub_block                                        # 00d04 legacy 0f 85 f6 fd ff ff

micro_kernel_2_sub_block_end:
micro_kernel_2_offset_term:
    # f -= dmin * sum of min * activation sum
    vpxord zmm0, zmm0, zmm0                                             # 00d0a evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 00d10 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 00d16 evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 00d1c evex   62 f1 65 48 ef db
    vpbroadcastd zmm26, dword ptr [rsi+0x120]                           # 00d22 evex   62 62 7d 48 58 56 48
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2400]                      # 00d29 evex   62 f2 2d 40 52 85 00 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2500]                      # 00d33 evex   62 f2 2d 40 52 8d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x260]                           # 00d3d evex   62 62 7d 48 58 96 60 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2400]                      # 00d47 evex   62 f2 2d 40 52 95 00 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2500]                      # 00d51 evex   62 f2 2d 40 52 9d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x124]                           # 00d5b evex   62 62 7d 48 58 56 49
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2440]                      # 00d62 evex   62 f2 2d 40 52 85 40 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2540]                      # 00d6c evex   62 f2 2d 40 52 8d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x264]                           # 00d76 evex   62 62 7d 48 58 96 64 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2440]                      # 00d80 evex   62 f2 2d 40 52 95 40 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2540]                      # 00d8a evex   62 f2 2d 40 52 9d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x128]                           # 00d94 evex   62 62 7d 48 58 56 4a
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2480]                      # 00d9b evex   62 f2 2d 40 52 85 80 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2580]                      # 00da5 evex   62 f2 2d 40 52 8d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x268]                           # 00daf evex   62 62 7d 48 58 96 68 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2480]                      # 00db9 evex   62 f2 2d 40 52 95 80 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2580]                      # 00dc3 evex   62 f2 2d 40 52 9d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x12C]                           # 00dcd evex   62 62 7d 48 58 56 4b
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x24C0]                      # 00dd4 evex   62 f2 2d 40 52 85 c0 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x25C0]                      # 00dde evex   62 f2 2d 40 52 8d c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x26C]                           # 00de8 evex   62 62 7d 48 58 96 6c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x24C0]                      # 00df2 evex   62 f2 2d 40 52 95 c0 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x25C0]                      # 00dfc evex   62 f2 2d 40 52 9d c0 25 00 00
    vmovaps zmm27, zmmword ptr [rbp+0x2600]                             # 00e06 evex   62 61 7c 48 28 9d 00 26 00 00
    vcvtdq2ps zmm0, zmm0                                                # 00e10 evex   62 f1 7c 48 5b c0
    vfnmadd231ps zmm12, zmm0, zmm27                                     # 00e16 evex   62 12 7d 48 bc e3
    vcvtdq2ps zmm2, zmm2                                                # 00e1c evex   62 f1 7c 48 5b d2
    vfnmadd231ps zmm14, zmm2, zmm27                                     # 00e22 evex   62 12 6d 48 bc f3
    vmovaps zmm27, zmmword ptr [rbp+0x2640]                             # 00e28 evex   62 61 7c 48 28 9d 40 26 00 00
    vcvtdq2ps zmm1, zmm1                                                # 00e32 evex   62 f1 7c 48 5b c9
    vfnmadd231ps zmm13, zmm1, zmm27                                     # 00e38 evex   62 12 75 48 bc eb
    vcvtdq2ps zmm3, zmm3                                                # 00e3e evex   62 f1 7c 48 5b db
    vfnmadd231ps zmm15, zmm3, zmm27                                     # 00e44 evex   62 12 65 48 bc fb

micro_kernel_2_store:
    # C += token scale * f
    vbroadcastss zmm26, dword ptr [rsi+0x130]                           # 00e4a evex   62 62 7d 48 18 56 4c
    vfmadd213ps zmm12, zmm26, zmmword ptr [rdx]                         # 00e51 evex   62 72 2d 40 a8 22
    vmovaps zmmword ptr [rdx], zmm12                                    # 00e57 evex   62 71 7c 48 29 22
    vfmadd213ps zmm13, zmm26, zmmword ptr [rdx+0x40]                    # 00e5d evex   62 72 2d 40 a8 6a 01
    vmovaps zmmword ptr [rdx+0x40], zmm13                               # 00e64 evex   62 71 7c 48 29 6a 01
    vbroadcastss zmm26, dword ptr [rsi+0x270]                           # 00e6b evex   62 62 7d 48 18 96 70 02 00 00
    vfmadd213ps zmm14, zmm26, zmmword ptr [rdx+0x80]                    # 00e75 evex   62 72 2d 40 a8 72 02
    vmovaps zmmword ptr [rdx+0x80], zmm14                               # 00e7c evex   62 71 7c 48 29 72 02
    vfmadd213ps zmm15, zmm26, zmmword ptr [rdx+0xC0]                    # 00e83 evex   62 72 2d 40 a8 7a 03
    vmovaps zmmword ptr [rdx+0xC0], zmm15                               # 00e8a evex   62 71 7c 48 29 7a 03
    ret                                                                 # 00e91 legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00e92 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00e9b alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00ea4 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00ead alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00eb6 alignment
    .byte 0x90                                                          # 00ebf alignment

micro_kernel_6:
    # zmm0..11 int32 sums [token][row register], zmm12..23 f32 sums, zmm24..25 codes, zmm26 activation, zmm27 temporary; rsi activation record, rdx C
    vpxord zmm12, zmm12, zmm12                                          # 00ec0 evex   62 51 1d 48 ef e4
    vpxord zmm13, zmm13, zmm13                                          # 00ec6 evex   62 51 15 48 ef ed
    vpxord zmm14, zmm14, zmm14                                          # 00ecc evex   62 51 0d 48 ef f6
    vpxord zmm15, zmm15, zmm15                                          # 00ed2 evex   62 51 05 48 ef ff
    vpxord zmm16, zmm16, zmm16                                          # 00ed8 evex   62 a1 7d 40 ef c0
    vpxord zmm17, zmm17, zmm17                                          # 00ede evex   62 a1 75 40 ef c9
    vpxord zmm18, zmm18, zmm18                                          # 00ee4 evex   62 a1 6d 40 ef d2
    vpxord zmm19, zmm19, zmm19                                          # 00eea evex   62 a1 65 40 ef db
    vpxord zmm20, zmm20, zmm20                                          # 00ef0 evex   62 a1 5d 40 ef e4
    vpxord zmm21, zmm21, zmm21                                          # 00ef6 evex   62 a1 55 40 ef ed
    vpxord zmm22, zmm22, zmm22                                          # 00efc evex   62 a1 4d 40 ef f6
    vpxord zmm23, zmm23, zmm23                                          # 00f02 evex   62 a1 45 40 ef ff
    lea r8, [rbp]                                                       # 00f08 legacy 4c 8d 45 00
    lea r10, [rbp+0x2000]                                               # 00f0c legacy 4c 8d 95 00 20 00 00
    mov r9, rsi                                                         # 00f13 legacy 49 89 f1
    mov ecx, 0x08                                                       # 00f16 legacy b9 08 00 00 00
    .byte 0x0f, 0x1f, 0x44, 0x00, 0x00                                  # 00f1b alignment

micro_kernel_6_sub_block:
    # the inner loop: r8 codes, r9 activations, r10 scales, ecx sub-blocks left
    vpxord zmm0, zmm0, zmm0                                             # 00f20 evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 00f26 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 00f2c evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 00f32 evex   62 f1 65 48 ef db
    vpxord zmm4, zmm4, zmm4                                             # 00f38 evex   62 f1 5d 48 ef e4
    vpxord zmm5, zmm5, zmm5                                             # 00f3e evex   62 f1 55 48 ef ed
    vpxord zmm6, zmm6, zmm6                                             # 00f44 evex   62 f1 4d 48 ef f6
    vpxord zmm7, zmm7, zmm7                                             # 00f4a evex   62 f1 45 48 ef ff
    vpxord zmm8, zmm8, zmm8                                             # 00f50 evex   62 51 3d 48 ef c0
    vpxord zmm9, zmm9, zmm9                                             # 00f56 evex   62 51 35 48 ef c9
    vpxord zmm10, zmm10, zmm10                                          # 00f5c evex   62 51 2d 48 ef d2
    vpxord zmm11, zmm11, zmm11                                          # 00f62 evex   62 51 25 48 ef db
    vmovaps zmm24, zmmword ptr [r8]                                     # 00f68 evex   62 41 7c 48 28 00
    vmovaps zmm25, zmmword ptr [r8+0x1000]                              # 00f6e evex   62 41 7c 48 28 48 40
    vpbroadcastd zmm26, dword ptr [r9]                                  # 00f75 evex   62 42 7d 48 58 11
    vpdpbusd zmm0, zmm24, zmm26                                         # 00f7b evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00f81 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x140]                            # 00f87 evex   62 42 7d 48 58 51 50
    vpdpbusd zmm2, zmm24, zmm26                                         # 00f8e evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00f94 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x280]                            # 00f9a evex   62 42 7d 48 58 91 80 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00fa4 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00faa evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C0]                            # 00fb0 evex   62 42 7d 48 58 91 c0 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00fba evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00fc0 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x500]                            # 00fc6 evex   62 42 7d 48 58 91 00 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00fd0 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00fd6 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x640]                            # 00fdc evex   62 42 7d 48 58 91 40 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00fe6 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00fec evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x40]                                # 00ff2 evex   62 41 7c 48 28 40 01
    vmovaps zmm25, zmmword ptr [r8+0x1040]                              # 00ff9 evex   62 41 7c 48 28 48 41
    vpbroadcastd zmm26, dword ptr [r9+0x04]                             # 01000 evex   62 42 7d 48 58 51 01
    vpdpbusd zmm0, zmm24, zmm26                                         # 01007 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 0100d evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x144]                            # 01013 evex   62 42 7d 48 58 51 51
    vpdpbusd zmm2, zmm24, zmm26                                         # 0101a evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 01020 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x284]                            # 01026 evex   62 42 7d 48 58 91 84 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 01030 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 01036 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C4]                            # 0103c evex   62 42 7d 48 58 91 c4 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 01046 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 0104c evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x504]                            # 01052 evex   62 42 7d 48 58 91 04 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 0105c evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 01062 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x644]                            # 01068 evex   62 42 7d 48 58 91 44 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 01072 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 01078 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x80]                                # 0107e evex   62 41 7c 48 28 40 02
    vmovaps zmm25, zmmword ptr [r8+0x1080]                              # 01085 evex   62 41 7c 48 28 48 42
    vpbroadcastd zmm26, dword ptr [r9+0x08]                             # 0108c evex   62 42 7d 48 58 51 02
    vpdpbusd zmm0, zmm24, zmm26                                         # 01093 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01099 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x148]                            # 0109f evex   62 42 7d 48 58 51 52
    vpdpbusd zmm2, zmm24, zmm26                                         # 010a6 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 010ac evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x288]                            # 010b2 evex   62 42 7d 48 58 91 88 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 010bc evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 010c2 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C8]                            # 010c8 evex   62 42 7d 48 58 91 c8 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 010d2 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 010d8 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x508]                            # 010de evex   62 42 7d 48 58 91 08 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 010e8 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 010ee evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x648]                            # 010f4 evex   62 42 7d 48 58 91 48 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 010fe evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 01104 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0xC0]                                # 0110a evex   62 41 7c 48 28 40 03
    vmovaps zmm25, zmmword ptr [r8+0x10C0]                              # 01111 evex   62 41 7c 48 28 48 43
    vpbroadcastd zmm26, dword ptr [r9+0x0C]                             # 01118 evex   62 42 7d 48 58 51 03
    vpdpbusd zmm0, zmm24, zmm26                                         # 0111f evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01125 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x14C]                            # 0112b evex   62 42 7d 48 58 51 53
    vpdpbusd zmm2, zmm24, zmm26                                         # 01132 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 01138 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x28C]                            # 0113e evex   62 42 7d 48 58 91 8c 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 01148 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 0114e evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3CC]                            # 01154 evex   62 42 7d 48 58 91 cc 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 0115e evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 01164 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x50C]                            # 0116a evex   62 42 7d 48 58 91 0c 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 01174 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 0117a evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x64C]                            # 01180 evex   62 42 7d 48 58 91 4c 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 0118a evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 01190 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x100]                               # 01196 evex   62 41 7c 48 28 40 04
    vmovaps zmm25, zmmword ptr [r8+0x1100]                              # 0119d evex   62 41 7c 48 28 48 44
    vpbroadcastd zmm26, dword ptr [r9+0x10]                             # 011a4 evex   62 42 7d 48 58 51 04
    vpdpbusd zmm0, zmm24, zmm26                                         # 011ab evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 011b1 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x150]                            # 011b7 evex   62 42 7d 48 58 51 54
    vpdpbusd zmm2, zmm24, zmm26                                         # 011be evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 011c4 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x290]                            # 011ca evex   62 42 7d 48 58 91 90 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 011d4 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 011da evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3D0]                            # 011e0 evex   62 42 7d 48 58 91 d0 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 011ea evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 011f0 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x510]                            # 011f6 evex   62 42 7d 48 58 91 10 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 01200 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 01206 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x650]                            # 0120c evex   62 42 7d 48 58 91 50 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 01216 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 0121c evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x140]                               # 01222 evex   62 41 7c 48 28 40 05
    vmovaps zmm25, zmmword ptr [r8+0x1140]                              # 01229 evex   62 41 7c 48 28 48 45
    vpbroadcastd zmm26, dword ptr [r9+0x14]                             # 01230 evex   62 42 7d 48 58 51 05
    vpdpbusd zmm0, zmm24, zmm26                                         # 01237 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 0123d evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x154]                            # 01243 evex   62 42 7d 48 58 51 55
    vpdpbusd zmm2, zmm24, zmm26                                         # 0124a evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 01250 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x294]                            # 01256 evex   62 42 7d 48 58 91 94 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 01260 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 01266 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3D4]                            # 0126c evex   62 42 7d 48 58 91 d4 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 01276 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 0127c evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x514]                            # 01282 evex   62 42 7d 48 58 91 14 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 0128c evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 01292 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x654]                            # 01298 evex   62 42 7d 48 58 91 54 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 012a2 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 012a8 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x180]                               # 012ae evex   62 41 7c 48 28 40 06
    vmovaps zmm25, zmmword ptr [r8+0x1180]                              # 012b5 evex   62 41 7c 48 28 48 46
    vpbroadcastd zmm26, dword ptr [r9+0x18]                             # 012bc evex   62 42 7d 48 58 51 06
    vpdpbusd zmm0, zmm24, zmm26                                         # 012c3 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 012c9 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x158]                            # 012cf evex   62 42 7d 48 58 51 56
    vpdpbusd zmm2, zmm24, zmm26                                         # 012d6 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 012dc evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x298]                            # 012e2 evex   62 42 7d 48 58 91 98 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 012ec evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 012f2 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3D8]                            # 012f8 evex   62 42 7d 48 58 91 d8 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 01302 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 01308 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x518]                            # 0130e evex   62 42 7d 48 58 91 18 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 01318 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 0131e evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x658]                            # 01324 evex   62 42 7d 48 58 91 58 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 0132e evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 01334 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x1C0]                               # 0133a evex   62 41 7c 48 28 40 07
    vmovaps zmm25, zmmword ptr [r8+0x11C0]                              # 01341 evex   62 41 7c 48 28 48 47
    vpbroadcastd zmm26, dword ptr [r9+0x1C]                             # 01348 evex   62 42 7d 48 58 51 07
    vpdpbusd zmm0, zmm24, zmm26                                         # 0134f evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 01355 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x15C]                            # 0135b evex   62 42 7d 48 58 51 57
    vpdpbusd zmm2, zmm24, zmm26                                         # 01362 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 01368 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x29C]                            # 0136e evex   62 42 7d 48 58 91 9c 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 01378 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 0137e evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3DC]                            # 01384 evex   62 42 7d 48 58 91 dc 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 0138e evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 01394 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x51C]                            # 0139a evex   62 42 7d 48 58 91 1c 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 013a4 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 013aa evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x65C]                            # 013b0 evex   62 42 7d 48 58 91 5c 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 013ba evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 013c0 evex   62 12 35 40 50 da
    vmovaps zmm27, zmmword ptr [r10]                                    # 013c6 evex   62 41 7c 48 28 1a
    vcvtdq2ps zmm0, zmm0                                                # 013cc evex   62 f1 7c 48 5b c0
    vfmadd231ps zmm12, zmm0, zmm27                                      # 013d2 evex   62 12 7d 48 b8 e3
    vcvtdq2ps zmm2, zmm2                                                # 013d8 evex   62 f1 7c 48 5b d2
    vfmadd231ps zmm14, zmm2, zmm27                                      # 013de evex   62 12 6d 48 b8 f3
    vcvtdq2ps zmm4, zmm4                                                # 013e4 evex   62 f1 7c 48 5b e4
    vfmadd231ps zmm16, zmm4, zmm27                                      # 013ea evex   62 82 5d 48 b8 c3
    vcvtdq2ps zmm6, zmm6                                                # 013f0 evex   62 f1 7c 48 5b f6
    vfmadd231ps zmm18, zmm6, zmm27                                      # 013f6 evex   62 82 4d 48 b8 d3
    vcvtdq2ps zmm8, zmm8                                                # 013fc evex   62 51 7c 48 5b c0
    vfmadd231ps zmm20, zmm8, zmm27                                      # 01402 evex   62 82 3d 48 b8 e3
    vcvtdq2ps zmm10, zmm10                                              # 01408 evex   62 51 7c 48 5b d2
    vfmadd231ps zmm22, zmm10, zmm27                                     # 0140e evex   62 82 2d 48 b8 f3
    vmovaps zmm27, zmmword ptr [r10+0x200]                              # 01414 evex   62 41 7c 48 28 5a 08
    vcvtdq2ps zmm1, zmm1                                                # 0141b evex   62 f1 7c 48 5b c9
    vfmadd231ps zmm13, zmm1, zmm27                                      # 01421 evex   62 12 75 48 b8 eb
    vcvtdq2ps zmm3, zmm3                                                # 01427 evex   62 f1 7c 48 5b db
    vfmadd231ps zmm15, zmm3, zmm27                                      # 0142d evex   62 12 65 48 b8 fb
    vcvtdq2ps zmm5, zmm5                                                # 01433 evex   62 f1 7c 48 5b ed
    vfmadd231ps zmm17, zmm5, zmm27                                      # 01439 evex   62 82 55 48 b8 cb
    vcvtdq2ps zmm7, zmm7                                                # 0143f evex   62 f1 7c 48 5b ff
    vfmadd231ps zmm19, zmm7, zmm27                                      # 01445 evex   62 82 45 48 b8 db
    vcvtdq2ps zmm9, zmm9                                                # 0144b evex   62 51 7c 48 5b c9
    vfmadd231ps zmm21, zmm9, zmm27                                      # 01451 evex   62 82 35 48 b8 eb
    vcvtdq2ps zmm11, zmm11                                              # 01457 evex   62 51 7c 48 5b db
    vfmadd231ps zmm23, zmm11, zmm27                                     # 0145d evex   62 82 25 48 b8 fb
    add r8, 0x200                                                       # 01463 legacy 49 81 c0 00 02 00 00
    add r10, 0x40                                                       # 0146a legacy 49 83 c2 40
    add r9, 0x20                                                        # 0146e legacy 49 83 c1 20
    dec ecx                                                             # 01472 legacy ff c9
    jnz micro_kernel_6_sub_block                                        # 01474 legacy 0f 85 a6 fa ff ff

micro_kernel_6_sub_block_end:
micro_kernel_6_offset_term:
    # f -= dmin * sum of min * activation sum
    vpxord zmm0, zmm0, zmm0                                             # 0147a evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 01480 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 01486 evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 0148c evex   62 f1 65 48 ef db
    vpxord zmm4, zmm4, zmm4                                             # 01492 evex   62 f1 5d 48 ef e4
    vpxord zmm5, zmm5, zmm5                                             # 01498 evex   62 f1 55 48 ef ed
    vpxord zmm6, zmm6, zmm6                                             # 0149e evex   62 f1 4d 48 ef f6
    vpxord zmm7, zmm7, zmm7                                             # 014a4 evex   62 f1 45 48 ef ff
    vpxord zmm8, zmm8, zmm8                                             # 014aa evex   62 51 3d 48 ef c0
    vpxord zmm9, zmm9, zmm9                                             # 014b0 evex   62 51 35 48 ef c9
    vpxord zmm10, zmm10, zmm10                                          # 014b6 evex   62 51 2d 48 ef d2
    vpxord zmm11, zmm11, zmm11                                          # 014bc evex   62 51 25 48 ef db
    vpbroadcastd zmm26, dword ptr [rsi+0x120]                           # 014c2 evex   62 62 7d 48 58 56 48
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2400]                      # 014c9 evex   62 f2 2d 40 52 85 00 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2500]                      # 014d3 evex   62 f2 2d 40 52 8d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x260]                           # 014dd evex   62 62 7d 48 58 96 60 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2400]                      # 014e7 evex   62 f2 2d 40 52 95 00 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2500]                      # 014f1 evex   62 f2 2d 40 52 9d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x3A0]                           # 014fb evex   62 62 7d 48 58 96 a0 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2400]                      # 01505 evex   62 f2 2d 40 52 a5 00 24 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2500]                      # 0150f evex   62 f2 2d 40 52 ad 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4E0]                           # 01519 evex   62 62 7d 48 58 96 e0 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2400]                      # 01523 evex   62 f2 2d 40 52 b5 00 24 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2500]                      # 0152d evex   62 f2 2d 40 52 bd 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x620]                           # 01537 evex   62 62 7d 48 58 96 20 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2400]                      # 01541 evex   62 72 2d 40 52 85 00 24 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2500]                      # 0154b evex   62 72 2d 40 52 8d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x760]                           # 01555 evex   62 62 7d 48 58 96 60 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2400]                     # 0155f evex   62 72 2d 40 52 95 00 24 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2500]                     # 01569 evex   62 72 2d 40 52 9d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x124]                           # 01573 evex   62 62 7d 48 58 56 49
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2440]                      # 0157a evex   62 f2 2d 40 52 85 40 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2540]                      # 01584 evex   62 f2 2d 40 52 8d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x264]                           # 0158e evex   62 62 7d 48 58 96 64 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2440]                      # 01598 evex   62 f2 2d 40 52 95 40 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2540]                      # 015a2 evex   62 f2 2d 40 52 9d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x3A4]                           # 015ac evex   62 62 7d 48 58 96 a4 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2440]                      # 015b6 evex   62 f2 2d 40 52 a5 40 24 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2540]                      # 015c0 evex   62 f2 2d 40 52 ad 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4E4]                           # 015ca evex   62 62 7d 48 58 96 e4 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2440]                      # 015d4 evex   62 f2 2d 40 52 b5 40 24 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2540]                      # 015de evex   62 f2 2d 40 52 bd 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x624]                           # 015e8 evex   62 62 7d 48 58 96 24 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2440]                      # 015f2 evex   62 72 2d 40 52 85 40 24 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2540]                      # 015fc evex   62 72 2d 40 52 8d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x764]                           # 01606 evex   62 62 7d 48 58 96 64 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2440]                     # 01610 evex   62 72 2d 40 52 95 40 24 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2540]                     # 0161a evex   62 72 2d 40 52 9d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x128]                           # 01624 evex   62 62 7d 48 58 56 4a
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2480]                      # 0162b evex   62 f2 2d 40 52 85 80 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2580]                      # 01635 evex   62 f2 2d 40 52 8d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x268]                           # 0163f evex   62 62 7d 48 58 96 68 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2480]                      # 01649 evex   62 f2 2d 40 52 95 80 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2580]                      # 01653 evex   62 f2 2d 40 52 9d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x3A8]                           # 0165d evex   62 62 7d 48 58 96 a8 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2480]                      # 01667 evex   62 f2 2d 40 52 a5 80 24 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2580]                      # 01671 evex   62 f2 2d 40 52 ad 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4E8]                           # 0167b evex   62 62 7d 48 58 96 e8 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2480]                      # 01685 evex   62 f2 2d 40 52 b5 80 24 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2580]                      # 0168f evex   62 f2 2d 40 52 bd 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x628]                           # 01699 evex   62 62 7d 48 58 96 28 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2480]                      # 016a3 evex   62 72 2d 40 52 85 80 24 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2580]                      # 016ad evex   62 72 2d 40 52 8d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x768]                           # 016b7 evex   62 62 7d 48 58 96 68 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2480]                     # 016c1 evex   62 72 2d 40 52 95 80 24 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2580]                     # 016cb evex   62 72 2d 40 52 9d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x12C]                           # 016d5 evex   62 62 7d 48 58 56 4b
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x24C0]                      # 016dc evex   62 f2 2d 40 52 85 c0 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x25C0]                      # 016e6 evex   62 f2 2d 40 52 8d c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x26C]                           # 016f0 evex   62 62 7d 48 58 96 6c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x24C0]                      # 016fa evex   62 f2 2d 40 52 95 c0 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x25C0]                      # 01704 evex   62 f2 2d 40 52 9d c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x3AC]                           # 0170e evex   62 62 7d 48 58 96 ac 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x24C0]                      # 01718 evex   62 f2 2d 40 52 a5 c0 24 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x25C0]                      # 01722 evex   62 f2 2d 40 52 ad c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4EC]                           # 0172c evex   62 62 7d 48 58 96 ec 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x24C0]                      # 01736 evex   62 f2 2d 40 52 b5 c0 24 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x25C0]                      # 01740 evex   62 f2 2d 40 52 bd c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x62C]                           # 0174a evex   62 62 7d 48 58 96 2c 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x24C0]                      # 01754 evex   62 72 2d 40 52 85 c0 24 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x25C0]                      # 0175e evex   62 72 2d 40 52 8d c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x76C]                           # 01768 evex   62 62 7d 48 58 96 6c 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x24C0]                     # 01772 evex   62 72 2d 40 52 95 c0 24 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x25C0]                     # 0177c evex   62 72 2d 40 52 9d c0 25 00 00
    vmovaps zmm27, zmmword ptr [rbp+0x2600]                             # 01786 evex   62 61 7c 48 28 9d 00 26 00 00
    vcvtdq2ps zmm0, zmm0                                                # 01790 evex   62 f1 7c 48 5b c0
    vfnmadd231ps zmm12, zmm0, zmm27                                     # 01796 evex   62 12 7d 48 bc e3
    vcvtdq2ps zmm2, zmm2                                                # 0179c evex   62 f1 7c 48 5b d2
    vfnmadd231ps zmm14, zmm2, zmm27                                     # 017a2 evex   62 12 6d 48 bc f3
    vcvtdq2ps zmm4, zmm4                                                # 017a8 evex   62 f1 7c 48 5b e4
    vfnmadd231ps zmm16, zmm4, zmm27                                     # 017ae evex   62 82 5d 48 bc c3
    vcvtdq2ps zmm6, zmm6                                                # 017b4 evex   62 f1 7c 48 5b f6
    vfnmadd231ps zmm18, zmm6, zmm27                                     # 017ba evex   62 82 4d 48 bc d3
    vcvtdq2ps zmm8, zmm8                                                # 017c0 evex   62 51 7c 48 5b c0
    vfnmadd231ps zmm20, zmm8, zmm27                                     # 017c6 evex   62 82 3d 48 bc e3
    vcvtdq2ps zmm10, zmm10                                              # 017cc evex   62 51 7c 48 5b d2
    vfnmadd231ps zmm22, zmm10, zmm27                                    # 017d2 evex   62 82 2d 48 bc f3
    vmovaps zmm27, zmmword ptr [rbp+0x2640]                             # 017d8 evex   62 61 7c 48 28 9d 40 26 00 00
    vcvtdq2ps zmm1, zmm1                                                # 017e2 evex   62 f1 7c 48 5b c9
    vfnmadd231ps zmm13, zmm1, zmm27                                     # 017e8 evex   62 12 75 48 bc eb
    vcvtdq2ps zmm3, zmm3                                                # 017ee evex   62 f1 7c 48 5b db
    vfnmadd231ps zmm15, zmm3, zmm27                                     # 017f4 evex   62 12 65 48 bc fb
    vcvtdq2ps zmm5, zmm5                                                # 017fa evex   62 f1 7c 48 5b ed
    vfnmadd231ps zmm17, zmm5, zmm27                                     # 01800 evex   62 82 55 48 bc cb
    vcvtdq2ps zmm7, zmm7                                                # 01806 evex   62 f1 7c 48 5b ff
    vfnmadd231ps zmm19, zmm7, zmm27                                     # 0180c evex   62 82 45 48 bc db
    vcvtdq2ps zmm9, zmm9                                                # 01812 evex   62 51 7c 48 5b c9
    vfnmadd231ps zmm21, zmm9, zmm27                                     # 01818 evex   62 82 35 48 bc eb
    vcvtdq2ps zmm11, zmm11                                              # 0181e evex   62 51 7c 48 5b db
    vfnmadd231ps zmm23, zmm11, zmm27                                    # 01824 evex   62 82 25 48 bc fb

micro_kernel_6_store:
    # C += token scale * f
    vbroadcastss zmm26, dword ptr [rsi+0x130]                           # 0182a evex   62 62 7d 48 18 56 4c
    vfmadd213ps zmm12, zmm26, zmmword ptr [rdx]                         # 01831 evex   62 72 2d 40 a8 22
    vmovaps zmmword ptr [rdx], zmm12                                    # 01837 evex   62 71 7c 48 29 22
    vfmadd213ps zmm13, zmm26, zmmword ptr [rdx+0x40]                    # 0183d evex   62 72 2d 40 a8 6a 01
    vmovaps zmmword ptr [rdx+0x40], zmm13                               # 01844 evex   62 71 7c 48 29 6a 01
    vbroadcastss zmm26, dword ptr [rsi+0x270]                           # 0184b evex   62 62 7d 48 18 96 70 02 00 00
    vfmadd213ps zmm14, zmm26, zmmword ptr [rdx+0x80]                    # 01855 evex   62 72 2d 40 a8 72 02
    vmovaps zmmword ptr [rdx+0x80], zmm14                               # 0185c evex   62 71 7c 48 29 72 02
    vfmadd213ps zmm15, zmm26, zmmword ptr [rdx+0xC0]                    # 01863 evex   62 72 2d 40 a8 7a 03
    vmovaps zmmword ptr [rdx+0xC0], zmm15                               # 0186a evex   62 71 7c 48 29 7a 03
    vbroadcastss zmm26, dword ptr [rsi+0x3B0]                           # 01871 evex   62 62 7d 48 18 96 b0 03 00 00
    vfmadd213ps zmm16, zmm26, zmmword ptr [rdx+0x100]                   # 0187b evex   62 e2 2d 40 a8 42 04
    vmovaps zmmword ptr [rdx+0x100], zmm16                              # 01882 evex   62 e1 7c 48 29 42 04
    vfmadd213ps zmm17, zmm26, zmmword ptr [rdx+0x140]                   # 01889 evex   62 e2 2d 40 a8 4a 05
    vmovaps zmmword ptr [rdx+0x140], zmm17                              # 01890 evex   62 e1 7c 48 29 4a 05
    vbroadcastss zmm26, dword ptr [rsi+0x4F0]                           # 01897 evex   62 62 7d 48 18 96 f0 04 00 00
    vfmadd213ps zmm18, zmm26, zmmword ptr [rdx+0x180]                   # 018a1 evex   62 e2 2d 40 a8 52 06
    vmovaps zmmword ptr [rdx+0x180], zmm18                              # 018a8 evex   62 e1 7c 48 29 52 06
    vfmadd213ps zmm19, zmm26, zmmword ptr [rdx+0x1C0]                   # 018af evex   62 e2 2d 40 a8 5a 07
    vmovaps zmmword ptr [rdx+0x1C0], zmm19                              # 018b6 evex   62 e1 7c 48 29 5a 07
    vbroadcastss zmm26, dword ptr [rsi+0x630]                           # 018bd evex   62 62 7d 48 18 96 30 06 00 00
    vfmadd213ps zmm20, zmm26, zmmword ptr [rdx+0x200]                   # 018c7 evex   62 e2 2d 40 a8 62 08
    vmovaps zmmword ptr [rdx+0x200], zmm20                              # 018ce evex   62 e1 7c 48 29 62 08
    vfmadd213ps zmm21, zmm26, zmmword ptr [rdx+0x240]                   # 018d5 evex   62 e2 2d 40 a8 6a 09
    vmovaps zmmword ptr [rdx+0x240], zmm21                              # 018dc evex   62 e1 7c 48 29 6a 09
    vbroadcastss zmm26, dword ptr [rsi+0x770]                           # 018e3 evex   62 62 7d 48 18 96 70 07 00 00
    vfmadd213ps zmm22, zmm26, zmmword ptr [rdx+0x280]                   # 018ed evex   62 e2 2d 40 a8 72 0a
    vmovaps zmmword ptr [rdx+0x280], zmm22                              # 018f4 evex   62 e1 7c 48 29 72 0a
    vfmadd213ps zmm23, zmm26, zmmword ptr [rdx+0x2C0]                   # 018fb evex   62 e2 2d 40 a8 7a 0b
    vmovaps zmmword ptr [rdx+0x2C0], zmm23                              # 01902 evex   62 e1 7c 48 29 7a 0b
    ret                                                                 # 01909 legacy c3
