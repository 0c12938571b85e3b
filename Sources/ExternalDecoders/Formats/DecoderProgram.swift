package import System

/// A program that decodes for us, which the user may have installed.
package enum DecoderProgram: String, CaseIterable, Sendable {
  case ffmpeg
  case ffprobe
  case rsvgConvert = "rsvg-convert"
  case pdftoppm
  case pdfinfo
  /// OpenImageIO's converter.
  case oiiotool
  /// ImageMagick.
  case magick = "ImageMagick"

  /// The display name.
  package var name: String { rawValue }

  /// Its names on PATH in order of preference: ImageMagick 7 has a new name.
  package var executables: [String] {
    switch self {
    case .ffmpeg, .ffprobe, .rsvgConvert, .pdftoppm, .pdfinfo, .oiiotool: [rawValue]
    case .magick: ["magick", "convert"]
    }
  }

  /// The Debian package that contains it.
  package var package: String {
    switch self {
    case .ffmpeg, .ffprobe: "ffmpeg"
    case .rsvgConvert: "librsvg2-bin"
    case .pdftoppm, .pdfinfo: "poppler-utils"
    case .oiiotool: "openimageio-tools"
    case .magick: "imagemagick"
    }
  }
}

extension ProgramFinder {
  /// The path of a decoder under any of its names; nil if it is not installed.
  package func path(of program: DecoderProgram) -> Path? {
    program.executables.lazy.compactMap { self.path(of: $0) }.first
  }
}
