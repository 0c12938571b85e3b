package import Fetching
package import System

/// How pictures are downloaded, and where they are cached.
package struct FetchSettings: Sendable {
  /// Finds the fetching program when it is needed; nil if it is not found.
  package var program: @Sendable () -> Path?
  /// The arguments of the program.
  package var arguments: [String] = []
  /// The whole environment of the program, such as the variables for proxies and certificates.
  package var environment: @Sendable () -> [String]
  /// What the program receives before any request. Header fields are secret: arguments and variables of a process can be
  /// read by others.
  package var commands: [FetchCommand] = []
  /// The cache folder. Bodies outside it and `spare` are rejected.
  package var folder: Path
  /// A second folder, for bodies that the first cannot store; nil if there is none.
  package var spare: Path?
  /// Access to the cached copies.
  package var cache: CacheAccess
  /// Creates the folders of this run before the program is started, because their names are then visible in the process
  /// list.
  package var prepare: @Sendable () -> Void

  /// Settings.
  package init(
    program: @autoclosure @escaping @Sendable () -> Path?, arguments: [String] = [],
    environment: @autoclosure @escaping @Sendable () -> [String] = [], folder: Path, spare: Path? = nil,
    cache: CacheAccess = .none, prepare: @escaping @Sendable () -> Void = {}
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.spare = spare
    self.cache = cache
    self.prepare = prepare
  }

  func start(_ program: Path) throws(ProgramFailure) -> PipedProcess {
    var invocation = ProgramInvocation(program, arguments)
    invocation.environment = environment()
    // It writes into the cache and runs as long as the viewer, so these limits are high. It limits the size of bodies
    // itself.
    invocation.fileLimit = 4 << 30
    invocation.memoryLimit = 8 << 30
    invocation.processorSeconds = nil
    invocation.mayStartProcesses = false
    // It exits at the end of its standard input, and deletes its unfinished files first.
    invocation.gracePeriodMilliseconds = 500
    let process = try PipedProcess(invocation)
    for command in commands { _ = process.send(LineEncoder.line(command)) }
    return process
  }

  /// The cached copy of a URL, or of its first bytes. A file that does not match its cache entry is corrupt: it is
  /// deleted, and the result is nil.
  func cached(_ url: String, isHead: Bool = false) -> (copy: FetchedCopy, isFresh: Bool)? {
    let key = isHead ? DiskCache.headMark + url : url
    guard let known = cache.lookup(key) else { return nil }
    guard let copy = copy(at: known.path, known.finalURL, isHead: isHead), copy.stamp.size == known.size else {
      cache.discard(key)
      return nil
    }
    return (copy, known.isFresh)
  }

  /// A body that may be shown: a regular file in the cache's folder or the spare folder; otherwise nil.
  func copy(at path: String, _ finalURL: String? = nil, isHead: Bool = false) -> FetchedCopy? {
    guard let real = Path(path).resolved, isOurs(real), let stamp = FileStamp(ofOwn: real) else { return nil }
    return FetchedCopy(path: real, stamp: stamp, finalURL: finalURL, isHead: isHead)
  }

  private func isOurs(_ real: Path) -> Bool {
    [folder, spare].contains { $0?.resolved?.relative(real)?.isEmpty == false }
  }
}

/// The viewer's direct access to cached copies. Every function blocks.
package struct CacheAccess: Sendable {
  /// Returns the cached copy of a URL, or nil if there is none.
  package var lookup: @Sendable (_ url: String) -> CachedCopy?
  /// Deletes the cached copy of a URL.
  package var discard: @Sendable (_ url: String) -> Void
  /// Deletes all copies and returns the number of bytes freed.
  package var clear: @Sendable () -> Int
  /// Deletes the copies that exceed the cache's limits.
  package var sweep: @Sendable () -> Void

  /// Access through these functions.
  package init(
    lookup: @escaping @Sendable (String) -> CachedCopy?, discard: @escaping @Sendable (String) -> Void,
    clear: @escaping @Sendable () -> Int, sweep: @escaping @Sendable () -> Void = {}
  ) {
    self.lookup = lookup
    self.discard = discard
    self.clear = clear
    self.sweep = sweep
  }

  /// Access to an empty cache.
  package static let none = CacheAccess(lookup: { _ in nil }, discard: { _ in }, clear: { 0 })
}
