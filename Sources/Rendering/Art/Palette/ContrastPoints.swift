import Bitmaps
import CGlyphs
import Glibc
import Terminal

/// The light of a canvas at 2×4 points a cell, and the factors by which it changes; `CGlyphs` computes eight at a time.
///
/// All work is shared by rows: each processor has a band of them. Sums are those of whole numbers, so they do not depend on the bands.
@safe
final class ContrastPoints: @unchecked Sendable {
  static let across = 2
  static let down = 4

  /// The samples of a point, across and down.
  private let block: PixelSize
  private let workers: RowWorkers
  /// Whether vectors of eight numbers are used; without, all results are the same.
  private let isWide: Bool
  /// Whether the light is that of ink on white paper: what the picture lacks of white.
  private let areInk: Bool
  private let points: tui_contrast_points

  /// Creates the points of a canvas that is not empty.
  init(_ canvas: Canvas, _ workers: RowWorkers, isWide: Bool, areInk: Bool = false) {
    (self.workers, self.isWide, self.areInk) = (workers, isWide, areInk)
    block = PixelSize(
      width: canvas.samplesPerCell.width / Self.across, height: canvas.samplesPerCell.height / Self.down)
    let (width, height) = (canvas.cells.columns * Self.across, canvas.cells.rows * Self.down)
    let stride = (width + 7) / 8 * 8
    let count = stride * height
    let light = UnsafeMutablePointer<Float>.allocate(capacity: 3 * count)
    let first = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * count)
    unsafe points = unsafe tui_contrast_points(
      width: width, height: height, stride: stride, light: light, lightness: light + count, factor: light + 2 * count,
      first: first, second: first + count)
    unsafe canvas.samples.withUnsafeBytes { memory in
      guard let base = memory.baseAddress else { return }
      // The load does not change them.
      unsafe inBands(of: UnsafeMutableRawPointer(mutating: base), width: canvas.width) { [self] samples, rows in
        unsafe withUnsafePointer(to: points) { unsafe tui_contrast_load(isWide, $0, samples, rows) }
      }
    }
  }

  deinit {
    unsafe points.light.deallocate()
    unsafe points.first.deallocate()
  }

  func run(_ pass: tui_contrast_pass, _ filter: tui_contrast_filter) {
    nonisolated(unsafe) let filter = unsafe filter
    inBands { [self] rows in
      unsafe withUnsafePointer(to: points) { points in
        unsafe withUnsafePointer(to: filter) { filter in
          unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: tui_contrast_memory(points)) { memory in
            guard let memory = memory.baseAddress else { return }
            unsafe tui_contrast_change(isWide, pass, points, filter, rows, memory)
          }
        }
      }
    }
  }

  /// Multiplies the light of the canvas's samples.
  func scale(_ canvas: inout Canvas) {
    let width = canvas.width
    unsafe canvas.samples.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      unsafe inBands(of: base, width: width) { [self] samples, rows in
        unsafe withUnsafePointer(to: points) { unsafe tui_contrast_scale(isWide, $0, samples, rows) }
      }
    }
  }

  /// How close points are to the middle of the picture: 1 there, less farther away.
  ///
  /// - Parameter spread: The distance over which it falls, as a standard deviation in widths and heights of the picture; nil for 1
  ///   everywhere.
  func closeness(spread: Float?) -> Closeness {
    guard let spread else {
      return unsafe Closeness(
        across: Array(repeating: 1, count: points.stride), down: Array(repeating: 1, count: points.height))
    }
    let (columns, rows) = extent
    func line(_ range: Range<Int>, _ count: Int) -> [Float] {
      (0..<count).map { index in
        let distance = (Float(index - range.lowerBound) + 0.5) / Float(max(range.count, 1)) - 0.5
        return expf(-distance * distance / (2 * spread * spread))
      }
    }
    return unsafe Closeness(across: line(columns, points.stride), down: line(rows, points.height))
  }

  /// The closeness of each column and row of points; that of a point is their product.
  struct Closeness {
    let across: [Float]
    let down: [Float]
  }

  /// The columns and rows of the points that have samples; empty if none has.
  private var extent: (columns: Range<Int>, rows: Range<Int>) {
    let (width, height, lightness) = unsafe (points.width, points.height, points.lightness)
    var (left, right, top, bottom) = (width, 0, height, 0)
    for y in 0..<height {
      let line = unsafe lightness + y * points.stride
      guard let first = (0..<width).first(where: { unsafe line[$0] >= 0 }) else { continue }
      (left, top, bottom) = (min(left, first), min(top, y), y + 1)
      if let last = (right..<max(right, width)).last(where: { unsafe line[$0] >= 0 }) { right = last + 1 }
    }
    return (left..<max(left, right), top..<max(top, bottom))
  }

  /// Calls `body` with bands that together have all rows.
  private func inBands(_ body: @escaping @Sendable (tui_contrast_rows) -> Void) {
    let (count, height) = unsafe (workers.count, points.height)
    workers.run(rows: count) {
      body(tui_contrast_rows(start: height * $0 / count, end: height * ($0 + 1) / count))
    }
  }

  /// Calls `body` with bands that together have all rows, and with the samples of the canvas, whose lines have `width`. Their memory must
  /// stay valid until it returns.
  @unsafe
  private func inBands(
    of samples: UnsafeMutableRawPointer, width: Int,
    _ body: @escaping @Sendable (UnsafePointer<tui_contrast_samples>, tui_contrast_rows) -> Void
  ) {
    nonisolated(unsafe) let samples = unsafe tui_contrast_samples(
      samples: samples, width: width, across: block.width, down: block.height, are_ink: areInk)
    inBands { rows in unsafe withUnsafePointer(to: samples) { unsafe body($0, rows) } }
  }
}
