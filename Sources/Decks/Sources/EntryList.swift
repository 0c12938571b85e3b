/// Parses a list of entries as it arrives, one per line or NUL-separated.
///
/// The bytes may be split anywhere. A NUL in the first 8192 bytes makes the list NUL-separated, because no line
/// contains one. Until then, entries are lines, so that the first can be shown at once. A carriage return before a
/// newline is dropped, empty entries are skipped, and an entry beyond the limit is truncated. `file://` URLs become paths.
package struct EntryList: Sendable {
  /// The maximum length of an entry, in bytes: twice PATH_MAX, or a long URL.
  package static let maximumEntryBytes = 8192
  /// The maximum number of entries; the rest is not read.
  package static let maximumCount = 1_000_000
  /// The maximum number of bytes; the rest is not read.
  package static let maximumBytes = 256 << 20

  /// The entries so far.
  package private(set) var names = NameList()
  private var current: [UInt8] = []
  private var separator = newline
  private var byteCount = 0
  /// All bytes so far while a NUL may still change the separator; nil once that is decided.
  private var undecided: [UInt8]? = []

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let byteLimit: Int
  private let hasComments: Bool

  /// An empty list.
  ///
  /// - Parameters:
  ///   - maximumBytes: The number of bytes that are read at most.
  ///   - hasComments: Whether entries that begin with `#` are skipped.
  package init(maximumBytes: Int = EntryList.maximumBytes, hasComments: Bool = false) {
    byteLimit = maximumBytes
    self.hasComments = hasComments
  }

  /// Why the rest is left out; nil as long as nothing is.
  package private(set) var excess: String?

  /// Parses more bytes, unless some have been left out.
  package mutating func feed(_ bytes: some Collection<UInt8>) {
    for byte in bytes {
      guard excess == nil else { return }
      guard byteCount < byteLimit else {
        // The name that is cut is not an entry.
        current.removeAll()
        excess = "the list has more than \(byteLimit >> 20) MB; the rest is left out"
        return
      }
      byteCount += 1
      if undecided != nil { decide(byte) }
      if byte == separator {
        finish()
      } else if current.count < EntryList.maximumEntryBytes {
        current.append(byte)
      }
    }
  }

  /// Ends the list: the bytes after the last separator are an entry too.
  package mutating func finish() {
    if separator == EntryList.newline, current.last == EntryList.carriageReturn { current.removeLast() }
    if !current.isEmpty, !(hasComments && current.first == UInt8(ascii: "#")) {
      if names.count < EntryList.maximumCount {
        names.append(FileURL.path(current))
      } else {
        excess = "the list has more than \(EntryList.maximumCount) names; the rest is left out"
      }
    }
    current.removeAll(keepingCapacity: true)
  }

  /// Decides whether the list is NUL-separated. If so, everything before the first NUL was one entry, newlines
  /// included.
  private mutating func decide(_ byte: UInt8) {
    if byte == 0 {
      names = NameList()
      current = undecided ?? []
      separator = 0
      undecided = nil
    } else if let count = undecided?.count, count < EntryList.maximumEntryBytes {
      undecided?.append(byte)
    } else {
      undecided = nil
    }
  }
}
