# Instructions of a listing as their encoding and the kinds of their operands: "evex vpdpbusd zmm, zmm, zmm". Those of
# general registers by name alone: "legacy add".
s/[a-z]* ptr \[[^]]*\]/mem/g
s/\([xyz]mm\)[0-9]*/\1/g
s/^    {vex} /    /
s/^    \([a-z].*[^ ]\)  *# [0-9a-f]* \([a-z]*\) .*/\2 \1/
s/^legacy \([a-z0-9]*\).*/legacy \1/
/^\(legacy\|vex\|evex\) /p
