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
            help: "Simultaneous downloads."),
          .value(
            "--timeout", "SECONDS", \.timeout, .number(0.001...86_400, unit: "a number of seconds"),
            help: "Seconds without data before a download is aborted."),
          .value(
            "--max-bytes", "BYTES", \.maxBytes, .integer(1..., unit: "a number of bytes"),
            help: "Maximum size of a download."),
          .flag(
            "--insecure", \.insecure, help: "Skip TLS certificate verification."),
          .optional(
            "--s3-endpoint", "URL", \.s3Endpoint, .text("an http or https URL"),
            default: "$AWS_ENDPOINT_URL_S3, or Amazon's",
            help: "Server of the buckets in s3:// URLs."),
          isolation,
        ]),
      .init(
        "Cache",
        [
          .optional(
            "--cache-dir", "FOLDER", \.cacheDir, .folder, default: "$XDG_CACHE_HOME/tui or ~/.cache/tui",
            help: "Folder to cache downloads in."),
          .value(
            "--disk-cache", "MB", \.diskCache, .integer(0...1 << 30, unit: "a number of megabytes"),
            help: "Maximum size of the cache; the least recently used copies are deleted first."),
          .flag(
            "--no-cache", \.noCache, help: "Download into a temporary folder that is removed on exit."),
          .flag(
            "--remove-at-end", \.removeAtEnd, help: "Empty and remove the folder of --cache-dir on exit."),
          .optional(
            "--spare-dir", "FOLDER", \.spareDir, .folder,
            help: "Folder for downloads that do not fit into the cache folder; removed on exit."),
        ]),
    ])

  private static let isolation = CommandLineOption<TuiFetch>.value(
    "--isolation", "HOW", \.isolation, .choice(),
    help: "Give up access to your files and other programs before downloading, as far as the kernel can (auto), "
      + "completely or not start (require), or not at all (off).")
}
