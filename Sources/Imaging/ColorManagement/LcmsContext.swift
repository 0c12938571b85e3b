internal import CLcms2

/// An lcms2 context: its memory and settings, for one use in one thread at a time.
@safe
final class LcmsContext {
  let pointer: cmsContext

  /// Creates a context that does not report errors, which is lcms2's default; nil if memory runs out.
  init?() {
    guard let pointer = unsafe cmsCreateContext(nil, nil) else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe cmsDeleteContext(pointer) }

  /// Returns a profile with sRGB's primaries in linear light; the caller closes it.
  @unsafe
  func linearSRGB() -> cmsHPROFILE? {
    guard let line = unsafe cmsBuildGamma(pointer, 1) else { return nil }
    defer { unsafe cmsFreeToneCurve(line) }
    let primaries = RGBPrimaries.sRGB
    let color = { (index: SIMD2<Double>) in cmsCIExyY(x: index.x, y: index.y, Y: 1) }
    var white = color(primaries.white)
    var lights = cmsCIExyYTRIPLE(
      Red: color(primaries.red), Green: color(primaries.green), Blue: color(primaries.blue))
    var curves: [OpaquePointer?] = unsafe [line, line, line]
    return unsafe cmsCreateRGBProfileTHR(pointer, &white, &lights, &curves)
  }

  /// Returns a conversion between two profiles; the caller deletes it.
  ///
  /// Uses perceptual tables if a profile has them, because they are made for pictures, and black point compensation, so
  /// that the black of ink becomes the screen's black.
  ///
  /// - Parameter isExact: Whether every sample is computed instead of interpolated in a precomputed table.
  @unsafe
  func transform(
    from source: cmsHPROFILE, _ input: LcmsFormat, to target: cmsHPROFILE, _ output: LcmsFormat, isExact: Bool = false
  ) -> cmsHTRANSFORM? {
    // Newer versions (2.19) refuse to copy alpha that only one of the formats has.
    let flags =
      UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION) | (input.extra == output.extra ? UInt32(cmsFLAGS_COPY_ALPHA) : 0)
      | (isExact ? UInt32(cmsFLAGS_NOOPTIMIZE) | UInt32(cmsFLAGS_NOCACHE) : 0)
    return unsafe cmsCreateTransformTHR(
      pointer, source, input.code, target, output.code, UInt32(INTENT_PERCEPTUAL), flags)
  }
}
