/// A program that decodes for us, if it is installed.
package enum DelegateProgram: String, CaseIterable, Sendable {
  case ffmpeg
  case ffprobe
  case heifConvert = "heif-convert"
  case rsvgConvert = "rsvg-convert"
  case pdftoppm
  case pdfinfo
  /// ImageMagick.
  case magick = "ImageMagick"

  /// The name for people.
  package var name: String { rawValue }

  /// What it is called on PATH, the best first: ImageMagick's version 7 has a new name.
  package var executables: [String] {
    switch self {
    case .ffmpeg, .ffprobe, .heifConvert, .rsvgConvert, .pdftoppm, .pdfinfo: [rawValue]
    case .magick: ["magick", "convert"]
    }
  }

  /// The Debian package that brings it.
  package var package: String {
    switch self {
    case .ffmpeg, .ffprobe: "ffmpeg"
    case .heifConvert: "libheif-examples"
    case .rsvgConvert: "librsvg2-bin"
    case .pdftoppm, .pdfinfo: "poppler-utils"
    case .magick: "imagemagick"
    }
  }
}
