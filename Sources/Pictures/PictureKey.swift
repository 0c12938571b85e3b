package import Decks
package import Downloads
import ExternalDecoders
package import Imaging
import System

/// How a picture is to be drawn: the grid it is fitted to, and how many samples of it are wanted in each of the grid's places.
package struct PictureShape: Hashable, Sendable {
  /// The box of grid places, and how they are shaped. Cell art fits pictures to half cells.
  package var fit: Fit
  /// Samples across and down in each place of the grid.
  package var samples: PixelSize
  /// The part that is wanted of the picture, scaled, in samples, such as what a zoom shows; nil: all of it, as it fits.
  package var region: ScaledRegion?

  /// A shape.
  package init(fit: Fit, samples: PixelSize, region: ScaledRegion? = nil) {
    self.fit = fit
    self.samples = samples
    self.region = region
  }

  /// The same fit to a box of pixels: a sample for each.
  ///
  /// - Parameter aspect: the width of a pixel over its height.
  package func inPixels(of box: PixelSize, aspect: Double = 1) -> PictureShape {
    var shape = self
    shape.fit.box = box
    shape.fit.sampleAspect = aspect
    shape.samples = PixelSize(width: 1, height: 1)
    return shape
  }
}

/// A picture as it was asked for: by its slide's identity and the shape, never by a position.
package struct PictureKey: Hashable, Sendable {
  package var location: Location
  package var shape: PictureShape
  /// Which body of a URL; nil: none has come yet.
  package var copy: FetchedCopy?
  /// Whether a thumbnail that programs share will do.
  package var isThumbnail = false

  /// A key.
  package init(location: Location, shape: PictureShape, copy: FetchedCopy? = nil) {
    self.location = location
    self.shape = shape
    self.copy = copy
  }
}
