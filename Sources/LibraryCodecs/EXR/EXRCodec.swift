#if EXR
  import Bitmaps
  import Imaging

  /// OpenEXR, decoded by its C library: the first part, tone-mapped.
  struct EXRCodec: LibraryCodec {
    static let library = LibraryFormat.exr
    static var libraries: [String] { [EXRFile.version] }

    private let file: EXRFile
    let heldBytes: Int

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      self.file = try EXRFile(file)
      heldBytes = file.count
    }

    var size: PixelSize { file.size }
    var metadata: ImageMetadata { ImageMetadata() }

    /// Half floats for all pixels, floats for a chunk in several steps, and the table of tones.
    func memory(for region: ScaledRegion) -> Int { 8 * size.width * size.height + 4 * file.chunkBytes + (32 << 20) }

    func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
      DecodedPicture(try EXRPixels(file, deadline).scaled(to: region, deadline))
    }

    func samples(
      for target: PixelSize, _ deadline: DecodeDeadline
    ) throws(ImageError) -> (samples: any CodecSamples, defect: PictureDefect?)? {
      (try EXRPixels(file, deadline), nil)
    }
  }

  /// The pixels of a picture: linear light, 1 for white, premultiplied.
  private struct EXRPixels: CodecSamples {
    private let size: PixelSize
    private let isOpaque: Bool
    private let pixels: [SIMD4<Float16>]
    /// The tone-mapped light, 0…65535, of each half float.
    private let tones: [Float]

    init(_ file: EXRFile, _ deadline: DecodeDeadline) throws(ImageError) {
      (size, isOpaque) = (file.size, !file.hasAlpha)
      var pixels: [SIMD4<Float16>] = []
      pixels.reserveCapacity(size.width * size.height)
      var peak: Float16 = 1
      try file.forEachRow(deadline) { row in
        for pixel in row {
          // Not a number, and what is no light.
          let light = SIMD4<Float16>(pixel.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 65_504)))
          let shown = light.replacing(with: SIMD4<Float16>.zero, where: light .!= light)
          pixels.append(shown)
          let color = max(shown.x, shown.y, shown.z)
          if color > peak { peak = color }
        }
      }
      self.pixels = pixels
      let curve = ToneCurve(peak: Double(peak) * file.white)
      let white = file.white
      tones = (0...UInt16.max).map { bits in
        let light = Double(Float16(bitPattern: bits))
        return light > 0 ? Float(curve.light(light * white)) * 65_535 : 0
      }
    }

    var byteCount: Int { 8 * pixels.count + 4 * tones.count }

    func scaled(to region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> Bitmap {
      var scaler = RowScaler(source: size, region: region, isOpaque: isOpaque)
      let window = scaler.window
      var row = [SIMD4<Float>](repeating: .zero, count: window.width)
      for line in window.y..<window.y + window.height {
        if line % 64 == 0 { try deadline.check() }
        let start = line * size.width + window.x
        for column in 0..<window.width { row[column] = toned(pixels[start + column]) }
        scaler.push(row)
      }
      return scaler.finish()
    }

    /// A pixel as the scaler takes it: premultiplied.
    private func toned(_ pixel: SIMD4<Float16>) -> SIMD4<Float> {
      let alpha = isOpaque ? 1 : min(Float(pixel.w), 1)
      guard alpha > 0 else { return .zero }
      let color = alpha == 1 ? pixel : SIMD4<Float16>(SIMD4<Float>(pixel) / alpha)
      return SIMD4(
        tones[Int(color.x.bitPattern)], tones[Int(color.y.bitPattern)], tones[Int(color.z.bitPattern)], 65_535) * alpha
    }
  }
#endif
