#!/usr/bin/env bash
# raced.sh: the packages that start goroutines, share locks or channels, or whose tests
# do: what the race detector can find something in. Linking the tests of the others with
# it takes longer than running them; make race without RACED does.
set -euo pipefail
cd "$(dirname "$0")/.."
go list -tags headless -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}} {{.ImportPath}}{{end}}' ./backend/... ./languages/... |
    while read -r dir package; do
        if grep -qE '\bgo func\b|\bgo [A-Za-z_.]+\(|errgroup\.|sync\.(Mutex|RWMutex|WaitGroup|Map|Pool|Cond)|atomic\.[A-Z]|make\(chan\b' "$dir"/*.go; then
            echo "$package"
        fi
    done | xargs # on one line, for make
