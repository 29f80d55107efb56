#!/usr/bin/env bash
# Formatting, module files, lint and what must not be stale.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/build/tools
lint_version=v2.15.0

unformatted=$(git ls-files '*.go' | grep -v testdata/ | xargs gofmt -l)
if [ -n "$unformatted" ]; then
    echo "not formatted: $unformatted"
    exit 1
fi

before=$(cat go.mod go.sum | sha256sum)
go mod tidy
if [ "$before" != "$(cat go.mod go.sum | sha256sum)" ]; then
    echo "go.mod or go.sum was not tidy; it is now: look at it and commit it"
    exit 1
fi

make --no-print-directory vet

# The other systems: the light program, and what the model on a computer needs of its system.
for system in windows/amd64 darwin/arm64; do
    export GOOS=${system%/*} GOARCH=${system#*/} CGO_ENABLED=0
    go build -o /dev/null -tags headless .
    go build ./backend/model/llm/llamacpp/... ./backend/model/hardware ./backend/model/modelfile
    unset GOOS GOARCH CGO_ENABLED
done

before=$(git status --porcelain frontend/src/bridge/wailsjs; git diff frontend/src/bridge/wailsjs | sha256sum)
tsoutputtype=interfaces go run -tags bindings . >/dev/null
if [ "$before" != "$(git status --porcelain frontend/src/bridge/wailsjs; git diff frontend/src/bridge/wailsjs | sha256sum)" ]; then
    echo "frontend/src/bridge/wailsjs was stale; it is fresh now: look at it and commit it"
    exit 1
fi

if [ ! -x "$tools/golangci-lint-$lint_version" ]; then
    echo "building golangci-lint $lint_version (once)"
    GOBIN=$tools go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$lint_version"
    mv "$tools/golangci-lint" "$tools/golangci-lint-$lint_version"
fi
"$tools/golangci-lint-$lint_version" run --build-tags headless ./...
# What only the window's own build has.
if pkg-config --exists gtk+-3.0 webkit2gtk-4.1 2>/dev/null; then
    "$tools/golangci-lint-$lint_version" run --build-tags desktop,production,webkit2_41 .
fi
(cd frontend && npm run -s lint)
