import Bitmaps
import Decks
import Rendering
import Synchronization
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// Which frames of an animation that repeats are fitted.
@Suite struct DrawnLoopTests {
  private static let window = CellSize(columns: 2, rows: 1)
  private static let size = PixelSize(width: 2, height: 2)

  /// A frame of an animation, or a still without `first`.
  private func slide(_ serial: UInt64, of name: String = "a.gif", level: UInt16, isFrame: Bool = true) -> SlideView {
    let bitmap = Bitmap(
      size: Self.size, pixels: Array(repeating: SIMD4(level, level, level, 65_535), count: 4), isOpaque: true)
    return SlideView(
      .init(bitmap, serial: serial, grid: Self.size, firstFrame: isFrame ? bitmap : nil), of: .file(Path(name)))
  }

  private func style(_ art: ArtMode) -> SlideStyle { SceneStyle(art: art, depth: .truecolor).slides }

  /// A cache whose art counts the canvases that it draws.
  private func cache() -> (cache: DrawingCache, drawn: @Sendable () -> Int) {
    let counter = Counter()
    let art = ArtMode(
      name: "counting", samplesPerHalfCell: PixelSize(width: 1, height: 1), needsUnicode: false,
      drawing: { canvas, _ in
        counter.count.add(1, ordering: .relaxed)
        return Array(repeating: Cell(canvas.samples[0].x < 100 ? "d" : "b"), count: canvas.cells.count)
      })
    var cache = DrawingCache()
    cache.configure(slot: Self.window, style: style(art))
    return (cache, { counter.count.load(ordering: .relaxed) })
  }

  private final class Counter: Sendable { let count = Atomic(0) }

  /// Draws a slide alone in a frame; returns its first glyph.
  private func draw(_ slide: SlideView, in cache: inout DrawingCache) -> Glyph? {
    cache.beginFrame()
    defer { cache.endFrame(with: [slide]) }
    return cache.content(of: slide, isCovered: false)?.cells[0, 0].glyph
  }

  @Test func `each frame of a loop is fitted once`() {
    var (cache, drawn) = cache()
    let frames = [slide(1, level: 0), slide(2, level: 65_535), slide(3, level: 0), slide(4, level: 65_535)]
    var glyphs: [Glyph?] = []
    for frame in frames + frames { glyphs.append(draw(frame, in: &cache)) }
    expect(glyphs, equals: ["d", "b", "d", "b", "d", "b", "d", "b"])
    expect(drawn(), equals: 4)
  }

  @Test func `stills are fitted again once they have left the screen`() {
    var (cache, drawn) = cache()
    let stills = (1...4).map { slide(UInt64($0), level: 0, isFrame: false) }
    for still in stills + stills { _ = draw(still, in: &cache) }
    expect(drawn(), equals: 8)
  }

  @Test func `another style fits all frames again`() {
    var (cache, drawn) = cache()
    let frames = (1...4).map { slide(UInt64($0), level: 0) }
    for frame in frames { _ = draw(frame, in: &cache) }
    cache.configure(slot: CellSize(columns: 3, rows: 1), style: style(.half))
    for frame in frames { #expect(draw(frame, in: &cache) != "d") }
    expect(drawn(), equals: 4)
  }

  @Test func `frames beyond the limit are not kept, and another slide's animation replaces them`() {
    var loop = DrawnLoop()
    // 40,000 cells take some hundred kilobytes.
    let cells = CellBuffer(size: CellSize(columns: 400, rows: 100))
    let room = DrawnLoop.maximumBytes / (cells.cells.count * MemoryLayout<Cell>.stride)
    for serial in 0...UInt64(room) { loop.keep(cells, of: slide(serial, level: 0)) }
    #expect(loop.cells(of: slide(0, level: 0)) != nil && loop.cells(of: slide(UInt64(room) - 1, level: 0)) != nil)
    expect(loop.cells(of: slide(UInt64(room), level: 0)), equals: nil)
    loop.keep(cells, of: slide(9000, of: "b.gif", level: 0))
    #expect(loop.cells(of: slide(0, level: 0)) == nil && loop.cells(of: slide(9000, level: 0)) != nil)
  }
}
