import Decks
import Downloads
import ExternalDecoders
import Imaging
import System

extension PictureLoader {
  /// The number of bytes to read from the start of a file: enough for a JPEG's Exif, its other metadata and its
  /// headers.
  private static let headBytes = 256 << 10

  /// The thumbnail embedded in a picture's file, scaled to the key's shape, to show until the picture is loaded; nil if
  /// there is no suitable one.
  ///
  /// Reads only the beginning of the file.
  package func thumbnail(of key: PictureKey) -> LoadedPicture? {
    // A thumbnail is too coarse for a part of a picture.
    guard key.shape.region == nil, let file = try? PictureFile(of: key),
      let opened = try? RegularFile(file.path, limit: limits.maxFileBytes, stamp: file.stamp),
      let thumbnail = EmbeddedThumbnail(
        head: Array(opened.bytes(at: 0, count: PictureLoader.headBytes)), fileBytes: opened.count, limits: limits),
      let plan = try? plan(for: thumbnail.pictureSize, shape: key.shape),
      // If memory is short, there is no thumbnail: it would only queue behind its picture.
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
