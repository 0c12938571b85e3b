import CommandLineOptions

/// Options for downloads and caches.
struct NetworkOptions {
  var downloads = 5
  var timeout = 15
  var cacheDir: String?
  var noCache = false
  var diskCache = 512
  var memoryCache = 32
  var insecure = false
  var s3Endpoint: String?
  var clearCache = false

  func validate() throws(UsageError) {
    if cacheDir?.isEmpty == true { throw .rejected("--cache-dir needs a folder") }
    if let s3Endpoint,
      !["http://", "https://"].contains(where: s3Endpoint.lowercased().hasPrefix) || s3Endpoint.contains("@")
    {
      throw .rejected("--s3-endpoint needs an http or https URL without a user name")
    }
  }

  static let group = CommandLineTable<Tui>.Group(
    "Network",
    [
      .value(
        "--downloads", "N", \.network.downloads, .integer(1...16),
        help: "Simultaneous downloads."),
      .value(
        "--timeout", "SECONDS", \.network.timeout, .integer(1...86_400, unit: "a number of seconds"),
        help: "Seconds without data before a download is aborted."),
      .optional(
        "--cache-dir", "FOLDER", \.network.cacheDir, .folder, default: "$XDG_CACHE_HOME/tui or ~/.cache/tui",
        help: "Folder to cache downloads in."),
      .flag(
        "--no-cache", \.network.noCache,
        help: "Do not use the cache, and keep no downloads after exit."),
      .value(
        "--disk-cache", "MB", \.network.diskCache, .integer(0...1_000_000, unit: "a number of megabytes"),
        help: "Maximum megabytes of cached downloads; 0: the same as --no-cache."),
      .value(
        "--memory-cache", "MB", \.network.memoryCache, .integer(0...1_000_000, unit: "a number of megabytes"),
        help: "Maximum megabytes of decoded pictures in memory."),
      .flag(
        "--insecure", \.network.insecure,
        help: "Skip TLS certificate verification."),
      .optional(
        "--s3-endpoint", "URL", \.network.s3Endpoint, .text("an http or https URL"),
        default: "$AWS_ENDPOINT_URL_S3, or Amazon's",
        help: "Server of the buckets in s3:// URLs."),
      .flag(
        "--clear-cache", \.network.clearCache, scope: .commandLineOnly,
        help: "Delete the cached downloads and print how much space was freed."),
    ])
}
