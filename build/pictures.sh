#!/usr/bin/env bash
# Puts the pictures that the README and the guide show into docs/pictures,
# small. They come from build/screenshots, where the tests of the window leave
# them.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for tool in pngquant optipng; do command -v "$tool" >/dev/null || missing+=("$tool"); done
if ((${#missing[@]})); then
    if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
        echo "pictures: please install: ${missing[*]}"
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

mkdir -p docs/pictures
while read -r from to; do
    pngquant --force --skip-if-larger --speed 1 --quality 60-95 --output "docs/pictures/$to.png" "build/screenshots/$from.png" ||
        cp "build/screenshots/$from.png" "docs/pictures/$to.png"
    optipng -quiet -o3 "docs/pictures/$to.png"
done <<'LIST'
home-empty-light home
analysis-light analysis
result-evidence-light result
result-canvas-dark canvas
prove-failed-light prove-failed
prove-proven-light prove-proven
history-compare-light history
code-map-light code-map
agent-light agent
LIST
ls -l docs/pictures
