/// A list of entries as it arrives, one per line or NUL-separated.
///
/// A value that is fed bytes split anywhere. The first separator seen decides which of the two it is; a carriage
/// return before a newline is dropped, empty entries are skipped, an entry beyond the limit is cut.
package struct EntryList: Sendable {
  /// Bytes of one entry at most: PATH_MAX twice, or a long URL.
  package static let maximumEntryBytes = 8192
  /// Entries at most; what comes after is not read.
  package static let maximumCount = 4_000_000

  /// The entries so far.
  package private(set) var names = NameList()
  private var current: [UInt8] = []
  private var separator: UInt8?

  /// An empty list.
  package init() {}

  /// Whether no more entries are taken.
  package var isFull: Bool {
    names.count >= EntryList.maximumCount || !names.hasRoom(for: EntryList.maximumEntryBytes)
  }

  /// Takes more bytes.
  package mutating func feed(_ bytes: some Collection<UInt8>) {
    for byte in bytes {
      if byte == separator || (separator == nil && (byte == 0 || byte == 0x0A)) {
        separator = byte
        finish()
      } else if current.count < EntryList.maximumEntryBytes {
        current.append(byte)
      }
    }
  }

  /// The end of the list: what stands after the last separator is an entry too.
  package mutating func finish() {
    if separator != 0, current.last == 0x0D { current.removeLast() }
    if !current.isEmpty, !isFull { names.append(current) }
    current.removeAll(keepingCapacity: true)
  }
}
