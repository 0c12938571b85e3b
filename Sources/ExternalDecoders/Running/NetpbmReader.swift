import Bitmaps
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
  /// - Parameters:
  ///   - profile: the ICC profile of the colors, if they are not sRGB; ignored if unusable.
  ///   - isGray: whether red, green and blue are equal, and the profile is for grays.
  /// - Returns: nil if the program exited before the last row, or for CMYK without a usable profile.
  /// - Throws: `ProgramFailure`.
  consuming func bitmap(of region: ScaledRegion, profile: [UInt8]? = nil, isGray: Bool = false) throws(ProgramFailure)
    -> Bitmap?
  {
    var rows = NetpbmRows(header)
    let colors: ProfiledRows.Colors = header.isCMYK ? .ink : isGray || header.channels < 3 ? .gray : .rgb
    let profiled = profile.flatMap { ProfiledRows(profile: $0, colors: colors, size: header.size) }
    if header.isCMYK, profiled == nil { return nil }
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
