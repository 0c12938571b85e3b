package import System

/// A program that decodes for us: our own, or one that may be installed.
package enum DecoderProgram: String, CaseIterable, Sendable {
  /// Our own for TIFFs.
  case tuiTIFF = "tui-tiff"
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
    case .tuiTIFF, .ffmpeg, .ffprobe, .heifConvert, .rsvgConvert, .pdftoppm, .pdfinfo: [rawValue]
    case .magick: ["magick", "convert"]
    }
  }

  /// Whether it comes with tui, and is looked for beside it.
  package var isOurs: Bool { self == .tuiTIFF }

  /// The Debian package that brings it; of our own, what comes with it.
  package var package: String {
    switch self {
    case .tuiTIFF: "tui"
    case .ffmpeg, .ffprobe: "ffmpeg"
    case .heifConvert: "libheif-examples"
    case .rsvgConvert: "librsvg2-bin"
    case .pdftoppm, .pdfinfo: "poppler-utils"
    case .magick: "imagemagick"
    }
  }
}

extension ProgramFinder {
  /// Where a decoder is, under any of its names.
  package func path(of program: DecoderProgram) -> Path? {
    program.isOurs ? ownPath(of: program.name) : program.executables.lazy.compactMap { self.path(of: $0) }.first
  }
}
