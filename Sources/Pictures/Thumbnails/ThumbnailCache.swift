package import Imaging
package import System

/// The thumbnails that the programs of a user share, by the Thumbnail Managing Standard of freedesktop.org (version 0.9):
/// PNGs named for the file's URI, valid as long as the file has the modification time that they name.
///
/// What is in the folder is as hostile as any picture: files are opened without following links, bounded, and decoded within
/// limits. Nothing that goes wrong is an error; there is then no thumbnail.
package struct ThumbnailCache: Sendable {
  /// How large thumbnails are: they fit into a square.
  package enum Size: String, CaseIterable, Sendable {
    case normal
    case large
    case extraLarge = "x-large"
    case extraExtraLarge = "xx-large"

    /// The square's side in pixels.
    package var side: Int {
      switch self {
      case .normal: 128
      case .large: 256
      case .extraLarge: 512
      case .extraExtraLarge: 1024
      }
    }

    /// The smallest whose thumbnails have at least as many pixels; the largest where none has.
    package init(covering size: PixelSize) {
      let longest = max(size.width, size.height)
      self = Size.allCases.first { $0.side >= longest } ?? .extraExtraLarge
    }

    /// The size of a picture's thumbnail: within the square, never larger than the picture.
    package func thumbnail(of picture: PixelSize) -> PixelSize {
      Fit(box: PixelSize(width: side, height: side), upscales: false).target(for: picture)
    }
  }

  /// A thumbnail's file is no longer: four bytes a pixel of the largest, and texts.
  private static let maxBytes = 5 << 20
  /// What a thumbnail may cost to decode; those of other programs may be a little larger than they should.
  private static let limits = DecodingLimits(
    maxPixels: 2048 * 2048, maxSide: 4096, maxFileBytes: maxBytes, maxWorkingBytes: 32 << 20,
    maxDuration: .seconds(5))
  /// The folder of our own failures: each program has one, and a new version that may decode more has a new one.
  private static let failures = "fail/tui-1"

  private let root: Path

  /// The cache in a folder, which need not be there yet.
  package init(root: Path) { self.root = root.absolute }

  /// The user's cache: below `XDG_CACHE_HOME` or, where that is not set or not absolute, `~/.cache`; nil where there is no home.
  package init?(environment: [String: String]) {
    let slash = UInt8(ascii: "/")
    if let cache = environment["XDG_CACHE_HOME"], cache.utf8.first == slash {
      self.init(root: Path("\(cache)/thumbnails"))
    } else if let home = environment["HOME"], home.utf8.first == slash {
      self.init(root: Path("\(home)/.cache/thumbnails"))
    } else {
      return nil
    }
  }

  /// A file's thumbnail, of that size or larger, with its header read; nil where there is none, or it is of another version of the
  /// file.
  package func thumbnail(of source: ThumbnailSource, size: Size) -> EncodedImage? {
    let sizes = Size.allCases.drop { $0 != size }
    for size in sizes {
      guard let bytes = bytes(in: size.rawValue, of: source) else { continue }
      if let image = try? EncodedImage(bytes, limits: ThumbnailCache.limits, isUpright: true),
        image.format == .png, image.animation == nil
      {
        return image
      }
    }
    return nil
  }

  /// Whether it has been recorded that this version of a file has no thumbnail.
  package func hasFailed(_ source: ThumbnailSource) -> Bool { bytes(in: ThumbnailCache.failures, of: source) != nil }

  /// Keeps a thumbnail. Whether that succeeded.
  ///
  /// - Parameters:
  ///   - bitmap: Of `size.thumbnail(of: natural)` pixels.
  ///   - natural: The picture's own size.
  @discardableResult
  package func store(_ bitmap: Bitmap, of source: ThumbnailSource, natural: PixelSize, size: Size) -> Bool {
    guard bitmap.size.width <= size.side, bitmap.size.height <= size.side else { return false }
    let texts = [
      PNGEncoder.Text("Thumb::Image::Width", "\(natural.width)"),
      PNGEncoder.Text("Thumb::Image::Height", "\(natural.height)"),
    ]
    return write(bitmap, texts, in: size.rawValue, of: source)
  }

  /// Records that this version of a file has no thumbnail, so that nobody tries again. Whether that succeeded.
  @discardableResult
  package func storeFailure(of source: ThumbnailSource) -> Bool {
    let empty = Bitmap(size: PixelSize(width: 1, height: 1), pixels: [.zero], isOpaque: false)
    return write(empty, [], in: ThumbnailCache.failures, of: source)
  }

  /// A thumbnail's bytes where it is of this version of the file.
  private func bytes(in folder: String, of source: ThumbnailSource) -> [UInt8]? {
    guard let folder = ThumbnailFolder(existing: root.appending(folder.utf8)),
      let bytes = folder.read(source.thumbnailName, limit: ThumbnailCache.maxBytes)
    else { return nil }
    let texts = PNGTexts.all(of: bytes)
    guard texts["Thumb::URI"] == Array(source.uri.utf8),
      texts["Thumb::MTime"] == Array("\(source.modificationTime)".utf8)
    else { return nil }
    if let size = texts["Thumb::Size"], size != Array("\(source.byteCount)".utf8) { return nil }
    return bytes
  }

  private func write(_ bitmap: Bitmap, _ texts: [PNGEncoder.Text], in folder: String, of source: ThumbnailSource)
    -> Bool
  {
    // Of thumbnails there are no thumbnails.
    let own = ThumbnailSource(path: root, modificationTime: 0, byteCount: 0).uri + "/"
    guard !source.uri.hasPrefix(own) else { return false }
    let all =
      [
        PNGEncoder.Text("Thumb::URI", source.uri), PNGEncoder.Text("Thumb::MTime", "\(source.modificationTime)"),
        PNGEncoder.Text("Thumb::Size", "\(source.byteCount)"), PNGEncoder.Text("Software", "tui"),
      ] + texts
    guard let bytes = PNGEncoder.encode(bitmap, texts: all),
      let folder = ThumbnailFolder(making: root, folder)
    else { return false }
    return folder.write(bytes, as: source.thumbnailName)
  }
}
