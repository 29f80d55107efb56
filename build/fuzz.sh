#!/usr/bin/env bash
# fuzz.sh TIME: runs every fuzz target of the project for TIME each. A process that
# takes more than 3 GB fails: what the targets and the fuzzer hold is a tenth of it.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
failed=0
ulimit -d 3000000 2>/dev/null || true # KB of data; not every system has the limit
while IFS=: read -r file target; do
    dir=./$(dirname "$file")
    echo "== $dir $target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 2s "$dir" || failed=1
done < <(grep -rHoE '^func (Fuzz[A-Za-z0-9_]+)' --include='*_test.go' backend languages | sed 's/func //')
exit $failed
