import Imaging
import System

/// How a program is asked for a format's picture.
///
/// All read the file from their standard input: no path of ours ever reaches them, however it is spelled. Each is told what the
/// file is, by what its content has shown: a playlist that is called a picture is not taken for a playlist.
package enum DecoderCommand: Hashable, Sendable {
  /// Our own for TIFFs, which writes a PAM as it lies; where it leaves inks what they are, we make light of them by their
  /// profile.
  case tiff(leavesInk: Bool = false)
  /// ffmpeg, with the name of the demuxer, options of it or of its decoder, and what is done to the pixels.
  case ffmpeg(_ demuxer: String, options: [String] = [], pixels: PixelTreatment = .squared)
  /// libheif's converter, which writes PNG.
  case heifConvert
  /// librsvg's, at the size needed, which writes PNG.
  case rsvgConvert
  /// Poppler's, at the size needed.
  case pdftoppm
  /// ImageMagick, with the name of the coder; where it leaves inks what they are, we make light of them by their profile.
  case magick(_ coder: String, leavesInk: Bool = false)

  /// The program that does it.
  package var program: DecoderProgram {
    switch self {
    case .tiff: .tuiTIFF
    case .ffmpeg: .ffmpeg
    case .heifConvert: .heifConvert
    case .rsvgConvert: .rsvgConvert
    case .pdftoppm: .pdftoppm
    case .magick: .magick
    }
  }

  /// ffmpeg's options before its input: quiet, from standard input, from nowhere else.
  static func ffmpegInput(_ demuxer: String, options: [String] = [], maxPixels: Int) -> [String] {
    ["-nostdin", "-hide_banner", "-v", "error", "-protocol_whitelist", "file,pipe", "-max_pixels", "\(maxPixels)"]
      + ["-f", demuxer] + options + ["-i", "file:/dev/stdin", "-an", "-sn", "-dn"]
  }

  /// What ffmpeg does to a still's pixels on their way.
  package enum PixelTreatment: Hashable, Sendable {
    /// Those that are not square are made so.
    case squared
    /// Nothing: what the file says of their shape is not meant.
    case asStored
    /// Of a monochrome picture with this many bits: its range is made full, which ffmpeg does for colours only.
    case monochrome(bits: Int)

    fileprivate var filter: String {
      let flags = "flags=accurate_rnd+full_chroma_int+bicubic"
      let squared = "scale=w='max(1,trunc(iw*sar))':h=ih:\(flags)"
      return switch self {
      case .squared: squared
      case .asStored: "scale=\(flags)"
      case .monochrome(let bits): "format=yuv444p\(bits > 8 ? "\(bits)le" : ""),\(squared)"
      }
    }
  }

  /// What makes ffmpeg write the first picture to standard output as a PAM, which has its size and depth in its header.
  /// A film's own rotation ffmpeg applies by itself.
  static func ffmpegStill(_ pixels: PixelTreatment) -> [String] {
    ["-vf", pixels.filter, "-frames:v", "1", "-c:v", "pam", "-f", "image2pipe", "pipe:1"]
  }

  /// ImageMagick's arguments: a PAM of the first picture, upright, its pixels never kept in files. Of 16 bits a sample, the
  /// most that there is: left to itself it would write what numbers of 32 bits have been. What it writes it writes into a
  /// file first, and copies that.
  ///
  /// - Parameter leavesInk: that inks are not to be made light, which it would do without a look at their profile.
  static func magickStill(_ coder: String, leavesInk: Bool = false) -> [String] {
    ["-limit", "disk", "0", "-limit", "memory", "1GiB", "-limit", "map", "1GiB", "\(coder):-[0]"]
      + ["-auto-orient"] + (leavesInk ? [] : ["-colorspace", "sRGB"]) + ["-depth", "16", "pam:-"]
  }

  /// rsvg-convert's arguments. It reads standard input because no file is named; what has no place of its own cannot
  /// refer to files beside it.
  ///
  /// - Parameters:
  ///   - part: What is drawn of that size; nil: all of it.
  ///   - keepsShape: whether the size is a box to fit into, or exact.
  static func rsvg(_ size: PixelSize, part: PixelRect? = nil, keepsShape: Bool) -> [String] {
    let page = part.map { part in
      ["--page-width=\(part.width)px", "--page-height=\(part.height)px", "--left=\(-part.x)px", "--top=\(-part.y)px"]
    }
    return ["--format=png", "--width=\(size.width)", "--height=\(size.height)"] + (page ?? [])
      + (keepsShape ? ["--keep-aspect-ratio"] : [])
  }

  /// pdftoppm's arguments: one page as PPM to standard output, which it does where no name for the output is given. The
  /// size is that of the page as it is seen, turned or not.
  ///
  /// - Parameter part: What is drawn of that size; nil: all of it.
  static func pdftoppm(page: Int, size: PixelSize, part: PixelRect? = nil) -> [String] {
    let slice = part.map { part in
      ["-x", "\(part.x)", "-y", "\(part.y)", "-W", "\(part.width)", "-H", "\(part.height)"]
    }
    return ["-q", "-f", "\(page)", "-l", "\(page)", "-scale-to-x", "\(size.width)", "-scale-to-y", "\(size.height)"]
      + (slice ?? []) + ["-scale-dimension-before-rotation", "/dev/stdin"]
  }
}
