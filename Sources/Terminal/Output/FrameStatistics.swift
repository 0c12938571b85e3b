/// Statistics of a run's frames, which show how smooth it was.
package struct FrameStatistics: Hashable, Sendable {
  /// Frames written.
  package var frames = 0
  /// Frames of a motion that were due but not drawn because the line was busy.
  package var dropped = 0
  /// Bytes of all frames.
  package var bytes = 0
  /// The time from the session's state to cells.
  package var compose = TimeDistribution()
  /// The time from cells to bytes.
  package var encode = TimeDistribution()
  /// The time from the first byte written to the terminal's receipt or, if it sends none, to the last byte that the
  /// line accepted.
  package var delivery = TimeDistribution()

  /// The reported size of a cell if it is implausible, so that pictures are fitted to cells of 1:2; nil otherwise.
  package var implausibleCell: CellPixels?

  /// The reported size of a cell if it alone prevents pixels (see `CellPixels.isUsable(in:)`); nil otherwise.
  package var unusableCell: CellPixels?

  /// Statistics of pictures in pixels; nil if there are none.
  package var pixels: PixelStatistics?

  /// Empty statistics.
  package init() {}

  /// Records a size of cells that cannot be used.
  ///
  /// - Parameter showsPixels: Whether pictures would be shown in pixels if the size were usable.
  package mutating func check(_ cell: CellPixels?, in window: CellSize, showsPixels: Bool) {
    guard let cell else { return }
    if !cell.isPlausible { implausibleCell = cell }
    if showsPixels, !cell.isUsable(in: window) { unusableCell = cell }
  }

  /// The statistics as lines of text for the user.
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

  /// Formats nanoseconds as milliseconds with two decimals.
  private static func milliseconds(_ nanoseconds: Double) -> String {
    let hundredths = Int(nanoseconds / 10_000 + 0.5)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// Statistics of pictures in pixels.
package struct PixelStatistics: Hashable, Sendable {
  /// Pictures that the terminal has confirmed.
  package var uploads = 0
  /// Bytes of uploads, confirmed or not.
  package var bytes = 0
  /// Pictures that it has refused or lost.
  package var refusals = 0
  /// Whether the terminal has not answered about the last one.
  package var isUnanswered = false

  /// Empty statistics.
  package init() {}
}
