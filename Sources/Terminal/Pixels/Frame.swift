/// The content of a window: cells and, for terminals that can show them, pictures in pixels.
package struct Frame: Hashable, Sendable {
  /// The whole window in cells.
  package var cells: CellBuffer
  /// The window with pictures in pixels, for terminals that have all of its images; nil if there is no such form.
  package var pixels: PixelFrame?
  /// A less exact form in pixels, from images that the terminal may already have: shown until it has those of `pixels`.
  /// Nil if there is none.
  package var interim: PixelFrame?
  /// Images that later frames may need, likeliest first; they are sent while nothing moves.
  package var upcoming: [PixelImage] = []
  /// The animation that is played again and again: the terminal keeps its frames, as far as they fit. Nil if there is
  /// none.
  package var loop: UInt64?

  /// A frame of cells, optionally with a form in pixels.
  package init(_ cells: CellBuffer, pixels: PixelFrame? = nil) {
    self.cells = cells
    self.pixels = pixels
  }
}

/// A window with pictures in pixels under its text.
package struct PixelFrame: Hashable, Sendable {
  /// The text, and everything drawn outside the pictures. A picture shows through cells with the terminal's own
  /// background.
  package var cells: CellBuffer
  /// The images' placements, back to front.
  package var placements: [Placement]
  /// The areas where nothing covers the pictures, for terminals that show pixels in place of a cell's text; nil for
  /// terminals that show both.
  package var uncovered: [CellRect]?

  /// A window of cells and placements.
  package init(cells: CellBuffer, placements: [Placement], uncovered: [CellRect]? = nil) {
    self.cells = cells
    self.placements = placements
    self.uncovered = uncovered
  }

  /// The images of the placements, without duplicates.
  package var images: [PixelImage] {
    var images: [PixelImage] = []
    for placement in placements where !images.contains(placement.image) { images.append(placement.image) }
    return images
  }
}

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
    /// The pixel that is enlarged.
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

/// An image, or a part of it, in the window.
package struct Placement: Hashable, Sendable {
  package var image: PixelImage
  /// The visible part of the image, in the image's pixels.
  package var source: PixelArea
  /// The column of the first cell, from 0.
  package var column: Int
  /// The row of the first cell, from 0.
  package var row: Int
  /// The pixels of the first cell to the left of the image and above it; less than the size of the cell.
  package var offset = PixelOffset()
  /// The number of cells that the image is stretched to; nil for its own size.
  package var cells: CellSize?
  package var depth = Depth.picture
  /// The cells of the window that show the same, so that the image may be missing; nil if it must be there.
  package var standIn: CellRect?

  /// How far behind the text an image lies: the protocol's z-index. At equal depth, terminals differ in which image is
  /// in front: the one with the higher id, the newer one, or the one placed last.
  package enum Depth: Int, Sendable {
    /// A slide that another one dissolves over.
    case base = -3
    case picture = -2
    case shade = -1
    case anchor = 1
  }

  /// A part of an image at a cell.
  package init(_ image: PixelImage, source: PixelArea, column: Int, row: Int) {
    self.image = image
    self.source = source
    self.column = column
    self.row = row
  }

  /// Invisible, and there as long as images are in use: kitty (seen in 0.48) draws the first placement on a screen only
  /// once something else changes.
  static let anchor: Placement = {
    var placement = Placement(
      shade: PixelImage(shade: Color(red: 0, green: 0, blue: 0), opacity: 0),
      over: CellRect(column: 0, row: 0, columns: 1, rows: 1))
    placement.depth = .anchor
    return placement
  }()

  /// A shade over cells.
  package init(shade: PixelImage, over area: CellRect) {
    self.init(shade, source: PixelImage.Shade.middle, column: area.column, row: area.row)
    cells = area.size
    depth = .shade
  }
}

/// An area of an image, in the image's pixels.
package struct PixelArea: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  /// An area given by its top left pixel and its size.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// An offset in pixels, to the right and down.
package struct PixelOffset: Hashable, Sendable {
  package var x = 0
  package var y = 0

  /// An offset; zero by default.
  package init(x: Int = 0, y: Int = 0) { (self.x, self.y) = (x, y) }
}
