#!/usr/bin/env bash
# test.sh PACKAGE...: what every change must pass, in steps that say how far they
# are. What a network brings is fetched side by side; the page's packages while
# Go compiles. Every step is run, and what failed is said again at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -t 1 ] || export NO_COLOR=1
work=$(mktemp -d)
: >"$work/last" # what the Go tests have to say last
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
failed=()

# Steps, each with its number, how many there are, and the time since the start.
steps=$(grep -c "^step " build/test.sh) at=0
clock() { printf '%d:%02d' $((SECONDS / 60)) $((SECONDS % 60)); }
step() {
    at=$((at + 1))
    printf '\n[%d of %d, %s] %s\n' "$at" "$steps" "$(clock)" "$1"
    "${@:2}" || failed+=("$1")
}

# fetch NAME COMMAND... runs beside all else; fetched NAME waits for it.
fetch() {
    { "${@:2}" >"$work/$1" 2>&1 && echo "  $(clock)  $1: ready"; } &
    echo $! >"$work/$1.pid"
}
fetched() {
    wait "$(cat "$work/$1.pid")" || { cat "$work/$1"; echo "  $(clock)  $1: FAILED"; return 1; }
}

# Files that do not parse are go test's to tell, hence -e.
modules() { go list -e -deps -test -tags headless "$@" >"$work/modules"; }
begin() {
    fetch "system packages" build/deps.sh test
    fetch "Go modules" modules "$@"
    fetch "llama.cpp's libraries" make --no-print-directory llama
    fetch "the page's packages" make --no-print-directory frontend/node_modules/.deps
    fetched "system packages" && fetched "Go modules" && fetched "llama.cpp's libraries"
}

# Packages whose tests have few dependencies come first: go test starts them in
# the order given, and so it tells of the first while it compiles for the last.
go_tests() {
    local packages
    packages=$(go list -e -test -tags headless -f '{{len .Deps}} {{.ImportPath}}' "$@" |
        awk '!/\[/ { sub(/\.test$/, "", $2); if ($1 >= most[$2]) most[$2] = $1 } END { for (p in most) print most[p], p }' |
        sort -n | cut -d' ' -f2) &&
        go build -o "$work/progress" ./build/progress &&
        go test -json -vet=off -tags headless $packages |
        "$work/progress" -of "$(wc -l <<<"$packages")" -after "${SECONDS}s" -last "$work/last"
}

types() { fetched "the page's packages" && npm --prefix frontend run -s typecheck; }
page() { npm --prefix frontend run -s test; }

step "Fetching what is not here yet" begin "$@"
if ((${#failed[@]})); then
    echo "FAILED: what the tests need is missing, so none was run"
    exit 1
fi
step "Go: compiling and testing" go_tests "$@"
step "The page: types" types
step "The page: tests" page

printf '\n'
cat "$work/last"
if ((${#failed[@]})); then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
printf 'All passed in %s. Not among these tests: the race detector (make race), the window itself (make e2e).\n' "$(clock)"
