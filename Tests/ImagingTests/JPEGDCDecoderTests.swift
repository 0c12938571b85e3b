import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// Decoding a JPEG at one eighth of its size from its blocks' DC coefficients alone.
struct JPEGDCDecoderTests {
  static let plain = [
    "good/jpeg-420.jpg", "good/jpeg-422-restart.jpg", "good/jpeg-440.jpg", "good/jpeg-gray.jpg",
  ]

  private func means(of bytes: [UInt8]) throws -> [UInt8]? {
    try JPEGDCDecoder(bytes, header: JPEGHeader(bytes))?.decode()
  }

  /// The greatest and the mean difference between the samples of complete blocks and the block means of djpeg's output
  /// without chroma smoothing.
  private func differences(_ samples: [UInt8], _ file: String, size: PixelSize, channels: Int) throws -> (
    maximum: Double, mean: Double
  ) {
    let output = try #require(Program.djpeg).output(["-pnm", "-nosmooth", file])
    let pixels = Array(output.suffix(size.width * size.height * channels))
    var (maximum, sum, count) = (0.0, 0.0, 0.0)
    for y in 0..<size.height / 8 {
      for x in 0..<size.width / 8 {
        for channel in 0..<channels {
          let total = (0..<64).reduce(0) { total, index in
            let (row, column) = (y * 8 + index / 8, x * 8 + index % 8)
            return total + Int(pixels[(row * size.width + column) * channels + channel])
          }
          let sample = samples[(y * ((size.width + 7) / 8) + x) * channels + channel]
          let difference = abs(Double(total) / 64 - Double(sample))
          (maximum, sum, count) = (max(maximum, difference), sum + difference, count + 1)
        }
      }
    }
    return (maximum, sum / count)
  }

  @Test(
    .enabled(if: Program.djpeg != nil, "djpeg is not installed (libjpeg-turbo-progs)"), arguments: plain)
  func `DC samples are the means of the full picture's blocks`(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let samples = try #require(try means(of: bytes))
    let channels = name.contains("gray") ? 1 : 3
    try #require(samples.count == 6 * 4 * channels)
    let (maximum, mean) = try differences(
      samples, Fixtures.path(name), size: PixelSize(width: 45, height: 31), channels: channels)
    // djpeg clamps colors outside RGB before the mean is taken, which changes it.
    #expect(maximum < 6 && mean < 1.2, "\(maximum), \(mean)")
  }

  @Test(.enabled(if: Program("cjpeg") != nil, "cjpeg is not installed (libjpeg-turbo-progs)"))
  func `DC samples without chroma subsampling equal libjpeg's exactly`() throws {
    let folder = try ScratchFolder()
    var random = SplitMix64(seed: 6)
    let pixels: [UInt8] = (0..<96 * 64 * 3).map { index in
      let slope = index / 3 % 96 * (1 + index % 3) & 127
      return UInt8(slope) + UInt8.random(in: 0...127, using: &random)
    }
    let source = try folder.write(Array("P6 96 64 255\n".utf8) + pixels, as: "noise.ppm")
    let file = "\(folder.path)/noise.jpg"
    _ = try #require(Program("cjpeg")).output(["-quality", "92", "-sample", "1x1", "-outfile", file, source])
    let bytes = try contents(file)
    let (expected, outcome) = TurboJPEG.decode(bytes, size: PixelSize(width: 12, height: 8), layout: .rgb)
    expect(outcome, equals: .complete)
    try expect(means(of: bytes), equals: expected)
  }

  @Test(arguments: Fixtures.jpegs.filter { !plain.contains($0) })
  func `unsupported JPEGs are left to libjpeg`(name: String) throws {
    try expect(means(of: Fixtures.bytes(name)), equals: nil)
  }

  @Test(arguments: plain) func `a scan truncated at any byte is left to libjpeg`(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for count in stride(from: 2, to: bytes.count - 1, by: 29) {
      let cut = Array(bytes[..<count])
      guard let header = try? JPEGHeader(cut) else { continue }
      expect(JPEGDCDecoder(cut, header: header)?.decode(), equals: nil, "\(count) bytes")
    }
  }

  @Test(arguments: plain) func `a file with changed bytes yields samples of the right size or none`(
    name: String
  ) throws {
    let bytes = try Fixtures.bytes(name)
    var random = SplitMix64(seed: 17)
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let header = try? JPEGHeader(changed), header.size.width * header.size.height < 1 << 20,
        let samples = JPEGDCDecoder(changed, header: header)?.decode()
      else { continue }
      let size = DCTScale(eighths: 1).scaled(header.size)
      expect(samples.count, equals: size.width * size.height * header.frame.components.count)
    }
  }

  @Test(
    .enabled(if: Program.djpeg != nil, "djpeg is not installed (libjpeg-turbo-progs)"),
    arguments: [
      ["-sample", "1x1"], ["-sample", "2x2", "-restart", "1"], ["-sample", "2x1", "-optimize"], ["-grayscale"],
    ])
  func `DC samples of a grainy picture are the means of its blocks`(options: [String]) throws {
    let folder = try ScratchFolder()
    var random = SplitMix64(seed: 5)
    let (width, height) = (203, 105)
    let pixels: [UInt8] = (0..<width * height * 3).map { index in
      let (x, y) = (index / 3 % width, index / 3 / width)
      return UInt8(64 + (x * (1 + index % 3) / 7 + y / 5) & 63) + UInt8.random(in: 0...31, using: &random)
    }
    let source = try folder.write(Array("P6 \(width) \(height) 255\n".utf8) + pixels, as: "noise.ppm")
    let file = "\(folder.path)/noise.jpg"
    _ = try #require(Program("cjpeg")).output(["-quality", "92", "-outfile", file] + options + [source])
    let bytes = try contents(file)
    let samples = try #require(try means(of: bytes))
    let (size, channels) = (PixelSize(width: width, height: height), options == ["-grayscale"] ? 1 : 3)
    let (maximum, mean) = try differences(samples, file, size: size, channels: channels)
    // Three roundings, of which those of chroma count up to 1.8 times.
    #expect(maximum < 2.5 && mean < 0.75, "\(maximum), \(mean)")
    // libjpeg's samples at this scale are no closer.
    let (theirs, _) = TurboJPEG.decode(
      bytes, size: DCTScale(eighths: 1).scaled(size), layout: channels == 1 ? .gray : .rgb)
    let difference = try differences(theirs, file, size: size, channels: channels)
    #expect(mean <= difference.mean, "\(mean), libjpeg: \(difference)")
  }
}
