/// A size in the terminal's pixels; both sides are at least 1.
package struct PixelExtent: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// A size; smaller numbers count as 1.
  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }
}

/// An image as sent to a terminal. Images are identified by their serials.
package struct PixelImage: Hashable, Sendable {
  /// The image's identity; shades of equal color and opacity share one.
  package let serial: UInt64
  package let size: PixelExtent
  /// Whether the samples are red, green, blue and alpha, rather than red, green and blue; in sRGB.
  package let hasAlpha: Bool
  /// The samples, one byte per channel, row by row; empty if the terminal has them already.
  package private(set) var content: [UInt8]
  /// Whether `content` is compressed (RFC 1950).
  package let isDeflated: Bool
  /// The color and opacity of an image of one color; nil for a picture.
  package let shade: Shade?
  /// The picture for terminals that keep no images; nil for terminals that do.
  package let inline: (any InlinePicture)?

  /// The animation that this is a frame of; nil if there is none. Available frames are shown in place of those that the
  /// terminal lacks.
  package var animation: UInt64?
  /// Whether the image is translucent and lies over pictures.
  package var isDissolveLayer = false
  /// Whether the image is one of many small ones.
  package var isThumbnail = false

  /// A color that partly covers what is behind it.
  package struct Shade: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    /// The opacity: 0 is transparent, 255 opaque.
    package var alpha: UInt8

    /// The size of its image. kitty filters an enlarged image against transparent surroundings, so only the middle pixel
    /// of three by three stays even.
    package static let extent = PixelExtent(width: 3, height: 3)
    static let middle = PixelArea(x: 1, y: 1, width: 1, height: 1)
  }

  /// A picture with compressed samples (RFC 1950).
  package init(serial: UInt64, size: PixelExtent, hasAlpha: Bool, deflated: [UInt8]) {
    self.init(serial: serial, size: size, hasAlpha: hasAlpha, deflated, isDeflated: true)
  }

  /// A picture with uncompressed samples, for terminals that read them from shared memory.
  package init(serial: UInt64, size: PixelExtent, hasAlpha: Bool, samples: [UInt8]) {
    self.init(serial: serial, size: size, hasAlpha: hasAlpha, samples, isDeflated: false)
  }

  private init(serial: UInt64, size: PixelExtent, hasAlpha: Bool, _ content: [UInt8], isDeflated: Bool) {
    self.serial = serial
    self.size = size
    self.hasAlpha = hasAlpha
    self.content = content
    self.isDeflated = isDeflated
    (shade, inline) = (nil, nil)
  }

  /// A picture for terminals that keep no images.
  package init(serial: UInt64, size: PixelExtent, inline: any InlinePicture) {
    self.serial = serial
    self.size = size
    self.inline = inline
    hasAlpha = !inline.isOpaque
    (content, isDeflated, shade) = ([], false, nil)
  }

  /// A shade: an image of one color, whose middle is placed over whole cells.
  ///
  /// - Parameter opacity: The opacity, 0…1, rounded up to a 32nd, so that a fade needs few shades.
  package init(shade color: Color, opacity: Double) {
    let (red, green, blue) = color.channels ?? (0, 0, 0)
    let steps = Int((min(max(0, opacity), 1) * 32).rounded(.up))
    let alpha = UInt8(steps * 255 / 32)
    let shade = Shade(red: red, green: green, blue: blue, alpha: alpha)
    self.shade = shade
    inline = nil
    // Greater than every picture's serial.
    serial = 1 << 63 | UInt64(red) << 24 | UInt64(green) << 16 | UInt64(blue) << 8 | UInt64(alpha)
    size = Shade.extent
    hasAlpha = true
    (content, isDeflated) = ([], false)
  }

  /// The bytes that the image's samples take in the terminal.
  var byteCount: Int { size.width * size.height * (hasAlpha ? 4 : 3) }

  /// The same image without its samples, for as long as the terminal has them.
  package var withoutContent: PixelImage {
    var image = self
    image.content = []
    return image
  }

  package static func == (left: PixelImage, right: PixelImage) -> Bool { left.serial == right.serial }

  package func hash(into hasher: inout Hasher) { hasher.combine(serial) }
}
