package import Imaging

/// How a picture is to be drawn: the grid it is fitted to, and how many samples of it are wanted in each of the grid's places.
package struct PictureShape: Hashable, Sendable {
  /// The box of grid places, and how they are shaped. Cell art fits pictures to half cells.
  package var fit: Fit
  /// Samples across and down in each place of the grid.
  package var samples: PixelSize

  /// A shape.
  package init(fit: Fit, samples: PixelSize) {
    self.fit = fit
    self.samples = samples
  }
}

/// A picture as it was asked for: by its slide's identity and the shape, never by a position.
package struct PictureKey: Hashable, Sendable {
  package var location: Location
  package var shape: PictureShape

  /// A key.
  package init(location: Location, shape: PictureShape) {
    self.location = location
    self.shape = shape
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
  /// The number of the load: two loads of the same key never share one.
  package let serial: UInt64

  /// A picture; `serial` is its maker's to choose, unlike any other's.
  package init(
    bitmap: Bitmap, grid: PixelSize, naturalSize: PixelSize, format: String, modificationTime: Int?, serial: UInt64
  ) {
    self.bitmap = bitmap
    self.grid = grid
    self.naturalSize = naturalSize
    self.format = format
    self.modificationTime = modificationTime
    self.serial = serial
  }
}
