import ArgumentParser

/// How pictures come from the network, and what is kept of them.
struct NetworkOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("Simultaneous downloads, 1…16.", valueName: "n"))
  var downloads = 5

  @Option(
    name: .long, help: ArgumentHelp("Seconds without data before a download is aborted, 1…86400.", valueName: "s"))
  var timeout = 15

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
  var diskCache = 512

  @Option(name: .long, help: ArgumentHelp("Maximum megabytes of decoded pictures in memory.", valueName: "mb"))
  var memoryCache = 64

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

  /// What is so unless it is said otherwise, for `QuickCommand`.
  static var plain: NetworkOptions {
    var options = NetworkOptions()
    options.downloads = 5
    options.timeout = 15
    options.cacheDir = nil
    options.noCache = false
    options.diskCache = 512
    options.memoryCache = 64
    options.insecure = false
    options.clearCache = false
    return options
  }
}
