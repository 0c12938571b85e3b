import Bitmaps
import Decks
import ExternalDecoders
import Glibc
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// Decoding by external programs, with shell scripts in their place.
struct DecoderProgramsTests {
  private let fakes = FakePrograms()
  private var programs: DecoderPrograms { DecoderPrograms(finder: fakes.finder) }
  /// One red pixel as PNM: the input as well as a program's output.
  private let red = Array("P6 1 1 255\n".utf8) + [255, 0, 0]

  private func failure(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: ForeignFormat.all.indices)
  func `without its program, a format's error names the package to install`(index: Int) throws {
    let format = ForeignFormat.all[index]
    let none = DecoderPrograms(finder: ProgramFinder(searchPath: ""))
    let message = failure {
      _ = try none.picture(in: ProgramInput([0]), of: format) { size throws(ExternalDecodeError) in
        ScaledRegion(whole: size)
      }
    }
    let program = format.decoders[0].program
    // libtiff decodes the others.
    guard format.name != "TIFF" else { return expect(message, equals: "not a picture") }
    expect(message, equals: "\(format.name) needs \(program.name): apt install \(program.package)")
  }

  @Test func `error messages name the program and its package`() {
    let video = DecoderProgramError.missing(format: "MP4", program: .ffmpeg)
    expect(video.description, equals: "MP4 needs ffmpeg: apt install ffmpeg")
    expect(
      DecoderProgramError.missing(format: "SVG", program: .rsvgConvert).description,
      equals: "SVG needs rsvg-convert: apt install librsvg2-bin")
    expect(LoadError.program(.timedOut(.ffmpeg, .seconds(20))).description, equals: "ffmpeg took longer than 20 s")
  }

  @Test func `a program's picture is scaled in linear light`() throws {
    try fakes.program("ffmpeg", #"printf 'P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n\000\377'"#)
    let picture = try programs.picture(red, size: PixelSize(width: 1, height: 1))
    expect(picture.naturalSize, equals: PixelSize(width: 2, height: 1))
    expect(picture.bitmap.pixels, equals: [SIMD4(32_768, 32_768, 32_768, .max)])
  }

  @Test(arguments: [
    (#"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n\001"#, [255, 255, 255, 255]),
    (#"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 255\nENDHDR\n\144\200"#, [100, 100, 100, 128]),
    (#"P7\nHEIGHT 1\nWIDTH 1\n# a comment\nDEPTH 3\nMAXVAL 255\nENDHDR\n\001\002\003"#, [1, 2, 3, 255]),
    (#"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 65535\nENDHDR\n\144\144\001\001\377\377\200\200"#, [100, 1, 255, 128]),
    (#"P6\n# a comment\n1 1\n255\n\011\012\013"#, [9, 10, 11, 255]),
    (#"P5 1 1 15\n\017"#, [255, 255, 255, 255]),
  ])
  func `every Netpbm sample layout is read`(answer: String, samples: [Int]) throws {
    try fakes.program("ffmpeg", "printf '\(answer)'")
    let bitmap = try programs.picture(red).bitmap
    expect(bitmap.encoded.map(Int.init), equals: samples)
    expect(bitmap.isOpaque, equals: samples[3] == 255)
  }

  @Test func `a failing program's message is reported without its control characters`() throws {
    try fakes.program("ffmpeg", #"printf '[bmp @ 0x5581] file:/dev/stdin: bad \033[31mheader\n' >&2; exit 1"#)
    expect(failure { _ = try programs.picture(red) }, equals: "ffmpeg could not read this PNM: bad \u{FFFD}[31mheader")
  }

  @Test func `the line of a program's message that names the problem is reported`() throws {
    try fakes.program("ffmpeg", "printf '[bmp @ 0x1] not enough data\\nConversion failed!\\n' >&2; exit 1")
    expect(failure { _ = try programs.picture(red) }, equals: "ffmpeg could not read this PNM: not enough data")
    let fakes = FakePrograms()
    try fakes.program("convert", "printf 'convert: improper header\\nconvert: no images defined\\n' >&2; exit 1")
    let magick = DecoderPrograms(finder: fakes.finder)
    expect(failure { _ = try magick.picture(red) }, equals: "ImageMagick could not read this PNM: improper header")
  }

  @Test func `a program's long message is truncated`() throws {
    try fakes.program("ffmpeg", "head -c 3000 /dev/zero | tr '\\0' x >&2; exit 1")
    let message = failure { _ = try programs.picture(red) }
    expect(message, equals: "ffmpeg could not read this PNM: " + String(repeating: "x", count: 120) + "…")
  }

  @Test func `a program that is killed without a message is reported with its signal`() throws {
    try fakes.program("ffmpeg", "kill -11 $$")
    expect(failure { _ = try programs.picture(red) }, equals: "ffmpeg could not read this PNM: ended by signal 11")
  }

  @Test(arguments: [
    "", "P6 1 1 255", "P6 2 2 255\\nabc", "P7\\nWIDTH 1\\n", "hello", "P6 0 1 255\\nabc", "P6 1 1 99999\\nabc",
  ])
  func `incomplete or invalid output from a program is an error`(answer: String) throws {
    try fakes.program("ffmpeg", "printf '\(answer)'")
    expect(failure { _ = try programs.picture(red) }, equals: "ffmpeg could not read this PNM")
  }

  @Test func `a complete picture is used even if its program fails afterwards`() throws {
    try fakes.program("ffmpeg", #"printf 'P6 1 1 255\n\000\000\377'; echo alas >&2; exit 1"#)
    try expect(programs.picture(red).bitmap.pixels, equals: [Samples.blue])
  }

  @Test func `if one program fails, the next is tried; if all fail, the first error is reported`() throws {
    try fakes.program("ffmpeg", "echo first >&2; exit 1")
    try fakes.program("convert", "cat")
    try expect(programs.picture(red).bitmap.pixels, equals: [Samples.red])
    try fakes.program("magick", "echo second >&2; exit 1")
    expect(failure { _ = try programs.picture(red) }, equals: "ffmpeg could not read this PNM: first")
  }

  @Test func `ImageMagick's temporary folder is private and is removed afterwards`() throws {
    try fakes.program("convert", #"stat -c '%a' "$MAGICK_TMPDIR" >&2; exit 1"#)
    let message = try #require(failure { _ = try programs.picture(red) })
    expect(message, equals: "ImageMagick could not read this PNM: 700")
    // Written with colons, since the path itself would not be shown.
    try fakes.program("magick", #"echo a > "$MAGICK_TMPDIR/a"; echo "$MAGICK_TMPDIR" | tr / : >&2; exit 1"#)
    let folder = try #require(failure { _ = try programs.picture(red) }?.split(separator: " ").last)
    let base = String(decoding: PrivateFolder.base.bytes, as: UTF8.self)
    #expect(folder.hasPrefix("\(base.replacing("/", with: ":")):tui-"))
    expect(PathKind(of: Path(String(folder.replacing(":", with: "/")))), equals: .unreachable(ENOENT))
  }

  @Test(arguments: [
    ("cannot open `$MAGICK_TMPDIR/magick-a1': No such file", "cannot open a temporary file: No such file"),
    ("exhausted '$MAGICK_TMPDIR/magick-a1' @ error", "exhausted a temporary file @ error"),
    ("$MAGICK_TMPDIR/a: bad", "a temporary file: bad"), ("in $MAGICK_TMPDIR", "in a temporary file"),
  ])
  func `a program's message does not show the path of its temporary folder`(said: String, shown: String) throws {
    try fakes.program("convert", "cat >&2 <<.\n\(said.replacing("`", with: "\\`"))\n.\nexit 1")
    expect(failure { _ = try programs.picture(red) }, equals: "ImageMagick could not read this PNM: \(shown)")
  }

  @Test func `decoders are isolated unless that is switched off`() throws {
    fakes.folder.file("secret", Array("secret".utf8))
    try fakes.program("ffmpeg", #"cat "${0%/*}/secret" >&2; exit 1"#)
    let isolated = try #require(failure { _ = try programs.picture(red) })
    #expect(isolated.hasSuffix("Permission denied"))
    let free = DecoderPrograms(finder: fakes.finder, isolation: .off)
    expect(failure { _ = try free.picture(red) }, equals: "ffmpeg could not read this PNM: secret")
  }

  @Test func `a program that times out is ended, and no other program is tried`() throws {
    try fakes.program("ffmpeg", "exec sleep 1000")
    try fakes.program("convert", "cat /dev/stdin")
    let hasty = DecoderPrograms(finder: fakes.finder, timeLimit: .milliseconds(100))
    #expect(throws: ExternalDecodeError.program(.timedOut(.ffmpeg, .milliseconds(100)))) { try hasty.picture(red) }
  }

  @Test func `a declared size beyond the limits is refused before its rows arrive`() throws {
    try fakes.program("ffmpeg", #"printf 'P6 60000 60000 255\n'; exec cat /dev/zero"#)
    let size = PixelSize(width: 60_000, height: 60_000)
    #expect(throws: ExternalDecodeError.image(.tooLarge(size, limit: 200_000_000))) { try programs.picture(red) }
  }

  @Test(arguments: ["a b", "-x", "$(id)", "`id`", "a\nb", "*", "'", "\"", "http:", "concat:a|b", "%03d", "pipe:1"])
  func `file names never reach a program`(name: String) throws {
    try fakes.program("ffmpeg", #"printf '%s' "$*" | grep -qF .ppm && exit 1; exec cat"#)
    fakes.folder.file("\(name).ppm", red)
    let picture = try PictureLoader(programs: programs).load(key(fakes.folder("\(name).ppm"), shape(1, 1)))
    expect(picture.bitmap.pixels, equals: [Samples.red])
  }

  @Test func `the loader uses programs only for formats that it does not decode itself`() throws {
    try fakes.program("ffmpeg", "cat")
    let loader = PictureLoader(programs: programs)
    let folder = fakes.folder
    folder.file("a.jpg", red, modified: 5)
    let picture = try loader.load(key(folder("a.jpg"), shape(4, 4, across: 2, down: 1)))
    expect(picture.format, equals: "PNM")
    expect(picture.modificationTime, equals: 5)
    expect(picture.grid, equals: PixelSize(width: 4, height: 4))
    expect(picture.naturalSize, equals: PixelSize(width: 1, height: 1))
    expect(picture.bitmap, equals: .solid(Samples.red, size: PixelSize(width: 8, height: 4)))
    let exact = try loader.load(key(folder("a.jpg"), shape(1, 1, across: 2, down: 3)))
    expect(exact.bitmap, equals: .solid(Samples.red, size: PixelSize(width: 2, height: 3)))
    folder.file("b.jpg", Array("no picture".utf8))
    #expect(throws: LoadError.image(.notAPicture)) { try loader.load(key(folder("b.jpg"), shape(1, 1))) }
    folder.file("c.png", Array(Samples.png.dropLast(34)))
    #expect(throws: LoadError.self) { try loader.load(key(folder("c.png"), shape(1, 1))) }
    #expect(throws: LoadError.file(.noSuchFile)) { try loader.load(key(folder("d.ppm"), shape(1, 1))) }
  }

  @Test func `the file size limit applies to stills but not to videos`() throws {
    try fakes.program("ffmpeg", #"printf 'P6 1 1 255\n\377\000\000'"#)
    let loader = PictureLoader(limits: DecodingLimits(maxFileBytes: 1000), programs: programs)
    fakes.folder.sparseFile("a.mpg", [0, 0, 1, 0xBA], length: 5000)
    fakes.folder.sparseFile("a.ppm", red, length: 5000)
    try expect(loader.load(key(fakes.folder("a.mpg"), shape(1, 1))).format, equals: "MPEG")
    #expect(throws: LoadError.file(.tooLarge(limit: 1000))) {
      try loader.load(key(fakes.folder("a.ppm"), shape(1, 1)))
    }
  }

  @Test func `files of external formats are recognized as pictures by their extension`() {
    for name in ["a.avif", "a.HEIC", "a.jxl", "a.CR3", "a.dng", "a.tif", "a.svg", "a.mp4", "a.webm"] {
      #expect(PictureNames.isPicture(Array(name.utf8)), "\(name)")
    }
  }

  private func key(_ path: Path, _ shape: PictureShape) -> PictureKey {
    PictureKey(location: .file(path), shape: shape)
  }
}
