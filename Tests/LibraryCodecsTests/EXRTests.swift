import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// OpenEXR as OpenImageIO reads it, and tones.
struct EXRTests {
  private let folder = TemporaryFolder()

  /// The pattern as an EXR; its samples are taken for linear light.
  private func encoded(_ options: [String], hasAlpha: Bool = false) throws -> [UInt8] {
    let png = try Pattern.converted(to: "png", hasAlpha: hasAlpha)
    return try folder.converted(
      png, from: "png", to: "exr", by: "oiiotool", ["IN", "-d", "half"] + options + ["-o", "OUT"])
  }

  @Test(arguments: [
    ["--compression", "none"], ["--compression", "zip"], ["--compression", "zips"], ["--compression", "rle"],
    ["--compression", "piz"], ["--tile", "16", "16"], ["--tile", "8", "4", "--compression", "pxr24"],
  ])
  func `linear light is decoded, in scanlines and in tiles`(options: [String]) throws {
    let expected = Pattern.bytes().map { SRGB.encoded(UInt16((Double($0) / 255 * 65_535).rounded())) }.withAlpha
    let bitmap = try decoded(encoded(options))
    expect(bitmap.isOpaque, equals: true)
    #expect(bitmap.difference(from: expected) <= 1)
  }

  @Test func `gray and alpha are decoded`() throws {
    let gray = try decoded(encoded(["--ch", "Y=R"])).encoded
    let expected = stride(from: 0, to: Pattern.bytes().count, by: 3).map { index in
      SRGB.encoded(UInt16((Double(Pattern.bytes()[index]) / 255 * 65_535).rounded()))
    }
    #expect(expected.indices.allSatisfy { abs(Int(gray[4 * $0 + 2]) - Int(expected[$0])) <= 1 })
    let alpha = try decoded(encoded([], hasAlpha: true)).encoded
    let alphas = stride(from: 3, to: Pattern.bytes(hasAlpha: true).count, by: 4).map {
      Pattern.bytes(hasAlpha: true)[$0]
    }
    #expect(alphas.indices.allSatisfy { abs(Int(alpha[4 * $0 + 3]) - Int(alphas[$0])) <= 1 })
  }

  @Test func `light brighter than white is compressed, not clipped`() throws {
    // Four pixels of 0.2, 1, 2 and 4 times white.
    let pfm = [0.2, 1, 2, 4].map { Float($0) }.flatMap { value in
      (0..<3).flatMap { _ in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
    }
    let file = try folder.converted(
      Array("PF\n4 1\n-1\n".utf8) + pfm, from: "pfm", to: "exr", by: "oiiotool", ["IN", "-d", "half", "-o", "OUT"])
    let lights = try decoded(file).pixels.map { Double($0.x) / 65_535 }
    // Calculated from the formulas in BT.2390, apart from the program.
    let expected = [0.2, 0.80936, 0.97325, 1]
    #expect(zip(lights, expected).allSatisfy { abs($0 - $1) < 0.002 }, "\(lights)")
  }

  @Test(arguments: [("R,G,B,R", "R,G,B,Z"), ("R,R,G,B", "N.x,R,G,B"), ("R,G,B,R,R,R", "R,G,B,N.x,N.y,N.z")])
  func `other channels are skipped`(channels: String, names: String) throws {
    try expect(decoded(encoded(["--ch", channels, "--chnames", names])), equals: decoded(encoded([])))
  }

  @Test func `parts with colors or luminance are pages`() throws {
    let file = try folder.converted(
      Array("P6\n1 1\n255\n".utf8) + [255, 0, 255], from: "ppm", to: "exr", by: "oiiotool",
      [
        "IN", "--ch", "R", "--chnames", "Z", "IN", "IN", "--ch", "G", "--chnames", "Y", "--siappendall", "-d", "half",
        "-o", "OUT",
      ])
    let image = try opened(file)
    expect(image.pageCount, equals: 2)
    try expect(image.decode(scaledTo: image.size).pixels[0], equals: SIMD4(.max, 0, .max, .max))
    try expect(image.page(2).decode(scaledTo: image.size).pixels[0], equals: SIMD4(0, 0, 0, .max))
  }

  @Test func `limits and missing bytes are reported`() throws {
    let file = try encoded(["--compression", "zip"])
    #expect(throws: ImageError.tooLarge(PixelSize(width: 24, height: 16), limit: 100)) {
      try opened(file, limits: DecodingLimits(maxPixels: 100))
    }
    for count in stride(from: 8, to: file.count, by: 29) {
      #expect(throws: ImageError.self) { try decoded(Array(file.prefix(count))) }
    }
  }
}
