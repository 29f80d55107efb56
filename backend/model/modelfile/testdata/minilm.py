"""Makes all-MiniLM-L6-v2-ggml-model-f16.gguf of what the model's makers published.

Usage: minilm.py FOLDER OUT, where FOLDER holds model.safetensors, config.json and
vocab.txt. Names, order and types are those of llama.cpp's converter of early 2024,
with which the file of the catalogue was made: the two are the same to the last byte.
"""

import json
import struct
import sys

import numpy as np

STRING, INT32, FLOAT32, BOOL, ARRAY, UINT32 = 8, 5, 6, 7, 9, 4  # ggml's gguf.md
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
EMBEDDINGS = [
    ("embeddings.word_embeddings", "token_embd"),
    ("embeddings.position_embeddings", "position_embd"),
    ("embeddings.token_type_embeddings", "token_types"),
    ("embeddings.LayerNorm", "token_embd_norm"),
]
LAYER = [
    ("attention.self.query", "attn_q"),
    ("attention.self.key", "attn_k"),
    ("attention.self.value", "attn_v"),
    ("attention.output.dense", "attn_output"),
    ("attention.output.LayerNorm", "attn_output_norm"),
    ("intermediate.dense", "ffn_up"),
    ("output.dense", "ffn_down"),
    ("output.LayerNorm", "layer_output_norm"),
]


def text(s):
    raw = s.encode()
    return struct.pack("<Q", len(raw)) + raw


def entry(key, kind, raw):
    return text(key) + struct.pack("<I", kind) + raw


def whole(key, n):
    return entry(key, UINT32, struct.pack("<I", n))


def listed(key, kind, n, raw):
    return entry(key, ARRAY, struct.pack("<IQ", kind, n) + raw)


def padded(raw):
    return raw + b"\0" * (-len(raw) % 32)


def piece(word):
    """llama.cpp marks the beginning of a word, the makers what goes on with one."""
    if word.startswith("[") and word.endswith("]"):
        return word
    return word[2:] if word.startswith("##") else "\u2581" + word


def header(config, words):
    kinds = np.array([3 if w in MARKS else 1 for w in words], "<i4")
    at = {mark: words.index(mark) for mark in MARKS}
    return [
        entry("general.architecture", STRING, text("bert")),
        entry("general.name", STRING, text("all-MiniLM-L6-v2")),
        whole("bert.block_count", config["num_hidden_layers"]),
        whole("bert.context_length", config["max_position_embeddings"]),
        whole("bert.embedding_length", config["hidden_size"]),
        whole("bert.feed_forward_length", config["intermediate_size"]),
        whole("bert.attention.head_count", config["num_attention_heads"]),
        entry("bert.attention.layer_norm_epsilon", FLOAT32, struct.pack("<f", config["layer_norm_eps"])),
        whole("general.file_type", 1),
        entry("bert.attention.causal", BOOL, b"\0"),
        whole("bert.pooling_type", 1),
        whole("tokenizer.ggml.token_type_count", config["type_vocab_size"]),
        whole("tokenizer.ggml.bos_token_id", at["[CLS]"]),
        whole("tokenizer.ggml.eos_token_id", at["[SEP]"]),
        entry("tokenizer.ggml.model", STRING, text("bert")),
        listed("tokenizer.ggml.tokens", STRING, len(words), b"".join(text(piece(w)) for w in words)),
        listed("tokenizer.ggml.scores", FLOAT32, len(words), np.full(len(words), -1000, "<f4").tobytes()),
        listed("tokenizer.ggml.token_type", INT32, len(words), kinds.tobytes()),
        whole("tokenizer.ggml.unknown_token_id", at["[UNK]"]),
        whole("tokenizer.ggml.seperator_token_id", at["[SEP]"]),
        whole("tokenizer.ggml.padding_token_id", at["[PAD]"]),
        whole("tokenizer.ggml.cls_token_id", at["[CLS]"]),
        whole("tokenizer.ggml.mask_token_id", at["[MASK]"]),
    ]


def weights(path):
    with open(path, "rb") as f:
        (size,) = struct.unpack("<Q", f.read(8))
        described = json.loads(f.read(size))
        raw = f.read()
    for name, d in described.items():
        if name != "__metadata__" and d["dtype"] == "F32":
            begin, end = d["data_offsets"]
            yield name, np.frombuffer(raw[begin:end], "<f4").reshape(d["shape"])


def main(folder, out):
    with open(f"{folder}/config.json") as f:
        config = json.load(f)
    with open(f"{folder}/vocab.txt", encoding="utf-8") as f:
        words = f.read().split("\n")[: config["vocab_size"]]
    names = list(EMBEDDINGS)
    for i in range(config["num_hidden_layers"]):
        names += [(f"encoder.layer.{i}.{a}", f"blk.{i}.{b}") for a, b in LAYER]
    have = dict(weights(f"{folder}/model.safetensors"))
    described, data, offset = [], [], 0
    for theirs, ours in names:
        for part in ("weight", "bias"):
            w = have.get(f"{theirs}.{part}")
            if w is None:
                continue
            half = w.ndim == 2 and ours != "token_types"
            raw = padded(w.astype("<f2" if half else "<f4").tobytes())
            dims = struct.pack(f"<I{w.ndim}Q", w.ndim, *reversed(w.shape))
            described.append(text(f"{ours}.{part}") + dims + struct.pack("<IQ", int(half), offset))
            data.append(raw)
            offset += len(raw)
    entries = header(config, words)
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(described), len(entries))
    with open(out, "wb") as f:
        f.write(padded(head + b"".join(entries) + b"".join(described)))
        f.writelines(data)


main(*sys.argv[1:])
