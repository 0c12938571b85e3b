import Carousel
import Bitmaps
import CarouselViewing
import Imaging
import Pictures
import Rendering
import System
import Terminal

/// A cache of drawn slides, so that a slide in motion moves cells that are already fitted.
///
/// It keeps what the last two frames used and what was drawn ahead; slides that leave the screen are dropped.
struct ContentCache {
  enum Key: Hashable, Sendable {
    case picture(serial: UInt64, grid: PixelSize, progress: LoadingProgress?)
    /// A picture that is shown in pixels, drawn coarsely.
    case covered(serial: UInt64, grid: PixelSize)
    /// A picture as a zoom shows it, from sources with these serials.
    case zoomed(serials: [UInt64], box: SlideBox, orientation: ContentOrientation, isMoving: Bool)
    case card(Card)
  }

  private(set) var known: [Key: SlideContent] = [:]
  private var used: Set<Key> = []
  private(set) var window: CellSize
  private(set) var style: SlideStyle
  /// The generation of the window and the style: earlier drawings are stale.
  private var generation = Generation.first

  init(window: CellSize, style: SlideStyle) {
    self.window = window
    self.style = style
  }

  /// Adopts a window and a style; if either has changed, everything is redrawn.
  mutating func adopt(window: CellSize, style: SlideStyle) {
    guard window != self.window || style != self.style else { return }
    (self.window, self.style) = (window, style)
    known = [:]
    generation = generation.next
  }

  /// Keeps the contents that a frame was drawn with.
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

  /// A picture's content; nil if it is not drawn.
  func content(of picture: LoadedPicture) -> SlideContent? { known[ContentCache.key(of: picture)] }

  /// The job to draw the first of some pictures that is not drawn yet; nil if all are.
  func job(for pictures: [LoadedPicture]) -> PrerenderJob? {
    pictures.first { known[ContentCache.key(of: $0)] == nil }.map { picture in
      PrerenderJob(
        generation: generation, key: ContentCache.key(of: picture), picture: picture, window: window, style: style)
    }
  }

  /// Keeps content that was drawn ahead, if it is still expected.
  mutating func keep(_ content: SlideContent, of job: PrerenderJob, expecting expected: [LoadedPicture]) {
    guard job.generation == generation, known[job.key] == nil,
      expected.contains(where: { ContentCache.key(of: $0) == job.key })
    else { return }
    known[job.key] = content
  }

  /// A drawing of one frame, which uses the cached contents.
  func drawing() -> ContentDrawing {
    ContentDrawing(known: known, window: window, style: style, generation: generation)
  }

  private static func key(of picture: LoadedPicture) -> Key {
    .picture(serial: picture.serial, grid: picture.grid, progress: nil)
  }
}

/// The contents of one frame: cached ones, and those drawn for it.
package struct ContentDrawing: Sendable {
  private let known: [ContentCache.Key: SlideContent]
  private let window: CellSize
  private let style: SlideStyle
  let generation: Generation
  fileprivate var used: Set<ContentCache.Key> = []
  /// The contents that were drawn for this frame.
  fileprivate var drawn: [ContentCache.Key: SlideContent] = [:]

  init(known: [ContentCache.Key: SlideContent], window: CellSize, style: SlideStyle, generation: Generation) {
    self.known = known
    self.window = window
    self.style = style
    self.generation = generation
  }

  /// The content of a picture or of an animation's frame; for a placeholder, with the loading progress of the slide's
  /// own picture.
  mutating func picture(
    serial: UInt64, bitmap: () -> Bitmap, grid: PixelSize, firstFrame: Bitmap? = nil, progress: LoadingProgress? = nil
  ) -> SlideContent {
    let (window, style) = (window, style)
    return content(.picture(serial: serial, grid: grid, progress: progress)) {
      SlideContent(
        picture: bitmap(), grid: grid, firstFrame: firstFrame, progress: progress, in: window, style: style)
    }
  }

  /// The content of a picture that is shown in pixels: drawn quickly, as a background for overlays.
  mutating func coveredPicture(serial: UInt64, bitmap: () -> Bitmap, grid: PixelSize) -> SlideContent {
    let (window, style) = (window, style)
    return content(.covered(serial: serial, grid: grid)) {
      SlideContent(picture: bitmap(), grid: grid, isCovered: true, in: window, style: style)
    }
  }

  /// A zoomed picture's content.
  ///
  /// - Parameter serials: the serials of its sources.
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
