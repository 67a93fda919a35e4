"""The f32 reference of the bundled model: python3 tests/reference MODEL.gguf LIBGGML_BASE.so COMMAND ...

    logits OUT.f32 ID,ID,...         f32 [tokens, vocabulary], row major
    generate PROMPTS.txt OUT.jsonl   greedy answers with every commit; a prompt line is the canvas length, a tab and the question
    record DIRECTORY                 every fixture that comes from the reference (DIRECTORY holds prompts.txt)
    adopt DIRECTORY LLAMA.f32        llama.cpp's logits of the recorded canvases, one canvas after another; fails where the bounds do not hold between
                                     llama.cpp, the reference, and the reference with activations rounded to int8
"""
import argparse
import ctypes
import json
import pathlib

import numpy as np

import agreement
import fixtures
import gguf_weights
import llada
import tokenizer


def record(model, words, directory):
    with open(directory / "prompts.txt", encoding="utf-8") as prompts:
        fixtures.write_lines(directory / "generation.jsonl", fixtures.generation(model, words, prompts))
    generated = fixtures.read_lines(directory / "generation.jsonl")
    canvases = list(fixtures.canvases(generated, words))
    fixtures.write_lines(directory / "canvases.jsonl", [dict(name=name, tokens=tokens) for name, tokens in canvases])
    rows = np.concatenate([model.logits(tokens).numpy() for _, tokens in canvases])
    rows.astype("<f2").tofile(directory / "canvases.reference.f16")
    cases = list(fixtures.sampler_cases(model, words))
    fixtures.write_lines(directory / "sampler.jsonl", [case for case, _ in cases])
    np.concatenate([rows.ravel() for _, rows in cases]).astype("<f4").tofile(directory / "sampler.f32")


def adopt(model, rounded, directory, path):
    canvases = fixtures.read_lines(directory / "canvases.jsonl")
    llama = np.fromfile(path, "<f4").reshape(-1, model.vocabulary)
    if len(llama) != sum(len(canvas["tokens"]) for canvas in canvases):
        raise SystemExit(f"{path}: not the logits of the recorded canvases")
    llama.astype("<f2").tofile(directory / "canvases.llama.f16")
    first = 0
    for canvas in canvases:
        rows = slice(first, first + len(canvas["tokens"]))
        sets = {"llama.cpp": llama[rows], "reference": model.logits(canvas["tokens"]).numpy(),
                "rounded": rounded.logits(canvas["tokens"]).numpy()}
        for one, other in [("llama.cpp", "reference"), ("rounded", "reference"), ("rounded", "llama.cpp")]:
            result = agreement.compare(sets[one], sets[other])
            print(canvas["name"], one, "against", other, json.dumps(result))
            if not agreement.is_within_bounds(result):
                raise SystemExit(f"{canvas['name']}: {one} misses the bounds against {other}; choose another canvas")
        first = rows.stop


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("ggml_base")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, names in [("logits", ["out", "tokens"]), ("generate", ["prompts", "out"]), ("record", ["directory"]),
                        ("adopt", ["directory", "llama"])]:
        command = commands.add_parser(name)
        for argument in names:
            command.add_argument(argument)
    given = parser.parse_args()

    metadata, tensors = gguf_weights.read(given.model, ctypes.CDLL(given.ggml_base))
    model, words = llada.Llada(metadata, tensors), tokenizer.Tokenizer(metadata)
    if given.command == "logits":
        model.logits([int(i) for i in given.tokens.split(",")]).numpy().tofile(given.out)
    elif given.command == "generate":
        with open(given.prompts, encoding="utf-8") as prompts:
            fixtures.write_lines(given.out, fixtures.generation(model, words, prompts))
    elif given.command == "record":
        record(model, words, pathlib.Path(given.directory))
    else:
        adopt(model, llada.Llada(metadata, tensors, round_activations=True), pathlib.Path(given.directory), given.llama)


main()
