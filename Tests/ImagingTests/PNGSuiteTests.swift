import Bitmaps
import Foundation
import Imaging
import TestSupport
import Testing

/// Willem van Schaik's PngSuite, in `Fixtures/pngsuite`.
private let suite = Fixtures.names(in: "pngsuite").filter { $0.hasSuffix(".png") }.map {
  Fixtures.path("pngsuite/\($0)")
}

private func isBroken(_ path: String) -> Bool { (path as NSString).lastPathComponent.hasPrefix("x") }

@Suite("PngSuite")
struct PNGSuiteTests {
  @Test("the suite is complete") func complete() {
    #expect(suite.count >= 175)
  }

  @Test(
    "every valid file has ImageMagick's samples, converted by its gamma",
    .enabled(if: Program.magick != nil, "ImageMagick is not installed"))
  func pixels() throws {
    let paths = suite.filter { !isBroken($0) }
    // The stored samples, without ImageMagick's conversion of gray by gAMA. The suite's gammas are not sRGB's; its
    // chromaticities are.
    let samples = try #require(Program.magick).output(
      paths + ["-set", "colorspace", "sRGB", "-depth", "16", "-endian", "MSB", "RGBA:-"])
    var start = 0
    for path in paths {
      let image = try EncodedImage(contents(path))
      expect(image.format, equals: .png)
      let end = start + image.size.width * image.size.height * 8
      try #require(end <= samples.count, "\(path)")
      let gamma = try PNGWriter(reading: contents(path)).chunks.first { $0.name == "gAMA" }?.content
      let expected = Reference(size: image.size, straight16: samples[start..<end]) { sample in
        guard let gamma else { return Reference.linear(sample) }
        return pow(sample, 100_000 / Double(gamma.reduce(0) { $0 << 8 | Int($1) }))
      }
      let bitmap = try image.decode(scaledTo: image.size)
      #expect(expected.difference(from: bitmap) <= 1, "\(path)")
      start = end
    }
    expect(start, equals: samples.count)
  }

  @Test(
    "every broken file is an error, or a defect if only a checksum is wrong",
    arguments: suite.filter(isBroken))
  func broken(path: String) throws {
    let bytes = try contents(path)
    // These concern the checksums of the IDAT chunk and of the header. That of the data themselves is right.
    if path.hasSuffix("/xcsn0g01.png") || path.hasSuffix("/xhdn0g08.png") {
      let image = try EncodedImage(bytes)
      try expect(image.picture(scaledTo: image.size).defect, equals: .checksum)
      return
    }
    #expect(throws: ImageError.self) {
      let image = try EncodedImage(bytes)
      _ = try image.decode(scaledTo: image.size)
    }
  }
}
