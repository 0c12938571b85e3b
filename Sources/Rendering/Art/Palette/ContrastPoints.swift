import Bitmaps
import Glibc
import Terminal

/// The light of a canvas at 2×4 points a cell, and the factors by which it changes.
///
/// All work is shared by rows: each processor has a band of them. Sums are those of whole numbers, so they do not depend on what has
/// been added and subtracted elsewhere, nor on the bands.
@safe
final class ContrastPoints: @unchecked Sendable {
  static let across = 2
  static let down = 4

  /// The light around a point.
  struct Point {
    /// The mean luminance of the opaque samples, 0…1; 0 without any.
    var light: Float = 0
    /// The lightness (OKLab, of that luminance).
    var lightness: Float = 0
    /// 1 where there are opaque samples.
    var count: Float = 0
    /// The factor by which the light changes.
    var factor: Float = 1
  }

  private let width: Int
  private let height: Int
  /// The samples of a point, across and down.
  private let block: PixelSize
  private let workers: RowWorkers
  private let points: UnsafeMutablePointer<Point>
  /// Sums over parts of lines, and those that will replace them.
  private var lines: UnsafeMutablePointer<SIMD4<Int32>>
  private var nextLines: UnsafeMutablePointer<SIMD4<Int32>>

  init(_ canvas: Canvas, _ workers: RowWorkers) {
    width = canvas.cells.columns * Self.across
    height = canvas.cells.rows * Self.down
    block = PixelSize(
      width: canvas.samplesPerCell.width / Self.across, height: canvas.samplesPerCell.height / Self.down)
    self.workers = workers
    unsafe points = .allocate(capacity: width * height)
    unsafe lines = .allocate(capacity: width * height)
    unsafe nextLines = .allocate(capacity: width * height)
    unsafe canvas.samples.withUnsafeBytes { memory in
      // Samples are 8 bytes. The pointer is valid only in this closure, and all work on the rows ends within it.
      guard let base = memory.baseAddress, memory.count >= canvas.width * canvas.height * 8 else { return }
      nonisolated(unsafe) let samples = unsafe base.assumingMemoryBound(to: UInt64.self)
      inBands { [self, stride = canvas.width] rows in
        for y in rows {
          let first = unsafe samples + y &* block.height &* stride
          for x in 0..<width {
            unsafe (points + (y &* width &+ x)).initialize(to: point(of: first + x &* block.width, stride))
          }
        }
      }
    }
  }

  deinit {
    unsafe points.deallocate()
    unsafe lines.deallocate()
    unsafe nextLines.deallocate()
  }

  @inline(__always)
  private func point(of first: UnsafePointer<UInt64>, _ stride: Int) -> Point {
    var (total, count) = (Float(0), 0)
    var line = unsafe first
    for _ in 0..<block.height {
      // The sums of red and of blue, in halves of 32 bits, and that of green.
      var (outer, inner): (UInt64, UInt64) = (0, 0)
      for x in 0..<block.width {
        // Red in the lowest 16 bits, alpha in the highest.
        let sample = unsafe line[x]
        guard sample >> 48 != 0 else { continue }
        outer &+= sample & 0xFFFF_0000_FFFF
        inner &+= sample >> 16 & 0xFFFF
        count &+= 1
      }
      let sum = 2126 &* (outer & 0xFFFF_FFFF) &+ 7152 &* inner &+ 722 &* (outer >> 32)
      total += Float(Int(truncatingIfNeeded: sum))
      unsafe line += stride
    }
    guard count > 0 else { return Point() }
    let light = total / (Float(count) * 10_000 * 65_535)
    return Point(light: light, lightness: LMS.cubeRoot(light), count: 1)
  }

  /// Sums up values of the points at most `radius` to the left and right of each.
  @inline(__always)
  func sumAcross(_ radius: Int, _ value: @escaping @Sendable (Point) -> SIMD4<Int32>) {
    inBands { [self] rows in
      unsafe withLine { line in
        for y in rows {
          for x in 0..<width { unsafe line[x] = value(points[y &* width &+ x]) }
          unsafe sumAcross(line, into: lines + y &* width, radius)
        }
      }
    }
  }

  /// Sums up values of the points at most `nextRadius` to the left and right of each, which follow from the sums over squares: from those
  /// over lines at most `radius` above and below.
  @inline(__always)
  func sumAcross(
    _ nextRadius: Int, after radius: Int, _ value: @escaping @Sendable (Int, inout Point, SIMD4<Int32>) -> SIMD4<Int32>
  ) {
    inBands { [self] rows in
      unsafe withLine { line in
        unsafe sumDown(radius, rows) { y, sums in
          for x in 0..<width {
            let point = y &* width &+ x
            unsafe line[x] = value(point, &points[point], sums[x])
          }
          unsafe sumAcross(line, into: nextLines + y &* width, nextRadius)
        }
      }
    }
    unsafe swap(&lines, &nextLines)
  }

  /// Changes the points, given the sums over squares.
  @inline(__always)
  func change(after radius: Int, _ body: @escaping @Sendable (Int, inout Point, SIMD4<Int32>) -> Void) {
    inBands { [self] rows in
      unsafe sumDown(radius, rows) { y, sums in
        for x in 0..<width {
          let point = y &* width &+ x
          unsafe body(point, &points[point], sums[x])
        }
      }
    }
  }

  /// A canvas with its samples' light multiplied.
  func scaled(_ canvas: Canvas) -> Canvas {
    var result = canvas
    result.samples = unsafe [SIMD4<UInt16>](unsafeUninitializedCapacity: canvas.samples.count) { scaled, count in
      guard let base = scaled.baseAddress else { return }
      nonisolated(unsafe) let memory = unsafe base
      // The pointer is valid only in this closure, and all work on the rows ends within it.
      workers.run(rows: canvas.height) { [self] line in
        unsafe canvas.samples.withUnsafeBufferPointer { samples in
          guard let base = samples.baseAddress, samples.count >= (line + 1) * canvas.width else { return }
          var (source, target) = unsafe (base + line &* canvas.width, memory + line &* canvas.width)
          let point = unsafe points + line / block.height &* width
          for x in 0..<width {
            let factor = unsafe point[x].factor
            let factors = SIMD4(factor, factor, factor, 1)
            for index in 0..<block.width {
              unsafe (target + index).initialize(to: source[index].scaled(by: factors))
            }
            unsafe source += block.width
            unsafe target += block.width
          }
        }
      }
      count = canvas.samples.count
    }
    return result
  }

  /// How close points are to the middle of the picture: 1 there, less farther away.
  ///
  /// - Parameter scale: Returns what is multiplied with all of them, given the number of cells that the picture has.
  func closeness(spread: Float, scale: (Int) -> Float) -> Closeness {
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      for x in 0..<width {
        guard unsafe points[y * width + x].count > 0 else { continue }
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
      }
    }
    func line(_ first: Int, _ last: Int, _ count: Int) -> [Float] {
      (0..<count).map { index in
        let distance = (Float(index - first) + 0.5) / Float(max(last - first + 1, 1)) - 0.5
        return expf(-distance * distance / (2 * spread * spread))
      }
    }
    let cells = max((right - left) / Self.across + 1, 0) * max((bottom - top) / Self.down + 1, 0)
    let factor = scale(cells)
    return Closeness(across: line(left, right, width).map { $0 * factor }, down: line(top, bottom, height))
  }

  /// The closeness of each column and row of points; that of a point is their product.
  struct Closeness {
    fileprivate let across: [Float]
    fileprivate let down: [Float]

    func at(_ point: Int) -> Float { across[point % across.count] * down[point / across.count] }
  }

  // MARK: - Sums

  /// Calls `body` with bands that together have all rows.
  private func inBands(_ body: @escaping @Sendable (Range<Int>) -> Void) {
    let (count, height) = (workers.count, height)
    workers.run(rows: count) { body(height * $0 / count..<height * ($0 + 1) / count) }
  }

  /// Calls `body` with memory for a row of values.
  @inline(__always)
  private func withLine(_ body: (UnsafeMutablePointer<SIMD4<Int32>>) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: SIMD4<Int32>.self, capacity: width) { line in
      guard let line = line.baseAddress else { return }
      unsafe body(line)
    }
  }

  /// Sums over parts of a line. Radii are at most 8, so no sum over a square overflows.
  @inline(__always)
  @unsafe
  private func sumAcross(
    _ values: UnsafePointer<SIMD4<Int32>>, into line: UnsafeMutablePointer<SIMD4<Int32>>, _ radius: Int
  ) {
    var sum = SIMD4<Int32>.zero
    for x in 0..<min(radius, width) { unsafe sum &+= values[x] }
    for x in 0..<width {
      if x &+ radius < width { unsafe sum &+= values[x &+ radius] }
      if x > radius { unsafe sum &-= values[x &- radius &- 1] }
      unsafe line[x] = sum
    }
  }

  /// Calls `body` with the sums of `lines` over the rows at most `radius` above and below each row of a band.
  @inline(__always)
  private func sumDown(_ radius: Int, _ rows: Range<Int>, _ body: (Int, UnsafePointer<SIMD4<Int32>>) -> Void) {
    unsafe withLine { sums in
      unsafe sums.initialize(repeating: .zero, count: width)
      for y in max(0, rows.lowerBound - radius)..<max(min(rows.lowerBound + radius, height), 0) {
        for x in 0..<width { unsafe sums[x] &+= lines[y &* width &+ x] }
      }
      for y in rows {
        if y &+ radius < height {
          let line = unsafe lines + (y &+ radius) &* width
          for x in 0..<width { unsafe sums[x] &+= line[x] }
        }
        if y > rows.lowerBound, y > radius {
          let line = unsafe lines + (y &- radius &- 1) &* width
          for x in 0..<width { unsafe sums[x] &-= line[x] }
        }
        unsafe body(y, sums)
      }
    }
  }
}

extension SIMD4<UInt16> {
  /// Whole numbers 0…65,535 times factors, rounded and limited to 65,535.
  @inline(__always)
  fileprivate func scaled(by factors: SIMD4<Float>) -> SIMD4<UInt16> {
    // With 23 bits before the point, a number's last bits are those of the whole number nearest to it. The standard library would convert
    // vectors lane by lane. Both types are 16 bytes, and every bit pattern is valid.
    var bits = SIMD8<UInt16>(repeating: 0x4B00)
    bits.evenHalf = self
    let product = (unsafe unsafeBitCast(bits, to: SIMD4<Float>.self) - 8_388_608) * factors
    let rounded = product.replacing(with: 65_535, where: product .> 65_535) + 8_388_608
    return unsafe unsafeBitCast(rounded, to: SIMD8<UInt16>.self).evenHalf
  }
}
