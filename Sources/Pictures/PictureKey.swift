package import Bitmaps
package import Decks
package import Downloads
package import Imaging

/// How a picture is drawn: the grid that it is fitted to, and the number of samples in each place of the grid.
package struct PictureShape: Hashable, Sendable {
  /// The box in grid places, their aspect ratio and the scaling. Cell art fits pictures to half cells.
  package var fit: Fit
  /// The number of samples across and down in each place of the grid.
  package var samples: PixelSize
  /// The part of the scaled picture to decode, in samples, such as the visible part of a zoom; nil for the whole
  /// picture, as it fits.
  package var region: ScaledRegion?
  /// The change of the picture's exposure.
  package var exposure = Exposure.none

  /// A shape.
  package init(fit: Fit, samples: PixelSize, region: ScaledRegion? = nil) {
    self.fit = fit
    self.samples = samples
    self.region = region
  }

  /// The same fit to a box of pixels, with one sample per pixel.
  ///
  /// - Parameter aspect: the width of a pixel divided by its height.
  package func inPixels(of box: PixelSize, aspect: Double = 1) -> PictureShape {
    var shape = self
    shape.fit.box = box
    shape.fit.sampleAspect = aspect
    shape.samples = PixelSize(width: 1, height: 1)
    return shape
  }
}

/// Identifies a requested picture by its slide's location and its shape, never by a position.
package struct PictureKey: Hashable, Sendable {
  package var location: Location
  package var shape: PictureShape
  /// The cached copy of a URL; nil if there is none yet.
  package var copy: FetchedCopy?
  /// Whether a shared thumbnail is good enough.
  package var isThumbnail = false

  /// A key.
  package init(location: Location, shape: PictureShape, copy: FetchedCopy? = nil) {
    self.location = location
    self.shape = shape
    self.copy = copy
  }
}
