import Bitmaps
import Imaging
import TestSupport
import Testing

/// Decoding must end and give a picture; any colors are accepted.
@Suite("Bad ICC profiles")
struct BadProfileTests {
  private static let profiles: [@Sendable () throws -> [UInt8]] = [
    { try Profiles.rgb(Profiles.displayP3, parametric: Profiles.sRGBCurve) },
    { try Profiles.rgb(Profiles.adobeRGB, gamma: 2.2, version: 2.1) },
    { try Profiles.rgb(table: (0..<20).map { UInt16($0 * 3000) }, version: 2.1) },
    { try Profiles.gray(gamma: 2.2) }, { try Profiles.table(isCMYK: false) }, { try Profiles.table(isCMYK: true) },
  ]

  /// Pictures that take a profile, at least one for each path of color conversion.
  private struct Pictures {
    /// The index of the JPEG that the profile fits.
    var kind = 0
    let jpegs = try? ["good/jpeg-420.jpg", "good/jpeg-gray.jpg", "good/jpeg-cmyk.jpg"].map(Fixtures.bytes)
    let moving = try? MovingPictures()
    /// The number of profiles shown so far. Only every 50th is shown in a 16-bit picture, because their long tables are
    /// slow.
    var count = 0

    /// Decodes pictures with the profile, and checks them.
    mutating func show(_ profile: [UInt8]) throws {
      let target = PixelSize(width: 3, height: 2)
      count += 1
      // Every eighth time, any of the JPEGs: the profile may not fit it.
      let jpeg = try #require(jpegs)[count % 8 == 0 ? count / 8 % 3 : kind]
      let photo = try EncodedImage(inserting(profile: profile, into: jpeg)).decode(scaledTo: target)
      #expect(photo.isOpaque && photo.size == target)
      let (colorType, depth, bytes): (UInt8, UInt8, Int) =
        count % 50 == 0 ? (2, 16, 6) : count % 2 == 0 ? (6, 8, 4) : (3, 8, 1)
      var png = PNGWriter(
        width: 2, height: 1, depth: depth, colorType: colorType, filtered: [0] + (0..<2 * bytes).map { UInt8($0 * 20) })
      if colorType == 3 { png.insert("PLTE", Array(0..<90), before: "IDAT") }
      png.insert("iCCP", PNGProfiles.chunk(profile), before: colorType == 3 ? "PLTE" : "IDAT")
      let bitmap = try EncodedImage(png.bytes).decode(scaledTo: target)
      #expect(bitmap.pixels.allSatisfy { $0.x <= $0.w && $0.y <= $0.w && $0.z <= $0.w })
      // Three times out of nine, an animation: all its frames are decoded, whatever the profile.
      if count % 9 < 3 {
        let frames = try play(EncodedImage(#require(moving).all(profile: profile)[count % 9]), scaledTo: target)
        expect(frames.count, equals: [8, 2, 2][count % 9])
      }
    }
  }

  @Test("a picture is decoded despite changed bytes in its profile", arguments: profiles.indices) func head(index: Int)
    throws
  {
    let sound = try Self.profiles[index]()
    var pictures = Pictures(kind: [0, 0, 0, 1, 0, 2][index])
    var random = SplitMix64(seed: UInt64(46 + index))
    for round in 0..<Rounds.count(index < 4 ? 300 : 60) {
      var bytes = sound
      // The first bytes matter most.
      let end = round % 2 == 0 ? min(sound.count, 400) : sound.count
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try pictures.show(bytes)
    }
  }

  @Test("a picture is decoded despite extreme numbers in its profile's directory", arguments: profiles.indices)
  func numbers(index: Int) throws {
    let sound = try Self.profiles[index]()
    var pictures = Pictures(kind: [0, 0, 0, 1, 0, 2][index])
    for offset in stride(from: 0, to: 300, by: 4).prefix(Rounds.count(75)) {
      for number in [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x8000_0000, UInt32(sound.count)] as [UInt32] {
        // Only every fifth of them with table profiles, which are slow.
        if index > 3, (offset / 4 + Int(number & 7)) % 5 != 0 { continue }
        var bytes = sound
        bytes.replaceSubrange(offset..<offset + 4, with: PNGWriter.bigEndian(number))
        try pictures.show(bytes)
      }
    }
  }

  @Test("a picture is decoded despite a truncated profile", arguments: profiles.indices) func truncated(index: Int)
    throws
  {
    let sound = try Self.profiles[index]()
    var pictures = Pictures(kind: [0, 0, 0, 1, 0, 2][index])
    for count in stride(from: 0, to: sound.count, by: max(sound.count / 40, 1)) {
      try pictures.show(Array(sound[..<count]))
    }
  }

  @Test("a picture is decoded despite a profile of random bytes") func random() throws {
    var pictures = Pictures()
    var random = SplitMix64(seed: 47)
    for count in [0, 1, 127, 128, 132, 300, 2000, 60_000] {
      try pictures.show((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  @Test("a profile of many megabytes is ignored in a JPEG and in a PNG") func huge() throws {
    let sound = try Profiles.rgb(gamma: 1)
    let size = PixelSize(width: 2, height: 1)
    var plain = PNGWriter(width: 2, height: 1, depth: 8, colorType: 0, filtered: [0, 90, 91])
    let expected = try EncodedImage(plain.bytes).decode(scaledTo: size)
    let count = 5 << 20
    plain.insert(
      "iCCP", PNGProfiles.chunk(PNGWriter.bigEndian(UInt32(count)) + sound[4...] + [UInt8](repeating: 0, count: count)),
      before: "IDAT")
    try expect(EncodedImage(plain.bytes).decode(scaledTo: size), equals: expected)
    let jpeg = try Fixtures.bytes("good/jpeg-420.jpg")
    let bytes = inserting(profile: sound + [UInt8](repeating: 0, count: count), into: jpeg)
    try expect(EncodedImage(bytes).decode(scaledTo: size), equals: EncodedImage(jpeg).decode(scaledTo: size))
  }
}
