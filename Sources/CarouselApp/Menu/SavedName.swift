import Decks
import Downloads
import ExternalDecoders
import Imaging

/// A safe file name for a download: part of its URL, without harmful characters.
package struct SavedName: Hashable, Sendable {
  /// The name without its extension; never empty, and it begins with neither a dot nor a dash.
  let stem: String
  /// The extension with its dot.
  let ending: String

  /// The maximum length of a stem, in bytes: file systems limit names to 255 bytes.
  private static let maximumBytes = 180
  private static let maximumEnding = 16

  /// The file name for a URL's content. The extension in the URL is dropped: what a server calls `evil.desktop` is saved
  /// as `evil.jpg`.
  ///
  /// - Parameter fileExtension: the extension of the content's format, without its dot.
  init(of url: String, fileExtension: String) {
    self.init(name: WebAddress.name(of: url), fileExtension: fileExtension)
  }

  /// The file name for a picture in an archive. An extension that is no picture's is replaced.
  init(of picture: ArchivedPicture) {
    let name = picture.shortName
    let own = PictureNames.isPicture(name) ? String(decoding: name, as: UTF8.self).split(separator: ".").last : nil
    self.init(name: String(decoding: name, as: UTF8.self), fileExtension: own.map(String.init) ?? "img")
  }

  private init(name: String, fileExtension: String) {
    let name = name.unicodeScalars.map { scalar in
      SavedName.isHarmless(scalar) ? Character(scalar) : "_"
    }
    var stem = name
    if let dot = name.lastIndex(of: "."), dot > 0, (2...SavedName.maximumEnding).contains(name.count - dot),
      name[(dot + 1)...].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    {
      stem = Array(name[..<dot])
    }
    while stem.reduce(0, { $0 + $1.utf8.count }) > SavedName.maximumBytes { stem.removeLast() }
    if let first = stem.first, first == "." || first == "-" { stem[0] = "_" }
    self.stem = stem.isEmpty ? "picture" : String(stem)
    ending = "." + fileExtension
  }

  /// The name, or a numbered one if that is taken: `dusk.jpg`, `dusk-2.jpg`.
  func numbered(_ number: Int) -> String { stem + (number > 1 ? "-\(number)" : "") + ending }

  /// Whether a name may contain a scalar: no slashes, controls, or invisible characters that could disguise the name.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: scalar != "/" && scalar != "\\"
    }
  }
}

/// The media type and file extension of a picture format.
struct PictureKind {
  let mediaType: String
  let fileExtension: String

  /// The usual extension of a format, by `LoadedPicture.format`; nil for an unknown format.
  static func fileExtension(of format: String) -> String? {
    named[format]?.fileExtension ?? LibraryFormat.all.first { $0.format.name == format }?.extensions.first
      ?? ForeignFormat.all.first { $0.name == format }?.extensions.first
  }

  /// Kinds by `LoadedPicture.format`, for formats that other programs can paste.
  static let named: [String: PictureKind] = [
    "JPEG": PictureKind(mediaType: "image/jpeg", fileExtension: "jpg"),
    "PNG": PictureKind(mediaType: "image/png", fileExtension: "png"),
    "GIF": PictureKind(mediaType: "image/gif", fileExtension: "gif"),
    "WebP": PictureKind(mediaType: "image/webp", fileExtension: "webp"),
    "TIFF": PictureKind(mediaType: "image/tiff", fileExtension: "tif"),
    "AVIF": PictureKind(mediaType: "image/avif", fileExtension: "avif"),
    "SVG": PictureKind(mediaType: "image/svg+xml", fileExtension: "svg"),
    "BMP": PictureKind(mediaType: "image/bmp", fileExtension: "bmp"),
  ]
}
