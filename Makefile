# Two commands do everything on a fresh machine: make run, make test.
.DEFAULT_GOAL := help
export CGO_ENABLED ?= 0
# A checkout that belongs to another user has no version to stamp.
export GOFLAGS ?= -buildvcs=false

FUZZTIME ?= 20s
# For the Android app; Maven brings the rest.
PACKING := zip zipalign apksigner
PACKED := dexdump enjarify qemu-user-static libc6-arm64-cross
# What text is compared with.
SHAPING := libharfbuzz-bin unicode-data
# What cards come from beside HTTP.
BROKER := mosquitto mosquitto-clients
# Display servers, and what is compared with them.
SEEING := xvfb picom xdotool x11-xserver-utils sway phoc weston grim wtype wlr-randr
# Sound servers, and players to compare with.
HEARING := pulseaudio pulseaudio-utils pipewire pipewire-pulse wireplumber dbus-daemon alsa-utils mpg123 lame espeak-ng speech-dispatcher speech-dispatcher-espeak-ng
# Neighbours on the network.
FINDING := avahi-daemon avahi-utils dbus iproute2
# For packages, and the service manager and the shells that they are tried with.
PACKAGES := lintian systemd man-db groff-base zsh fish
# What recipes are run with.
RECIPES := jq prometheus-alertmanager
FONTS := fonts-noto-core fonts-noto-color-emoji fonts-noto-cjk
BROWSER := chromium $(FONTS)

.PHONY: help run build test test-go test-homeassistant clients quick lint fuzz bench golden openapi screenshots apk deb android-lint android-test clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

run: build ## build and serve on http://localhost:8090
	./bin/cuecard serve

build: ## build bin/cuecard
	@scripts/need-go
	go build -trimpath -ldflags "-s -w" -o bin/cuecard ./cmd/cuecard

# Everything for Android is fetched while Go tests: nearly a gigabyte.
test: ## install what the tests need and run all of them
	@scripts/need $(BROWSER) curl gcc libc6-dev
	@scripts/need --bare $(PACKING) $(PACKED) $(SHAPING) $(SEEING) $(HEARING) $(FINDING) $(PACKAGES) $(RECIPES) $(BROKER)
	@command -v python3 >/dev/null || scripts/need python3
	@command -v npm >/dev/null || scripts/need nodejs npm
	@scripts/need-java
	$(MAKE) -j2 test-go android-lint
	$(MAKE) android-test

test-go: lint clients
	CGO_ENABLED=1 go test -race -count=1 -timeout 30m $$(go list ./... | grep -v -e /e2e/apk -e /e2e/arm)

PYTHON313 ?= python3.13

# Over 1 GB, ten minutes: not a part of make test.
test-homeassistant: .venv-ha/.installed ## run the recipe for Home Assistant with Home Assistant
	@scripts/need --bare mosquitto
	go test -tags homeassistant -count=1 -timeout 8m -v ./e2e/homeassistant

.venv-ha/.installed: e2e/homeassistant/requirements.txt
	@$(PYTHON313) --version >/dev/null 2>&1 || { echo "Home Assistant needs Python 3.13. If it has another name here: make test-homeassistant PYTHON313=..." >&2; exit 1; }
	@scripts/need --bare gcc g++ libc6-dev
	$(PYTHON313) -m venv --clear .venv-ha
	.venv-ha/bin/pip install --quiet --disable-pip-version-check -r e2e/homeassistant/requirements.txt
	@touch $@

clients: .venv/.installed e2e/recipes/node-red/node_modules/.installed ## install the clients of others that the tests use

# The earlier version of one of them has a folder beside the newer.
.venv/.installed: e2e/clients/requirements.txt e2e/accept/requirements.txt e2e/accept/requirements-earlier.txt
	@python3 -c 'import ensurepip, venv' 2>/dev/null || scripts/need python3-venv
	python3 -m venv --clear .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r e2e/clients/requirements.txt -r e2e/accept/requirements.txt
	.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --target .venv/earlier -r e2e/accept/requirements-earlier.txt
	@touch $@

e2e/recipes/node-red/node_modules/.installed: e2e/recipes/node-red/package-lock.json
	@command -v npm >/dev/null || scripts/need nodejs npm
	npm ci --prefix e2e/recipes/node-red --ignore-scripts --no-audit --no-fund
	@touch $@

quick: ## the inner loop: tests that need nothing installed
	go test -short $$(go list ./... | grep -v -e /e2e -e /screen/x11 -e /screen/wayland -e /sound -e /speech)

lint: node_modules/.installed ## gofmt, go vet, staticcheck, and the types of the pages
	@scripts/need-go
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt differs: $$unformatted"; exit 1; fi
	go vet ./...
	go vet -tags homeassistant ./e2e/homeassistant
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
	go test -run '^$$' -fuzz FuzzRequests -fuzztime $(FUZZTIME) ./internal/accept
	go test -run '^$$' -fuzz FuzzParse -fuzztime $(FUZZTIME) ./internal/discovery
	go test -run '^$$' -fuzz FuzzOpen -fuzztime $(FUZZTIME) ./internal/journal
	go test -run '^$$' -fuzz FuzzLay -fuzztime $(FUZZTIME) -fuzzminimizetime 1x ./internal/text
	go test -run '^$$' -fuzz FuzzInflate -fuzztime $(FUZZTIME) -fuzzminimizetime 1x ./internal/text
	go test -run '^$$' -fuzz FuzzDecode -fuzztime $(FUZZTIME) -fuzzminimizetime 1x ./internal/picture
	go test -run '^$$' -fuzz FuzzOpen -fuzztime $(FUZZTIME) -fuzzminimizetime 1x ./internal/sound
	go test -run '^$$' -fuzz FuzzReadable -fuzztime $(FUZZTIME) ./internal/speech
	go test -run '^$$' -fuzz FuzzSSIP -fuzztime $(FUZZTIME) ./internal/speech

bench: ## measure, as ratios in one run
	@scripts/need-go
	@scripts/need gcc libc6-dev pkg-config libpango1.0-dev libvips-tools
	@scripts/need --bare $(SEEING) $(BROKER) dunst mako-notifier dbus-daemon
	@scripts/need --bare pulseaudio pulseaudio-utils gnome-session-canberra libcanberra-pulse mpg123 lame
	go run ./bench

golden: ## make the golden pictures of painted cards anew; look at them before they are kept
	@scripts/need-go
	@scripts/need --bare $(FONTS)
	go test ./internal/paint -count=1 -run Golden -golden

openapi: ## write docs/openapi.json anew, as the service has it
	@scripts/need-go
	go test ./e2e/schema -count=1 -run InTheDocumentation -describe

screenshots: ## make the pictures of the documentation anew
	@scripts/need $(BROWSER) gcc libc6-dev
	CGO_ENABLED=1 go test -count=1 -run 'Screenshots|ForTheReadMe|ConsoleFits|ShowsTheAddressUntil' ./e2e/page
	cp dist/screenshots/readme.png docs/images/card.png
	cp dist/screenshots/greeting-1280x720.png docs/images/address.png
	cp dist/screenshots/client-laptop-light.png docs/images/client.png
	cp dist/screenshots/console-settings-1100x900-light.png docs/images/console.png
	$(MAKE) apk && $(MAKE) -C android test TEST=ScreensLookTest
	cp dist/screenshots/android/settings.png docs/images/android-settings.png

apk: ## build the Android app, dist/cuecard-VERSION.apk
	@scripts/need-go
	@scripts/need-java
	@scripts/need --bare $(PACKING)
	$(MAKE) -C android apk

deb: build ## build Debian packages, dist/cuecard_VERSION_{amd64,arm64,armhf}.deb
	packaging/build-deb

android-lint: ## the format of the Java code, its level of the API, Android lint
	@scripts/need-java
	$(MAKE) -C android lint

android-test: apk ## the Android app's tests, and those of the APK
	@scripts/need --bare $(PACKED)
	$(MAKE) -C android test packed

clean: ## remove what was built; the key that signs the APK stays
	rm -rf bin dist node_modules e2e/recipes/node-red/node_modules .venv .venv-ha android/target
