#!/usr/bin/env bash
# deps.sh WHAT...: installs what a task needs and says what it does. Safe to run
# again: what is there is left alone, and nothing is asked of a network then.
#   go      Go itself; nothing else, for the light program
#   test    also Node with npm, a C compiler for SQLite, and PostgreSQL: what make test needs
#   window  also GTK and WebKit, for the desktop program
#   lab     also the rest of Debian's tools for building, for the lab of builders, and bubblewrap
#   vulkan  also Vulkan without a card: Mesa's driver that computes in software
#   bench   also ripgrep, which the benchmark compares with
#   weights also Python, to fetch and check what the tests with real models need
#   e2e     also what the tests of the window need: a display, a browser, a mouse
set -euo pipefail
cd "$(dirname "$0")/.."

want=1.26
say() { printf 'deps: %s\n' "$*"; }
missing=()
# need PROGRAM PACKAGE...: the packages that bring a program, where it is missing.
need() { command -v "$1" >/dev/null || missing+=("${@:2}"); }

need_go() {
    command -v go >/dev/null && return
    say "Go is missing. Install Go $want or newer (https://go.dev/doc/install), then run this again."
    exit 1
}

need_test() {
    if ! command -v npm >/dev/null; then
        say "Node with npm is missing. Install Node 20 or newer (https://nodejs.org), then run this again."
        exit 1
    fi
    need gcc gcc libc6-dev
    # The fleet's tests want a server of their own; where it cannot be installed they skip it.
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; then
        missing+=(postgresql)
    fi
}

need_window() {
    need_test
    need pkg-config pkg-config
    pkg-config --exists gtk+-3.0 2>/dev/null || missing+=(libgtk-3-dev)
    pkg-config --exists webkit2gtk-4.1 2>/dev/null || missing+=(libwebkit2gtk-4.1-dev)
}

need_lab() {
    need_test
    need g++ build-essential
    [ "$(uname)" != Linux ] || need bwrap bubblewrap
}

need_vulkan() {
    compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json' >/dev/null || missing+=(mesa-vulkan-drivers libvulkan1)
}

need_weights() {
    need_test
    need python3 python3
    python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
}

need_bench() { need rg ripgrep; }

need_e2e() {
    need_window
    need Xvfb xvfb
    need openbox openbox
    need xdotool xdotool
    need import imagemagick
    need xwininfo x11-utils
    need dbus-run-session dbus
    need chromium chromium
    /usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "3.0")' 2>/dev/null || missing+=(python3-gi gir1.2-gtk-3.0)
}

need_go
for what in "$@"; do "need_$what"; done
if ((${#missing[@]})); then
    if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
        say "please install ${missing[*]}, then run this again"
        exit 1
    fi
    say "installing ${missing[*]} with apt-get"
    build/apt.sh "${missing[@]}"
fi
