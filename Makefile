# One target a task; each installs or builds what it needs first.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# The same flags everywhere: what one target has compiled serves the others.
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
LDFLAGS := -s -w -X main.version=$(VERSION)
CLI     := build/bin/aipack-cli
WINDOW  := build/bin/aipack
PAGE    := frontend/dist/index.html
PROOFS  := TestProves|TestSays|TestFix|TestFinds|TestLooks|TestCancelling|TestBrowser|TestBuilder|TestWeighs|TestEnough|TestTold|TestAPage|TestWhat
COMMANDS := TestOwnTests|TestCommandsFindTheirDependencies|TestAModelRunsCommands|TestCommandsInAContainer|TestACommandIsKilled|TestACommandEndsWithItsProgram|TestNoContainerForCommands
TESTED  := ./...
RACED   := ./backend/... ./languages/... ./tests

.PHONY: walk bench-weights test-weights test-servers record licences llama bench-llama bench-gpu window bindings e2e lab-test probe lab lab-down help run test vet race light cli build check bench bench-code deps check-long clean fuzz

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

deps: ## Installs what any target needs: system packages (Debian, Ubuntu), Go and npm modules
	@build/deps.sh window lab vulkan bench
	@$(MAKE) --no-print-directory frontend/node_modules/.deps
	go mod download

# What a target needs of the system; see build/deps.sh.
.PHONY: deps-go deps-test deps-window deps-lab deps-bench
deps-go deps-test deps-window deps-lab deps-bench: deps-%:
	@build/deps.sh $*

frontend/node_modules/.deps: frontend/package-lock.json
	cd frontend && npm ci --no-audit --no-fund
	@touch $@

llama: build/lib/llama/.gathered ## Fetches llama.cpp's libraries for this system into build/lib/llama

build/lib/llama/.gathered: build/llama/package-lock.json build/llama/gather.sh
	@build/llama/gather.sh
	@touch $@

light: deps-go
	@echo "Building $(CLI); the first time fetches and compiles for half a minute"
	@CGO_ENABLED=0 go build -tags headless -ldflags "$(LDFLAGS)" -o $(CLI) .

cli: light probe ## Builds the command-line programs: build/bin/aipack-cli and aipack-engine
	go build -tags headless,engine -ldflags "$(LDFLAGS)" -o build/bin/aipack-engine .

probe: backend/prove/probe/bin/probe-linux-amd64 backend/prove/probe/bin/probe-linux-arm64

backend/prove/probe/bin/probe-linux-%: $(wildcard backend/prove/probe/*.go backend/prove/tunnel/*.go backend/prove/sandbox/told/*.go)
	CGO_ENABLED=0 GOOS=linux GOARCH=$* go build -ldflags "-s -w" -o $@ ./backend/prove/probe

lab: deps-lab ## Starts a builder for machines without container engine; prints its address last
	@go run ./build/lab up

lab-test: deps-lab probe ## Proves the documents of the fixtures in testdata/lab.txt, and the mutations
	@AIPACK_BUILDER=$$(go run ./build/lab up | tail -1) go test -tags headless,lab -run 'TestLab|TestNoCredentialIsInAnImage|TestMutations|TestMending|TestAKilledRepair|TestARepairWhose|TestARepairOnA|TestASecondProject|TestDataServicesStart|TestBuildsReachTheirRegistries|$(COMMANDS)|$(PROOFS)' -parallel 3 -timeout 90m -v ./build/lab ./tests ./backend/prove ./backend/prove/browser ./backend/prove/builder

.PHONY: lab-some lab-preview lab-docker bench-prove bench-real score-real

lab-some: deps-lab probe ## Proves a handful of fixtures and what fails, on the builder that AIPACK_BUILDER names
	go test -tags headless,lab -run 'TestLab/(single|monorepo)/(node-npm|node-express|go-mod|python-stdlib|static-html|npm-workspaces)$$|$(PROOFS)' -parallel 3 -timeout 20m ./tests ./backend/prove ./backend/prove/browser ./backend/prove/builder
	go test -tags headless,lab -run 'TestMending$$/^asked-' -parallel 3 -timeout 20m ./tests
	go test -tags headless,lab -run '$(COMMANDS)' -timeout 20m ./tests
	go test -tags headless -count 1 ./backend/agent/command
	go test -tags headless,lab -run 'TestAKilledRepair|TestARepairWhose|TestARepairOnA|TestAFindingIsMended|TestASecondProject' -parallel 3 -timeout 20m ./tests
	go test -tags headless,lab -run 'TestNoCredentialIsInAnImage/single/(node-express|python-stdlib)$$' -parallel 3 -timeout 20m ./tests
	go test -tags headless,lab -run 'TestMutations$$/^(node-notes-(migrates-itself|migration-fails|process-crashes|never-asked|wrong-password)|node-queue-on-another-machine|node-shop-(on-one-port|list-crashes)|go-(metrics-before-its-page-as-worker|udp-planned-503|client-certificate-as-tool)|node-(http2-as-tool|health-on-the-other-port|debugger-planned)|static-program-as-site)$$' -parallel 3 -timeout 20m ./tests

lab-preview: deps-lab probe ## Previews in Debian's Docker what the builder that AIPACK_BUILDER names has built
	@build/lab/engines.sh preview

lab-docker: deps-lab probe ## Proves and previews in Debian's Docker and podman; needs the lab; OF=…,… starts applications with compose, too
	@$(if $(OF),AIPACK_COMPOSE_OF="$(OF)" )build/lab/engines.sh

bench-prove: cli ## Measures how long proofs take in the lab; writes docs/BENCHMARKS.md
	go run ./build/bench/proof -engine build/bin/aipack-engine

bench-real: cli ## Proves the public applications below a folder, DIR=…; writes docs/BENCHMARKS.md
	@test -n "$(DIR)" || { echo "say where they lie: make bench-real DIR=…, with a folder OWNER+NAME for each" >&2; exit 2; }
	go run ./build/bench/real prove "$(DIR)" $(if $(SIDE),-side "$(SIDE)") $(if $(LIMIT),-limit "$(LIMIT)")

score-real: light ## Holds what a scan says of the applications below DIR against their labels
	@test -n "$(DIR)" || { echo "say where they lie: make score-real DIR=…, with a folder OWNER+NAME for each" >&2; exit 2; }
	@go run ./build/bench/real score "$(DIR)" $(if $(OUT),-out "$(OUT)")

lab-down: ## Stops it
	@go run ./build/lab down

$(PAGE): frontend/node_modules/.deps $(shell find frontend/src frontend/public frontend/index.html frontend/vite.config.ts -type f 2>/dev/null)
	cd frontend && npm run build
	@touch $@

window: deps-window probe $(PAGE) ## Builds the desktop program: build/bin/aipack
	go build -tags desktop,production,webkit2_41 -ldflags "$(LDFLAGS)" -o $(WINDOW) .

bindings: deps-window ## Generates frontend/src/bridge/wailsjs from the methods that the page may call
	tsoutputtype=interfaces go run -tags bindings . >/dev/null

run: ## Starts aipack; without a display, analyses a sample project in the terminal
	@if [ -n "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}" ]; then \
		$(MAKE) --no-print-directory window && \
		{ $(MAKE) --no-print-directory llama || echo "Models on this computer will not work: their libraries could not be fetched."; } && \
		exec $(WINDOW); \
	else \
		$(MAKE) --no-print-directory light && \
		echo "There is no display, so a sample project is analysed here: testdata/repos/monorepo/turborepo" && \
		$(CLI) detect testdata/repos/monorepo/turborepo; \
	fi

licences: llama frontend/node_modules/.deps ## Writes THIRD_PARTY.md: whose work the programs hold
	go run ./build/licences

build: cli window llama ## Builds everything that ships: the programs, a .deb and a .rpm
	@build/package.sh "$(VERSION)"

e2e: window ## Tests the page in Chromium and the program in its real window; saves build/screenshots
	go build -tags dev,webkit2_41 -o build/bin/aipack-dev .
	@frontend/e2e/run.sh

walk: window ## A long random walk over the real window: AIPACK_WALK actions of each of AIPACK_SEEDS
	@AIPACK_WALK=$${AIPACK_WALK:-1000} AIPACK_SEEDS=$${AIPACK_SEEDS:-2,3,4} frontend/e2e/run.sh walk

pictures: window ## Takes the pictures of the README and the guide again
	go build -tags dev,webkit2_41 -o build/bin/aipack-dev .
	@frontend/e2e/run.sh screens
	@frontend/e2e/run.sh code
	@build/pictures.sh

bench-window: cli window ## Measures the program in its real window; writes docs/BENCHMARKS.md
	@frontend/e2e/run.sh bench

test: deps-go ## Runs the tests that every change must pass
	@build/test.sh $(TESTED)

vet: deps-test ## go vet, with the tags of every program and of every test
	go vet -tags headless ./...
	go vet -tags headless,engine,manual .
	go vet -tags headless,lab,docker,long,weights,servers ./... # the tests that want a builder or an engine

race: deps-test llama ## The Go tests again, with the race detector
	go test -vet=off -tags headless -race -timeout 30m $(RACED)

check: deps-window frontend/node_modules/.deps ## Formatting, lint, stale files, data races, and the window's own build
	@build/deps.sh vulkan || true # the tests say what they could not run
	@build/check.sh
	@$(MAKE) --no-print-directory race window

test-weights: llama ## Tests with real weights (350 MB, fetched once) and makers' chat templates
	@build/weights.sh

test-servers: deps-test ## Asks real servers: LiteLLM, llama.cpp's, Ollama (the last two compile for half an hour, once)
	@build/servers.sh $(SERVERS)

check-long: deps-test ## Reads hostile files and sources, and fuzzes every parser and the Dockerfile writer, 30 s each
	go test -tags headless,long -timeout 40m -run Hostile . ./backend/base/bounded ./backend/prove/external ./backend/model/llm/llamacpp/jinja ./backend/code/syntax/parserpool ./backend/code/codeindex ./backend/prove/lint/apart ./backend/prove/sast
	@build/fuzz.sh 30s

bench: deps-bench cli ## Measures speed and memory against ripgrep, with DIR=… in the applications below it, too; writes docs/BENCHMARKS.md
	go run ./build/bench -cli $(CLI) $(if $(DIR),-real "$(DIR)")

bench-code: deps-bench cli ## Measures the code graph on Go's own sources against gofmt; writes docs/BENCHMARKS.md
	go run ./build/bench/code -engine build/bin/aipack-engine

record: cli ## Records suites S, D and A with a live model: make record PROVIDER=ollama [MODEL=NAME] [BASE_URL=ADDRESS]
	@test -n "$(PROVIDER)" || { echo "say whom: make record PROVIDER=ollama|openai|anthropic|gemini|embedded" >&2; exit 2; }
	@for suite in S D A; do \
		rm -rf "recordings/$(PROVIDER)/$$suite"; \
		build/bin/aipack-engine eval $$suite --provider "$(PROVIDER)" $(if $(MODEL),--model "$(MODEL)") $(if $(BASE_URL),--base-url "$(BASE_URL)") \
			--record "recordings/$(PROVIDER)/$$suite" --out "recordings/$(PROVIDER)/$$suite.html"; \
	done

bench-llama: deps-test llama ## Measures the embedded model against the library's own loop; needs 2 GB in the temporary folder
	go run ./build/bench/llama

bench-weights: llama ## The same with real weights, which make test-weights fetches
	go run ./build/bench/llama -model build/weights/gemma-3-270m-q4_k_m.gguf -tokens 64 -n 7

bench-gpu: deps-test llama ## The same on a GPU, compared with the processor; fails where ggml finds none
	go run ./build/bench/llama -gpu

clean: ## Removes what the targets made
	rm -rf build/bin build/tools
