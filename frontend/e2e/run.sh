#!/usr/bin/env bash
# Runs the tests of the window: in Chromium through Wails' development server,
# then the program itself in its real window. Screens are saved to
# build/screenshots. Needs build/bin/aipack and build/bin/aipack-dev.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD

build/deps.sh e2e

work=$(mktemp -d)
started=()
cleanup() {
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

# Xvfb takes the first display that is free and says which.
Xvfb -displayfd 3 -screen 0 1360x900x24 -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
started+=($!)
for _ in $(seq 300); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
openbox >"$work/openbox.log" 2>&1 &
started+=($!)

mkdir -p "$root/build/screenshots"
export E2E_WORK=$work E2E_ROOT=$root NO_AT_BRIDGE=1
unset WAYLAND_DISPLAY
if [ "${1:-}" = bench ]; then
    node --experimental-websocket frontend/e2e/bench.mjs
    exit
fi
# Without an argument everything; with one only the tests whose file has that name.
failed=0
for file in frontend/e2e/${1:-*}.test.mjs; do
    # What a walk at random finds may be years old: it stops no change that has nothing to do with it.
    if [ -z "${1:-}" ] && [ -n "${CI:-}" ] && [[ $file = */walk.test.mjs ]]; then
        echo "the walk at random: NOT RUN in CI; make walk takes it"
        continue
    fi
    node --experimental-websocket --test --test-force-exit --test-reporter=spec "$file" | tee "$work/said" || failed=1
    sed -n '/^✖ failing tests:/,$p' "$work/said" >>"$work/failed"
done
# What failed is said again at the end, where it is looked for.
cat "$work/failed"
echo "e2e: done; screens are in build/screenshots"
exit $failed
