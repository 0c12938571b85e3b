/// The resources in a PSD beside its pixels (Adobe Photoshop File Formats Specification, image resources section).
package enum PhotoshopResources {
  /// A resource's identifier.
  package enum Identifier: Int {
    case profile = 1039
    case exif = 1058
  }

  /// The maximum number of resources that are read; files have about thirty.
  private static let maxCount = 1000

  /// Where the content of a resource is in the file, which may be shorter; nil if there is none.
  ///
  /// - Parameter read: Returns up to `count` bytes of the file from an offset.
  package static func range(
    of identifier: Identifier, reading read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> Range<Int>? {
    // After the header of 26 bytes come colors with their length, and the resources with theirs.
    var offset = 30 + MediaBoxes.number(read(26, 4)[...])
    let end = offset + 4 + MediaBoxes.number(read(offset, 4)[...])
    offset += 4
    for _ in 0..<maxCount where offset < end {
      let head = read(offset, 7)
      guard head.count == 7, head.starts(with: "8BIM".utf8) else { return nil }
      // A name with its length, padded to an even number of bytes; then the length of the content, padded likewise.
      let start = offset + 6 + (Int(head[6]) + 2) & ~1
      let count = MediaBoxes.number(read(start, 4)[...])
      if MediaBoxes.number(head[4..<6]) == identifier.rawValue { return start + 4..<start + 4 + count }
      offset = start + 4 + (count + 1) & ~1
    }
    return nil
  }
}
