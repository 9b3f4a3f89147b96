#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Write a tiny random-weight Llama-architecture GGUF model (about 300 KB).

It speaks gibberish, but every real engine that reads GGUF loads it in
milliseconds and serves the whole OpenAI surface with it, streaming included.
Needs numpy and the gguf package (Debian: python3-gguf).

usage: make-tiny-model.py OUT.gguf [NAME] [SEED]
"""
import sys

import gguf
import numpy as np

EMBEDDING, BLOCKS, HEADS, FEED_FORWARD, CONTEXT = 64, 2, 4, 128, 2048
UNKNOWN, NORMAL, CONTROL, BYTE = 2, 1, 3, 6  # token types of the format
WORD_START = "▁"  # how SentencePiece spells a leading space
WORDS = (
    "the a to and of in is it you that he was for on are with as I his they be at one have "
    "this from or had by hot but some what there we can out other were all your when up use "
    "word how said an each she which do their time if will way about many then them would"
).split()


def vocabulary():
    tokens = [(b"<unk>", 0.0, UNKNOWN), (b"<s>", 0.0, CONTROL), (b"</s>", 0.0, CONTROL)]
    tokens += [(b"<0x%02X>" % byte, 0.0, BYTE) for byte in range(256)]
    pieces = [WORD_START + word for word in WORDS]
    pieces += [WORD_START if code == 32 else chr(code) for code in range(32, 127)]
    for rank, piece in enumerate(dict.fromkeys(pieces)):
        tokens.append((piece.encode(), -1.0 - rank, NORMAL))
    return tokens


def main():
    out = sys.argv[1]
    name = sys.argv[2] if len(sys.argv) > 2 else "tiny-random"
    random = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else 7)
    tokens = vocabulary()

    writer = gguf.GGUFWriter(out, "llama")
    writer.add_name(name)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(EMBEDDING)
    writer.add_block_count(BLOCKS)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(EMBEDDING // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_file_type(0)
    writer.add_tokenizer_model("llama")
    writer.add_token_list([token for token, _, _ in tokens])
    writer.add_token_scores([score for _, score, _ in tokens])
    writer.add_token_types([kind for _, _, kind in tokens])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_chat_template(
        "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant:"
    )

    def matrix(tensor, rows, columns, scale=0.3):
        writer.add_tensor(tensor, (random.standard_normal((rows, columns)) * scale).astype(np.float16))

    def ones(tensor):
        writer.add_tensor(tensor, np.ones(EMBEDDING, np.float32))

    matrix("token_embd.weight", len(tokens), EMBEDDING, 1.0)
    for block in range(BLOCKS):
        prefix = f"blk.{block}."
        ones(prefix + "attn_norm.weight")
        ones(prefix + "ffn_norm.weight")
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            matrix(f"{prefix}{part}.weight", EMBEDDING, EMBEDDING)
        matrix(prefix + "ffn_gate.weight", FEED_FORWARD, EMBEDDING)
        matrix(prefix + "ffn_up.weight", FEED_FORWARD, EMBEDDING)
        matrix(prefix + "ffn_down.weight", EMBEDDING, FEED_FORWARD)
    ones("output_norm.weight")
    matrix("output.weight", len(tokens), EMBEDDING, 0.6)

    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
