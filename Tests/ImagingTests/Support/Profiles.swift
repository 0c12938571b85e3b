import CLcms2
import Imaging
import Testing

/// ICC profiles made by lcms2 for the tests.
enum Profiles {
  static let sRGB = cmsCIExyYTRIPLE(
    Red: cmsCIExyY(x: 0.64, y: 0.33, Y: 1), Green: cmsCIExyY(x: 0.30, y: 0.60, Y: 1),
    Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
  static let displayP3 = cmsCIExyYTRIPLE(
    Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
    Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
  static let adobeRGB = cmsCIExyYTRIPLE(
    Red: cmsCIExyY(x: 0.64, y: 0.33, Y: 1), Green: cmsCIExyY(x: 0.21, y: 0.71, Y: 1),
    Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
  static let proPhoto = cmsCIExyYTRIPLE(
    Red: cmsCIExyY(x: 0.7347, y: 0.2653, Y: 1), Green: cmsCIExyY(x: 0.1596, y: 0.8404, Y: 1),
    Blue: cmsCIExyY(x: 0.0366, y: 0.0001, Y: 1))
  static let d65 = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
  static let d50 = cmsCIExyY(x: 0.3457, y: 0.3585, Y: 1)

  /// IEC 61966-2-1 as lcms2's parametric curve 4: gamma, a, b, c, d.
  static let sRGBCurve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

  /// A profile with primaries and one curve: a power, a parametric curve, or a table of 16-bit values.
  static func rgb(
    _ primaries: cmsCIExyYTRIPLE = sRGB, white: cmsCIExyY = d65, gamma: Double = 2.2, parametric: [Double]? = nil,
    table: [UInt16]? = nil, version: Double = 4.3
  ) throws -> [UInt8] {
    let curve =
      if let parametric {
        unsafe cmsBuildParametricToneCurve(nil, 4, parametric)
      } else if let table {
        unsafe cmsBuildTabulatedToneCurve16(nil, UInt32(table.count), table)
      } else {
        unsafe cmsBuildGamma(nil, gamma)
      }
    defer { unsafe cmsFreeToneCurve(curve) }
    var (white, primaries) = (white, primaries)
    var curves = unsafe [curve, curve, curve]
    let profile = try unsafe #require(unsafe cmsCreateRGBProfile(&white, &primaries, &curves))
    unsafe cmsSetProfileVersion(profile, version)
    return try unsafe saved(profile)
  }

  /// Apple's Display P3: DCI-P3's primaries with sRGB's white and curve.
  static func displayP3Profile() throws -> [UInt8] { try rgb(displayP3, parametric: sRGBCurve) }

  /// A gray profile with a power curve.
  static func gray(gamma: Double) throws -> [UInt8] {
    let curve = unsafe cmsBuildGamma(nil, gamma)
    defer { unsafe cmsFreeToneCurve(curve) }
    var white = d50
    return try unsafe saved(try #require(unsafe cmsCreateGrayProfile(&white, curve)))
  }

  /// A table profile: from RGB or CMYK to Lab by a made-up function, smooth and with crosstalk between the channels.
  static func table(isCMYK: Bool) throws -> [UInt8] {
    let profile = try unsafe #require(unsafe cmsCreateProfilePlaceholder(nil))
    unsafe cmsSetProfileVersion(profile, 4.3)
    unsafe cmsSetDeviceClass(profile, isCMYK ? cmsSigOutputClass : cmsSigInputClass)
    unsafe cmsSetColorSpace(profile, isCMYK ? cmsSigCmykData : cmsSigRgbData)
    unsafe cmsSetPCS(profile, cmsSigLabData)
    let channels: UInt32 = isCMYK ? 4 : 3
    let pipeline = unsafe cmsPipelineAlloc(nil, channels, 3)
    defer { unsafe cmsPipelineFree(pipeline) }
    let table = unsafe cmsStageAllocCLut16bit(nil, 9, channels, 3, nil)
    let rule: cmsSAMPLER16 = { input, output, cargo in
      guard let input = unsafe input, let output = unsafe output else { return 0 }
      let isCMYK = unsafe cargo != nil
      var light = SIMD3<Double>.zero
      for channel in 0..<3 {
        let sample = unsafe Double(input[channel]) / 65_535
        let black = unsafe isCMYK ? Double(input[3]) / 65_535 : 1
        light[channel] = isCMYK ? (1 - sample) * (1 - black) : sample
      }
      // Lightness 8…100, and two color axes. 16-bit Lab has units of 1/655.35 for lightness and of 1/257, from −128,
      // for the axes.
      let lightness = 8 + 92 * (light * SIMD3(0.3, 0.55, 0.15)).sum()
      let a = 60 * (light.x - light.y) - 20 * (light.z - light.y)
      let b = 70 * ((light.x + light.y) / 2 - light.z)
      unsafe output[0] = UInt16(lightness * 655.35)
      unsafe output[1] = UInt16((a + 128) * 257)
      unsafe output[2] = UInt16((b + 128) * 257)
      return 1
    }
    var mark: UInt8 = 1
    _ = unsafe withUnsafeMutablePointer(to: &mark) {
      unsafe cmsStageSampleCLut16bit(table, rule, isCMYK ? UnsafeMutableRawPointer($0) : nil, 0)
    }
    // The tag has curves before and after the table; these are identities.
    _ = unsafe cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nil, channels, nil))
    _ = unsafe cmsPipelineInsertStage(pipeline, cmsAT_END, table)
    _ = unsafe cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nil, 3, nil))
    try #require(unsafe cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline)) != 0)
    return try unsafe saved(profile)
  }

  private static func saved(_ profile: cmsHPROFILE) throws -> [UInt8] {
    defer { _ = unsafe cmsCloseProfile(profile) }
    var count: UInt32 = 0
    try #require(unsafe cmsSaveProfileToMem(profile, nil, &count) != 0)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    try #require(unsafe cmsSaveProfileToMem(profile, &bytes, &count) != 0)
    return bytes
  }
}

extension Profiles {
  /// The linear sRGB light that lcms2 computes for pixels with a profile, without optimization, clipped.
  ///
  /// - Parameter samples: Consecutive pixels, 0…1; ink in percent, as lcms2 expects it.
  static func light(of samples: [Float], channels: Int, by profile: [UInt8]) throws -> [SIMD3<Double>] {
    let source = try unsafe #require(unsafe cmsOpenProfileFromMem(profile, UInt32(profile.count)))
    let target = try unsafe #require(
      unsafe cmsOpenProfileFromMem(rgb(parametric: sRGBCurve), UInt32(rgb(parametric: sRGBCurve).count)))
    defer {
      _ = unsafe cmsCloseProfile(source)
      _ = unsafe cmsCloseProfile(target)
    }
    // Interleaved floats: the float flag in bit 22, the color space from bit 16, the channels from bit 3, 4 bytes per
    // sample.
    let space = [1: PT_GRAY, 3: PT_RGB, 4: PT_CMYK][channels] ?? PT_ANY
    let input = 1 << 22 | UInt32(space) << 16 | UInt32(channels) << 3 | 4
    let output = 1 << 22 | UInt32(PT_RGB) << 16 | 3 << 3 | 4 as UInt32
    let flags = UInt32(cmsFLAGS_NOOPTIMIZE) | UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION)
    let transform = try unsafe #require(
      unsafe cmsCreateTransform(source, input, target, output, UInt32(INTENT_PERCEPTUAL), flags))
    defer { unsafe cmsDeleteTransform(transform) }
    let count = samples.count / channels
    var encoded = [Float](repeating: 0, count: 3 * count)
    unsafe cmsDoTransform(transform, samples, &encoded, UInt32(count))
    return (0..<count).map { pixel in
      let light = (0..<3).map { Reference.linear(min(max(Double(encoded[3 * pixel + $0]), 0), 1)) }
      return SIMD3(light[0], light[1], light[2])
    }
  }
}

enum PNGProfiles {
  /// The content of an iCCP chunk.
  static func chunk(_ profile: [UInt8]) -> [UInt8] { Array("a profile\0\0".utf8) + PNGWriter.compressed(profile) }
}

/// A JPEG with an ICC profile, in segments with at most `partBytes` bytes of it.
func inserting(profile: [UInt8], into jpeg: [UInt8], partBytes: Int = 65_519) -> [UInt8] {
  let count = max((profile.count + partBytes - 1) / partBytes, 1)
  return inserting(
    (0..<count).map { part in
      let bytes = profile.dropFirst(part * partBytes).prefix(partBytes)
      return (0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(count)] + bytes)
    }, into: jpeg)
}
