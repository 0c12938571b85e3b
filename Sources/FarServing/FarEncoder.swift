import Bitmaps
import FarSide
import Imaging
import Pictures
import System

/// Encodes pictures for the way: as JPEG, without loss as PNG, or as the file itself if that is smaller.
struct FarEncoder {
  let path: Path
  let stamp: FarStamp
  /// 1…95, or 100 for no loss.
  let quality: Int

  /// A file of at most this many bytes is sent itself.
  private static let smallFile = 24_576
  /// An animated picture is sent itself, up to this many bytes.
  private static let maxAnimation = 8 << 20

  /// Whether a shape has no more samples than may be sent.
  static func isWithinLimits(_ shape: PictureShape) -> Bool {
    let region = shape.region?.size
    let (width, height) = (shape.fit.box.width * shape.samples.width, shape.fit.box.height * shape.samples.height)
    return (region?.width ?? width) * (region?.height ?? height) <= FarProtocol.maxPixels
  }

  /// What is sent of a picture; nil if there is no memory for it, or it is too large.
  func encoded(_ picture: LoadedPicture) -> (facts: FarPicture, bytes: [UInt8])? {
    // A worker's codec on the other side decodes it as well: all but what needs a program.
    let isPlain = !picture.isDrawn && picture.animation?.isVideo != true
    let maxFile = picture.animation == nil ? FarEncoder.smallFile : FarEncoder.maxAnimation
    if isPlain, stamp.size <= maxFile, let file = file() { return (facts(of: picture, isWhole: true), file) }
    let bitmap = picture.bitmap
    let bytes =
      bitmap.isOpaque && quality < 100
      ? JPEGEncoder.encode(bitmap, quality: min(max(quality, 1), 95)) : PNGEncoder.encode(bitmap)
    if isPlain, stamp.size <= bytes?.count ?? 0, let file = file() {
      return (facts(of: picture, isWhole: true), file)
    }
    guard let bytes, bytes.count <= FarFrame.maxBody else { return nil }
    return (facts(of: picture, isWhole: false), bytes)
  }

  /// The file itself, if it is still this version.
  private func file() -> [UInt8]? {
    guard let bytes = try? FileBytes.read(path, limit: FarFrame.maxBody), bytes.count == stamp.size else { return nil }
    return bytes
  }

  private func facts(of picture: LoadedPicture, isWhole: Bool) -> FarPicture {
    var facts = FarPicture(
      stamp: stamp, isWhole: isWhole, width: picture.naturalSize.width, height: picture.naturalSize.height,
      format: picture.format)
    facts.isDrawn = picture.isDrawn
    facts.thumbnailOf = picture.thumbnail.map { $0.pictureSize.map { [$0.width, $0.height] } ?? [] }
    facts.defect = picture.defect?.description
    facts.rendition = picture.rendition?.rawValue
    facts.metadata = FarPicture.texts(of: picture.metadata)
    return facts
  }
}
