import Bitmaps
import CWebP
import TestSupport
import Testing

@testable import Imaging

/// The decoder of lossy pictures that are scaled down, which must decode the pixels that libwebp does without its filter.
@Suite struct VP8DecoderTests {
  private static let deadline = DecodeDeadline(ContinuousClock(), limit: .seconds(600))

  /// The samples of three planes.
  private struct Planes: Equatable {
    var luma: [UInt8]
    var blue: [UInt8]
    var red: [UInt8]
  }

  /// A file whose size, content and ways of encoding are random.
  private static func file(_ dice: inout SplitMix64) throws -> [UInt8] {
    let (width, height) = (Int.random(in: 4...150, using: &dice), Int.random(in: 4...150, using: &dice))
    let (noise, wave) = (Int.random(in: 0...4, using: &dice) * 30, Int.random(in: 1...60, using: &dice))
    var samples: [UInt8] = []
    for index in 0..<width * height {
      let (x, y) = (index % width, index / width)
      for channel in 1...3 {
        let random = noise == 0 ? 0 : Int.random(in: 0...noise, using: &dice)
        samples.append(UInt8((x * channel + y * 3) * 200 / wave % 256 / 2 + random))
      }
    }
    return try LibWebPCodec.lossy(samples, width: width) { config in
      config.quality = Float.random(in: 0...100, using: &dice)
      config.method = Int32.random(in: 0...6, using: &dice)
      config.segments = Int32.random(in: 1...4, using: &dice)
      config.partitions = Int32.random(in: 0...3, using: &dice)
      config.sns_strength = Int32.random(in: 0...100, using: &dice)
    }
  }

  /// The averages that the decoder finds in a file; nil if it leaves the file to libwebp.
  private static func averages(_ file: [UInt8], _ target: PixelSize, of size: PixelSize) throws -> Planes? {
    guard let frame = WebPHeader.content(of: .lossy, in: file),
      let decoder = VP8Decoder(file, frame: frame, size: size, scaledTo: target, decodesSmall: true)
    else { return nil }
    let averages = try decoder.averages(deadline)
    expect(averages.finished, equals: target.height)
    return Planes(luma: averages.luma.samples, blue: averages.blue.samples, red: averages.red.samples)
  }

  /// Those of the planes that libwebp decodes.
  private static func averages(of planes: LibWebPCodec.Planes, _ target: PixelSize) -> Planes {
    func averages(_ plane: [UInt8], _ size: PixelSize) -> [UInt8] {
      var averages = PlaneAverages(of: size, in: target)
      unsafe plane.withUnsafeBufferPointer { plane in
        guard let start = plane.baseAddress else { return }
        for row in 0..<size.height { unsafe averages.push(start + row * size.width) }
      }
      return averages.samples
    }
    let chroma = PixelSize(width: (planes.size.width + 1) / 2, height: (planes.size.height + 1) / 2)
    return Planes(
      luma: averages(planes.luma, planes.size), blue: averages(planes.blue, chroma), red: averages(planes.red, chroma))
  }

  /// A quarter of a size.
  private static func quarter(_ size: PixelSize) -> PixelSize {
    PixelSize(width: max(1, size.width / 4), height: max(1, size.height / 4))
  }

  @Test func `random pictures are decoded exactly, as by libwebp`() throws {
    var dice = SplitMix64(seed: 17)
    for round in 0..<Rounds.count(1000) {
      let file = try Self.file(&dice)
      let planes = try #require(LibWebPCodec.planes(file))
      let target = Self.quarter(planes.size)
      let averages = try #require(try Self.averages(file, target, of: planes.size), "round \(round)")
      try #require(averages == Self.averages(of: planes, target), "round \(round), \(planes.size)")
    }
  }

  @Test func `damaged and truncated pictures are refused, or decoded as by libwebp`() throws {
    var dice = SplitMix64(seed: 18)
    var (refused, decoded, different) = (0, 0, 0)
    for _ in 0..<Rounds.count(2000) {
      var file = try Self.file(&dice)
      let size = try LibWebP.features(file[...]).size
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        // Not the file's header.
        file[Int.random(in: 20..<file.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      if Int.random(in: 0..<4, using: &dice) == 0 { file.removeLast(Int.random(in: 0..<file.count - 20, using: &dice)) }
      let target = Self.quarter(size)
      guard let averages = try? Self.averages(file, target, of: size) else {
        refused += 1
        continue
      }
      decoded += 1
      // libwebp may find that the partitions end too soon, a byte earlier than we do.
      guard let planes = LibWebPCodec.planes(file) else { continue }
      if averages != Self.averages(of: planes, target) { different += 1 }
    }
    #expect(refused > 0 && decoded > 0)
    // Sums that exceed 16 bits, which no encoder writes, are not defined.
    #expect(different * 20 < decoded, "\(different) of \(decoded)")
  }

  @Test func `a large picture is decoded as by libwebp, but for rounding`() throws {
    var dice = SplitMix64(seed: 19)
    let width = 700
    let samples = (0..<width * 500).flatMap { index -> [UInt8] in
      let (x, y) = (index % width, index / width)
      return (0..<3).map { UInt8((x + y * $0) / 9 % 128 + Int.random(in: 0...100, using: &dice)) }
    }
    let file = try LibWebPCodec.lossy(samples, width: width) { $0.quality = 90 }
    #expect(file.count > VP8Decoder.minimumBytes)
    let features = try LibWebP.features(file[...])
    let target = PixelSize(width: 100, height: 71)
    var (ours, theirs): ([SIMD4<UInt8>], [SIMD4<UInt8>]) = ([], [])
    let picture = WebPPicture(file, file.indices, features: features)
    expect(try picture.lossyRows(size: target, into: &ours, Self.deadline), equals: target.height)
    try LibWebP.decode(file[...], features: features, size: target, into: &theirs)
    #expect(ours != theirs, "the decoder was used")
    expect(ours.count, equals: theirs.count)
    for (one, other) in zip(ours, theirs) {
      let differences = (0..<4).map { abs(Int(one[$0]) - Int(other[$0])) }
      try #require(differences.allSatisfy { $0 <= 3 }, "\(one) \(other)")
    }
    // What is missing is left to libwebp.
    let part = WebPPicture(Array(file[..<(file.count / 2)]), 0..<file.count / 2, features: features)
    #expect(1..<target.height ~= (try part.lossyRows(size: target, into: &ours, Self.deadline)))
  }

  @Test func `small frames, large targets and frames of another size are left to libwebp`() throws {
    var dice = SplitMix64(seed: 20)
    let file = try Self.file(&dice)
    let (size, frame) = (try LibWebP.features(file[...]).size, try #require(WebPHeader.content(of: .lossy, in: file)))
    func isDecoded(_ size: PixelSize, _ target: PixelSize, decodesSmall: Bool = true) -> Bool {
      VP8Decoder(file, frame: frame, size: size, scaledTo: target, decodesSmall: decodesSmall) != nil
    }
    #expect(isDecoded(size, Self.quarter(size)))
    #expect(!isDecoded(size, Self.quarter(size), decodesSmall: false))
    #expect(!isDecoded(size, PixelSize(width: size.width / 4 + 1, height: 1)))
    #expect(!isDecoded(PixelSize(width: size.width + 1, height: size.height), PixelSize(width: 1, height: 1)))
  }
}
