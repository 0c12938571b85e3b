package import Imaging
import Synchronization

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
  /// What is known of its frames, if it moves.
  package let animation: PictureAnimation?
  /// The number of the load: no two loads share one, not even of the same key.
  package let serial: UInt64

  private static let serials = Atomic<UInt64>(0)

  /// A picture that has just been loaded: it gets the next serial, unless its maker has one for it.
  package init(
    bitmap: Bitmap, grid: PixelSize, naturalSize: PixelSize, format: String, modificationTime: Int? = nil,
    animation: PictureAnimation? = nil,
    serial: UInt64? = nil
  ) {
    self.bitmap = bitmap
    self.grid = grid
    self.naturalSize = naturalSize
    self.format = format
    self.modificationTime = modificationTime
    self.animation = animation
    self.serial = serial ?? LoadedPicture.serials.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
