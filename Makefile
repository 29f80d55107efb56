# One target a task; each installs or builds what it needs first.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
LDFLAGS := -s -w -X main.version=$(VERSION)
CLI     := build/bin/aipack-cli
TESTED  := ./backend/... ./languages/...

.PHONY: lab-test probe lab lab-down help run test cli build check bench deps check-long clean fuzz

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

deps: ## Installs what is missing: system packages (Debian, Ubuntu), Go modules
	@build/deps.sh

cli: build/.deps probe ## Builds the command-line programs: build/bin/aipack-cli and aipack-prover
	CGO_ENABLED=0 go build -trimpath -tags headless -ldflags "$(LDFLAGS)" -o $(CLI) .
	CGO_ENABLED=0 go build -trimpath -tags headless,prover -ldflags "$(LDFLAGS)" -o build/bin/aipack-prover .

probe: backend/prove/probe/bin/probe-linux-amd64 backend/prove/probe/bin/probe-linux-arm64

backend/prove/probe/bin/probe-linux-%: backend/prove/probe/main.go
	CGO_ENABLED=0 GOOS=linux GOARCH=$* go build -trimpath -ldflags "-s -w" -o $@ ./backend/prove/probe

lab: build/.deps ## Starts a builder for machines without container engine; prints its address last
	@go run ./build/lab up

lab-test: build/.deps probe ## Proves the documents of the fixtures in testdata/lab.txt
	@AIPACK_BUILDER=$$(go run ./build/lab up | tail -1) go test -tags headless,lab -run TestLab -timeout 60m -v .

lab-down: ## Stops it
	@go run ./build/lab down

run: cli ## Starts aipack; without a display, analyses a sample project in the terminal
	@echo "Analysing a sample project: testdata/repos/monorepo/turborepo"
	@$(CLI) detect testdata/repos/monorepo/turborepo

build: cli ## Builds everything that ships

test: build/.deps ## Runs the tests that every change must pass
	go vet -tags headless ./...
	go test -tags headless -race $(TESTED)
	go test -tags headless .

check: build/.deps ## Formatting, lint, stale files
	@build/check.sh

check-long: build/.deps ## Fuzzes every parser and the Dockerfile writer, 30 s each
	@build/fuzz.sh 30s

bench: cli ## Measures speed and memory against rg --files; writes docs/BENCHMARKS.md
	go run ./build/bench -cli $(CLI)

build/.deps: go.mod build/deps.sh
	@build/deps.sh
	@touch $@

clean: ## Removes what the targets made
	rm -rf build/bin build/.deps build/tools
