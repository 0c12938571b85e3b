import Downloads

/// A file's name for what a URL served: part of the URL, and harmless as a name.
package struct SavedName: Hashable, Sendable {
  /// The name up to its extension; never empty, and it begins with neither a dot nor a dash.
  let stem: String
  /// The extension with its dot; empty: there is none.
  let ending: String

  /// Bytes of a stem at most: file systems take names of 255 bytes.
  private static let maximumBytes = 180
  private static let maximumEnding = 16

  /// The name of what a URL served.
  ///
  /// - Parameter usualExtension: what it ends in if the URL does not say; nil: not known.
  init(of url: String, usualExtension: String?) {
    let name = WebAddress.name(of: url).unicodeScalars.map { scalar in
      SavedName.isHarmless(scalar) ? Character(scalar) : "_"
    }
    var (stem, ending) = (name, [Character]())
    if let dot = name.lastIndex(of: "."), dot > 0, (2...SavedName.maximumEnding).contains(name.count - dot),
      name[(dot + 1)...].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    {
      (stem, ending) = (Array(name[..<dot]), Array(name[dot...]))
    } else if let usualExtension {
      ending = Array("." + usualExtension)
    }
    while stem.reduce(0, { $0 + $1.utf8.count }) > SavedName.maximumBytes { stem.removeLast() }
    if let first = stem.first, first == "." || first == "-" { stem[0] = "_" }
    self.stem = stem.isEmpty ? "picture" : String(stem)
    self.ending = String(ending)
  }

  /// The name, or one of the names that follow where that is taken: `dusk.jpg`, `dusk-2.jpg`.
  func numbered(_ number: Int) -> String { stem + (number > 1 ? "-\(number)" : "") + ending }

  /// Whether a scalar may stand in a name: no slash, no control, nothing invisible that could disguise it.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: scalar != "/" && scalar != "\\"
    }
  }
}

/// What a picture's format is called elsewhere.
struct PictureKind {
  let mediaType: String
  let fileExtension: String

  /// By the names of `LoadedPicture.format`: formats that other programs paste.
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
