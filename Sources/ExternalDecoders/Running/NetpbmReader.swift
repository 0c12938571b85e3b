import Bitmaps
import Decoding
import Imaging
import System

/// Reads a Netpbm picture as a program writes it, and passes it to the scaler row by row: only one row is held in
/// memory.
struct NetpbmReader {
  private let run: ProgramRun
  /// Bytes received after the header.
  private var rest: ArraySlice<UInt8>
  let header: NetpbmHeader

  /// Reads a picture's header.
  ///
  /// - Returns: nil if the program exited before the end of the header or wrote something else.
  /// - Throws: `ProgramFailure`.
  init?(_ run: ProgramRun) throws(ProgramFailure) {
    var bytes: [UInt8] = []
    while true {
      let piece = try run.readPiece(NetpbmHeader.limit)
      bytes += piece
      if let header = NetpbmHeader(bytes) {
        self.run = run
        self.header = header
        rest = bytes[header.length...]
        return
      }
      if piece.isEmpty || bytes.count > NetpbmHeader.limit { return nil }
    }
  }

  /// A region of the picture, scaled.
  ///
  /// - Returns: nil if the program exited before the last row, or for CMYK, which needs a profile.
  /// - Throws: `ProgramFailure`.
  consuming func bitmap(of region: ScaledRegion) throws(ProgramFailure) -> Bitmap? {
    if header.isCMYK { return nil }
    var rows = NetpbmRows(header)
    var scaler = RowScaler(source: header.size, region: region, isOpaque: rows.isOpaque)
    var samples = [UInt8](repeating: 0, count: header.rowBytes)
    let window = scaler.window
    for row in 0..<window.y + window.height {
      guard try fill(&samples) else { return nil }
      if row < window.y { continue }
      rows.convert(samples)
      scaler.push(whole: rows.pixels)
    }
    return scaler.finish()
  }

  /// A region of the picture, with colors that a profile defines.
  ///
  /// - Parameter scaler: a scaler for this picture and region.
  /// - Returns: nil if the program exited before the last row.
  /// - Throws: `ExternalDecodeError`.
  consuming func bitmap(
    of region: ScaledRegion, by scaler: consuming any ProfiledScaling, in session: DecoderSession
  ) throws(ExternalDecodeError) -> Bitmap? {
    var samples = [UInt8](repeating: 0, count: header.rowBytes)
    let rows = region.rows(of: header.size)
    for row in 0..<rows.upperBound {
      guard try session.translating({ () throws(ProgramFailure) in try fill(&samples) }) else { return nil }
      if row < rows.lowerBound { continue }
      try ExternalDecodeError.wrapping { () throws(ImageError) in try scaler.push(samples) }
    }
    do throws(ImageError) { return try scaler.finish() } catch { throw .image(error) }
  }

  private mutating func fill(_ samples: inout [UInt8]) throws(ProgramFailure) -> Bool {
    let known = rest.prefix(samples.count)
    if known.isEmpty { return try run.fill(&samples) }
    samples.replaceSubrange(..<known.count, with: known)
    rest = rest.dropFirst(known.count)
    return try run.fill(&samples, from: known.count)
  }
}
