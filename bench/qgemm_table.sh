#!/usr/bin/env bash
# Prints the table of bench/README.md as measured now: quern's quantized matrix products beside llama.cpp's published build of
# the same instruction set, in turn in one process, at least 25 pairs each.
#
#   bench/qgemm_table.sh [--threads N] [--llada]        --llada adds the other shapes of LLaDA-8B
set -euo pipefail
root=$(readlink -f -- "$(dirname -- "$0")/..")
threads=1 llada=''
while [ $# -gt 0 ]; do
    case $1 in
        --threads)
            threads=${2:?--threads needs a number}
            shift 2
            ;;
        --llada)
            llada=1
            shift
            ;;
        *)
            echo "error: unknown argument $1" >&2
            exit 2
            ;;
    esac
done

"$root/quern" --version >/dev/null
[ -d "$root/node_modules/@node-llama-cpp/linux-x64" ] || (cd "$root" && npm ci --silent)
ninja -C "$root/build/release" qgemm_table >/dev/null
package=$root/node_modules/@node-llama-cpp/linux-x64
version=$(sed -nE 's/.*"version": "([^"]+)".*/\1/p' "$package/package.json")

shapes=()
for weight in q4_k q5_k q6_k; do shapes+=("$weight:4096x4096:128" "$weight:4096x4096:32"); done
shapes+=(q4_k:4096x4096:1 q6_k:4096x4096:1)
if [ "$llada" ]; then
    shapes=()
    for weight in q4_k q6_k; do
        for shape in 12288x4096:128 12288x4096:32 4096x12288:128 4096x12288:32 126464x4096:32; do shapes+=("$weight:$shape"); done
    done
fi

processor=$(sed -nE 's/^model name\s*: (.*)/\1/p' /proc/cpuinfo | head -n 1)
echo "Peer: llama.cpp of @node-llama-cpp/linux-x64 $version. Processor: $processor."
for pair in avx512_vnni:icelake avx_vnni:alderlake avx2:haswell; do
    isa=${pair%:*} level=${pair#*:}
    printf '\n%s\n\n' "$isa"
    echo '| weight | n x k | tokens | threads | GOP/s | of the peak | ceiling | llama.cpp GOP/s | ratio | pairs |'
    echo '|---|---|---|---|---|---|---|---|---|---|'
    table=("$root/build/release/bin/qgemm_table" --isa "$isa" --threads "$threads" "${shapes[@]}")
    # Where the processor cannot load that build of llama.cpp, quern's rows alone.
    "${table[@]}" --libraries "$package/bins/linux-x64" --level "$level" 2>/dev/null || "${table[@]}"
done
