#!/usr/bin/env bash
# Prints the dense table of bench/README.md as measured now: quern's dense products beside OpenBLAS with the kernels of the same
# instruction set, in turn in one process, at least 15 pairs each; then that of bench/blockwise_table.sh.
#
#   bench/dense_table.sh [--threads N]
set -euo pipefail
source "$(dirname -- "$(readlink -f -- "$0")")/openblas_table.sh" "$@"

bench() {
    "$root/quern" bench dense --threads "$threads" --isa "$isa" --json "$@"
}

for isa in avx512_vnni avx2; do
    printf '\n%s\n\n' "$isa"
    echo '| type | m | n | k | GFLOP/s | of the FMA peak | ceiling | peer | GFLOP/s | ratio | pairs |'
    echo '|---|---|---|---|---|---|---|---|---|---|---|'
    for type in f64 f32; do
        for shape in '256 256 256' '512 512 512' '1024 1024 1024' '2048 2048 2048' '4096 32 4096'; do
            read -r m n k <<<"$shape"
            row "$(bench --type "$type" --m "$m" --n "$n" --k "$k")" \
                type m n k gflops fraction_of_peak ceiling peer peer_gflops ratio pairs
        done
    done
    printf '\n'
    echo '| gemv | m | n | transposed | GB/s | summing loop GB/s | of it | peer | ratio | pairs |'
    echo '|---|---|---|---|---|---|---|---|---|---|'
    for type in f64 f32; do
        n=8192
        if [ "$type" = f32 ]; then n=16384; fi
        for transposed in '' --transposed; do
            row "$(bench --op gemv --type "$type" --m 16384 --n "$n" $transposed)" \
                type m n transposed gigabytes_per_second sum_gigabytes_per_second fraction_of_sum peer ratio pairs
        done
    done
done
printf '\nBlock-quantized. '
"$root/bench/blockwise_table.sh" --threads "$threads"
