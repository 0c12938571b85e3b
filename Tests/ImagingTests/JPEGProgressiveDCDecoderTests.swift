import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// Decoding a progressive JPEG at one eighth of its size from its DC scans.
struct JPEGProgressiveDCDecoderTests {
  private func means(of bytes: [UInt8]) throws -> [UInt8]? {
    try JPEGProgressiveDCDecoder(bytes, header: JPEGHeader(bytes))?.decode()
  }

  /// libjpeg's output from the same scans.
  private func expected(of bytes: [UInt8]) throws -> [UInt8] {
    let header = try JPEGHeader(bytes)
    let (samples, outcome) = TurboJPEG.decode(
      try #require(JPEGScans.withoutDetail(bytes, frame: header.frame)),
      size: DCTScale(eighths: 1).scaled(header.size), layout: header.frame.components.count == 1 ? .gray : .rgb)
    try #require(outcome == .complete)
    return samples
  }

  /// A grainy picture, encoded by cjpeg.
  private func picture(_ options: [String], width: Int = 203, height: Int = 105) throws -> [UInt8] {
    let folder = try ScratchFolder()
    var random = SplitMix64(seed: 5)
    let pixels: [UInt8] = (0..<width * height * 3).map { index in
      let (x, y) = (index / 3 % width, index / 3 / width)
      return UInt8((x * (1 + index % 3) + y) & 127) + UInt8.random(in: 0...127, using: &random)
    }
    let source = try folder.write(Array("P6 \(width) \(height) 255\n".utf8) + pixels, as: "noise.ppm")
    let file = "\(folder.path)/noise.jpg"
    _ = try #require(Program("cjpeg")).output(
      ["-progressive", "-quality", "92", "-outfile", file] + options + [source])
    return try contents(file)
  }

  @Test(
    .enabled(if: Program("cjpeg") != nil, "cjpeg is not installed (libjpeg-turbo-progs)"),
    arguments: [
      ["-sample", "1x1"], ["-sample", "2x2"], ["-sample", "2x2", "-restart", "1"],
      ["-sample", "2x1", "-restart", "3B"],
      ["-sample", "1x2"], ["-grayscale"], ["-grayscale", "-restart", "7B"], ["-rgb"],
    ])
  func `DC samples equal libjpeg's for the same scans`(options: [String]) throws {
    for (width, height) in [(203, 105), (8, 8), (17, 33), (1, 1)] {
      let bytes = try picture(options, width: width, height: height)
      let samples = try means(of: bytes)
      // Colors other than YCbCr are left to libjpeg.
      guard options != ["-rgb"] else {
        expect(samples, equals: nil)
        continue
      }
      try expect(samples, equals: expected(of: bytes), "\(width)×\(height)")
    }
  }

  @Test func `DC samples of the progressive fixture equal libjpeg's`() throws {
    let bytes = try Fixtures.bytes("good/jpeg-444-progressive.jpg")
    try expect(means(of: bytes), equals: expected(of: bytes))
  }

  @Test(arguments: Fixtures.jpegs.filter { $0 != "good/jpeg-444-progressive.jpg" })
  func `unsupported JPEGs are left to libjpeg`(name: String) throws {
    try expect(means(of: Fixtures.bytes(name)), equals: nil)
  }

  @Test(.enabled(if: Program("cjpeg") != nil, "cjpeg is not installed (libjpeg-turbo-progs)"))
  func `a file truncated at any byte is left to libjpeg`() throws {
    let bytes = try picture(["-restart", "2"], width: 60, height: 40)
    for count in stride(from: 2, to: bytes.count - 1, by: 17) {
      let cut = Array(bytes[..<count])
      guard let header = try? JPEGHeader(cut) else { continue }
      expect(JPEGProgressiveDCDecoder(cut, header: header)?.decode(), equals: nil, "\(count) bytes")
    }
  }

  @Test(
    .enabled(if: Program("cjpeg") != nil, "cjpeg is not installed (libjpeg-turbo-progs)"),
    arguments: [[], ["-restart", "1"], ["-grayscale"]])
  func `a file with changed bytes yields samples of the right size or none`(options: [String]) throws {
    let bytes = try picture(options, width: 60, height: 40)
    // Changes near the first scan's header have the greatest effect.
    let scan = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    var random = SplitMix64(seed: 18)
    for round in 0..<600 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let end = round % 2 == 0 ? min(scan + 60, bytes.count) : bytes.count
        changed[Int.random(in: 2..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let header = try? JPEGHeader(changed), header.size.width * header.size.height < 1 << 20,
        let samples = JPEGProgressiveDCDecoder(changed, header: header)?.decode()
      else { continue }
      let size = DCTScale(eighths: 1).scaled(header.size)
      expect(samples.count, equals: size.width * size.height * header.frame.components.count)
    }
  }
}
