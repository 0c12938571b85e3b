import Bitmaps
import Decks
package import Rendering
package import System
import Terminal

/// A cache of drawn slides, so that a slide in motion moves cells that are already fitted.
///
/// It keeps what the last two frames used and what was drawn ahead; slides that leave the screen are dropped.
struct DrawingCache: Sendable {
  private var drawings: [SlideView.Key: SlideContent] = [:]
  /// The keys that this frame has used, and those that the last frame used.
  private var used: Set<SlideView.Key> = []
  private var usedBefore: Set<SlideView.Key> = []
  /// The keys of slides that may be on screen next.
  private var expected: Set<SlideView.Key> = []
  /// The drawings of the last frame's slides, and those in an earlier style that pixels are about to cover.
  private var shown: [Location: SlideView.Key] = [:]
  private var earlier: [Location: SlideContent] = [:]
  /// The frames of the animation that plays.
  private var loop = DrawnLoop()
  private var slot: CellSize?
  private var style: SlideStyle?
  /// The generation of the size and the style: earlier drawings are stale.
  private var generation = Generation.first

  /// Draws slides of a size in a style from now on; if either has changed, everything is redrawn.
  mutating func configure(slot: CellSize, style: SlideStyle) {
    guard slot != self.slot || style != self.style else { return }
    if slot == self.slot {
      for (location, key) in shown where earlier[location] == nil { earlier[location] = drawings[key] }
    } else {
      earlier = [:]
    }
    (self.slot, self.style) = (slot, style)
    (drawings, shown, loop) = ([:], [:], DrawnLoop())
    generation = generation.next
  }

  mutating func beginFrame() {
    (usedBefore, used) = (used, [])
    shown = [:]
  }

  /// Ends a frame with these slides: what it and the last one did not use is dropped, unless it is expected.
  mutating func endFrame(with slides: some Sequence<SlideView>) {
    drawings = drawings.filter { used.contains($0.key) || usedBefore.contains($0.key) || expected.contains($0.key) }
    guard !earlier.isEmpty else { return }
    let retained = Set(slides.lazy.filter(\.keepsDrawing).map(\.location))
    earlier = earlier.filter { retained.contains($0.key) }
  }

  /// A slide's content, drawn now unless it is in the cache.
  ///
  /// - Parameter isCovered: whether the terminal shows the slide in pixels.
  mutating func content(of slide: SlideView, isCovered: Bool) -> SlideContent? {
    guard let slot, let style else { return nil }
    let covered = isCovered ? slide.coveredKey : nil
    let key = covered ?? slide.key
    used.insert(key)
    if drawings[slide.key] == nil, slide.keepsDrawing, let old = earlier[slide.location] { return old }
    earlier[slide.location] = nil
    if case .picture(_, _, progress: nil) = key.drawing, slide.animation == nil { shown[slide.location] = key }
    if let drawing = drawings[key] { return drawing }
    let drawing: SlideContent
    if slide.isFrame, covered == nil {
      drawing = slide.drawn(in: slot, style: style, cells: loop.cells(of: slide), after: loop.last(before: slide))
      loop.keep(drawing.cells, of: slide)
    } else {
      drawing = slide.drawn(in: slot, style: style, isCovered: covered != nil)
    }
    drawings[key] = drawing
    return drawing
  }

  // MARK: - Drawing ahead

  /// Keeps the drawings of slides that may be on screen next.
  mutating func expect(_ ahead: SlidesAhead) {
    configure(slot: ahead.slot, style: ahead.style)
    expected = Set(ahead.slides.map(\.key))
  }

  /// The job to draw the first of some slides that is not drawn yet; nil if all are.
  func job(for ahead: SlidesAhead) -> PrerenderJob? {
    ahead.slides.first { drawings[$0.key] == nil }.map { slide in
      PrerenderJob(generation: generation, slide: slide, slot: ahead.slot, style: ahead.style)
    }
  }

  /// Keeps content that was drawn ahead, if it is still expected; returns whether it replaces an earlier drawing.
  mutating func keep(_ content: SlideContent, of job: PrerenderJob) -> Bool {
    guard job.generation == generation, drawings[job.slide.key] == nil, expected.contains(job.slide.key) else {
      return false
    }
    drawings[job.slide.key] = content
    return earlier.removeValue(forKey: job.slide.location) != nil
  }
}

/// A slide to be drawn before it comes into view.
package struct PrerenderJob: Sendable, Equatable {
  package var generation: Generation
  let slide: SlideView
  let slot: CellSize
  let style: SlideStyle

  /// Draws the slide; takes milliseconds, on any thread.
  package func run() -> SlideContent { slide.drawn(in: slot, style: style) }

  package static func == (left: PrerenderJob, right: PrerenderJob) -> Bool {
    left.generation == right.generation && left.slide.key == right.slide.key
  }
}

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
