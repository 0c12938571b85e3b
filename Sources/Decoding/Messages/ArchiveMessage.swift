import Archives

/// A page of an archive's entries as a worker writes it into a buffer.
enum ArchiveMessage {
  /// The size of the buffer for a page.
  static let maxBytes = 1 << 20
  /// The bytes of entries after which a page ends: the last entry still fits into the buffer.
  static let pageBytes = 256 << 10
  /// The most first bytes of an entry.
  static let maxHeadBytes = 64 << 10

  /// The bytes of a page; nil if they do not fit.
  static func bytes(of entries: [ArchiveEntry]) -> [UInt8]? {
    var writer = MessageWriter()
    writer.write(entries.count)
    for entry in entries {
      writer.write(entry.index, entry.name, entry.size, entry.modified, entry.head)
    }
    return writer.bytes.count <= maxBytes ? writer.bytes : nil
  }

  /// The entries of a page.
  ///
  /// - Parameter last: the index of the last entry before it.
  /// - Throws: `Invalid` unless the page is well-formed, with names within the limits and increasing indices.
  static func entries(in bytes: [UInt8], after last: Int, limits: ArchiveLimits) throws(MessageReader.Invalid)
    -> [ArchiveEntry]
  {
    var reader = MessageReader(bytes)
    // An entry takes at least 27 bytes.
    let count = try reader.number(in: 0...bytes.count / 27)
    var last = last
    var entries: [ArchiveEntry] = []
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let index = try reader.number(in: 0...limits.maxEntries)
      let name = Array(try reader.bytes(atMost: ArchiveLimits.maxNameBytes))
      guard index > last, !name.isEmpty, !name.contains(0) else { throw MessageReader.Invalid() }
      last = index
      entries.append(
        ArchiveEntry(
          index: index, name: name, size: try reader.optionalNumber(in: 0...Int.max),
          modified: try reader.optionalNumber(),
          head: try reader.flag() ? Array(try reader.bytes(atMost: ArchiveMessage.maxHeadBytes)) : nil))
    }
    try reader.end()
    return entries
  }
}

extension ArchiveLimits: MessageField {
  func write(to writer: inout MessageWriter) {
    writer.write(maxEntries, maxEntryBytes, maxTotalBytes, maxRatio, Int(maxDuration / .milliseconds(1)))
  }
}

extension ArchiveError: MessageField {
  func write(to writer: inout MessageWriter) {
    switch self {
    case .notAnArchive: writer.write(0)
    case .encrypted: writer.write(1)
    case .damaged(let reason): writer.write(2, reason)
    case .noEntry: writer.write(3)
    case .tooManyEntries(let limit): writer.write(4, limit)
    case .tooLarge(let limit): writer.write(5, limit)
    case .expandsTooFar: writer.write(6)
    case .tookTooLong: writer.write(7)
    case .outOfMemory: writer.write(8)
    case .unreadable(let number): writer.write(9, Int(number))
    // Not errors of a worker.
    case .crashed, .noReader, .cancelled: writer.write(10)
    case .directoryTooLong(let limit): writer.write(11, limit)
    }
  }
}

extension MessageReader {
  mutating func archiveLimits() throws(Invalid) -> ArchiveLimits {
    let numbers = 0...Int.max
    return ArchiveLimits(
      maxEntries: try number(in: numbers), maxEntryBytes: try number(in: numbers),
      maxTotalBytes: try number(in: numbers), maxRatio: try number(in: numbers),
      maxDuration: .milliseconds(try number(in: numbers)))
  }

  mutating func archiveError() throws(Invalid) -> ArchiveError {
    switch try number() {
    case 0: return .notAnArchive
    case 1: return .encrypted
    case 2: return .damaged(reason: try text())
    case 3: return .noEntry
    case 4: return .tooManyEntries(limit: try number(in: 0...Int.max))
    case 5: return .tooLarge(limit: try number(in: 0...Int.max))
    case 6: return .expandsTooFar
    case 7: return .tookTooLong(limit: ArchiveLimits().maxDuration)
    case 8: return .outOfMemory
    case 9: return .unreadable(Int32(try number(in: 1...4095)))
    case 11: return .directoryTooLong(limit: try number(in: 0...Int.max))
    default: throw Invalid()
    }
  }
}
