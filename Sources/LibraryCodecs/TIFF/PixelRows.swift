#if TIFF
  import Imaging

  /// Converts a picture's rows to those of a Netpbm picture: gray, RGB or inks, with or without alpha.
  struct PixelRows {
    private let picture: TIFFPicture
    private let unpacking: SampleUnpacking
    /// Whether the colors are inks, without alpha.
    let keepsInks: Bool
    /// Tables from unpacked samples to colors and to alpha, 0…`maximum`.
    private let colorScale: [UInt16]
    private let alphaScale: [UInt16]
    /// The colors of the palette; empty without one.
    private let palette: [(UInt16, UInt16, UInt16)]
    /// The conversion of L*a*b*; nil for other colors.
    private let lab: LabConversion?
    private var planes: [[UInt16]]

    /// The number of samples of a pixel.
    let channels: Int
    /// The value of a full sample: 255 or 65535.
    let maximum: Int
    /// Whether the stored bytes can be written unchanged.
    private let isPlain: Bool

    /// Prepares the conversion.
    ///
    /// - Parameter keepsInks: Whether inks are kept; otherwise they are converted to RGB without a profile.
    /// - Throws: `ImageError` for a palette without colors.
    init(_ file: TIFFFile, _ picture: TIFFPicture, keepsInks: Bool) throws(ImageError) {
      self.picture = picture
      // The axes' signs are part of their encoding.
      var numbers = picture.numbers
      if case .lab(let axes) = picture.colors {
        lab = LabConversion(bits: picture.bits, axes: axes)
        numbers = .unsigned
      } else {
        lab = nil
      }
      let unpacking = SampleUnpacking(bits: picture.bits, numbers: numbers)
      self.unpacking = unpacking
      let (colorCount, isInverted, isPalette, isCMYK) = PixelRows.kind(picture.colors)
      self.keepsInks = keepsInks && isCMYK
      let hasAlpha = picture.alpha != nil && !self.keepsInks
      let channels = (self.keepsInks ? 4 : colorCount) + (hasAlpha ? 1 : 0)
      self.channels = channels
      // Dividing colors by their alpha needs more precision than eight bits.
      let isWide = unpacking.unpackedBits > 8 && !isPalette || picture.alpha?.isAssociated == true || lab != nil
      let maximum = isWide ? 65_535 : 255
      self.maximum = maximum
      let maximumAlpha = 1 << unpacking.unpackedBits - 1
      alphaScale = (0...maximumAlpha).map { UInt16(($0 * maximum + maximumAlpha / 2) / maximumAlpha) }
      colorScale = isInverted ? alphaScale.reversed() : alphaScale
      palette = isPalette ? try PixelRows.palette(file, bits: picture.bits, maximum: maximum) : []
      let needed = picture.isPlanar ? 1 : picture.samples
      let planeCount = picture.isPlanar ? picture.colors.count + (picture.alpha == nil ? 0 : 1) : 1
      planes = Array(repeating: Array(repeating: 0, count: picture.width * needed), count: planeCount)
      let last = channels - 1
      isPlain =
        picture.bits == 8 && picture.numbers == .unsigned && !picture.isPlanar && picture.samples == channels
        && !isInverted && !isPalette && lab == nil && (!isCMYK || self.keepsInks) && picture.alpha?.isAssociated != true
        && picture.alpha.map { $0.sample == last } ?? true
    }

    private static func kind(
      _ colors: TIFFPicture.Colors
    ) -> (count: Int, isInverted: Bool, isPalette: Bool, isCMYK: Bool) {
      switch colors {
      case .gray(let isInverted): (1, isInverted, false, false)
      case .rgb, .lab, .libtiff: (3, false, false, false)
      case .palette: (3, false, true, false)
      case .inks: (3, false, false, true)
      }
    }

    private static func palette(
      _ file: TIFFFile, bits: Int, maximum: Int
    ) throws(ImageError) -> [(UInt16, UInt16, UInt16)] {
      guard bits <= 16, let colors = file.colors(1 << bits) else {
        throw TIFFFile.unsupported("a palette without colors")
      }
      // Some programs write 8-bit values where 16-bit values belong.
      let isNarrow = colors.allSatisfy { $0.0 < 256 && $0.1 < 256 && $0.2 < 256 }
      func scaled(_ value: UInt16) -> UInt16 {
        let byte = isNarrow ? Int(value) : Int(value >> 8)
        return UInt16(byte * maximum / 255)
      }
      return colors.map { (scaled($0.0), scaled($0.1), scaled($0.2)) }
    }

    /// Appends a row's samples: one byte each, or two bytes, most significant first, if `maximum` exceeds 255.
    mutating func append(_ pieces: [[UInt8]], to output: inout [UInt8]) {
      if isPlain {
        output += pieces[0].prefix(picture.width * channels)
        return
      }
      for index in planes.indices { unpacking.unpack(pieces[index], into: &planes[index]) }
      for pixel in 0..<picture.width { append(pixel, to: &output) }
    }

    private func append(_ pixel: Int, to output: inout [UInt8]) {
      var alpha = maximum
      if let alphaChannel = picture.alpha {
        alpha = Int(
          alphaScale[Int(picture.isPlanar ? planes[planes.count - 1][pixel] : raw(pixel, alphaChannel.sample))])
      }
      let isAssociated = picture.alpha?.isAssociated == true
      func put(_ sample: Int) {
        // Premultiplied colors are divided by their alpha.
        let value = !isAssociated ? sample : alpha == 0 ? 0 : min(maximum, (sample * maximum + alpha / 2) / alpha)
        if maximum > 255 { output.append(UInt8(value >> 8)) }
        output.append(UInt8(value & 0xFF))
      }
      if !palette.isEmpty {
        let color = palette[Int(raw(pixel, 0))]
        for sample in [color.0, color.1, color.2] { put(Int(sample)) }
      } else if let lab {
        let color = lab.color(raw(pixel, 0), raw(pixel, 1), raw(pixel, 2))
        for sample in [color.0, color.1, color.2] { put(Int(sample)) }
      } else if picture.colors.count == 4, !keepsInks {
        let light = maximum - color(pixel, 3)
        for ink in 0..<3 { put(((maximum - color(pixel, ink)) * light + maximum / 2) / maximum) }
      } else {
        for sample in 0..<picture.colors.count { put(color(pixel, sample)) }
      }
      guard picture.alpha != nil, !keepsInks else { return }
      if maximum > 255 { output.append(UInt8(alpha >> 8)) }
      output.append(UInt8(alpha & 0xFF))
    }

    private func raw(_ pixel: Int, _ sample: Int) -> UInt16 {
      picture.isPlanar ? planes[sample][pixel] : planes[0][pixel * picture.samples + sample]
    }

    private func color(_ pixel: Int, _ sample: Int) -> Int { Int(colorScale[Int(raw(pixel, sample))]) }
  }
#endif
