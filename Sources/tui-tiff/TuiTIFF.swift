import CArguments
import CGlibc
import CTiff

/// The program that tui starts for TIFFs: reads one from standard input, which must be a file, and writes its first
/// picture to standard output as a PAM, in stored orientation.
///
/// libtiff is kept out of tui: its libraries take longer to load than tui takes to start, and damaged TIFFs are
/// dangerous to the process that decodes them.
@main
struct TuiTIFF {
  /// The bytes written at once.
  private static let pieceBytes = 1 << 18

  static func main() {
    let arguments = 1..<max(1, tui_argument_count())
    guard isatty(STDIN_FILENO) == 0, arguments.allSatisfy({ unsafe strcmp(tui_argument($0), "--inks") == 0 }) else {
      report(Array("usage: tui-tiff [--inks] < picture.tiff > picture.pam".utf8))
      exit(64)
    }
    // As far as the kernel can: tui has restricted this process already.
    _ = tui_confine_reader()
    do throws(TIFFFailure) {
      try convert(keepsInks: !arguments.isEmpty)
    } catch {
      report(error.message)
      exit(1)
    }
  }

  private static func convert(keepsInks: Bool) throws(TIFFFailure) {
    let file = try TIFFFile(STDIN_FILENO)
    let picture = try TIFFPicture(file)
    if case .libtiff = picture.colors {
      // libtiff's conversion rejects uncompressed tiles of other sizes than multiples of 1024 bytes, unless the file is
      // mapped.
      let isMapped = file.isTiled && file.short(TIFFTAG_COMPRESSION) ?? 1 == Int(COMPRESSION_NONE)
      return try convertByLibrary(isMapped ? try TIFFFile(STDIN_FILENO, isMapped: true) : file, picture)
    }
    var rows = try RowSource(file, picture) { () throws(TIFFFailure) in try TIFFFile(STDIN_FILENO) }
    var pixels = try PixelRows(file, picture, keepsInks: keepsInks)
    var output = header(picture, channels: pixels.channels, maximum: pixels.maximum, tupleType: pixels.tupleType)
    for row in 0..<picture.height {
      try rows.read(row)
      pixels.append(rows.pieces, to: &output)
      if output.count >= pieceBytes || row == 0 { try write(&output) }
    }
    try write(&output)
  }

  /// Converts a picture with libtiff's own conversion to RGB, one strip or row of tiles at a time.
  private static func convertByLibrary(_ file: TIFFFile, _ picture: TIFFPicture) throws(TIFFFailure) {
    let stored = file.long(file.isTiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP) ?? picture.height
    let height = min(max(1, stored), picture.height)
    guard picture.width * height * 4 <= TIFFFile.maxBytes else { throw TIFFFailure("its strips are too large") }
    var pixels = [UInt32](repeating: 0, count: picture.width * height)
    var output = header(picture, channels: 3, maximum: 255, tupleType: "RGB")
    for row in stride(from: 0, to: picture.height, by: height) {
      let count = min(height, picture.height - row)
      try file.readColors(row: row, count: count, width: picture.width, into: &pixels)
      for pixel in pixels.prefix(count * picture.width) {
        output.append(UInt8(truncatingIfNeeded: pixel))
        output.append(UInt8(truncatingIfNeeded: pixel >> 8))
        output.append(UInt8(truncatingIfNeeded: pixel >> 16))
        if output.count >= pieceBytes { try write(&output) }
      }
    }
    try write(&output)
  }

  private static func header(_ picture: TIFFPicture, channels: Int, maximum: Int, tupleType: String) -> [UInt8] {
    let size = "WIDTH \(picture.width)\nHEIGHT \(picture.height)\n"
    let samples = "DEPTH \(channels)\nMAXVAL \(maximum)\nTUPLTYPE \(tupleType)\n"
    return Array("P7\n\(size)\(samples)ENDHDR\n".utf8)
  }

  /// Writes the bytes and empties the array.
  private static func write(_ bytes: inout [UInt8]) throws(TIFFFailure) {
    var written = 0
    while written < bytes.count {
      // Within the array: `written` is less than its count.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe CTiff.write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      guard count > 0 || tui_tiff_was_interrupted() != 0 else { throw TIFFFailure("broken pipe") }
      written += max(0, count)
    }
    bytes.removeAll(keepingCapacity: true)
  }

  private static func report(_ message: [UInt8]) {
    let bytes = message + [0x0A]
    _ = unsafe CTiff.write(STDERR_FILENO, bytes, bytes.count)
  }
}
