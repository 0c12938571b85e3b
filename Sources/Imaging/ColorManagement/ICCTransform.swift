import Bitmaps
internal import CLcms2

/// A conversion of rows of samples to sRGB by an ICC profile, through lcms2.
@safe
final class ICCTransform {
  /// Whether the converted rows include alpha.
  let hasAlpha: Bool
  private let context: LcmsContext
  private let handle: cmsHTRANSFORM
  private let row: UnsafeMutablePointer<UInt8>
  private let width: Int

  /// Creates a conversion; nil if the profile is invalid or does not describe samples of this layout.
  ///
  /// - Parameter size: The size of the picture with these rows.
  @unsafe
  init?(_ profile: cmsHPROFILE, in context: LcmsContext, layout: SampleLayout, size: PixelSize) {
    let input: LcmsFormat =
      switch layout {
      case .gray: LcmsFormat(PT_GRAY, channels: 1, bytes: 1)
      case .rgb: LcmsFormat(PT_RGB, channels: 3, bytes: 1)
      // Gray uses tables and never gets here.
      case .rgbx, .rgba, .grayRGBA: LcmsFormat(PT_RGB, channels: 3, extra: 1, bytes: 1)
      case .cmyk: LcmsFormat(PT_CMYK, channels: 4, bytes: 1, isInverted: true)
      case .wideCMYK: LcmsFormat(PT_CMYK, channels: 4, bytes: 2, isBigEndian: true)
      case .wideRGBA: LcmsFormat(PT_RGB, channels: 3, extra: 1, bytes: 2, isBigEndian: true)
      }
    let hasAlpha = layout == .rgba || layout == .wideRGBA
    let output = LcmsFormat(PT_RGB, channels: 3, extra: hasAlpha ? 1 : 0, bytes: 2, isBigEndian: true)
    guard let target = unsafe cmsCreate_sRGBProfileTHR(context.pointer) else { return nil }
    defer { _ = unsafe cmsCloseProfile(target) }
    // lcms2 takes about as long to make a table from CMYK to sRGB as to convert this many pixels exactly. The table is
    // accurate to a few 255ths.
    let isExact = size.width * size.height <= 65_536
    guard let handle = unsafe context.transform(from: profile, input, to: target, output, isExact: isExact) else {
      return nil
    }
    self.hasAlpha = hasAlpha
    self.context = context
    width = size.width
    unsafe self.handle = handle
    // A pixel has at most four samples of two bytes.
    unsafe row = .allocate(capacity: size.width * 8)
    unsafe row.initialize(repeating: 0, count: size.width * 8)
  }

  deinit {
    unsafe cmsDeleteTransform(handle)
    unsafe row.deallocate()
  }

  /// Returns a row in sRGB: 16 bits a sample, most significant byte first, with alpha if `hasAlpha`; valid until the
  /// next call.
  ///
  /// - Parameters:
  ///   - samples: `count` pixels in the layout given to `init`.
  ///   - count: The number of pixels, at most the picture's width.
  @unsafe
  func convert(_ samples: UnsafePointer<UInt8>, count: Int) -> UnsafePointer<UInt8> {
    precondition(count <= width, "a row is no longer than announced")
    unsafe cmsDoTransform(handle, samples, row, UInt32(count))
    return unsafe UnsafePointer(row)
  }

  /// Returns colors in sRGB, 16 bits a sample; all black if there are more than the picture is wide.
  ///
  /// - Precondition: The layout is RGB.
  func converted(_ colors: [SIMD3<UInt8>]) -> [SIMD3<UInt16>] {
    precondition(!hasAlpha, "colors alone")
    guard colors.count <= width else { return colors.map { _ in .zero } }
    let samples = colors.flatMap { [$0.x, $0.y, $0.z] }
    return unsafe samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return [] }
      // Each color has three samples, which take six bytes once converted.
      let row = unsafe convert(start, count: colors.count)
      return colors.indices.map { index in
        let offsets = SIMD3(0, 2, 4) &+ 6 &* index
        return unsafe SIMD3(
          UInt16(row[offsets.x]) << 8 | UInt16(row[offsets.x + 1]),
          UInt16(row[offsets.y]) << 8 | UInt16(row[offsets.y + 1]),
          UInt16(row[offsets.z]) << 8 | UInt16(row[offsets.z + 1]))
      }
    }
  }
}
