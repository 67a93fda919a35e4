# What the tables beside OpenBLAS share: sourced with the table's own arguments, which are its number of threads. Builds quern,
# installs OpenBLAS where it is missing, prints the processor.
#
#   row JSON KEY...    the values of a bench's JSON as the cells of a table row
root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
threads=1
while [ $# -gt 0 ]; do
    case $1 in
        --threads)
            threads=${2:?--threads needs a number}
            shift 2
            ;;
        *)
            echo "error: unknown argument $1" >&2
            exit 2
            ;;
    esac
done

"$root/quern" --version >/dev/null
if ! ldconfig -p | grep -q 'libopenblas\.so\.0'; then
    install='apt-get install -y --no-install-recommends libopenblas0-pthread'
    if [ "$(id -u)" -ne 0 ]; then
        echo "error: OpenBLAS is missing. Install it as root: $install" >&2
        exit 1
    fi
    $install >/dev/null
fi

row() {
    python3 -c '
import json, sys
bench = json.loads(sys.argv[1])
def cell(value):
    if not isinstance(value, float): return str(value)
    return f"{value:.1e}" if 0 < value < 1e-3 else f"{value:.3f}" if value < 10 else f"{value:.1f}"
print("| " + " | ".join(cell(bench[key]) for key in sys.argv[2:]) + " |")' "$@"
}

processor=$(sed -nE 's/^model name\s*: (.*)/\1/p' /proc/cpuinfo | head -n 1)
echo "Processor: $processor. Threads: $threads."
