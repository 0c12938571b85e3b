import Terminal

/// The contents of a glyph file: custom shapes, and optionally the only glyphs of the sets that may be used.
///
/// A glyph is a line with only its character, followed by sixteen rows of eight, `X` where it is filled and `.` where
/// it is not. A line with `only`, a space and characters limits the sets to these glyphs. Empty lines are ignored, as
/// are comments: lines with `#` and more text.
package struct GlyphFile: Hashable, Sendable {
  /// The maximum size of a file in bytes: more than enough for `maximumGlyphs`.
  package static let maximumBytes = 256 << 10
  /// The maximum number of shapes in a file; each adds to the search time of every cell.
  package static let maximumGlyphs = 1024

  /// The file's shapes, in file order.
  let shapes: [GlyphShape]
  /// The glyphs of the sets that may be used; nil for all.
  let only: Set<Glyph>?

  /// An error in a file.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    /// The line number, from 1.
    package let line: Int
    /// A description of the error for users.
    package let message: String
    /// The line number and the description.
    package var description: String { "line \(line): \(message)" }
  }

  private static let columns = 8
  private static let rows = 16

  /// Parses a file's bytes: UTF-8, with lines ended by LF or CR LF.
  /// - Throws: `Problem` for the first invalid line.
  package init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= GlyphFile.maximumBytes else {
      throw Problem(line: 1, message: "the file has more than \(GlyphFile.maximumBytes >> 10) KiB")
    }
    var shapes: [GlyphShape] = []
    var only: Set<Glyph>?
    var known: Set<Glyph> = []
    /// The glyph whose rows are being read.
    var drawing: (scalar: Unicode.Scalar, line: Int, dots: [Float])?
    var number = 0
    // Some editors start files with a byte order mark.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    for slice in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let line = slice.last == UInt8(ascii: "\r") ? slice.dropLast() : slice
      if let (scalar, start, before) = drawing {
        let dots = before + (try GlyphFile.row(line, number))
        drawing = (scalar, start, dots)
        guard dots.count == GlyphFile.columns * GlyphFile.rows else { continue }
        let outline = GlyphOutline.Drawing(columns: GlyphFile.columns, rows: GlyphFile.rows, dots: dots)
        shapes.append(GlyphShape(scalar.value, [], .drawing(outline)))
        drawing = nil
        continue
      }
      if line.isEmpty || line.first == UInt8(ascii: "#") && line.count > 1 { continue }
      guard let scalars = String(validating: line, as: UTF8.self)?.unicodeScalars, let first = scalars.first else {
        throw Problem(line: number, message: "not UTF-8")
      }
      // By scalars: a combining mark after the space would form one character with it.
      if line.starts(with: "only ".utf8) {
        let allowed = scalars.dropFirst(5).filter { $0 != " " }
        guard !allowed.isEmpty else {
          throw Problem(line: number, message: "only takes the characters that may be used")
        }
        for scalar in allowed { only = (only ?? []).union([try GlyphFile.glyph(scalar, number)]) }
        continue
      }
      guard scalars.count == 1 else {
        throw Problem(line: number, message: "neither one character, nor only and characters, nor a remark after #")
      }
      guard known.insert(try GlyphFile.glyph(first, number)).inserted else {
        throw Problem(line: number, message: "the character was drawn before")
      }
      guard known.count <= GlyphFile.maximumGlyphs else {
        throw Problem(line: number, message: "more than \(GlyphFile.maximumGlyphs) glyphs")
      }
      drawing = (first, number, [])
    }
    if let drawing {
      let rows = drawing.dots.count / GlyphFile.columns
      throw Problem(line: drawing.line, message: "\(rows) of the character's \(GlyphFile.rows) rows are there")
    }
    self.shapes = shapes
    self.only = only
  }

  /// Parses a row of dots.
  private static func row(_ line: ArraySlice<UInt8>, _ number: Int) throws(Problem) -> [Float] {
    guard line.count == columns, line.allSatisfy({ $0 == UInt8(ascii: "X") || $0 == UInt8(ascii: ".") }) else {
      throw Problem(line: number, message: "a row of a glyph is \(columns) characters X or .")
    }
    return line.map { $0 == UInt8(ascii: "X") ? 1 : 0 }
  }

  /// Validates a character that is one cell wide.
  private static func glyph(_ scalar: Unicode.Scalar, _ number: Int) throws(Problem) -> Glyph {
    // Control characters have no width, and a blank needs no shape.
    guard displayWidth(of: scalar) == 1, scalar.value > 0x20, !(0x7F...0xA0).contains(scalar.value) else {
      throw Problem(line: number, message: "a glyph is one visible character that is one cell wide")
    }
    return Glyph(scalar)
  }

  /// Whether the glyphs drawn with some sets are all ASCII, so that every terminal has them.
  fileprivate func isASCII(with sets: GlyphSet) -> Bool {
    sets == .ascii && shapes.allSatisfy { shape in shape.glyph.scalars.allSatisfy(\.isASCII) }
  }
}

extension ArtMode {
  /// The mode that draws the glyphs of some sets, as extended and restricted by a file.
  package init(_ sets: GlyphSet, _ file: GlyphFile) {
    let name = "\(sets.name)+glyphs"
    if file.isASCII(with: sets) {
      let ascii = Ascii(GlyphBank(sets: sets, others: file.shapes, only: file.only))
      self.init(ascii: ascii, name: name)
    } else {
      let hasShades = sets.hasShades && (file.only?.isSuperset(of: GlyphTable.shades.map(\.glyph)) ?? true)
      let fit = GlyphFit(hasShades: hasShades) { keepsContrasts in
        GlyphBank(sets: sets, others: file.shapes, only: file.only, keepsContrasts: keepsContrasts)
      }
      self.init(fit: fit, name: name)
    }
  }
}
