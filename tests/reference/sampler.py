"""LLaDA's block sampler at temperature 0 with low-confidence remasking; every tie goes to the smaller index."""
import dataclasses

import numpy as np


@dataclasses.dataclass
class Commit:
    step: int  # counted over the whole canvas
    position: int  # in the canvas, prompt included
    token: int
    p1: float  # softmax of the most likely token, f64
    margin: float  # p1 minus the second most likely token's probability
    lead: float  # p1 minus the best p1 among the positions of the block left masked in this step


def most_likely(row):
    """(token, p1, p1 - p2) of f32 logits"""
    token = int(np.argmax(row))  # the first of equals
    exponentials = np.exp(row.astype(np.float64) - float(row[token]))
    total, exponentials[token] = exponentials.sum(), 0
    return token, 1 / total, (1 - exponentials.max()) / total


def generate(logits, prompt, canvas_length, block_length, steps, mask):
    """Returns (canvas, commits, calls). `logits(canvas)` gives an f32 array [tokens, vocabulary]; `calls` holds, for each step, the masked
    positions of the block and their rows of logits."""
    canvas = list(prompt) + [mask] * canvas_length
    blocks = canvas_length // block_length
    steps_a_block = steps // blocks
    each, extra = divmod(block_length, steps_a_block)
    commits, calls = [], []
    for block in range(blocks):
        first = len(prompt) + block * block_length
        for step in range(steps_a_block):
            masked = [i for i in range(first, first + block_length) if canvas[i] == mask]
            rows = np.asarray(logits(canvas))[masked]
            calls.append((masked, rows))
            choices = [(position, *most_likely(row)) for position, row in zip(masked, rows)]
            choices.sort(key=lambda choice: (-choice[2], choice[0]))
            count = each + (step < extra)
            best_left = choices[count][2] if count < len(choices) else 0.0
            for position, token, p1, margin in choices[:count]:
                canvas[position] = token
                commits.append(Commit(block * steps_a_block + step, position, token, p1, margin, p1 - best_left))
    return canvas, commits, calls
