import Bitmaps
import Decks
import ExternalDecoders
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// Real files decoded by the real programs, and compared with ImageMagick's pixels.
struct ForeignPictureTests {
  private let programs = DecoderPrograms()

  /// Lossless formats: ImageMagick's coder, the format's name, options for writing, and whether there is alpha.
  static let lossless: [(coder: String, name: String, options: [String], hasAlpha: Bool)] = [
    ("bmp", "BMP", [], false), ("bmp3", "BMP", [], false), ("bmp", "BMP", [], true),
    ("tiff", "TIFF", ["-compress", "none"], false), ("tiff", "TIFF", ["-compress", "lzw"], true),
    ("tiff", "TIFF", ["-compress", "zip", "-endian", "MSB"], false), ("ppm", "PNM", [], false),
    ("pam", "PNM", [], true),
    ("sgi", "SGI", [], false), ("xwd", "XWD", [], false), ("dib", "DIB", [], false), ("pcx", "PCX", [], false),
    ("sun", "Sun raster", [], false), ("ico", "ICO", [], true),
    ("psd", "PSD", [], false), ("xpm", "XPM", [], false), ("jp2", "JPEG 2000", ["-quality", "0"], false),
  ]

  @Test(.enabled(if: has(.ffmpeg, .magick), "needs ffmpeg and ImageMagick"), arguments: lossless.indices)
  func `lossless formats are decoded exactly`(index: Int) throws {
    let (coder, name, options, hasAlpha) = Self.lossless[index]
    let file = try Pattern.converted(to: coder, options, hasAlpha: hasAlpha)
    let format = ForeignFormat(head: Array(file.prefix(ProgramInput.headBytes)), fileExtension: coder)
    expect(format?.name, equals: name)
    let picture = try programs.picture(file, named: coder)
    expect(picture.naturalSize, equals: Pattern.size)
    #expect(picture.bitmap.isOpaque == !hasAlpha || picture.bitmap.pixels.allSatisfy { $0.w == .max })
    let own = hasAlpha ? Pattern.bytes(hasAlpha: true) : Pattern.bytes().withAlpha
    // XPM has a color table, and this JPEG 2000 is lossy.
    #expect(picture.bitmap.difference(from: own) <= (["jp2", "xpm"].contains(coder) ? 40 : 0))
    // The same as another decoder.
    let theirs = try output(of: .magick, ["\(coder):-[0]", "-depth", "8", "rgba:-"], input: file)
    #expect(picture.bitmap.difference(from: theirs) <= (coder == "jp2" ? 2 : 0))
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `a PFM begins with its bottom row`() throws {
    let floats = [Float](arrayLiteral: 1, 0, 0, 0, 1, 0).flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
    }
    let bitmap = try programs.picture(Array("PF\n1 2\n-1\n".utf8) + floats).bitmap
    expect(bitmap.encoded, equals: [0, 255, 0, 255, 255, 0, 0, 255])
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"), arguments: ["P1\n4 2\n", "P2\n4 2\n1\n"])
  func `comments among the samples of a plain Netpbm are no samples`(header: String) throws {
    let samples = "1 0 # one 0 1\n0 1\n0 1 1 0\n"
    let bitmap = try programs.picture(Array((header + samples).utf8)).bitmap
    let (one, zero): (UInt8, UInt8) = header.hasPrefix("P1") ? (0, 255) : (255, 0)
    expect(
      stride(from: 0, to: bitmap.encoded.count, by: 4).map { bitmap.encoded[$0] },
      equals: [one, zero, zero, one, zero, one, one, zero])
  }

  /// Formats that ffmpeg writes.
  static let byFfmpeg: [(name: String, options: [String])] = [
    ("QOI", ["-c:v", "qoi"]), ("QOI", ["-c:v", "qoi", "-pix_fmt", "rgba"]),
    ("DPX", ["-c:v", "dpx"]),
  ]

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"), arguments: byFfmpeg.indices)
  func `QOI and DPX files written by ffmpeg are decoded`(index: Int) throws {
    let (name, options) = Self.byFfmpeg[index]
    let file = try output(
      of: .ffmpeg,
      ["-v", "error", "-f", "pam_pipe", "-i", "file:/dev/stdin"] + options + ["-f", "image2pipe", "-"],
      input: Pattern.pam())
    try #require(!file.isEmpty)
    expect(ForeignFormat(head: file)?.name, equals: name)
    let bitmap = try programs.picture(file).bitmap
    expect(bitmap.difference(from: Pattern.bytes().withAlpha), equals: 0)
  }

  /// JPEGs with uncommon coding processes, and the number of 64 KiB comments to insert before the frame header.
  @Test(
    .enabled(if: has(.ffmpeg), "needs ffmpeg"),
    arguments: [("JPEG-LS", "jpegls", 0), ("lossless JPEG", "ljpeg", 0), ("JPEG-LS", "jpegls", 3)])
  func `JPEG-LS and lossless JPEG are decoded by ffmpeg`(name: String, codec: String, comments: Int) throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    var file = try output(
      of: .ffmpeg,
      ["-v", "error", "-f", "pam_pipe", "-i", "file:/dev/stdin", "-c:v", codec, "-pix_fmt", "bgr24"]
        + ["-f", "image2pipe", "-"], input: Pattern.pam())
    let comment = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 65_533)
    for _ in 0..<comments { file.insert(contentsOf: comment, at: 2) }
    folder.file("a.jpg", file)
    let key = PictureKey(location: .file(folder("a.jpg")), shape: shape(24, 16))
    let picture = try PictureLoader().load(key)
    expect(picture.format, equals: name)
    expect(picture.bitmap.difference(from: Pattern.bytes().withAlpha), equals: 0)
    // Without ffmpeg, the error names it.
    let bare = PictureLoader(programs: DecoderPrograms(finder: ProgramFinder(searchPath: "/nowhere")))
    #expect(throws: LoadError.program(.missing(format: name, program: .ffmpeg))) { try bare.load(key) }
    #expect(LoadError.program(.missing(format: name, program: .ffmpeg)).description.hasSuffix("apt install ffmpeg"))
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg")) func `12-bit JPEG is decoded by ffmpeg`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    // Eight blocks with one level each, from black to white.
    let levels = (0..<8).map { $0 * 4095 / 7 }
    folder.file("a.jpg", JPEG12Writer.file(blocks: levels))
    let picture = try PictureLoader().load(PictureKey(location: .file(folder("a.jpg")), shape: shape(8, 1)))
    expect(picture.format, equals: "12-bit JPEG")
    expect(picture.naturalSize, equals: PixelSize(width: 64, height: 8))
    let expected = levels.map { Int((SRGB.linear(Double($0) / 4095) * 65_535).rounded()) }
    for (pixel, level) in zip(picture.bitmap.pixels, expected) { #expect(abs(Int(pixel.x) - level) < 40) }
    let bare = PictureLoader(programs: DecoderPrograms(finder: ProgramFinder(searchPath: "/nowhere")))
    #expect(throws: LoadError.program(.missing(format: "12-bit JPEG", program: .ffmpeg))) {
      try bare.load(PictureKey(location: .file(folder("a.jpg")), shape: shape(8, 1)))
    }
  }

  @Test func `an unsupported JPEG reports its coding process`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    // A frame with the hierarchical process.
    folder.file("a.jpg", [0xFF, 0xD8, 0xFF, 0xC5, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2])
    #expect(throws: LoadError.image(.unsupported(format: "JPEG", reason: "hierarchical coding"))) {
      try PictureLoader().load(PictureKey(location: .file(folder("a.jpg")), shape: shape(1, 1)))
    }
  }

  @Test(.enabled(if: has(.ffmpeg, .magick), "needs ffmpeg and ImageMagick"))
  func `16-bit channels keep their precision`() throws {
    let pam =
      Array("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 3\nMAXVAL 65535\nTUPLTYPE RGB\nENDHDR\n".utf8)
      + [0x80, 0x01, 0x80, 0x40, 0x80, 0x7F, 0, 1, 0, 2, 0xFF, 0xFE]
    let file = try output(of: .magick, ["pam:-", "tiff:-"], input: pam)
    let pixels = try programs.picture(file).bitmap.pixels
    let light = [0x8001, 0x8040, 0x807F].map { UInt16((SRGB.linear(Double($0) / 65_535) * 65_535).rounded()) }
    expect(pixels[0], equals: SIMD4(light[0], light[1], light[2], .max))
    expect(Set(light).count, equals: 3)
  }

  /// TIFFs that many programs draw black or in wrong colors, or cannot read.
  static let unusualTIFFs = [
    ["-define", "tiff:tile-geometry=16x16"], ["-compress", "jpeg"], ["-define", "tiff:alpha=associated"],
    ["-define", "quantum:format=floating-point", "-depth", "32"], ["-depth", "32"],
  ]

  @Test(.enabled(if: has(.ffmpeg, .magick), "needs ffmpeg and ImageMagick"), arguments: unusualTIFFs)
  func `unusual TIFFs match ImageMagick's decoding`(options: [String]) throws {
    let hasAlpha = options.contains("tiff:alpha=associated")
    let file = try Pattern.converted(to: "tiff", options, hasAlpha: hasAlpha)
    let theirs = try output(of: .magick, ["tiff:-", "-depth", "8", "rgba:-"], input: file)
    #expect(try programs.picture(file).bitmap.difference(from: theirs) <= 1)
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"), arguments: ["psd"])
  func `formats that only ImageMagick supports are decoded`(coder: String) throws {
    let file = try Pattern.converted(to: coder)
    let format = try #require(ForeignFormat(head: file))
    expect(format.decoders.first, equals: .magick(coder))
    let path = try #require(ProgramFinder.standard.path(of: .magick))
    let programs = DecoderPrograms(
      finder: ProgramFinder(searchPath: String(decoding: path.folder.bytes, as: UTF8.self)))
    let picture = try programs.picture(file)
    let theirs = try output(
      of: .magick, ["\(coder):-[0]", "-colorspace", "sRGB", "-depth", "8", "rgba:-"], input: file)
    #expect(picture.bitmap.difference(from: theirs) <= 1)
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"), arguments: [0x00, 0x20])
  func `a TGA is upright whether stored from the top or from the bottom`(descriptor: UInt8) throws {
    // Red above blue, stored from the bottom unless bit 5 is set (Truevision TGA 2.0, 5.6).
    let rows: [[UInt8]] = [[0, 0, 255], [255, 0, 0]]
    let header: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 24, descriptor]
    let stored = descriptor == 0 ? rows.reversed() : rows
    try expect(
      programs.picture(header + stored.joined(), named: "tga").bitmap.pixels, equals: [Samples.red, Samples.blue])
  }

  @Test(.enabled(if: has(.ffmpeg, .magick), "needs ffmpeg and ImageMagick"))
  func `a run-length encoded TGA is decoded exactly`() throws {
    let file = try output(
      of: .ffmpeg,
      ["-v", "error", "-f", "pam_pipe", "-i", "file:/dev/stdin", "-c:v", "targa", "-f", "image2pipe", "-"],
      input: Pattern.pam(hasAlpha: true))
    try expect(programs.picture(file, named: "tga").bitmap.difference(from: Pattern.bytes(hasAlpha: true)), equals: 0)
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"))
  func `a damaged file is reported with ffmpeg's message`() {
    let bytes = Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0] + Array(repeating: 0, count: 60)
    let none = DecoderPrograms(finder: ProgramFinder(searchPath: "/usr/bin"))
    do {
      _ = try none.picture(bytes)
      Issue.record("that was no picture")
    } catch {
      #expect("\(error)".hasPrefix("ffmpeg could not read this BMP: "), "\(error)")
      #expect(!"\(error)".contains("/dev/stdin") && !"\(error)".contains("0x"), "\(error)")
    }
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"))
  func `a playlist with a picture's extension opens no other file`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("secret.ppm", Array("P6 1 1 255\nabc".utf8))
    let secret = String(decoding: folder("secret.ppm").bytes, as: UTF8.self)
    let playlists = [
      "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\n\(secret)\n", "ffconcat version 1.0\nfile '\(secret)'\n",
    ]
    for playlist in playlists {
      folder.file("a.tga", Array(playlist.utf8))
      let key = PictureKey(location: .file(folder("a.tga")), shape: shape(1, 1))
      #expect(throws: LoadError.image(.notAPicture)) { try PictureLoader().load(key) }
      // Even if it is assumed to be one.
      let format = try #require(ForeignFormat.all.first { $0.name == "TGA" })
      #expect(throws: ExternalDecodeError.self) {
        try programs.picture(in: ProgramInput(Array(playlist.utf8)), of: format) { size throws(ExternalDecodeError) in
          ScaledRegion(whole: size)
        }
      }
    }
  }
}
