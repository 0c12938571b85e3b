import Bitmaps
import CWebP
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Imaging

/// Lossy pictures that are decoded in two threads: those of at least 512 pixels' width.
struct WideWebPTests {
  private static let size = PixelSize(width: 520, height: 201)

  @Test func `several wide pictures at a time are each decoded like one alone`() throws {
    let files = try (1...4).map { try Self.file(seed: UInt64($0)) }
    let alone = try files.map { try EncodedImage($0).decode(scaledTo: PixelSize(width: 100, height: 50)) }
    let equal = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let together = try? EncodedImage(files[number % 4]).decode(scaledTo: PixelSize(width: 100, height: 50))
      if together == alone[number % 4] { equal.add(1, ordering: .relaxed) }
    }
    expect(equal.load(ordering: .relaxed), equals: 16)
  }

  @Test func `of a truncated wide picture, the available rows are those of the whole one`() throws {
    let file = try Self.file(seed: 2)
    let whole = try EncodedImage(file).picture(scaledTo: Self.size)
    expect(whole.defect, equals: nil)
    let part = try EncodedImage(Array(file[..<(file.count * 2 / 3)])).picture(scaledTo: Self.size)
    expect(part.defect, equals: .truncated)
    let isMissing = { (row: Int) in part.bitmap.pixels[row * Self.size.width] == DecodedPicture.missing }
    let count = try #require((0..<Self.size.height).first(where: isMissing))
    #expect(100..<Self.size.height ~= count)
    expect(
      part.bitmap.pixels.prefix(count * Self.size.width), equals: whole.bitmap.pixels.prefix(count * Self.size.width))
  }

  @Test func `of a truncated picture, a region has the rows that are available`() throws {
    let file = try Self.file(seed: 3)
    let image = try EncodedImage(Array(file[..<(file.count * 2 / 3)]))
    let whole = try image.picture(scaledTo: Self.size).bitmap
    for (rows, defect) in [(0..<40, nil), (60..<200, .truncated), (190..<201, .truncated)]
      as [(Range<Int>, PictureDefect?)]
    {
      let area = PixelRect(x: 31, y: rows.lowerBound, width: 400, height: rows.count)
      let region = try image.picture(of: #require(ScaledRegion(area, of: Self.size)))
      expect(region.defect, equals: defect, "\(rows)")
      let expected = rows.flatMap { whole.pixels[$0 * Self.size.width + 31..<$0 * Self.size.width + 431] }
      expect(region.bitmap.pixels, equals: expected, "\(rows)")
    }
  }

  /// A picture of waves and noise.
  private static func file(seed: UInt64) throws -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let samples = (0..<size.width * size.height).flatMap { index -> [UInt8] in
      let (x, y) = (index % size.width, index / size.width)
      let noise = UInt8.random(in: 0..<24, using: &random)
      return [UInt8(x * y / 97 & 127) + noise, UInt8((x + y) / 5 & 127) + noise, UInt8(x / 3 & 127) + noise]
    }
    return try file(of: samples, width: size.width, height: size.height, quality: 80)
  }

  /// A lossy picture.
  static func file(of samples: [UInt8], width: Int, height: Int, quality: Float) throws -> [UInt8] {
    var memory: UnsafeMutablePointer<UInt8>?
    let count = unsafe WebPEncodeRGB(samples, Int32(width), Int32(height), Int32(width * 3), quality, &memory)
    defer { unsafe WebPFree(memory) }
    try #require(count > 0)
    return unsafe Array(UnsafeBufferPointer(start: memory, count: count))
  }
}
