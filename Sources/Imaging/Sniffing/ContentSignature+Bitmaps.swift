extension ContentSignature {
  /// A bitmap (BMP). Text may begin with "BM", too: the size of the second header must be valid, and the reserved bytes
  /// must be 0, or else the hot spot of a pointer whose planes and depth are valid.
  package static let bmp = ContentSignature.check { head in
    guard head.count >= 18, head.starts(with: "BM".utf8), isHeader(head[14...]) else { return false }
    return head[6..<10].allSatisfy { $0 == 0 } || hasDepth(head[14...])
  }

  /// An OS/2 bitmap array: several bitmaps in one file, of which the first follows the array's header.
  package static let bitmapArray = ContentSignature.check { head in
    head.starts(with: "BA".utf8) && head.dropFirst(14).starts(with: "BM".utf8) && isHeader(head.dropFirst(28))
  }

  /// A bitmap that begins with its second header, as on the Windows clipboard: the file's name must have the extension,
  /// too.
  package static let headlessBitmap = ContentSignature.named { head in
    head.first != 12 && isHeader(head[...]) && hasDepth(head[...])
  }

  /// Whether a bitmap's second header begins here, judged by its size field.
  private static func isHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, [12, 16, 40, 52, 56, 64, 108, 124].contains(first) else { return false }
    return bytes.count >= 4 && bytes.dropFirst().prefix(3).allSatisfy { $0 == 0 }
  }

  /// Whether a second header has one plane and a valid depth.
  private static func hasDepth(_ header: ArraySlice<UInt8>) -> Bool {
    let fields = Array(header.dropFirst(header.first == 12 ? 8 : 12).prefix(4))
    return fields.count == 4 && fields[0] == 1 && fields[1] == 0 && [1, 2, 4, 8, 16, 24, 32].contains(fields[2])
      && fields[3] == 0
  }
}
