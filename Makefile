# What can be made here; `make help` prints it. Tools are pinned in pkg/tools and
# installed into .bin, never into the machine.

BIN     := $(CURDIR)/.bin
BUILD   := $(CURDIR)/.build
export PATH := $(BIN):$(PATH)

# Every package of every module in go.work; there is no module at the top.
MODULES  = $(shell go list -m -f '{{.Dir}}/...')
# Options of `go test` for make test, such as TESTFLAGS='-race -run Clock'.
TESTFLAGS ?=
# Which benchmarks make bench runs.
BENCH    ?= .
# Which mutants make mutants tries, by file and rule.
ONLY     ?=
# Whose evaluation make tune fits, and to how many games of the engine with itself.
GAME     ?= xiangqi
GAMES    ?= 6000
# Options of `kydai soak` for make soak, such as SOAK='--for 1h': its games take days.
SOAK     ?=
# Whose levels make ladder lets play each other.
LADDERS  ?= xiangqi jungle morris draughts-brazilian
# How often make chaos kills and restarts, and on which database: sqlite or postgres.
ROUNDS   ?= 20
DB       ?= sqlite
# What make proto-check compares the contracts with: the last release once there is
# one, else main.
AGAINST  ?= $(firstword $(shell git describe --tags --abbrev=0 --match 'v*' 2>/dev/null) \
              $(shell git rev-parse --verify --quiet --abbrev-ref origin/main) main)

PROTO_TOOLS := $(BIN)/buf
TOOLS       := $(PROTO_TOOLS) $(BIN)/golangci-lint $(BIN)/helm

.DEFAULT_GOAL := help
.PHONY: help run test lint gen bench build tools lint-go proto-check helm-check deploy-check fix tune ladder chaos mutants soak clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## Start the whole hall on this machine: REST on 127.0.0.1:8080, data in ./data
	go run ./services/kydai/cmd/kydai up

test: ## Run every test (TESTFLAGS=-race, KYDAI_TEST_POSTGRES=postgres://… for both databases)
	go test $(TESTFLAGS) $(MODULES)

lint: lint-go proto-check helm-check ## Check code, contracts and chart as CI does

gen: $(PROTO_TOOLS) ## Regenerate proto/gen and proto/openapi from the contracts
	rm -rf proto/third_party $(BUILD)/openapi && protodeps proto/third_party
	buf generate
	mkdir -p proto/openapi
	openapiv3-merge $$(find $(BUILD)/openapi -name '*.openapi.json' | sort) > proto/openapi/kydai.openapi.json

bench: ## Measure rules and services (BENCH=regexp picks some)
	KYDAI_DEEP=1 go test -run '^$$' -bench '$(BENCH)' -benchmem -timeout 60m $(MODULES)

build: ## Build a static binary of every service into .build/bin
	mkdir -p $(BUILD)/bin
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o $(BUILD)/bin/ ./services/*/cmd/*

tools: $(TOOLS) ## Install the pinned tools into .bin (about 10 minutes the first time)

lint-go: $(BIN)/golangci-lint ## Check format, vet and linters of the Go code
	go vet $(MODULES)
	golangci-lint run --allow-parallel-runners ./pkg/... ./services/...

proto-check: $(PROTO_TOOLS) ## Lint the contracts and compare them with AGAINST
	rm -rf proto/third_party && protodeps proto/third_party
	buf lint
	buf format --diff --exit-code --path proto/kydai
	pkg/tools/breaking $(AGAINST) $(BUILD)/against

helm-check: $(BIN)/helm ## Lint and render the chart
	helm lint --strict helm/kydai
	helm template kydai helm/kydai > /dev/null

deploy-check: build $(BIN)/helm ## Hold what is deployed against the binaries' options
	deploy/check $(BUILD)/bin

fix: $(TOOLS) ## Format code and contracts, apply the linters' own corrections
	golangci-lint fmt ./pkg/... ./services/...
	golangci-lint run --fix ./pkg/... ./services/...
	buf format --write --path proto/kydai

tune: ## Fit the engine's evaluation to its own games (GAME=xiangqi GAMES=6000; half an hour)
	mkdir -p $(BUILD)/tune
	go build -o $(BUILD)/tune/kydai ./services/kydai/cmd/kydai
	$(BUILD)/tune/kydai tune play --game $(GAME) --games $(GAMES) --threads $(shell nproc) > $(BUILD)/tune/$(GAME).txt
	$(BUILD)/tune/kydai tune fit --game $(GAME) --threads $(shell nproc) $(BUILD)/tune/$(GAME).txt > $(BUILD)/tune/weights.txt
	mv $(BUILD)/tune/weights.txt services/search/internal/$(firstword $(subst -, ,$(GAME)))/weights.txt

ladder: ## Measure how strong the levels are (LADDERS='xiangqi jungle'; hours)
	mkdir -p $(BUILD)/ladder
	go build -o $(BUILD)/ladder/kydai ./services/kydai/cmd/kydai
	for game in $(LADDERS); do \
		$(BUILD)/ladder/kydai ladder --game $$game --parallel $(shell nproc) -o pkg/levels/elo/$$game.json || exit 1; \
	done

chaos: ## Kill the hall under load and count what was lost (ROUNDS=20, DB=sqlite or postgres)
	.ci/chaos $(DB) $(ROUNDS)

mutants: ## Break the rules on purpose, one after another, and see a test fail (ONLY=regexp picks some)
	go run ./pkg/rules/rulestest/mutants -only '$(ONLY)'

soak: mutants ## Run long tests in full and play the engine against itself (SOAK='--for 1h' ends that)
	KYDAI_SOAK=1 go test -count=1 -timeout 90m $(TESTFLAGS) ./services/...
	mkdir -p $(BUILD)/soak
	go build -o $(BUILD)/soak/kydai ./services/kydai/cmd/kydai
	$(BUILD)/soak/kydai soak -o $(BUILD)/soak/faulty.ndjson $(SOAK)

clean: ## Remove what was built (.bin and ./data stay)
	rm -rf $(BUILD) proto/third_party

# One stamp for each module of tools: go.mod names the versions.
$(PROTO_TOOLS): pkg/tools/go.mod pkg/tools/go.sum pkg/tools/protodeps/main.go
	cd pkg/tools && GOWORK=off GOBIN=$(BIN) go install tool ./protodeps
	touch $@

$(BIN)/golangci-lint: pkg/tools/lint/go.mod pkg/tools/lint/go.sum
	cd pkg/tools/lint && GOWORK=off GOBIN=$(BIN) go install tool
	touch $@

$(BIN)/helm: pkg/tools/helm/go.mod pkg/tools/helm/go.sum
	cd pkg/tools/helm && GOWORK=off GOBIN=$(BIN) go install tool
	touch $@
