# rope: op=rope weight=none n=0 k=0 tokens=0 tile=auto isa=avx512_vnni head_size=64 pairs=adjacent
# 512 bytes; entry at offset 0: void(const Call*), System V
#
# plan
#   isa = "avx512_vnni"
#   register_lanes = 16
#   fused_products = "cosine"
#   over_read_bytes = 0
#
# instructions by region (those with a memory source, whatever their kind)
#   tokens: 8 scalar (1)
#   row_pointers: 12 scalar (7)
#   pairs_0: 1 FMA, 3 loads, 1 store, 6 others of vectors, 6 scalar (4)
#   pairs_8: 1 FMA, 3 loads, 1 store, 6 others of vectors, 6 scalar (4)
#   pairs_16: 1 FMA, 3 loads, 1 store, 6 others of vectors, 6 scalar (4)
#   pairs_24: 1 FMA, 3 loads, 1 store, 6 others of vectors, 8 scalar (4)
#   return: 9 scalar (0)

.intel_syntax noprefix
.text

tokens:
    # rdi call, rsi token, up to call.end
    push rbp                                                            # 00000 legacy 55
    mov rbp, rsp                                                        # 00001 legacy 48 89 e5
    push rbx                                                            # 00004 legacy 53
    push r12                                                            # 00005 legacy 41 54
    push r13                                                            # 00007 legacy 41 55
    push r14                                                            # 00009 legacy 41 56
    push r15                                                            # 0000b legacy 41 57
    mov rsi, qword ptr [rdi+0x30]                                       # 0000d legacy 48 8b 77 30

row_pointers:
    # of the next token: rax x, r8 cosines and r9 sines of its position
    cmp rsi, qword ptr [rdi+0x38]                                       # 00011 legacy 48 3b 77 38
    jnl return                                                          # 00015 legacy 0f 8d b1 01 00 00
    mov rax, qword ptr [rdi+0x08]                                       # 0001b legacy 48 8b 47 08
    imul rax, rsi                                                       # 0001f legacy 48 0f af c6
    shl rax, 0x02                                                       # 00023 legacy 48 c1 e0 02
    add rax, qword ptr [rdi]                                            # 00027 legacy 48 03 07
    mov r8, qword ptr [rdi+0x28]                                        # 0002a legacy 4c 8b 47 28
    movsxd r8, dword ptr [r8+rsi*4]                                     # 0002e legacy 4d 63 04 b0
    imul r8, r8, 0x80                                                   # 00032 legacy 4d 69 c0 80 00 00 00
    mov r9, r8                                                          # 00039 legacy 4d 89 c1
    add r8, qword ptr [rdi+0x18]                                        # 0003c legacy 4c 03 47 18
    add r9, qword ptr [rdi+0x20]                                        # 00040 legacy 4c 03 4f 20

pairs_0:
    # angles of neighbours from element 0 on; rcx head, rdx heads left
    vmovups ymm0, ymmword ptr [r8]                                      # 00044 vex    c4 c1 7c 10 00
    vpmovzxdq zmm0, ymm0                                                # 00049 evex   62 f2 7d 48 35 c0
    vmovsldup zmm0, zmm0                                                # 0004f evex   62 f1 7e 48 12 c0
    vmovups ymm1, ymmword ptr [r9]                                      # 00055 vex    c4 c1 7c 10 09
    vpmovzxdq zmm1, ymm1                                                # 0005a evex   62 f2 7d 48 35 c9
    vmovsldup zmm1, zmm1                                                # 00060 evex   62 f1 7e 48 12 c9
    mov rcx, rax                                                        # 00066 legacy 48 89 c1
    mov rdx, qword ptr [rdi+0x10]                                       # 00069 legacy 48 8b 57 10

.L1:
    dec rdx                                                             # 0006d legacy 48 ff ca
    js pairs_8                                                          # 00070 legacy 0f 88 2b 00 00 00
    vmovups zmm2, zmmword ptr [rcx]                                     # 00076 evex   62 f1 7c 48 10 11
    vpermilps zmm3, zmm2, 0xB1                                          # 0007c evex   62 f3 7d 48 04 da b1
    vmulps zmm3, zmm3, zmm1                                             # 00083 evex   62 f1 64 48 59 d9
    vfmaddsub213ps zmm2, zmm0, zmm3                                     # 00089 evex   62 f2 7d 48 a6 d3
    vmovups zmmword ptr [rcx], zmm2                                     # 0008f evex   62 f1 7c 48 11 11
    add rcx, 0x100                                                      # 00095 legacy 48 81 c1 00 01 00 00
    jmp .L1                                                             # 0009c legacy e9 cc ff ff ff

pairs_8:
    # angles of neighbours from element 16 on; rcx head, rdx heads left
    vmovups ymm0, ymmword ptr [r8+0x20]                                 # 000a1 vex    c4 c1 7c 10 40 20
    vpmovzxdq zmm0, ymm0                                                # 000a7 evex   62 f2 7d 48 35 c0
    vmovsldup zmm0, zmm0                                                # 000ad evex   62 f1 7e 48 12 c0
    vmovups ymm1, ymmword ptr [r9+0x20]                                 # 000b3 vex    c4 c1 7c 10 49 20
    vpmovzxdq zmm1, ymm1                                                # 000b9 evex   62 f2 7d 48 35 c9
    vmovsldup zmm1, zmm1                                                # 000bf evex   62 f1 7e 48 12 c9
    mov rcx, rax                                                        # 000c5 legacy 48 89 c1
    mov rdx, qword ptr [rdi+0x10]                                       # 000c8 legacy 48 8b 57 10

.L2:
    dec rdx                                                             # 000cc legacy 48 ff ca
    js pairs_16                                                         # 000cf legacy 0f 88 2d 00 00 00
    vmovups zmm2, zmmword ptr [rcx+0x40]                                # 000d5 evex   62 f1 7c 48 10 51 01
    vpermilps zmm3, zmm2, 0xB1                                          # 000dc evex   62 f3 7d 48 04 da b1
    vmulps zmm3, zmm3, zmm1                                             # 000e3 evex   62 f1 64 48 59 d9
    vfmaddsub213ps zmm2, zmm0, zmm3                                     # 000e9 evex   62 f2 7d 48 a6 d3
    vmovups zmmword ptr [rcx+0x40], zmm2                                # 000ef evex   62 f1 7c 48 11 51 01
    add rcx, 0x100                                                      # 000f6 legacy 48 81 c1 00 01 00 00
    jmp .L2                                                             # 000fd legacy e9 ca ff ff ff

pairs_16:
    # angles of neighbours from element 32 on; rcx head, rdx heads left
    vmovups ymm0, ymmword ptr [r8+0x40]                                 # 00102 vex    c4 c1 7c 10 40 40
    vpmovzxdq zmm0, ymm0                                                # 00108 evex   62 f2 7d 48 35 c0
    vmovsldup zmm0, zmm0                                                # 0010e evex   62 f1 7e 48 12 c0
    vmovups ymm1, ymmword ptr [r9+0x40]                                 # 00114 vex    c4 c1 7c 10 49 40
    vpmovzxdq zmm1, ymm1                                                # 0011a evex   62 f2 7d 48 35 c9
    vmovsldup zmm1, zmm1                                                # 00120 evex   62 f1 7e 48 12 c9
    mov rcx, rax                                                        # 00126 legacy 48 89 c1
    mov rdx, qword ptr [rdi+0x10]                                       # 00129 legacy 48 8b 57 10

.L3:
    dec rdx                                                             # 0012d legacy 48 ff ca
    js pairs_24                                                         # 00130 legacy 0f 88 2d 00 00 00
    vmovups zmm2, zmmword ptr [rcx+0x80]                                # 00136 evex   62 f1 7c 48 10 51 02
    vpermilps zmm3, zmm2, 0xB1                                          # 0013d evex   62 f3 7d 48 04 da b1
    vmulps zmm3, zmm3, zmm1                                             # 00144 evex   62 f1 64 48 59 d9
    vfmaddsub213ps zmm2, zmm0, zmm3                                     # 0014a evex   62 f2 7d 48 a6 d3
    vmovups zmmword ptr [rcx+0x80], zmm2                                # 00150 evex   62 f1 7c 48 11 51 02
    add rcx, 0x100                                                      # 00157 legacy 48 81 c1 00 01 00 00
    jmp .L3                                                             # 0015e legacy e9 ca ff ff ff

pairs_24:
    # angles of neighbours from element 48 on; rcx head, rdx heads left
    vmovups ymm0, ymmword ptr [r8+0x60]                                 # 00163 vex    c4 c1 7c 10 40 60
    vpmovzxdq zmm0, ymm0                                                # 00169 evex   62 f2 7d 48 35 c0
    vmovsldup zmm0, zmm0                                                # 0016f evex   62 f1 7e 48 12 c0
    vmovups ymm1, ymmword ptr [r9+0x60]                                 # 00175 vex    c4 c1 7c 10 49 60
    vpmovzxdq zmm1, ymm1                                                # 0017b evex   62 f2 7d 48 35 c9
    vmovsldup zmm1, zmm1                                                # 00181 evex   62 f1 7e 48 12 c9
    mov rcx, rax                                                        # 00187 legacy 48 89 c1
    mov rdx, qword ptr [rdi+0x10]                                       # 0018a legacy 48 8b 57 10

.L4:
    dec rdx                                                             # 0018e legacy 48 ff ca
    js .L5                                                              # 00191 legacy 0f 88 2d 00 00 00
    vmovups zmm2, zmmword ptr [rcx+0xC0]                                # 00197 evex   62 f1 7c 48 10 51 03
    vpermilps zmm3, zmm2, 0xB1                                          # 0019e evex   62 f3 7d 48 04 da b1
    vmulps zmm3, zmm3, zmm1                                             # 001a5 evex   62 f1 64 48 59 d9
    vfmaddsub213ps zmm2, zmm0, zmm3                                     # 001ab evex   62 f2 7d 48 a6 d3
    vmovups zmmword ptr [rcx+0xC0], zmm2                                # 001b1 evex   62 f1 7c 48 11 51 03
    add rcx, 0x100                                                      # 001b8 legacy 48 81 c1 00 01 00 00
    jmp .L4                                                             # 001bf legacy e9 ca ff ff ff

.L5:
    inc rsi                                                             # 001c4 legacy 48 ff c6
    jmp row_pointers                                                    # 001c7 legacy e9 45 fe ff ff

return:
    vzeroupper                                                          # 001cc vex    c5 f8 77
    lea rsp, [rbp-0x28]                                                 # 001cf legacy 48 8d 65 d8
    pop r15                                                             # 001d3 legacy 41 5f
    pop r14                                                             # 001d5 legacy 41 5e
    pop r13                                                             # 001d7 legacy 41 5d
    pop r12                                                             # 001d9 legacy 41 5c
    pop rbx                                                             # 001db legacy 5b
    pop rbp                                                             # 001dc legacy 5d
    ret                                                                 # 001dd legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 001de alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 001e7 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 001f0 alignment
    .byte 0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00                      # 001f9 alignment
