# The main targets: `make run`, `make test`, `make check`, `make bench`, `make install`.
# Each target first installs Swift and its system packages if they are missing, so that it works on a fresh machine.

PREFIX ?= /usr/local
# Installed programs have no symbols; STRIP=: keeps them.
STRIP ?= strip --strip-unneeded
DESTDIR ?=
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
SWIFT ?= swift

# The arguments of `make run`: any flags, pictures, folders, URLs or decks.
ARGS ?= Resources/deck.json
BUILDFLAGS ?=
# Exported, not passed as arguments, so that a regular expression may contain what the shell would take for its own.
export TESTFLAGS ?=
BENCHFLAGS ?=
TORTUREFLAGS ?=
TERMINALFLAGS ?=

# Compilers cannot do without a folder for their caches. Where the home has none to write to, the build folder has.
ifndef XDG_CACHE_HOME
ifneq ($(shell cd "$(HOME)/.cache" 2>/dev/null || cd "$(HOME)" 2>/dev/null && [ -w . ] && echo writable),writable)
export XDG_CACHE_HOME := $(CURDIR)/.build/cache
endif
endif

BINARY := .build/release/tui
FETCHER := .build/release/tui-fetch
CODECS := .build/release/tui-codecs
REMOTE := .build/release/tui-remote
DEMO_DECK := $(SWIFT) run -c release --package-path Tools/DemoDeck --scratch-path .build/demo-deck-build demo-deck
TORTURE := $(SWIFT) run -c release --package-path Tools/Torture --scratch-path .build/torture-build torture
# What a build in a pipe has compiled is not compiled again in a terminal: the compiler's colors are one of its arguments. The Swift runtime is
# linked statically, so that the programs need none where they are installed; paths in their symbols are relative. The same commit gives the
# same code in any folder, but not the same bytes: the paths of compiled C modules, and hashes of them, depend on the folder.
BUILD := $(SWIFT) build --no-color-diagnostics
RELEASE := $(BUILD) -c release --static-swift-stdlib --disable-local-rpath -Xlinker --no-export-dynamic -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." \
  -Xcc -ffile-prefix-map="$(CURDIR)=."
# tui starts in three quarters of the time if libstdc++, which the Swift runtime needs, is linked statically as well. Swift has clang link it
# in a place that no option reaches, only clang's own variable.
STATIC_LIBSTDCXX := CCC_OVERRIDE_OPTIONS='\#s/^-lstdc\+\+$$/-l:libstdc++.a/'
PROGRAMS := tui tui-fetch tui-codecs tui-remote
# The program that `make test` builds, whose decoders misbehave as files request.
FAULTY := $(CURDIR)/.build/debug/tui
# The version that the programs report, the man pages and packages have, and CHANGELOG.md describes.
VERSION := $(shell sed -n 's/.*let number = "\(.*\)"/\1/p' Sources/CommandLineOptions/Version.swift)
STAGE := .build/share
SOURCES := Package.swift Sources Tests Tools/DemoDeck Tools/Torture Benchmarks

# Debian's packages of the libraries that we link, each with a header that shows that it is installed; then the programs that only
# tests and benchmarks need.
DEPS := libncurses-dev:curses.h libturbojpeg0-dev:turbojpeg.h libjpeg62-turbo-dev:jpeglib.h libdeflate-dev:libdeflate.h \
  zlib1g-dev:zlib.h \
  libwebp-dev:webp/decode.h libgif-dev:gif_lib.h liblcms2-dev:lcms2.h libfribidi-dev:fribidi/fribidi.h \
  libmd-dev:sha2.h libcurl4-openssl-dev:curl/curl.h \
  libarchive-dev:archive.h
# Libraries without which tui-codecs decodes fewer formats, with a header of each: the same as in Package.swift.
CODEC_DEPS := libavif-dev:avif/avif.h libheif-dev:libheif/heif.h libjxl-dev:jxl/decode.h libraw-dev:libraw/libraw.h \
  libopenexr-dev:OpenEXR/openexr.h libtiff-dev:tiffio.h
TEST_DEPS := tmux:tmux imagemagick:convert libjpeg-turbo-progs:djpeg ffmpeg:ffmpeg librsvg2-bin:rsvg-convert \
  poppler-utils:pdftoppm libheif-examples:heif-convert libavif-bin:avifenc libjxl-tools:djxl libraw-bin:dcraw_emu openssl:openssl webp:dwebp python3-pyte:python3 openimageio-tools:oiiotool \
  nginx-light:nginx apache2-bin:apache2 openssh-server:sshd openssh-client:ssh python3-venv:python3
BENCH_DEPS := chafa:chafa libsixel-bin:img2sixel timg:timg imagemagick:convert webp:cwebp ffmpeg:ffmpeg libjpeg-turbo-progs:jpegtran

PACKAGE_DEPS := dpkg-dev:dpkg-shlibdeps binutils:objcopy xz-utils:xz
RECORD_DEPS := xvfb:Xvfb kitty:kitty xterm:xterm xdotool:xdotool ffmpeg:ffmpeg imagemagick:convert webp:cwebp \
  fonts-dejavu-core:fc-list chafa:chafa python3-numpy: python3-pil: python3-skimage: x11-utils:xwininfo
SITE_DEPS := cmark-gfm:cmark-gfm mandoc:mandoc tidy:tidy
TERMINAL_DEPS := xvfb:Xvfb xdotool:xdotool debootstrap:debootstrap python3-numpy: python3-pil:
LOOKS_DEPS := xvfb:Xvfb xterm:xterm xdotool:xdotool chafa:chafa jp2a:jp2a fonts-dejavu-core:fc-list python3-numpy: python3-pil:

BASH_COMPLETIONS := $(addprefix $(STAGE)/bash-completion/completions/,tui tui-fetch tui-remote)
ZSH_COMPLETIONS := $(addprefix $(STAGE)/zsh/site-functions/_,tui tui-fetch tui-remote)
FISH_COMPLETIONS := $(addprefix $(STAGE)/fish/vendor_completions.d/,tui.fish tui-fetch.fish tui-remote.fish)
MAN_PAGES = $(STAGE)/man/man1/tui.1 $(STAGE)/man/man1/tui-fetch.1 $(STAGE)/man/man1/tui-remote.1 $(STAGE)/man/man5/tui-config.5
COMPLETIONS := $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS)

SHARE = $(DESTDIR)$(PREFIX)/share

# SwiftPM uses all cores itself and locks its folder, so targets run one after another, also under -j.
.NOTPARALLEL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: check-contrib check-drawings check-size check-reproducible screenshots site help run build test check check-sanitize check-terminals check-distributions packages looks lint format soak docs check-carousel bench demo-deck check-demo-deck torture man completions install install-user uninstall deb tarball release deps test-deps bench-deps swift clean

help: ## list these targets
	@echo 'usage: make TARGET [ARGS="…"] [PREFIX=/usr/local] [DESTDIR=…] [TESTFLAGS="--filter …"]'
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do \
	  printf '  %-19s %s\n' "$$name" "$$what"; done

run: build ## build tui and open the demo deck, or the arguments in ARGS: make run ARGS="~/Pictures"
	@$(BINARY) $(ARGS)

build: deps ## build the release, with the Swift runtime linked statically
	$(STATIC_LIBSTDCXX) $(RELEASE) --product tui $(BUILDFLAGS)
	set -e; for program in $(filter-out tui,$(PROGRAMS)); do $(RELEASE) --product $$program $(BUILDFLAGS); done

test: deps test-deps ## run the tests; TESTFLAGS="--filter CarouselTests" builds and runs only these
	@SWIFT="$(SWIFT)" Tools/run-tests $(BUILDFLAGS)

check: lint deps test-deps ## lint, and run the tests with all rounds of the random ones, none skipped: what a commit must pass
	@SWIFT="$(SWIFT)" TUI_TEST_ROUNDS=all TUI_FORBID_SKIPS=1 Tools/run-tests $(BUILDFLAGS)

check-sanitize: deps test-deps ## run the tests of decoding and loading, with the corpus of bad pictures, under AddressSanitizer
	@ASAN_OPTIONS=detect_leaks=0 TUI_TEST_TIMEOUT=3600 SWIFT="$(SWIFT)" SCRATCH=.build/sanitize Tools/run-tests \
	  --sanitize=address -Xswiftc -DSANITIZED -Xswiftc -resource-dir -Xswiftc "$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/../lib/swift" \
	  --filter 'ImagingTests|LibraryCodecsTests|DecksTests|PicturesTests|ExternalDecodersTests|SystemTests' $(BUILDFLAGS)

soak: swift ## run Carousel's property tests with SOAK times as many seeds: 50, for two minutes; 725 are 4.3 million reloads
	@Tools/soak $(or $(SOAK),50)

docs: swift ## run the examples in Carousel's articles and build its documentation into .build/docs
	@Tools/make-docs

check-carousel: deps docs ## check Carousel as others embed it: articles, example hosts, Embedded Swift, and a new package that depends on it by URL
	Examples/check
	Tools/check-embedded
	Tools/check-embedding

lint: swift ## run swift-format in strict mode
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format: swift ## format the sources in place
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

bench: deps bench-deps ## run the benchmarks: make bench BENCHFLAGS="motion idle", or build: building itself
	$(if $(filter build,$(BENCHFLAGS)),SWIFT="$(SWIFT)" Benchmarks/build-times)
ifneq ($(filter-out build,$(or $(BENCHFLAGS),all)),)
	@$(MAKE) --no-print-directory build
	$(RELEASE) --product micro-bench $(BUILDFLAGS)
	$(SWIFT) run -c release --package-path Benchmarks bench $(filter-out build,$(BENCHFLAGS))
endif

check-terminals: build ## take the release through a tour in the newest terminals, on virtual displays: make check-terminals TERMINALFLAGS="--only kitty,foot"
	@sh Tools/ensure-packages programs $(TERMINAL_DEPS)
	Tools/check-terminals $(TERMINALFLAGS) $(BINARY)

check-size: build ## check that no program has grown by a library
	Tools/check-size $(addprefix .build/release/,$(PROGRAMS))

check-drawings: build test-deps ## compare drawings of the release with those of the debug build, which are tested: make check-drawings PICTURES="a.png b.jpg"
	$(BUILD) --product tui $(BUILDFLAGS)
	Tools/check-drawings $(FAULTY) $(BINARY) $(PICTURES)

looks: build ## draw contact sheets of pictures in each color depth and glyph set, in .build/looks: make looks PICTURES="a.png b.jpg"
	@sh Tools/ensure-packages programs $(LOOKS_DEPS)
	Benchmarks/looks --tui $(BINARY) -o .build/looks $(PICTURES)

screenshots: build ## make every picture of README and docs in real terminals: make screenshots PICTURES="grid.webp keys.webp"
	@sh Tools/ensure-packages programs $(RECORD_DEPS)
	Tools/screenshots $(PICTURES)

site: docs ## build a site of README, docs, man pages and the libraries' documentation in .build/site, and check it
	@sh Tools/ensure-packages programs $(SITE_DEPS)
	Tools/make-site --version $(VERSION) .build/site

demo-deck: deps ## paint the pictures in Resources
	$(DEMO_DECK) Resources

check-demo-deck: deps ## check that painting yields exactly the pictures in Resources
	@rm -rf .build/demo-deck && mkdir -p .build/demo-deck
	$(DEMO_DECK) "$$PWD/.build/demo-deck"
	diff -r .build/demo-deck Resources

torture: build ## attack the release for two minutes; TORTUREFLAGS="--seconds 30 --seed 7 --state FILE", where FILE resumes an earlier run
	$(BUILD) -c release --product taken-over
	$(SWIFT) test --package-path Tools/Torture --scratch-path .build/torture-tests
	$(TORTURE) "$$PWD/$(BINARY)" "$$PWD" $(addprefix --faulty ,$(wildcard $(FAULTY))) $(TORTUREFLAGS)

man: $(MAN_PAGES) ## generate the man pages in .build/share: man -M .build/share/man tui

completions: build ## generate completions for bash, zsh and fish in .build/share
	@$(MAKE) --no-print-directory $(COMPLETIONS)

# Under sudo, the user's build is installed as it is, so that root leaves no files in the build folder.
install: $(if $(and $(SUDO_USER),$(wildcard $(BINARY)),$(wildcard $(FETCHER)),$(wildcard $(CODECS)),$(wildcard $(REMOTE))),,completions man) ## install below PREFIX
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/tui
	install -D -m 755 $(FETCHER) $(DESTDIR)$(PREFIX)/bin/tui-fetch
	install -D -m 755 $(REMOTE) $(DESTDIR)$(PREFIX)/bin/tui-remote
	install -D -m 755 $(CODECS) $(DESTDIR)$(PREFIX)/libexec/tui/tui-codecs
	$(STRIP) $(addprefix $(DESTDIR)$(PREFIX)/bin/,tui tui-fetch tui-remote) $(DESTDIR)$(PREFIX)/libexec/tui/tui-codecs
	@$(MAKE) --no-print-directory $(COMPLETIONS) $(MAN_PAGES)
	cd $(STAGE) && find . -type f -exec install -D -m 644 {} $(abspath $(SHARE))/{} \;
	cd Resources && find . -type f -exec install -D -m 644 {} $(abspath $(SHARE))/tui/{} \;
	install -D -m 644 README.md $(SHARE)/doc/tui/README.md

install-user: ## install below ~/.local, for this user only
	@$(MAKE) --no-print-directory install PREFIX=$(HOME)/.local
	@case ":$$PATH:" in *":$(HOME)/.local/bin:"*) ;; *) echo 'To find the programs, add ~/.local/bin to PATH.' ;; esac
	@echo 'To complete their arguments in zsh, put this before compinit in ~/.zshrc: fpath+=(~/.local/share/zsh/site-functions)'

deb: completions man ## build packages for Debian in .build/packages
	@sh Tools/ensure-packages programs $(PACKAGE_DEPS)
	@MAKE="$(MAKE)" Tools/package deb

tarball: completions man ## build an archive in .build/packages that runs from any folder, with all libraries but glibc
	@sh Tools/ensure-packages programs $(PACKAGE_DEPS) patchelf:patchelf
	@MAKE="$(MAKE)" Tools/package tarball

check-reproducible: deps ## build the release of the commit twice in one folder, and check that programs, packages and archive have the same bytes
	@sh Tools/ensure-packages programs $(PACKAGE_DEPS) patchelf:patchelf
	@MAKE="$(MAKE)" Tools/check-reproducible

release: ## check that version, changelog, manual and tag agree, and build packages, archive, site and checksums into .build/release-VERSION
	@MAKE="$(MAKE)" Tools/release

check-contrib: build ## try the files in contrib with the programs that are installed, in tmux
	Tools/check-contrib

uninstall: ## remove the installed files
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,tui tui-fetch tui-remote) $(DESTDIR)$(PREFIX)/libexec/tui/tui-codecs
	rmdir $(DESTDIR)$(PREFIX)/libexec/tui 2>/dev/null || true
	rm -f $(patsubst $(STAGE)/%,$(SHARE)/%,$(COMPLETIONS) $(MAN_PAGES))
	rm -rf $(SHARE)/tui $(SHARE)/doc/tui

deps: swift ## install missing system packages with apt-get, or list them
	@sh Tools/ensure-packages headers $(DEPS)
	@sh Tools/ensure-packages libraries $(CODEC_DEPS)

packages:
	@echo $(foreach entry,$(DEPS) $(CODEC_DEPS) $(TEST_DEPS),$(firstword $(subst :, ,$(entry))))

check-distributions: ## build and test the commit with swift build and swift test alone, in roots of Debian 12 and unstable; needs root rights
	Tools/check-distributions $(DISTRIBUTIONS)

test-deps:
	@sh Tools/ensure-packages programs $(TEST_DEPS)
	@sh Tools/ensure-moto

bench-deps:
	@sh Tools/ensure-packages programs $(BENCH_DEPS)

swift:
	@sh Tools/ensure-swift $(SWIFT) 6.2

clean: ## remove all build products
	rm -rf .build Benchmarks/.build

# The version takes the place of the system's name at the end of a page.
define write-man-page
@mkdir -p $(@D)
@sed 's/^\.Os$$/.Os tui $(VERSION)/' $< > $@
endef

$(filter %.1,$(MAN_PAGES)): $(STAGE)/man/man1/%: man/% Sources/CommandLineOptions/Version.swift
	$(write-man-page)

$(filter %.5,$(MAN_PAGES)): $(STAGE)/man/man5/%: man/% Sources/CommandLineOptions/Version.swift
	$(write-man-page)

$(BASH_COMPLETIONS): SHELL_NAME := bash
$(ZSH_COMPLETIONS): SHELL_NAME := zsh
$(FISH_COMPLETIONS): SHELL_NAME := fish
# _tui-fetch and tui.fish are generated by .build/release/tui-fetch and tui.
$(COMPLETIONS): $(BINARY) $(FETCHER) $(REMOTE)
	@mkdir -p $(@D)
	@.build/release/$(basename $(patsubst _%,%,$(@F))) --generate-completion-script $(SHELL_NAME) > $@
