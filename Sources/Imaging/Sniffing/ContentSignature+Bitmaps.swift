extension ContentSignature {
  /// "BM" may begin a sentence: the size of the second header must be a bitmap's, and the reserved bytes 0, or the place of a
  /// pointer's hot spot in a bitmap whose planes and depth are possible.
  package static let bmp = ContentSignature.check { head in
    guard head.count >= 18, head.starts(with: "BM".utf8), isHeader(head[14...]) else { return false }
    return head[6..<10].allSatisfy { $0 == 0 } || hasDepth(head[14...])
  }

  /// OS/2's several bitmaps in one file, the first of which follows.
  package static let bitmapArray = ContentSignature.check { head in
    head.starts(with: "BA".utf8) && head.dropFirst(14).starts(with: "BM".utf8) && isHeader(head.dropFirst(28))
  }

  /// A bitmap that begins with its second header, as on Windows' clipboard: the name must say it, too.
  package static let headlessBitmap = ContentSignature.named { head in
    head.first != 12 && isHeader(head[...]) && hasDepth(head[...])
  }

  /// Whether a bitmap's second header begins here, by its size.
  private static func isHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, [12, 16, 40, 52, 56, 64, 108, 124].contains(first) else { return false }
    return bytes.count >= 4 && bytes.dropFirst().prefix(3).allSatisfy { $0 == 0 }
  }

  /// Whether one plane and a depth stand where that header has them.
  private static func hasDepth(_ header: ArraySlice<UInt8>) -> Bool {
    let fields = Array(header.dropFirst(header.first == 12 ? 8 : 12).prefix(4))
    return fields.count == 4 && fields[0] == 1 && fields[1] == 0 && [1, 2, 4, 8, 16, 24, 32].contains(fields[2])
      && fields[3] == 0
  }
}
