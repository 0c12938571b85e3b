import Glibc
import Imaging
import Synchronization
import System

/// Reads the first bytes of files whose names have no extension, within limits on their number and on time. All threads
/// of a scan share one.
final class Sniffer: Sendable {
  /// The maximum number of files.
  private let limit: Int
  /// The time limit for all files together, once `few` have been read.
  private let timeout: Duration
  private let few: Int

  private struct Use {
    var count = 0
    var spent = Duration.zero
  }

  private let use = Mutex(Use())

  init(limit: Int = 4096, timeout: Duration = .milliseconds(40), few: Int = 8) {
    (self.limit, self.timeout, self.few) = (limit, timeout, few)
  }

  /// Whether a limit has been reached.
  var hasReachedLimit: Bool {
    use.withLock { $0.count >= limit || $0.count >= few && $0.spent > timeout }
  }

  /// Whether a file in a folder begins with a picture's signature.
  func isPicture(_ entry: FolderEntry, in folder: Int32) -> Bool {
    let start = MonotonicClock.now
    defer {
      use.withLock {
        $0.count += 1
        $0.spent += MonotonicClock.now - start
      }
    }
    let descriptor = unsafe openat(folder, entry.cName, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let head = unsafe [UInt8](unsafeUninitializedCapacity: PictureSignature.headBytes) { buffer, filled in
      filled = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return PictureSignature.matches(head)
  }
}
