import Imaging
package import Terminal

/// A slide in pixels that can be seen through: laid over another slide, it dissolves into it.
///
/// Terminals cannot change the opacity of an image that they have. But layers of the same image add up: n of them, each of opacity a,
/// let (1 − a)ⁿ of what is behind them through. Two images of different opacity make 36 steps, none of which the eye sees as one.
package struct PixelVeil: Hashable, Sendable {
  /// The opacity of each image, in 255ths, and how many layers of it there are at most.
  private static let kinds: [(alpha: UInt8, most: Int)] = [(77, 8), (20, 3)]
  /// What even the densest veil leaves of the slide behind it, and more steps than that.
  private static let steps: [(layers: [Int], transparency: Double)] = {
    let (dense, light) = (kinds[0], kinds[1])
    return (0...dense.most).flatMap { many in
      (0...light.most).map { few in
        var transparency = 1.0
        for _ in 0..<many { transparency *= 1 - Double(dense.alpha) / 255 }
        for _ in 0..<few { transparency *= 1 - Double(light.alpha) / 255 }
        return ([many, few], transparency)
      }
    }
  }()

  /// The slide's whole place, once for each opacity.
  package let images: [PixelImage]

  /// A picture in its slide's place; takes milliseconds, on any thread.
  ///
  /// - Parameters:
  ///   - left: where the picture begins in the place, in pixels; `top` likewise.
  ///   - serial: the picture's.
  init(
    _ bitmap: Bitmap, atX left: Int, y top: Int, in place: PixelSize, over backdrop: Backdrop, serial: UInt64
  ) {
    // The terminal's own background is covered, too: what was there goes.
    let solid = if case .terminal(let assumed) = backdrop { Backdrop.color(assumed) } else { backdrop }
    let (samples, hasAlpha) = PixelPicture.samples(of: bitmap, atX: left, y: top, in: place, over: solid)
    let channels = hasAlpha ? 4 : 3
    images = PixelVeil.kinds.enumerated().map { number, kind in
      let count = place.width * place.height
      let veiled = unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, initialized in
        for pixel in 0..<count {
          for channel in 0..<3 { unsafe bytes[pixel * 4 + channel] = samples[pixel * channels + channel] }
          unsafe bytes[pixel * 4 + 3] = kind.alpha
        }
        initialized = count * 4
      }
      var image = PixelImage(
        serial: serial | UInt64(number + 1) << 60, size: PixelExtent(place), hasAlpha: true, samples: veiled)
      image.isVeil = true
      return image
    }
  }

  /// Bytes that it takes.
  var cost: Int { images.reduce(0) { $0 + $1.content.count } }

  /// The images that lie over a slide for this one to cover it so far, an image for each layer.
  ///
  /// - Parameter opacity: 0…1.
  package func layers(for opacity: Double) -> [PixelImage] {
    let step = PixelVeil.steps.min { abs($0.transparency - 1 + opacity) < abs($1.transparency - 1 + opacity) }
    return zip(images, step?.layers ?? []).flatMap { image, count in Array(repeating: image, count: count) }
  }
}

extension PixelExtent {
  /// A bitmap's size.
  init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }
}
