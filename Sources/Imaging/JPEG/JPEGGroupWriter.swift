import Bitmaps
import CJPEGScan

/// Writes a picture's samples at 1/8 scale, group by group: one byte a pixel for gray, three for color.
///
/// Several threads may write different groups at the same time.
@safe
final class JPEGGroupWriter: @unchecked Sendable {
  private let codes: JPEGScanCodes
  private let shape: JPEGBlocks.Shape
  /// The number of groups in the picture, across and down.
  private let groups: (across: Int, down: Int)
  private let size: PixelSize
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// Creates a writer of the samples of a size, in as many groups as cover it.
  ///
  /// - Parameter memory: For as many samples; nothing may be written after its end.
  init(
    _ codes: JPEGScanCodes, groups: (across: Int, down: Int), size: PixelSize,
    in memory: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(memory.count >= size.width * size.height * codes.blocks.count, "a byte for each sample")
    (self.codes, self.groups, self.size) = (codes, groups, size)
    shape = JPEGBlocks.Shape(codes.blocks)
    unsafe self.memory = memory
  }

  /// Writes groups.
  func write(_ joined: JPEGScanPieces.Joined) {
    precondition(
      joined.first >= 0 && joined.first + joined.groups.count <= groups.across * groups.down,
      "the groups lie in the picture")
    let place = tui_jpeg_place(
      first: joined.first, across: groups.across, width: size.width, height: size.height,
      bases: (joined.means[0], joined.means[1], joined.means[2]))
    unsafe joined.piece.blocks.withBlocks(of: joined.groups, shape) { means, parts in
      guard let samples = unsafe memory.baseAddress else { return }
      unsafe tui_jpeg_write(codes.tables, means, parts, joined.groups.count, place, samples)
    }
  }
}
