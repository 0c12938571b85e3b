import Archives
import Imaging
import Synchronization
import System

/// An archive that a worker reads.
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
      if let passing, !isRandomAccess { try pass(before: index, passing) }
      // To cancel it would cost the place that has been reached in an archive that can only be read forward.
      let isWanted = { [isRandomAccess] in !isRandomAccess || !Task.isCancelled }
      let found = try lease.call(.findEntry(name: name, index: index), about: nil, while: isWanted)
      guard case .entry(let size, let modified) = found, size <= limits.maxEntryBytes else {
        throw lease.archiveCrash()
      }
      return try content(size: size, modified: modified, while: isWanted)
    }
  }

  /// Passes the entries before another one.
  private func pass(before index: Int, _ passing: PassedEntries) throws(ArchiveError) {
    for _ in 0...limits.maxEntries {
      let answer = try lease.call(.passEntry(before: index), about: nil, while: { true })
      if case .none = answer { return }
      guard case .passed(let name, let size, let modified) = answer, size <= limits.maxEntryBytes else {
        throw lease.archiveCrash()
      }
      guard passing.wants(name, size) else { continue }
      do throws(ArchiveError) {
        passing.keep(name, try content(size: size, modified: modified) { true })
      } catch {
        try passing.pass(over: error)
      }
    }
    throw lease.archiveCrash()
  }

  /// The content of the entry at which the worker is.
  private func content(
    size: Int, modified: Int?, while isWanted: () -> Bool
  ) throws(ArchiveError) -> ExtractedEntry {
    guard let buffer = SharedBuffer(bytes: size) else { throw .outOfMemory }
    let read = try lease.call(.readEntry(size: size), about: buffer.descriptor, while: isWanted)
    guard case .bytes(let count) = read, count <= size else { throw lease.archiveCrash() }
    return try ExtractedEntry.of(buffer, count: count, modified: modified)
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
  /// The error of a call of a worker.
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
