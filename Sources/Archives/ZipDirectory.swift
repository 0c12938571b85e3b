import System

/// The directory at the end of a zip file, of which libarchive reads every record into memory before its first entry.
struct ZipDirectory {
  private let file: RegularFile
  /// Where the first record is.
  private let start: Int
  /// The end of the last record, before the archive's comment.
  let end: Int

  /// The bytes that are read at a time.
  private static let pieceBytes = 256 << 10
  /// The size of the last record, and of the longest comment that may follow it.
  private static let (endBytes, maxCommentBytes) = (22, 65_535)
  /// The size of a directory's record without its name, extra fields and comment.
  private static let recordBytes = 46

  /// The directory of a file; nil if it has none.
  init?(_ file: RegularFile) {
    let tailBytes = min(file.count, ZipDirectory.endBytes + ZipDirectory.maxCommentBytes)
    let tail = Array(file.bytes(at: file.count - tailBytes, count: tailBytes))
    guard tail.count >= ZipDirectory.endBytes,
      let end = (0...tail.count - ZipDirectory.endBytes).reversed().first(where: {
        tail.number(at: $0, bytes: 4) == 0x0605_4B50
      })
    else { return nil }
    self.file = file
    var offset = tail.number(at: end + 16, bytes: 4)
    if offset == 0xFFFF_FFFF {
      // The file is larger than 4 GB: another record has the place.
      guard end >= 20, tail.number(at: end - 20, bytes: 4) == 0x0706_4B50 else { return nil }
      let large = Array(file.bytes(at: tail.number(at: end - 12, bytes: 8), count: 56))
      guard large.count == 56, large.number(at: 0, bytes: 4) == 0x0606_4B50 else { return nil }
      offset = large.number(at: 48, bytes: 8)
    }
    guard offset < file.count else { return nil }
    start = offset
    self.end = file.count - tailBytes + end + ZipDirectory.endBytes
  }

  /// Whether the directory has more records than a limit. Counts them, whatever number the file declares.
  func hasMoreRecords(than limit: Int) -> Bool {
    var (count, offset) = (0, start)
    var (piece, pieceStart) = ([UInt8](), 0)
    while count <= limit {
      if offset < pieceStart || offset + ZipDirectory.recordBytes > pieceStart + piece.count {
        (piece, pieceStart) = (Array(file.bytes(at: offset, count: ZipDirectory.pieceBytes)), offset)
      }
      let place = offset - pieceStart
      guard place + ZipDirectory.recordBytes <= piece.count, piece.number(at: place, bytes: 4) == 0x0201_4B50 else {
        return false
      }
      let lengths = [28, 30, 32].map { piece.number(at: place + $0, bytes: 2) }
      offset += ZipDirectory.recordBytes + lengths.reduce(0, +)
      count += 1
    }
    return true
  }
}

extension [UInt8] {
  /// The number in some bytes, the least significant first; at most `Int.max`.
  fileprivate func number(at start: Int, bytes count: Int) -> Int {
    Int(clamping: self[start..<start + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
