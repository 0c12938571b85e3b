import CommandLineOptions
import Fetching
import Glibc
import HTTPFetching
import System

/// The tui-fetch command: downloads for a viewer that controls it by JSON lines, or for a user.
@main
struct TuiFetch {
  var cacheDir: String?
  var noCache = false
  var removeAtEnd = false
  var spareDir: String?
  var diskCache = 512
  var downloads = 5
  var timeout = 15.0
  var maxBytes = 64 << 20
  var insecure = false
  var s3Endpoint: String?
  var isolation = Isolation.auto
  var urls: [String] = []

  static func main() {
    do throws(UsageError) {
      switch try commandLine.parse(ProgramArguments.all) {
      case .run(var command, let operands):
        command.urls = operands.map { String(decoding: $0, as: UTF8.self) }
        try command.validate()
        try command.run()
      case .help: write(commandLine.description.help(columns: ProgressDisplay.columns))
      case .version: write("tui-fetch \(Version.number)")
      case .completionScript(let shell):
        let shell = try CompletionShell(named: shell, userShell: EnvironmentVariables.all()["SHELL"])
        write(commandLine.description.completionScript(for: shell))
      }
    } catch {
      StandardError.report(error.description)
      exit(UsageError.exitStatus)
    }
  }

  /// Writes lines to standard output. Text for a terminal is made safe for it; redirected text stays as it is.
  private static func write(_ lines: String) {
    ProgressDisplay.put(isatty(STDOUT_FILENO) == 1 ? StandardError.shown(lines: lines) : lines + "\n")
  }

  func validate() throws(UsageError) {
    if cacheDir?.isEmpty == true { throw .rejected("--cache-dir needs a folder") }
    if spareDir?.isEmpty == true { throw .rejected("--spare-dir needs a folder") }
    if removeAtEnd, cacheDir == nil { throw .rejected("--remove-at-end needs --cache-dir") }
  }

  func run() throws(UsageError) {
    if urls.isEmpty, isatty(STDIN_FILENO) == 1 {
      throw .rejected("no URLs given; usage: tui-fetch URL ...")
    }
    let environment = EnvironmentVariables.all()
    ProxyEnvironment.apply(environment)
    // libcurl decodes host names according to the locale, and URLs are always UTF-8.
    _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    signal(SIGPIPE, SIG_IGN)
    // Exceeding the file size limit (RLIMIT_FSIZE) then is a failed write, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    if !noCache, let folder = cacheDir ?? DiskCache.standardFolder(environment: environment),
      let refusal = DiskCache(folder: folder).refusal
    {
      throw .rejected(refusal)
    }
    let signals = EndingSignals()
    let privateFolder = noCache ? try OwnedFolder.ofRun(environment) : nil
    let privatePath = privateFolder.map { String(decoding: $0.path.bytes, as: UTF8.self) }
    guard let folder = privatePath ?? cacheDir ?? DiskCache.standardFolder(environment: environment) else {
      throw .rejected("no home folder to cache downloads in; use --cache-dir or --no-cache")
    }
    var limits = DiskCache.Limits()
    limits.bytes = diskCache << 20
    // Before this process may read no more.
    let settings = transferSettings(environment)
    let cache = DiskCache(folder: folder, limits: limits, spare: spareDir)
    if isolation == .require, let missing = Isolation.missing {
      privateFolder?.remove()
      throw .rejected("--isolation require: this kernel has no \(missing)")
    }
    guard let service = FetchService(cache: cache, settings: settings, limit: downloads) else {
      privateFolder?.remove()
      exit(1)
    }
    let ending: Ending
    if urls.isEmpty {
      ending = PipeService(service: service, signals: signals) { confine(to: cache, environment) }.run()
    } else {
      confine(to: cache, environment)
      ending = CommandLineRun(service: service, signals: signals, urls: urls).run()
    }
    // `exit` runs no `deinit`, so partial downloads are removed now.
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

  private func transferSettings(_ environment: [String: String]) -> TransferSettings {
    var settings = TransferSettings()
    settings.idleLimit = .milliseconds(max(1, Int(timeout * 1_000)))
    settings.maxBytes = maxBytes
    settings.isInsecure = insecure
    settings.userAgent = "tui/\(Version.number)"
    settings.certificateFile = environment["SSL_CERT_FILE"]
    settings.s3 = S3Settings(environment: environment, endpoint: s3Endpoint) { path in
      try? FileBytes.read(Path(path), limit: 1 << 20)
    }
    settings.netrcFile = netrcFile(environment)
    return settings
  }

  /// The file of user names and passwords that curl and others read.
  private func netrcFile(_ environment: [String: String]) -> String? {
    let file = environment["NETRC"] ?? environment["HOME"].map { "\($0)/.netrc" }
    return file.flatMap { unsafe access($0, R_OK) == 0 ? $0 : nil }
  }

  /// Gives up what downloading does not need. Before the first download: libcurl then has no threads yet, and the folders,
  /// which must exist, are needed.
  private func confine(to cache: DiskCache, _ environment: [String: String]) {
    guard isolation != .off else { return }
    cache.make()
    if let spareDir { DiskCache(folder: spareDir).make() }
    let folders = [cache.folder] + [spareDir].compactMap(\.self)
    let isConfined = FetchConfinement.confine(
      writing: folders, reading: [netrcFile(environment)].compactMap(\.self), environment: environment)
    if !isConfined, isolation == .require {
      StandardError.report("--isolation require: the system does not allow isolation")
      exit(1)
    }
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
