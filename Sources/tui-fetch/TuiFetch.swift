import ArgumentParser
import Fetching
import FoundationEssentials
import Glibc
import HTTPFetching

/// The command: downloads for a viewer that talks to it in JSON lines, or by hand.
@main
struct TuiFetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tui-fetch",
    abstract: "Downloads pictures into the cache of tui.",
    discussion: """
      With URLs it fills the cache by hand: bars on a terminal, a line for each otherwise. Without any it is what tui \
      starts for pictures from the network: it takes commands on standard input and reports on standard output, one \
      JSON object a line, and ends when its input ends.
      """,
    version: "tui-fetch \(Version.number)")

  @Option(help: ArgumentHelp("Where downloads are kept (default: $XDG_CACHE_HOME/tui).", valueName: "folder"))
  var cacheDir: String?

  @Flag(help: "Keep nothing: downloads go to a folder that is removed at the end.")
  var noCache = false

  @Flag(help: "Empty the folder of --cache-dir at the end, and remove it.")
  var removeAtEnd = false

  @Option(
    help: ArgumentHelp(
      "Where a download goes that the cache's folder cannot take. It is not kept: the folder goes at the end.",
      valueName: "folder"))
  var spareDir: String?

  @Option(help: ArgumentHelp("What the cache may come to; beyond it the least recently used goes.", valueName: "MB"))
  var diskCache = 512

  @Option(help: ArgumentHelp("Downloads at once, 1 to 16.", valueName: "N"))
  var downloads = 5

  @Option(help: ArgumentHelp("Give up when nothing has come for so long.", valueName: "seconds"))
  var timeout = 15.0

  @Option(help: ArgumentHelp("The largest download.", valueName: "bytes"))
  var maxBytes = 64 << 20

  @Flag(help: "Take any certificate: whoever is on the way can then read and change what comes.")
  var insecure = false

  @Argument(help: ArgumentHelp("What to download, http or https.", valueName: "URL"))
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

  /// Ends with the message and the status of an error, or with the help that was asked for.
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
    guard (1...16).contains(downloads) else { throw ValidationError("--downloads is from 1 to 16.") }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout is more than 0, a day at most.") }
    guard diskCache >= 0, diskCache <= 1 << 30 else { throw ValidationError("--disk-cache is 0 or more.") }
    guard maxBytes > 0 else { throw ValidationError("--max-bytes is more than 0.") }
    guard cacheDir?.isEmpty != true else { throw ValidationError("--cache-dir needs a folder.") }
    guard spareDir?.isEmpty != true else { throw ValidationError("--spare-dir needs a folder.") }
    guard !removeAtEnd || cacheDir != nil else { throw ValidationError("--remove-at-end needs --cache-dir.") }
  }

  func run() throws {
    if urls.isEmpty, isatty(STDIN_FILENO) == 1 {
      throw ValidationError("Say what to download: tui-fetch URL … (--help tells more).")
    }
    let environment = ProcessInfo.processInfo.environment
    ProxyEnvironment.adopt(environment)
    // libcurl reads the letters of hosts' names by the locale, whatever the user's is: those of URLs are UTF-8.
    _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow further (RLIMIT_FSIZE) is then a failure to write, as on a full disk.
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
      throw ValidationError("There is no home folder to keep downloads in: say --cache-dir or --no-cache.")
    }
    var limits = DiskCache.Limits()
    limits.bytes = diskCache << 20
    var settings = TransferSettings()
    settings.idleLimit = .milliseconds(max(1, Int(timeout * 1_000)))
    settings.mostBytes = maxBytes
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
    // The process ends without a clean-up of its own: what has come in part goes now.
    service.end()
    privateFolder?.remove()
    if let spare = cache.spare { unsafe rmdir(spare) }
    if removeAtEnd {
      // Its entries alone go, and the folder only if nothing else is in it: it might be anything.
      _ = cache.clear()
      unsafe rmdir(folder)
    }
    ending.leave()
  }
}

/// How a run ends.
enum Ending {
  case success
  case failure
  /// By a signal, from which the caller is to see that it was one.
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
