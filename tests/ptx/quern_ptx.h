/* What libquern_ptx.so offers beside the CUDA driver's entry points: its counters, its findings, and its settings. Everything
 * is of the whole process and may be called from any thread between launches.
 *
 * Environment, read by cuInit: QUERN_PTX_MEMORY (bytes of the device, default 4 GiB), QUERN_PTX_SM (default 80),
 * QUERN_PTX_THREADS (host threads a grid runs on, default all), QUERN_PTX_REPORT (a file that gets the counters as JSON
 * when the process ends). */
#ifndef QUERN_PTX_H
#define QUERN_PTX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the kernels of one name did since the last reset. A shared access takes one phase for 32 lanes of 32 bits, two for
 * 64 bits and four for 128; a phase whose lanes need several words of one bank adds a conflict for each word beyond the
 * first. A global request is one warp's instruction; it touches sectors of 32 bytes. */
typedef struct quern_ptx_counters {
    uint64_t launches, blocks;
    uint64_t warp_instructions;
    double seconds; /* of wall clock */
    uint64_t shared_loads, shared_load_conflicts;
    uint64_t shared_stores, shared_store_conflicts;
    uint64_t global_loads, global_load_sectors;
    uint64_t global_stores, global_store_sectors;
    /* global load requests by bytes a lane: 1, 2, 4, 8, 16 */
    uint64_t global_loads_by_width[5];
} quern_ptx_counters;

void quern_ptx_reset(void);
/* 1 where a kernel of that name ran, else 0 and zeros. NULL: all kernels together. */
int quern_ptx_kernel_counters(const char* kernel, quern_ptx_counters* out);
/* mma instructions of a shape ("m16n8k32") a warp at a time. */
uint64_t quern_ptx_matrix_count(const char* kernel, const char* shape);
/* The shared accesses that had conflicts, as text: a line each, "CONFLICTS line N: INSTRUCTION". Valid until the next call. */
const char* quern_ptx_conflict_lines(const char* kernel);

/* The violation that made the last launch fail, or "". Valid until the next call. */
const char* quern_ptx_last_violation(void);

/* Follows which bytes of an allocation kernels load, and how wide. */
int quern_ptx_watch(uint64_t address);
/* Copies 1 for every byte read since, else 0; `size` is the allocation's. */
int quern_ptx_bytes_read(uint64_t address, uint8_t* out, size_t size);
/* Load requests of that allocation by bytes a lane: 1, 2, 4, 8, 16. */
int quern_ptx_widths_read(uint64_t address, uint64_t out[5]);

/* Live allocations, modules, streams, events and retained contexts: 0 where nothing leaked. */
uint64_t quern_ptx_live_objects(void);
/* Makes the call number `countdown` (1: the next) of the entry point `name` ("cuMemAlloc_v2") fail with `result`; with
 * `forever`, every later call of any entry point too, as a lost device does. */
void quern_ptx_inject(const char* name, int countdown, int result, int forever);
void quern_ptx_set_memory(uint64_t bytes);
void quern_ptx_set_sm(int sm);

#ifdef __cplusplus
}
#endif

#endif
