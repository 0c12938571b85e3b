import Decoding
import Imaging
import System

extension PictureLoader {
  /// The thumbnail embedded in a picture's file, scaled to the key's shape, to show until the picture is loaded; nil if
  /// there is no suitable one.
  ///
  /// Reads only the beginning of the file.
  package func thumbnail(of key: PictureKey) -> LoadedPicture? {
    // A thumbnail is too coarse for a part of a picture.
    guard key.shape.region == nil, let file = try? file(of: key),
      let opened = try? RegularFile(file.path, limit: limits.maxFileBytes, stamp: file.stamp),
      let thumbnail = decoder.thumbnail(in: opened, limits: limits),
      let plan = try? plan(for: thumbnail.pictureSize, shape: key.shape),
      // If memory is short, there is no thumbnail: it would only queue behind its picture.
      let decodingBytes = thumbnail.decodingBytes(scaledTo: plan.size),
      let reservation = budget.reserveNow(
        InProcessDecoder.thumbnailHeadBytes + decodingBytes + plan.finishedBytes),
      let bitmap = thumbnail.picture(scaledTo: plan.size)
    else { return nil }
    defer { withExtendedLifetime(reservation) {} }
    var picture = LoadedPicture(
      bitmap: plan.finished(bitmap), grid: plan.grid,
      naturalSize: thumbnail.pictureSize,
      format: PictureFormat.jpeg.name, modificationTime: file.modificationTime, metadata: thumbnail.metadata)
    picture.part = plan.part
    return picture
  }
}
