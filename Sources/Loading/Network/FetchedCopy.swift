import Glibc

/// A URL's body in a file of the cache, as it was when it was found: what a picture from the network is decoded from.
package struct FetchedCopy: Hashable, Sendable {
  /// The file.
  package let path: Path
  /// Tells this body from one that took its place.
  package let stamp: FileStamp
  /// The URL from which what is relative in it is seen, where redirects led there; nil: the one that was asked for.
  package let finalURL: String?

  /// A copy.
  ///
  /// - Parameter finalURL: what is no URL of the web, or too long for one, is passed over.
  package init(path: Path, stamp: FileStamp, finalURL: String? = nil) {
    self.path = path
    self.stamp = stamp
    self.finalURL = finalURL.flatMap(WebAddress.checked)
  }
}

/// What tells a file's content from what it was before, without reading it: a body in the cache is never changed in
/// place, only replaced.
package struct FileStamp: Hashable, Sendable {
  package var inode: UInt
  package var size: Int
  /// When it was last modified, in nanoseconds since 1970.
  package var modified: Int

  /// A stamp.
  package init(inode: UInt, size: Int, modified: Int) {
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// The stamp of a regular file that belongs to us; nil where there is none.
  package init?(ofOwn path: Path) {
    var status = stat()
    guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else { return nil }
    self.init(status)
  }

  /// The stamp of what the system says of a file.
  init(_ status: stat) {
    let nanoseconds = status.st_mtim.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    self.init(
      inode: UInt(status.st_ino), size: Int(status.st_size),
      modified: nanoseconds.partialValue &+ status.st_mtim.tv_nsec)
  }
}
