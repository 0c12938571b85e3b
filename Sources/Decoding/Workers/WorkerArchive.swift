import Archives
import Imaging
import Synchronization
import System

final class WorkerArchive: OpenedArchive {
  let isRandomAccess: Bool
  private let lease: WorkerLease
  private let limits: ArchiveLimits
  /// The index of the last entry that was listed. Locked during a call.
  private let last = Mutex(-1)

  /// Opens an archive in a worker.
  ///
  /// - Throws: `ArchiveError`.
  init(_ file: RegularFile, _ lease: WorkerLease, limits: ArchiveLimits) throws(ArchiveError) {
    self.lease = lease
    self.limits = limits
    let answer = try lease.call(.openArchive(count: file.count, limits: limits), about: file.descriptor)
    guard case .archive(let isRandomAccess) = answer else { throw lease.archiveCrash() }
    self.isRandomAccess = isRandomAccess
  }

  func nextPage(headBytes: Int) throws(ArchiveError) -> ArchiveSession.Page {
    try last.withLock { last throws(ArchiveError) in
      guard let buffer = SharedBuffer(bytes: ArchiveMessage.maxBytes) else { throw .outOfMemory }
      let headBytes = min(headBytes, ArchiveMessage.maxHeadBytes)
      let request = WorkerRequest.listEntries(headBytes: headBytes, maxBytes: ArchiveMessage.pageBytes)
      let answer = try lease.call(request, about: buffer.descriptor)
      guard case .entries(let count, let isLast, let failure) = answer, count <= buffer.count else {
        throw lease.archiveCrash()
      }
      var bytes = [UInt8](repeating: 0, count: count)
      guard unsafe bytes.withUnsafeMutableBytes({ unsafe buffer.read(into: $0) }),
        let entries = try? ArchiveMessage.entries(in: bytes, after: last, limits: limits)
      else { throw lease.archiveCrash() }
      last = entries.last?.index ?? last
      return ArchiveSession.Page(entries: entries, isLast: isLast, failure: failure)
    }
  }

  func read(_ name: [UInt8], at index: Int, passing: PassedEntries?) throws(ArchiveError) -> ExtractedEntry {
    // The lock keeps the requests together.
    try last.withLock { _ throws(ArchiveError) in
      var steps = WorkerSteps(lease: lease, limits: limits, isRandomAccess: isRandomAccess)
      return try steps.read(name, at: index, passing: passing)
    }
  }
}

/// The steps of a worker, whose answers are checked.
private struct WorkerSteps: ArchiveSteps {
  let lease: WorkerLease
  let limits: ArchiveLimits
  let isRandomAccess: Bool
  var passedCount = 0

  mutating func pass(before index: Int) throws(ArchiveError) -> ReachedEntry? {
    guard !isRandomAccess else { return nil }
    let answer = try call(.passEntry(before: index))
    if case .none = answer { return nil }
    passedCount += 1
    guard case .passed(let name, let size, let modified) = answer, size <= limits.maxEntryBytes,
      passedCount <= limits.maxEntries
    else { throw lease.archiveCrash() }
    return ReachedEntry(name: name, size: size, modified: modified)
  }

  func find(_ name: [UInt8], at index: Int) throws(ArchiveError) -> ReachedEntry {
    let answer = try call(.findEntry(name: name, index: index))
    guard case .entry(let size, let modified) = answer, size <= limits.maxEntryBytes else {
      throw lease.archiveCrash()
    }
    return ReachedEntry(name: name, size: size, modified: modified)
  }

  func content(of entry: ReachedEntry) throws(ArchiveError) -> ExtractedEntry {
    guard let buffer = SharedBuffer(bytes: entry.size, isKept: true) else { throw .outOfMemory }
    let answer = try call(.readEntry(size: entry.size), about: buffer.descriptor)
    // The worker may have kept the buffer.
    guard case .bytes(let count) = answer, count <= entry.size, buffer.seal() else { throw lease.archiveCrash() }
    return try ExtractedEntry.of(buffer, count: count, modified: entry.modified)
  }

  /// Sends a request and waits for the answer. To cancel it would cost the place that has been reached in an archive
  /// that can only be read forward.
  private func call(_ request: WorkerRequest, about file: Int32? = nil) throws(ArchiveError) -> WorkerAnswer {
    try lease.call(request, about: file) { !isRandomAccess || !Task.isCancelled }
  }
}

extension WorkerLease {
  /// Sends a request about an archive and waits for the answer.
  ///
  /// - Throws: `ArchiveError`: the worker's, or that of the call.
  fileprivate func call(
    _ request: WorkerRequest, about file: Int32?, while isWanted: () -> Bool = { !Task.isCancelled }
  ) throws(ArchiveError) -> WorkerAnswer {
    let answer: WorkerAnswer
    do throws(ImageError) {
      answer = try call(request, file: file, while: isWanted)
    } catch {
      throw ArchiveError(error)
    }
    if case .archiveFailed(let error) = answer { throw error }
    return answer
  }

  /// The error for an answer that does not fit the request. The worker is killed.
  fileprivate func archiveCrash() -> ArchiveError { ArchiveError(crash()) }
}

extension ArchiveError {
  init(_ error: ImageError) {
    switch error {
    case .cancelled: self = .cancelled
    case .tookTooLong(let limit): self = .tookTooLong(limit: limit)
    case .noDecoder: self = .noReader
    case .outOfMemory: self = .outOfMemory
    case .notAPicture, .empty, .truncated, .corrupt, .unsupported, .tooLarge, .tooLong, .needsMemory, .crashed:
      self = .crashed
    }
  }
}
