/// The layout of samples in memory, as lcms2 encodes it. lcms2's own names are C macros, which Swift does not import.
struct LcmsFormat {
  let code: UInt32
  /// The number of channels after the colors.
  let extra: Int

  /// Creates a format of interleaved samples.
  ///
  /// - Parameters:
  ///   - space: One of lcms2's `PT_` numbers.
  ///   - channels: The number of color channels.
  ///   - extra: The number of channels after those, such as alpha.
  ///   - bytes: The size of a sample in bytes.
  ///   - isFloat: Whether the samples are floating-point numbers.
  ///   - isInverted: Whether 0 is the maximum.
  ///   - isBigEndian: Whether the most significant byte comes first.
  init(
    _ space: Int32, channels: Int, extra: Int = 0, bytes: Int, isFloat: Bool = false, isInverted: Bool = false,
    isBigEndian: Bool = false
  ) {
    self.extra = extra
    // From lcms2.h: FLOAT_SH, COLORSPACE_SH, FLAVOR_SH, ENDIAN16_SH, EXTRA_SH, CHANNELS_SH and BYTES_SH.
    let isForeign = isBigEndian && UInt16(bigEndian: 1) != 1
    code =
      (isFloat ? 1 << 22 : 0) | UInt32(space) << 16 | (isInverted ? 1 << 13 : 0) | (isForeign ? 1 << 11 : 0)
      | UInt32(extra) << 7 | UInt32(channels) << 3 | UInt32(bytes)
  }
}
