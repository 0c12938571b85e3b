import System

/// A list of entries as it arrives, one per line or NUL-separated.
///
/// A value that is fed bytes split anywhere. A NUL among the first bytes makes it NUL-separated, for no line has one;
/// until it comes, entries are lines, so that the first can be shown at once. A carriage return before a newline is
/// dropped, empty entries are skipped, an entry beyond the limit is cut.
package struct EntryList: Sendable {
  /// Bytes of one entry at most: PATH_MAX twice, or a long URL.
  package static let maximumEntryBytes = 8192
  /// Entries at most; what comes after is not read.
  package static let maximumCount = 4_000_000

  /// The entries so far.
  package private(set) var names = NameList()
  private var current: [UInt8] = []
  private var separator = newline
  /// All bytes so far, while a NUL may still change what they mean; nil once that is settled.
  private var undecided: [UInt8]? = []

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// An empty list.
  package init() {}

  /// Whether no more entries are taken.
  package var isFull: Bool {
    names.count >= EntryList.maximumCount || !names.hasRoom(for: EntryList.maximumEntryBytes)
  }

  /// Takes more bytes.
  package mutating func feed(_ bytes: some Collection<UInt8>) {
    for byte in bytes {
      if undecided != nil { decide(byte) }
      if byte == separator {
        finish()
      } else if current.count < EntryList.maximumEntryBytes {
        current.append(byte)
      }
    }
  }

  /// The end of the list: what stands after the last separator is an entry too.
  package mutating func finish() {
    if separator == EntryList.newline, current.last == EntryList.carriageReturn { current.removeLast() }
    if !current.isEmpty, !isFull { names.append(current) }
    current.removeAll(keepingCapacity: true)
  }

  /// Looks whether this is a NUL-separated list: then all that came before its first NUL was one entry, newlines
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
