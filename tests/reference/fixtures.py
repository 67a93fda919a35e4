"""What the reference contributes to tests/fixtures; README.md there describes the files."""
import json
import random

import numpy as np

import sampler

BLOCK_LENGTH = 32


def generation(model, tokenizer, prompts):
    """One object a prompt: the reference's answer and everything it committed on the way."""
    for line in prompts:
        canvas_length, question = line.rstrip("\n").split("\t")
        prompt = tokenizer.chat(question)
        canvas, commits, _ = sampler.generate(lambda ids: model.logits(ids).numpy(), prompt, int(canvas_length), BLOCK_LENGTH,
                                              int(canvas_length), tokenizer.mask)
        answer = canvas[len(prompt):]
        yield dict(question=question, canvas_length=int(canvas_length), prompt=prompt, answer=answer, text=tokenizer.decode(answer),
                   commits=[[c.step, c.position, c.token, round(c.p1, 7), round(c.margin, 7), round(c.lead, 7)] for c in commits])


def canvases(generated, tokenizer):
    """Canvases for the logits: random ids with and without masks, and canvases the generations passed through or would begin with. A few
    positions of many canvases are so undecided that rounding the activations to int8 moves their rows past any bound (even llama.cpp's
    builds for different processors part there); the seeds and steps here are ones without such a row, which `adopt` checks."""
    plain = [i for i in range(len(tokenizer.tokens)) if i not in tokenizer.special]

    def noise(seed, length, masked):
        choose = random.Random(seed)
        return [tokenizer.mask if choose.random() < masked else choose.choice(plain) for _ in range(length)]

    def passed_through(index, commits, length=None):
        """Prompt `index` after its first `commits` commits, masks added up to `length`."""
        case = generated[index]
        canvas = case["prompt"] + [tokenizer.mask] * case["canvas_length"]
        for _, position, token, *_ in case["commits"][:commits]:
            canvas[position] = token
        return canvas + [tokenizer.mask] * ((length or len(canvas)) - len(canvas))

    yield "random-10", noise(2, 10, 0)
    yield "random-masked-17", noise(2, 17, 0.5)
    yield "all-masked-32", noise(0, 32, 1)
    yield "question-begun-52", passed_through(44, 0)
    yield "question-resolving-57", passed_through(40, 11)
    yield "random-64", noise(4, 64, 0)
    yield "random-masked-97", noise(3, 97, 0.4)
    yield "story-resolving-120", passed_through(9, 70)
    yield "random-128", noise(4, 128, 0)
    yield "story-padded-160", passed_through(5, 70, 160)
    yield "random-masked-200", noise(2, 200, 0.25)


def tied_logits(vocabulary, mask, positions, seed):
    """Logits without a model, f32 [positions, vocabulary], full of exact ties: small integers, so that several tokens share a row's maximum,
    and half the positions repeat another's row, some shifted by a constant, which leaves every probability exactly as it was. Rows with
    the same values in another order would tie but for the rounding of their sums, so there are none. The mask is never likely."""
    numbers = np.random.default_rng(seed)
    rows = numbers.integers(-3, 4, (positions, vocabulary)).astype(np.float32)
    rows[:, mask] = -np.inf
    rows -= rows.max(-1, keepdims=True)
    rows[:, mask] = -40
    for position in numbers.permutation(positions)[:positions // 2]:
        rows[position] = rows[numbers.integers(positions)]
    first_with = {}
    for position in range(positions):
        key = tuple(np.sort(rows[position]))
        rows[position] = rows[first_with.setdefault(key, position)]
    return rows + numbers.integers(-2, 3, (positions, 1)).astype(np.float32)


def sampler_cases(model, tokenizer):
    """(description of the case, its rows of logits in order of the calls)"""
    def recorded(name, logits, vocabulary, prompt, canvas_length, block_length, steps, mask):
        canvas, commits, calls = sampler.generate(logits, prompt, canvas_length, block_length, steps, mask)
        case = dict(name=name, vocabulary=vocabulary, prompt=prompt, canvas_length=canvas_length, block_length=block_length, steps=steps,
                    mask=mask, calls=[masked for masked, _ in calls], commits=[[c.step, c.position, c.token, c.p1] for c in commits],
                    answer=canvas[len(prompt):])
        return case, np.concatenate([rows for _, rows in calls])

    def by_model(canvas):
        return model.logits(canvas).numpy()

    yield recorded("question, one token a step", by_model, model.vocabulary, tokenizer.chat("Spell the word lion."), 8, 8, 8, tokenizer.mask)
    yield recorded("story, two blocks, uneven steps", by_model, model.vocabulary,
                   tokenizer.chat("Write a story about Leo the wolf."), 16, 8, 6, tokenizer.mask)
    for vocabulary, canvas_length, block_length, steps, seed in [(6, 12, 12, 12, 1), (24, 24, 8, 9, 2), (40, 32, 32, 5, 3), (4, 16, 4, 4, 4)]:
        mask = vocabulary - 2

        def tied(canvas):  # other rows in every step, as a model gives
            return tied_logits(vocabulary, mask, len(canvas), [seed, canvas.count(mask)])

        yield recorded(f"ties, {vocabulary} tokens, {steps} steps", tied, vocabulary, [0, 1], canvas_length, block_length, steps, mask)
    equal = np.zeros((18, 7), np.float32)
    yield recorded("everything equal", lambda canvas: equal, 7, [0, 1], 16, 8, 16, 6)


def write_lines(path, objects):
    with open(path, "w", encoding="utf-8") as out:
        for item in objects:
            print(json.dumps(item), file=out)


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
