# photowidget. Two commands matter: `make demo` and `make test`; each sets up what it needs.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
BIN := .build/release/photowidget
# Packed relocations save each start 1.5 MiB; lld, which packs them, comes with Swift. Swift's runtime needs libstdc++, whose
# shared form costs each start 1.2 ms: the linker finds the static form first, in a folder that holds nothing else.
STATIC := $(CURDIR)/.build/static
# No library is looked for beside the program: in a folder of downloads anybody may have put one there. What the program calls is
# found at its start, so that the table of addresses is read-only from then on.
RELEASE := swift build -c release --static-swift-stdlib --disable-local-rpath -Xcc -fstack-protector-strong -Xlinker -z -Xlinker now \
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xswiftc -L$(STATIC) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker --strip-debug \
	-Xlinker --symbol-ordering-file=Scripts/functions.order -Xlinker --no-warn-symbol-ordering
DEMO := --feed samples/feeds/texas.json --size x-large --cache-dir cache --state-dir cache/state
CONSUMERS := python3 python3-yaml python3-jinja2 chromium nodejs conky-std polybar i3-wm i3blocks feh xvfb xdotool waybar sway \
	swaybg grim tumbler pcmanfm dbus-daemon dbus-bin libglib2.0-bin gsettings-desktop-schemas shared-mime-info
SWIFT_FILES := Package.swift Sources Tests Benchmarks

# Every target that is described below is a command, not a file.
.PHONY: $(shell sed -nE 's/^([a-z-]+):.*\#\#.*/\1/p' $(MAKEFILE_LIST))

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## install the Debian packages that the build needs
	@Scripts/setup.sh

build: setup ## build the program, optimised, into .build/release
	@mkdir -p $(STATIC) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(STATIC)/
	$(RELEASE) --product photowidget

benches: build ## build the programs that time drawing and layout
	$(RELEASE) --product RenderBench
	$(RELEASE) --product LayoutBench

demo: build ## run the main job on the bundled samples, without the internet
	$(BIN) refresh $(DEMO) --json
	@echo "The picture: $$($(BIN) current --cache-dir cache --state-dir cache/state)"

test: setup ## run the tests
	@Scripts/test.sh

test-integrations: setup ## try the page of serve in a browser, and what is published in the programs that show it
	@Scripts/setup.sh $(CONSUMERS)
	swift build --disable-local-rpath --product photowidget
	Tests/Browser/page.py .build/debug/photowidget
	Tests/Integrations/run.py .build/debug/photowidget

test-store: writers ## run the checks of the shared store and the links, with processes and other languages
	@Scripts/setup.sh python3
	swift build --disable-local-rpath --product photowidget
	@PHOTOWIDGET=$(CURDIR)/.build/debug/photowidget Tests/Writers/run.sh

test-confinement: ## try the program, confined to its files, in homes and places as people have them
	@Scripts/setup.sh python3 strace openssl
	swift build --product photowidget
	Tests/Confinement/confinement.py .build/debug/photowidget

writers: .build/writers/libphotowidget_defaults.so ## build the C library that writes to the shared store

.build/writers/libphotowidget_defaults.so: $(wildcard integrations/writers/c/*) integrations/writers/schema.sql
	@mkdir -p $(@D)
	sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' integrations/writers/schema.sql > $(@D)/schema.inc
	clang -std=c11 -O2 -Wall -Wextra -Werror -fPIC -shared -I$(@D) -o $@ integrations/writers/c/photowidget_defaults.c -lsqlite3
	cp integrations/writers/c/photowidget_defaults.h $(@D)

torture: build ## kill, starve, crowd and spoil the cache, minutes; LONG=1 for the long form
	@Scripts/setup.sh python3 strace faketime nghttp2-server openssl e2fsprogs
	@for script in kill errors crowd; do LONG=$(LONG) python3 Tests/Torture/$$script.py || status=1; done; exit $${status:-0}

lint: check ## check the style of the sources and the house rules
	swift format lint --strict --recursive $(SWIFT_FILES)

check: ## check the sources against the house: who imports whom, foreign declarations, what is removed
	@Scripts/check-rooms.sh
	@Scripts/check-declarations.sh
	@Scripts/check-removals.sh

format: ## format the sources
	swift format --in-place --recursive $(SWIFT_FILES)

conformance: build ## run the shared cases and corpora, where they exist
	@Scripts/setup.sh python3 python3-venv strace
	@Tests/Conformance/run.sh $(BIN)

memory: build ## thumbnails of the shared corpora under address sanitizer and valgrind, minutes
	@Scripts/setup.sh valgrind
	@Tests/Conformance/memory.sh

samples: ## draw the sample pictures again (minutes; the results are in the repository)
	@Scripts/setup.sh python3-venv
	python3 -m venv .build/samples-venv
	.build/samples-venv/bin/pip install --quiet -r samples/draw/requirements.txt
	cd samples && ../.build/samples-venv/bin/python -m draw

gallery: build ## draw every built-in widget into samples/renders
	@Scripts/gallery.sh $(BIN)

test-samples: setup ## build and run the samples that are packages of their own
	@Scripts/setup.sh curl
	swift build --package-path samples/my-widget
	Tests/Samples/my-widget.sh samples/my-widget/.build/debug/MyWidget

order: build ## list anew which functions the linker puts side by side (Scripts/order-functions.sh)
	@Scripts/setup.sh valgrind
	@Scripts/order-functions.sh $(BIN)

man: build ## write the man page anew from the table of options
	$(BIN) help --man > docs/photowidget.1

# Where Debian's shells, systemd and file managers look; of a PREFIX in the home directory, where systemd looks there.
ZSH_FUNCTIONS ?= $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
USER_UNITS ?= $(PREFIX)/$(if $(filter $(HOME)/%,$(PREFIX)),share,lib)/systemd/user
# Every file that is installed: what is not listed here is neither installed nor removed.
INSTALLED = $(addprefix $(DESTDIR), \
	$(PREFIX)/bin/photowidget \
	$(PREFIX)/share/man/man1/photowidget.1 \
	$(PREFIX)/share/bash-completion/completions/photowidget \
	$(ZSH_FUNCTIONS)/_photowidget \
	$(PREFIX)/share/fish/vendor_completions.d/photowidget.fish \
	$(PREFIX)/share/thumbnailers/photowidget.thumbnailer \
	$(USER_UNITS)/photowidget.service \
	$(USER_UNITS)/photowidget.timer)

docs: setup ## build the documentation into .build/docs; a link that leads nowhere is an error
	@Scripts/docs.sh .build/docs

install: build ## install program, man page, completions, thumbnailer and systemd units below PREFIX
	@Scripts/install.sh $(BIN) $(PREFIX) $(INSTALLED)

deb: build ## make a Debian package of the program, in .build/deb
	@Scripts/setup.sh dpkg-dev binutils lintian
	@rm -rf .build/deb && Scripts/package-deb.sh $(BIN) .build/deb
	@lintian --allow-root --fail-on error,warning .build/deb/*.deb

test-hardening: build ## look at how the program was built, and at what its start opens
	@Scripts/setup.sh binutils strace
	@Tests/Packaging/hardening.sh $(BIN)

test-unit: ## run the systemd unit under a systemd of its own; skipped without root
	@Scripts/setup.sh systemd util-linux
	swift build --disable-local-rpath --product photowidget
	@Tests/Packaging/unit.sh .build/debug/photowidget || [ $$? -eq 77 ]

test-deb: deb ## install, use and remove the package in a clean Debian (needs root, and Debian's archive)
	@Scripts/setup.sh debootstrap
	@Tests/Packaging/install.sh $(BIN)
	@Tests/Packaging/deb.sh .build/deb/*.deb

uninstall: ## remove what install has put below PREFIX, and nothing else
	@Scripts/uninstall.sh $(INSTALLED)

fuzz: setup ## fuzz the decoders and the feed, SECONDS_EACH seconds each (default 60), JOBS at once
	@Scripts/setup.sh python3
	Tests/Fuzz/run.sh $(or $(SECONDS_EACH),60)

clean: ## remove what was built, and the demo's cache
	rm -rf .build Benchmarks/.build
	cd cache && rm -rf objects thumbnails partials state index.sqlite index.sqlite-wal index.sqlite-shm index.lock CACHEDIR.TAG
