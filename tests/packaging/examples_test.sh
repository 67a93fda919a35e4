#!/bin/sh
# examples_test.sh BUILD SOURCE: what `cmake --install` puts in an empty prefix is enough to build the examples, through find_package
# and through pkg-config; they run and find their results right.
set -eu
build=$1 source=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
prefix=$directory/prefix model=$directory/prefix/share/quern/models/tales.gguf
cmake --install "$build" --prefix "$prefix" >/dev/null
# Away from the source tree, so that nothing of it is found.
cp -R "$source/runtime/examples" "$directory/examples"

check() { # FOLDER
    "$1/multiply_tensor" "$model" blk.0.ffn_down.weight
    "$1/multiply_tensor" "$model" output.weight
    "$1/transformer_block" "$model" 4
    "$1/stream_canvas" "$model" "What is 2 plus 3?" "2 plus 3 is 5."
    if "$1/multiply_tensor" "$model" none 2>"$directory/error"; then exit 1; fi
    grep -q 'error: .*none' "$directory/error"
}

cmake -S "$directory/examples" -B "$directory/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$directory/cmake" >/dev/null
check "$directory/cmake"
"$directory/cmake/multiply_tensor_static" "$model" blk.0.ffn_down.weight

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name quern.pc)")
export PKG_CONFIG_PATH
mkdir "$directory/make"
make -s -C "$directory/examples" OUT="$directory/make" CFLAGS=-Werror CXXFLAGS=-Werror
LD_LIBRARY_PATH=$(pkg-config --variable=libdir quern)
export LD_LIBRARY_PATH
check "$directory/make"
"$prefix/bin/quern" tokenize --prompt hello >/dev/null

# FetchContent: the source tree as part of another project, whose engine compiles against the targets. Linking it would mean to
# build the library once more.
mkdir "$directory/fetch"
cat >"$directory/fetch/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(engine LANGUAGES C CXX)
include(FetchContent)
FetchContent_Declare(quern SOURCE_DIR $source)
FetchContent_MakeAvailable(quern)
add_library(engine OBJECT $directory/examples/multiply_tensor.c)
target_link_libraries(engine PRIVATE quern::quern)
END
cmake -S "$directory/fetch" -B "$directory/fetched" -G Ninja >/dev/null
ninja -C "$directory/fetched" -t targets all >"$directory/targets"
object=$(sed -n 's/^\(CMakeFiles\/engine.dir\/.*\.o\): .*/\1/p' "$directory/targets")
ninja -C "$directory/fetched" "$object" >/dev/null
grep -q 'libquern.so' "$directory/targets"
# Its tests and its installation are not the other project's.
if grep -q '_test' "$directory/targets" || grep -q quern "$directory/fetched/cmake_install.cmake" &&
    grep -q quernConfig -r "$directory/fetched" --include=cmake_install.cmake; then exit 1; fi
