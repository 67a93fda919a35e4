#!/bin/sh
# surface_test.sh LIBRARY HEADER TESTS: the library shows the header's functions, versioned, and nothing else, and the tests in C use
# each of them.
set -eu
library=$1 header=$2 tests=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
grep -o '^QUERN_API [^;]*(' "$header" | grep -o 'quern_[a-z0-9_]*(' | tr -d '(' | sort -u >"$directory/declared"
nm -D --defined-only "$library" | awk '$2 != "A" || $3 !~ /^QUERN_[0-9.]+$/ { print $3 }' | sort >"$directory/shown"
sed 's/@@QUERN_[0-9.]*$//' "$directory/shown" | diff -u "$directory/declared" - || { echo 'the library shows other symbols than the header declares' >&2; exit 1; }
if grep -v '@@QUERN_' "$directory/shown"; then echo 'not versioned' >&2; exit 1; fi
status=0
while read -r name; do
    grep -qrw "$name" "$tests" --include='*.c' --include='*.h' || { echo "no test calls $name" >&2; status=1; }
done <"$directory/declared"
exit "$status"
