import Bitmaps
import Decks
import Decoding
import FarSide
import Fetching
import Imaging
import System

/// Loading pictures from the far side of ssh.
extension PictureLoader {
  /// What the far side has sent for a picture.
  enum FarResult {
    case picture(LoadedPicture)
    /// A copy of the whole file.
    case file(PictureFile)
  }

  /// The file to decode a picture from.
  ///
  /// - Throws: as `PictureFile.init` does.
  func file(of key: PictureKey) throws(LoadError) -> PictureFile {
    guard let address = key.location.farAddress else { return try PictureFile(of: key, entries) }
    guard let copy = far?.wholeFile(address), let file = PictureFile(copy, of: address) else {
      throw .fetch(FetchFailure(.other, "only this picture of it has been fetched", isTransient: true))
    }
    return file
  }

  /// Requests a picture from the far side, scaled there.
  func load(_ key: PictureKey, from address: FarAddress) throws(LoadError) -> FarResult {
    guard let far else { throw .broken(reason: "pictures are not loaded through ssh here") }
    let copy: FarHosts.Copy
    do throws(FetchFailure) {
      copy = try far.picture(address, FarShape(key)) { !Task.isCancelled }
    } catch {
      throw error.kind == .stopped ? .cancelled : .fetch(error)
    }
    switch copy {
    case .scaled(let picture, let bytes):
      return .picture(try LoadError.wrapping { () throws(ImageError) in try loaded(picture, bytes, key.shape) })
    case .file(_, let copy):
      guard let file = PictureFile(copy, of: address) else { throw .file(.noSuchFile) }
      return .file(file)
    }
  }

  private static let otherSize = ImageError.corrupt(format: "reply", reason: "the picture has another size")

  /// Decodes what the far side has sent. Nothing of it is believed: its size must be the one that was requested.
  private func loaded(
    _ picture: FarPicture, _ bytes: [UInt8], _ shape: PictureShape
  ) throws(ImageError) -> LoadedPicture {
    let natural = PixelSize(width: picture.width, height: picture.height)
    guard 1...ScaledRegion.longestSide ~= natural.width, 1...ScaledRegion.longestSide ~= natural.height
    else { throw PictureLoader.otherSize }
    let plan = try plan(for: natural, shape: shape)
    let image = try decoder.open(bytes, limits: limits, isUpright: true)
    guard image.size == plan.samples else { throw PictureLoader.otherSize }
    let region = ScaledRegion(whole: image.size)
    let reservation = try budget.reserve(image.heldBytes + image.decodingBytes(of: region))
    defer { withExtendedLifetime(reservation) {} }
    var loaded = LoadedPicture(
      bitmap: try image.picture(of: region).bitmap, grid: plan.grid, naturalSize: natural,
      format: String(picture.format.prefix(40)), modificationTime: picture.stamp.modified / 1_000_000_000,
      metadata: picture.imageMetadata, defect: picture.defect.flatMap(PictureDefect.init(description:)))
    loaded.part = plan.part
    loaded.byteCount = max(0, picture.stamp.size)
    loaded.rendition = picture.rendition.flatMap(PictureRendition.init(rawValue:))
    loaded.isDrawn = picture.isDrawn
    if let sides = picture.thumbnailOf {
      let isKnown = sides.count == 2 && sides.allSatisfy { 1...ScaledRegion.longestSide ~= $0 }
      loaded.thumbnail = SharedThumbnail(
        pictureSize: isKnown ? PixelSize(width: sides[0], height: sides[1]) : nil)
    }
    return loaded
  }
}

extension PictureFile {
  /// The copy of a whole file on the far side; nil if it is gone.
  fileprivate init?(_ copy: CachedCopy, of address: FarAddress) {
    guard let stamp = FileStamp(ofOwn: Path(copy.path)) else { return nil }
    self.init(path: Path(copy.path), stamp: stamp, fileExtension: Path(address.path).fileExtension)
  }
}

extension PictureDefect {
  fileprivate init?(description: String) {
    guard let defect = [PictureDefect.truncated, .checksum, .damaged].first(where: { $0.description == description })
    else { return nil }
    self = defect
  }
}
