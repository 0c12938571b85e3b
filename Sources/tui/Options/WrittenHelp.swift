import CommandLineOptions

extension Tui {
  /// The text of `--help`, as the tables of options describe them.
  ///
  /// It is written by a test, because describing all options in each run took a quarter of its time: the runtime makes types for the values
  /// of each.
  static var writtenHelp: HelpText { HelpText(lines: text) }
}

// help begin: generated, see CONTRIBUTING.md
private let text = #"""
  A picture carousel for the terminal.

  Usage: tui [options] [picture | folder | URL | deck.json | -] ...

  Shows pictures as slides that swipe, fade and advance automatically. Each argument is a picture file, a folder, an http or https URL, a JSON deck, or - for standard input (a list with one entry per line or NUL-separated, a picture, or a deck). Without arguments, tui shows the pictures in the current folder, or a demo deck. Press ? for the keys.

  Carousel:
    --interval SECONDS	Seconds between slides; 0: no auto-advance; auto: 5, but animations play through once. (2 to 86400; default: 5)
    --change-mode MODE	Transition between slides. (values: slide, fade, push, stack, depth, cover-flow, curl, drift, none; default: slide)
    --no-wrap	Stop at the first and the last slide instead of wrapping around.
    --no-motion	Change slides without a transition, like --change-mode none.
    --reduced-motion	Move nothing by itself: like --no-motion, and animated pictures rest.
    --start SLIDE	First slide: a number (negative: from the end) or a file name. (default: 1)
    --animate WHEN	When animated pictures play: always, only while no slide is moving (at-rest), or never. (values: always, at-rest, never; default: always, or never with --reduced-motion)

  Layout:
    --direction WAY	Direction of motion towards the next slide. (values: left, right, up, down; default: left)
    --heading WAY	Direction of auto-advance along the slides. (values: forward, backward; default: forward)
    --neighbors N	Slides visible on each side. (0 to 4; default: 0, or 2 with --change-mode cover-flow)
    --spacing CELLS	Gap between two slides, in cells. (0 to 100; default: 0)
    --page-length SHARE	Share of the window that a slide takes. (0.2 to 1; default: 1, or less so that all neighbors are visible)
    --fit FIT	How pictures fill their place. (values: contain, cover, stretch, width, height, shrink, none; default: contain)
    --align WHERE	Position of pictures in their place, or the part of them that is visible. (values: top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right; default: center)

  Overlays:
    --page-position POSITION	Position of the page dots. (values: top-left, top-center, top-right, bottom-left, bottom-center, bottom-right, hidden; default: bottom-center)
    --tabs	Show a strip of captions at the top, or at the left with vertical slides.
    --index	Show the current page's number, as in 3/12, beside the dots.
    --dots CHARACTERS	Two characters, each one column wide: the dot of a page and of the current page; or none. (default: ○●)
    --dot-color COLOR	Color of the dots: a name, #rgb or #rrggbb. (default: white, or black on a light terminal)
    --current-dot-color COLOR	Color of the current page's dot: a name, #rgb or #rrggbb. (default: white, or black on a light terminal)
    --caption FORMAT	Text of the description bar: %f file name, %p page, %n number, %N count, %w and %h size, %d date, %T time of day, %t description in the file, %m camera, %l lens, %e exposure, %F focal length, %i ISO, %g place, %c caption from the deck, %%. (default: %c)
    --no-captions	Hide the description bar.
    --caption-color COLOR	Color of the description: a name, #rgb or #rrggbb. (default: white or black, whichever is legible)
    --caption-background COLOR/ALPHA	Color of the description bar, a name, #rgb or #rrggbb, and its opacity, 0 to 1. (default: black/0.5, or white/0.5 on a light terminal)
    --countdown	Show the time until the next slide as a thin line.
    --facts	Begin with the facts about the slide, as with key i.
    --high-contrast	Show text and marks on opaque backgrounds, with a contrast of at least 7.
    --placeholder FILE	Picture to show while a slide is loading. (default: a card with the slide's name)

  Picture:
    --art SETS	Glyphs to draw with, or what the terminal draws correctly (auto). half and block are in every font, legacy adds sextants and wedges, best octants and lines. Combine sets with commas: sextant,half. (values: auto, ascii, half, quadrant, eighth, sextant, wedge, octant, line, braille, block, legacy, best; default: auto)
    --glyphs FILE	File of additional glyphs, or of the only ones to use (see the manual).
    --pixels PROTOCOL	Show pictures in pixels by kitty's graphics protocol, sixels or OSC 1337 (iterm), by whichever the terminal does well (auto), or draw them in cells (off). (values: auto, kitty, sixel, iterm, off; default: auto)
    --color COLORS	Number of colors, or what the terminal supports (auto). (values: auto, truecolor, 256, 16, 8, mono; default: auto)
    --dither HOW	How to approximate tones with few colors, or what looks best (auto). (values: auto, none, ordered, diffusion; default: auto)
    --no-background	Draw each cell in one color on the terminal's background.
    --invert	Swap light and dark without colors or with --no-background.
    --background COLOR	Background of transparent pictures: auto, checkerboard, a color name, #rgb or #rrggbb. (default: auto)
    --no-upscale	Do not enlarge small pictures.
    --video HOW	Play videos, muted, or show their first frame (poster). (values: play, poster; default: play)
    --max-pixels N	Refuse pictures with more pixels. (1 or more; default: 200000000, or more for pictures decoded row by row)
    --decode-memory MB	Megabytes of memory for all decoding. (16 to 1000000; default: a quarter of the machine's, 128 to 1024)
    --isolation HOW	Isolate decoders from your files, the network and other processes, as far as the kernel can (auto), completely or not start (require), or not at all (off). (values: auto, require, off; default: auto)

  Slides:
    --recursive	Include subfolders and archives.
    --siblings	Open a single picture among the others of its folder.
    --sort ORDER	Order of pictures in folders: name (natural), time (newest first), taken (last taken first, by the camera's date), size (largest first) or none. (values: name, time, taken, size, none; default: name)
    --reverse	Reverse the order.
    --shuffle	Show the slides in random order, each once per round.
    --pages	Show every page of a PDF, not only the first.
    --watch	Reload folders, lists and decks when they change; wait for the first picture if there is none.
    --follow	With --watch, go to the newest picture whenever one appears or changes.

  Viewer:
    --grid	Begin with the grid of thumbnails.
    --columns N	Thumbnails beside each other in the grid or, with --print, pictures beside each other. (1 to 64; default: as many as suit the window)
    --keep-zoom	Show the next picture in the viewer at the same zoom and position.

  Click:
    --on-click COMMAND	On Enter or a click, run a shell command with the slide's absolute path or URL in $1, and TUI_INDEX, TUI_COUNT, TUI_CAPTION, TUI_LINK, TUI_PAGE and TUI_ENTRY in its environment.
    --on-click-background	Run the command of --on-click in the background, as if it ended in &.
    --action KEY:NAME:COMMAND	Add a command of your own to the menu (key o), which runs with the slide in $1 and the marked slides after it. Repeatable.
    --keep-to FOLDER	Folder to which the key K copies the slide, or the marked ones. (default: the key asks)
    --pick	On Enter or a click, print the path or URL of the slide, or of the marked ones, and exit.
    --print-marked	On exit, print the paths or URLs of the marked slides.
    -0	With --pick or --print-marked, end each path with a NUL byte instead of a newline.

  Network:
    --downloads N	Simultaneous downloads. (1 to 16; default: 5)
    --timeout SECONDS	Seconds without data before a download is aborted. (1 to 86400; default: 15)
    --cache-dir FOLDER	Folder to cache downloads in. (default: $XDG_CACHE_HOME/tui or ~/.cache/tui)
    --no-cache	Do not use the cache, and keep no downloads after exit.
    --disk-cache MB	Maximum megabytes of cached downloads; 0: the same as --no-cache. (0 to 1000000; default: 512)
    --memory-cache MB	Maximum megabytes of decoded pictures in memory. (0 to 1000000; default: 32)
    --insecure	Skip TLS certificate verification.
    --clear-cache	Delete the cached downloads and print how much space was freed.

  Output:
    --print	Print pictures to standard output and exit (the default if it is not a terminal).
    --scene	Like --print, but print the whole window: with dots, tabs, neighbors and the description bar.
    --json	Like --print, but print facts about each slide as JSON instead of pictures.
    --alt	Like --print, but print a line of text for each slide instead of its picture, as for a screen reader.
    --names	With --print, print the name of each picture, or the text of --caption, below it.
    --size COLSxROWS	Size of printed pictures in cells, as in 80x24. (default: the terminal's, or 80x24)
    --screen SCREEN	Write through ncurses (curses) or directly (truecolor). (values: auto, curses, truecolor; default: auto)
    --bidi WHO	Who puts right-to-left text (Hebrew, Arabic) in order: tui or the terminal. (values: auto, tui, terminal; default: auto)
    --no-mouse	Leave the mouse to the terminal, so that it selects text.
    --fps N	Maximum frames per second. (1 to 240; default: 60)
    --no-title	Leave the title of the terminal's window as it is.
    --notify	Notify on the desktop, through the terminal, of failed background commands and new pictures.
    --stats	Print frame statistics on standard error on exit.
    --terminal-report	Print what the terminal replies to queries, and what follows from it, for a bug report, and exit.

  Remote control:
    --listen SOCKET	Let tui-remote and other programs of yours control the carousel through a Unix socket: a name, a path or auto.

  Configuration:
    --keys PRESET	Key bindings known from another program. (values: standard, nsxiv, swayimg, feh, vim, mpv; default: standard)
    --config FILE	Configuration file. (default: $XDG_CONFIG_HOME/tui/config or ~/.config/tui/config)
    --no-config	Ignore the configuration file and TUI_OPTIONS.
    --print-config	Print all settings in force, with the origin of each, and exit.
    --write-config	Write a configuration file with all defaults as comments, unless it exists, and exit.

  General:
    -h, --help	Print this summary of the options.
    --version	Print the version.
    --generate-completion-script SHELL	Print completions for a shell. (values: bash, zsh, fish)
  """#
// help end
