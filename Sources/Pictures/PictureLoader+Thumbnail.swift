import Bitmaps
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
      let bytes = try? cost(of: thumbnail, shape: key.shape),
      // If memory is short, there is no thumbnail: it would only queue behind its picture.
      let reservation = budget.reserveNow(InProcessDecoder.thumbnailHeadBytes + bytes)
    else { return nil }
    defer { withExtendedLifetime(reservation) {} }
    return try? load(thumbnail, shape: key.shape, modificationTime: file.modificationTime)
  }

  /// Loads a picture from a part of its file: as far as it can be decoded, over the thumbnail in it. For a thumbnail, only details may
  /// be missing.
  ///
  /// - Throws: `LoadError` if nothing of it can be shown, or too little for a thumbnail.
  func load(partOf file: PictureFile, _ key: PictureKey) throws(LoadError) -> LoadedPicture {
    let opened = try open(file)
    do throws(LoadError) {
      guard var picture = try decodePicture(key, of: file, opened) else { throw .cancelled }
      picture.byteCount = nil
      guard picture.defect == .truncated else { return picture }
      let thumbnail = thumbnail(of: key)
      guard key.isThumbnail else { return picture.completed(by: thumbnail) }
      guard let thumbnail else { throw .image(.truncated(format: picture.format)) }
      return thumbnail
    } catch {
      guard error != .cancelled, let thumbnail = thumbnail(of: key) else { throw error }
      return thumbnail
    }
  }
}

extension LoadedPicture {
  /// The picture with pixels of a coarser one in the same shape where its own are missing; without one, rows that are missing are clear.
  fileprivate func completed(by coarse: LoadedPicture?) -> LoadedPicture {
    var pixels = bitmap.pixels
    if let coarse, coarse.bitmap.size == bitmap.size {
      pixels = zip(pixels, coarse.bitmap.pixels).map { $0 == DecodedPicture.missing ? $1 : $0 }
    } else {
      for start in stride(from: 0, to: pixels.count, by: bitmap.size.width) {
        let row = start..<start + bitmap.size.width
        guard pixels[row].allSatisfy({ $0 == DecodedPicture.missing }) else { continue }
        for index in row { pixels[index] = .zero }
      }
    }
    var picture = LoadedPicture(
      bitmap: Bitmap(size: bitmap.size, pixels: pixels, isOpaque: bitmap.isOpaque && !pixels.contains(.zero)),
      grid: grid, naturalSize: naturalSize, format: format, metadata: metadata, defect: defect)
    picture.part = part
    return picture
  }
}
