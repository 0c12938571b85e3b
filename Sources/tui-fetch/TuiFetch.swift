import ArgumentParser
import Fetching
import FoundationEssentials
import Glibc
import HTTPFetching

/// The tui-fetch command: downloads for a viewer that controls it by JSON lines, or for a user.
@main
struct TuiFetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tui-fetch",
    abstract: "Downloads pictures into the cache of tui.",
    discussion: """
      With URLs it downloads them and exits, with a progress bar for each on a terminal and a line for each otherwise. \
      Without URLs it serves tui: it reads commands from standard input and writes reports to standard output, one \
      JSON object per line, until the input ends.
      """,
    version: "tui-fetch \(Version.number)")

  @Option(
    help: ArgumentHelp(
      "Folder to cache downloads in. (default: $XDG_CACHE_HOME/tui or ~/.cache/tui)", valueName: "folder"))
  var cacheDir: String?

  @Flag(help: "Download into a temporary folder that is removed on exit.")
  var noCache = false

  @Flag(help: "Empty and remove the folder of --cache-dir on exit.")
  var removeAtEnd = false

  @Option(
    help: ArgumentHelp(
      "Folder for downloads that do not fit into the cache folder; removed on exit.",
      valueName: "folder"))
  var spareDir: String?

  @Option(
    help: ArgumentHelp("Maximum size of the cache; the least recently used copies are deleted first.", valueName: "MB"))
  var diskCache = 512

  @Option(help: ArgumentHelp("Simultaneous downloads, 1…16.", valueName: "N"))
  var downloads = 5

  @Option(help: ArgumentHelp("Seconds without data before a download is aborted, up to 86400.", valueName: "seconds"))
  var timeout = 15.0

  @Option(help: ArgumentHelp("Maximum size of a download.", valueName: "bytes"))
  var maxBytes = 64 << 20

  @Flag(help: "Skip TLS certificate verification.")
  var insecure = false

  @Argument(help: ArgumentHelp("http or https URLs to download.", valueName: "URL"))
  var urls: [String] = []

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      leave(with: error)
    }
  }

  /// Exits with an error's message and status, or with the requested help.
  private static func leave(with error: any Error) -> Never {
    let (message, code) = (fullMessage(for: error), exitCode(for: error))
    if code == .success {
      ProgressDisplay.put(isatty(STDOUT_FILENO) == 1 ? StandardError.shown(lines: message) : message + "\n")
    } else if !message.isEmpty {
      StandardError.write(lines: message)
    }
    Glibc.exit(code.rawValue)
  }

  func validate() throws {
    guard (1...16).contains(downloads) else { throw ValidationError("--downloads must be from 1 to 16.") }
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("--timeout must be more than 0 and at most 86400.")
    }
    guard diskCache >= 0, diskCache <= 1 << 30 else { throw ValidationError("--disk-cache must be 0 or more.") }
    guard maxBytes > 0 else { throw ValidationError("--max-bytes must be more than 0.") }
    guard cacheDir?.isEmpty != true else { throw ValidationError("--cache-dir needs a folder.") }
    guard spareDir?.isEmpty != true else { throw ValidationError("--spare-dir needs a folder.") }
    guard !removeAtEnd || cacheDir != nil else { throw ValidationError("--remove-at-end needs --cache-dir.") }
  }

  func run() throws {
    if urls.isEmpty, isatty(STDIN_FILENO) == 1 {
      throw ValidationError("No URLs given. Usage: tui-fetch URL …")
    }
    let environment = ProcessInfo.processInfo.environment
    ProxyEnvironment.adopt(environment)
    // libcurl decodes host names according to the locale, and URLs are always UTF-8.
    _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    signal(SIGPIPE, SIG_IGN)
    // Exceeding the file size limit (RLIMIT_FSIZE) then is a failed write, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    if !noCache, let folder = cacheDir ?? DiskCache.standardFolder(environment: environment),
      let refusal = DiskCache(folder: folder).refusal
    {
      throw ValidationError("\(refusal).")
    }
    let signals = EndingSignals()
    let privateFolder = noCache ? try PrivateFolder(environment: environment) : nil
    defer { privateFolder?.remove() }
    guard let folder = privateFolder?.path ?? cacheDir ?? DiskCache.standardFolder(environment: environment) else {
      throw ValidationError("No home folder to cache downloads in; use --cache-dir or --no-cache.")
    }
    var limits = DiskCache.Limits()
    limits.bytes = diskCache << 20
    var settings = TransferSettings()
    settings.idleLimit = .milliseconds(max(1, Int(timeout * 1_000)))
    settings.maxBytes = maxBytes
    settings.isInsecure = insecure
    settings.userAgent = "tui/\(Version.number)"
    settings.certificateFile = environment["SSL_CERT_FILE"]
    let cache = DiskCache(folder: folder, limits: limits, spare: spareDir)
    guard let service = FetchService(cache: cache, settings: settings, limit: downloads) else { throw ExitCode.failure }
    let ending: Ending
    if urls.isEmpty {
      ending = PipeService(service: service, signals: signals).run()
    } else {
      ending = CommandLineRun(service: service, signals: signals, urls: urls).run()
    }
    // `exit` runs neither `defer` nor `deinit`, so partial downloads are removed now.
    service.end()
    privateFolder?.remove()
    if let spare = cache.spare { unsafe rmdir(spare) }
    if removeAtEnd {
      // Only cache entries are deleted, and the folder only if it is then empty: it could be any folder.
      _ = cache.clear()
      unsafe rmdir(folder)
    }
    ending.leave()
  }
}

/// How a run ended.
enum Ending {
  case success
  case failure
  /// By a signal, which the parent process should see.
  case signal(Int32)

  func leave() -> Never {
    switch self {
    case .success: exit(0)
    case .failure: exit(1)
    case .signal(let number):
      EndingSignals.die(of: number)
    }
  }
}
