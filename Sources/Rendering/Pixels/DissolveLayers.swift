import Bitmaps
package import Terminal

/// A translucent slide in pixels: laid over another slide, it dissolves into it.
///
/// Terminals cannot change the opacity of an image that they have. But layers of the same image add up: n layers, each
/// with opacity a, transmit (1 − a)ⁿ of what is behind them. Two images of different opacity make 36 steps, each too
/// small to be noticed.
package struct DissolveLayers: Hashable, Sendable {
  /// The opacity of each image, in 255ths, and the maximum number of its layers.
  private static let kinds: [(alpha: UInt8, maximum: Int)] = [(77, 8), (20, 3)]
  /// All combinations of layers, and the share of the slide behind that each of them transmits.
  private static let steps: [(layers: [Int], transparency: Double)] = {
    let (dense, light) = (kinds[0], kinds[1])
    return (0...dense.maximum).flatMap { many in
      (0...light.maximum).map { few in
        var transparency = 1.0
        for _ in 0..<many { transparency *= 1 - Double(dense.alpha) / 255 }
        for _ in 0..<few { transparency *= 1 - Double(light.alpha) / 255 }
        return ([many, few], transparency)
      }
    }
  }()

  /// The slide's whole area, once for each opacity.
  package let images: [PixelImage]

  /// Creates the layers of a picture in its slide's area; takes milliseconds, on any thread.
  ///
  /// - Parameters:
  ///   - left: The position of the picture in the area, in pixels; `top` likewise.
  ///   - serial: The picture's serial number.
  init(
    _ bitmap: Bitmap, atX left: Int, y top: Int, in area: PixelSize, over backdrop: Backdrop, serial: UInt64
  ) {
    // The terminal's own background is made opaque as well, so that the slide behind disappears.
    let solid = if case .terminal(let assumed) = backdrop { Backdrop.color(assumed) } else { backdrop }
    let (samples, hasAlpha) = PixelPicture.samples(of: bitmap, atX: left, y: top, in: area, over: solid)
    let channels = hasAlpha ? 4 : 3
    images = DissolveLayers.kinds.enumerated().map { number, kind in
      let count = area.width * area.height
      let samples = unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, initialized in
        for pixel in 0..<count {
          for channel in 0..<3 { unsafe bytes[pixel * 4 + channel] = samples[pixel * channels + channel] }
          unsafe bytes[pixel * 4 + 3] = kind.alpha
        }
        initialized = count * 4
      }
      var image = PixelImage(
        serial: serial | UInt64(number + 1) << 60, size: PixelExtent(area), hasAlpha: true, samples: samples)
      image.isDissolveLayer = true
      return image
    }
  }

  /// The memory that the images take, in bytes.
  var cost: Int { images.reduce(0) { $0 + $1.content.count } }

  /// The images to lay over another slide to cover it to some degree, one for each layer.
  ///
  /// - Parameter opacity: The degree, 0…1.
  package func layers(for opacity: Double) -> [PixelImage] {
    let step = DissolveLayers.steps.min { abs($0.transparency - 1 + opacity) < abs($1.transparency - 1 + opacity) }
    return zip(images, step?.layers ?? []).flatMap { image, count in Array(repeating: image, count: count) }
  }
}

extension PixelExtent {
  init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }
}
