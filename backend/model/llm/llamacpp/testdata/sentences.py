"""Writes the vectors that all-MiniLM-L6-v2 gives for texts, as sentence-transformers
computes them: sentences.py MODEL TEXTS OUT. The words are split by its makers'
tokenizer and at most 256 pieces read, the model is computed with their weights in
full precision, the pieces' mean is taken and brought to length 1. It shares nothing
with llama.cpp. build/weights.sh runs it."""

import json
import math
import struct
import sys

import numpy as np
from tokenizers import Tokenizer

erf = np.vectorize(math.erf, otypes=[np.float32])


def weights(path):
    with open(path, "rb") as f:
        (size,) = struct.unpack("<Q", f.read(8))
        described = json.loads(f.read(size))
        raw = f.read()
    read = lambda d: np.frombuffer(raw[slice(*d["data_offsets"])], "<f4").reshape(d["shape"])
    return {n: read(d) for n, d in described.items() if n != "__metadata__" and d["dtype"] == "F32"}


def main(folder, texts, out):
    with open(f"{folder}/config.json") as f:
        config = json.load(f)
    with open(f"{folder}/sentence_bert_config.json") as f:
        most = json.load(f)["max_seq_length"]
    with open(texts, encoding="utf-8") as f:
        texts = json.load(f)
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(most)
    w = weights(f"{folder}/model.safetensors")

    def linear(x, name):
        return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    def norm(x, name):
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + config["layer_norm_eps"])
        return x * w[f"{name}.weight"] + w[f"{name}.bias"]

    def heads(x):
        return x.reshape(len(x), config["num_attention_heads"], -1).transpose(1, 0, 2)

    def vector(text):
        ids = tokenizer.encode(text).ids
        e = "embeddings"
        x = w[f"{e}.word_embeddings.weight"][ids] + w[f"{e}.position_embeddings.weight"][: len(ids)]
        x = norm(x + w[f"{e}.token_type_embeddings.weight"][0], f"{e}.LayerNorm")
        for i in range(config["num_hidden_layers"]):
            at = f"encoder.layer.{i}"
            q, k, v = (heads(linear(x, f"{at}.attention.self.{n}")) for n in ("query", "key", "value"))
            scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
            odds = np.exp(scores - scores.max(-1, keepdims=True))
            seen = odds / odds.sum(-1, keepdims=True) @ v
            seen = linear(seen.transpose(1, 0, 2).reshape(len(ids), -1), f"{at}.attention.output.dense")
            x = norm(x + seen, f"{at}.attention.output.LayerNorm")
            inner = linear(x, f"{at}.intermediate.dense")
            inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
            x = norm(x + linear(inner, f"{at}.output.dense"), f"{at}.output.LayerNorm")
        mean = x.mean(0)
        return (mean / np.linalg.norm(mean)).tolist()

    with open(out, "w", encoding="utf-8") as f:
        json.dump([{"text": t, "vector": vector(t)} for t in texts], f, ensure_ascii=False)


main(*sys.argv[1:])
