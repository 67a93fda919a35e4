# attn_k: op=qgemm weight=q4_k n=256 k=256 tokens=120 tile=auto isa=avx512_vnni head_size=0 pairs=adjacent
# 5322 bytes; entry at offset 0: void(const Call*), System V
#
# plan
#   op = "qgemm"
#   isa = "avx512_vnni"
#   weight = "q4_k"
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
#   scratch_bytes = 19072
#   over_read_bytes = 0
#   ceiling = 0.735632
#
# instructions by region (those with a memory source, whatever their kind)
#   work_item: 24 scalar (4)
#   token_tile_60_clear: 1 store, 1 register cleared, 5 scalar (0)
#   token_tile_60_super_blocks: 45 scalar (6)
#   token_tile_60_store: 2 loads, 2 stores, 27 scalar (9)
#   return: 9 scalar (0)
#   unpack_codes: 64 loads, 64 stores, 98 others of vectors, 38 scalar (101)
#   unpack_scales: 8 converts, 8 stores, 17 others of vectors (9)
#   unpack_offsets: 5 stores, 17 others of vectors, 1 scalar (9)
#   micro_kernel_6: 12 registers cleared, 4 scalar (0)
#   micro_kernel_6_sub_block, each turn: 96 dot products, 12 converts, 12 FMAs, 18 loads, 48 broadcasts, 12 registers cleared, 5 scalar (66)
#   micro_kernel_6_offset_term: 48 dot products of int16 pairs, 12 converts, 12 FMAs, 2 loads, 24 broadcasts, 12 registers cleared (74)
#   micro_kernel_6_store: 12 FMAs, 6 broadcasts, 12 stores, 1 scalar (18)
#
# share of the dot-product peak that these instructions leave: dot products at their peak over all vector
# arithmetic on their ports, converts included
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
    lea rax, [rbp+0x2C80]                                               # 0005f legacy 48 8d 85 80 2c 00 00
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
    lea r15, [rbp+0x2C80]                                               # 00084 legacy 4c 8d bd 80 2c 00 00

.L3:
    imul rax, r13, 0x02                                                 # 0008b legacy 49 6b c5 02
    add rax, qword ptr [rsp]                                            # 0008f legacy 48 03 04 24
    mov ecx, 0x940                                                      # 00093 legacy b9 40 09 00 00
    imul rax, rcx                                                       # 00098 legacy 48 0f af c1
    add rax, qword ptr [rbx]                                            # 0009c legacy 48 03 03
    add rax, r14                                                        # 0009f legacy 4c 01 f0
    lea r8, [rbp]                                                       # 000a2 legacy 4c 8d 45 00
    lea r9, [rbp+0x2000]                                                # 000a6 legacy 4c 8d 8d 00 20 00 00
    lea r10, [rbp+0x2400]                                               # 000ad legacy 4c 8d 95 00 24 00 00
    lea rsi, [rbp+0x2600]                                               # 000b4 legacy 48 8d b5 00 26 00 00
    call unpack_codes                                                   # 000bb legacy e8 40 01 00 00
    imul r11, r13, 0x02                                                 # 000c0 legacy 4d 6b dd 02
    add r11, qword ptr [rsp]                                            # 000c4 legacy 4c 03 1c 24
    add r11, 0x01                                                       # 000c8 legacy 49 83 c3 01
    mov ecx, 0x940                                                      # 000cc legacy b9 40 09 00 00
    imul r11, rcx                                                       # 000d1 legacy 4c 0f af d9
    add r11, qword ptr [rbx]                                            # 000d5 legacy 4c 03 1b
    add r11, r14                                                        # 000d8 legacy 4d 01 f3
    xchg r11, rax                                                       # 000db legacy 49 93
    lea r8, [rbp+0x1000]                                                # 000dd legacy 4c 8d 85 00 10 00 00
    lea r9, [rbp+0x2200]                                                # 000e4 legacy 4c 8d 8d 00 22 00 00
    lea r10, [rbp+0x2500]                                               # 000eb legacy 4c 8d 95 00 25 00 00
    lea rsi, [rbp+0x2640]                                               # 000f2 legacy 48 8d b5 40 26 00 00
    call unpack_codes                                                   # 000f9 legacy e8 02 01 00 00
    xchg r11, rax                                                       # 000fe legacy 49 93
    mov rsi, r12                                                        # 00100 legacy 4c 89 e6
    mov rdx, r15                                                        # 00103 legacy 4c 89 fa
    mov edi, 0x0A                                                       # 00106 legacy bf 0a 00 00 00

.L4:
    call micro_kernel_6                                                 # 0010b legacy e8 70 09 00 00
    add rsi, 0x780                                                      # 00110 legacy 48 81 c6 80 07 00 00
    add rdx, 0x300                                                      # 00117 legacy 48 81 c2 00 03 00 00
    dec rdi                                                             # 0011e legacy 48 ff cf
    jnz .L4                                                             # 00121 legacy 75 e8
    add r15, 0x1E00                                                     # 00123 legacy 49 81 c7 00 1e 00 00
    inc r13                                                             # 0012a legacy 49 ff c5
    cmp r13, qword ptr [rsp+0x08]                                       # 0012d legacy 4c 3b 6c 24 08
    jl .L3                                                              # 00132 legacy 0f 8c 53 ff ff ff
    add r12, 0x9600                                                     # 00138 legacy 49 81 c4 00 96 00 00
    add r14, 0x940                                                      # 0013f legacy 49 81 c6 40 09 00 00
    cmp r14, 0x940                                                      # 00146 legacy 49 81 fe 40 09 00 00
    jl .L2                                                              # 0014d legacy 0f 8c 2e ff ff ff

token_tile_60_store:
    # C to the output, rows past N left out
    mov rsi, qword ptr [rbx+0x18]                                       # 00153 legacy 48 8b 73 18
    shl rsi, 0x02                                                       # 00157 legacy 48 c1 e6 02
    xor r13, r13                                                        # 0015b legacy 4d 31 ed
    lea r15, [rbp+0x2C80]                                               # 0015e legacy 4c 8d bd 80 2c 00 00

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
    prefetcht1 byte ptr [rax+0x940]                                     # 00200 legacy 0f 18 90 40 09 00 00
    prefetcht1 byte ptr [rax+0x980]                                     # 00207 legacy 0f 18 90 80 09 00 00
    prefetcht1 byte ptr [rax+0x9C0]                                     # 0020e legacy 0f 18 90 c0 09 00 00
    prefetcht1 byte ptr [rax+0xA00]                                     # 00215 legacy 0f 18 90 00 0a 00 00
    prefetcht1 byte ptr [rax+0xA40]                                     # 0021c legacy 0f 18 90 40 0a 00 00
    prefetcht1 byte ptr [rax+0xA80]                                     # 00223 legacy 0f 18 90 80 0a 00 00
    prefetcht1 byte ptr [rax+0xAC0]                                     # 0022a legacy 0f 18 90 c0 0a 00 00
    prefetcht1 byte ptr [rax+0xB00]                                     # 00231 legacy 0f 18 90 00 0b 00 00
    prefetcht1 byte ptr [rax+0xB40]                                     # 00238 legacy 0f 18 90 40 0b 00 00
    prefetcht1 byte ptr [rax+0xB80]                                     # 0023f legacy 0f 18 90 80 0b 00 00
    prefetcht1 byte ptr [rax+0xBC0]                                     # 00246 legacy 0f 18 90 c0 0b 00 00
    prefetcht1 byte ptr [rax+0xC00]                                     # 0024d legacy 0f 18 90 00 0c 00 00
    prefetcht1 byte ptr [rax+0xC40]                                     # 00254 legacy 0f 18 90 40 0c 00 00
    prefetcht1 byte ptr [rax+0xC80]                                     # 0025b legacy 0f 18 90 80 0c 00 00
    prefetcht1 byte ptr [rax+0xCC0]                                     # 00262 legacy 0f 18 90 c0 0c 00 00
    prefetcht1 byte ptr [rax+0xD00]                                     # 00269 legacy 0f 18 90 00 0d 00 00
    prefetcht1 byte ptr [rax+0xD40]                                     # 00270 legacy 0f 18 90 40 0d 00 00
    prefetcht1 byte ptr [rax+0xD80]                                     # 00277 legacy 0f 18 90 80 0d 00 00
    prefetcht1 byte ptr [rax+0xDC0]                                     # 0027e legacy 0f 18 90 c0 0d 00 00
    prefetcht1 byte ptr [rax+0xE00]                                     # 00285 legacy 0f 18 90 00 0e 00 00
    prefetcht1 byte ptr [rax+0xE40]                                     # 0028c legacy 0f 18 90 40 0e 00 00
    prefetcht1 byte ptr [rax+0xE80]                                     # 00293 legacy 0f 18 90 80 0e 00 00
    prefetcht1 byte ptr [rax+0xEC0]                                     # 0029a legacy 0f 18 90 c0 0e 00 00
    prefetcht1 byte ptr [rax+0xF00]                                     # 002a1 legacy 0f 18 90 00 0f 00 00
    prefetcht1 byte ptr [rax+0xF40]                                     # 002a8 legacy 0f 18 90 40 0f 00 00
    prefetcht1 byte ptr [rax+0xF80]                                     # 002af legacy 0f 18 90 80 0f 00 00
    prefetcht1 byte ptr [rax+0xFC0]                                     # 002b6 legacy 0f 18 90 c0 0f 00 00
    prefetcht1 byte ptr [rax+0x1000]                                    # 002bd legacy 0f 18 90 00 10 00 00
    prefetcht1 byte ptr [rax+0x1040]                                    # 002c4 legacy 0f 18 90 40 10 00 00
    prefetcht1 byte ptr [rax+0x1080]                                    # 002cb legacy 0f 18 90 80 10 00 00
    prefetcht1 byte ptr [rax+0x10C0]                                    # 002d2 legacy 0f 18 90 c0 10 00 00
    prefetcht1 byte ptr [rax+0x1100]                                    # 002d9 legacy 0f 18 90 00 11 00 00
    prefetcht1 byte ptr [rax+0x1140]                                    # 002e0 legacy 0f 18 90 40 11 00 00
    prefetcht1 byte ptr [rax+0x1180]                                    # 002e7 legacy 0f 18 90 80 11 00 00
    prefetcht1 byte ptr [rax+0x11C0]                                    # 002ee legacy 0f 18 90 c0 11 00 00
    prefetcht1 byte ptr [rax+0x1200]                                    # 002f5 legacy 0f 18 90 00 12 00 00
    prefetcht1 byte ptr [rax+0x1240]                                    # 002fc legacy 0f 18 90 40 12 00 00
    mov ecx, 0xF0F0F0F                                                  # 00303 legacy b9 0f 0f 0f 0f
    vmovd xmm4, ecx                                                     # 00308 vex    c5 f9 6e e1
    vpbroadcastd zmm4, xmm4                                             # 0030c evex   62 f2 7d 48 58 e4
    vmovups zmm0, zmmword ptr [rax+0x140]                               # 00312 evex   62 f1 7c 48 10 40 05
    vpandd zmm0, zmm0, zmm4                                             # 00319 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8], zmm0                                      # 0031f evex   62 d1 7c 48 29 00
    vmovups zmm1, zmmword ptr [rax+0x140]                               # 00325 evex   62 f1 7c 48 10 48 05
    vpsrlw zmm1, zmm1, 0x04                                             # 0032c evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00333 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x40], zmm1                                 # 00339 evex   62 d1 7c 48 29 48 01
    vmovups zmm0, zmmword ptr [rax+0x180]                               # 00340 evex   62 f1 7c 48 10 40 06
    vpandd zmm0, zmm0, zmm4                                             # 00347 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x80], zmm0                                 # 0034d evex   62 d1 7c 48 29 40 02
    vmovups zmm1, zmmword ptr [rax+0x180]                               # 00354 evex   62 f1 7c 48 10 48 06
    vpsrlw zmm1, zmm1, 0x04                                             # 0035b evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00362 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xC0], zmm1                                 # 00368 evex   62 d1 7c 48 29 48 03
    vmovups zmm0, zmmword ptr [rax+0x1C0]                               # 0036f evex   62 f1 7c 48 10 40 07
    vpandd zmm0, zmm0, zmm4                                             # 00376 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x100], zmm0                                # 0037c evex   62 d1 7c 48 29 40 04
    vmovups zmm1, zmmword ptr [rax+0x1C0]                               # 00383 evex   62 f1 7c 48 10 48 07
    vpsrlw zmm1, zmm1, 0x04                                             # 0038a evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00391 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x140], zmm1                                # 00397 evex   62 d1 7c 48 29 48 05
    vmovups zmm0, zmmword ptr [rax+0x200]                               # 0039e evex   62 f1 7c 48 10 40 08
    vpandd zmm0, zmm0, zmm4                                             # 003a5 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x180], zmm0                                # 003ab evex   62 d1 7c 48 29 40 06
    vmovups zmm1, zmmword ptr [rax+0x200]                               # 003b2 evex   62 f1 7c 48 10 48 08
    vpsrlw zmm1, zmm1, 0x04                                             # 003b9 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 003c0 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x1C0], zmm1                                # 003c6 evex   62 d1 7c 48 29 48 07
    vmovups zmm0, zmmword ptr [rax+0x240]                               # 003cd evex   62 f1 7c 48 10 40 09
    vpandd zmm0, zmm0, zmm4                                             # 003d4 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x200], zmm0                                # 003da evex   62 d1 7c 48 29 40 08
    vmovups zmm1, zmmword ptr [rax+0x240]                               # 003e1 evex   62 f1 7c 48 10 48 09
    vpsrlw zmm1, zmm1, 0x04                                             # 003e8 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 003ef evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x240], zmm1                                # 003f5 evex   62 d1 7c 48 29 48 09
    vmovups zmm0, zmmword ptr [rax+0x280]                               # 003fc evex   62 f1 7c 48 10 40 0a
    vpandd zmm0, zmm0, zmm4                                             # 00403 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x280], zmm0                                # 00409 evex   62 d1 7c 48 29 40 0a
    vmovups zmm1, zmmword ptr [rax+0x280]                               # 00410 evex   62 f1 7c 48 10 48 0a
    vpsrlw zmm1, zmm1, 0x04                                             # 00417 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0041e evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x2C0], zmm1                                # 00424 evex   62 d1 7c 48 29 48 0b
    vmovups zmm0, zmmword ptr [rax+0x2C0]                               # 0042b evex   62 f1 7c 48 10 40 0b
    vpandd zmm0, zmm0, zmm4                                             # 00432 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x300], zmm0                                # 00438 evex   62 d1 7c 48 29 40 0c
    vmovups zmm1, zmmword ptr [rax+0x2C0]                               # 0043f evex   62 f1 7c 48 10 48 0b
    vpsrlw zmm1, zmm1, 0x04                                             # 00446 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0044d evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x340], zmm1                                # 00453 evex   62 d1 7c 48 29 48 0d
    vmovups zmm0, zmmword ptr [rax+0x300]                               # 0045a evex   62 f1 7c 48 10 40 0c
    vpandd zmm0, zmm0, zmm4                                             # 00461 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x380], zmm0                                # 00467 evex   62 d1 7c 48 29 40 0e
    vmovups zmm1, zmmword ptr [rax+0x300]                               # 0046e evex   62 f1 7c 48 10 48 0c
    vpsrlw zmm1, zmm1, 0x04                                             # 00475 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0047c evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x3C0], zmm1                                # 00482 evex   62 d1 7c 48 29 48 0f
    vmovups zmm0, zmmword ptr [rax+0x340]                               # 00489 evex   62 f1 7c 48 10 40 0d
    vpandd zmm0, zmm0, zmm4                                             # 00490 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x400], zmm0                                # 00496 evex   62 d1 7c 48 29 40 10
    vmovups zmm1, zmmword ptr [rax+0x340]                               # 0049d evex   62 f1 7c 48 10 48 0d
    vpsrlw zmm1, zmm1, 0x04                                             # 004a4 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 004ab evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x440], zmm1                                # 004b1 evex   62 d1 7c 48 29 48 11
    vmovups zmm0, zmmword ptr [rax+0x380]                               # 004b8 evex   62 f1 7c 48 10 40 0e
    vpandd zmm0, zmm0, zmm4                                             # 004bf evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x480], zmm0                                # 004c5 evex   62 d1 7c 48 29 40 12
    vmovups zmm1, zmmword ptr [rax+0x380]                               # 004cc evex   62 f1 7c 48 10 48 0e
    vpsrlw zmm1, zmm1, 0x04                                             # 004d3 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 004da evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x4C0], zmm1                                # 004e0 evex   62 d1 7c 48 29 48 13
    vmovups zmm0, zmmword ptr [rax+0x3C0]                               # 004e7 evex   62 f1 7c 48 10 40 0f
    vpandd zmm0, zmm0, zmm4                                             # 004ee evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x500], zmm0                                # 004f4 evex   62 d1 7c 48 29 40 14
    vmovups zmm1, zmmword ptr [rax+0x3C0]                               # 004fb evex   62 f1 7c 48 10 48 0f
    vpsrlw zmm1, zmm1, 0x04                                             # 00502 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00509 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x540], zmm1                                # 0050f evex   62 d1 7c 48 29 48 15
    vmovups zmm0, zmmword ptr [rax+0x400]                               # 00516 evex   62 f1 7c 48 10 40 10
    vpandd zmm0, zmm0, zmm4                                             # 0051d evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x580], zmm0                                # 00523 evex   62 d1 7c 48 29 40 16
    vmovups zmm1, zmmword ptr [rax+0x400]                               # 0052a evex   62 f1 7c 48 10 48 10
    vpsrlw zmm1, zmm1, 0x04                                             # 00531 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00538 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x5C0], zmm1                                # 0053e evex   62 d1 7c 48 29 48 17
    vmovups zmm0, zmmword ptr [rax+0x440]                               # 00545 evex   62 f1 7c 48 10 40 11
    vpandd zmm0, zmm0, zmm4                                             # 0054c evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x600], zmm0                                # 00552 evex   62 d1 7c 48 29 40 18
    vmovups zmm1, zmmword ptr [rax+0x440]                               # 00559 evex   62 f1 7c 48 10 48 11
    vpsrlw zmm1, zmm1, 0x04                                             # 00560 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00567 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x640], zmm1                                # 0056d evex   62 d1 7c 48 29 48 19
    vmovups zmm0, zmmword ptr [rax+0x480]                               # 00574 evex   62 f1 7c 48 10 40 12
    vpandd zmm0, zmm0, zmm4                                             # 0057b evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x680], zmm0                                # 00581 evex   62 d1 7c 48 29 40 1a
    vmovups zmm1, zmmword ptr [rax+0x480]                               # 00588 evex   62 f1 7c 48 10 48 12
    vpsrlw zmm1, zmm1, 0x04                                             # 0058f evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00596 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x6C0], zmm1                                # 0059c evex   62 d1 7c 48 29 48 1b
    vmovups zmm0, zmmword ptr [rax+0x4C0]                               # 005a3 evex   62 f1 7c 48 10 40 13
    vpandd zmm0, zmm0, zmm4                                             # 005aa evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x700], zmm0                                # 005b0 evex   62 d1 7c 48 29 40 1c
    vmovups zmm1, zmmword ptr [rax+0x4C0]                               # 005b7 evex   62 f1 7c 48 10 48 13
    vpsrlw zmm1, zmm1, 0x04                                             # 005be evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 005c5 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x740], zmm1                                # 005cb evex   62 d1 7c 48 29 48 1d
    vmovups zmm0, zmmword ptr [rax+0x500]                               # 005d2 evex   62 f1 7c 48 10 40 14
    vpandd zmm0, zmm0, zmm4                                             # 005d9 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x780], zmm0                                # 005df evex   62 d1 7c 48 29 40 1e
    vmovups zmm1, zmmword ptr [rax+0x500]                               # 005e6 evex   62 f1 7c 48 10 48 14
    vpsrlw zmm1, zmm1, 0x04                                             # 005ed evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 005f4 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x7C0], zmm1                                # 005fa evex   62 d1 7c 48 29 48 1f
    vmovups zmm0, zmmword ptr [rax+0x540]                               # 00601 evex   62 f1 7c 48 10 40 15
    vpandd zmm0, zmm0, zmm4                                             # 00608 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x800], zmm0                                # 0060e evex   62 d1 7c 48 29 40 20
    vmovups zmm1, zmmword ptr [rax+0x540]                               # 00615 evex   62 f1 7c 48 10 48 15
    vpsrlw zmm1, zmm1, 0x04                                             # 0061c evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00623 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x840], zmm1                                # 00629 evex   62 d1 7c 48 29 48 21
    vmovups zmm0, zmmword ptr [rax+0x580]                               # 00630 evex   62 f1 7c 48 10 40 16
    vpandd zmm0, zmm0, zmm4                                             # 00637 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x880], zmm0                                # 0063d evex   62 d1 7c 48 29 40 22
    vmovups zmm1, zmmword ptr [rax+0x580]                               # 00644 evex   62 f1 7c 48 10 48 16
    vpsrlw zmm1, zmm1, 0x04                                             # 0064b evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00652 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x8C0], zmm1                                # 00658 evex   62 d1 7c 48 29 48 23
    vmovups zmm0, zmmword ptr [rax+0x5C0]                               # 0065f evex   62 f1 7c 48 10 40 17
    vpandd zmm0, zmm0, zmm4                                             # 00666 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x900], zmm0                                # 0066c evex   62 d1 7c 48 29 40 24
    vmovups zmm1, zmmword ptr [rax+0x5C0]                               # 00673 evex   62 f1 7c 48 10 48 17
    vpsrlw zmm1, zmm1, 0x04                                             # 0067a evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00681 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x940], zmm1                                # 00687 evex   62 d1 7c 48 29 48 25
    vmovups zmm0, zmmword ptr [rax+0x600]                               # 0068e evex   62 f1 7c 48 10 40 18
    vpandd zmm0, zmm0, zmm4                                             # 00695 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0x980], zmm0                                # 0069b evex   62 d1 7c 48 29 40 26
    vmovups zmm1, zmmword ptr [rax+0x600]                               # 006a2 evex   62 f1 7c 48 10 48 18
    vpsrlw zmm1, zmm1, 0x04                                             # 006a9 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 006b0 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0x9C0], zmm1                                # 006b6 evex   62 d1 7c 48 29 48 27
    vmovups zmm0, zmmword ptr [rax+0x640]                               # 006bd evex   62 f1 7c 48 10 40 19
    vpandd zmm0, zmm0, zmm4                                             # 006c4 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xA00], zmm0                                # 006ca evex   62 d1 7c 48 29 40 28
    vmovups zmm1, zmmword ptr [rax+0x640]                               # 006d1 evex   62 f1 7c 48 10 48 19
    vpsrlw zmm1, zmm1, 0x04                                             # 006d8 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 006df evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xA40], zmm1                                # 006e5 evex   62 d1 7c 48 29 48 29
    vmovups zmm0, zmmword ptr [rax+0x680]                               # 006ec evex   62 f1 7c 48 10 40 1a
    vpandd zmm0, zmm0, zmm4                                             # 006f3 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xA80], zmm0                                # 006f9 evex   62 d1 7c 48 29 40 2a
    vmovups zmm1, zmmword ptr [rax+0x680]                               # 00700 evex   62 f1 7c 48 10 48 1a
    vpsrlw zmm1, zmm1, 0x04                                             # 00707 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0070e evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xAC0], zmm1                                # 00714 evex   62 d1 7c 48 29 48 2b
    vmovups zmm0, zmmword ptr [rax+0x6C0]                               # 0071b evex   62 f1 7c 48 10 40 1b
    vpandd zmm0, zmm0, zmm4                                             # 00722 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xB00], zmm0                                # 00728 evex   62 d1 7c 48 29 40 2c
    vmovups zmm1, zmmword ptr [rax+0x6C0]                               # 0072f evex   62 f1 7c 48 10 48 1b
    vpsrlw zmm1, zmm1, 0x04                                             # 00736 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0073d evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xB40], zmm1                                # 00743 evex   62 d1 7c 48 29 48 2d
    vmovups zmm0, zmmword ptr [rax+0x700]                               # 0074a evex   62 f1 7c 48 10 40 1c
    vpandd zmm0, zmm0, zmm4                                             # 00751 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xB80], zmm0                                # 00757 evex   62 d1 7c 48 29 40 2e
    vmovups zmm1, zmmword ptr [rax+0x700]                               # 0075e evex   62 f1 7c 48 10 48 1c
    vpsrlw zmm1, zmm1, 0x04                                             # 00765 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0076c evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xBC0], zmm1                                # 00772 evex   62 d1 7c 48 29 48 2f
    vmovups zmm0, zmmword ptr [rax+0x740]                               # 00779 evex   62 f1 7c 48 10 40 1d
    vpandd zmm0, zmm0, zmm4                                             # 00780 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xC00], zmm0                                # 00786 evex   62 d1 7c 48 29 40 30
    vmovups zmm1, zmmword ptr [rax+0x740]                               # 0078d evex   62 f1 7c 48 10 48 1d
    vpsrlw zmm1, zmm1, 0x04                                             # 00794 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 0079b evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xC40], zmm1                                # 007a1 evex   62 d1 7c 48 29 48 31
    vmovups zmm0, zmmword ptr [rax+0x780]                               # 007a8 evex   62 f1 7c 48 10 40 1e
    vpandd zmm0, zmm0, zmm4                                             # 007af evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xC80], zmm0                                # 007b5 evex   62 d1 7c 48 29 40 32
    vmovups zmm1, zmmword ptr [rax+0x780]                               # 007bc evex   62 f1 7c 48 10 48 1e
    vpsrlw zmm1, zmm1, 0x04                                             # 007c3 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 007ca evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xCC0], zmm1                                # 007d0 evex   62 d1 7c 48 29 48 33
    vmovups zmm0, zmmword ptr [rax+0x7C0]                               # 007d7 evex   62 f1 7c 48 10 40 1f
    vpandd zmm0, zmm0, zmm4                                             # 007de evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xD00], zmm0                                # 007e4 evex   62 d1 7c 48 29 40 34
    vmovups zmm1, zmmword ptr [rax+0x7C0]                               # 007eb evex   62 f1 7c 48 10 48 1f
    vpsrlw zmm1, zmm1, 0x04                                             # 007f2 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 007f9 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xD40], zmm1                                # 007ff evex   62 d1 7c 48 29 48 35
    vmovups zmm0, zmmword ptr [rax+0x800]                               # 00806 evex   62 f1 7c 48 10 40 20
    vpandd zmm0, zmm0, zmm4                                             # 0080d evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xD80], zmm0                                # 00813 evex   62 d1 7c 48 29 40 36
    vmovups zmm1, zmmword ptr [rax+0x800]                               # 0081a evex   62 f1 7c 48 10 48 20
    vpsrlw zmm1, zmm1, 0x04                                             # 00821 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00828 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xDC0], zmm1                                # 0082e evex   62 d1 7c 48 29 48 37
    vmovups zmm0, zmmword ptr [rax+0x840]                               # 00835 evex   62 f1 7c 48 10 40 21
    vpandd zmm0, zmm0, zmm4                                             # 0083c evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xE00], zmm0                                # 00842 evex   62 d1 7c 48 29 40 38
    vmovups zmm1, zmmword ptr [rax+0x840]                               # 00849 evex   62 f1 7c 48 10 48 21
    vpsrlw zmm1, zmm1, 0x04                                             # 00850 evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00857 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xE40], zmm1                                # 0085d evex   62 d1 7c 48 29 48 39
    vmovups zmm0, zmmword ptr [rax+0x880]                               # 00864 evex   62 f1 7c 48 10 40 22
    vpandd zmm0, zmm0, zmm4                                             # 0086b evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xE80], zmm0                                # 00871 evex   62 d1 7c 48 29 40 3a
    vmovups zmm1, zmmword ptr [rax+0x880]                               # 00878 evex   62 f1 7c 48 10 48 22
    vpsrlw zmm1, zmm1, 0x04                                             # 0087f evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 00886 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xEC0], zmm1                                # 0088c evex   62 d1 7c 48 29 48 3b
    vmovups zmm0, zmmword ptr [rax+0x8C0]                               # 00893 evex   62 f1 7c 48 10 40 23
    vpandd zmm0, zmm0, zmm4                                             # 0089a evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xF00], zmm0                                # 008a0 evex   62 d1 7c 48 29 40 3c
    vmovups zmm1, zmmword ptr [rax+0x8C0]                               # 008a7 evex   62 f1 7c 48 10 48 23
    vpsrlw zmm1, zmm1, 0x04                                             # 008ae evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 008b5 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xF40], zmm1                                # 008bb evex   62 d1 7c 48 29 48 3d
    vmovups zmm0, zmmword ptr [rax+0x900]                               # 008c2 evex   62 f1 7c 48 10 40 24
    vpandd zmm0, zmm0, zmm4                                             # 008c9 evex   62 f1 7d 48 db c4
    vmovaps zmmword ptr [r8+0xF80], zmm0                                # 008cf evex   62 d1 7c 48 29 40 3e
    vmovups zmm1, zmmword ptr [rax+0x900]                               # 008d6 evex   62 f1 7c 48 10 48 24
    vpsrlw zmm1, zmm1, 0x04                                             # 008dd evex   62 f1 75 48 71 d1 04
    vpandd zmm1, zmm1, zmm4                                             # 008e4 evex   62 f1 75 48 db cc
    vmovaps zmmword ptr [r8+0xFC0], zmm1                                # 008ea evex   62 d1 7c 48 29 48 3f

unpack_scales:
    # f32 d * scale to [r9]
    vcvtph2ps zmm4, ymmword ptr [rax]                                   # 008f1 evex   62 f2 7d 48 13 20
    vpmovzxbd zmm0, xmmword ptr [rax+0x40]                              # 008f7 evex   62 f2 7d 48 31 40 04
    vcvtdq2ps zmm0, zmm0                                                # 008fe evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00904 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9], zmm0                                      # 0090a evex   62 d1 7c 48 29 01
    vpmovzxbd zmm0, xmmword ptr [rax+0x50]                              # 00910 evex   62 f2 7d 48 31 40 05
    vcvtdq2ps zmm0, zmm0                                                # 00917 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0091d evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x40], zmm0                                 # 00923 evex   62 d1 7c 48 29 41 01
    vpmovzxbd zmm0, xmmword ptr [rax+0x60]                              # 0092a evex   62 f2 7d 48 31 40 06
    vcvtdq2ps zmm0, zmm0                                                # 00931 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00937 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x80], zmm0                                 # 0093d evex   62 d1 7c 48 29 41 02
    vpmovzxbd zmm0, xmmword ptr [rax+0x70]                              # 00944 evex   62 f2 7d 48 31 40 07
    vcvtdq2ps zmm0, zmm0                                                # 0094b evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00951 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0xC0], zmm0                                 # 00957 evex   62 d1 7c 48 29 41 03
    vpmovzxbd zmm0, xmmword ptr [rax+0x80]                              # 0095e evex   62 f2 7d 48 31 40 08
    vcvtdq2ps zmm0, zmm0                                                # 00965 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0096b evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x100], zmm0                                # 00971 evex   62 d1 7c 48 29 41 04
    vpmovzxbd zmm0, xmmword ptr [rax+0x90]                              # 00978 evex   62 f2 7d 48 31 40 09
    vcvtdq2ps zmm0, zmm0                                                # 0097f evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 00985 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x140], zmm0                                # 0098b evex   62 d1 7c 48 29 41 05
    vpmovzxbd zmm0, xmmword ptr [rax+0xA0]                              # 00992 evex   62 f2 7d 48 31 40 0a
    vcvtdq2ps zmm0, zmm0                                                # 00999 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 0099f evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x180], zmm0                                # 009a5 evex   62 d1 7c 48 29 41 06
    vpmovzxbd zmm0, xmmword ptr [rax+0xB0]                              # 009ac evex   62 f2 7d 48 31 40 0b
    vcvtdq2ps zmm0, zmm0                                                # 009b3 evex   62 f1 7c 48 5b c0
    vmulps zmm0, zmm0, zmm4                                             # 009b9 evex   62 f1 7c 48 59 c4
    vmovaps zmmword ptr [r9+0x1C0], zmm0                                # 009bf evex   62 d1 7c 48 29 41 07

unpack_offsets:
    # int16 pairs of mins to [r10], dmin to [rsi]
    vpmovzxbd zmm0, xmmword ptr [rax+0xC0]                              # 009c6 evex   62 f2 7d 48 31 40 0c
    vpmovzxbd zmm1, xmmword ptr [rax+0xD0]                              # 009cd evex   62 f2 7d 48 31 48 0d
    vpslld zmm1, zmm1, 0x10                                             # 009d4 evex   62 f1 75 48 72 f1 10
    vpord zmm0, zmm0, zmm1                                              # 009db evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10], zmm0                                     # 009e1 evex   62 d1 7c 48 29 02
    vpmovzxbd zmm0, xmmword ptr [rax+0xE0]                              # 009e7 evex   62 f2 7d 48 31 40 0e
    vpmovzxbd zmm1, xmmword ptr [rax+0xF0]                              # 009ee evex   62 f2 7d 48 31 48 0f
    vpslld zmm1, zmm1, 0x10                                             # 009f5 evex   62 f1 75 48 72 f1 10
    vpord zmm0, zmm0, zmm1                                              # 009fc evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x40], zmm0                                # 00a02 evex   62 d1 7c 48 29 42 01
    vpmovzxbd zmm0, xmmword ptr [rax+0x100]                             # 00a09 evex   62 f2 7d 48 31 40 10
    vpmovzxbd zmm1, xmmword ptr [rax+0x110]                             # 00a10 evex   62 f2 7d 48 31 48 11
    vpslld zmm1, zmm1, 0x10                                             # 00a17 evex   62 f1 75 48 72 f1 10
    vpord zmm0, zmm0, zmm1                                              # 00a1e evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0x80], zmm0                                # 00a24 evex   62 d1 7c 48 29 42 02
    vpmovzxbd zmm0, xmmword ptr [rax+0x120]                             # 00a2b evex   62 f2 7d 48 31 40 12
    vpmovzxbd zmm1, xmmword ptr [rax+0x130]                             # 00a32 evex   62 f2 7d 48 31 48 13
    vpslld zmm1, zmm1, 0x10                                             # 00a39 evex   62 f1 75 48 72 f1 10
    vpord zmm0, zmm0, zmm1                                              # 00a40 evex   62 f1 7d 48 eb c1
    vmovaps zmmword ptr [r10+0xC0], zmm0                                # 00a46 evex   62 d1 7c 48 29 42 03
    vcvtph2ps zmm4, ymmword ptr [rax+0x20]                              # 00a4d evex   62 f2 7d 48 13 60 01
    vmovaps zmmword ptr [rsi], zmm4                                     # 00a54 evex   62 f1 7c 48 29 26
    ret                                                                 # 00a5a legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00a5b alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00a64 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00a6d alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00a76 alignment
    .byte 0x90                                                          # 00a7f alignment

micro_kernel_6:
    # zmm0..11 int32 sums [token][row register], zmm12..23 f32 sums, zmm24..25 codes, zmm26 activation, zmm27 temporary; rsi activation record, rdx C
    vpxord zmm12, zmm12, zmm12                                          # 00a80 evex   62 51 1d 48 ef e4
    vpxord zmm13, zmm13, zmm13                                          # 00a86 evex   62 51 15 48 ef ed
    vpxord zmm14, zmm14, zmm14                                          # 00a8c evex   62 51 0d 48 ef f6
    vpxord zmm15, zmm15, zmm15                                          # 00a92 evex   62 51 05 48 ef ff
    vpxord zmm16, zmm16, zmm16                                          # 00a98 evex   62 a1 7d 40 ef c0
    vpxord zmm17, zmm17, zmm17                                          # 00a9e evex   62 a1 75 40 ef c9
    vpxord zmm18, zmm18, zmm18                                          # 00aa4 evex   62 a1 6d 40 ef d2
    vpxord zmm19, zmm19, zmm19                                          # 00aaa evex   62 a1 65 40 ef db
    vpxord zmm20, zmm20, zmm20                                          # 00ab0 evex   62 a1 5d 40 ef e4
    vpxord zmm21, zmm21, zmm21                                          # 00ab6 evex   62 a1 55 40 ef ed
    vpxord zmm22, zmm22, zmm22                                          # 00abc evex   62 a1 4d 40 ef f6
    vpxord zmm23, zmm23, zmm23                                          # 00ac2 evex   62 a1 45 40 ef ff
    lea r8, [rbp]                                                       # 00ac8 legacy 4c 8d 45 00
    lea r10, [rbp+0x2000]                                               # 00acc legacy 4c 8d 95 00 20 00 00
    mov r9, rsi                                                         # 00ad3 legacy 49 89 f1
    mov ecx, 0x08                                                       # 00ad6 legacy b9 08 00 00 00
    .byte 0x0f, 0x1f, 0x44, 0x00, 0x00                                  # 00adb alignment

micro_kernel_6_sub_block:
    # the inner loop: r8 codes, r9 activations, r10 scales, ecx sub-blocks left
    vpxord zmm0, zmm0, zmm0                                             # 00ae0 evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 00ae6 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 00aec evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 00af2 evex   62 f1 65 48 ef db
    vpxord zmm4, zmm4, zmm4                                             # 00af8 evex   62 f1 5d 48 ef e4
    vpxord zmm5, zmm5, zmm5                                             # 00afe evex   62 f1 55 48 ef ed
    vpxord zmm6, zmm6, zmm6                                             # 00b04 evex   62 f1 4d 48 ef f6
    vpxord zmm7, zmm7, zmm7                                             # 00b0a evex   62 f1 45 48 ef ff
    vpxord zmm8, zmm8, zmm8                                             # 00b10 evex   62 51 3d 48 ef c0
    vpxord zmm9, zmm9, zmm9                                             # 00b16 evex   62 51 35 48 ef c9
    vpxord zmm10, zmm10, zmm10                                          # 00b1c evex   62 51 2d 48 ef d2
    vpxord zmm11, zmm11, zmm11                                          # 00b22 evex   62 51 25 48 ef db
    vmovaps zmm24, zmmword ptr [r8]                                     # 00b28 evex   62 41 7c 48 28 00
    vmovaps zmm25, zmmword ptr [r8+0x1000]                              # 00b2e evex   62 41 7c 48 28 48 40
    vpbroadcastd zmm26, dword ptr [r9]                                  # 00b35 evex   62 42 7d 48 58 11
    vpdpbusd zmm0, zmm24, zmm26                                         # 00b3b evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00b41 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x140]                            # 00b47 evex   62 42 7d 48 58 51 50
    vpdpbusd zmm2, zmm24, zmm26                                         # 00b4e evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00b54 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x280]                            # 00b5a evex   62 42 7d 48 58 91 80 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00b64 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00b6a evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C0]                            # 00b70 evex   62 42 7d 48 58 91 c0 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00b7a evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00b80 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x500]                            # 00b86 evex   62 42 7d 48 58 91 00 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00b90 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00b96 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x640]                            # 00b9c evex   62 42 7d 48 58 91 40 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00ba6 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00bac evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x40]                                # 00bb2 evex   62 41 7c 48 28 40 01
    vmovaps zmm25, zmmword ptr [r8+0x1040]                              # 00bb9 evex   62 41 7c 48 28 48 41
    vpbroadcastd zmm26, dword ptr [r9+0x04]                             # 00bc0 evex   62 42 7d 48 58 51 01
    vpdpbusd zmm0, zmm24, zmm26                                         # 00bc7 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00bcd evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x144]                            # 00bd3 evex   62 42 7d 48 58 51 51
    vpdpbusd zmm2, zmm24, zmm26                                         # 00bda evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00be0 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x284]                            # 00be6 evex   62 42 7d 48 58 91 84 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00bf0 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00bf6 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C4]                            # 00bfc evex   62 42 7d 48 58 91 c4 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00c06 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00c0c evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x504]                            # 00c12 evex   62 42 7d 48 58 91 04 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00c1c evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00c22 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x644]                            # 00c28 evex   62 42 7d 48 58 91 44 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00c32 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00c38 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x80]                                # 00c3e evex   62 41 7c 48 28 40 02
    vmovaps zmm25, zmmword ptr [r8+0x1080]                              # 00c45 evex   62 41 7c 48 28 48 42
    vpbroadcastd zmm26, dword ptr [r9+0x08]                             # 00c4c evex   62 42 7d 48 58 51 02
    vpdpbusd zmm0, zmm24, zmm26                                         # 00c53 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00c59 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x148]                            # 00c5f evex   62 42 7d 48 58 51 52
    vpdpbusd zmm2, zmm24, zmm26                                         # 00c66 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00c6c evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x288]                            # 00c72 evex   62 42 7d 48 58 91 88 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00c7c evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00c82 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3C8]                            # 00c88 evex   62 42 7d 48 58 91 c8 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00c92 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00c98 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x508]                            # 00c9e evex   62 42 7d 48 58 91 08 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00ca8 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00cae evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x648]                            # 00cb4 evex   62 42 7d 48 58 91 48 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00cbe evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00cc4 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0xC0]                                # 00cca evex   62 41 7c 48 28 40 03
    vmovaps zmm25, zmmword ptr [r8+0x10C0]                              # 00cd1 evex   62 41 7c 48 28 48 43
    vpbroadcastd zmm26, dword ptr [r9+0x0C]                             # 00cd8 evex   62 42 7d 48 58 51 03
    vpdpbusd zmm0, zmm24, zmm26                                         # 00cdf evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00ce5 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x14C]                            # 00ceb evex   62 42 7d 48 58 51 53
    vpdpbusd zmm2, zmm24, zmm26                                         # 00cf2 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00cf8 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x28C]                            # 00cfe evex   62 42 7d 48 58 91 8c 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00d08 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00d0e evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3CC]                            # 00d14 evex   62 42 7d 48 58 91 cc 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00d1e evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00d24 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x50C]                            # 00d2a evex   62 42 7d 48 58 91 0c 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00d34 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00d3a evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x64C]                            # 00d40 evex   62 42 7d 48 58 91 4c 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00d4a evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00d50 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x100]                               # 00d56 evex   62 41 7c 48 28 40 04
    vmovaps zmm25, zmmword ptr [r8+0x1100]                              # 00d5d evex   62 41 7c 48 28 48 44
    vpbroadcastd zmm26, dword ptr [r9+0x10]                             # 00d64 evex   62 42 7d 48 58 51 04
    vpdpbusd zmm0, zmm24, zmm26                                         # 00d6b evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00d71 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x150]                            # 00d77 evex   62 42 7d 48 58 51 54
    vpdpbusd zmm2, zmm24, zmm26                                         # 00d7e evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00d84 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x290]                            # 00d8a evex   62 42 7d 48 58 91 90 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00d94 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00d9a evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3D0]                            # 00da0 evex   62 42 7d 48 58 91 d0 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00daa evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00db0 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x510]                            # 00db6 evex   62 42 7d 48 58 91 10 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00dc0 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00dc6 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x650]                            # 00dcc evex   62 42 7d 48 58 91 50 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00dd6 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00ddc evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x140]                               # 00de2 evex   62 41 7c 48 28 40 05
    vmovaps zmm25, zmmword ptr [r8+0x1140]                              # 00de9 evex   62 41 7c 48 28 48 45
    vpbroadcastd zmm26, dword ptr [r9+0x14]                             # 00df0 evex   62 42 7d 48 58 51 05
    vpdpbusd zmm0, zmm24, zmm26                                         # 00df7 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00dfd evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x154]                            # 00e03 evex   62 42 7d 48 58 51 55
    vpdpbusd zmm2, zmm24, zmm26                                         # 00e0a evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00e10 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x294]                            # 00e16 evex   62 42 7d 48 58 91 94 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00e20 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00e26 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3D4]                            # 00e2c evex   62 42 7d 48 58 91 d4 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00e36 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00e3c evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x514]                            # 00e42 evex   62 42 7d 48 58 91 14 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00e4c evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00e52 evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x654]                            # 00e58 evex   62 42 7d 48 58 91 54 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00e62 evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00e68 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x180]                               # 00e6e evex   62 41 7c 48 28 40 06
    vmovaps zmm25, zmmword ptr [r8+0x1180]                              # 00e75 evex   62 41 7c 48 28 48 46
    vpbroadcastd zmm26, dword ptr [r9+0x18]                             # 00e7c evex   62 42 7d 48 58 51 06
    vpdpbusd zmm0, zmm24, zmm26                                         # 00e83 evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00e89 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x158]                            # 00e8f evex   62 42 7d 48 58 51 56
    vpdpbusd zmm2, zmm24, zmm26                                         # 00e96 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00e9c evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x298]                            # 00ea2 evex   62 42 7d 48 58 91 98 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00eac evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00eb2 evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3D8]                            # 00eb8 evex   62 42 7d 48 58 91 d8 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00ec2 evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00ec8 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x518]                            # 00ece evex   62 42 7d 48 58 91 18 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00ed8 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00ede evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x658]                            # 00ee4 evex   62 42 7d 48 58 91 58 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00eee evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00ef4 evex   62 12 35 40 50 da
    vmovaps zmm24, zmmword ptr [r8+0x1C0]                               # 00efa evex   62 41 7c 48 28 40 07
    vmovaps zmm25, zmmword ptr [r8+0x11C0]                              # 00f01 evex   62 41 7c 48 28 48 47
    vpbroadcastd zmm26, dword ptr [r9+0x1C]                             # 00f08 evex   62 42 7d 48 58 51 07
    vpdpbusd zmm0, zmm24, zmm26                                         # 00f0f evex   62 92 3d 40 50 c2
    vpdpbusd zmm1, zmm25, zmm26                                         # 00f15 evex   62 92 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x15C]                            # 00f1b evex   62 42 7d 48 58 51 57
    vpdpbusd zmm2, zmm24, zmm26                                         # 00f22 evex   62 92 3d 40 50 d2
    vpdpbusd zmm3, zmm25, zmm26                                         # 00f28 evex   62 92 35 40 50 da
    vpbroadcastd zmm26, dword ptr [r9+0x29C]                            # 00f2e evex   62 42 7d 48 58 91 9c 02 00 00
    vpdpbusd zmm4, zmm24, zmm26                                         # 00f38 evex   62 92 3d 40 50 e2
    vpdpbusd zmm5, zmm25, zmm26                                         # 00f3e evex   62 92 35 40 50 ea
    vpbroadcastd zmm26, dword ptr [r9+0x3DC]                            # 00f44 evex   62 42 7d 48 58 91 dc 03 00 00
    vpdpbusd zmm6, zmm24, zmm26                                         # 00f4e evex   62 92 3d 40 50 f2
    vpdpbusd zmm7, zmm25, zmm26                                         # 00f54 evex   62 92 35 40 50 fa
    vpbroadcastd zmm26, dword ptr [r9+0x51C]                            # 00f5a evex   62 42 7d 48 58 91 1c 05 00 00
    vpdpbusd zmm8, zmm24, zmm26                                         # 00f64 evex   62 12 3d 40 50 c2
    vpdpbusd zmm9, zmm25, zmm26                                         # 00f6a evex   62 12 35 40 50 ca
    vpbroadcastd zmm26, dword ptr [r9+0x65C]                            # 00f70 evex   62 42 7d 48 58 91 5c 06 00 00
    vpdpbusd zmm10, zmm24, zmm26                                        # 00f7a evex   62 12 3d 40 50 d2
    vpdpbusd zmm11, zmm25, zmm26                                        # 00f80 evex   62 12 35 40 50 da
    vmovaps zmm27, zmmword ptr [r10]                                    # 00f86 evex   62 41 7c 48 28 1a
    vcvtdq2ps zmm0, zmm0                                                # 00f8c evex   62 f1 7c 48 5b c0
    vfmadd231ps zmm12, zmm0, zmm27                                      # 00f92 evex   62 12 7d 48 b8 e3
    vcvtdq2ps zmm2, zmm2                                                # 00f98 evex   62 f1 7c 48 5b d2
    vfmadd231ps zmm14, zmm2, zmm27                                      # 00f9e evex   62 12 6d 48 b8 f3
    vcvtdq2ps zmm4, zmm4                                                # 00fa4 evex   62 f1 7c 48 5b e4
    vfmadd231ps zmm16, zmm4, zmm27                                      # 00faa evex   62 82 5d 48 b8 c3
    vcvtdq2ps zmm6, zmm6                                                # 00fb0 evex   62 f1 7c 48 5b f6
    vfmadd231ps zmm18, zmm6, zmm27                                      # 00fb6 evex   62 82 4d 48 b8 d3
    vcvtdq2ps zmm8, zmm8                                                # 00fbc evex   62 51 7c 48 5b c0
    vfmadd231ps zmm20, zmm8, zmm27                                      # 00fc2 evex   62 82 3d 48 b8 e3
    vcvtdq2ps zmm10, zmm10                                              # 00fc8 evex   62 51 7c 48 5b d2
    vfmadd231ps zmm22, zmm10, zmm27                                     # 00fce evex   62 82 2d 48 b8 f3
    vmovaps zmm27, zmmword ptr [r10+0x200]                              # 00fd4 evex   62 41 7c 48 28 5a 08
    vcvtdq2ps zmm1, zmm1                                                # 00fdb evex   62 f1 7c 48 5b c9
    vfmadd231ps zmm13, zmm1, zmm27                                      # 00fe1 evex   62 12 75 48 b8 eb
    vcvtdq2ps zmm3, zmm3                                                # 00fe7 evex   62 f1 7c 48 5b db
    vfmadd231ps zmm15, zmm3, zmm27                                      # 00fed evex   62 12 65 48 b8 fb
    vcvtdq2ps zmm5, zmm5                                                # 00ff3 evex   62 f1 7c 48 5b ed
    vfmadd231ps zmm17, zmm5, zmm27                                      # 00ff9 evex   62 82 55 48 b8 cb
    vcvtdq2ps zmm7, zmm7                                                # 00fff evex   62 f1 7c 48 5b ff
    vfmadd231ps zmm19, zmm7, zmm27                                      # 01005 evex   62 82 45 48 b8 db
    vcvtdq2ps zmm9, zmm9                                                # 0100b evex   62 51 7c 48 5b c9
    vfmadd231ps zmm21, zmm9, zmm27                                      # 01011 evex   62 82 35 48 b8 eb
    vcvtdq2ps zmm11, zmm11                                              # 01017 evex   62 51 7c 48 5b db
    vfmadd231ps zmm23, zmm11, zmm27                                     # 0101d evex   62 82 25 48 b8 fb
    add r8, 0x200                                                       # 01023 legacy 49 81 c0 00 02 00 00
    add r10, 0x40                                                       # 0102a legacy 49 83 c2 40
    add r9, 0x20                                                        # 0102e legacy 49 83 c1 20
    dec ecx                                                             # 01032 legacy ff c9
    jnz micro_kernel_6_sub_block                                        # 01034 legacy 0f 85 a6 fa ff ff

micro_kernel_6_sub_block_end:
micro_kernel_6_offset_term:
    # f -= dmin * sum of min * activation sum
    vpxord zmm0, zmm0, zmm0                                             # 0103a evex   62 f1 7d 48 ef c0
    vpxord zmm1, zmm1, zmm1                                             # 01040 evex   62 f1 75 48 ef c9
    vpxord zmm2, zmm2, zmm2                                             # 01046 evex   62 f1 6d 48 ef d2
    vpxord zmm3, zmm3, zmm3                                             # 0104c evex   62 f1 65 48 ef db
    vpxord zmm4, zmm4, zmm4                                             # 01052 evex   62 f1 5d 48 ef e4
    vpxord zmm5, zmm5, zmm5                                             # 01058 evex   62 f1 55 48 ef ed
    vpxord zmm6, zmm6, zmm6                                             # 0105e evex   62 f1 4d 48 ef f6
    vpxord zmm7, zmm7, zmm7                                             # 01064 evex   62 f1 45 48 ef ff
    vpxord zmm8, zmm8, zmm8                                             # 0106a evex   62 51 3d 48 ef c0
    vpxord zmm9, zmm9, zmm9                                             # 01070 evex   62 51 35 48 ef c9
    vpxord zmm10, zmm10, zmm10                                          # 01076 evex   62 51 2d 48 ef d2
    vpxord zmm11, zmm11, zmm11                                          # 0107c evex   62 51 25 48 ef db
    vpbroadcastd zmm26, dword ptr [rsi+0x120]                           # 01082 evex   62 62 7d 48 58 56 48
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2400]                      # 01089 evex   62 f2 2d 40 52 85 00 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2500]                      # 01093 evex   62 f2 2d 40 52 8d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x260]                           # 0109d evex   62 62 7d 48 58 96 60 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2400]                      # 010a7 evex   62 f2 2d 40 52 95 00 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2500]                      # 010b1 evex   62 f2 2d 40 52 9d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x3A0]                           # 010bb evex   62 62 7d 48 58 96 a0 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2400]                      # 010c5 evex   62 f2 2d 40 52 a5 00 24 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2500]                      # 010cf evex   62 f2 2d 40 52 ad 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4E0]                           # 010d9 evex   62 62 7d 48 58 96 e0 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2400]                      # 010e3 evex   62 f2 2d 40 52 b5 00 24 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2500]                      # 010ed evex   62 f2 2d 40 52 bd 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x620]                           # 010f7 evex   62 62 7d 48 58 96 20 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2400]                      # 01101 evex   62 72 2d 40 52 85 00 24 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2500]                      # 0110b evex   62 72 2d 40 52 8d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x760]                           # 01115 evex   62 62 7d 48 58 96 60 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2400]                     # 0111f evex   62 72 2d 40 52 95 00 24 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2500]                     # 01129 evex   62 72 2d 40 52 9d 00 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x124]                           # 01133 evex   62 62 7d 48 58 56 49
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2440]                      # 0113a evex   62 f2 2d 40 52 85 40 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2540]                      # 01144 evex   62 f2 2d 40 52 8d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x264]                           # 0114e evex   62 62 7d 48 58 96 64 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2440]                      # 01158 evex   62 f2 2d 40 52 95 40 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2540]                      # 01162 evex   62 f2 2d 40 52 9d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x3A4]                           # 0116c evex   62 62 7d 48 58 96 a4 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2440]                      # 01176 evex   62 f2 2d 40 52 a5 40 24 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2540]                      # 01180 evex   62 f2 2d 40 52 ad 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4E4]                           # 0118a evex   62 62 7d 48 58 96 e4 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2440]                      # 01194 evex   62 f2 2d 40 52 b5 40 24 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2540]                      # 0119e evex   62 f2 2d 40 52 bd 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x624]                           # 011a8 evex   62 62 7d 48 58 96 24 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2440]                      # 011b2 evex   62 72 2d 40 52 85 40 24 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2540]                      # 011bc evex   62 72 2d 40 52 8d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x764]                           # 011c6 evex   62 62 7d 48 58 96 64 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2440]                     # 011d0 evex   62 72 2d 40 52 95 40 24 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2540]                     # 011da evex   62 72 2d 40 52 9d 40 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x128]                           # 011e4 evex   62 62 7d 48 58 56 4a
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x2480]                      # 011eb evex   62 f2 2d 40 52 85 80 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x2580]                      # 011f5 evex   62 f2 2d 40 52 8d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x268]                           # 011ff evex   62 62 7d 48 58 96 68 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x2480]                      # 01209 evex   62 f2 2d 40 52 95 80 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x2580]                      # 01213 evex   62 f2 2d 40 52 9d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x3A8]                           # 0121d evex   62 62 7d 48 58 96 a8 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x2480]                      # 01227 evex   62 f2 2d 40 52 a5 80 24 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x2580]                      # 01231 evex   62 f2 2d 40 52 ad 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4E8]                           # 0123b evex   62 62 7d 48 58 96 e8 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x2480]                      # 01245 evex   62 f2 2d 40 52 b5 80 24 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x2580]                      # 0124f evex   62 f2 2d 40 52 bd 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x628]                           # 01259 evex   62 62 7d 48 58 96 28 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x2480]                      # 01263 evex   62 72 2d 40 52 85 80 24 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x2580]                      # 0126d evex   62 72 2d 40 52 8d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x768]                           # 01277 evex   62 62 7d 48 58 96 68 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x2480]                     # 01281 evex   62 72 2d 40 52 95 80 24 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x2580]                     # 0128b evex   62 72 2d 40 52 9d 80 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x12C]                           # 01295 evex   62 62 7d 48 58 56 4b
    vpdpwssd zmm0, zmm26, zmmword ptr [rbp+0x24C0]                      # 0129c evex   62 f2 2d 40 52 85 c0 24 00 00
    vpdpwssd zmm1, zmm26, zmmword ptr [rbp+0x25C0]                      # 012a6 evex   62 f2 2d 40 52 8d c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x26C]                           # 012b0 evex   62 62 7d 48 58 96 6c 02 00 00
    vpdpwssd zmm2, zmm26, zmmword ptr [rbp+0x24C0]                      # 012ba evex   62 f2 2d 40 52 95 c0 24 00 00
    vpdpwssd zmm3, zmm26, zmmword ptr [rbp+0x25C0]                      # 012c4 evex   62 f2 2d 40 52 9d c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x3AC]                           # 012ce evex   62 62 7d 48 58 96 ac 03 00 00
    vpdpwssd zmm4, zmm26, zmmword ptr [rbp+0x24C0]                      # 012d8 evex   62 f2 2d 40 52 a5 c0 24 00 00
    vpdpwssd zmm5, zmm26, zmmword ptr [rbp+0x25C0]                      # 012e2 evex   62 f2 2d 40 52 ad c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x4EC]                           # 012ec evex   62 62 7d 48 58 96 ec 04 00 00
    vpdpwssd zmm6, zmm26, zmmword ptr [rbp+0x24C0]                      # 012f6 evex   62 f2 2d 40 52 b5 c0 24 00 00
    vpdpwssd zmm7, zmm26, zmmword ptr [rbp+0x25C0]                      # 01300 evex   62 f2 2d 40 52 bd c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x62C]                           # 0130a evex   62 62 7d 48 58 96 2c 06 00 00
    vpdpwssd zmm8, zmm26, zmmword ptr [rbp+0x24C0]                      # 01314 evex   62 72 2d 40 52 85 c0 24 00 00
    vpdpwssd zmm9, zmm26, zmmword ptr [rbp+0x25C0]                      # 0131e evex   62 72 2d 40 52 8d c0 25 00 00
    vpbroadcastd zmm26, dword ptr [rsi+0x76C]                           # 01328 evex   62 62 7d 48 58 96 6c 07 00 00
    vpdpwssd zmm10, zmm26, zmmword ptr [rbp+0x24C0]                     # 01332 evex   62 72 2d 40 52 95 c0 24 00 00
    vpdpwssd zmm11, zmm26, zmmword ptr [rbp+0x25C0]                     # 0133c evex   62 72 2d 40 52 9d c0 25 00 00
    vmovaps zmm27, zmmword ptr [rbp+0x2600]                             # 01346 evex   62 61 7c 48 28 9d 00 26 00 00
    vcvtdq2ps zmm0, zmm0                                                # 01350 evex   62 f1 7c 48 5b c0
    vfnmadd231ps zmm12, zmm0, zmm27                                     # 01356 evex   62 12 7d 48 bc e3
    vcvtdq2ps zmm2, zmm2                                                # 0135c evex   62 f1 7c 48 5b d2
    vfnmadd231ps zmm14, zmm2, zmm27                                     # 01362 evex   62 12 6d 48 bc f3
    vcvtdq2ps zmm4, zmm4                                                # 01368 evex   62 f1 7c 48 5b e4
    vfnmadd231ps zmm16, zmm4, zmm27                                     # 0136e evex   62 82 5d 48 bc c3
    vcvtdq2ps zmm6, zmm6                                                # 01374 evex   62 f1 7c 48 5b f6
    vfnmadd231ps zmm18, zmm6, zmm27                                     # 0137a evex   62 82 4d 48 bc d3
    vcvtdq2ps zmm8, zmm8                                                # 01380 evex   62 51 7c 48 5b c0
    vfnmadd231ps zmm20, zmm8, zmm27                                     # 01386 evex   62 82 3d 48 bc e3
    vcvtdq2ps zmm10, zmm10                                              # 0138c evex   62 51 7c 48 5b d2
    vfnmadd231ps zmm22, zmm10, zmm27                                    # 01392 evex   62 82 2d 48 bc f3
    vmovaps zmm27, zmmword ptr [rbp+0x2640]                             # 01398 evex   62 61 7c 48 28 9d 40 26 00 00
    vcvtdq2ps zmm1, zmm1                                                # 013a2 evex   62 f1 7c 48 5b c9
    vfnmadd231ps zmm13, zmm1, zmm27                                     # 013a8 evex   62 12 75 48 bc eb
    vcvtdq2ps zmm3, zmm3                                                # 013ae evex   62 f1 7c 48 5b db
    vfnmadd231ps zmm15, zmm3, zmm27                                     # 013b4 evex   62 12 65 48 bc fb
    vcvtdq2ps zmm5, zmm5                                                # 013ba evex   62 f1 7c 48 5b ed
    vfnmadd231ps zmm17, zmm5, zmm27                                     # 013c0 evex   62 82 55 48 bc cb
    vcvtdq2ps zmm7, zmm7                                                # 013c6 evex   62 f1 7c 48 5b ff
    vfnmadd231ps zmm19, zmm7, zmm27                                     # 013cc evex   62 82 45 48 bc db
    vcvtdq2ps zmm9, zmm9                                                # 013d2 evex   62 51 7c 48 5b c9
    vfnmadd231ps zmm21, zmm9, zmm27                                     # 013d8 evex   62 82 35 48 bc eb
    vcvtdq2ps zmm11, zmm11                                              # 013de evex   62 51 7c 48 5b db
    vfnmadd231ps zmm23, zmm11, zmm27                                    # 013e4 evex   62 82 25 48 bc fb

micro_kernel_6_store:
    # C += token scale * f
    vbroadcastss zmm26, dword ptr [rsi+0x130]                           # 013ea evex   62 62 7d 48 18 56 4c
    vfmadd213ps zmm12, zmm26, zmmword ptr [rdx]                         # 013f1 evex   62 72 2d 40 a8 22
    vmovaps zmmword ptr [rdx], zmm12                                    # 013f7 evex   62 71 7c 48 29 22
    vfmadd213ps zmm13, zmm26, zmmword ptr [rdx+0x40]                    # 013fd evex   62 72 2d 40 a8 6a 01
    vmovaps zmmword ptr [rdx+0x40], zmm13                               # 01404 evex   62 71 7c 48 29 6a 01
    vbroadcastss zmm26, dword ptr [rsi+0x270]                           # 0140b evex   62 62 7d 48 18 96 70 02 00 00
    vfmadd213ps zmm14, zmm26, zmmword ptr [rdx+0x80]                    # 01415 evex   62 72 2d 40 a8 72 02
    vmovaps zmmword ptr [rdx+0x80], zmm14                               # 0141c evex   62 71 7c 48 29 72 02
    vfmadd213ps zmm15, zmm26, zmmword ptr [rdx+0xC0]                    # 01423 evex   62 72 2d 40 a8 7a 03
    vmovaps zmmword ptr [rdx+0xC0], zmm15                               # 0142a evex   62 71 7c 48 29 7a 03
    vbroadcastss zmm26, dword ptr [rsi+0x3B0]                           # 01431 evex   62 62 7d 48 18 96 b0 03 00 00
    vfmadd213ps zmm16, zmm26, zmmword ptr [rdx+0x100]                   # 0143b evex   62 e2 2d 40 a8 42 04
    vmovaps zmmword ptr [rdx+0x100], zmm16                              # 01442 evex   62 e1 7c 48 29 42 04
    vfmadd213ps zmm17, zmm26, zmmword ptr [rdx+0x140]                   # 01449 evex   62 e2 2d 40 a8 4a 05
    vmovaps zmmword ptr [rdx+0x140], zmm17                              # 01450 evex   62 e1 7c 48 29 4a 05
    vbroadcastss zmm26, dword ptr [rsi+0x4F0]                           # 01457 evex   62 62 7d 48 18 96 f0 04 00 00
    vfmadd213ps zmm18, zmm26, zmmword ptr [rdx+0x180]                   # 01461 evex   62 e2 2d 40 a8 52 06
    vmovaps zmmword ptr [rdx+0x180], zmm18                              # 01468 evex   62 e1 7c 48 29 52 06
    vfmadd213ps zmm19, zmm26, zmmword ptr [rdx+0x1C0]                   # 0146f evex   62 e2 2d 40 a8 5a 07
    vmovaps zmmword ptr [rdx+0x1C0], zmm19                              # 01476 evex   62 e1 7c 48 29 5a 07
    vbroadcastss zmm26, dword ptr [rsi+0x630]                           # 0147d evex   62 62 7d 48 18 96 30 06 00 00
    vfmadd213ps zmm20, zmm26, zmmword ptr [rdx+0x200]                   # 01487 evex   62 e2 2d 40 a8 62 08
    vmovaps zmmword ptr [rdx+0x200], zmm20                              # 0148e evex   62 e1 7c 48 29 62 08
    vfmadd213ps zmm21, zmm26, zmmword ptr [rdx+0x240]                   # 01495 evex   62 e2 2d 40 a8 6a 09
    vmovaps zmmword ptr [rdx+0x240], zmm21                              # 0149c evex   62 e1 7c 48 29 6a 09
    vbroadcastss zmm26, dword ptr [rsi+0x770]                           # 014a3 evex   62 62 7d 48 18 96 70 07 00 00
    vfmadd213ps zmm22, zmm26, zmmword ptr [rdx+0x280]                   # 014ad evex   62 e2 2d 40 a8 72 0a
    vmovaps zmmword ptr [rdx+0x280], zmm22                              # 014b4 evex   62 e1 7c 48 29 72 0a
    vfmadd213ps zmm23, zmm26, zmmword ptr [rdx+0x2C0]                   # 014bb evex   62 e2 2d 40 a8 7a 0b
    vmovaps zmmword ptr [rdx+0x2C0], zmm23                              # 014c2 evex   62 e1 7c 48 29 7a 0b
    ret                                                                 # 014c9 legacy c3
