import Decks
import Downloads
import ExternalDecoders
import Imaging
import System

extension PictureLoader {
  /// A picture from the thumbnails that programs share: one that is there or, if they may be kept, one that is made now. Nil where
  /// none will do, or nothing came of it.
  func sharedThumbnail(of key: PictureKey) -> LoadedPicture? {
    // One that is smaller than its place would have to be enlarged, which its picture is not.
    guard let cache = thumbnails, key.shape.region == nil, key.shape.fit.upscales, case .file(let path) = key.location,
      let source = ThumbnailSource(of: path)
    else { return nil }
    let box = key.shape.fit.box
    let size = ThumbnailCache.Size(
      covering: PixelSize(width: box.width * key.shape.samples.width, height: box.height * key.shape.samples.height))
    if let picture = thumbnail(in: cache, of: source, size: size, shape: key.shape) { return picture }
    guard keepsThumbnails, make(size, of: key, source, in: cache) else { return nil }
    return thumbnail(in: cache, of: source, size: size, shape: key.shape)
  }

  private func thumbnail(
    in cache: ThumbnailCache, of source: ThumbnailSource, size: ThumbnailCache.Size, shape: PictureShape
  ) -> LoadedPicture? {
    guard let image = cache.thumbnail(of: source, size: size) else { return nil }
    return try? load(image, shape: shape, modificationTime: source.modificationTime)
  }

  /// What is said of a picture that could not be decoded before.
  static let recordedFailure = "could not be decoded before; press Enter to try again"

  /// Whether this version of a file is recorded as one that cannot be decoded.
  func hasFailedThumbnail(_ key: PictureKey) -> Bool {
    guard let cache = thumbnails, case .file(let path) = key.location, let source = ThumbnailSource(of: path) else {
      return false
    }
    return cache.hasFailed(source)
  }

  /// Records that this version of a file cannot be decoded, so that nobody tries again: only where the file is to blame, and
  /// neither a limit of ours nor a program that is missing.
  func recordFailure(of key: PictureKey, _ error: LoadError) {
    guard keepsThumbnails, let cache = thumbnails, case .file(let path) = key.location, case .image(let error) = error
    else { return }
    switch error {
    case .truncated, .corrupt: break
    case .empty, .notAPicture, .tooLarge, .tooLong, .unsupported, .outOfMemory, .needsMemory, .tookTooLong, .cancelled:
      return
    }
    // A file that is still being written is whole a moment later, and then another version.
    if let source = ThumbnailSource(of: path) { cache.storeFailure(of: source) }
  }

  /// Decodes a picture and keeps its thumbnail, unless the picture is as small itself. Whether it is kept.
  private func make(
    _ size: ThumbnailCache.Size, of key: PictureKey, _ source: ThumbnailSource, in cache: ThumbnailCache
  ) -> Bool {
    let shape = PictureShape(
      fit: Fit(box: PixelSize(width: size.side, height: size.side), upscales: false),
      samples: PixelSize(width: 1, height: 1))
    guard let picture = try? load(PictureKey(location: key.location, shape: shape)), picture.defect == nil,
      max(picture.naturalSize.width, picture.naturalSize.height) > size.side
    else { return false }
    return cache.store(picture.bitmap, of: source, natural: picture.naturalSize, size: size)
  }
}
