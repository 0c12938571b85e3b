import Imaging
import System

/// Finds the line in a decoder's standard error that explains its failure.
enum DecoderDiagnostic {
  /// The line that tells most, without what means nothing to people (a part of the program with its address, the name
  /// that the file had for it), without control characters, and not too long.
  static func shown(_ lines: [[UInt8]], of program: DecoderProgram) -> String {
    var rest = telling(lines, of: program)[...]
    while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[(end + 1)...].drop { $0 == 0x20 }
    }
    for name in prefixes where rest.starts(with: name.utf8) { rest = rest.dropFirst(name.utf8.count) }
    return plainer.first { rest.contains(sequence: $0.said.utf8) }?.words ?? DiagnosticLine.printable(rest)
  }

  /// What programs say of what we have asked them, rather than of the file; and what it means to people.
  private static let plainer: [(said: String, words: String)] = [
    ("Wrong page range given", "it has no pages"), ("Incorrect password", "it is password-protected"),
    ("does not contain any stream", "it contains no picture"), ("Read error at ", "it is truncated"),
    ("Can not read TIFF directory", "it is truncated"),
  ]

  private static let prefixes = [
    "file:/dev/stdin: ", "/dev/stdin: ", "Error reading SVG stdin: ", "Error: ", "magick: ", "convert: ",
  ]

  /// The last line, except where programs first say what is wrong and then what follows from it: ffmpeg's decoders and
  /// demuxers sign with their names in brackets, and ImageMagick ends with having got no picture.
  private static func telling(_ lines: [[UInt8]], of program: DecoderProgram) -> [UInt8] {
    let line: [UInt8]?
    switch program {
    case .ffmpeg, .ffprobe: line = lines.last { $0.first == UInt8(ascii: "[") && $0.contains(sequence: " @ 0x".utf8) }
    case .magick: line = lines.first
    case .tuiTIFF, .heifConvert, .rsvgConvert, .pdftoppm, .pdfinfo: line = nil
    }
    return line ?? lines.last ?? []
  }
}
