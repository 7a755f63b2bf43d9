# Two commands do everything on a fresh machine: make run, make test.
.DEFAULT_GOAL := help
export CGO_ENABLED ?= 0
# A checkout that belongs to another user has no version to stamp.
export GOFLAGS ?= -buildvcs=false

FUZZTIME ?= 20s
BROWSER := chromium fonts-noto-core fonts-noto-color-emoji fonts-noto-cjk

.PHONY: help run build test quick lint fuzz bench screenshots clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

run: build ## build and serve on http://localhost:8090
	./bin/cuecard serve

build: ## build bin/cuecard
	@scripts/need-go
	go build -trimpath -ldflags "-s -w" -o bin/cuecard ./cmd/cuecard

test: lint ## install what the tests need and run all of them
	@scripts/need $(BROWSER) curl gcc libc6-dev
	@command -v python3 >/dev/null || scripts/need python3
	CGO_ENABLED=1 go test -race -count=1 -timeout 15m ./...

quick: ## the inner loop: tests that need nothing installed
	go test $$(go list ./... | grep -v /e2e)

lint: node_modules/.installed ## gofmt, go vet, staticcheck, and the types of the pages
	@scripts/need-go
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt differs: $$unformatted"; exit 1; fi
	go vet ./...
	go tool staticcheck ./...
	node_modules/.bin/tsc

# Tools to check the pages with; nothing of them is in the program.
node_modules/.installed: package-lock.json
	@command -v npm >/dev/null || scripts/need nodejs npm
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

fuzz: ## fuzz each target for FUZZTIME
	go test -run '^$$' -fuzz FuzzDecode -fuzztime $(FUZZTIME) ./internal/card
	go test -run '^$$' -fuzz FuzzMembers -fuzztime $(FUZZTIME) ./internal/card
	go test -run '^$$' -fuzz FuzzPath -fuzztime $(FUZZTIME) ./internal/api
	go test -run '^$$' -fuzz FuzzOpen -fuzztime $(FUZZTIME) ./internal/journal

bench: ## measure, as ratios in one run
	@scripts/need-go
	go run ./bench

screenshots: ## make the pictures of the documentation anew
	@scripts/need $(BROWSER) gcc libc6-dev
	CGO_ENABLED=1 go test -count=1 -run 'Screenshots|ForTheReadMe|ConsoleFits|ShowsTheAddressUntil' ./e2e/page
	cp dist/screenshots/readme.png docs/images/card.png
	cp dist/screenshots/greeting-1280x720.png docs/images/address.png
	cp dist/screenshots/client-laptop-light.png docs/images/client.png
	cp dist/screenshots/console-settings-1100x900-light.png docs/images/console.png

clean: ## remove what was built
	rm -rf bin dist node_modules
