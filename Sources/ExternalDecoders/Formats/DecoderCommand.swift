import Bitmaps

/// How a program is invoked to decode a format.
///
/// Every program reads the file from standard input, so that no path is ever passed to it. The format is given
/// explicitly, as recognized from the content: a playlist with a picture's name is not opened as a playlist.
package enum DecoderCommand: Hashable, Sendable {
  /// ffmpeg, with the name of the demuxer, options for it or its decoder, and the treatment of the pixels.
  case ffmpeg(_ demuxer: String, options: [String] = [], pixels: PixelTreatment = .squared)
  /// librsvg's converter, which draws at the requested size and writes a PNG.
  case rsvgConvert
  /// Poppler's converter, which draws at the requested size.
  case pdftoppm
  /// OpenImageIO's converter, which writes a PNG. If the samples are linear light, it encodes them.
  case oiiotool(isLinear: Bool = false)
  /// ImageMagick, with the name of the coder. With `leavesInk` it leaves CMYK unconverted, and we convert it with its profile.
  case magick(_ coder: String, leavesInk: Bool = false)

  /// The program to run.
  package var program: DecoderProgram {
    switch self {
    case .ffmpeg: .ffmpeg
    case .rsvgConvert: .rsvgConvert
    case .pdftoppm: .pdftoppm
    case .oiiotool: .oiiotool
    case .magick: .magick
    }
  }

  /// ffmpeg's options before and including its input: quiet, and reading only standard input.
  static func ffmpegInput(_ demuxer: String, options: [String] = [], maxPixels: Int) -> [String] {
    ["-nostdin", "-hide_banner", "-v", "error", "-protocol_whitelist", "file,pipe", "-max_pixels", "\(maxPixels)"]
      + ["-f", demuxer] + options + ["-i", "file:/dev/stdin", "-an", "-sn", "-dn"]
  }

  /// What ffmpeg does with the pixels of a still picture.
  package enum PixelTreatment: Hashable, Sendable {
    /// Non-square pixels are made square.
    case squared
    /// No change: the file's pixel aspect ratio is to be ignored.
    case asStored

    fileprivate var filter: String {
      let flags = "flags=accurate_rnd+full_chroma_int+bicubic"
      let squared = "scale=w='max(1,trunc(iw*sar))':h=ih:\(flags)"
      return switch self {
      case .squared: squared
      case .asStored: "scale=\(flags)"
      }
    }
  }

  /// ffmpeg's options to write the first picture to standard output as a PAM, whose header has its size and depth.
  /// ffmpeg applies a video's rotation automatically.
  static func ffmpegStill(_ pixels: PixelTreatment) -> [String] {
    ["-vf", pixels.filter, "-frames:v", "1", "-c:v", "pam", "-f", "image2pipe", "pipe:1"]
  }

  /// ImageMagick's arguments for a PAM of the first picture, upright unless it is a PSD, whose orientation ImageMagick does not know. The
  /// depth is 16 bits per sample, the maximum of the format; without the option, it would be 32 for some files. ImageMagick writes its
  /// output into a temporary file first and then copies it. Its pixels go there, too, beyond the memory that the system's policy allows
  /// it: 256 MiB on Debian, too little for 24 megapixels.
  ///
  /// - Parameters:
  ///   - leavesInk: whether to leave CMYK unconverted. ImageMagick would convert it without regard to its profile.
  ///   - diskBytes: the maximum of all pixels in files.
  static func magickStill(_ coder: String, leavesInk: Bool = false, diskBytes: Int) -> [String] {
    ["-limit", "disk", "\(diskBytes)", "-limit", "memory", "1GiB", "-limit", "map", "1GiB", "\(coder):-[0]"]
      + (coder == "psd" ? [] : ["-auto-orient"]) + (leavesInk ? [] : ["-colorspace", "sRGB"]) + [
        "-depth", "16", "pam:-",
      ]
  }

  /// oiiotool's arguments before the name of the PNG that it writes.
  static func oiiotool(isLinear: Bool) -> [String] {
    ["--threads", "1", "/dev/stdin"] + (isLinear ? ["--colorconvert", "linear", "sRGB"] : []) + ["-d", "uint16", "-o"]
  }

  /// rsvg-convert's arguments. Without a file name it reads standard input; and since the SVG then has no location, it
  /// cannot refer to files next to it.
  ///
  /// - Parameters:
  ///   - part: the part to draw at that size; nil for all of it.
  ///   - keepsShape: whether the size is a box to fit into rather than exact.
  static func rsvg(_ size: PixelSize, part: PixelRect? = nil, keepsShape: Bool) -> [String] {
    let page = part.map { part in
      ["--page-width=\(part.width)px", "--page-height=\(part.height)px", "--left=\(-part.x)px", "--top=\(-part.y)px"]
    }
    return ["--format=png", "--width=\(size.width)", "--height=\(size.height)"] + (page ?? [])
      + (keepsShape ? ["--keep-aspect-ratio"] : [])
  }

  /// pdftoppm's arguments for one page as PPM. It writes to standard output because no output name is given. The size
  /// is that of the page as displayed: its crop box, as pdfinfo reports it, after rotation.
  ///
  /// - Parameter part: the part to draw at that size; nil for all of it.
  static func pdftoppm(page: Int, size: PixelSize, part: PixelRect? = nil) -> [String] {
    let slice = part.map { part in
      ["-x", "\(part.x)", "-y", "\(part.y)", "-W", "\(part.width)", "-H", "\(part.height)"]
    }
    return ["-q", "-f", "\(page)", "-l", "\(page)", "-scale-to-x", "\(size.width)", "-scale-to-y", "\(size.height)"]
      + (slice ?? []) + ["-scale-dimension-before-rotation", "-cropbox", "/dev/stdin"]
  }
}
