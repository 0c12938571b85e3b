import Bitmaps
private import CLcms2

/// An ICC profile that defines the colors of a picture's samples, read by lcms2.
///
/// Each profile has its own lcms2 context, so that several threads can use profiles. Contexts do not print errors.
@safe
final class ICCProfile {
  /// The color model of a profile's samples.
  enum Colors {
    case gray, rgb, cmyk
  }

  /// The longest profile that is read, in bytes. Those of printing inks take up to 3 MB.
  static let maxBytes = 4 << 20

  let colors: Colors
  private let context: LcmsContext
  private let handle: cmsHPROFILE

  /// Opens a profile; nil if it is invalid or not of a kind that pictures carry.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= ICCProfile.maxBytes, let context = LcmsContext() else { return nil }
    // lcms2 copies the bytes, and is given their exact number.
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

  /// Returns the color model of a profile; nil if the profile does not describe a device or a color space, if it has
  /// another color model, or if it contains multi-process elements (DToBx tags, ICC.1:2022), which could take any time
  /// and memory.
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

  /// The matrix from linear light in the profile's primaries to linear sRGB; nil unless the profile consists of
  /// primaries and tone curves only.
  var toSRGB: ColorMatrix? {
    // A lookup table takes precedence over the matrix.
    guard unsafe cmsIsCLUT(handle, UInt32(INTENT_PERCEPTUAL), UInt32(LCMS_USED_AS_INPUT)) == 0,
      unsafe cmsIsMatrixShaper(handle) != 0, unsafe cmsGetPCS(handle) == cmsSigXYZData,
      let red = primary(cmsSigRedColorantTag), let green = primary(cmsSigGreenColorantTag),
      let blue = primary(cmsSigBlueColorantTag)
    else { return nil }
    return RGBPrimaries.fromXYZ(ColorMatrix(red, green, blue))
  }

  private func primary(_ tag: cmsTagSignature) -> SIMD3<Double>? {
    // The profile owns the tags' contents, and colorant tags always have this type.
    guard let value = unsafe cmsReadTag(handle, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee else {
      return nil
    }
    return SIMD3(value.X, value.Y, value.Z)
  }

  /// Returns the linear light of red, green and blue for `count` samples from 0 to 1, by the tone curves; nil if there
  /// are none.
  func curves(count: Int) -> [[Float]]? {
    var curves: [[Float]] = []
    for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
      // As above: TRC tags always hold tone curves.
      guard let curve = unsafe cmsReadTag(handle, tag) else { return nil }
      let light = { (sample: Int) in
        unsafe cmsEvalToneCurveFloat(OpaquePointer(curve), Float(sample) / Float(count - 1))
      }
      curves.append((0..<count).map(light))
    }
    return curves
  }

  /// Returns the linear light of sRGB's red, green and blue for `count` grays from 0 to 1. For an RGB profile, grays
  /// are pixels with equal samples. Returns nil if the profile is invalid or for CMYK.
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
    // Both buffers hold `count` pixels of their formats.
    unsafe cmsDoTransform(transform, samples, &lights, UInt32(count))
    if colors == .rgb {
      return (0..<3).map { channel in stride(from: channel, to: lights.count, by: 3).map { lights[$0] } }
    }
    // The luminance (ITU-R BT.709), so that rounding does not tint gray.
    let shares = SIMD3<Float>(0.2126, 0.7152, 0.0722)
    let grays = stride(from: 0, to: lights.count, by: 3).map { index in
      (SIMD3(lights[index], lights[index + 1], lights[index + 2]) * shares).sum()
    }
    return [grays, grays, grays]
  }

  /// Returns a conversion of rows of samples to sRGB; nil if the profile is invalid or does not fit the layout.
  ///
  /// - Parameter size: The size of the picture with these rows.
  func transform(_ layout: SampleLayout, size: PixelSize) -> ICCTransform? {
    unsafe ICCTransform(handle, in: context, layout: layout, size: size)
  }
}
