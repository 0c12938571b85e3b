package import Bitmaps

/// pdfinfo's facts about a document.
package struct PDFInformation: Hashable, Sendable {
  /// The number of pages, at least 1.
  package let pageCount: Int
  /// The size of the requested page, upright, in CSS pixels: 96 per inch (a PDF has 72 points per inch).
  package let pageSize: PixelSize

  /// Reads pdfinfo's lines: "Pages: 12", "Page    3 size:  595.28 x 841.89 pts (A4)", "Page    3 rot:  90".
  ///
  /// - Returns: nil if the count or the size is missing or invalid.
  init?(_ output: [UInt8]) {
    var count: Int?
    var size: (width: Double, height: Double)?
    var isTurned = false
    for line in output.split(separator: 0x0A) {
      // Titles and the like are content of the document, so only the beginning of a line is read.
      let words = line.prefix(200).split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      if words.count == 2, words[0] == "Pages:" { count = Int(words[1]) }
      guard words.count >= 4, words[0] == "Page" else { continue }
      if words[2] == "size:", words.count >= 6, let width = Double(words[3]), let height = Double(words[5]) {
        size = (width, height)
      }
      if words[2] == "rot:" { isTurned = words[3] == "90" || words[3] == "270" }
    }
    guard let count, 1...1_000_000 ~= count, let size, 0...50_000 ~= size.width, 0...50_000 ~= size.height else {
      return nil
    }
    pageCount = count
    let sides = [size.width, size.height].map { max(1, Int(($0 * 96 / 72).rounded())) }
    pageSize = PixelSize(width: sides[isTurned ? 1 : 0], height: sides[isTurned ? 0 : 1])
  }
}
