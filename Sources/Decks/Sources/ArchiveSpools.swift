import Glibc
import Synchronization
import System

/// Keeps downloaded archives open, so that their entries can be read even after the cache has replaced their files.
final class ArchiveSpools: Sendable {
  /// The maximum number of archives; others are not opened.
  private static let limit = 64

  private let descriptors = Mutex<[String: Int32]>([:])

  /// The path under which this process can open a URL's archive: the same for each version of it. Nil if it cannot be
  /// opened, or there are too many.
  func keep(_ copy: Path, for url: String) -> Path? {
    guard let file = try? RegularFile(copy, limit: .max) else { return nil }
    return descriptors.withLock { descriptors in
      if let known = descriptors[url] {
        guard dup2(file.descriptor, known) >= 0, fcntl(known, F_SETFD, FD_CLOEXEC) >= 0 else { return nil }
      } else {
        guard descriptors.count < ArchiveSpools.limit else { return nil }
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return nil }
        descriptors[url] = descriptor
      }
      return descriptors[url].map { Path("/proc/\(getpid())/fd/\($0)") }
    }
  }

  deinit { descriptors.withLock { for descriptor in $0.values { close(descriptor) } } }
}
