package import Bitmaps
package import Decoding
import Imaging
package import System

/// The thumbnails that a user's programs share, according to the Thumbnail Managing Standard of freedesktop.org
/// (version 0.9): PNGs named after the file's URI, valid as long as the file has the modification time recorded in
/// them.
///
/// The folder's content is as untrusted as any picture: files are opened without following links, only if nobody else
/// could have written them, and read and decoded within limits. Errors are not reported; there is then no thumbnail.
package struct ThumbnailCache: Sendable {
  /// The sizes of thumbnails, each of which fits into a square.
  package enum Size: String, CaseIterable, Sendable {
    case normal
    case large
    case extraLarge = "x-large"
    case extraExtraLarge = "xx-large"

    /// The side of the square in pixels.
    package var side: Int {
      switch self {
      case .normal: 128
      case .large: 256
      case .extraLarge: 512
      case .extraExtraLarge: 1024
      }
    }

    /// The smallest size with at least as many pixels; the largest size if there is none.
    package init(covering size: PixelSize) {
      let longest = max(size.width, size.height)
      self = Size.allCases.first { $0.side >= longest } ?? .extraExtraLarge
    }

    /// The size of a picture's thumbnail: within the square, and never larger than the picture.
    package func thumbnail(of picture: PixelSize) -> PixelSize {
      Fit(box: PixelSize(width: side, height: side), upscales: false).target(for: picture)
    }
  }

  /// The maximum size of a thumbnail's file in bytes: four bytes per pixel of the largest, and texts.
  private static let maxBytes = 5 << 20
  /// The limits for decoding a thumbnail. Those of other programs may be somewhat larger than the standard allows.
  private static let limits = DecodingLimits(
    maxPixels: 2048 * 2048, maxSide: 4096, maxFileBytes: maxBytes, maxWorkingBytes: 32 << 20,
    maxDuration: .seconds(5))
  /// The folder for recorded failures. Each program has its own; a version that can decode more uses a new one.
  private static let failures = "fail/tui-1"

  private let root: Path

  /// The cache in a folder, which may not exist yet.
  package init(root: Path) { self.root = root.absolute }

  /// The user's cache in `XDG_CACHE_HOME` or, if that is not set or not absolute, in `~/.cache`; nil if there is no
  /// home either.
  package init?(environment: [String: String]) {
    guard let base = BaseFolders.path("XDG_CACHE_HOME", orBelowHome: ".cache", environment) else { return nil }
    self.init(root: Path("\(base)/thumbnails"))
  }

  /// A file's thumbnail of that size or larger, with its header read, and the size of the picture itself if the
  /// thumbnail says it; nil if there is none for this version of the file.
  package func thumbnail(
    of source: ThumbnailSource, size: Size, decoder: any PictureDecoding = InProcessDecoder()
  ) -> (image: any OpenedPicture, pictureSize: PixelSize?)? {
    let sizes = Size.allCases.drop { $0 != size }
    for size in sizes {
      guard let bytes = bytes(in: size.rawValue, of: source) else { continue }
      if let image = try? decoder.open(bytes, limits: ThumbnailCache.limits, isUpright: true),
        image.format == .png, image.animation == nil
      {
        return (image, ThumbnailCache.pictureSize(in: PNGTexts.all(of: bytes)))
      }
    }
    return nil
  }

  /// The picture's size in a thumbnail's texts (Thumbnail Managing Standard, "Thumbnail Attributes").
  private static func pictureSize(in texts: [String: [UInt8]]) -> PixelSize? {
    func number(_ keyword: String) -> Int? {
      texts[keyword].flatMap { Int(String(decoding: $0, as: UTF8.self)) }.flatMap { 1...1 << 30 ~= $0 ? $0 : nil }
    }
    guard let width = number("Thumb::Image::Width"), let height = number("Thumb::Image::Height") else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// A record that a version of a file has no thumbnail.
  package struct Failure: Hashable, Sendable {
    /// Why it has none, in ASCII; nil if the record does not say.
    package var reason: String?
  }

  /// The record that this version of a file has no thumbnail; nil if there is none.
  package func failure(of source: ThumbnailSource) -> Failure? {
    guard let bytes = bytes(in: ThumbnailCache.failures, of: source) else { return nil }
    let reason = PNGTexts.all(of: bytes)[ThumbnailCache.reasonKeyword]
    let isReadable = reason.map { 1...ThumbnailCache.maxReasonBytes ~= $0.count && $0.allSatisfy { 0x20..<0x7F ~= $0 } }
    return Failure(reason: isReadable == true ? reason.map { String(decoding: $0, as: UTF8.self) } : nil)
  }

  /// The text in a failure's record that gives the reason.
  private static let reasonKeyword = "tui::Reason"
  private static let maxReasonBytes = 200

  /// Stores a thumbnail. Returns whether that succeeded.
  ///
  /// - Parameters:
  ///   - bitmap: a bitmap of `size.thumbnail(of: natural)` pixels.
  ///   - natural: the natural size of the picture.
  @discardableResult
  package func store(_ bitmap: Bitmap, of source: ThumbnailSource, natural: PixelSize, size: Size) -> Bool {
    guard bitmap.size.width <= size.side, bitmap.size.height <= size.side else { return false }
    let texts = [
      PNGEncoder.Text("Thumb::Image::Width", "\(natural.width)"),
      PNGEncoder.Text("Thumb::Image::Height", "\(natural.height)"),
    ]
    return write(bitmap, texts, in: size.rawValue, of: source)
  }

  /// Records that this version of a file has no thumbnail, so that it is not tried again. Returns whether that
  /// succeeded.
  @discardableResult
  package func storeFailure(of source: ThumbnailSource, reason: String) -> Bool {
    let empty = Bitmap(size: PixelSize(width: 1, height: 1), pixels: [.zero], isOpaque: false)
    let texts = [PNGEncoder.Text(ThumbnailCache.reasonKeyword, reason)]
    return write(empty, texts, in: ThumbnailCache.failures, of: source)
  }

  /// The bytes of a thumbnail, if it belongs to this version of the file; otherwise nil.
  private func bytes(in folder: String, of source: ThumbnailSource) -> [UInt8]? {
    guard let folder = ThumbnailFolder(existing: root, folder),
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
    // Thumbnails do not get thumbnails.
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
