# Of the [resources] of dumps, what must be said of each kernel: "stack_bytes = 0", whether its shared memory is at most 48 KiB, and
# whether a multiprocessor holds a block of it.
/^\[/ { in_resources = $0 == "[resources]" }
!in_resources { next }
/^(spill_store_bytes|spill_load_bytes|stack_bytes) = / { print }
/^shared_bytes = / { print ($3 <= 49152 ? "shared memory fits" : "shared memory does not fit: " $3) }
/^occupancy = / { print ($3 > 0 && $3 <= 1 ? "resident" : "not resident: " $3) }
