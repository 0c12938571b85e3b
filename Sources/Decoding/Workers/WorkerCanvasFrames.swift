import Bitmaps
import Imaging
import System

/// The frames of an animation that a worker composes, and this process scales.
///
/// Of a frame, the rows in which the canvas has changed are copied twice, into the buffer and out of it: an enlarged picture would be
/// several times as much.
final class WorkerCanvasFrames: FrameSource {
  private let lease: WorkerLease
  /// The buffer for all frames, one after the other: in each, the rows that have changed are in their place.
  private let buffer: SharedBuffer
  private var canvas: FrameCanvas
  private var scaler: CanvasScaler

  /// - Parameter size: the size of the canvas, which the worker has declared.
  init(
    _ lease: WorkerLease, size: PixelSize, scaledTo region: ScaledRegion, format: PictureFormat
  ) throws(ImageError) {
    let count = FrameCanvas.bytes(of: size)
    // Memory is reserved for the region only.
    guard count <= region.size.bitmapBytes else { throw lease.crash() }
    guard let buffer = SharedBuffer(bytes: count) else { throw .outOfMemory(format: format.name) }
    self.lease = lease
    self.buffer = buffer
    canvas = FrameCanvas(size: size)
    scaler = CanvasScaler(to: region, of: size)
  }

  func next() throws(ImageError) -> AnimationFrame? {
    switch try lease.call(.nextFrame, file: buffer.descriptor, while: { true }) {
    case .change(let area, let delay):
      guard canvas.contains(area), read(area) else { throw lease.crash() }
      let bitmap = try scaler.scaled(canvas, changedIn: area, limits: lease.limits)
      return AnimationFrame(bitmap: bitmap, delay: Self.delay(nanoseconds: delay))
    case .done: return nil
    default: throw lease.crash()
    }
  }

  /// Copies the rows of an area to the canvas. Returns whether that succeeded.
  private func read(_ area: PixelRect) -> Bool {
    if area.isEmpty { return true }
    let range = canvas.byteRange(ofRows: area)
    let descriptor = buffer.descriptor
    // The area lies within the canvas.
    return unsafe canvas.withMutableBytes { bytes in
      unsafe SharedBuffer.read(
        into: UnsafeMutableRawBufferPointer(rebasing: bytes[range]), from: descriptor, at: range.lowerBound)
    }
  }

  func rewind() throws(ImageError) { guard case .done = try lease.call(.rewind) else { throw lease.crash() } }
}
