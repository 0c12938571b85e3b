import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// The limit on pixels, which depends on whether a picture is decoded row by row.
struct StreamedPixelsTests {
  /// A gray baseline JPEG whose blocks take two bits each, the least possible.
  private func densestJPEG(width: Int, height: Int, missing: Int = 0, marker: UInt8 = 0xC0) -> [UInt8] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }
    let frame: [UInt8] = [
      8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0,
    ]
    // Tables with one code of one bit: no difference, or the end of the block.
    let table = [UInt8(1)] + Array(repeating: 0, count: 15) + [0]
    let head =
      [0xFF, 0xD8] + segment(0xDB, [0] + Array(repeating: 1, count: 64)) + segment(marker, frame)
      + segment(0xC4, [0] + table) + segment(0xC4, [0x10] + table)
    let scan = segment(0xDA, marker == 0xC2 ? [1, 1, 0, 0, 0, 0] : [1, 1, 0, 0, 63, 0])
    let blocks = (width + 7) / 8 * ((height + 7) / 8)
    return head + scan + Array(repeating: 0, count: (blocks + 3) / 4 - missing) + [0xFF, 0xD9]
  }

  @Test func `a JPEG of 280 million pixels is decoded in a few megabytes`() throws {
    let image = try EncodedImage(densestJPEG(width: 20_000, height: 14_000))
    let target = PixelSize(width: 20, height: 14)
    #expect(image.decodingBytes(scaledTo: target) < 60 << 20)
    let picture = try image.picture(scaledTo: target)
    expect(picture.defect, equals: nil)
    let gray = SRGB.linear16(128)
    expect(picture.bitmap, equals: .solid(SIMD4(gray, gray, gray, .max), size: target))
  }

  @Test func `a JPEG that declares more pixels than its bytes can hold is refused`() {
    let size = PixelSize(width: 20_000, height: 14_000)
    let bytes = densestJPEG(width: 20_000, height: 14_000, missing: 2000)
    let limit = bytes.count * 256
    #expect(throws: ImageError.tooLarge(size, limit: limit)) { try EncodedImage(bytes) }
    // A progressive one is held whole.
    #expect(throws: ImageError.tooLarge(size, limit: 200_000_000)) {
      try EncodedImage(densestJPEG(width: 20_000, height: 14_000, marker: 0xC2))
    }
  }

  @Test func `a limit on pixels that is set applies to all pictures`() {
    let size = PixelSize(width: 20_000, height: 14_000)
    let limits = DecodingLimits(maxPixels: 200_000_000)
    #expect(throws: ImageError.tooLarge(size, limit: 200_000_000)) {
      try EncodedImage(densestJPEG(width: 20_000, height: 14_000), limits: limits)
    }
    let more = DecodingLimits(maxPixels: 300_000_000)
    #expect(throws: Never.self) {
      try EncodedImage(densestJPEG(width: 20_000, height: 14_000, marker: 0xC2), limits: more)
    }
  }

  @Test func `the beginning of a file is checked with the size of the whole file`() {
    let bytes = densestJPEG(width: 20_000, height: 14_000)
    #expect(throws: Never.self) { try EncodedImage(Array(bytes.prefix(65_536)), fileBytes: bytes.count) }
    #expect(throws: ImageError.self) { try EncodedImage(Array(bytes.prefix(65_536))) }
  }

  @Test(arguments: [false, true])
  func `a PNG of 280 million pixels is decoded unless it is interlaced`(isInterlaced: Bool) throws {
    let (width, height) = (20_000, 14_000)
    // An interlaced one is refused for its header.
    let rows = [UInt8](repeating: 0, count: isInterlaced ? 0 : (width / 8 + 1) * height)
    let writer = PNGWriter(
      width: width, height: height, depth: 1, colorType: 0, interlaced: isInterlaced, filtered: rows)
    guard !isInterlaced else {
      #expect(throws: ImageError.tooLarge(PixelSize(width: width, height: height), limit: 200_000_000)) {
        try EncodedImage(writer.bytes)
      }
      return
    }
    let target = PixelSize(width: 20, height: 14)
    let picture = try EncodedImage(writer.bytes).picture(scaledTo: target)
    expect(picture, equals: DecodedPicture(.solid(SIMD4(0, 0, 0, .max), size: target)))
  }

  @Test func `GIFs and WebPs may be as large as their bytes and sides allow`() {
    expect(GIFHeader.streamedPixels(isInterlaced: false, inFileOf: 120_000), equals: 307_200_000)
    expect(GIFHeader.streamedPixels(isInterlaced: true, inFileOf: 120_000), equals: 0)
    expect(GIFHeader.streamedPixels(isInterlaced: false, inFileOf: .max), equals: .max)
    let size = PixelSize(width: 16_000, height: 14_000)
    #expect(throws: Never.self) { try EncodedImage(WebPHeads.lossy(size)) }
    // libwebp holds all of a lossless one.
    #expect(throws: ImageError.tooLarge(size, limit: 200_000_000)) { try EncodedImage(WebPHeads.lossless(size)) }
  }
}
