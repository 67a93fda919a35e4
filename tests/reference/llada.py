"""LLaDA's forward pass in f32 over dequantized weights: pre-norm blocks, RoPE on adjacent pairs, bidirectional attention, SwiGLU, untied
output, no caches. (Nie et al. 2025, "Large Language Diffusion Models".)"""
import torch


def rotate(x, base):
    """RoPE over the pairs (x0, x1), (x2, x3), ...; x is [heads, tokens, head size]."""
    tokens, size = x.shape[-2:]
    frequencies = base ** (-torch.arange(0, size, 2, dtype=torch.float64) / size)
    angles = torch.arange(tokens, dtype=torch.float64)[:, None] * frequencies
    cos, sin = angles.cos().float(), angles.sin().float()
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)


def round_to_int8(x):
    """Activations rounded as llama.cpp's Q8_K rounds them: one scale per 256 values, the largest of them at -127."""
    groups = x.reshape(len(x), -1, 256)
    largest = groups.gather(-1, groups.abs().argmax(-1, keepdim=True))
    scale = torch.where(largest == 0, torch.zeros_like(largest), -127 / largest)
    codes = (groups * scale).round().clamp(max=127)
    return torch.where(scale == 0, torch.zeros_like(groups), codes / scale).reshape(x.shape)


class Llada:
    def __init__(self, metadata, tensors, round_activations=False):
        self.round_activations = round_activations
        if metadata["general.architecture"] != "llada":
            raise ValueError("not a LLaDA model")
        self.layers = metadata["llada.block_count"]
        self.heads = metadata["llada.attention.head_count"]
        self.epsilon = metadata["llada.attention.layer_norm_rms_epsilon"]
        self.rope_base = metadata["llada.rope.freq_base"]
        self.vocabulary = metadata["llada.vocab_size"]
        self.weights = {name: torch.from_numpy(array) for name, array in tensors.items()}

    def norm(self, x, name):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.epsilon) * self.weights[name]

    def project(self, x, name):
        return (round_to_int8(x) if self.round_activations else x) @ self.weights[name].T

    def attention(self, x, block):
        def by_head(name):
            return self.project(x, f"{block}.{name}.weight").view(len(x), self.heads, -1).transpose(0, 1)

        q, k, v = rotate(by_head("attn_q"), self.rope_base), rotate(by_head("attn_k"), self.rope_base), by_head("attn_v")
        weights = (q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5).softmax(-1)
        return self.project((weights @ v).transpose(0, 1).reshape(len(x), -1), f"{block}.attn_output.weight")

    def feed_forward(self, x, block):
        gate, up = (self.project(x, f"{block}.ffn_{name}.weight") for name in ("gate", "up"))
        return self.project(torch.nn.functional.silu(gate) * up, f"{block}.ffn_down.weight")

    @torch.no_grad()
    def logits(self, canvas):
        """f32 tensor [tokens, vocabulary] of a list of token ids"""
        x = self.weights["token_embd.weight"][torch.tensor(canvas)]
        for layer in range(self.layers):
            block = f"blk.{layer}"
            x = x + self.attention(self.norm(x, f"{block}.attn_norm.weight"), block)
            x = x + self.feed_forward(self.norm(x, f"{block}.ffn_norm.weight"), block)
        return self.project(self.norm(x, "output_norm.weight"), "output.weight")
