import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// Camera files as libraw's own program develops them.
struct RAWTests {
  private let folder = TemporaryFolder()
  /// A preview that differs from the sensor's samples.
  private func preview(_ size: String = "96x64") throws -> [UInt8] {
    try output(of: .magick, ["-size", size, "xc:red", "-quality", "95", "jpeg:-"])
  }

  @Test func `a file is recognized by its content`() throws {
    try expect(PictureFormat(beginning: DNGWriter(preview: preview()).bytes)?.name, equals: "RAW")
    expect(PictureFormat(beginning: DNGWriter(preview: []).bytes)?.name, equals: "RAW")
  }

  @Test func `a preview is shown at once, and the developed picture where it shows more`() throws {
    let image = try opened(DNGWriter(preview: preview()).bytes)
    expect(image.size, equals: PixelSize(width: 384, height: 256))
    expect(image.metadata.camera, equals: "tui camera")
    let small = try image.picture(scaledTo: PixelSize(width: 48, height: 32))
    expect(small.rendition, equals: .preview)
    #expect(small.bitmap.encoded.starts(with: [254, 0, 0]) || small.bitmap.encoded[0] > 250)
    let large = try image.picture(scaledTo: PixelSize(width: 192, height: 128))
    expect(large.rendition, equals: .developed)
    #expect(large.bitmap.encoded[1] > large.bitmap.encoded[0])
    // A preview of half the size shows as much as half-size development.
    let half = try opened(DNGWriter(preview: preview("192x128")).bytes)
    try expect(half.picture(scaledTo: half.size).rendition, equals: .preview)
    // One of another shape shows another part.
    let wide = try opened(DNGWriter(preview: preview("192x64")).bytes)
    try expect(wide.picture(scaledTo: PixelSize(width: 48, height: 32)).rendition, equals: .developed)
  }

  @Test func `a small preview serves half of its size, unless its shape or size is wrong`() throws {
    let small = try output(of: .magick, ["-size", "24x16", "xc:blue", "-quality", "90", "jpeg:-"])
    func color(_ width: Int, _ height: Int, _ target: PixelSize) throws -> [UInt8] {
      let file = try DNGWriter(preview: preview(), small: (small, width, height)).bytes
      let picture = try opened(file).picture(scaledTo: target)
      expect(picture.rendition, equals: .preview)
      return picture.bitmap.encoded.prefix(3).map { $0 > 128 ? 1 : 0 }
    }
    let target = PixelSize(width: 12, height: 8)
    try expect(color(24, 16, target), equals: [0, 0, 1])
    try expect(color(24, 16, PixelSize(width: 18, height: 12)), equals: [1, 0, 0])
    // A part of the sensor's samples has another size than their directory.
    try expect(color(30, 20, target), equals: [1, 0, 0])
  }

  @Test(arguments: [1, 6]) func `a preview may be a bitmap`(orientation: Int) throws {
    // Of the sensor's shape.
    func color(_ x: Int, _ y: Int) -> [UInt8] { [UInt8(x * 2), UInt8(y * 3), 200] }
    var samples: [UInt8] = []
    for y in 0..<64 {
      for x in 0..<96 { samples += color(x, y) }
    }
    let image = try opened(DNGWriter(preview: samples, orientation: orientation, bitmapWidth: 96).bytes)
    let stored = PixelSize(width: 96, height: 64)
    let size = orientation == 1 ? stored : PixelSize(width: 64, height: 96)
    let picture = try image.picture(scaledTo: size)
    expect(picture.rendition, equals: .preview)
    let shown = picture.bitmap.encoded
    for (x, y) in [(0, 0), (95, 0), (0, 63), (50, 20)] {
      // By a quarter turn, the first row becomes the last column.
      let index = orientation == 1 ? y * 96 + x : x * 64 + 63 - y
      expect(Array(shown[4 * index..<4 * index + 3]), equals: color(x, y))
    }
  }

  @Test func `a preview behind the end of the file leaves the picture`() throws {
    var file = try DNGWriter(preview: preview()).bytes
    let entry: [UInt8] = [17, 1, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]
    let start = try #require(file.indices.dropLast(12).first { file[$0..<$0 + 12].elementsEqual(entry) })
    file[start + 11] = 1
    let image = try opened(file)
    expect(image.size, equals: PixelSize(width: 384, height: 256))
    try expect(image.picture(scaledTo: PixelSize(width: 48, height: 32)).rendition, equals: .developed)
  }

  @Test func `half-size development matches dcraw_emu's`() throws {
    let file = try DNGWriter(preview: preview()).bytes
    folder.file("a.dng", file)
    try folder.run("dcraw_emu", ["-h", "-w", "-t", "0", "-6", "-g", "2.4", "12.92", folder.text("a.dng")])
    let ppm = try output(of: .magick, ["ppm:-", "-depth", "8", "rgba:-"], input: folder.bytes("a.dng.ppm"))
    let image = try opened(file)
    #expect(try image.decode(scaledTo: PixelSize(width: 192, height: 128)).difference(from: ppm) <= 1)
  }

  @Test(arguments: [1, 3, 6, 8]) func `preview and developed picture are turned upright once`(orientation: Int) throws {
    let image = try opened(DNGWriter(preview: preview(), orientation: orientation).bytes)
    let isTurned = orientation > 4
    expect(image.size, equals: PixelSize(width: isTurned ? 256 : 384, height: isTurned ? 384 : 256))
    // The top left corner is the brightest as it is stored.
    let bitmap = try image.decode(scaledTo: PixelSize(width: isTurned ? 128 : 192, height: isTurned ? 192 : 128))
    let corners = [0, bitmap.size.width - 1, bitmap.pixels.count - 1, bitmap.pixels.count - bitmap.size.width]
    let brightest = corners.max { bitmap.pixels[$0].y < bitmap.pixels[$1].y }
    expect(brightest, equals: [1: corners[0], 3: corners[2], 6: corners[1], 8: corners[3]][orientation])
  }

  @Test func `damaged files are refused or shown, and end no process`() throws {
    var random = SplitMix64(seed: 57)
    let file = try DNGWriter(preview: preview()).bytes
    var shown = 0
    for round in 0..<80 {
      var damaged = file
      // The directories are at the end.
      let first = round % 4 == 0 ? 0 : damaged.count - 800
      for _ in 0..<4 {
        damaged[Int.random(in: first..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let small = try? opened(damaged).picture(scaledTo: PixelSize(width: 24, height: 16))
      shown += small == nil ? 0 : 1
    }
    #expect(shown > 10)
  }

  @Test func `missing bytes are reported`() throws {
    let file = try DNGWriter(preview: preview(), missing: 60_000).bytes
    let picture = try opened(file).picture(scaledTo: PixelSize(width: 192, height: 128))
    expect(picture.defect, equals: .damaged)
    expect(picture.rendition, equals: .preview)
    #expect(throws: ImageError.self) { try decoded(Array(file.prefix(40))) }
  }
}
