/// Recognizes archives: in folders, lists and decks by their extension, everywhere by their first bytes.
enum ArchiveNames {
  private static let extensions = Set(
    ["zip", "cbz", "tar", "cbt", "7z", "cb7", "rar", "cbr", "epub", "tgz", "tbz", "tbz2", "txz", "tzst"]
      .compactMap { PictureNames.pack($0.utf8) })
  /// Extensions of compressed files, which are archives after `.tar`.
  private static let compressed = Set(["gz", "bz2", "xz", "zst"].compactMap { PictureNames.pack($0.utf8) })

  /// The last letters of all extensions of archives, with the bit of lower case: most names of pictures have others.
  private static let lastLetters = Array("pzrtb27".utf8)

  /// Whether a name is that of an archive. Hidden files are none.
  static func isArchive(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = name.last, lastLetters.contains(last | 0x20) else { return false }
    guard name.first != UInt8(ascii: "."), let own = PictureNames.packedExtension(of: name) else { return false }
    if extensions.contains(own) { return true }
    guard compressed.contains(own), let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return PictureNames.packedExtension(of: name[..<dot]) == PictureNames.pack("tar".utf8)
  }

  /// The first bytes of archives.
  private static let signatures: [[UInt8]] = [
    [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], Array("Rar!".utf8) + [0x1A, 0x07],
    Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C],
  ]
  /// The first bytes of compressed files, which may contain an archive.
  private static let compressedSignatures: [[UInt8]] = [
    [0x1F, 0x8B], [0xFD] + Array("7zXZ".utf8) + [0x00], [0x28, 0xB5, 0x2F, 0xFD], Array("BZh".utf8),
  ]
  private static let tarMark = (offset: 257, bytes: Array("ustar".utf8))

  /// Whether a file that begins with these bytes may be an archive; opening it finds out.
  static func isArchive(head: [UInt8]) -> Bool {
    isCertainlyArchive(head: head) || compressedSignatures.contains { head.starts(with: $0) }
  }

  /// Whether a file that begins with these bytes is an archive, or was one before it was damaged.
  static func isCertainlyArchive(head: [UInt8]) -> Bool {
    signatures.contains { head.starts(with: $0) } || head.dropFirst(tarMark.offset).starts(with: tarMark.bytes)
  }
}
