"""How far two sets of logits lie apart, in the measures the tests bound."""
import numpy as np


def probabilities(rows):
    exponentials = np.exp(rows - rows.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def compare(rows, peer):
    """Of f32 [rows, vocabulary] against another's of the same shape: row cosines, the share of decided rows (the peer's p1 - p2 > 0.05)
    whose argmax differs, and the norm of the difference over the norm of the peer's."""
    rows, peer = rows.astype(np.float64), peer.astype(np.float64)
    cosines = (rows * peer).sum(-1) / np.linalg.norm(rows, axis=-1) / np.linalg.norm(peer, axis=-1)
    two = np.sort(probabilities(peer), -1)[:, -2:]
    decided = two[:, 1] - two[:, 0] > 0.05
    return dict(rows=len(rows), median_cosine=float(np.median(cosines)), least_cosine=float(cosines.min()), decided=int(decided.sum()),
                other_argmax=int((rows.argmax(-1) != peer.argmax(-1))[decided].sum()),
                error=float(np.linalg.norm(rows - peer) / np.linalg.norm(peer)))


def is_within_bounds(result):
    return result["median_cosine"] >= 0.9999 and result["least_cosine"] >= 0.998 and result["other_argmax"] == 0
