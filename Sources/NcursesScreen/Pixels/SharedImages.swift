import Glibc
import System
import Terminal

/// Image samples that the terminal reads from shared memory, one object for each image.
///
/// The terminal deletes what it has read. The rest is deleted here, once the terminal has answered and when it is
/// restored, and by the reaper after any other end of the process.
final class SharedImages {
  /// A shared memory object with a random name, accessible to this user only: on Linux, a file.
  private struct Object {
    /// The name to send to the terminal.
    let name: String

    private var path: String { "/dev/shm\(name)" }

    /// Stores samples; nil on failure, such as a lack of memory.
    init?(_ samples: [UInt8]) {
      let random = (0..<2).map { _ in String(UInt64.random(in: 0...(.max)), radix: 36) }.joined()
      name = "/tui-\(getpid())-\(random)"
      guard TransientFile.watch(path) else { return nil }
      guard FileBytes.create(Path(path), samples) == nil else {
        remove()
        return nil
      }
    }

    /// Deletes it; returns whether it still existed.
    @discardableResult
    func remove() -> Bool {
      defer { TransientFile.forget(path) }
      return unsafe unlink(path) == 0
    }
  }

  /// The object that tests whether the terminal reads shared memory.
  private var trial: Object?
  /// The object being uploaded; there is at most one.
  private var upload: Object?
  private var hasTried = false
  /// Whether the reply to the query is outstanding, although the terminal has replied to one like it.
  private(set) var isTrying = false

  init() {}

  /// Deletes the objects that the terminal has left.
  func removeAll() {
    endTrial()
    removeUpload()
  }

  // MARK: - The trial

  /// The query that tests whether the terminal reads shared memory, to be sent once it has accepted an image within a
  /// command, followed by one that every such terminal answers.
  func fencedQuery(in environment: [String: String]) -> [UInt8] {
    isTrying = true
    return query(in: environment) + SharedMemory.fence
  }

  /// The query that tests whether the terminal reads shared memory; empty if that is not worth trying, or has been tried.
  func query(in environment: [String: String]) -> [UInt8] {
    guard SharedMemory.isWorthTrying(environment), !hasTried else { return [] }
    hasTried = true
    trial = Object(SharedMemory.querySamples)
    return trial.map { SharedMemory.query(name: $0.name) } ?? []
  }

  /// Handles the reply to the query; returns whether the terminal has read, and hence deleted, the object. An OK alone
  /// proves nothing.
  func hasBeenRead() -> Bool {
    defer { trial = nil }
    return trial.map { !$0.remove() } ?? false
  }

  /// Deletes the object of a query that has no answer.
  func endTrial() {
    isTrying = false
    _ = hasBeenRead()
  }

  // MARK: - Uploads

  /// Stores an image's samples where the terminal can read them; returns the name to send, or nil on failure.
  func share(_ samples: [UInt8]) -> String? {
    removeUpload()
    upload = Object(samples)
    return upload?.name
  }

  /// Deletes the upload's object, once it has been answered or the answer no longer matters.
  func removeUpload() {
    upload?.remove()
    upload = nil
  }
}
