package import Glibc

/// Identifies a file's content without reading it. This is enough for the cache, which replaces bodies and never
/// changes them in place.
package struct FileStamp: Hashable, Sendable {
  package var inode: UInt
  package var size: Int
  /// When it was last modified, in nanoseconds since 1970.
  package var modified: Int
  /// Whether it stands for the first `size` bytes of a file that is still being written.
  package var isGrowing = false

  /// Creates a stamp from its parts.
  package init(inode: UInt, size: Int, modified: Int) {
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// The stamp of a regular file that belongs to this user; nil if there is none.
  package init?(ofOwn path: Path) {
    guard let status = path.linkStatus, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      return nil
    }
    self.init(status)
  }

  /// The stamp of what a path leads to; nil if it is gone. Links are followed.
  package init?(of path: Path) {
    guard let status = path.status else { return nil }
    self.init(status)
  }

  /// The stamp of a file or of a link itself; nil if it is gone.
  package init?(ofLink path: Path) {
    guard let status = path.linkStatus else { return nil }
    self.init(status)
  }

  /// Creates a stamp from a file's status.
  package init(_ status: stat) {
    let nanoseconds = status.st_mtim.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    self.init(
      inode: UInt(status.st_ino), size: Int(status.st_size),
      modified: nanoseconds.partialValue &+ status.st_mtim.tv_nsec)
  }

  /// Whether a file with another stamp still has this content.
  func matches(_ current: FileStamp) -> Bool {
    isGrowing ? current.inode == inode && current.size >= size : current == self
  }
}
