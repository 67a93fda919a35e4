#!/usr/bin/env bash
# Prints the block-quantized table of bench/README.md as measured now: 4096 x 4096 weights of NF4, int4 and int8 times a vector,
# beside OpenBLAS's dgemv on the same weights made dense, in turn in one process, at least 15 pairs each.
#
#   bench/blockwise_table.sh [--threads N]
set -euo pipefail
source "$(dirname -- "$(readlink -f -- "$0")")/openblas_table.sh" "$@"

bench() {
    "$root/quern" bench blockwise --m 4096 --n 4096 --block 64 --threads "$threads" --isa "$isa" --json "$@"
}
for isa in avx512_vnni avx2; do
    printf '\n%s\n\n' "$isa"
    echo '| W | codes | ms | Gweight/s | GB/s | weights in turn | peer | ms | GB/s | ratio | pairs | relative error | bytes of W | dense | resident growth |'
    echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|'
    for weight in 'nf4 nf4_gemv' 'int4 int_gemv --bits 4' 'int8 int_gemv --bits 8'; do
        read -r name op bits <<<"$weight"
        # shellcheck disable=SC2086
        printf '| %s ' "$name"
        row "$(bench --op "$op" $bits)" codes ms_median gweights_per_second gigabytes_per_second weights peer peer_ms_median \
            peer_gigabytes_per_second ratio pairs rel_error weight_bytes dense_bytes resident_growth_bytes
    done
done
