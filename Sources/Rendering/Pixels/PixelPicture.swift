package import Carousel
package import Imaging
package import Terminal

/// A slide's picture in the pixels of the terminal: as it is sent, and where it stands in the slide's place.
package struct PixelPicture: Hashable, Sendable {
  /// What is sent.
  package private(set) var image: PixelImage
  /// Where it begins in the slide's place, in pixels, at least 0.
  let left: Int
  let top: Int
  /// What it dissolves into another slide with; nil: it does not do so in pixels.
  package let veil: PixelVeil?
  /// Whether the image is the slide's whole place, so that any part of it can be shown instead.
  let fillsPlace: Bool

  /// What a slide does in pixels besides moving along, where the terminal reads images where they are made: there their size hardly
  /// matters.
  package enum Effect: Hashable, Sendable {
    case none
    /// It has a veil.
    case dissolves
    /// It has one, and is as large as its place.
    case drifts
  }

  /// A picture composed over the backdrop, encoded and compressed; takes milliseconds, on any thread. Nil where there is no
  /// memory for it.
  ///
  /// - Parameters:
  ///   - bitmap: the picture as it fits its place, a pixel for each of the terminal's.
  ///   - place: the slide's place, in pixels.
  ///   - alignment: where the picture stands in it.
  ///   - serial: unlike any other picture's.
  ///   - pixelProtocol: how it is sent.
  ///   - isCompressed: whether it is compressed, by kitty's protocol.
  ///   - cell: the cells that it is enlarged to cover whole, for placeholders; nil: it is as large as it is.
  ///   - effect: for pictures that are not compressed.
  package init?(
    _ bitmap: Bitmap, in place: PixelSize, aligned alignment: SlideContentMode.Alignment, over backdrop: Backdrop,
    serial: UInt64, by pixelProtocol: PixelProtocol = .kitty, isCompressed: Bool = true, on cell: CellPixels? = nil,
    effect: Effect = .none
  ) {
    let box = SlideContentMode(.actualSize, alignment).box(
      forWidth: Double(bitmap.size.width), height: Double(bitmap.size.height), inWidth: Double(place.width),
      height: Double(place.height))
    self.init(
      bitmap, atX: max(0, Int(box.x)), y: max(0, Int(box.y)), over: backdrop, serial: serial,
      by: pixelProtocol, isCompressed: isCompressed, on: cell, in: place, effect: effect)
  }

  /// A picture at a place of its slide's, in pixels.
  ///
  /// - Parameters:
  ///   - serial: unlike any other picture's.
  ///   - isCompressed: whether it is compressed, by kitty's protocol.
  ///   - cell: the cells that it is enlarged to cover whole, for placeholders; nil: it is as large as it is.
  ///   - place: the slide's place, in pixels, which effects cover.
  package init?(
    _ bitmap: Bitmap, atX left: Int, y top: Int, over backdrop: Backdrop, serial: UInt64,
    by pixelProtocol: PixelProtocol = .kitty, isCompressed: Bool = true, on cell: CellPixels? = nil,
    in place: PixelSize = PixelSize(width: 1, height: 1), effect: Effect = .none
  ) {
    let effect = pixelProtocol == .kitty && !isCompressed ? effect : .none
    veil = effect == .none ? nil : PixelVeil(bitmap, atX: left, y: top, in: place, over: backdrop, serial: serial)
    fillsPlace = effect == .drifts
    if fillsPlace {
      let (samples, hasAlpha) = Self.samples(of: bitmap, atX: left, y: top, in: place, over: backdrop)
      (self.left, self.top) = (0, 0)
      image = PixelImage(serial: serial, size: PixelExtent(place), hasAlpha: hasAlpha, samples: samples)
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
    let samples = PixelPicture.samples(of: bitmap, hasAlpha: hasAlpha, over: backdrop)
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

  /// The same as a frame of an animation.
  package func frame(of animation: UInt64) -> PixelPicture {
    var frame = self
    frame.image.animation = animation
    return frame
  }

  /// What it costs to keep, in bytes.
  package var cost: Int {
    image.inline == nil
      ? image.content.count + (veil?.cost ?? 0) : image.size.width * image.size.height * 3
  }

  /// Whether a picture is sent with its alpha: a terminal's own background shows through it, and has no linear light to mix in.
  static func keepsAlpha(of bitmap: Bitmap, over backdrop: Backdrop) -> Bool {
    if case .terminal = backdrop { !bitmap.isOpaque } else { false }
  }

  /// A bitmap's encoded samples, of four bytes with alpha, else of three, composed over the backdrop.
  static func samples(of bitmap: Bitmap, hasAlpha: Bool, over backdrop: Backdrop) -> [UInt8] {
    if bitmap.isOpaque, !hasAlpha { return opaqueSamples(of: bitmap.pixels.span) }
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

  /// Three bytes for each pixel: most pictures are opaque, and this is all that is left to do for them.
  private static func opaqueSamples(of pixels: Span<SIMD4<UInt16>>) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { bytes, initialized in
      // An index of 16 bits is always within the table.
      unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { table in
        var place = 0
        for index in pixels.indices {
          let pixel = pixels[index]
          unsafe bytes[place] = table[Int(pixel.x)]
          unsafe bytes[place &+ 1] = table[Int(pixel.y)]
          unsafe bytes[place &+ 2] = table[Int(pixel.z)]
          place &+= 3
        }
        initialized = place
      }
    }
  }
}
