import Decks
import Downloads
import ExternalDecoders
package import Imaging
import Synchronization
import System

/// A part of a picture, in shares of its sides.
package struct PicturePart: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  /// All of it.
  package static let whole = PicturePart(x: 0, y: 0, width: 1, height: 1)

  private init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// What a fit shows of a picture.
  package init(_ fit: Fit, of natural: PixelSize) {
    let whole = fit.target(for: natural)
    let seen = fit.part(of: whole)
    self.init(
      x: Double(seen.x) / Double(whole.width), y: Double(seen.y) / Double(whole.height),
      width: Double(seen.size.width) / Double(whole.width), height: Double(seen.size.height) / Double(whole.height))
  }
}

/// A picture ready to be drawn.
package struct LoadedPicture: Sendable {
  /// Samples: `grid` times the shape's samples in each direction.
  package let bitmap: Bitmap
  /// The places of the fit's grid that it covers.
  package let grid: PixelSize
  /// The picture's own size.
  package let naturalSize: PixelSize
  /// The format's name, e.g. "JPEG".
  package let format: String
  /// When its file was last modified, in seconds since 1970.
  package let modificationTime: Int?
  /// What its file says of it.
  package let metadata: ImageMetadata
  /// What is known of its frames, if it moves.
  package let animation: PictureAnimation?
  /// What is wrong with it, though it is shown; nil for a sound picture.
  package let defect: PictureDefect?
  /// What the bitmap shows of the picture: less than all where that covers a place of another shape.
  package var part = PicturePart.whole
  /// The bytes of its file; nil: not known.
  package var byteCount: Int?
  /// Whether it is drawn from shapes, as SVG and PDF are: it has no pixels of its own.
  package var isDrawn = false
  /// The number of the load: no two loads share one, not even of the same key.
  package let serial: UInt64

  /// A picture that has just been loaded: it gets the next serial, unless its maker has one for it.
  package init(
    bitmap: Bitmap, grid: PixelSize, naturalSize: PixelSize, format: String, modificationTime: Int? = nil,
    metadata: ImageMetadata = ImageMetadata(), animation: PictureAnimation? = nil, defect: PictureDefect? = nil,
    serial: UInt64? = nil
  ) {
    self.bitmap = bitmap
    self.grid = grid
    self.naturalSize = naturalSize
    self.format = format
    self.modificationTime = modificationTime
    self.metadata = metadata
    self.animation = animation
    self.defect = defect
    self.serial = serial ?? PictureSerial.next()
  }
}

/// What is known beforehand of a picture that moves.
package struct PictureAnimation: Hashable, Sendable {
  /// How often it is played; nil: for ever.
  package var plays: Int?
  /// Whether it is a film, which a program decodes.
  package var isVideo: Bool

  /// An animation.
  package init(plays: Int?, isVideo: Bool = false) {
    self.plays = plays
    self.isVideo = isVideo
  }
}

/// Numbers for pictures and frames, no two alike while the process lives: by them, what was drawn of one is known again.
enum PictureSerial {
  private static let last = Atomic<UInt64>(0)

  /// The next number.
  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
