import CommandLineOptions
import Downloads
import FarSide
import Fetching
import Glibc
import System
import Terminal

/// The network configuration: the fetching program, the caches and their limits. Starts nothing.
struct Network {
  let settings: FetchSettings
  /// How hosts are reached through ssh.
  let far: FarSettings
  /// The most simultaneous downloads.
  let downloads: Int
  /// The most bytes of decoded pictures in memory.
  let memoryLimit: Int
  private let cache: DiskCache
  /// Whether the cache is temporary and deleted on exit.
  private let isTemporary: Bool
  /// A temporary folder for bodies that the cache cannot take; nil if there is none.
  private let spare: DiskCache?

  /// Configures the network from command-line options.
  ///
  /// - Throws: `UsageError` if `--cache-dir` names a folder that other users own or can write to.
  init(
    _ options: NetworkOptions, _ hosts: ConfiguredHosts = ConfiguredHosts([]), isolation: Isolation = .auto,
    environment: ProcessEnvironment
  ) throws(UsageError) {
    downloads = options.downloads
    memoryLimit = options.memoryCache << 20
    let standard = try Network.folder(options, environment: environment)
    // Without a permitted or usable cache, downloads go to a temporary folder with an unguessable name. It is made
    // before its name shows in the list of processes.
    isTemporary = options.noCache || options.diskCache == 0 || standard == nil
    let temporary = environment.variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let name = "tui-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    let temporaryFolder = "\(temporary)/\(name)"
    spare = DiskCache.spareBase(environment: environment.variables).map { DiskCache(folder: "\($0)/\(name)-spare") }
    var limits = DiskCache.Limits()
    // A temporary cache has the default size.
    let megabytes = options.diskCache == 0 ? NetworkOptions().diskCache : options.diskCache
    limits.bytes = megabytes << 20
    let cache = DiskCache(folder: isTemporary ? temporaryFolder : standard ?? temporaryFolder, limits: limits)
    self.cache = cache
    var arguments = [
      "--cache-dir", cache.folder, "--disk-cache", "\(megabytes)", "--downloads", "\(options.downloads)",
      "--timeout", "\(options.timeout)", "--isolation", isolation.rawValue,
    ]
    if options.insecure { arguments.append("--insecure") }
    if let endpoint = options.s3Endpoint { arguments += ["--s3-endpoint", endpoint] }
    // The fetching process briefly outlives us, however we end.
    if isTemporary { arguments.append("--remove-at-end") }
    if let spare { arguments += ["--spare-dir", spare.folder] }
    let variables = environment.variables
    // The fetching process empties and removes them, unless we are killed before it has started.
    let prepare: @Sendable () -> Void = { [isTemporary, spare] in
      for folder in [isTemporary ? cache : nil, spare].compactMap(\.self) {
        TransientFile.watch(folder: folder.folder)
        folder.makeForThisRun()
      }
    }
    far = FarSettings(
      environment: variables.map { "\($0)=\($1)" }, timeout: .seconds(2 * options.timeout), cache: cache,
      prepare: prepare)
    var settings = FetchSettings(
      program: ProgramFinder.companion("tui-fetch"), arguments: arguments,
      // The environment configures proxies, certificates and the folder for temporary files.
      environment: variables.map { "\($0)=\($1)" }, folder: Path(cache.folder),
      spare: spare.map { Path($0.folder) }, cache: CacheAccess(cache),
      prepare: prepare)
    settings.commands = hosts.fields
    self.settings = settings
  }

  /// The folder in which downloads are cached; nil if they are not.
  ///
  /// - Throws: `UsageError` if the folder named by `--cache-dir` must not be used.
  private static func folder(_ options: NetworkOptions, environment: ProcessEnvironment) throws(UsageError) -> String? {
    guard !options.noCache, options.diskCache > 0 else { return nil }
    if let named = options.cacheDir {
      if let refusal = DiskCache(folder: named).refusal {
        throw .rejected("--cache-dir: \(SafeText.visible(refusal))")
      }
      return named
    }
    guard let standard = DiskCache.standardFolder(environment: environment.variables) else { return nil }
    if let refusal = DiskCache(folder: standard).refusal {
      StandardError.report("downloads are not cached: \(refusal)")
      return nil
    }
    return DiskCache.canKeep(in: standard) ? standard : nil
  }

  /// Deletes all cached downloads; returns the number of bytes freed.
  func clearCache() -> Int { cache.clear().bytes }

  /// Stops the fetcher and deletes the temporary folders.
  func leave(_ fetcher: Fetcher) {
    let temporaryFolders = [isTemporary ? cache : nil, spare].compactMap(\.self).filter {
      unsafe access($0.folder, F_OK) == 0
    }
    fetcher.stop()
    for folder in temporaryFolders {
      _ = folder.clear()
      unsafe rmdir(folder.folder)
    }
  }
}

extension CacheAccess {
  /// The copies in a disk cache.
  init(_ cache: DiskCache) {
    self.init(
      lookup: { url in cache.lookup(url, now: DiskCache.wallClock) }, discard: { url in cache.remove(url) },
      clear: { cache.clear().bytes }, sweep: { cache.sweep(now: DiskCache.wallClock) })
  }
}
