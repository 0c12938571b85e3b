import ArgumentParser
import Downloads
import Fetching
import Glibc
import System
import Terminal

/// The network as it was asked for: its fetching program, its caches and their limits. Nothing of it begins here.
struct Network {
  /// For the fetcher.
  let settings: FetchSettings
  /// Downloads at once.
  let downloads: Int
  /// Bytes of decoded pictures that are kept.
  let memoryLimit: Int
  private let cache: DiskCache
  /// Whether what has been kept goes with the program.
  private let isPassing: Bool
  /// Where what it cannot take is for this run.
  private let spare: DiskCache?

  /// The network of some flags.
  ///
  /// - Throws: `ValidationError` where `--cache-dir` names a folder that other users own or can write to.
  init(_ options: NetworkOptions, environment: ProcessEnvironment) throws {
    downloads = options.downloads
    memoryLimit = options.memoryCache << 20
    let standard = try Network.folder(options, environment: environment)
    // Where nothing may be kept, or nowhere, it is for this run alone, in a folder of a name that nobody can have guessed. It
    // is made before anybody can read its name in the list of processes.
    isPassing = options.noCache || options.diskCache == 0 || standard == nil
    let temporary = environment.variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let name = "tui-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    let passing = "\(temporary)/\(name)"
    spare = DiskCache.spareBase(environment: environment.variables).map { DiskCache(folder: "\($0)/\(name)-spare") }
    var limits = DiskCache.Limits()
    // What is for this run alone has the usual room.
    let megabytes = options.diskCache == 0 ? NetworkOptions.plain.diskCache : options.diskCache
    limits.bytes = megabytes << 20
    let cache = DiskCache(folder: isPassing ? passing : standard ?? passing, limits: limits)
    self.cache = cache
    var arguments = [
      "--cache-dir", cache.folder, "--disk-cache", "\(megabytes)", "--downloads", "\(options.downloads)",
      "--timeout", "\(options.timeout)",
    ]
    if options.insecure { arguments.append("--insecure") }
    // It outlives us by a moment, however we end.
    if isPassing { arguments.append("--remove-at-end") }
    if let spare { arguments += ["--spare-dir", spare.folder] }
    settings = FetchSettings(
      program: ProgramFinder.companion("tui-fetch"), arguments: arguments,
      // Proxies and certificates are told there, and the folder for what is temporary.
      environment: environment.variables.map { "\($0)=\($1)" }, folder: Path(cache.folder),
      spare: spare.map { Path($0.folder) }, cache: KeptCopies(cache),
      prepare: { [isPassing, spare] in
        if isPassing { cache.makeForThisRun() }
        spare?.makeForThisRun()
      })
  }

  /// Where downloads are kept; nil: nowhere.
  ///
  /// - Throws: `ValidationError` where the folder that was named must not be used.
  private static func folder(_ options: NetworkOptions, environment: ProcessEnvironment) throws -> String? {
    guard !options.noCache, options.diskCache > 0 else { return nil }
    if let named = options.cacheDir {
      if let refusal = DiskCache(folder: named).refusal {
        throw ValidationError("--cache-dir: \(SafeText.visible(refusal))")
      }
      return named
    }
    guard let standard = DiskCache.standardFolder(environment: environment.variables) else { return nil }
    if let refusal = DiskCache(folder: standard).refusal {
      StandardError.say("downloads are not cached: \(refusal)")
      return nil
    }
    return DiskCache.canKeep(in: standard) ? standard : nil
  }

  /// Deletes all that is kept; the bytes that were freed.
  func clearCache() -> Int { cache.clear().bytes }

  /// The end: what was for this run only goes with it.
  func leave(_ fetcher: Fetcher) {
    let passing = [isPassing ? cache : nil, spare].compactMap(\.self).filter { unsafe access($0.folder, F_OK) == 0 }
    fetcher.stop()
    for folder in passing {
      _ = folder.clear()
      unsafe rmdir(folder.folder)
    }
  }
}

extension KeptCopies {
  /// What a cache on disk has.
  init(_ cache: DiskCache) {
    self.init(
      lookup: { url in cache.lookup(url, now: Network.wallClock) }, discard: { url in cache.remove(url) },
      clear: { cache.clear().bytes }, sweep: { cache.sweep(now: Network.wallClock) })
  }
}

extension Network {
  /// Seconds since 1970.
  fileprivate static var wallClock: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
