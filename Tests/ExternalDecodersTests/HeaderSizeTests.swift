import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// The sizes that files declare, read before a program starts.
struct HeaderSizeTests {
  private func size(_ bytes: [UInt8], named name: String? = nil) throws -> PixelSize? {
    let input = try ProgramInput(bytes)
    let format = try #require(ForeignFormat(head: input.head(), fileExtension: name))
    return format.declaredSize(of: input)
  }

  @Test(
    .enabled(if: has(.magick), "needs ImageMagick"),
    arguments: [
      "bmp", "bmp2", "bmp3", "tiff", "dds", "pcx", "sun", "sgi", "xwd", "psd", "tga", "ppm", "pgm", "pam", "pfm",
      "dpx", "jp2", "j2k",
    ])
  func `every format's declared size is read`(coder: String) throws {
    try expect(size(Pattern.converted(to: coder), named: coder), equals: Pattern.size)
  }

  @Test(
    .enabled(if: has(.ffmpeg), "needs ffmpeg"),
    arguments: [["-c:v", "qoi"], ["-c:v", "jpegls"], ["-c:v", "dpx"]])
  func `the declared size of files by ffmpeg is read`(options: [String]) throws {
    let input = ["-v", "error", "-f", "pam_pipe", "-i", "file:/dev/stdin"]
    let file = try output(of: .ffmpeg, input + options + ["-f", "image2pipe", "-"], input: Pattern.pam())
    try expect(size(file), equals: Pattern.size)
  }

  @Test func `a declared size beyond the limits is refused before a program starts`() throws {
    let none = DecoderPrograms(finder: ProgramFinder(searchPath: "/nowhere"))
    let size = PixelSize(width: 60_000, height: 50_000)
    #expect(throws: ExternalDecodeError.image(.tooLarge(size, limit: 200_000_000))) {
      try none.picture(Array("P6 60000 50000 255\n".utf8))
    }
  }

  @Test func `the limit on temporary files follows from the declared size`() throws {
    let fakes = FakePrograms()
    // In blocks of 512 bytes: 1 GiB for small pictures, and 16 bytes a pixel for larger ones.
    try fakes.program("convert", #"[ $(ulimit -f) = 2097152 ] && printf 'P6 1 1 255\n\377\000\000'"#)
    let programs = DecoderPrograms(finder: fakes.finder)
    let one = PixelSize(width: 1, height: 1)
    try expect(programs.picture(Array("PF\n10 10 -1\n".utf8), size: one).bitmap.pixels, equals: [Samples.red])
    try fakes.program("convert", #"[ $(ulimit -f) = 4687500 ] && printf 'P6 1 1 255\n\377\000\000'"#)
    try expect(programs.picture(Array("PF\n15000 10000 -1\n".utf8), size: one).bitmap.pixels, equals: [Samples.red])
  }
}
