package import Bitmaps
package import CarouselValues
package import Terminal

/// A slide's picture in the terminal's pixels: the image that is sent, and its position in the slide's area.
package struct PixelPicture: Hashable, Sendable {
  /// The image that is sent.
  package private(set) var image: PixelImage
  /// The position of the image in the slide's area, in pixels, at least 0.
  let left: Int
  let top: Int
  /// The images for dissolving into another slide; nil if the picture has no effect in pixels.
  package let dissolve: DissolveLayers?
  /// Whether the image covers the slide's whole area, so that any part of it can be shown instead.
  let coversSlideArea: Bool

  /// What a slide does in pixels besides moving. Only for terminals that read images from shared memory or local files,
  /// where the size of images hardly matters.
  package enum Effect: Hashable, Sendable {
    case none
    /// It dissolves, which requires layers.
    case dissolves
    /// It drifts, which requires layers and an image as large as the slide's area.
    case drifts
  }

  /// Composes a picture over the backdrop, encodes and compresses it; takes milliseconds, on any thread. Nil if
  /// memory is short.
  ///
  /// - Parameters:
  ///   - bitmap: The picture fitted to its area, with one pixel for each of the terminal's.
  ///   - area: The size of the slide's area, in pixels.
  ///   - alignment: The alignment of the picture in it.
  ///   - serial: A serial number that no other picture has.
  ///   - pixelProtocol: The protocol by which the picture is sent.
  ///   - isCompressed: Whether it is compressed, if sent by kitty's protocol.
  ///   - cell: For placeholders, the size of the cells that it is extended to cover completely; nil keeps its size.
  ///   - effect: An effect for pictures that are not compressed.
  ///   - memory: The samples of a picture of the same size that are needed no longer.
  package init?(
    _ bitmap: Bitmap, in area: PixelSize, aligned alignment: SlideContentMode.Alignment, over backdrop: Backdrop,
    serial: UInt64, by pixelProtocol: PixelProtocol = .kitty, isCompressed: Bool = true, on cell: CellPixels? = nil,
    effect: Effect = .none, reusing memory: consuming [UInt8] = []
  ) {
    let box = SlideContentMode(.actualSize, alignment).box(
      for: SlideSize(width: Double(bitmap.size.width), height: Double(bitmap.size.height)),
      in: SlideSize(width: Double(area.width), height: Double(area.height)))
    self.init(
      bitmap, atX: max(0, Int(box.x)), y: max(0, Int(box.y)), over: backdrop, serial: serial,
      by: pixelProtocol, isCompressed: isCompressed, on: cell, in: area, effect: effect, reusing: memory)
  }

  /// Creates a picture in the same way at a position in its slide's area, in pixels, which effects cover.
  package init?(
    _ bitmap: Bitmap, atX left: Int, y top: Int, over backdrop: Backdrop, serial: UInt64,
    by pixelProtocol: PixelProtocol = .kitty, isCompressed: Bool = true, on cell: CellPixels? = nil,
    in area: PixelSize = PixelSize(width: 1, height: 1), effect: Effect = .none, reusing memory: consuming [UInt8] = []
  ) {
    let effect = pixelProtocol == .kitty && !isCompressed ? effect : .none
    dissolve =
      effect == .none ? nil : DissolveLayers(bitmap, atX: left, y: top, in: area, over: backdrop, serial: serial)
    coversSlideArea = effect == .drifts
    if coversSlideArea {
      let (samples, hasAlpha) = Self.samples(of: bitmap, atX: left, y: top, in: area, over: backdrop)
      (self.left, self.top) = (0, 0)
      image = PixelImage(serial: serial, size: PixelExtent(area), hasAlpha: hasAlpha, samples: samples)
      return
    }
    if let cell, pixelProtocol == .placeholders {
      guard let (image, column, row) = Self.onWholeCells(bitmap, atX: left, y: top, of: cell, over: backdrop, serial)
      else { return nil }
      self.image = image
      (self.left, self.top) = (column * cell.width, row * cell.height)
      return
    }
    (self.left, self.top) = (left, top)
    let hasAlpha = Self.keepsAlpha(of: bitmap, over: backdrop)
    // Sixels have no alpha, and what files with alpha are blended with differs.
    let isBlended = pixelProtocol == .kitty || pixelProtocol == .placeholders
    let bitmap = hasAlpha && !isBlended ? bitmap.composed(over: backdrop) : bitmap
    let samples = PixelPicture.samples(of: bitmap, hasAlpha: hasAlpha, over: backdrop, reusing: memory)
    let size = PixelExtent(width: bitmap.size.width, height: bitmap.size.height)
    switch pixelProtocol {
    case .kitty where !isCompressed:
      image = PixelImage(serial: serial, size: size, hasAlpha: hasAlpha, samples: samples)
    case .kitty, .placeholders:
      guard let deflated = Deflating.compressed(samples, level: 1) else { return nil }
      image = PixelImage(serial: serial, size: size, hasAlpha: hasAlpha, deflated: deflated)
    case .sixel(let colors, _):
      image = PixelImage(
        serial: serial, size: size,
        inline: SixelPicture(samples: samples, hasAlpha: hasAlpha, size: size, colors: colors))
    case .iterm:
      image = PixelImage(
        serial: serial, size: size, inline: FilePicture(samples: samples, hasAlpha: hasAlpha, size: size))
    }
  }

  /// This picture as a frame of an animation.
  package func frame(of animation: UInt64) -> PixelPicture {
    var frame = self
    frame.image.animation = animation
    return frame
  }

  /// This picture as one of many small ones.
  package var asThumbnail: PixelPicture {
    var picture = self
    picture.image.isThumbnail = true
    return picture
  }

  /// This picture without its samples, for as long as the terminal has them.
  package var withoutContent: PixelPicture {
    var picture = self
    picture.image = image.withoutContent
    return picture
  }

  /// The memory that the picture takes, in bytes.
  package var cost: Int {
    image.inline == nil
      ? image.content.count + (dissolve?.cost ?? 0) : image.size.width * image.size.height * 3
  }

  /// Whether a picture is sent with its alpha: the terminal blends its own background itself, so that cannot be done in
  /// linear light.
  static func keepsAlpha(of bitmap: Bitmap, over backdrop: Backdrop) -> Bool {
    if case .terminal = backdrop { !bitmap.isOpaque } else { false }
  }

  /// A bitmap's encoded samples: four bytes per pixel with alpha, or three, composed over the backdrop.
  static func samples(
    of bitmap: Bitmap, hasAlpha: Bool, over backdrop: Backdrop, reusing memory: consuming [UInt8] = []
  ) -> [UInt8] {
    if bitmap.isOpaque, !hasAlpha { return opaqueSamples(of: bitmap.pixels.span, reusing: memory) }
    let (width, channels) = (bitmap.size.width, hasAlpha ? 4 : 3)
    return unsafe [UInt8](unsafeUninitializedCapacity: bitmap.pixels.count * channels) { bytes, initialized in
      let pixels = bitmap.pixels.span
      for index in pixels.indices {
        var samples = SIMD4<UInt8>(repeating: 255)
        if hasAlpha {
          samples = SRGB.encoded(pixels[index])
        } else {
          let pixel = backdrop.composed(pixels[index], column: index % width, row: index / width)
          for channel in 0..<3 { samples[channel] = SRGB.encoded(pixel[channel]) }
        }
        for channel in 0..<channels { unsafe bytes[initialized + channel] = samples[channel] }
        initialized += channels
      }
    }
  }

  /// Three bytes for each pixel: a fast path, as most pictures are opaque.
  private static func opaqueSamples(of pixels: Span<SIMD4<UInt16>>, reusing memory: consuming [UInt8]) -> [UInt8] {
    func fill(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
      // A 16-bit index is always within the table.
      unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { table in
        var offset = 0
        for index in pixels.indices {
          let pixel = pixels[index]
          unsafe bytes[offset] = table[Int(pixel.x)]
          unsafe bytes[offset &+ 1] = table[Int(pixel.y)]
          unsafe bytes[offset &+ 2] = table[Int(pixel.z)]
          offset &+= 3
        }
      }
    }
    let count = pixels.count * 3
    guard memory.count == count else {
      return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
        unsafe fill(bytes)
        initialized = count
      }
    }
    unsafe memory.withUnsafeMutableBufferPointer { unsafe fill($0) }
    return memory
  }

  /// A picture extended to whole cells, compressed, and the first cell that it touches; nil if memory is short.
  static func onWholeCells(
    _ bitmap: Bitmap, atX left: Int, y top: Int, of cell: CellPixels, over backdrop: Backdrop, _ serial: UInt64
  ) -> (image: PixelImage, column: Int, row: Int)? {
    let (samples, size, hasAlpha) = samplesOnWholeCells(
      of: bitmap, x: left % cell.width, y: top % cell.height, cell, over: backdrop)
    guard let deflated = Deflating.compressed(samples, level: 1) else { return nil }
    let image = PixelImage(serial: serial, size: size, hasAlpha: hasAlpha, deflated: deflated)
    return (image, left / cell.width, top / cell.height)
  }

  /// The samples of a picture, extended to all of the cells that it touches: placeholders represent whole cells, and
  /// terminals keep an image's aspect ratio when they fit it into them.
  ///
  /// - Parameters:
  ///   - x: Pixels to the left of the picture in its first cell.
  ///   - y: Pixels above the picture in that cell.
  package static func samplesOnWholeCells(
    of bitmap: Bitmap, x: Int, y: Int, _ cell: CellPixels, over backdrop: Backdrop
  ) -> (samples: [UInt8], size: PixelExtent, hasAlpha: Bool) {
    let width = (x + bitmap.size.width + cell.width - 1) / cell.width * cell.width
    let height = (y + bitmap.size.height + cell.height - 1) / cell.height * cell.height
    let (samples, hasAlpha) = samples(
      of: bitmap, atX: x, y: y, in: PixelSize(width: width, height: height), over: backdrop)
    return (samples, PixelExtent(width: width, height: height), hasAlpha)
  }

  /// The samples of a picture with the backdrop around it.
  ///
  /// - Parameters:
  ///   - x: Pixels to the left of the picture.
  ///   - y: Pixels above the picture.
  ///   - size: The size of the result.
  static func samples(
    of bitmap: Bitmap, atX x: Int, y: Int, in size: PixelSize, over backdrop: Backdrop
  ) -> (samples: [UInt8], hasAlpha: Bool) {
    let (width, height) = (size.width, size.height)
    let hasAlphaItself = keepsAlpha(of: bitmap, over: backdrop)
    let samples = samples(of: bitmap, hasAlpha: hasAlphaItself, over: backdrop)
    if width == bitmap.size.width, height == bitmap.size.height { return (samples, hasAlphaItself) }
    // The area around the picture has one color, or shows the terminal's own background.
    let surround = backdrop.surround.channels
    let hasAlpha = hasAlphaItself || surround == nil
    let (from, to) = (hasAlphaItself ? 4 : 3, hasAlpha ? 4 : 3)
    var pixel: [UInt8] = surround.map { [$0.red, $0.green, $0.blue] } ?? [0, 0, 0]
    if hasAlpha { pixel.append(surround == nil ? 0 : 255) }
    var whole: [UInt8] = []
    whole.reserveCapacity(width * height * to)
    for _ in 0..<width * height { whole += pixel }
    for row in 0..<bitmap.size.height {
      var (source, target) = (row * bitmap.size.width * from, ((y + row) * width + x) * to)
      for _ in 0..<bitmap.size.width {
        for channel in 0..<from { whole[target + channel] = samples[source + channel] }
        if to > from { whole[target + 3] = 255 }
        source += from
        target += to
      }
    }
    return (whole, hasAlpha)
  }
}
