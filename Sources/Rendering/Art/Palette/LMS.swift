/// Eight colors with three planes.
struct EightColors: Sendable {
  var x: SIMD8<Float>
  var y: SIMD8<Float>
  var z: SIMD8<Float>

  @inline(__always)
  subscript(lane: Int) -> SIMD3<Float> { SIMD3(x[lane], y[lane], z[lane]) }
}

/// The responses of the eye's three kinds of cones, which are linear in light, and OKLab (Björn Ottosson, 2020), in
/// which distances are close to perceived ones.
enum LMS {
  /// The cone responses, 0…1, to linear-light sRGB, 0…1.
  @inline(__always)
  static func responses(to light: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(0.412_221_470_8, 0.211_903_498_2, 0.088_302_461_9) * light.x
      + SIMD3(0.536_332_536_3, 0.680_699_545_1, 0.281_718_837_6) * light.y
      + SIMD3(0.051_445_992_9, 0.107_396_956_6, 0.629_978_700_5) * light.z
  }

  /// The luminance of cone responses (Rec. 709 weights).
  static func luminance(of responses: SIMD3<Float>) -> Float {
    (light(of: responses) * SIMD3(0.2126, 0.7152, 0.0722)).sum()
  }

  static func luminances(of responses: EightColors) -> SIMD8<Float> {
    responses.x * -0.040_775 + responses.y * 1.112_492 - responses.z * 0.071_718
  }

  /// The linear-light sRGB of cone responses; below 0 or above 1 if out of gamut.
  static func light(of responses: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(4.076_741_662_1, -1.268_438_004_6, -0.004_196_086_3) * responses.x
      + SIMD3(-3.307_711_591_3, 2.609_757_401_1, -0.703_418_614_7) * responses.y
      + SIMD3(0.230_969_929_2, -0.341_319_396_5, 1.707_614_701_0) * responses.z
  }

  /// The OKLab color of cone responses: lightness 0…1, green to red, blue to yellow.
  @inline(__always)
  static func lab(_ responses: SIMD3<Float>) -> SIMD3<Float> {
    let roots = cubeRoots(SIMD4(responses, 0))
    return lightness * roots.x + medium * roots.y + short * roots.z
  }

  /// The OKLab colors of eight cone responses.
  @inline(__always)
  static func lab(_ responses: EightColors) -> EightColors {
    let (x, y, z) = (cubeRoots(responses.x), cubeRoots(responses.y), cubeRoots(responses.z))
    return EightColors(
      x: lightness.x * x + medium.x * y + short.x * z, y: lightness.y * x + medium.y * y + short.y * z,
      z: lightness.z * x + medium.z * y + short.z * z)
  }

  /// The contribution of each response's cube root to the three planes. Not stored: whether a stored property has been
  /// initialized would be checked at each use.
  @inline(__always)
  private static var lightness: SIMD3<Float> { SIMD3(0.210_454_255_3, 1.977_998_495_1, 0.025_904_037_1) }
  @inline(__always)
  private static var medium: SIMD3<Float> { SIMD3(0.793_617_785_0, -2.428_592_205_0, 0.782_771_766_2) }
  @inline(__always)
  private static var short: SIMD3<Float> { SIMD3(-0.004_072_046_8, 0.450_593_709_9, -0.808_675_766_0) }

  /// The cube root to about four digits; 0.001 for values below 1e-9.
  @inline(__always)
  static func cubeRoot(_ value: Float) -> Float {
    let value = max(value, 1e-9)
    // Like `cubeRoots`.
    let bits = value.bitPattern
    var third = (bits &>> 2) &+ (bits &>> 4)
    third = third &+ (third &>> 4)
    third = third &+ (third &>> 8) &+ 709_921_077
    let root = Float(bitPattern: third)
    let cube = root * root * root
    return root * (cube + 2 * value) / (2 * cube + value)
  }

  /// Cube roots to about four digits; 0.001 for values below 1e-9.
  @inline(__always)
  private static func cubeRoots(_ values: SIMD8<Float>) -> SIMD8<Float> {
    let values = values.replacing(with: 1e-9, where: values .< 1e-9)
    // Divides the exponent by three, as 1/4 + 1/16 + 1/64 … of the bit pattern: vectors have no fast integer division.
    // Both types are 32 bytes, and every bit pattern is valid.
    let bits = unsafe unsafeBitCast(values, to: SIMD8<UInt32>.self)
    var third = (bits &>> 2) &+ (bits &>> 4)
    third = third &+ (third &>> 4)
    third = third &+ (third &>> 8) &+ 709_921_077
    let root = unsafe unsafeBitCast(third, to: SIMD8<Float>.self)
    // Halley's method, which triples the number of correct digits.
    let cube = root * root * root
    return root * (cube + 2 * values) / (2 * cube + values)
  }

  @inline(__always)
  private static func cubeRoots(_ values: SIMD4<Float>) -> SIMD4<Float> {
    cubeRoots(SIMD8(lowHalf: values, highHalf: values)).lowHalf
  }
}
