/// A regular file in an archive.
package struct ArchiveEntry: Hashable, Sendable {
  /// Where it is among all entries of the archive, from 0.
  package var index: Int
  /// The name that the archive gives it: any bytes but NUL. It is a label, and never used as a path.
  package var name: [UInt8]
  /// The size that the archive declares, in bytes; nil if it declares none.
  package var size: Int?
  /// When it was modified, in seconds since 1970; nil if unknown.
  package var modified: Int?
  /// Its first bytes; nil if they were not read.
  package var head: [UInt8]?

  /// An entry.
  package init(index: Int, name: [UInt8], size: Int?, modified: Int? = nil, head: [UInt8]? = nil) {
    self.index = index
    self.name = name
    self.size = size
    self.modified = modified
    self.head = head
  }
}
