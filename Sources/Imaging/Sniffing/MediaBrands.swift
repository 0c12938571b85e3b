/// The brands of an ISO base media file (ISO/IEC 14496-12, 4.3): what its makers say it can be read as.
package struct MediaBrands {
  /// The major brand and the compatible ones; empty for any other file.
  package let names: Set<String>

  /// Reads the `ftyp` box that such a file begins with.
  package init(_ head: [UInt8]) {
    guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else {
      names = []
      return
    }
    let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(head.count, max(12, length))
    // After the major brand comes its version, which is no brand.
    let places = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
    names = Set(places.map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) })
  }
}
