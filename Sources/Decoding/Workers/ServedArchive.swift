import Archives
import System

/// An archive in a worker, and the answers to requests about it.
struct ServedArchive {
  private let session: ArchiveSession

  /// Opens an archive.
  ///
  /// - Throws: `ArchiveError`.
  init(_ file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) {
    session = try ArchiveSession(file, limits: limits)
  }

  var isRandomAccess: Bool { session.isRandomAccess }

  /// The answer to a request; `none` if it is about something else.
  ///
  /// - Parameter output: the buffer that came with it.
  func answer(_ request: WorkerRequest, into output: ReceivedBuffer?) -> WorkerAnswer {
    do throws(ArchiveError) {
      switch request {
      case .listEntries(let headBytes, let maxBytes):
        let page = session.nextPage(headBytes: headBytes, maxBytes: maxBytes)
        guard let bytes = ArchiveMessage.bytes(of: page.entries),
          unsafe bytes.withUnsafeBytes({ unsafe output?.write($0) }) == true
        else { return .none }
        return .entries(bytes: bytes.count, isLast: page.isLast, failure: page.failure)
      case .findEntry(let name, let index):
        let entry = try session.find(name, at: index)
        return .entry(size: entry.size ?? 0, modified: entry.modified)
      case .passEntry(let index):
        guard let entry = try session.passNext(before: index) else { return .none }
        return .passed(name: entry.name, size: entry.size ?? 0, modified: entry.modified)
      case .readEntry(let size):
        return .bytes(try unsafe session.read(size: size) { unsafe output?.write($0, at: $1) == true })
      case .open, .measure, .decode, .play, .nextFrame, .rewind, .decodeSamples, .scaleSamples, .close, .openRows,
        .pushRows, .finishRows, .openArchive, .page:
        return .none
      }
    } catch {
      return .archiveFailed(error)
    }
  }
}
