import ArgumentParser

/// How pictures come from the network, and what is kept of them.
struct NetworkOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("Downloads at once, 1…16.", valueName: "n"))
  var downloads = 5

  @Option(
    name: .long, help: ArgumentHelp("Seconds without a byte after which a download has failed.", valueName: "s"))
  var timeout = 15

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where downloads are kept (by default tui in $XDG_CACHE_HOME, or in ~/.cache).", valueName: "folder"),
    completion: .directory)
  var cacheDir: String?

  @Flag(name: .long, help: "Keep no downloads when it ends, and use none that were kept.")
  var noCache = false

  @Option(
    name: .long,
    help: ArgumentHelp("Megabytes of downloads that are kept at most; 0: none, as --no-cache.", valueName: "mb"))
  var diskCache = 512

  @Option(name: .long, help: ArgumentHelp("Megabytes of decoded pictures that are kept at most.", valueName: "mb"))
  var memoryCache = 64

  @Flag(name: .long, help: "Take servers' certificates as they come, unverified.")
  var insecure = false

  @Flag(name: .long, help: "Delete the downloads that are kept, and say how much that was.")
  var clearCache = false

  func validate() throws {
    try check("--downloads", downloads, 1...16)
    try check("--timeout", timeout, 1...86_400)
    try check("--disk-cache", diskCache, 0...1_000_000)
    try check("--memory-cache", memoryCache, 0...1_000_000)
    if cacheDir?.isEmpty == true { throw ValidationError("--cache-dir takes a folder") }
  }

  private func check(_ flag: String, _ value: Int, _ range: ClosedRange<Int>) throws {
    guard range.contains(value) else {
      throw ValidationError("\(flag) takes a number from \(range.lowerBound) to \(range.upperBound), not \(value)")
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
