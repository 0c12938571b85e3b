package import Bitmaps
import Imaging
import System

extension PictureLoader {
  /// The maximum number of pixels that are encoded for other programs.
  private static let maximumCopiedPixels = 8_000_000

  /// A picture's files for other programs, each with its media type: a PNG, which most programs paste, and its own file,
  /// as far as they are within the limit.
  ///
  /// - Parameters:
  ///   - key: The picture in its own size, or a part of it.
  ///   - orientation: How the PNG is turned.
  ///   - type: The media type of its file; nil if other programs could not paste that.
  ///   - limit: The maximum number of bytes of all files.
  /// - Throws: Why there is none.
  package func files(
    of key: PictureKey, turned orientation: Orientation = .upright, type: String?, limit: Int
  ) throws(LoadError) -> [(type: String, content: [UInt8])] {
    var (files, rest): ([(type: String, content: [UInt8])], Int) = ([], limit)
    let size = key.shape.region?.size ?? key.shape.fit.box
    if type != "image/png", size.width * size.height <= Self.maximumCopiedPixels,
      let png = PNGEncoder.encode(try load(key).bitmap.oriented(orientation)), png.count <= rest
    {
      files.append(("image/png", png))
      rest -= png.count
    }
    if let type, let opened = try? open(try file(of: key)), opened.count <= rest,
      let content = try? FileBytes.read(opened, limit: rest)
    {
      files.append((type, content))
    }
    if files.isEmpty { throw .file(.tooLarge(limit: limit)) }
    return files
  }
}
