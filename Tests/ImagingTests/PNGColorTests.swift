import Bitmaps
import Foundation
import Imaging
import TestSupport
import Testing

private func decoded(_ writer: PNGWriter) throws -> Bitmap {
  let image = try EncodedImage(writer.bytes)
  return try image.decode(scaledTo: image.size)
}

/// A row of pixels with 8 bits per sample.
private func row(_ samples: [UInt8], colorType: UInt8 = 2, channels: Int = 3) -> PNGWriter {
  PNGWriter(width: samples.count / channels, height: 1, depth: 8, colorType: colorType, filtered: [0] + samples)
}

private func gamma(_ value: UInt32) -> [UInt8] { PNGWriter.bigEndian(value) }

/// A cHRM chunk's content: white, red, green, blue.
private func chromaticities(_ numbers: [Double]) -> [UInt8] {
  numbers.flatMap { PNGWriter.bigEndian(UInt32(($0 * 100_000).rounded())) }
}

private let displayP3 = [0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
private let sRGB = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

/// From linear Display P3 and linear BT.2020 to linear sRGB (CSS Color Module Level 4, section 18).
private let p3ToSRGB = [
  SIMD3(1.2249401762805598, -0.2249401762805598, 0), SIMD3(-0.042056954709688163, 1.0420569547096881, 0),
  SIMD3(-0.019637554590334432, -0.078636045550631889, 1.0982736001409663),
]
private let rec2020ToSRGB = [
  SIMD3(1.6604910021084345, -0.58764113878854951, -0.072849863319884883),
  SIMD3(-0.12455047452159074, 1.1328998971259603, -0.0083494226043694768),
  SIMD3(-0.018150763354905303, -0.10057889800800739, 1.1187296613629127),
]

private func product(_ rows: [SIMD3<Double>], _ color: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3((rows[0] * color).sum(), (rows[1] * color).sum(), (rows[2] * color).sum())
    .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
}

/// Colors spread over the RGB cube, three samples each.
private let cube: [UInt8] = [0, 1, 40, 128, 200, 255].flatMap { red in
  [0, 3, 90, 160, 255].flatMap { green in [0, 20, 128, 254, 255].flatMap { [red, green, $0] } }
}

/// The greatest difference between a picture of `cube` and the expected colors, in 1/65535.
private func difference(
  _ bitmap: Bitmap, light: (Double) -> Double, matrix: [SIMD3<Double>]? = nil
) -> Double {
  let pixels = stride(from: 0, to: cube.count, by: 3).map { index -> SIMD4<Double> in
    let samples = (0..<3).map { light(Double(cube[index + $0]) / 255) }
    let color = SIMD3(samples[0], samples[1], samples[2])
    return SIMD4(matrix.map { product($0, color) } ?? color, 1)
  }
  return Reference(size: PixelSize(width: pixels.count, height: 1), pixels: pixels).difference(from: bitmap)
}

@Suite("Colors of PNG")
struct PNGColorTests {
  @Test(
    "gAMA sets the exponent of the transfer function",
    arguments: [35_000, 45_000, 55_556, 70_000, 100_000, 250_000] as [UInt32])
  func power(value: UInt32) throws {
    var writer = row(cube)
    writer.insert("gAMA", gamma(value), before: "IDAT")
    #expect(try difference(decoded(writer)) { pow($0, 100_000 / Double(value)) } <= 0.51)
  }

  @Test("gAMA applies to every kind of picture") func kinds() throws {
    let light = { (sample: Double) in UInt16((sample * 65_535).rounded()) }
    var gray = row([7, 200], colorType: 0, channels: 1)
    var grayAlpha = row([7, 255, 200, 51], colorType: 4, channels: 2)
    var rgba = row([7, 8, 9, 255, 200, 201, 202, 51], colorType: 6, channels: 4)
    var palette = row([0, 1], colorType: 3, channels: 1)
    palette.insert("PLTE", [7, 8, 9, 200, 201, 202], before: "IDAT")
    palette.insert("tRNS", [255, 51], before: "IDAT")
    var bits = PNGWriter(width: 2, height: 1, depth: 2, colorType: 0, filtered: [0, 0b0110_0000])
    var wide = PNGWriter(
      width: 2, height: 1, depth: 16, colorType: 6,
      filtered: [0, 7, 7, 8, 8, 9, 9, 255, 255, 200, 200, 1, 2, 3, 4, 51, 51])
    gray.insert("gAMA", gamma(100_000), before: "IDAT")
    grayAlpha.insert("gAMA", gamma(100_000), before: "IDAT")
    rgba.insert("gAMA", gamma(100_000), before: "IDAT")
    palette.insert("gAMA", gamma(100_000), before: "PLTE")
    bits.insert("gAMA", gamma(100_000), before: "IDAT")
    wide.insert("gAMA", gamma(100_000), before: "IDAT")
    let seven = light(7 / 255), eight = light(8 / 255), nine = light(9 / 255)
    try expect(decoded(gray).pixels, equals: [SIMD4(seven, seven, seven, .max), SIMD4(51_400, 51_400, 51_400, .max)])
    try expect(
      decoded(grayAlpha).pixels, equals: [SIMD4(seven, seven, seven, .max), SIMD4(10_280, 10_280, 10_280, 13_107)])
    let colors = [SIMD4(seven, eight, nine, .max), SIMD4(10_280, 10_331, 10_383, 13_107)]
    try expect(decoded(rgba).pixels, equals: colors)
    try expect(decoded(palette).pixels, equals: colors)
    try expect(
      decoded(bits).pixels, equals: [SIMD4(21_845, 21_845, 21_845, .max), SIMD4(43_690, 43_690, 43_690, .max)])
    try expect(decoded(wide).pixels, equals: [SIMD4(1799, 2056, 2313, .max), SIMD4(10_280, 52, 154, 13_107)])
  }

  @Test("every way to declare sRGB gives exactly sRGB") func sRGBAsGamma() throws {
    let plain = try decoded(row(cube))
    for chunks in [
      [("gAMA", gamma(45_455))], [("gAMA", gamma(45_454)), ("cHRM", chromaticities(sRGB))],
      [("cHRM", chromaticities(sRGB))], [("sRGB", [0])], [("cICP", [1, 13, 0, 1])], [],
    ] as [[(String, [UInt8])]] {
      var writer = row(cube)
      for chunk in chunks { writer.insert(chunk.0, chunk.1, before: "IDAT") }
      try expect(decoded(writer), equals: plain)
    }
  }

  @Test("cHRM converts the primaries, gAMA the samples") func primaries() throws {
    var writer = row(cube)
    writer.insert("cHRM", chromaticities(displayP3), before: "IDAT")
    #expect(try difference(decoded(writer), light: Reference.linear, matrix: p3ToSRGB) <= 2)
    writer.insert("gAMA", gamma(50_000), before: "IDAT")
    #expect(try difference(decoded(writer), light: { $0 * $0 }, matrix: p3ToSRGB) <= 2)
  }

  @Test("imaginary primaries, such as ROMM RGB's, are converted") func unreal() throws {
    var writer = row(cube)
    let primaries = [0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001]
    writer.insert("cHRM", chromaticities(primaries), before: "IDAT")
    writer.insert("gAMA", gamma(50_000), before: "IDAT")
    // Computed with NumPy from the equations of SMPTE RP 177 and Bradford's adaptation.
    let matrix = [
      SIMD3(2.03436754, -0.72763447, -0.30673307), SIMD3(-0.2288268, 1.2317534, -0.0029266),
      SIMD3(-0.00855842, -0.1532682, 1.16182663),
    ]
    #expect(try difference(decoded(writer), light: { $0 * $0 }, matrix: matrix) <= 8)
  }

  @Test("white stays white and gray stays gray for any white point in cHRM") func white() throws {
    for white in [[0.3457, 0.3585], [0.2831, 0.2970], [0.4476, 0.4074]] {
      var writer = row([255, 255, 255, 128, 128, 128, 0, 0, 0])
      writer.insert("cHRM", chromaticities(white + displayP3[2...]), before: "IDAT")
      let grays = [255, 128, 0].map { SRGB.linear16($0) }
      try expect(decoded(writer).pixels, equals: grays.map { SIMD4($0, $0, $0, .max) })
    }
  }

  @Test("a translucent pixel's color is converted, too") func alpha() throws {
    var writer = row([255, 0, 0, 51], colorType: 6, channels: 4)
    writer.insert("cHRM", chromaticities(displayP3), before: "IDAT")
    // Outside sRGB: clamped to alpha.
    try expect(decoded(writer).pixels, equals: [SIMD4(13_107, 0, 0, 13_107)])
  }

  @Test("cICP selects the primaries and the transfer function") func coded() throws {
    let cases: [(UInt8, UInt8, [SIMD3<Double>]?, (Double) -> Double)] = [
      (12, 13, p3ToSRGB, Reference.linear), (9, 13, rec2020ToSRGB, Reference.linear), (1, 8, nil, { $0 }),
      (1, 4, nil, { pow($0, 2.2) }), (1, 5, nil, { pow($0, 2.8) }),
      (9, 14, rec2020ToSRGB, { $0 < 0.081 ? $0 / 4.5 : pow(($0 + 0.0993) / 1.0993, 1 / 0.45) }),
    ]
    for (primaries, function, matrix, light) in cases {
      var writer = row(cube)
      writer.insert("cICP", [primaries, function, 0, 1], before: "IDAT")
      #expect(try difference(decoded(writer), light: light, matrix: matrix) <= 8, "\(primaries) \(function)")
    }
  }

  @Test("HDR light is compressed monotonically into the screen's range", arguments: [16, 18] as [UInt8])
  func highDynamicRange(function: UInt8) throws {
    var writer = row((0...255).map { $0 }, colorType: 0, channels: 1)
    writer.insert("cICP", [9, function, 0, 1], before: "IDAT")
    let light = try decoded(writer).pixels.map(\.x)
    expect(light, equals: light.sorted())
    expect(light.first, equals: 0)
    expect(light.last, equals: .max)
    // Reference white, at 203 cd/m², is 58 % of PQ and 75 % of HLG (ITU-R BT.2408, table 1).
    let paper = Double(light[function == 16 ? 148 : 191]) / 65_535
    #expect((0.76...0.8).contains(paper))
  }

  @Test("cICP takes precedence over iCCP, iCCP over sRGB, and sRGB over gAMA and cHRM") func precedence() throws {
    let profile = PNGProfiles.chunk(try Profiles.rgb(gamma: 1.5))
    let chunks: [(String, [UInt8], (Double) -> Double)] = [
      ("cICP", [1, 8, 0, 1], { $0 }), ("iCCP", profile, { pow($0, 1.5) }), ("sRGB", [0], Reference.linear),
      ("gAMA", gamma(50_000), { $0 * $0 }),
    ]
    for first in chunks.indices {
      // In any order within the file.
      for order in [Array(chunks[first...]), chunks[first...].reversed()] {
        var writer = row(cube)
        for chunk in order { writer.insert(chunk.0, chunk.1, before: "IDAT") }
        #expect(try difference(decoded(writer), light: chunks[first].2) <= 4, "\(order.map(\.0))")
      }
    }
  }

  @Test("an invalid color chunk is ignored and the next one applies") func nonsense() throws {
    let nonsense: [(String, [UInt8])] = [
      ("cICP", []), ("cICP", [1, 8, 0]), ("cICP", [2, 2, 0, 1]), ("cICP", [1, 8, 1, 1]), ("cICP", [1, 8, 0, 0]),
      ("cICP", [255, 255, 255, 255]), ("iCCP", []), ("iCCP", Array("name".utf8)), ("iCCP", Array("name\0\0".utf8)),
      ("iCCP", Array(repeating: 65, count: 300)), ("iCCP", Array("name\0\u{1}".utf8)),
      ("iCCP", PNGProfiles.chunk(Array(repeating: 0, count: 5000))), ("iCCP", PNGProfiles.chunk([])),
      ("cHRM", []), ("cHRM", Array(repeating: 0, count: 32)), ("cHRM", Array(repeating: 255, count: 32)),
      ("cHRM", chromaticities([0.3, 0.3, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2])),
      ("cHRM", chromaticities([0.3127, 0.3290, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3])),
    ]
    for chunk in nonsense {
      var writer = row(cube)
      writer.insert(chunk.0, chunk.1, before: "IDAT")
      try expect(decoded(writer), equals: decoded(row(cube)), "\(chunk)")
      writer.insert("gAMA", gamma(50_000), before: "IDAT")
      #expect(try difference(decoded(writer)) { $0 * $0 } <= 0.51, "\(chunk)")
    }
    for content in [[], [0, 0, 0, 0], [1, 2, 3], [0, 0, 0, 0, 0]] as [[UInt8]] {
      var writer = row(cube)
      writer.insert("gAMA", content, before: "IDAT")
      try expect(decoded(writer), equals: decoded(row(cube)))
    }
  }

  @Test("the first of two equal chunks counts; those after the pixels are ignored") func several() throws {
    var writer = row(cube)
    writer.insert("gAMA", gamma(50_000), before: "IDAT")
    writer.insert("gAMA", gamma(100_000), before: "IDAT")
    #expect(try difference(decoded(writer)) { $0 * $0 } <= 0.51)
    var behind = row(cube)
    behind.insert("gAMA", gamma(100_000), before: "IEND")
    try expect(decoded(behind), equals: decoded(row(cube)))
  }

  @Test("a picture is decoded with any numbers in gAMA and cHRM") func numbers() throws {
    var random = SplitMix64(seed: 45)
    for _ in 0..<500 {
      var writer = row([255, 255, 255, 9, 120, 30])
      writer.insert(
        "gAMA", gamma(UInt32.random(in: 0 ... .max, using: &random) >> UInt32.random(in: 0...31, using: &random)),
        before: "IDAT")
      let numbers = (0..<8).flatMap { _ in PNGWriter.bigEndian(UInt32.random(in: 0...120_000, using: &random)) }
      writer.insert("cHRM", numbers, before: "IDAT")
      #expect(try decoded(writer).pixels.allSatisfy { $0.w == .max })
    }
  }
}
