# What PTX does beyond arithmetic in registers, an operation a line without its predicate: accesses of memory but the kernel's parameters,
# matrix products, barriers, shuffles and calls; "local" for memory that a thread's registers spill into.
s/^[[:space:]]*@!\{0,1\}%p[0-9]*[[:space:]]*/\t/
/^[[:space:]]*\.local/s/.*/local/p
/^[[:space:]]*ld\.param/d
s/^[[:space:]]*\(\(ld\|ldu\|ldmatrix\|st\|stmatrix\|atom\|red\|cp\|mma\|wmma\|wgmma\|bar\|barrier\|shfl\|call\)[.a-z0-9_:]*\).*/\1/p
