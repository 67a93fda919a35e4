# FileCheck over dumps: what the inner loops of the quantized GEMM consist of. Needs no processor that can run them.
#
#     %dump NAME --isa ISA --out FOLDER   dumps one kernel of Inputs/kernels.toml
#     %inner_loop FILE.s                  the lines of the micro-kernel's loop over sub-blocks
#     %count                              how often each instruction occurs: "96 evex vpdpbusd zmm, zmm, zmm"
#     %FileCheck                          where whole lines must match, and no others may be there
import os
import shlex
import shutil

import lit.formats

config.name = "dumps"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["output"]


def tool(name):
    return shlex.quote(lit_config.params[name])


def source(name):
    return shlex.quote(os.path.join(config.test_source_root, name))


micro_kernel = "micro_kernel_[0-9]*_sub_block"
config.substitutions += [
    ("%dump", f"{tool('quern')} dump {source('Inputs/kernels.toml')} --kernel"),
    ("%inner_loop", f"sed -n '/^{micro_kernel}:/,/^{micro_kernel}_end:/p'"),
    ("%count", f"sed -n -f {source('operand_kinds.sed')} | sort | uniq -c"),
    ("%FileCheck", f"{tool('filecheck')} --match-full-lines"),
]
# The order of the counted lines depends on it.
config.environment["LC_ALL"] = "C"
# Of CUDA kernels' PTX, what is recorded serves where there is no NVRTC to make it.
cache = os.path.join(config.test_exec_root, "cache")
shutil.rmtree(cache, ignore_errors=True)
shutil.copytree(os.path.join(config.test_source_root, "..", "fixtures", "ptx"), os.path.join(cache, "ptx"))
config.environment["QUERN_CACHE_DIR"] = cache
