private import CLcms2

/// The wall to lcms2: an ICC profile that tells what a picture's samples mean.
///
/// Everything lives in a separate context, so that profiles can be read in several threads; and contexts write nothing to
/// anyone of what goes wrong.
@safe
final class ICCProfile {
  /// What a profile's samples are.
  enum Colors {
    case gray, rgb, cmyk
  }

  /// The longest profile that is looked at, in bytes. Those of printing inks take up to 3 MB.
  static let maxBytes = 4 << 20

  let colors: Colors
  private let context: LcmsContext
  private let handle: cmsHPROFILE

  /// Reads a profile's directory; nil when there is none, or one of another kind than pictures carry.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= ICCProfile.maxBytes, let context = LcmsContext() else { return nil }
    // lcms2 copies the bytes, whose number is their own.
    let opened = unsafe bytes.withUnsafeBytes { bytes in
      unsafe cmsOpenProfileFromMemTHR(context.pointer, bytes.baseAddress, UInt32(bytes.count))
    }
    guard let opened = unsafe opened else { return nil }
    guard let colors = unsafe ICCProfile.colors(of: opened) else {
      _ = unsafe cmsCloseProfile(opened)
      return nil
    }
    self.colors = colors
    self.context = context
    unsafe handle = opened
  }

  deinit { _ = unsafe cmsCloseProfile(handle) }

  /// What samples a profile is for; nil if it is none of a device or a colour space, or of other samples, or made of
  /// programs (ICC.1:2022, D2Bx), which could take any time and memory.
  @unsafe
  private static func colors(of handle: cmsHPROFILE) -> Colors? {
    let programs = [cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag]
    guard !programs.contains(where: { unsafe cmsIsTag(handle, $0) != 0 }) else { return nil }
    switch unsafe cmsGetDeviceClass(handle) {
    case cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass: break
    default: return nil
    }
    switch unsafe cmsGetColorSpace(handle) {
    case cmsSigGrayData: return .gray
    case cmsSigRgbData: return .rgb
    case cmsSigCmykData: return .cmyk
    default: return nil
    }
  }

  /// From the linear light of the profile's primaries to sRGB's, where the profile is made of primaries and tone curves
  /// alone.
  var toSRGB: ColorMatrix? {
    // A table, where there is one, comes before the matrix.
    guard unsafe cmsIsCLUT(handle, UInt32(INTENT_PERCEPTUAL), UInt32(LCMS_USED_AS_INPUT)) == 0,
      unsafe cmsIsMatrixShaper(handle) != 0, unsafe cmsGetPCS(handle) == cmsSigXYZData,
      let red = primary(cmsSigRedColorantTag), let green = primary(cmsSigGreenColorantTag),
      let blue = primary(cmsSigBlueColorantTag)
    else { return nil }
    return RGBPrimaries.fromXYZ(ColorMatrix(red, green, blue))
  }

  private func primary(_ tag: cmsTagSignature) -> SIMD3<Double>? {
    // The profile owns the tags' contents; these tags only hold this type.
    guard let value = unsafe cmsReadTag(handle, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee else {
      return nil
    }
    return SIMD3(value.X, value.Y, value.Z)
  }

  /// The light of red, green and blue for `count` samples from 0 to 1, by the tone curves; nil if there are none.
  func curves(count: Int) -> [[Float]]? {
    var curves: [[Float]] = []
    for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
      // As above: curve tags hold curves.
      guard let curve = unsafe cmsReadTag(handle, tag) else { return nil }
      let light = { (sample: Int) in
        unsafe cmsEvalToneCurveFloat(OpaquePointer(curve), Float(sample) / Float(count - 1))
      }
      curves.append((0..<count).map(light))
    }
    return curves
  }

  /// The linear light of sRGB's red, green and blue for `count` greys from 0 to 1; for a profile of RGB, those of equal
  /// samples. Nil where the profile is wrong.
  func grays(count: Int) -> [[Float]]? {
    guard colors != .cmyk else { return nil }
    let channels = colors == .gray ? 1 : 3
    let format = LcmsFormat(colors == .gray ? PT_GRAY : PT_RGB, channels: channels, bytes: 4, isFloat: true)
    let output = LcmsFormat(PT_RGB, channels: 3, bytes: 4, isFloat: true)
    guard let target = unsafe context.linearSRGB() else { return nil }
    defer { _ = unsafe cmsCloseProfile(target) }
    guard let transform = unsafe context.transform(from: handle, format, to: target, output, isExact: true) else {
      return nil
    }
    defer { unsafe cmsDeleteTransform(transform) }
    let samples = (0..<count).flatMap { Array(repeating: Float($0) / Float(count - 1), count: channels) }
    var lights = [Float](repeating: 0, count: 3 * count)
    // So many pixels of the two formats were allocated.
    unsafe cmsDoTransform(transform, samples, &lights, UInt32(count))
    if colors == .rgb {
      return (0..<3).map { channel in stride(from: channel, to: lights.count, by: 3).map { lights[$0] } }
    }
    // Grey without a tint from rounding: the luminance (ITU-R BT.709).
    let shares = SIMD3<Float>(0.2126, 0.7152, 0.0722)
    let grays = stride(from: 0, to: lights.count, by: 3).map { index in
      (SIMD3(lights[index], lights[index + 1], lights[index + 2]) * shares).sum()
    }
    return [grays, grays, grays]
  }

  /// What converts rows of samples to sRGB; nil where the profile is wrong.
  ///
  /// - Parameter size: Of the picture that has the rows.
  func transform(_ layout: SampleLayout, size: PixelSize) -> ICCTransform? {
    unsafe ICCTransform(handle, in: context, layout: layout, size: size)
  }
}
