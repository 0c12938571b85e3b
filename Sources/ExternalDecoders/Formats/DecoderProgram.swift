package import System

/// A program that decodes for us: our own, or one that the user may have installed.
package enum DecoderProgram: String, CaseIterable, Sendable {
  /// Our own program for TIFF.
  case tuiTIFF = "tui-tiff"
  case ffmpeg
  case ffprobe
  case heifConvert = "heif-convert"
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
    case .tuiTIFF, .ffmpeg, .ffprobe, .heifConvert, .rsvgConvert, .pdftoppm, .pdfinfo, .oiiotool: [rawValue]
    case .magick: ["magick", "convert"]
    }
  }

  /// Whether it is part of tui and installed next to it.
  package var isOurs: Bool { self == .tuiTIFF }

  /// The Debian package that contains it; for our own program, tui.
  package var package: String {
    switch self {
    case .tuiTIFF: "tui"
    case .ffmpeg, .ffprobe: "ffmpeg"
    case .heifConvert: "libheif-examples"
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
    program.isOurs ? ownPath(of: program.name) : program.executables.lazy.compactMap { self.path(of: $0) }.first
  }
}
