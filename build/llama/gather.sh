#!/usr/bin/env bash
# gather.sh [OS CPU]: fetches llama.cpp's libraries for a system, this one where
# none is named, and puts them into one folder, build/lib/llama. Of several
# packages the processor's comes first; a GPU's adds its backend.
set -euo pipefail
cd "$(dirname "$0")"
os=${1:-$(node -p process.platform)} cpu=${2:-$(node -p process.arch)}
to=${LLAMA_GATHER_TO:-../lib/llama}

npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --os="$os" --cpu="$cpu"

case $os in
linux) name=linux packages=("linux-$cpu" "linux-$cpu-vulkan") ;;
darwin) name=mac packages=("mac-$cpu-metal" "mac-$cpu") ;;
win32) name=win packages=("win-$cpu" "win-$cpu-vulkan") ;;
*) echo "llama: there are no libraries for $os" >&2 && exit 1 ;;
esac

rm -rf "$to"
mkdir -p "$to"
found=
for package in "${packages[@]}"; do
    bins=node_modules/@node-llama-cpp/$package/bins
    [ -d "$bins" ] || continue
    for file in "$bins"/*/*; do
        base=$(basename "$file")
        case $base in
        *llama-common* | *.node | *.json | *.lib | *.exp) continue ;; # not needed
        esac
        # The second package repeats the first one's under its own name.
        case $found:$base in
        ?*:*llama.* | ?*:*ggml.*) continue ;;
        esac
        [ -e "$to/$base" ] || ln "$file" "$to/$base" 2>/dev/null || cp "$file" "$to/$base"
    done
    [ -n "$found" ] || cp "node_modules/@node-llama-cpp/$package/LICENSE" "$to/LICENSE"
    found=yes
done
if [ -z "$found" ]; then
    echo "llama: npm has no libraries for $name-$cpu" >&2
    exit 1
fi
