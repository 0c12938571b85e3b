import Decks
import Downloads
import ExternalDecoders
import Imaging
import System

extension PictureLoader {
  /// Bytes of a file that are read for its thumbnail: a JPEG's Exif, other metadata of its maker's and its headers fit in.
  private static let headBytes = 256 << 10

  /// The thumbnail in a picture's file, in the shape wanted of the picture, to stand in for it until it is there; nil: there
  /// is none that will do.
  ///
  /// Only the beginning of the file is read.
  package func thumbnail(of key: PictureKey) -> LoadedPicture? {
    // It is too coarse for a part of a picture.
    guard key.shape.region == nil, let file = try? PictureFile(of: key),
      let opened = try? RegularFile(file.path, limit: limits.maxFileBytes, stamp: file.stamp),
      let thumbnail = EmbeddedThumbnail(
        head: Array(opened.bytes(at: 0, count: PictureLoader.headBytes)), limits: limits),
      let plan = try? plan(for: thumbnail.pictureSize, shape: key.shape),
      // Where memory is short, there is none: it would only wait behind its picture.
      let reservation = budget.reserveNow(
        PictureLoader.headBytes + thumbnail.decodingBytes(scaledTo: plan.size) + plan.finishedBytes),
      let bitmap = try? thumbnail.decode(scaledTo: plan.size)
    else { return nil }
    defer { withExtendedLifetime(reservation) {} }
    var picture = LoadedPicture(
      bitmap: plan.finished(bitmap), grid: plan.grid,
      naturalSize: thumbnail.pictureSize,
      format: EncodedImage.Format.jpeg.rawValue, modificationTime: file.modificationTime, metadata: thumbnail.metadata)
    picture.part = plan.part
    return picture
  }
}
