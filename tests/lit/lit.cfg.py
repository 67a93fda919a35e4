# FileCheck over dumps: what the inner loops of the quantized GEMM and the CUDA kernels consist of. Needs no processor or GPU that can run
# them, nor NVRTC: where there is none, recorded PTX is checked.
#
#     %dump NAME --isa ISA --out FOLDER   dumps one kernel of Inputs/kernels.toml
#     %inner_loop FILE.s                  the lines of the micro-kernel's loop over sub-blocks
#     %depth_loop FILE.s                  the lines of a dense micro-kernel's loop over depth
#     %columns_loop FILE.s                the lines of a gemv's loop over columns, four rows at once
#     %codes_loop FILE.s                  the lines of a block-quantized kernel's loop over codes, several rows at once
#     %run_loop FILE.s                    the same where runs are irregular
#     %count                              how often each instruction occurs: "96 evex vpdpbusd zmm, zmm, zmm"
#     %dump_cuda NAME --out FOLDER        dumps one kernel of Inputs/cuda_kernels.toml for sm_80
#     %ptx_operations FILE.ptx            the operations that go beyond a thread's registers, one a line: "bar.sync"
#     %FileCheck                          where whole lines must match, and no others may be there
import os
import shlex
import shutil
import subprocess

import lit.formats

config.name = "dumps"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
# Those of ptxas/ need the CUDA toolkit: they are run by that folder's name where it is there.
config.excludes = ["Inputs", "ptxas"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["output"]


def tool(name):
    return shlex.quote(lit_config.params[name])


def source(name):
    return shlex.quote(os.path.join(config.test_source_root, name))


micro_kernel = "micro_kernel_[0-9]*_sub_block"
config.substitutions += [
    (r"%dump\b", f"{tool('quern')} dump {source('Inputs/kernels.toml')} --kernel"),
    ("%inner_loop", f"sed -n '/^{micro_kernel}:/,/^{micro_kernel}_end:/p'"),
    ("%depth_loop", "sed -n '/^micro_kernel_[0-9x]*_depth:/,/^micro_kernel_[0-9x]*_depth_end:/p'"),
    ("%columns_loop", "sed -n '/^rows_4_columns:/,/^rows_4_columns_end:/p'"),
    (
        "%codes_loop",
        r"sed -n -E '/^(panel_)?rows_([2-9]|[1-9][0-9]+)_codes:/,/^(panel_)?rows_[0-9]+_codes_end:/p'",
    ),
    ("%run_loop", "sed -n '/^run_codes:/,/^run_codes_end:/p'"),
    ("%count", f"sed -n -f {source('operand_kinds.sed')} | sort | uniq -c"),
    ("%FileCheck", f"{tool('filecheck')} --match-full-lines"),
]


def ptx_cache():
    """An empty cache where PTX can be made, so that it is; else the recorded PTX."""
    empty = os.path.join(config.test_exec_root, "ptx_cache")
    shutil.rmtree(empty, ignore_errors=True)
    os.makedirs(empty)
    dump = [lit_config.params["quern"], "dump", os.path.join(config.test_source_root, "Inputs/cuda_kernels.toml")]
    probe = subprocess.run(
        dump + ["--kernel", "gather_rows", "--isa", "sm_80", "--out", empty],
        env={**os.environ, "QUERN_CACHE_DIR": empty},
        capture_output=True,
    )
    return empty if probe.returncode == 0 else recorded


recorded = os.path.join(config.test_source_root, "..", "fixtures")
cuda_kernels = source("Inputs/cuda_kernels.toml")
config.substitutions += [
    ("%dump_cuda", f"{tool('quern')} dump {cuda_kernels} --isa sm_80 --kernel"),
    ("%ptx_operations", f"sed -n -f {source('ptx_operations.sed')}"),
    ("%cuda_kernels", cuda_kernels),
    ("%recorded", shlex.quote(recorded)),
    ("%quern", tool("quern")),
]
config.environment["QUERN_CACHE_DIR"] = ptx_cache()
if "QUERN_NVRTC" in os.environ:
    config.environment["QUERN_NVRTC"] = os.environ["QUERN_NVRTC"]
# The order of the counted lines depends on it.
config.environment["LC_ALL"] = "C"
