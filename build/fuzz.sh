#!/usr/bin/env bash
# fuzz.sh TIME: runs every fuzz target of the project for TIME each. A process that
# takes more than 3 GB fails: what the targets and the fuzzer hold is a tenth of it.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
failed=0
tests=$(mktemp -d)
trap 'rm -rf "$tests"' EXIT
cache=$(go env GOCACHE)/fuzz
limited() (
    ulimit -d 3000000 2>/dev/null || true # KB of data; not every system has the limit
    exec "$@"
)
while IFS=: read -r file target; do
    dir=./$(dirname "$file")
    echo "== $dir $target"
    program=$tests/$(tr / - <<<"$dir")
    [ -x "$program" ] || go test -c -fuzz "^$target\$" -o "$program" "$dir" # the compiler knows no limit
    if ! (cd "$dir" && limited "$program" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$time" -test.fuzzminimizetime 2s \
        -test.fuzzcachedir "$cache/aipack/${dir#./}") | tee "$tests/said"; then
        # On a busy machine the end of the time itself is reported as a failure (https://go.dev/issue/75804).
        [ "$(grep -A1 '^--- FAIL' "$tests/said" | tail -1)" = "    context deadline exceeded" ] || failed=1
    fi
done < <(grep -rHoE '^func (Fuzz[A-Za-z0-9_]+)' --include='*_test.go' backend languages | sed 's/func //')
exit $failed
