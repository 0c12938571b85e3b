import Imaging
import System

/// Finds the line in a decoder's standard error that explains its failure.
enum DecoderDiagnostic {
  /// The most informative line, without parts that mean nothing to the user (the component with its address, the
  /// program's name for the file), without control characters, and of limited length.
  static func shown(_ lines: [[UInt8]], of program: DecoderProgram) -> String {
    var rest = informativeLine(lines, of: program)[...]
    while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[(end + 1)...].drop { $0 == 0x20 }
    }
    for name in prefixes where rest.starts(with: name.utf8) { rest = rest.dropFirst(name.utf8.count) }
    rest = withoutTemporaryFiles(rest)[...]
    return plainer.first { rest.contains(sequence: $0.text.utf8) }?.message ?? DiagnosticLine.printable(rest)
  }

  /// The line with "a temporary file" instead of the paths of our temporary folders and their files, with their quotes.
  private static func withoutTemporaryFiles(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let folder = PrivateFolder.base.appending("tui-".utf8).bytes
    var shown: [UInt8] = []
    var rest = line
    while !rest.isEmpty {
      guard rest.starts(with: folder) else {
        shown.append(rest.removeFirst())
        continue
      }
      rest = rest.drop { !isQuote($0) && $0 > 0x20 && $0 != UInt8(ascii: ":") }
      if let quote = shown.last, isQuote(quote), let end = rest.first, isQuote(end) {
        shown.removeLast()
        rest.removeFirst()
      }
      shown += Array("a temporary file".utf8)
    }
    return shown
  }

  private static func isQuote(_ byte: UInt8) -> Bool { "'\"`".utf8.contains(byte) }

  /// Messages that refer to our arguments rather than the file, and their replacements for the user.
  private static let plainer: [(text: String, message: String)] = [
    ("Wrong page range given", "it has no pages"), ("Incorrect password", "it is password-protected"),
    ("does not contain any stream", "it contains no picture"), ("Read error at ", "it is truncated"),
    ("Can not read TIFF directory", "it is truncated"),
  ]

  private static let prefixes = [
    "file:/dev/stdin: ", "/dev/stdin: ", "Error reading SVG stdin: ", "Error: ", "magick: ", "convert: ",
  ]

  /// The last line, with exceptions for programs that report consequences after the cause: ffmpeg's decoders and
  /// demuxers prefix the cause with their names in brackets, ImageMagick ends with a message that it has no image, and
  /// oiiotool with its command line.
  private static func informativeLine(_ lines: [[UInt8]], of program: DecoderProgram) -> [UInt8] {
    let line: [UInt8]?
    switch program {
    case .ffmpeg, .ffprobe: line = lines.last { $0.first == UInt8(ascii: "[") && $0.contains(sequence: " @ 0x".utf8) }
    case .magick, .oiiotool: line = lines.first
    case .rsvgConvert, .pdftoppm, .pdfinfo: line = nil
    }
    return line ?? lines.last ?? []
  }
}
