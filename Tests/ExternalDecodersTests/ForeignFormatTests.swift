import ExternalDecoders
import PictureTestSupport
import TestSupport
import Testing

/// Recognition of the formats that external programs decode.
struct ForeignFormatTests {
  /// The first bytes of a file, from texts and arrays of numbers.
  private static func head(_ parts: Any..., length: Int = 0) -> [UInt8] {
    let bytes = parts.flatMap { part -> [UInt8] in
      if let text = part as? String { return Array(text.utf8) }
      return (part as? [Int])?.map { UInt8($0) } ?? []
    }
    return bytes + Array(repeating: 0, count: max(0, length - bytes.count))
  }

  private static func media(_ brands: String...) -> [UInt8] {
    head([0, 0, 0, 12 + 4 * brands.count], "ftyp", brands[0], [0, 0, 0, 0], brands.dropFirst().joined(), length: 64)
  }

  /// A text in UTF-16 with a byte order mark.
  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  static let heads: [(name: String, head: [UInt8])] = [
    ("JPEG 2000", head([0, 0, 0, 12], "jP  \r\n", [0x87, 0x0A])), ("JPEG 2000", head([0xFF, 0x4F, 0xFF, 0x51])),
    ("JPEG-LS", head([0xFF, 0xD8, 0xFF, 0xF7, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    ("JPEG-LS", head([0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 0xFF, 0xC0, 0xFF, 0xF7, 0, 11], length: 32)),
    ("lossless JPEG", head([0xFF, 0xD8, 0xFF, 0xC4, 0, 3, 0, 0xFF, 0xC3, 0, 11], length: 32)),
    ("12-bit JPEG", head([0xFF, 0xD8, 0xFF, 0xC1, 0, 11, 12, 0, 1, 0, 1, 1, 1, 0x11, 0], length: 32)),
    ("TIFF", head("II*", [0])), ("TIFF", head("MM", [0], "*")), ("TIFF", head("II+", [0])),
    ("TIFF", head("MM", [0], "+")),
    ("BMP", head("BM", [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0])),
    ("BMP", head("BM", [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 124, 0, 0, 0])),
    // A hot spot's position in fields that are otherwise zero.
    ("BMP", head("BM", [70, 0, 0, 0, 7, 0, 9, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0])),
    ("BMP", head("BM", [70, 0, 0, 0, 7, 0, 9, 0, 54, 0, 0, 0, 12, 0, 0, 0, 1, 0, 1, 0, 1, 0, 8, 0])),
    (
      "BMP",
      head("BA", [40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "BM", [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 12, 0, 0, 0])
    ),
    ("ICO", head([0, 0, 1, 0, 1, 0, 16, 16, 0, 0], length: 22)),
    ("ICO", head([0, 0, 2, 0, 1, 0, 16, 16, 0, 0], length: 22)),
    ("ICNS", head("icns", [0, 0, 0, 8])), ("QOI", head("qoif", [0, 0, 0, 1])), ("DDS", head("DDS |")),
    ("PCX", head([10, 5, 1, 8], length: 65) + head([3], length: 63)),
    ("PCX", head([10, 5, 1, 8], length: 64) + head([1, 3], length: 64)),
    ("XWD", head([0, 0, 0, 100, 0, 0, 0, 7, 0, 0, 0, 2], length: 100)),
    ("XWD", head([0, 0, 0x10, 4, 0, 0, 0, 7, 0, 0, 0, 2], length: 100)),
    ("Sun raster", head([0x59, 0xA6, 0x6A, 0x95])), ("SGI", head([1, 0xDA, 1, 1])), ("SGI", head([1, 0xDA, 0, 1])),
    ("SGI", head([1, 0xDA, 1, 2])), ("SGI", head([1, 0xDA, 0, 2])),
    ("XPM", head("/* XPM */\nstatic char")), ("XBM", head("#define a_width 8\n#define a_height 8\n")),
    ("PSD", head("8BPS", [0, 1])), ("XCF", head("gimp xcf v011")), ("PNM", head("P6\n1 1\n255\n")),
    ("PNM", head("P1 1 1")), ("PNM", head("P7\nWIDTH 1")), ("PNM", head("P5#a\n")), ("PFM", head("PF\n1 1\n-1\n")),
    ("DPX", head("SDPX")), ("DPX", head("XPDS")),
    ("SVG", head("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    ("SVG", head("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- a -> b <svg> -->\n<svg width=\"1\">")),
    (
      "SVG",
      head("<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"a>b\" [ <!ENTITY a \"]>\"> ]>\r\n<svg:svg a = 'b' >")
    ),
    ("SVG", utf16("<svg width='1'/>", isBigEndian: true)), ("SVG", utf16("\n<svg/>", isBigEndian: false)),
    ("SVG", utf16("<?xml version='1.0' encoding='UTF-16'?><!-- \u{1F5BC} ą --><svg/>", isBigEndian: false) + [0x41]),
    ("PDF", head("%PDF-1.7\n")), ("WebM", head([0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84], "webm")),
    ("Matroska", head([0x1A, 0x45, 0xDF, 0xA3, 0xA3, 0x42, 0x82, 0x88], "matroska")),
    ("QuickTime", media("qt  ")), ("QuickTime", head([0, 0, 1, 0], "moov")), ("QuickTime", head([0, 0, 0, 8], "wide")),
    ("HEIC sequence", media("hevc", "mif1", "msf1", "isom")), ("HEIC sequence", media("msf1", "hevc")),
    ("MP4", media("isom", "iso2", "avc1", "mp41")), ("MP4", media("mp42")), ("MP4", media("M4V ", "isom")),
    ("MP4", media("3gp4")), ("AVI", head("RIFF", [1, 2, 3, 4], "AVI LIST")), ("MPEG", head([0, 0, 1, 0xBA])),
    ("MPEG", head([0, 0, 1, 0xB3])), ("Ogg", head("OggS", [0, 2], length: 28) + Array("\u{80}theora".utf8)),
    ("MPEG", (0..<3).flatMap { _ in head([0x47], length: 188) }), ("Flash video", head("FLV", [1, 5])),
    ("Windows Media", head([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11])), ("YUV4MPEG", head("YUV4MPEG2 W8")),
    ("FLIC", head([0, 1, 0, 0, 0x12, 0xAF, 2, 0, 16, 0, 8, 0, 8, 0, 3, 0], length: 128)),
    ("FLIC", head([0, 1, 0, 0, 0x11, 0xAF, 2, 0, 64, 1, 200, 0, 0, 0, 0, 0], length: 128)),
  ]

  @Test(arguments: heads.indices)
  func `formats are recognized by content, whatever the extension`(index: Int) {
    let (name, head) = Self.heads[index]
    expect(ForeignFormat(head: head)?.name, equals: name)
    // Whatever the extension is.
    expect(ForeignFormat(head: head, fileExtension: "txt")?.name, equals: name)
  }

  @Test func `other content is not recognized as any of the formats`() {
    let strangers: [[UInt8]] = [
      [], [0], [0xFF], [0xFF, 0xFE], [0xFE, 0xFF, 0], Self.utf16("<html><svg/></html>", isBigEndian: true),
      // A common frame, an uncommon one within a comment, and one that is truncated.
      Self.head([0xFF, 0xD8, 0xFF, 0xC0, 0, 11], length: 32),
      Self.head([0xFF, 0xD8, 0xFF, 0xFE, 0, 6, 0xFF, 0xF7, 0, 0, 0xFF, 0xC0, 0, 11], length: 32),
      Self.head([0xFF, 0xD8, 0xFF, 0xF7, 0, 11, 8]),
      Self.head([0xFF, 0xD8, 0xFF, 0xE0]), Self.head([0x89], "PNG\r\n"), Self.head("GIF89a"),
      Self.head("RIFF", [0, 0, 0, 0], "WEBPVP8 "), Self.head("RIFF", [0, 0, 0, 0], "WAVE"),
      Self.head("BMW makes cars, and this is a text about them."), Self.head("BAM! is a text, too, and so is BM"),
      Self.head("BM", [70, 0, 0, 0, 7, 0, 9, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 7, 0]),
      Self.head([10, 5, 1, 8], length: 128), Self.head([0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0, 2], length: 100),
      Self.head("PARIS"), Self.head("P7"),
      Self.head("Pig"),
      Self.head("<html><body><svg></svg></body></html>"), Self.head("<!-- <svg> -->"), Self.head("<svg width='1"),
      Self.head("<?xml version='1.0'?><svgfoo/>"), Self.head("svg"), Self.head("/* a comment */ int width;"),
      Self.media("M4A ", "mp4a"), Self.head([0, 0, 0, 0], length: 64), Self.head([0x1A, 0x45, 0xDF, 0xA3], length: 64),
      Self.head("OggS", length: 64), Self.head([0x1F, 0x8B, 8]), Self.head([0, 0, 2], length: 18),
      // A camera's, and an AVIF sequence as libheif marks it.
      Self.media("crx ", "isom"), Self.media("avis", "mif1", "avif", "miaf", "msf1", "isom"),
    ]
    for head in strangers { #expect(ForeignFormat(head: head) == nil, "\(head)") }
  }

  @Test func `ambiguous formats need both a matching extension and plausible content`() {
    let targa = Self.head([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 8, 0, 24, 0])
    expect(ForeignFormat(head: targa, fileExtension: "tga")?.name, equals: "TGA")
    #expect(ForeignFormat(head: targa, fileExtension: "jpg") == nil)
    #expect(ForeignFormat(head: Self.head("just a text, of course"), fileExtension: "tga") == nil)
    expect(ForeignFormat(head: Self.head([0x1F, 0x8B, 8]), fileExtension: "svgz")?.name, equals: "SVG")
    let bitmap = Self.head([40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0])
    expect(ForeignFormat(head: bitmap, fileExtension: "dib")?.name, equals: "DIB")
    #expect(ForeignFormat(head: bitmap) == nil)
    #expect(ForeignFormat(head: Self.head([40, 0, 0, 0], length: 16), fileExtension: "dib") == nil)
    let wireless = Self.head([0, 0, 0x81, 0x48, 40], length: 16)
    expect(ForeignFormat(head: wireless, fileExtension: "wbmp")?.name, equals: "WBMP")
    #expect(ForeignFormat(head: wireless) == nil)
    #expect(ForeignFormat(head: Self.head([0, 0, 0, 40]), fileExtension: "wbmp") == nil)
    #expect(ForeignFormat(head: Self.head([0, 0, 0x81]), fileExtension: "wbmp") == nil)
    let late = Self.head("\r\n\r\nfrom the mail\r\n%PDF-1.4\n")
    expect(ForeignFormat(head: late, fileExtension: "pdf")?.name, equals: "PDF")
    #expect(ForeignFormat(head: late, fileExtension: "txt") == nil)
  }

  @Test func `truncated and corrupted headers cause no crash`() {
    var dice = SplitMix64(seed: 7)
    for (_, head) in Self.heads {
      for length in 0...head.count { _ = ForeignFormat(head: Array(head.prefix(length)), fileExtension: "tga") }
      for _ in 0..<200 {
        var bytes = head
        bytes[Int.random(in: bytes.indices, using: &dice)] = .random(in: 0...255, using: &dice)
        _ = ForeignFormat(head: bytes, fileExtension: "tga")
      }
    }
  }

  @Test func `every row of the format table is complete`() {
    for format in ForeignFormat.all {
      #expect(!format.name.isEmpty && !format.extensions.isEmpty && !format.decoders.isEmpty)
      for fileExtension in format.extensions {
        #expect(1...8 ~= fileExtension.utf8.count, "\(fileExtension)")
        #expect(fileExtension.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }, "\(fileExtension)")
      }
    }
    let told = Set(Self.heads.map(\.name)).union(["DIB", "TGA", "WBMP"])
    expect(Set(ForeignFormat.all.map(\.name)), equals: told)
    let extensions = ForeignFormat.all.flatMap(\.extensions)
    expect(Set(extensions).count, equals: extensions.count)
    #expect(Set(extensions).isDisjoint(with: ["jpg", "jpeg", "png", "json", "txt", "ts"]))
  }
}
