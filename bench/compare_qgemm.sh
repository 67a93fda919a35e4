#!/usr/bin/env bash
# Times quern's quantized matrix product and llama.cpp's in turn and prints one line a weight format: the medians and the
# median ratio (llama.cpp's time over quern's) of at least 15 pairs. llama.cpp rounds the activations to int8 in its time,
# so quern does too here. First `./quern test --peers`, or npm ci: it installs llama.cpp's published binaries.
#
#   bench/compare_qgemm.sh [--isa ISA] [--level LEVEL] [--n N] [--k K] [--tokens L] [--threads T] [--pairs P] [WEIGHT...]
set -euo pipefail
root=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/..
libraries=$root/node_modules/@node-llama-cpp/linux-x64/bins/linux-x64

isa=avx512_vnni level=icelake n=4096 k=4096 tokens=128 threads=1 pairs=15 weights=()
while [ $# -gt 0 ]; do
    case $1 in
        --isa | --level | --n | --k | --tokens | --threads | --pairs)
            [ $# -gt 1 ] || { echo "error: $1 needs a value" >&2; exit 2; }
            printf -v "${1#--}" %s "$2"
            shift 2
            ;;
        -*) echo "error: unknown flag $1" >&2; exit 2 ;;
        *) weights+=("$1"); shift ;;
    esac
done
[ ${#weights[@]} -gt 0 ] || weights=(q4_k q5_k q6_k)
[ "$pairs" -ge 15 ] || { echo 'error: fewer than 15 pairs are no result' >&2; exit 2; }
[ -d "$libraries" ] || { echo "error: llama.cpp's binaries are missing: run npm ci in $root" >&2; exit 1; }

"$root/quern" --version >/dev/null
ninja -C "$root/build/release" llama_matmul >/dev/null

# field NAME: the number of that key in a flat JSON object on standard input.
field() { sed -nE "s/.*\"$1\": ?([-+0-9.eE]+).*/\1/p"; }

for weight in "${weights[@]}"; do
    for ((pair = 0; pair < pairs; ++pair)); do
        ours=$("$root/quern" bench qgemm --weight "$weight" --n "$n" --k "$k" --tokens "$tokens" --threads "$threads" \
            --isa "$isa" --quantize --json)
        theirs=$("$root/build/release/bin/llama_matmul" "$libraries" "$level" "${weight/_k/_K}" "$n" "$k" "$tokens" \
            "$threads" 15 2>/dev/null)
        printf '%s %s %s %s %s\n' "$(field ms_median <<<"$ours")" "$(field ms_median <<<"$theirs")" \
            "$(field gops <<<"$ours")" "$(field gops <<<"$theirs")" "$(field fraction_of_peak <<<"$ours")"
    done | awk -v weight="$weight" -v isa="$isa" -v level="$level" '
        function median(values, count,    i, j, t) {
            for (i = 2; i <= count; ++i)
                for (j = i; j > 1 && values[j - 1] > values[j]; --j) { t = values[j]; values[j] = values[j - 1]; values[j - 1] = t }
            return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
        }
        { ratio[NR] = $2 / $1; ours[NR] = $3; theirs[NR] = $4; fraction[NR] = $5 }
        END {
            printf "%s: quern (%s) %.1f GOP/s, %.3f of the peak; llama.cpp (%s) %.1f GOP/s; ratio %.2f, median of %d pairs\n", weight,
                isa, median(ours, NR), median(fraction, NR), level, median(theirs, NR), median(ratio, NR), NR
        }'
done
