import Bitmaps
import CTurboJPEG
import Foundation
import Imaging
import TestSupport
import Testing

private let cube: [UInt8] = [0, 1, 40, 128, 200, 255].flatMap { red in
  [0, 3, 90, 160, 255].flatMap { green in [0, 20, 128, 254, 255].flatMap { [red, green, $0] } }
}

/// A row of pixels with 8 or 16 bits per sample and a profile.
private func png(
  _ samples: [UInt8], colorType: UInt8 = 2, depth: UInt8 = 8, bytes: Int = 3, profile: [UInt8]?
) -> PNGWriter {
  var writer = PNGWriter(
    width: samples.count / bytes, height: 1, depth: depth, colorType: colorType, filtered: [0] + samples)
  if let profile { writer.insert("iCCP", PNGProfiles.chunk(profile), before: "IDAT") }
  return writer
}

private func decoded(_ writer: PNGWriter) throws -> Bitmap {
  let image = try EncodedImage(writer.bytes)
  return try image.decode(scaledTo: image.size)
}

/// The greatest difference in 8-bit sRGB values, with fractions.
private func encodedDifference(_ lights: [SIMD3<Double>], _ pixels: [SIMD4<UInt16>]) -> Double {
  let encoded = { (light: Double) in light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055 }
  return zip(lights, pixels).reduce(lights.count == pixels.count ? 0 : .infinity) { maximum, pair in
    (0..<3).reduce(maximum) {
      max($0, abs(encoded(pair.0[$1]) - encoded(Double(pair.1[$1]) / 65_535)) * 255)
    }
  }
}

private func reference(_ lights: [SIMD3<Double>], size: PixelSize? = nil) -> Reference {
  Reference(size: size ?? PixelSize(width: lights.count, height: 1), pixels: lights.map { SIMD4($0, 1) })
}

private func floats(_ samples: [UInt8]) -> [Float] { samples.map { Float($0) / 255 } }

/// Profiles with primaries and curves, by name.
private let matrixProfiles: [(String, @Sendable () throws -> [UInt8])] = [
  ("Display P3", { try Profiles.rgb(Profiles.displayP3, parametric: Profiles.sRGBCurve) }),
  ("Adobe RGB", { try Profiles.rgb(Profiles.adobeRGB, gamma: 2.19921875, version: 2.1) }),
  ("ProPhoto", { try Profiles.rgb(Profiles.proPhoto, white: Profiles.d50, gamma: 1.8) }),
  ("sRGB's primaries, linear", { try Profiles.rgb(gamma: 1) }),
  ("a curve of 20 points", { try Profiles.rgb(table: (0..<20).map { UInt16($0 * $0 * 65_535 / 361) }, version: 2.1) }),
]

@Suite("ICC profiles")
struct ProfileTests {
  @Test("matrix profiles convert colors as lcms2 does", arguments: matrixProfiles.map(\.0))
  func matrix(name: String) throws {
    let profile = try #require(matrixProfiles.first { $0.0 == name }).1()
    let expected = try reference(Profiles.light(of: floats(cube), channels: 3, by: profile))
    // lcms2 computes colors in 1/65536; ours are rounded only at the end.
    #expect(expected.difference(from: try decoded(png(cube, profile: profile))) <= 12)
    let wide = cube.flatMap { [$0, $0] }
    #expect(expected.difference(from: try decoded(png(wide, depth: 16, bytes: 6, profile: profile))) <= 12)
    var palette = PNGWriter(
      width: 150, height: 1, depth: 8, colorType: 3, filtered: [0] + (0..<150).map { UInt8($0) })
    palette.insert("PLTE", cube, before: "IDAT")
    palette.insert("iCCP", PNGProfiles.chunk(profile), before: "PLTE")
    #expect(expected.difference(from: try decoded(palette)) <= 12)
  }

  @Test("an sRGB profile, even with rounded numbers, leaves every sample unchanged") func sRGB() throws {
    let table = (0..<1024).map { UInt16((Reference.linear(Double($0) / 1023) * 65_535).rounded()) }
    for profile in [
      try Profiles.rgb(parametric: Profiles.sRGBCurve), try Profiles.rgb(table: table, version: 2.1),
      try Profiles.rgb(table: table.enumerated().filter { $0.offset % 31 == 0 }.map(\.element), version: 2.1),
    ] {
      try expect(decoded(png(cube, profile: profile)), equals: decoded(png(cube, profile: nil)))
      let jpeg = try Fixtures.bytes("good/jpeg-420.jpg")
      for target in [PixelSize(width: 45, height: 31), PixelSize(width: 7, height: 5)] {
        let bitmap = try EncodedImage(inserting(profile: profile, into: jpeg)).decode(scaledTo: target)
        expect(bitmap, equals: (try EncodedImage(jpeg).decode(scaledTo: target)))
      }
    }
  }

  @Test("a JPEG's profile converts colors as lcms2 does", arguments: matrixProfiles.map(\.0)) func jpeg(name: String)
    throws
  {
    let profile = try #require(matrixProfiles.first { $0.0 == name }).1()
    let jpeg = try Fixtures.bytes("good/jpeg-444-progressive.jpg")
    let size = PixelSize(width: 45, height: 31)
    // Every 8-bit value survives the round trip exactly.
    let samples = try EncodedImage(jpeg).decode(scaledTo: size).pixels.flatMap { pixel in
      (0..<3).map { SRGB.encoded(pixel[$0]) }
    }
    let expected = try reference(Profiles.light(of: floats(samples), channels: 3, by: profile), size: size)
    let bitmap = try EncodedImage(inserting(profile: profile, into: jpeg)).decode(scaledTo: size)
    #expect(expected.difference(from: bitmap) <= 12)
  }

  @Test("pictures with a profile are scaled in linear light") func scaling() throws {
    let profile = try Profiles.rgb(Profiles.adobeRGB, gamma: 2.19921875)
    var writer = png([200, 160, 120, 0, 0, 0], profile: profile)
    let whole = try decoded(png([200, 160, 120], profile: profile)).pixels[0]
    let half = try EncodedImage(writer.bytes).decode(scaledTo: PixelSize(width: 1, height: 1)).pixels[0]
    for channel in 0..<3 { #expect(abs(Int(whole[channel]) - 2 * Int(half[channel])) <= 2) }
    writer = png([200, 160, 120, 255, 200, 160, 120, 0], colorType: 6, bytes: 4, profile: profile)
    let clear = try EncodedImage(writer.bytes).decode(scaledTo: PixelSize(width: 1, height: 1)).pixels[0]
    expect(clear.w, equals: 32_768)
    for channel in 0..<3 { #expect(abs(Int(clear[channel]) - Int(half[channel])) <= 1) }
  }

  @Test("a gray profile applies to gray pictures", arguments: [1, 1.8, 2.2, 3]) func gray(gamma: Double) throws {
    let profile = try Profiles.gray(gamma: gamma)
    let grays = (UInt8.min...UInt8.max).map { $0 }
    let expected = reference(grays.map { SIMD3(repeating: pow(Double($0) / 255, gamma)) })
    #expect(expected.difference(from: try decoded(png(grays, colorType: 0, bytes: 1, profile: profile))) <= 6)
    let wide = grays.flatMap { [$0, $0] }
    #expect(expected.difference(from: try decoded(png(wide, colorType: 0, depth: 16, bytes: 2, profile: profile))) <= 6)
    let alpha = grays.flatMap { gray -> [UInt8] in [gray, 255] }
    #expect(expected.difference(from: try decoded(png(alpha, colorType: 4, bytes: 2, profile: profile))) <= 6)
    let jpeg = try Fixtures.bytes("good/jpeg-gray.jpg")
    let size = PixelSize(width: 45, height: 31)
    let lights = try EncodedImage(jpeg).decode(scaledTo: size).pixels.map {
      SIMD3(repeating: pow(Double(SRGB.encoded($0.x)) / 255, gamma))
    }
    let bitmap = try EncodedImage(inserting(profile: profile, into: jpeg)).decode(scaledTo: size)
    #expect(reference(lights, size: size).difference(from: bitmap) <= 6)
  }

  @Test("an RGB profile applies to gray as equal parts of its primaries") func grayOfColors() throws {
    let profile = try Profiles.rgb(Profiles.adobeRGB, gamma: 2.19921875)
    let grays = (UInt8.min...UInt8.max).map { $0 }
    let expected = reference(grays.map { SIMD3(repeating: pow(Double($0) / 255, 2.19921875)) })
    #expect(expected.difference(from: try decoded(png(grays, colorType: 0, bytes: 1, profile: profile))) <= 6)
  }

  @Test("a table profile applies at both depths, with and without alpha") func table() throws {
    let profile = try Profiles.table(isCMYK: false)
    let expected = try Profiles.light(of: floats(cube), channels: 3, by: profile)
    #expect(try encodedDifference(expected, decoded(png(cube, profile: profile)).pixels) <= 0.6)
    let wide = cube.flatMap { [$0, $0] }
    #expect(try encodedDifference(expected, decoded(png(wide, depth: 16, bytes: 6, profile: profile)).pixels) <= 0.6)
    let opaque = stride(from: 0, to: cube.count, by: 3).flatMap { index -> [UInt8] in cube[index..<index + 3] + [255] }
    let bitmap = try decoded(png(opaque, colorType: 6, bytes: 4, profile: profile))
    #expect(encodedDifference(expected, bitmap.pixels) <= 0.6)
    #expect(bitmap.isOpaque)
    var palette = PNGWriter(
      width: 150, height: 1, depth: 8, colorType: 3, filtered: [0] + (0..<150).map { UInt8($0) })
    palette.insert("PLTE", cube, before: "IDAT")
    palette.insert("iCCP", PNGProfiles.chunk(profile), before: "PLTE")
    #expect(try encodedDifference(expected, decoded(palette).pixels) <= 0.6)
  }

  @Test("a table profile leaves alpha and the transparent color unchanged") func tableAlpha() throws {
    let profile = try Profiles.table(isCMYK: false)
    let clear = try decoded(png([9, 8, 7, 0, 200, 100, 50, 51], colorType: 6, bytes: 4, profile: profile))
    expect(clear.pixels[0], equals: .zero)
    expect(clear.pixels[1].w, equals: 13_107)
    var keyed = png([9, 8, 7, 9, 8, 6], profile: profile)
    keyed.insert("tRNS", [0, 9, 0, 8, 0, 7], before: "IDAT")
    try expect(decoded(keyed).pixels.map(\.w), equals: [0, .max])
    var wide = png([9, 9, 8, 8, 7, 7, 9, 9, 8, 8, 7, 6], depth: 16, bytes: 6, profile: profile)
    wide.insert("tRNS", [9, 9, 8, 8, 7, 7], before: "IDAT")
    try expect(decoded(wide).pixels.map(\.w), equals: [0, .max])
  }

  /// The ink samples of a JPEG as stored.
  private func ink(_ jpeg: [UInt8], size: PixelSize) -> [UInt8] {
    var samples = [UInt8](repeating: 0, count: size.width * size.height * 4)
    let handle = unsafe tjInitDecompress()
    defer { _ = unsafe tjDestroy(handle) }
    let result = unsafe tjDecompress2(
      handle, jpeg, UInt(jpeg.count), &samples, Int32(size.width), 0, Int32(size.height), TJPF_CMYK.rawValue, 0)
    expect(result, equals: 0)
    return samples
  }

  @Test("a CMYK profile applies to samples stored inverted") func cmyk() throws {
    let profile = try Profiles.table(isCMYK: true)
    let jpeg = try Fixtures.bytes("good/jpeg-cmyk.jpg")
    let size = PixelSize(width: 45, height: 31)
    let percent = ink(jpeg, size: size).map { Float(255 - $0) / 2.55 }
    let expected = try Profiles.light(of: percent, channels: 4, by: profile)
    let bitmap = try EncodedImage(inserting(profile: profile, into: jpeg)).decode(scaledTo: size)
    #expect(encodedDifference(expected, bitmap.pixels) <= 0.6)
    #expect(bitmap.isOpaque)
  }

  @Test("large pictures are converted by a precomputed table with little error") func large() throws {
    let profile = try Profiles.table(isCMYK: false)
    let expected = try Profiles.light(of: floats(cube), channels: 3, by: profile)
    let rows = (0..<500).flatMap { _ -> [UInt8] in [0] + cube }
    var writer = PNGWriter(width: 150, height: 500, depth: 8, colorType: 2, filtered: rows)
    writer.insert("iCCP", PNGProfiles.chunk(profile), before: "IDAT")
    #expect(try encodedDifference(expected, Array(decoded(writer).pixels[..<150])) <= 2)
  }

  @Test("a profile for another color model than the picture's is ignored") func mismatched() throws {
    let profiles = [try Profiles.gray(gamma: 1), try Profiles.rgb(gamma: 1), try Profiles.table(isCMYK: true)]
    let size = PixelSize(width: 45, height: 31)
    for (name, others) in [
      ("good/jpeg-420.jpg", [profiles[0], profiles[2]]), ("good/jpeg-gray.jpg", [profiles[2]]),
      ("good/jpeg-cmyk.jpg", [profiles[0], profiles[1]]),
    ] {
      let jpeg = try Fixtures.bytes(name)
      let plain = try EncodedImage(jpeg).decode(scaledTo: size)
      for profile in others {
        try expect(EncodedImage(inserting(profile: profile, into: jpeg)).decode(scaledTo: size), equals: plain)
      }
    }
  }

  @Test("a profile in many segments is assembled by their numbers, in any order") func parts() throws {
    let profile = try Profiles.rgb(gamma: 1)
    let jpeg = try Fixtures.bytes("good/jpeg-420.jpg")
    let size = PixelSize(width: 7, height: 5)
    let plain = try EncodedImage(jpeg).decode(scaledTo: size)
    let expected = try EncodedImage(inserting(profile: profile, into: jpeg)).decode(scaledTo: size)
    #expect(expected != plain)
    for partBytes in [3, 40, 100, profile.count - 1] {
      try expect(
        EncodedImage(inserting(profile: profile, into: jpeg, partBytes: partBytes)).decode(scaledTo: size),
        equals: expected)
    }
    let half = profile.count / 2
    let part = { (number: UInt8, count: UInt8, bytes: ArraySlice<UInt8>) -> (marker: UInt8, content: [UInt8]) in
      (0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + bytes)
    }
    let (first, second) = (profile[..<half], profile[half...])
    try expect(
      EncodedImage(inserting([part(2, 2, second), part(1, 2, first)], into: jpeg)).decode(scaledTo: size),
      equals: expected)
    let wrong: [[(marker: UInt8, content: [UInt8])]] = [
      [part(1, 2, first)], [part(2, 2, second)], [part(1, 2, first), part(1, 2, second)],
      [part(0, 2, first), part(1, 2, second)], [part(1, 2, first), part(3, 2, second)],
      [part(1, 2, first), part(2, 3, second)], [part(1, 1, first), part(2, 2, second)], [part(0, 0, profile[...])],
      [part(1, 0, profile[...])], [part(1, 255, profile[...])],
      Array(repeating: part(1, 1, profile[..<9]), count: 300), [(0xE2, Array("ICC_PROFILE\0".utf8))],
      [(0xE2, Array("ICC_PROFILE\0".utf8) + [1])], [(0xE2, [])],
    ]
    for wrong in wrong {
      try expect(EncodedImage(inserting(wrong, into: jpeg)).decode(scaledTo: size), equals: plain)
    }
  }

  @Test(arguments: [2.1, 4.3]) func `a profile's name is read from the file`(version: Double) throws {
    let profile = try Profiles.rgb(Profiles.displayP3, parametric: Profiles.sRGBCurve, version: version)
    try expect(EncodedImage(png(cube, profile: profile).bytes).metadata.profile, equals: "RGB built-in")
    try expect(EncodedImage(png(cube, profile: nil).bytes).metadata.profile, equals: nil)
  }

  @Test func `a damaged profile has a short name or none`() throws {
    let profile = try Profiles.displayP3Profile()
    for length in stride(from: 0, to: profile.count, by: 5) {
      _ = try EncodedImage(png(cube, profile: Array(profile[..<length])).bytes).metadata.profile
    }
    for index in 128..<min(profile.count, 400) {
      for byte in [0, 0x7F, 0xFF] as [UInt8] {
        var damaged = profile
        damaged[index] = byte
        let name = try EncodedImage(png(cube, profile: damaged).bytes).metadata.profile
        #expect(name.map { !$0.isEmpty && $0.count <= 100 } ?? true)
      }
    }
  }
}
