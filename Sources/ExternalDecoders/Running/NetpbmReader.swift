import Imaging
import System

/// Reads a Netpbm picture as a program writes it, row by row into the scaler: whatever its size, a row of it is held.
struct NetpbmReader {
  private let run: ProgramRun
  /// What has come behind the header.
  private var rest: ArraySlice<UInt8>
  let header: NetpbmHeader

  /// Reads a picture's header.
  ///
  /// - Returns: nil where the program ended before, or wrote something else.
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
  /// - Parameter profile: What explains its colours, where it is not sRGB; one of no use is passed over.
  /// - Returns: nil where the program ended before the last row, and for inks that no profile explains.
  /// - Throws: `ProgramFailure`.
  consuming func bitmap(of region: ScaledRegion, profile: [UInt8]? = nil) throws(ProgramFailure) -> Bitmap? {
    var rows = NetpbmRows(header)
    let colors: ProfiledRows.Colors = header.isInk ? .ink : header.channels < 3 ? .gray : .rgb
    let profiled = profile.flatMap { ProfiledRows(profile: $0, colors: colors, size: header.size) }
    if header.isInk, profiled == nil { return nil }
    var scaler =
      profiled?.scaler(to: region, isOpaque: rows.isOpaque)
      ?? RowScaler(source: header.size, region: region, isOpaque: rows.isOpaque)
    var samples = [UInt8](repeating: 0, count: header.rowBytes)
    let window = scaler.window
    for row in 0..<window.y + window.height {
      guard try fill(&samples) else { return nil }
      if row < window.y { continue }
      if let profiled {
        profiled.push(Array(rows.wide(samples)[8 * window.x..<8 * (window.x + window.width)]), into: &scaler)
      } else {
        rows.convert(samples)
        let pixels = rows.pixels
        scaler.push(window.width == pixels.count ? pixels : Array(pixels[window.x..<window.x + window.width]))
      }
    }
    return scaler.finish()
  }

  private mutating func fill(_ samples: inout [UInt8]) throws(ProgramFailure) -> Bool {
    let known = rest.prefix(samples.count)
    if known.isEmpty { return try run.fill(&samples) }
    samples.replaceSubrange(..<known.count, with: known)
    rest = rest.dropFirst(known.count)
    return try run.fill(&samples, from: known.count)
  }
}
