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
