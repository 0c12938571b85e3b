import Bitmaps
import Decks
import Rendering
import Terminal

/// The cells of the frames of an animation that repeats, so that each is fitted once; and the last frame, so that of the
/// next one only what has changed is fitted.
///
/// Cells are an eighth of the samples from which they are fitted, or less. If the loop does not fit, its first frames are kept: of a
/// loop, the frame that was used last is needed again last.
struct DrawnLoop: Sendable {
  /// The maximum size of the cells of all frames, in bytes.
  static let maximumBytes = 24 << 20

  private var frames: [SlideView.Key: CellBuffer] = [:]
  /// The slide that plays.
  private var location: Location?
  private var bytes = 0
  /// The frame that was drawn last, and its background.
  private var last: (picture: DrawnPicture, backdrop: Backdrop?)?

  /// The cells of a frame; nil if they are not kept.
  func cells(of slide: SlideView) -> CellBuffer? { frames[slide.key] }

  /// The frame that was drawn before another one, in the same place on the same background; nil if there is none.
  func last(before slide: SlideView) -> DrawnPicture? {
    guard slide.location == location, let last, last.backdrop == slide.backdrop else { return nil }
    return last.picture
  }

  /// Keeps the cells of a frame. Those of another slide's animation are dropped.
  mutating func keep(_ cells: CellBuffer, of slide: SlideView) {
    if location != slide.location {
      self = DrawnLoop()
      location = slide.location
    }
    last = slide.drawnPicture(cells).map { ($0, slide.backdrop) }
    let size = cells.cells.count * MemoryLayout<Cell>.stride
    guard bytes + size <= Self.maximumBytes, frames.updateValue(cells, forKey: slide.key) == nil else { return }
    bytes += size
  }
}
