/// A color in OKLab (Björn Ottosson, 2020), where distances approximate perceived differences.
struct Oklab: Hashable, Sendable {
  /// Lightness, 0…1.
  var lightness: Float
  /// Green to red.
  var a: Float
  /// Blue to yellow.
  var b: Float

  init(red: UInt8, green: UInt8, blue: UInt8) {
    let (red, green, blue) = (Self.linear[Int(red)], Self.linear[Int(green)], Self.linear[Int(blue)])
    // The cube roots of the cone responses: long, medium, short.
    let roots = SIMD3(
      (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cubeRoot,
      (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cubeRoot,
      (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cubeRoot)
    lightness = (SIMD3(0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8) * roots).sum()
    a = (SIMD3(1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9) * roots).sum()
    b = (SIMD3(0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0) * roots).sum()
  }

  var vector: SIMD3<Float> { SIMD3(lightness, a, b) }

  /// The linear light of each 8-bit sRGB value, 0…1 (IEC 61966-2-1).
  private static let linear: [Float] = (0..<256).map { value in
    let encoded = Double(value) / 255
    if encoded <= 0.040_45 { return Float(encoded / 12.92) }
    // x^2.4 is x² times the fifth root of x²: the standard library has no `pow`.
    let square = ((encoded + 0.055) / 1.055) * ((encoded + 0.055) / 1.055)
    return Float(square * square.fifthRoot)
  }
}

extension Float {
  /// The cube root of a number from 0 to about 1, to the precision of the type.
  fileprivate var cubeRoot: Float {
    if self <= 0 { return 0 }
    // Starts with a third of the exponent; each step of Halley's method triples the number of correct digits.
    var root = Float(bitPattern: bitPattern / 3 + 709_921_077)
    for _ in 0..<2 {
      let cube = root * root * root
      root *= (cube + 2 * self) / (2 * cube + self)
    }
    return root
  }
}

extension Double {
  /// The fifth root of a number from 0.001 to 1, by Newton's method.
  fileprivate var fifthRoot: Double {
    // From 1, each step comes nearer from above, until rounding stops it.
    var root = 1.0
    for _ in 0..<32 {
      let next = (4 * root + self / (root * root * root * root)) / 5
      if next >= root { break }
      root = next
    }
    return root
  }
}
