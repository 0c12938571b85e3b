# The whole interface: `make run`, `make test`, `make check`, `make bench`, `make install`.
# Each first makes sure of Swift and of its system packages, so that each works on a fresh machine.

PREFIX ?= /usr/local
DESTDIR ?=
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
SWIFT ?= swift

# What `make run` opens: any flags, pictures, folders, URLs or decks.
ARGS ?= Resources/deck.json
BUILDFLAGS ?=
TESTFLAGS ?=
BENCHFLAGS ?=
TORTUREFLAGS ?=

# TUI_STRICT=1 makes every warning an error, and optimizes what computes (Package.swift reads it). A strict build lives in a folder of its own,
# so that the ordinary one stays warm beside it.
TUI_STRICT ?=
SCRATCH = $(if $(filter 1,$(TUI_STRICT)),.build/strict,.build)

BINARY := .build/release/tui
FETCHER := .build/release/tui-fetch
TIFF_READER := .build/release/tui-tiff
DEMO_DECK := $(SWIFT) run -c release --package-path Tools/DemoDeck --scratch-path .build/demo-deck-build demo-deck
TORTURE := $(SWIFT) run -c release --package-path Tools/Torture --scratch-path .build/torture-build torture
RELEASE := $(SWIFT) build -c release --static-swift-stdlib
STAGE := .build/share
SOURCES := Package.swift Sources Tests Tools/DemoDeck Tools/Torture Benchmarks

# Debian's names for the libraries we link and the header that proves each; then the programs that only tests and
# measurements compare with.
DEPS := libncurses-dev:curses.h libturbojpeg0-dev:turbojpeg.h libjpeg62-turbo-dev:jpeglib.h libdeflate-dev:libdeflate.h \
  zlib1g-dev:zlib.h \
  libwebp-dev:webp/decode.h libgif-dev:gif_lib.h libexif-dev:libexif/exif-data.h liblcms2-dev:lcms2.h \
  libmd-dev:sha2.h libcurl4-openssl-dev:curl/curl.h libtiff-dev:tiffio.h
TEST_DEPS := tmux:tmux imagemagick:convert libjpeg-turbo-progs:djpeg ffmpeg:ffmpeg librsvg2-bin:rsvg-convert \
  poppler-utils:pdftoppm libheif-examples:heif-convert openssl:openssl
BENCH_DEPS := chafa:chafa libsixel-bin:img2sixel timg:timg imagemagick:convert webp:cwebp ffmpeg:ffmpeg libjpeg-turbo-progs:jpegtran

RECORD_DEPS := xvfb:Xvfb kitty:kitty xdotool:xdotool ffmpeg:ffmpeg fonts-dejavu-core:fc-list
PIXEL_DEPS := xvfb:Xvfb konsole:konsole dbus-daemon:dbus-run-session xdotool:xdotool x11-utils:xwininfo imagemagick:convert fonts-dejavu-core:fc-list \
  python3-numpy: python3-skimage:
RECORDED_KEYS := Right 1.2 Right 1.2 c 0.4 Right 1.4 Return 0.9 plus 0.5 plus 0.5 plus 0.9 Right 0.4 Right 0.8 0 0.8 Escape 0.8

BASH_COMPLETIONS := $(addprefix $(STAGE)/bash-completion/completions/,tui tui-fetch)
ZSH_COMPLETIONS := $(addprefix $(STAGE)/zsh/site-functions/_,tui tui-fetch)
FISH_COMPLETIONS := $(addprefix $(STAGE)/fish/vendor_completions.d/,tui.fish tui-fetch.fish)
MAN_PAGES = $(STAGE)/man/man1/tui.1 $(STAGE)/man/man1/tui-fetch.1
COMPLETIONS := $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS)

SHARE = $(DESTDIR)$(PREFIX)/share

# SwiftPM takes the cores itself and locks its folder: our own steps run one after another, also under -j.
.NOTPARALLEL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: readme-pictures help run build test check check-sanitize check-pixels strict lint format soak docs check-carousel bench bench-check demo-deck check-demo-deck torture man completions install uninstall deps test-deps bench-deps swift clean

help: ## lists these targets
	@echo 'usage: make TARGET [ARGS="…"] [PREFIX=/usr/local] [DESTDIR=…] [TESTFLAGS="--filter …"]'
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do \
	  printf '  %-12s %s\n' "$$name" "$$what"; done

run: build ## builds tui and opens the demo deck, or what ARGS names: make run ARGS="~/Pictures"
	@$(BINARY) $(ARGS)

build: deps ## builds the release, the Swift runtime within it
	$(RELEASE) --product tui $(BUILDFLAGS)
	$(RELEASE) --product tui-fetch $(BUILDFLAGS)
	$(RELEASE) --product tui-tiff $(BUILDFLAGS)

test: deps test-deps ## runs the tests
	$(SWIFT) test --scratch-path $(SCRATCH) $(BUILDFLAGS) $(TESTFLAGS)

check: export TUI_STRICT := 1
check: lint strict test ## lint, a build in which a warning is an error, and its tests: what a commit must pass

strict: deps
	TUI_STRICT=1 $(SWIFT) build --build-tests --scratch-path .build/strict $(BUILDFLAGS)

check-sanitize: deps test-deps ## the tests of what reads pictures, the corpus of bad ones among them, under AddressSanitizer
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address -Xswiftc -DSANITIZED --scratch-path .build/sanitize --filter 'ImagingTests|DecksTests|PicturesTests|ExternalDecodersTests|SystemTests' $(TESTFLAGS)

soak: deps ## the property tests of Carousel for minutes: fifty times as many seeds
	CAROUSEL_SOAK=50 $(SWIFT) test --scratch-path $(SCRATCH) --filter 'InvariantTests|IdentityTests|RetargetTests' $(BUILDFLAGS) $(TESTFLAGS)

docs: swift ## runs the examples of Carousel's articles and builds its documentation into .build/docs
	@Tools/make-docs

check-carousel: swift docs ## Carousel as others embed it: its articles, its example hosts, and a fresh package by URL
	Examples/check
	Tools/check-embedding

lint: swift ## swift-format, strictly
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format: swift ## formats the sources in place
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

bench: build bench-deps ## measures against the figures in the README
	$(RELEASE) --product micro-bench $(BUILDFLAGS)
	$(SWIFT) run -c release --package-path Benchmarks bench $(BENCHFLAGS)

bench-check: ## measures the bytes of motion and compares with what is stored, give or take a half
	@$(MAKE) --no-print-directory bench BENCHFLAGS="check bytes"

check-pixels: build ## watches pictures in pixels in Konsole on a virtual display, frame by frame: make check-pixels PICTURES="a.png b.jpg"
	@sh Tools/ensure-packages programs $(PIXEL_DEPS)
	Tools/check-pixels $(BINARY) $(PICTURES)

readme-pictures: build ## records the README's moving picture from a real terminal
	@sh Tools/ensure-packages programs $(RECORD_DEPS)
	Tools/record --size 96x30 --font-size 9 --rate 20 --keys '$(RECORDED_KEYS)' docs/demo.webp -- \
	  $(BINARY) --interval 0 Resources/deck.json

demo-deck: deps ## paints the pictures of Resources
	$(DEMO_DECK) Resources

check-demo-deck: deps ## checks that the painter paints exactly the pictures in Resources
	@rm -rf .build/demo-deck && mkdir -p .build/demo-deck
	$(DEMO_DECK) "$$PWD/.build/demo-deck"
	diff -r .build/demo-deck Resources

torture: build ## attacks the release for two minutes; TORTUREFLAGS="--seconds 30 --seed 7 --state FILE", where FILE resumes an earlier run
	$(SWIFT) test --package-path Tools/Torture --scratch-path .build/torture-tests
	$(TORTURE) "$$PWD/$(BINARY)" "$$PWD" $(TORTUREFLAGS)

man: $(MAN_PAGES) ## puts the man pages into .build/share, where man finds it: man -M .build/share/man tui

completions: build ## writes the completions for bash, zsh and fish into .build/share
	@$(MAKE) --no-print-directory $(COMPLETIONS)

# Under sudo, what the user has built is installed as it is, so that root leaves no files in the build folder.
install: $(if $(and $(SUDO_USER),$(wildcard $(BINARY)),$(wildcard $(FETCHER)),$(wildcard $(TIFF_READER))),,completions man) ## installs below PREFIX
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/tui
	install -D -m 755 $(FETCHER) $(DESTDIR)$(PREFIX)/bin/tui-fetch
	install -D -m 755 $(TIFF_READER) $(DESTDIR)$(PREFIX)/libexec/tui/tui-tiff
	@$(MAKE) --no-print-directory $(COMPLETIONS) $(MAN_PAGES)
	cd $(STAGE) && find . -type f -exec install -D -m 644 {} $(abspath $(SHARE))/{} \;
	cd Resources && find . -type f -exec install -D -m 644 {} $(abspath $(SHARE))/tui/{} \;
	install -D -m 644 README.md $(SHARE)/doc/tui/README.md

uninstall: ## removes what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/tui $(DESTDIR)$(PREFIX)/bin/tui-fetch $(DESTDIR)$(PREFIX)/libexec/tui/tui-tiff
	rmdir $(DESTDIR)$(PREFIX)/libexec/tui 2>/dev/null || true
	rm -f $(patsubst $(STAGE)/%,$(SHARE)/%,$(COMPLETIONS) $(MAN_PAGES))
	rm -rf $(SHARE)/tui $(SHARE)/doc/tui

deps: swift ## installs the system packages that are missing (apt-get), or names them
	@sh Tools/ensure-packages headers $(DEPS)

test-deps:
	@sh Tools/ensure-packages programs $(TEST_DEPS)

bench-deps:
	@sh Tools/ensure-packages programs $(BENCH_DEPS)

swift:
	@sh Tools/ensure-swift $(SWIFT) 6.2

clean: ## removes everything built
	rm -rf .build Benchmarks/.build

$(MAN_PAGES): $(STAGE)/man/man1/%: man/%
	@install -D -m 644 $< $@

$(BASH_COMPLETIONS): SHELL_NAME := bash
$(ZSH_COMPLETIONS): SHELL_NAME := zsh
$(FISH_COMPLETIONS): SHELL_NAME := fish
# _tui-fetch and tui.fish are those of .build/release/tui-fetch and tui.
$(COMPLETIONS): $(BINARY) $(FETCHER)
	@mkdir -p $(@D)
	@.build/release/$(basename $(patsubst _%,%,$(@F))) --generate-completion-script $(SHELL_NAME) > $@
