import Bitmaps

/// Caches the frames of a short animation, so that they are decoded once. A longer animation is decoded again each
/// time.
package final class CachingFrameSource: FrameSource {
  /// The source of the frames; nil once all of them are cached.
  private var source: (any FrameSource)?
  private let maxCost: Int
  /// The frames since the beginning; nil once they exceed `maxCost`.
  private var cached: [AnimationFrame]? = []
  private var cost = 0
  /// The index in `cached` of the next frame, once all frames are cached.
  private var position = 0

  /// Creates a source that caches the frames if all of them together cost at most `maxCost` bytes.
  package init(_ source: any FrameSource, maxCost: Int) {
    self.source = source
    self.maxCost = maxCost
  }

  package func next() throws(ImageError) -> AnimationFrame? {
    guard let source else {
      guard let cached, position < cached.count else { return nil }
      position += 1
      return cached[position - 1]
    }
    guard let frame = try source.next() else {
      if let cached {
        position = cached.count
        self.source = nil
      }
      return nil
    }
    cost += frame.bitmap.cost
    if cost <= maxCost { cached?.append(frame) } else { cached = nil }
    return frame
  }

  package func rewind() throws(ImageError) {
    position = 0
    guard let source else { return }
    try source.rewind()
    if cached != nil {
      cached = []
      cost = 0
    }
  }
}
