"""Byte-level BPE with the `bailingmoe` pre-tokenizer, for ASCII text: enough for the prompts here. Token ids are those of the file."""
import re

PRE_TOKENIZER = re.compile(r"'(?:[sdmtSDMT]|ll|LL|ve|VE|re|RE)|[^\r\nA-Za-z0-9]?[A-Za-z]+|[0-9]| ?[^\sA-Za-z0-9]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+")
CONTROL = 3  # tokenizer.ggml.token_type of special tokens


def byte_letters():
    """GPT-2's printable letter for each byte."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {**{byte: chr(byte) for byte in printable}, **{byte: chr(256 + i) for i, byte in enumerate(others)}}


LETTERS = byte_letters()
BYTES = {letter: byte for byte, letter in LETTERS.items()}


class Tokenizer:
    def __init__(self, metadata):
        self.tokens = metadata["tokenizer.ggml.tokens"]
        self.ids = {token: i for i, token in enumerate(self.tokens)}
        self.special = {i for i, kind in enumerate(metadata["tokenizer.ggml.token_type"]) if kind == CONTROL}
        self.ranks = {tuple(merge.split(" ")): rank for rank, merge in enumerate(metadata["tokenizer.ggml.merges"])}
        self.mask = metadata["tokenizer.ggml.mask_token_id"]
        self.ends = {metadata[f"tokenizer.ggml.{name}_token_id"] for name in ("eos", "eot")}

    def encode_word(self, word):
        parts = [LETTERS[byte] for byte in word.encode("utf-8")]
        while len(parts) > 1:
            pairs = [self.ranks.get(pair, len(self.ranks)) for pair in zip(parts, parts[1:])]
            best = min(pairs)
            if best == len(self.ranks):
                break
            at = pairs.index(best)
            parts[at:at + 2] = [parts[at] + parts[at + 1]]
        return [self.ids[part] for part in parts]

    def encode(self, text):
        return [token for word in PRE_TOKENIZER.findall(text) for token in self.encode_word(word)]

    def decode(self, ids):
        """Text up to the first end token, special tokens left out."""
        ids = list(ids)
        stop = next((i for i, token in enumerate(ids) if token in self.ends), len(ids))
        return bytes(BYTES[letter] for token in ids[:stop] if token not in self.special for letter in self.tokens[token]).decode("utf-8", "replace")

    def chat(self, question):
        """Token ids of a user message in LLaDA's chat form, ready for the answer."""
        start, end = self.ids["<|start_header_id|>"], self.ids["<|end_header_id|>"]
        return [self.ids["<|startoftext|>"], start, *self.encode("user"), end, *self.encode("\n\n"), *self.encode(question),
                self.ids["<|eot_id|>"], start, *self.encode("assistant"), end, *self.encode("\n\n")]
