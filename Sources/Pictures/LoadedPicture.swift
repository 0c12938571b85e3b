package import Bitmaps
package import Imaging
import Synchronization

/// A part of a picture, in fractions of its width and height.
package struct PicturePart: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  /// The whole picture.
  package static let whole = PicturePart(x: 0, y: 0, width: 1, height: 1)

  private init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The part of a picture that a fit shows.
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
  /// The samples: `grid` times the shape's samples in each direction.
  package let bitmap: Bitmap
  /// The size of the picture in places of the fit's grid.
  package let grid: PixelSize
  /// The natural size of the picture in pixels.
  package let naturalSize: PixelSize
  /// The name of the file's format, such as "JPEG".
  package var format: String
  /// When its file was last modified, in seconds since 1970; nil if unknown or meaningless.
  package let modificationTime: Int?
  /// The metadata in its file.
  package let metadata: ImageMetadata
  /// The properties of its animation; nil for a still picture.
  package let animation: PictureAnimation?
  /// A defect of a picture that can be shown nevertheless; nil for an intact picture.
  package let defect: PictureDefect?
  /// The part of the picture in the bitmap: less than the whole if the picture fills a box with another aspect ratio.
  package var part = PicturePart.whole
  /// The size of its file in bytes; nil if unknown.
  package var byteCount: Int?
  /// Which of its file's pictures it is, if that is to be named.
  package var rendition: PictureRendition?
  /// Whether it is a vector drawing, such as SVG or PDF, and has no pixels of its own.
  package var isDrawn = false
  /// The shared thumbnail that it is; nil for the picture itself.
  package var thumbnail: SharedThumbnail?
  /// What is visible of a transparent picture; nil for an opaque or a faint one.
  package let visibleLight: VisibleLight?
  /// The unique number of the load: even loads of the same key have different numbers.
  package let serial: UInt64

  /// A picture that has just been loaded. It gets the next serial unless one is given.
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
    visibleLight = bitmap.visibleLight
    self.serial = serial ?? PictureSerial.next()
  }
}

/// What is visible of a transparent picture.
package enum VisibleLight: Equatable, Sendable {
  /// All of it is transparent, or nearly so.
  case nothing
  /// The least and the greatest luminance, 0…1, of its visible pixels.
  case luminances(ClosedRange<Float>)
}

extension Bitmap {
  /// The light of pixels that are at least half opaque; nil if all are opaque, or some are visible but none is half opaque.
  fileprivate var visibleLight: VisibleLight? {
    guard !isOpaque else { return nil }
    var range: (least: Float, greatest: Float) = (.infinity, -.infinity)
    var isFaint = false
    for pixel in pixels where pixel.w > .max / 16 {
      guard pixel.w > .max / 2 else {
        isFaint = true
        continue
      }
      // The weights of Rec. 709; colors are premultiplied.
      let channels = SIMD4<Float>(pixel) * SIMD4(0.2126, 0.7152, 0.0722, 0)
      let luminance = channels.sum() / Float(pixel.w)
      range = (min(range.least, luminance), max(range.greatest, luminance))
    }
    if range.least <= range.greatest { return .luminances(range.least...range.greatest) }
    return isFaint ? nil : .nothing
  }
}

/// A picture from the thumbnails that programs share, which keep little of its metadata.
package struct SharedThumbnail: Hashable, Sendable {
  /// The natural size of the picture itself; nil if the thumbnail does not say.
  package var pictureSize: PixelSize?

  package init(pictureSize: PixelSize?) { self.pictureSize = pictureSize }
}

extension LoadedPicture {
  /// The natural size in pixels of the picture in the file; nil if only a thumbnail has been read, which does not say.
  package var fileSize: PixelSize? { thumbnail == nil ? naturalSize : thumbnail?.pictureSize }

  /// The format, and which of its file's pictures it is: "JPEG", or "RAW, embedded preview".
  package var formatText: String { rendition.map { "\(format), \($0.rawValue)" } ?? format }
}

/// The properties of an animated picture that are known before it plays.
package struct PictureAnimation: Hashable, Sendable {
  /// How often it plays; nil for an endless loop.
  package var plays: Int?
  /// Whether it is a video, which an external program decodes.
  package var isVideo = false
}

/// Serial numbers for pictures and frames, unique within the process. They identify what has been drawn.
enum PictureSerial {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
