import CommandLineOptions
import System

extension TuiFetch {
  /// The command line: the table of all options.
  static let commandLine = CommandLineTable(
    program: "tui-fetch", abstract: "Downloads pictures into the cache of tui.",
    discussion: """
      With URLs it downloads them and exits, with a progress bar for each on a terminal and a line for each otherwise. \
      Without URLs it serves tui: it reads commands from standard input and writes reports to standard output, one \
      JSON object per line, until the input ends.
      """,
    operands: "URL", initial: { TuiFetch() },
    groups: [
      .init(
        "Downloads",
        [
          .value(
            "--downloads", "N", \.downloads, .integer(1...16),
            help: "Simultaneous downloads.", manual: "Number of simultaneous downloads."),
          .value(
            "--timeout", "SECONDS", \.timeout, .number(0.001...86_400, unit: "a number of seconds"),
            help: "Seconds without data before a download is aborted.",
            manual: """
              Abort an attempt when no data has arrived for this many seconds.
              An attempt is also aborted if it has averaged less than 1 kB per second after a minute, or has not finished after 15 minutes.
              """),
          .value(
            "--max-bytes", "BYTES", \.maxBytes, .integer(1..., unit: "a number of bytes"),
            help: "Maximum size of a download.", manual: "Maximum size of a download in bytes."),
          .flag(
            "--insecure", \.insecure, help: "Skip TLS certificate verification.",
            manual: """
              Skip TLS certificate verification.
              Anyone on the network path can then read and change the downloads.
              """),
          isolation,
        ]),
      .init(
        "Cache",
        [
          .optional(
            "--cache-dir", "FOLDER", \.cacheDir, .folder, default: "$XDG_CACHE_HOME/tui or ~/.cache/tui",
            help: "Folder to cache downloads in.", manual: "Folder to cache downloads in."),
          .value(
            "--disk-cache", "MB", \.diskCache, .integer(0...1 << 30, unit: "a number of megabytes"),
            help: "Maximum size of the cache; the least recently used copies are deleted first.",
            manual: """
              Maximum size of the cache in megabytes.
              The least recently used copies are deleted first; copies that have not been used for seven days are always deleted.
              """),
          .flag(
            "--no-cache", \.noCache, help: "Download into a temporary folder that is removed on exit.",
            manual: """
              Download into a temporary folder below
              .Ev TMPDIR
              that is removed on exit.
              """),
          .flag(
            "--remove-at-end", \.removeAtEnd, help: "Empty and remove the folder of --cache-dir on exit.",
            manual: """
              Empty the folder of
              .Fl -cache-dir
              on exit, and remove it if nothing else is in it.
              .Xr tui 1
              uses this for
              .Fl -no-cache ,
              so that no files remain even if it is killed.
              """),
          .optional(
            "--spare-dir", "FOLDER", \.spareDir, .folder,
            help: "Folder for downloads that do not fit into the cache folder; removed on exit.",
            manual: """
              Folder for downloads that do not fit into the cache folder, for example because its disk is full.
              It is removed on exit.
              Without it, such downloads fail.
              """),
        ]),
    ])

  private static let isolation = CommandLineOption<TuiFetch>.value(
    "--isolation", "HOW", \.isolation, .choice(),
    help: "Give up access to your files and other programs before downloading, as far as the kernel can (auto), "
      + "completely or not start (require), or not at all (off).",
    manual: """
      Give up what downloading does not need, before the first byte from the network:
      files other than those of the system and the downloads, other programs and other processes.
      .Cm auto
      gives up as much as the kernel can, with Landlock and seccomp.
      With
      .Cm require ,
      .Nm
      does not start where the kernel lacks one of these.
      .Cm off
      is for certificates or a resolver in unusual places.
      """)
}
