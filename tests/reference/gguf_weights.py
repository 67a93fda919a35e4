"""Reads a GGUF file (version 2 or 3, little-endian) and dequantizes its tensors with ggml's own `dequantize_row_*`."""
import ctypes
import struct

import numpy as np

# ggml type -> (suffix of dequantize_row_*, weights a block, bytes a block)
TENSOR_TYPES = {0: ("f32", 1, 4), 12: ("q4_K", 256, 144), 13: ("q5_K", 256, 176), 14: ("q6_K", 256, 210)}
SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
STRING, ARRAY = 8, 9


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def scalar(self, form):
        (value,) = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return value

    def string(self):
        length = self.scalar("<Q")
        self.at += length
        return self.data[self.at - length:self.at].decode("utf-8")

    def value(self, kind):
        if kind == STRING:
            return self.string()
        if kind == ARRAY:
            item, count = self.scalar("<I"), self.scalar("<Q")
            return [self.value(item) for _ in range(count)]
        return self.scalar(SCALARS[kind])


def dequantize(ggml_base, kind, raw, shape):
    """f32 array of `shape` from the bytes of a tensor; `ggml_base` is libggml-base.so, opened with ctypes."""
    if kind == 0:
        return raw.view(np.float32).reshape(shape).copy()
    out = np.zeros(shape, np.float32)
    function = getattr(ggml_base, "dequantize_row_" + TENSOR_TYPES[kind][0])
    function.argtypes, function.restype = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64], None
    function(np.ascontiguousarray(raw).ctypes.data, out.ctypes.data, out.size)
    return out


def read(path, ggml_base):
    """(metadata, {tensor name: f32 array, rows first})"""
    with open(path, "rb") as file:
        reader = Reader(file.read())
    if reader.data[:4] != b"GGUF":
        raise ValueError(f"{path}: not a GGUF file")
    reader.at = 8
    tensor_count, metadata_count = reader.scalar("<Q"), reader.scalar("<Q")
    metadata = {}
    for _ in range(metadata_count):
        key = reader.string()
        metadata[key] = reader.value(reader.scalar("<I"))
    infos = []
    for _ in range(tensor_count):
        name = reader.string()
        dimensions = [reader.scalar("<Q") for _ in range(reader.scalar("<I"))]
        infos.append((name, dimensions[::-1], reader.scalar("<I"), reader.scalar("<Q")))
    alignment = metadata.get("general.alignment", 32)
    start = -(-reader.at // alignment) * alignment
    tensors = {}
    for name, shape, kind, offset in infos:
        _, weights, size = TENSOR_TYPES[kind]
        raw = np.frombuffer(reader.data, np.uint8, int(np.prod(shape)) // weights * size, start + offset)
        tensors[name] = dequantize(ggml_base, kind, raw, shape)
    return metadata, tensors
