import ArgumentParser

/// Options for downloads and caches.
struct NetworkOptions: QuickOptions {
  /// The defaults.
  private enum Default {
    static let downloads = 5
    static let timeout = 15
    static let diskCache = 512
    static let memoryCache = 64
  }

  @Option(name: .long, help: ArgumentHelp("Simultaneous downloads, 1…16.", valueName: "n"))
  var downloads = Default.downloads

  @Option(
    name: .long, help: ArgumentHelp("Seconds without data before a download is aborted, 1…86400.", valueName: "s"))
  var timeout = Default.timeout

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Folder to cache downloads in. (default: $XDG_CACHE_HOME/tui or ~/.cache/tui)", valueName: "folder"),
    completion: .directory)
  var cacheDir: String?

  @Flag(name: .long, help: "Do not use the cache, and keep no downloads after exit.")
  var noCache = false

  @Option(
    name: .long,
    help: ArgumentHelp("Maximum megabytes of cached downloads. 0: the same as --no-cache.", valueName: "mb"))
  var diskCache = Default.diskCache

  @Option(name: .long, help: ArgumentHelp("Maximum megabytes of decoded pictures in memory.", valueName: "mb"))
  var memoryCache = Default.memoryCache

  @Flag(name: .long, help: "Skip TLS certificate verification.")
  var insecure = false

  @Flag(name: .long, help: "Delete the cached downloads and print how much space was freed.")
  var clearCache = false

  func validate() throws {
    try check("--downloads", downloads, 1...16)
    try check("--timeout", timeout, 1...86_400)
    try check("--disk-cache", diskCache, 0...1_000_000)
    try check("--memory-cache", memoryCache, 0...1_000_000)
    if cacheDir?.isEmpty == true { throw ValidationError("--cache-dir needs a folder") }
  }

  private func check(_ flag: String, _ value: Int, _ range: ClosedRange<Int>) throws {
    guard range.contains(value) else {
      throw ValidationError("\(flag) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
    }
  }

  static let rows: [OptionRow<NetworkOptions>] = [
    .option("--downloads", Default.downloads) { $0.downloads = $1 },
    .option("--timeout", Default.timeout) { $0.timeout = $1 },
    .optional("--cache-dir") { $0.cacheDir = $1 },
    .flag("--no-cache") { $0.noCache = $1 },
    .option("--disk-cache", Default.diskCache) { $0.diskCache = $1 },
    .option("--memory-cache", Default.memoryCache) { $0.memoryCache = $1 },
    .flag("--insecure") { $0.insecure = $1 },
    .flag("--clear-cache") { $0.clearCache = $1 },
  ]
}
