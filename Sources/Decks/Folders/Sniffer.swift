import Glibc
import System

/// Reads the first bytes of files whose names have no extension, within limits on their number and on time.
final class Sniffer {
  /// The maximum number of files.
  private let limit: Int
  /// The time limit for all files together, once `few` have been read.
  private let timeout: Duration
  private let few: Int

  private var count = 0
  private var spent = Duration.zero

  init(limit: Int = 4096, timeout: Duration = .milliseconds(40), few: Int = 8) {
    (self.limit, self.timeout, self.few) = (limit, timeout, few)
  }

  var hasReachedLimit: Bool { count >= limit || count >= few && spent > timeout }

  /// Whether a file in a folder begins with a picture's signature.
  func isPicture(_ entry: FolderEntry, in folder: Int32) -> Bool {
    let start = MonotonicClock.now
    defer {
      count += 1
      spent += MonotonicClock.now - start
    }
    let descriptor = unsafe openat(folder, entry.cName, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0, let file = try? RegularFile(opened: descriptor, limit: .max) else { return false }
    return PictureSignature.matches(Array(file.bytes(at: 0, count: PictureSignature.headBytes)))
  }
}
