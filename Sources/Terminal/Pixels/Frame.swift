/// Everything that a window shows: cells and, where the terminal can show pictures in pixels, those instead.
package struct Frame: Hashable, Sendable {
  /// The whole window in cells.
  package var cells: CellBuffer
  /// The same with pictures in pixels, for terminals that have all of its images; nil: there is no such form.
  package var pixels: PixelFrame?
  /// The same in pixels, less exactly, of images that the terminal may have already: shown until it has those of `pixels`.
  package var standIn: PixelFrame?
  /// Images that frames to come may need, the likeliest first: they are sent while nothing moves.
  package var upcoming: [PixelImage] = []

  /// A frame of cells alone, unless there is another form.
  package init(_ cells: CellBuffer, pixels: PixelFrame? = nil) {
    self.cells = cells
    self.pixels = pixels
  }
}

/// A window with pictures in pixels under its text.
package struct PixelFrame: Hashable, Sendable {
  /// The text, and whatever is drawn where no picture is. The pictures show where a cell has the terminal's own background.
  package var cells: CellBuffer
  /// Where images are, back to front.
  package var placements: [Placement]
  /// Where nothing lies over the pictures, for terminals that show pixels instead of a cell's text; nil: they show both.
  package var open: [CellRect]?

  /// A window.
  package init(cells: CellBuffer, placements: [Placement], open: [CellRect]? = nil) {
    self.cells = cells
    self.placements = placements
    self.open = open
  }

  /// The pictures that it needs.
  package var images: [PixelImage] {
    var images: [PixelImage] = []
    for placement in placements where !images.contains(placement.image) { images.append(placement.image) }
    return images
  }
}

/// A size in pixels of the terminal, both sides at least 1.
package struct PixelExtent: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// A size; what is smaller counts as 1.
  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }
}

/// An image as it is sent to a terminal. Images are told apart by their serials.
package struct PixelImage: Hashable, Sendable {
  /// Unlike any other image's; shades of one colour have one.
  package let serial: UInt64
  package let size: PixelExtent
  /// Whether there are four channels, the last one alpha, or three: red, green, blue in sRGB.
  package let hasAlpha: Bool
  /// The samples, a byte a channel, row by row.
  package let content: [UInt8]
  /// Whether they are compressed (RFC 1950).
  package let isDeflated: Bool
  /// One colour and its opacity, for images of one pixel; nil: a picture.
  package let shade: Shade?
  /// The picture for terminals that keep none; nil: this is for one that does.
  package let inline: (any InlinePicture)?

  /// The animation that it is a frame of: those that the terminal has stand in for those that it has not. Nil: it is none.
  package var animation: UInt64?
  /// Whether it can be seen through, and lies over pictures.
  package var isVeil = false

  /// One colour that covers what is behind it in part.
  package struct Shade: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    /// 0 covers nothing, 255 all.
    package var alpha: UInt8
  }

  /// A picture, its samples compressed.
  package init(serial: UInt64, size: PixelExtent, hasAlpha: Bool, deflated: [UInt8]) {
    self.init(serial: serial, size: size, hasAlpha: hasAlpha, deflated, isDeflated: true)
  }

  /// A picture of samples as they are, for terminals that read them where we put them.
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

  /// A picture for terminals that keep none.
  package init(serial: UInt64, size: PixelExtent, inline: any InlinePicture) {
    self.serial = serial
    self.size = size
    self.inline = inline
    hasAlpha = !inline.isOpaque
    (content, isDeflated, shade) = ([], false, nil)
  }

  /// A shade: one pixel that is placed over whole cells.
  ///
  /// - Parameter opacity: 0…1, rounded up to a 32nd, so that shades that come and go are few.
  package init(shade color: Color, opacity: Double) {
    let (red, green, blue) = color.channels ?? (0, 0, 0)
    let alpha = UInt8((min(max(0, opacity), 1) * 32).rounded(.up) * 255 / 32)
    let shade = Shade(red: red, green: green, blue: blue, alpha: alpha)
    self.shade = shade
    inline = nil
    // Above every picture's.
    serial = 1 << 63 | UInt64(red) << 24 | UInt64(green) << 16 | UInt64(blue) << 8 | UInt64(alpha)
    size = PixelExtent(width: 1, height: 1)
    hasAlpha = true
    (content, isDeflated) = ([], false)
  }

  package static func == (left: PixelImage, right: PixelImage) -> Bool { left.serial == right.serial }

  package func hash(into hasher: inout Hasher) { hasher.combine(serial) }
}

/// An image, or a part of it, in the window.
package struct Placement: Hashable, Sendable {
  package var image: PixelImage
  /// The part of the image that shows, in its pixels.
  package var source: PixelArea
  /// The cell in which it begins.
  package var column: Int
  package var row: Int
  /// The pixels of that cell to the left of it and above it; less than the cell has.
  package var offset = PixelOffset()
  /// The cells that it is stretched to; nil: it is as large as it is.
  package var cells: CellSize?
  package var depth = Depth.picture

  /// How far behind the text images lie, as the protocol's z-index. At one depth terminals differ in what is in front: the image of the higher
  /// id, the newer one, or the one that was placed last.
  package enum Depth: Int, Sendable {
    /// A slide that another one dissolves over.
    case base = -3
    case picture = -2
    case shade = -1
  }

  /// A part of an image at a cell.
  package init(_ image: PixelImage, source: PixelArea, column: Int, row: Int) {
    self.image = image
    self.source = source
    self.column = column
    self.row = row
  }

  /// A shade over cells.
  package init(shade: PixelImage, over area: CellRect) {
    self.init(
      shade, source: PixelArea(x: 0, y: 0, width: 1, height: 1), column: area.column, row: area.row)
    cells = area.size
    depth = .shade
  }
}

/// A part of an image in its pixels.
package struct PixelArea: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  /// A part.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// Pixels across and down.
package struct PixelOffset: Hashable, Sendable {
  package var x = 0
  package var y = 0

  /// None unless given.
  package init(x: Int = 0, y: Int = 0) { (self.x, self.y) = (x, y) }
}
