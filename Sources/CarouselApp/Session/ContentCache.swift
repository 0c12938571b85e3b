import Imaging
import Rendering
import Terminal

/// The windows that have been drawn, so that a slide in motion moves cells that are already fitted.
///
/// Holds what the last two frames used, and what was drawn ahead for those to come: what leaves the screen is let go.
struct ContentCache {
  enum Key: Hashable, Sendable {
    case picture(serial: UInt64, grid: PixelSize, progress: LoadingProgress?)
    case card(Card)
  }

  private var known: [Key: SlideContent] = [:]
  private var used: Set<Key> = []
  private var lastUsed: Set<Key> = []
  /// Pictures that may be on screen next.
  private var expected: Set<Key> = []
  private var window = CellSize(columns: 0, rows: 0)
  private var style: SlideStyle?

  /// A frame begins; another window or another style makes everything new.
  mutating func begin(window: CellSize, style: SlideStyle) {
    if window != self.window || style != self.style { known = [:] }
    self.window = window
    self.style = style
    lastUsed = used
    used = []
  }

  /// The frame is done.
  mutating func end() {
    known = known.filter { used.contains($0.key) || lastUsed.contains($0.key) || expected.contains($0.key) }
  }

  /// A window to be drawn ahead, wherever there is time for it.
  struct Errand: Sendable {
    let key: Key
    let window: CellSize
    let style: SlideStyle
    let make: @Sendable () -> SlideContent
  }

  /// The pictures that may be on screen next, the likeliest first; returns the first whose window is not drawn yet.
  mutating func expect(
    _ pictures: [(serial: UInt64, bitmap: Bitmap, grid: PixelSize, firstFrame: Bitmap?)]
  ) -> Errand? {
    expected = Set(pictures.map { .picture(serial: $0.serial, grid: $0.grid, progress: nil) })
    guard let style else { return nil }
    let window = window
    for (serial, bitmap, grid, firstFrame) in pictures {
      let key = Key.picture(serial: serial, grid: grid, progress: nil)
      if known[key] != nil { continue }
      return Errand(key: key, window: window, style: style) {
        SlideContent(picture: bitmap, grid: grid, firstFrame: firstFrame, in: window, style: style)
      }
    }
    return nil
  }

  /// Takes a window that was drawn ahead, if it is still what is wanted.
  mutating func take(_ content: SlideContent, for errand: Errand) {
    guard errand.window == window, errand.style == style, expected.contains(errand.key), known[errand.key] == nil
    else { return }
    known[errand.key] = content
  }

  /// A picture's window, or that of a frame of it; the placeholder's with what is known of the slide's own picture.
  mutating func picture(
    serial: UInt64, bitmap: () -> Bitmap, grid: PixelSize, firstFrame: Bitmap? = nil, progress: LoadingProgress? = nil
  ) -> SlideContent {
    content(.picture(serial: serial, grid: grid, progress: progress)) { window, style in
      SlideContent(
        picture: bitmap(), grid: grid, firstFrame: firstFrame, progress: progress, in: window, style: style)
    }
  }

  /// A card's window.
  mutating func card(_ card: Card) -> SlideContent {
    content(.card(card)) { window, style in SlideContent(card: card, in: window, style: style) }
  }

  private mutating func content(_ key: Key, make: (CellSize, SlideStyle) -> SlideContent) -> SlideContent {
    used.insert(key)
    if let content = known[key] { return content }
    guard let style else { preconditionFailure("a frame begins before its contents are asked for") }
    let content = make(window, style)
    known[key] = content
    return content
  }
}
