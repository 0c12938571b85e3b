import Bitmaps
import Decks
import ExternalDecoders
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// Vector drawings and documents, which have no pixels until they are rendered.
struct DrawingTests {
  private let programs = DecoderPrograms()
  private static let hasRsvg = has(.rsvgConvert)
  private static let hasPoppler = has(.pdftoppm, .pdfinfo)

  /// Red on the left half, half-transparent blue on the right.
  private static func svg(_ attributes: String, _ extra: String = "") -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \(attributes)>
      <rect width="50" height="50" fill="#f00"/><rect x="50" width="50" height="50" fill="#00f" fill-opacity=".5"/>\(extra)
      </svg>
      """.utf8)
  }

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"))
  func `an SVG is drawn at the requested size and reports its natural size`() throws {
    let bytes = Self.svg(#"width="100" height="50""#)
    let picture = try programs.picture(bytes, size: PixelSize(width: 400, height: 200))
    expect(picture.naturalSize, equals: PixelSize(width: 100, height: 50))
    expect(picture.bitmap.size, equals: PixelSize(width: 400, height: 200))
    // Rendered at this size, not enlarged: the edge is sharp.
    expect(picture.bitmap.pixels[199], equals: Samples.red)
    expect(picture.bitmap.encoded[800..<804], equals: [0, 0, 255, 128])
  }

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"), arguments: [true, false])
  func `an SVG in UTF-16 is drawn`(isBigEndian: Bool) throws {
    let text = String(decoding: Self.svg(#"width="100" height="50""#), as: UTF8.self)
    let bytes = ("\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + text).utf16.flatMap { unit in
      isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    let picture = try programs.picture(bytes, size: PixelSize(width: 4, height: 2))
    expect(picture.naturalSize, equals: PixelSize(width: 100, height: 50))
    expect(picture.bitmap.pixels[0], equals: Samples.red)
  }

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"))
  func `an SVG is drawn directly at the resolution of non-square samples`() throws {
    let bytes = Self.svg(#"viewBox="0 0 100 50""#)
    let picture = try programs.picture(bytes, size: PixelSize(width: 10, height: 30))
    expect(picture.bitmap.size, equals: PixelSize(width: 10, height: 30))
    expect(picture.bitmap.pixels[0], equals: Samples.red)
    expect(picture.bitmap.pixels[29 * 10], equals: Samples.red)
    #expect(picture.bitmap.pixels[9].w < 40_000 && picture.bitmap.pixels[4] == Samples.red)
  }

  static let sizes: [(attributes: String, width: Int, height: Int)] = [
    (#"width="100" height="50""#, 100, 50), (#"width="1in" height="72pt""#, 96, 96),
    (#"width="25.4mm" height="2.54cm""#, 96, 96), (#"viewBox="0 0 100 50""#, 100, 50),
    (#"viewBox="0,0,100,50" width="200px""#, 200, 100), (#"viewBox="0 0 100 50" height="100""#, 200, 100),
    (#"viewBox="0 0 100 50" width="100%" height="100%""#, 100, 50), (#"width='1e2' height='50'"#, 100, 50),
    (#"width='1.5e+2px' height='5em'"#, 150, 80),
  ]

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"), arguments: sizes.indices)
  func `an SVG's natural size follows its width, height and viewBox`(index: Int) throws {
    let (attributes, width, height) = Self.sizes[index]
    let natural = try programs.picture(Self.svg(attributes), size: PixelSize(width: 8, height: 4)).naturalSize
    expect(natural, equals: PixelSize(width: width, height: height))
  }

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"))
  func `an SVG without a size takes the proportions of its content`() throws {
    let picture = try programs.picture(Self.svg(""))
    expect(picture.naturalSize, equals: PixelSize(width: 1024, height: 512))
    expect(picture.bitmap.pixels[0], equals: Samples.red)
  }

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"))
  func `an SVG cannot include other files`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("a.png", Samples.png)
    let path = String(decoding: folder("a.png").bytes, as: UTF8.self)
    for reference in [path, "file://\(path)", "a.png"] {
      folder.file(
        "a.svg", Self.svg(#"width="100" height="50""#, #"<image width="100" height="50" xlink:href="\#(reference)"/>"#))
      let key = PictureKey(location: .file(folder("a.svg")), shape: shape(100, 50))
      try expect(PictureLoader().load(key).bitmap.pixels[0], equals: Samples.red)
      // Where the other picture would be green.
      try expect(PictureLoader().load(key).bitmap.encoded[4 * 90..<4 * 91], equals: [0, 0, 255, 128])
    }
  }

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"))
  func `an incomplete SVG is an error`() {
    #expect(throws: ExternalDecodeError.self) { try programs.picture(Array("<svg width='1' height='1'><rect".utf8)) }
  }

  /// A PDF with these objects.
  private static func pdf(_ objects: [String], trailer: String = "") -> [UInt8] {
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\(object)\nendobj\n"
    }
    let table = text.utf8.count
    let size = objects.count + 1
    text += "xref\n0 \(size)\n0000000000 65535 f \n"
    for offset in offsets { text += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n" }
    return Array((text + "trailer<</Size \(size)/Root 1 0 R\(trailer)>>\nstartxref\n\(table)\n%%EOF\n").utf8)
  }

  /// A PDF with two pages: 144×72 points, the left half red; and 72×144 points, rotated by 90°, all blue.
  static let pdf: [UInt8] = {
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]/Contents 5 0 R/Resources<<>>>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 144]/Rotate 90/Contents 6 0 R/Resources<<>>>>",
      "<</Length 25>>stream\n1 0 0 rg 0 0 72 72 re f  \nendstream",
      "<</Length 25>>stream\n0 0 1 rg 0 0 72 144 re f \nendstream",
    ]
    return pdf(objects)
  }()

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"))
  func `an SVG whose root element follows a long comment is drawn`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let comment = Array("<?xml version=\"1.0\"?>\n<!-- \(String(repeating: "license ", count: 1000)) -->\n".utf8)
    for name in ["a.svg", "b"] {
      folder.file(name, comment + Self.svg(#"width="100" height="50""#))
      let key = PictureKey(location: .file(folder(name)), shape: shape(4, 2))
      try expect(PictureLoader().load(key).bitmap.pixels[0], equals: Samples.red)
    }
    // Another document is none.
    folder.file("c", comment + Array("<html><body/></html>".utf8))
    #expect(throws: LoadError.image(.notAPicture)) {
      try PictureLoader().load(PictureKey(location: .file(folder("c")), shape: shape(4, 2)))
    }
  }

  @Test(.enabled(if: hasRsvg && hasPoppler, "needs rsvg-convert and pdftoppm"), arguments: [false, true])
  func `thin lines are as light in a small drawing as in a large one`(isPDF: Bool) throws {
    // A fiftieth of the page is black.
    let svg = (0..<40).map { "<rect x='\(10 * $0)' width='.2' height='400'/>" }.joined()
    let fills = (0..<40).map { "\(10 * $0) 0 .2 400 re f " }.joined()
    let bytes =
      isPDF
      ? Self.pdf([
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<<>>>>",
        "<</Length \(fills.utf8.count)>>stream\n\(fills)\nendstream",
      ])
      : Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'><rect width='400' height='400' fill='#fff'/>\(svg)</svg>"
          .utf8)
    let bitmap = try programs.picture(bytes, size: PixelSize(width: 20, height: 20)).bitmap
    let levels = stride(from: 0, to: bitmap.encoded.count, by: 4).map { bitmap.encoded[$0] }
    #expect(levels.allSatisfy { $0 >= 240 }, "\(levels[..<20])")
  }

  @Test(.enabled(if: hasPoppler, "needs pdftoppm"))
  func `a PDF's page is its crop box`() throws {
    let content = "1 0 0 rg 0 0 200 200 re f 0 0 1 rg 200 0 200 200 re f"
    let bytes = Self.pdf([
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/CropBox[200 0 400 200]/Contents 4 0 R/Resources<<>>>>",
      "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
    ])
    let picture = try programs.picture(bytes, size: PixelSize(width: 8, height: 8))
    expect(picture.naturalSize, equals: PixelSize(width: 267, height: 267))
    #expect(picture.bitmap.pixels.allSatisfy { $0 == Samples.blue })
  }

  @Test(.enabled(if: hasPoppler, "needs pdftoppm"))
  func `a PDF's first page is drawn at the requested size`() throws {
    let picture = try programs.picture(Self.pdf, size: PixelSize(width: 40, height: 10))
    expect(picture.naturalSize, equals: PixelSize(width: 192, height: 96))
    expect(picture.bitmap.size, equals: PixelSize(width: 40, height: 10))
    expect(picture.bitmap.pixels[0], equals: Samples.red)
    expect(picture.bitmap.pixels[39], equals: Samples.white)
    expect(picture.bitmap.pixels[18], equals: Samples.red)
    expect(picture.bitmap.pixels[21], equals: Samples.white)
  }

  @Test(.enabled(if: hasPoppler, "needs pdftoppm"))
  func `a PDF's pages are counted, and each is drawn with its rotation`() throws {
    let input = try ProgramInput(Self.pdf)
    try expect(programs.information(ofDocument: input).pageCount, equals: 2)
    let picture = try programs.picture(Self.pdf, page: 2)
    expect(picture.naturalSize, equals: PixelSize(width: 192, height: 96))
    expect(Set(picture.bitmap.pixels), equals: [Samples.blue])
    #expect(throws: ExternalDecodeError.self) { try programs.picture(Self.pdf, page: 3) }
  }

  @Test(.enabled(if: hasPoppler, "needs pdftoppm"))
  func `each page of a PDF is loaded from its own location`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("a.pdf", Self.pdf)
    let deck = DeckReader(DeckRequest(arguments: [folder.argument()], pages: true)).read()
    expect(deck.count, equals: 2)
    let pixels = try (0..<2).map { index in
      try PictureLoader().load(PictureKey(location: deck[index].location, shape: shape(4, 2))).bitmap.pixels
    }
    expect(pixels[0][0], equals: Samples.red)
    expect(pixels[0][3], equals: Samples.white)
    expect(Set(pixels[1]), equals: [Samples.blue])
  }

  @Test(.enabled(if: hasPoppler, "needs pdftoppm"))
  func `a damaged PDF is an error`() {
    #expect(throws: ExternalDecodeError.self) { try programs.picture(Array("%PDF-1.4\nnothing".utf8)) }
  }

  @Test(.enabled(if: hasPoppler, "needs pdftoppm"))
  func `a PDF without pages and a password-protected PDF report the reason`() {
    let catalog = "<</Type/Catalog/Pages 2 0 R>>"
    let empty = Self.pdf([catalog, "<</Type/Pages/Kids[]/Count 0>>"])
    #expect(throws: ExternalDecodeError.program(.failed(.pdfinfo, format: "PDF", message: "it has no pages"))) {
      try programs.picture(empty)
    }
    let keys = ["O", "U"].map { "/\($0)<\(String(repeating: "41", count: 32))>" }.joined()
    let lock = "/Encrypt<</Filter/Standard/V 1/R 2/P -4\(keys)>>/ID[<12><12>]"
    let locked = Self.pdf([catalog, "<</Type/Pages/Kids[]/Count 0>>"], trailer: lock)
    #expect(
      throws: ExternalDecodeError.program(.failed(.pdfinfo, format: "PDF", message: "it is password-protected"))
    ) {
      try programs.picture(locked)
    }
  }
}
