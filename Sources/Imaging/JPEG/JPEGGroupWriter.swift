import Bitmaps

/// Writes a picture's samples at 1/8 scale, group by group: one byte a pixel for gray, three for color.
///
/// Several threads may write different groups at the same time.
@safe
final class JPEGGroupWriter: @unchecked Sendable {
  private let components: [JPEGComponentBlocks]
  private let shape: JPEGBlocks.Shape
  /// The number of samples of a component in a group, across and down.
  private let maximum: (across: Int, down: Int)
  /// The number of groups in a row.
  private let across: Int
  private let size: PixelSize
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// Creates a writer with memory for the samples of a size.
  init(_ components: [JPEGComponentBlocks], maximum: (across: Int, down: Int), across: Int, size: PixelSize) {
    (self.components, self.maximum, self.across, self.size) = (components, maximum, across, size)
    shape = JPEGBlocks.Shape(components)
    unsafe memory = .allocate(capacity: size.width * size.height * components.count)
    unsafe memory.initialize(repeating: 0)
  }

  deinit { unsafe memory.deallocate() }

  /// The samples, row-major.
  var samples: [UInt8] { unsafe Array(memory) }

  /// Writes groups.
  func write(_ joined: JPEGScanPieces.Joined) {
    let count = maximum.across * maximum.down
    let (first, bases) = (joined.first, joined.means)
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count * components.count) { group in
      guard let samples = group.baseAddress else { return }
      unsafe joined.piece.blocks.withBlocks(of: joined.groups, shape) { means, parts in
        var (means, parts) = unsafe (means, parts)
        for number in first..<first + joined.groups.count {
          for index in components.indices {
            unsafe components[index].put(&means, &parts, base: bases[index], into: samples + index &* count)
          }
          unsafe put(samples, x: number % across * maximum.across, y: number / across * maximum.down)
        }
      }
    }
  }

  /// Writes the pixels of a group, as far as they lie within the picture.
  @inline(__always)
  private func put(_ group: UnsafePointer<UInt8>, x: Int, y: Int) {
    let count = maximum.across * maximum.down
    for row in 0..<min(maximum.down, size.height - y) {
      for column in 0..<min(maximum.across, size.width - x) {
        let (from, to) = (row &* maximum.across &+ column, (y &+ row) &* size.width &+ x &+ column)
        if components.count == 1 {
          unsafe memory[to] = group[from]
        } else {
          let (red, green, blue) = unsafe JPEGDCDecoder.rgb(
            Int32(group[from]), Int32(group[count &+ from]), Int32(group[2 &* count &+ from]))
          unsafe memory[3 &* to] = red
          unsafe memory[3 &* to &+ 1] = green
          unsafe memory[3 &* to &+ 2] = blue
        }
      }
    }
  }
}
