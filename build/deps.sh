#!/usr/bin/env bash
# Installs what building and testing aipack needs and says what it does. Safe
# to run again: what is there is left alone. With "e2e" also what the tests of
# the window need: a display, a browser, a mouse.
set -euo pipefail
cd "$(dirname "$0")/.."

want=1.26
say() { printf 'deps: %s\n' "$*"; }

if ! command -v go >/dev/null; then
    say "Go is missing. Install Go $want or newer (https://go.dev/doc/install), then run this again."
    exit 1
fi

if ! command -v npm >/dev/null; then
    say "Node with npm is missing. Install Node 20 or newer (https://nodejs.org), then run this again."
    exit 1
fi

missing=()
command -v gcc >/dev/null || missing+=(build-essential)
command -v rg >/dev/null || missing+=(ripgrep)
command -v pkg-config >/dev/null || missing+=(pkg-config)
pkg-config --exists gtk+-3.0 2>/dev/null || missing+=(libgtk-3-dev)
pkg-config --exists webkit2gtk-4.1 2>/dev/null || missing+=(libwebkit2gtk-4.1-dev)
# Vulkan without a card: Mesa's driver that computes in software.
compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json' >/dev/null || missing+=(mesa-vulkan-drivers libvulkan1)
if [ "${1:-}" = e2e ]; then
    for p in Xvfb:xvfb openbox:openbox xdotool:xdotool import:imagemagick xwininfo:x11-utils dbus-run-session:dbus chromium:chromium; do
        command -v "${p%%:*}" >/dev/null || missing+=("${p##*:}")
    done
    /usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "3.0")' 2>/dev/null || missing+=(python3-gi gir1.2-gtk-3.0)
fi
if ((${#missing[@]})); then
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        say "installing ${missing[*]} with apt-get"
        build/apt.sh "${missing[@]}"
    else
        say "please install: ${missing[*]} (needed for race tests, the benchmark, the window and the tests of Vulkan)"
        [ "${1:-}" != e2e ] || exit 1
    fi
fi

say "fetching Go modules"
go mod download
say "ready: $(go version | cut -d' ' -f3)"
