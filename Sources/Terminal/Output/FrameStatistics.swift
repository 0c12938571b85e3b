/// Statistics of a run's frames: how smooth it was.
package struct FrameStatistics: Hashable, Sendable {
  /// Frames written.
  package var frames = 0
  /// Frames of a motion that were due and not drawn, the line being busy.
  package var dropped = 0
  /// Bytes of all frames.
  package var bytes = 0
  /// From the session's state to cells.
  package var compose = TimeDistribution()
  /// From cells to bytes.
  package var encode = TimeDistribution()
  /// From the first byte written to the terminal's receipt or, where it sends none, to the last byte taken.
  package var delivery = TimeDistribution()

  /// The size of a cell that the terminal reports, where it is not plausible: pictures are then fitted to cells of 1:2.
  package var implausibleCell: CellPixels?

  /// The size of a cell that the terminal reports, where it could show pixels but for that: cells or a window too large to be true.
  package var unusableCell: CellPixels?

  /// What became of pictures in pixels; nil: there are none.
  package var pixels: PixelStatistics?

  /// Nothing yet.
  package init() {}

  /// Takes note of a size of cells that cannot be used.
  ///
  /// - Parameter showsPixels: whether pictures would be shown in pixels but for that.
  package mutating func check(_ cell: CellPixels?, in window: CellSize, showsPixels: Bool) {
    guard let cell else { return }
    if !cell.isPlausible { implausibleCell = cell }
    if showsPixels, !cell.isUsable(in: window) { unusableCell = cell }
  }

  /// Lines for people.
  package var report: String {
    var lines = ["frames    \(frames), dropped \(dropped), \(bytes) bytes"]
    for (name, times) in [("compose ", compose), ("encode  ", encode), ("delivery", delivery)] {
      guard let median = times.percentile(0.5), let high = times.percentile(0.99) else { continue }
      lines.append("\(name)  p50 \(Self.milliseconds(median)) ms, p99 \(Self.milliseconds(high)) ms")
    }
    if let pixels {
      let silence = pixels.isUnanswered ? ", one not answered" : ""
      lines.append(
        "pixels    \(pixels.uploads) pictures sent, \(pixels.refusals) refused or lost\(silence), \(pixels.bytes) bytes"
      )
    }
    if let cell = unusableCell {
      lines.append("pixels    cells of \(cell.width)x\(cell.height) pixels reported; pictures are drawn in cells")
    }
    if let cell = implausibleCell {
      lines.append("cells     \(cell.width)x\(cell.height) pixels reported, which is implausible; 1:2 is used")
    }
    return lines.joined(separator: "\n")
  }

  /// Nanoseconds as milliseconds with two places.
  private static func milliseconds(_ nanoseconds: Double) -> String {
    let hundredths = Int(nanoseconds / 10_000 + 0.5)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// What became of pictures in pixels.
package struct PixelStatistics: Hashable, Sendable {
  /// Pictures that the terminal has confirmed.
  package var uploads = 0
  /// Bytes of uploads, confirmed or not.
  package var bytes = 0
  /// Pictures that it has refused or lost.
  package var refusals = 0
  /// Whether it has not answered about the last one.
  package var isUnanswered = false

  /// Nothing yet.
  package init() {}
}
