import Carousel
import Imaging
import Pictures
import Rendering
import System
import Terminal

/// The slides that have been drawn, so that a slide in motion moves cells that are already fitted.
///
/// Holds what the last two frames used, and what was drawn ahead: what leaves the screen is let go.
struct ContentCache {
  enum Key: Hashable, Sendable {
    case picture(serial: UInt64, grid: PixelSize, progress: LoadingProgress?)
    /// A picture that is shown in pixels: roughly.
    case covered(serial: UInt64, grid: PixelSize)
    /// A picture as a zoom shows it, of these loads.
    case zoomed(serials: [UInt64], box: SlideBox, orientation: ContentOrientation, isMoving: Bool)
    case card(Card)
  }

  private(set) var known: [Key: SlideContent] = [:]
  private var used: Set<Key> = []
  private(set) var window: CellSize
  private(set) var style: SlideStyle
  /// Of the window and the style: what was drawn for others is stale.
  private var generation = Generation.first

  init(window: CellSize, style: SlideStyle) {
    self.window = window
    self.style = style
  }

  /// Adopts a window and a style; where either is another, everything is drawn anew.
  mutating func adopt(window: CellSize, style: SlideStyle) {
    guard window != self.window || style != self.style else { return }
    (self.window, self.style) = (window, style)
    known = [:]
    generation = generation.next
  }

  /// A frame was drawn with these.
  ///
  /// - Parameter expected: pictures that may be on screen next.
  mutating func keep(_ drawn: ContentDrawing, expecting expected: [LoadedPicture]) {
    guard drawn.generation == generation else { return }
    let last = used
    used = drawn.used
    let expected = Set(expected.map(ContentCache.key))
    known = known.merging(drawn.drawn) { $1 }
      .filter { used.contains($0.key) || last.contains($0.key) || expected.contains($0.key) }
  }

  /// A picture's content, if it is drawn.
  func content(of picture: LoadedPicture) -> SlideContent? { known[ContentCache.key(of: picture)] }

  /// The first of some pictures that is not drawn yet.
  func job(for pictures: [LoadedPicture]) -> PrerenderJob? {
    pictures.first { known[ContentCache.key(of: $0)] == nil }.map { picture in
      PrerenderJob(
        generation: generation, key: ContentCache.key(of: picture), picture: picture, window: window, style: style)
    }
  }

  /// Keeps what was drawn ahead, if it is still expected.
  mutating func keep(_ content: SlideContent, of job: PrerenderJob, expecting expected: [LoadedPicture]) {
    guard job.generation == generation, known[job.key] == nil,
      expected.contains(where: { ContentCache.key(of: $0) == job.key })
    else { return }
    known[job.key] = content
  }

  /// A drawing of one frame, which uses what is known.
  func drawing() -> ContentDrawing {
    ContentDrawing(known: known, window: window, style: style, generation: generation)
  }

  private static func key(of picture: LoadedPicture) -> Key {
    .picture(serial: picture.serial, grid: picture.grid, progress: nil)
  }
}

/// The contents of one frame: those that were known, and those that had to be drawn for it.
package struct ContentDrawing: Sendable {
  private let known: [ContentCache.Key: SlideContent]
  private let window: CellSize
  private let style: SlideStyle
  let generation: Generation
  fileprivate var used: Set<ContentCache.Key> = []
  /// What was drawn for this frame.
  fileprivate var drawn: [ContentCache.Key: SlideContent] = [:]

  init(known: [ContentCache.Key: SlideContent], window: CellSize, style: SlideStyle, generation: Generation) {
    self.known = known
    self.window = window
    self.style = style
    self.generation = generation
  }

  /// A picture's content, or that of a frame of it; the placeholder's with what is known of the slide's own picture.
  mutating func picture(
    serial: UInt64, bitmap: () -> Bitmap, grid: PixelSize, firstFrame: Bitmap? = nil, progress: LoadingProgress? = nil
  ) -> SlideContent {
    let (window, style) = (window, style)
    return content(.picture(serial: serial, grid: grid, progress: progress)) {
      SlideContent(
        picture: bitmap(), grid: grid, firstFrame: firstFrame, progress: progress, in: window, style: style)
    }
  }

  /// The content of a picture that is shown in pixels: what overlays are readable on, drawn quickly.
  mutating func coveredPicture(serial: UInt64, bitmap: () -> Bitmap, grid: PixelSize) -> SlideContent {
    let (window, style) = (window, style)
    return content(.covered(serial: serial, grid: grid)) {
      SlideContent(picture: bitmap(), grid: grid, isCovered: true, in: window, style: style)
    }
  }

  /// A zoomed picture's content.
  ///
  /// - Parameter serials: those of its sources.
  mutating func zoomed(_ picture: ZoomedPicture, serials: [UInt64]) -> SlideContent {
    let (window, style) = (window, style)
    let key = ContentCache.Key.zoomed(
      serials: serials, box: picture.box, orientation: picture.orientation, isMoving: picture.isMoving)
    return content(key) { SlideContent(zoomed: picture, in: window, style: style) }
  }

  /// A card's content.
  mutating func card(_ card: Card) -> SlideContent {
    let (window, style) = (window, style)
    return content(.card(card)) { SlideContent(card: card, in: window, style: style) }
  }

  private mutating func content(_ key: ContentCache.Key, draw: () -> SlideContent) -> SlideContent {
    used.insert(key)
    if let content = known[key] ?? drawn[key] { return content }
    let content = draw()
    drawn[key] = content
    return content
  }
}
