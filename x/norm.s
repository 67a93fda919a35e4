# norm: op=rmsnorm weight=none n=0 k=256 tokens=0 tile=auto isa=avx512_vnni head_size=0 pairs=adjacent
# 328 bytes, 8 of them constants; entry at offset 0: void(const Call*), System V
#
# plan
#   isa = "avx512_vnni"
#   register_lanes = 16
#   reduction_lanes = 16
#   tail_columns = 0
#   over_read_bytes = 0
#
# instructions by region (those with a memory source, whatever their kind)
#   rows: 10 scalar (1)
#   row_pointers: 11 scalar (6)
#   sum_of_squares: 1 FMA, 1 load, 1 register cleared, 4 scalar (1)
#   inverse_norm: 1 load, 1 store, 12 others of vectors (3)
#   columns: 1 load, 1 broadcast, 1 store, 2 others of vectors, 6 scalar (3)
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
    # of the next token: rax x, rcx norm weights, r9 output
    cmp rsi, qword ptr [rdi+0x60]                                       # 0001c legacy 48 3b 77 60
    jnl return                                                          # 00020 legacy 0f 8d d3 00 00 00
    mov rax, qword ptr [rdi+0x08]                                       # 00026 legacy 48 8b 47 08
    imul rax, rsi                                                       # 0002a legacy 48 0f af c6
    shl rax, 0x02                                                       # 0002e legacy 48 c1 e0 02
    add rax, qword ptr [rdi]                                            # 00032 legacy 48 03 07
    mov rcx, qword ptr [rdi+0x20]                                       # 00035 legacy 48 8b 4f 20
    mov r9, qword ptr [rdi+0x40]                                        # 00039 legacy 4c 8b 4f 40
    imul r9, rsi                                                        # 0003d legacy 4c 0f af ce
    shl r9, 0x02                                                        # 00041 legacy 49 c1 e1 02
    add r9, qword ptr [rdi+0x38]                                        # 00045 legacy 4c 03 4f 38

sum_of_squares:
    # 16 columns a turn, rbx byte offset in the row
    vxorps xmm2, xmm2, xmm2                                             # 00049 vex    c5 e8 57 d2
    xor ebx, ebx                                                        # 0004d legacy 31 db

.L1:
    vmovups zmm0, zmmword ptr [rax+rbx*1]                               # 0004f evex   62 f1 7c 48 10 04 18
    vfmadd231ps zmm2, zmm0, zmm0                                        # 00056 evex   62 f2 7d 48 b8 d0
    add rbx, 0x40                                                       # 0005c legacy 48 83 c3 40
    cmp rbx, 0x400                                                      # 00060 legacy 48 81 fb 00 04 00 00
    jb .L1                                                              # 00067 legacy 0f 82 e2 ff ff ff

inverse_norm:
    # 1 / sqrt(sum of squares / k + eps) to the stack
    vextractf64x4 ymm1, zmm2, 0x01                                      # 0006d evex   62 f3 fd 48 1b d1 01
    vaddps ymm2, ymm2, ymm1                                             # 00074 vex    c5 ec 58 d1
    vextractf128 xmm1, ymm2, 0x01                                       # 00078 vex    c4 e3 7d 19 d1 01
    vaddps xmm2, xmm2, xmm1                                             # 0007e vex    c5 e8 58 d1
    vmovhlps xmm1, xmm2, xmm2                                           # 00082 vex    c5 e8 12 ca
    vaddps xmm2, xmm2, xmm1                                             # 00086 vex    c5 e8 58 d1
    vmovshdup xmm1, xmm2                                                # 0008a vex    c5 fa 16 ca
    vaddps xmm2, xmm2, xmm1                                             # 0008e vex    c5 e8 58 d1
    vdivss xmm2, xmm2, dword ptr [rip+constants]                        # 00092 vex    c5 ea 5e 15 a6 00 00 00
    vaddss xmm2, xmm2, dword ptr [rdi+0x68]                             # 0009a vex    c5 ea 58 57 68
    vsqrtss xmm2, xmm2, xmm2                                            # 0009f vex    c5 ea 51 d2
    vmovss xmm0, dword ptr [rip+.L3]                                    # 000a3 vex    c5 fa 10 05 99 00 00 00
    vdivss xmm0, xmm0, xmm2                                             # 000ab vex    c5 fa 5e c2
    vmovss dword ptr [rsp+0x400], xmm0                                  # 000af vex    c5 fa 11 84 24 00 04 00 00

columns:
    # 16 columns a turn to the output row, rbx byte offset in the row
    vbroadcastss zmm3, dword ptr [rsp+0x400]                            # 000b8 evex   62 f2 7d 48 18 9c 24 00 04 00 00
    xor ebx, ebx                                                        # 000c3 legacy 31 db

.L2:
    vmovups zmm0, zmmword ptr [rax+rbx*1]                               # 000c5 evex   62 f1 7c 48 10 04 18
    vmulps zmm0, zmm0, zmm3                                             # 000cc evex   62 f1 7c 48 59 c3
    vmulps zmm0, zmm0, zmmword ptr [rcx+rbx*1]                          # 000d2 evex   62 f1 7c 48 59 04 19
    vmovups zmmword ptr [r9+rbx*1], zmm0                                # 000d9 evex   62 d1 7c 48 11 04 19
    add rbx, 0x40                                                       # 000e0 legacy 48 83 c3 40
    cmp rbx, 0x400                                                      # 000e4 legacy 48 81 fb 00 04 00 00
    jb .L2                                                              # 000eb legacy 0f 82 d4 ff ff ff
    inc rsi                                                             # 000f1 legacy 48 ff c6
    jmp row_pointers                                                    # 000f4 legacy e9 23 ff ff ff

return:
    vzeroupper                                                          # 000f9 vex    c5 f8 77
    lea rsp, [rbp-0x28]                                                 # 000fc legacy 48 8d 65 d8
    pop r15                                                             # 00100 legacy 41 5f
    pop r14                                                             # 00102 legacy 41 5e
    pop r13                                                             # 00104 legacy 41 5d
    pop r12                                                             # 00106 legacy 41 5c
    pop rbx                                                             # 00108 legacy 5b
    pop rbp                                                             # 00109 legacy 5d
    ret                                                                 # 0010a legacy c3
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0010b alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00114 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0011d alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 00126 alignment
    .byte 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00          # 0012f alignment
    .byte 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00                # 00138 alignment

constants:
    .long 0x43800000

.L3:
    .long 0x3f800000
