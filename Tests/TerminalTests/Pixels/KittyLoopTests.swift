import Terminal
import TestSupport
import Testing

/// Animations that repeat, in a terminal that keeps their frames.
@Suite struct KittyLoopTests {
  private struct Conversation {
    var images = KittyImages(firstID: 500)
    var terminal = PretendKitty()
    /// The serials of the frames whose uploads have ended, in order.
    var sent: [UInt8] = []

    mutating func show(_ image: PixelImage, loop: UInt64? = 7, upcoming: [PixelImage] = []) {
      let cells = CellBuffer(size: CellSize(columns: 20, rows: 10))
      let area = PixelArea(x: 0, y: 0, width: 8, height: 2)
      var frame = Frame(
        cells,
        pixels: PixelFrame(cells: cells, placements: [Placement(image, source: area, column: 0, row: 0)]))
      (frame.loop, frame.upcoming) = (loop, upcoming)
      let update = images.update(for: frame)
      hear(terminal.feed(update.ahead + update.placing + update.trailing))
    }

    mutating func upload() {
      while images.hasUploads {
        let before = terminal.uploadCount
        let answer = terminal.feed(images.upload(limit: 1 << 20))
        if terminal.uploadCount > before, let last = terminal.newestImage { sent.append(last.content[0]) }
        hear(answer)
      }
    }

    /// Shows frames one after the other, each as soon as the terminal has it.
    mutating func play(_ frames: some Sequence<PixelImage>, loop: UInt64? = 7, upcoming: [PixelImage] = []) {
      for frame in frames {
        show(frame, loop: loop, upcoming: upcoming)
        upload()
        show(frame, loop: loop, upcoming: upcoming)
      }
    }

    mutating func hear(_ answer: [UInt8]) {
      var decoder = InputDecoder()
      for case .reply(.graphics(let id, _, let message)) in decoder.feed(answer, at: .zero) {
        _ = images.apply(id: id, message)
      }
    }

    /// The first byte of the placed picture; nil if there is none.
    var shown: UInt8? { terminal.placements.keys.first.flatMap { terminal.images[$0.image]?.content.first } }

    /// The first bytes of all images of more than one pixel.
    var kept: [UInt8] { terminal.images.values.filter { $0.content.count > 36 }.map { $0.content[0] }.sorted() }
  }

  /// A frame whose bytes are all its serial; `width` is that of the pixels that the terminal counts.
  private static func frame(_ serial: UInt64, animation: UInt64? = 7, width: Int = 8) -> PixelImage {
    var image = PixelImage(
      serial: serial, size: PixelExtent(width: width, height: 1000), hasAlpha: false,
      samples: Array(repeating: UInt8(truncatingIfNeeded: serial), count: 48))
    image.animation = animation
    return image
  }

  private static func frames(_ serials: ClosedRange<UInt64>, width: Int = 8) -> [PixelImage] {
    serials.map { frame($0, width: width) }
  }

  @Test func `each frame of a loop is sent once, and shown again without its samples`() {
    var talk = Conversation()
    let frames = Self.frames(1...9)
    talk.play(frames)
    expect(talk.sent, equals: [1, 2, 3, 4, 5, 6, 7, 8, 9])
    for frame in frames.map(\.withoutContent) {
      #expect(talk.images.holds(frame: frame.serial) && frame.content.isEmpty)
      talk.show(frame)
      #expect(!talk.images.hasUploads && talk.shown == UInt8(frame.serial) && talk.terminal.placements.count == 1)
    }
    #expect(talk.terminal.faults == [] && !talk.images.holds(frame: 10))
  }

  @Test func `a frame that was skipped is sent when it is due again`() {
    var talk = Conversation()
    talk.play([Self.frame(1), Self.frame(3)])
    talk.play(Self.frames(1...3))
    expect(talk.sent, equals: [1, 3, 2])
    expect(talk.kept, equals: [1, 2, 3])
  }

  @Test func `frames leave with their slide, and what else the terminal has stays`() {
    var talk = Conversation()
    let neighbors = [Self.frame(101, animation: nil), Self.frame(102, animation: nil)]
    talk.play(Self.frames(1...9), upcoming: neighbors)
    talk.play([neighbors[0]], loop: nil, upcoming: [neighbors[1]])
    talk.upload()
    expect(talk.kept, equals: [101, 102])
    expect(talk.shown, equals: 101)
    // Another animation reuses their ids.
    talk.play((21...24).map { Self.frame($0, animation: 8) }, loop: 8)
    talk.upload()
    expect(talk.kept, equals: [21, 22, 23, 24, 101, 102])
    #expect(talk.terminal.images.keys.allSatisfy { $0 < 528 } && talk.terminal.faults == [])
    _ = talk.terminal.feed(talk.images.removal)
    #expect(talk.terminal.images.isEmpty && talk.terminal.placements.isEmpty)
  }

  @Test func `frames of an animation that does not repeat are not kept`() {
    var talk = Conversation()
    talk.play(Self.frames(1...9), loop: nil)
    expect(talk.kept, equals: [8, 9])
  }

  @Test func `a loop of more than 160 MB is sent anew in each play, and two of its frames are kept`() {
    var talk = Conversation()
    // Twelve megabytes each: thirteen of them fit.
    let frames = Self.frames(1...16, width: 4000)
    talk.play(frames.prefix(13))
    expect(talk.kept.count, equals: 13)
    talk.play(frames.dropFirst(13))
    talk.upload()
    expect(talk.kept, equals: [15, 16])
    talk.play(frames)
    expect(talk.sent.count, equals: 32)
    expect(talk.kept, equals: [15, 16])
    expect(talk.terminal.faults, equals: [])
  }

  @Test func `a loop of more than 256 frames is not kept`() {
    var talk = Conversation()
    talk.play((1...258).map { Self.frame($0 + 1000) })
    talk.upload()
    expect(talk.kept.count, equals: 2)
    #expect(talk.terminal.images.keys.allSatisfy { $0 < 519 + 256 })
    _ = talk.terminal.feed(talk.images.removal)
    #expect(talk.terminal.images.isEmpty)
  }

  @Test func `a terminal that has lost frames is sent all of them again, the second time in turn`() {
    var talk = Conversation()
    let frames = Self.frames(1...9)
    talk.play(frames)
    talk.terminal.forgetEverything()
    talk.show(frames[0].withoutContent)
    #expect(!talk.images.holds(frame: 1) && !talk.images.holds(frame: 9))
    talk.play(frames)
    expect(talk.sent.count, equals: 18)
    expect(talk.kept, equals: [1, 2, 3, 4, 5, 6, 7, 8, 9])
    talk.terminal.forgetEverything()
    talk.show(frames[0])
    talk.play(frames)
    talk.upload()
    expect(talk.kept, equals: [8, 9])
    #expect(talk.images.statistics.refusals == 0 && !talk.images.isGivenUp && talk.terminal.faults == [])
  }

  @Test func `what was sent before a crash is deleted, too`() {
    var talk = Conversation()
    let prepared = talk.images.possibleRemoval
    talk.play(Self.frames(1...9))
    _ = talk.terminal.feed(prepared)
    #expect(talk.terminal.images.isEmpty && prepared.count < 10_000)
  }

  @Test func `a frame that the terminal has does not abort the upload of another one`() {
    var talk = Conversation()
    talk.play([Self.frame(1), Self.frame(3)])
    var long = PixelImage(
      serial: 2, size: PixelExtent(width: 8, height: 1000), hasAlpha: false,
      deflated: Array(repeating: 2, count: 10_000))
    long.animation = 7
    talk.show(long)
    talk.hear(talk.terminal.feed(talk.images.upload(limit: 1)))
    talk.show(Self.frame(1))
    expect(talk.shown, equals: 3)
    talk.upload()
    talk.show(Self.frame(1))
    expect(talk.shown, equals: 1)
    expect(talk.kept, equals: [1, 2, 3])
    expect(talk.terminal.faults, equals: [])
  }
}
