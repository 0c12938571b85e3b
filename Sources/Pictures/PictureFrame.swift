import Decks
import Downloads
import ExternalDecoders
package import Imaging
import System

/// A moving picture's frame, ready to be drawn.
package struct PictureFrame: Sendable {
  /// Samples of the same grid as the picture's.
  package let bitmap: Bitmap
  /// How long it is shown.
  package let delay: Duration
  /// Unlike any other picture's or frame's.
  package let serial: UInt64

  /// A frame that has just been decoded: it gets the next serial, unless its maker has one for it.
  package init(bitmap: Bitmap, delay: Duration, serial: UInt64? = nil) {
    self.bitmap = bitmap
    self.delay = delay
    self.serial = serial ?? PictureSerial.next()
  }
}
