import Bitmaps
import Imaging
import System

/// The frames of an animation that a worker decodes and scales.
final class WorkerFrames: FrameSource {
  private let lease: WorkerLease
  private let size: PixelSize
  /// The buffer for all frames, one after the other.
  private let buffer: SharedBuffer
  /// The memory of the frames that are still in use, and of those that no longer are.
  private var memory = RecycledMemory<SIMD4<UInt16>>()

  init(_ lease: WorkerLease, size: PixelSize, format: PictureFormat) throws(ImageError) {
    self.lease = lease
    self.size = size
    guard let buffer = SharedBuffer(bytes: size.bitmapBytes) else { throw .outOfMemory(format: format.name) }
    self.buffer = buffer
  }

  func next() throws(ImageError) -> AnimationFrame? {
    switch try lease.call(.nextFrame, file: buffer.descriptor, while: { true }) {
    case .frame(let isOpaque, let delay):
      // A frame is decoded ahead: no time is won by preparing its memory meanwhile, only lost by filling it twice.
      var pixels = memory.claim(count: size.width * size.height) ?? Bitmap.unfilledPixels(of: size)
      guard let bitmap = Bitmap(buffer, size: size, &pixels, isOpaque: isOpaque) else { throw lease.crash() }
      memory.keep(bitmap.pixels)
      // The shortest delay that a source may return; the worker's is at most a day.
      return AnimationFrame(bitmap: bitmap, delay: max(.nanoseconds(delay), .milliseconds(11)))
    case .done: return nil
    default: throw lease.crash()
    }
  }

  func rewind() throws(ImageError) { guard case .done = try lease.call(.rewind) else { throw lease.crash() } }
}
