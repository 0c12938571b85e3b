import Terminal
import TestSupport
import Testing

/// Random scripts: slides move, rest and play, overlays come and go, and the terminal replies late or loses everything.
@Suite struct KittyScriptTests {
  /// A deck of an animation, a picture and another animation, and the terminal that shows it.
  private struct Script {
    var dice: SplitMix64
    var images: KittyImages
    var terminal = PretendKitty()
    /// Replies that have not arrived yet.
    private var answers: [UInt8] = []
    private var showsPixels = false
    private var frame = Frame(CellBuffer(size: window))
    private var current = 0
    /// The offset of the slides in pixels; 0 at rest.
    private var shift = 0
    private var count: UInt64 = 0
    /// Whether the animations repeat: the terminal keeps their frames.
    private let areLoops: Bool
    private var overlays: [CellRect: Double] = [:]
    private(set) var flaws: [String] = []

    private static let window = CellSize(columns: 40, rows: 10)

    init(seed: UInt64) {
      dice = SplitMix64(seed: seed)
      images = KittyImages(firstID: 500, deletesBeforePlacing: seed % 3 == 1)
      areLoops = seed % 2 == 0
    }

    /// A picture that is sent in several chunks, all of whose bytes are the lowest byte of `serial`.
    private static func picture(_ serial: UInt64, animation: UInt64? = nil) -> PixelImage {
      var image = PixelImage(
        serial: serial, size: PixelExtent(width: 40, height: 32), hasAlpha: false,
        samples: Array(repeating: UInt8(truncatingIfNeeded: serial), count: 40 * 32 * 3))
      image.animation = animation
      return image
    }

    /// The picture of a slide, and the picture that may stand in for it.
    private func pictures(_ slide: Int, isPlaying: Bool) -> (PixelImage, interim: PixelImage) {
      let still = Self.picture(UInt64(slide + 1))
      guard slide != 1, isPlaying else { return (still, still) }
      let serial = areLoops ? 100 + 50 * UInt64(slide) + count % 12 : 1000 + count
      return (Self.picture(serial, animation: UInt64(slide + 70)), still)
    }

    private func form(_ images: [PixelImage]) -> PixelFrame {
      var placements = images.enumerated().map { index, image in
        var placement = Placement(
          image, source: PixelArea(x: 0, y: 0, width: 40, height: 32), column: 20 * index + shift / 10, row: 1)
        placement.offset = PixelOffset(x: shift % 10, y: 0)
        return placement
      }
      for (area, opacity) in overlays.sorted(by: { $0.key.row < $1.key.row }) {
        placements.append(Placement(shade: PixelImage(shade: .black, opacity: opacity), over: area))
      }
      return PixelFrame(cells: CellBuffer(size: Self.window), placements: placements)
    }

    private mutating func compose() {
      let (own, others) = (pictures(current, isPlaying: true), [(current + 1) % 3, (current + 2) % 3])
      let next = pictures(others[0], isPlaying: false)
      frame.pixels = form(shift == 0 ? [own.0] : [own.0, next.0])
      frame.interim = form(shift == 0 ? [own.interim] : [own.interim, next.interim])
      frame.upcoming = others.map { pictures($0, isPlaying: false).0 }
      frame.loop = areLoops && current != 1 ? UInt64(current + 70) : nil
    }

    /// Performs one random event.
    mutating func step() {
      switch Int.random(in: 0..<20, using: &dice) {
      case 0...5: count += 1
      case 6...8: shift = Int.random(in: 1..<100, using: &dice)
      case 9: shift = 0
      case 10: (shift, current) = (0, Int.random(in: 0..<3, using: &dice))
      case 11, 12:
        let row = 2 * Int.random(in: 0..<4, using: &dice)
        let area = CellRect(column: 0, row: row, columns: 40, rows: 2)
        overlays[area] =
          overlays[area] == nil || Bool.random(using: &dice) ? Double.random(in: 0.1...1, using: &dice) : nil
      case 13: for _ in 0..<Int.random(in: 1...3, using: &dice) { uploadPart() }
      case 14...16: while images.hasUploads { uploadPart() }
      case 17, 18: hear()
      default:
        guard Int.random(in: 0..<4, using: &dice) == 0 else { return }
        // The window has been resized, or the program returns from the background.
        images.invalidate()
        if Bool.random(using: &dice) { terminal.forgetEverything() }
      }
      show()
    }

    private mutating func uploadPart() { send(images.upload(limit: 1 << Int.random(in: 0...14, using: &dice))) }

    private mutating func send(_ bytes: [UInt8]) { answers += terminal.feed(bytes) }

    private mutating func hear() {
      var decoder = InputDecoder()
      for case .reply(.graphics(let id, _, let message)) in decoder.feed(answers, at: .zero) {
        _ = images.apply(id: id, message)
      }
      answers = []
    }

    private mutating func show() {
      compose()
      let update = images.update(for: frame)
      showsPixels = update.showsPixels
      send(update.ahead)
      send(Array("\u{1B}[?2026h".utf8) + update.placing + update.trailing + Array("\u{1B}[?2026l".utf8))
      check()
    }

    /// Checks what the terminal must hold after each frame, whichever replies have arrived.
    private mutating func check() {
      let expected = showsPixels ? frame.pixels?.placements ?? [] : []
      if terminal.placements.count != expected.count {
        flaws.append("\(terminal.placements.count) placements, not \(expected.count)")
      }
      if terminal.images.keys.count(where: { $0 < 504 }) > 4 || terminal.images.keys.count(where: { $0 < 519 }) > 14
        || terminal.images.count(where: { $0.key >= 519 && $0.value.content.count > 36 }) > (areLoops ? 26 : 6)
      {
        flaws.append("\(terminal.images.count) images")
      }
      for placement in expected where placement.image.shade == nil {
        let there = terminal.placements.filter { $0.value.column == placement.column && $0.value.keys["c"] == nil }
        if there.count != 1 || there.values.first?.keys["X"] ?? 0 != placement.offset.x {
          flaws.append("no picture at \(placement.column)")
        }
      }
    }

    /// Lets the terminal catch up; then it must show the last frame exactly, with shades in front.
    mutating func settle() {
      shift = 0
      for _ in 0..<20 {
        hear()
        show()
        while images.hasUploads { uploadPart() }
      }
      if !showsPixels { flaws.append("cells at the end") }
      for placement in frame.pixels?.placements ?? [] {
        let there = terminal.placements.first {
          $0.value.column == placement.column && $0.value.row == placement.row
            && ($0.value.keys["c"] == nil) == (placement.image.shade == nil)
        }
        let content = there.flatMap { terminal.images[$0.key.image]?.content }
        let shade = placement.image.shade
        let pixel = shade.map { [$0.red, $0.green, $0.blue, $0.alpha] }
        let wanted = pixel.map { pixel in (0..<9).flatMap { _ in pixel } } ?? placement.image.content
        if content != wanted { flaws.append("another image at \(placement.column), \(placement.row)") }
      }
      let (shades, pictures) = (
        terminal.placements.filter { 508..<519 ~= $0.key.image },
        terminal.placements.filter { !(508..<519 ~= $0.key.image) }
      )
      let (behind, front) = (shades.compactMap { $1.keys["z"] }.min(), pictures.compactMap { $1.keys["z"] }.max())
      if let behind, let front, behind <= front { flaws.append("a shade is behind") }
      let animations = terminal.images.filter { $0.key >= 519 && $0.value.content.count > 36 }
      if areLoops, animations.contains(where: { Int($0.value.content[0]) / 50 != 2 + current }) {
        flaws.append("frames of a slide that has left")
      }
      flaws += terminal.faults
      _ = terminal.feed(images.removal)
      if !terminal.images.isEmpty || !terminal.placements.isEmpty { flaws.append("left behind") }
    }
  }

  @Test(arguments: Rounds.seeds(12))
  func `the terminal shows each frame and nothing else, and in the end nothing is left`(seed: UInt64) {
    var script = Script(seed: seed)
    for _ in 0..<150 { script.step() }
    script.settle()
    expect(script.flaws, equals: [])
  }
}
