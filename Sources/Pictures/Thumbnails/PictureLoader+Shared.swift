import Bitmaps
import Decks
import Imaging
import System

extension PictureLoader {
  /// A picture from the shared thumbnails: an existing one, or a new one if thumbnails may be stored. Nil if no
  /// thumbnail is suitable or the picture cannot be decoded.
  func sharedThumbnail(of key: PictureKey) -> LoadedPicture? {
    // If the fit does not upscale, a thumbnail smaller than the box would be shown too small.
    guard let cache = thumbnails, key.shape.region == nil, key.shape.fit.upscales, case .file(let path) = key.location,
      let source = ThumbnailSource(of: path)
    else { return nil }
    let box = key.shape.fit.box
    let size = ThumbnailCache.Size(
      covering: PixelSize(width: box.width * key.shape.samples.width, height: box.height * key.shape.samples.height))
    if let picture = thumbnail(in: cache, of: source, at: path, size: size, shape: key.shape) { return picture }
    guard keepsThumbnails, make(size, of: key, source, in: cache) else { return nil }
    return thumbnail(in: cache, of: source, at: path, size: size, shape: key.shape)
  }

  private func thumbnail(
    in cache: ThumbnailCache, of source: ThumbnailSource, at path: Path, size: ThumbnailCache.Size, shape: PictureShape
  ) -> LoadedPicture? {
    guard let (image, pictureSize) = cache.thumbnail(of: source, size: size, decoder: decoder),
      var picture = try? load(image, shape: shape, modificationTime: source.modificationTime)
    else { return nil }
    // The thumbnail's own format is not that of the picture.
    let head = (try? RegularFile(path, limit: .max))?.bytes(at: 0, count: PictureSignature.headBytes)
    if let name = head.flatMap({ PictureSignature.name(Array($0), fileExtension: path.fileExtension) }) {
      picture.format = name
    }
    picture.thumbnail = SharedThumbnail(pictureSize: pictureSize)
    return picture
  }

  /// The reason to display for a picture with a recorded failure that gives none.
  static let recordedFailure = "could not be decoded before; press Enter to try again"

  /// Why this version of a file is recorded as undecodable; nil if it is not.
  func recordedFailure(of key: PictureKey) -> LoadError? {
    guard let cache = thumbnails, case .file(let path) = key.location, let source = ThumbnailSource(of: path),
      let failure = cache.failure(of: source)
    else { return nil }
    return .broken(reason: failure.reason ?? PictureLoader.recordedFailure)
  }

  /// Records that this version of a file cannot be decoded, so that it is not tried again. Only defects of the file are
  /// recorded, not our own limits or missing programs.
  func recordFailure(of key: PictureKey, _ error: LoadError) {
    guard keepsThumbnails, let cache = thumbnails, case .file(let path) = key.location, case .image(let error) = error
    else { return }
    switch error {
    case .truncated, .corrupt: break
    case .empty, .notAPicture, .tooLarge, .tooLong, .unsupported, .outOfMemory, .needsMemory, .tookTooLong, .crashed,
      .noDecoder, .cancelled:
      return
    }
    // A file that is still being written has a later modification time once it is complete, so it is then another
    // version.
    if let source = ThumbnailSource(of: path) { cache.storeFailure(of: source, reason: error.description) }
  }

  /// Decodes a picture and stores its thumbnail, unless the picture is no larger than that. Returns whether it has been
  /// stored.
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
