import Terminal
import TestSupport
import Testing

/// Frames sent to a terminal that takes images, here a simulated kitty.
@Suite struct KittyImagesTests {
  /// A terminal, and our record of its images.
  private struct Conversation {
    var images = KittyImages(firstID: 500)
    var terminal = PretendKitty()
    /// Whether the last frame was shown in pixels.
    var showsPixels = false
    var bytes = 0

    /// Shows a frame, in a synchronized update.
    mutating func show(_ frame: Frame) {
      let update = images.update(for: frame)
      showsPixels = update.showsPixels
      send(update.ahead)
      let placing = update.placing + update.trailing
      if !placing.isEmpty { send(Array("\u{1B}[?2026h".utf8) + placing + Array("\u{1B}[?2026l".utf8)) }
    }

    /// Sends all pending uploads, and processes the terminal's replies.
    mutating func upload(limit: Int = 1 << 16) {
      while images.hasUploads { uploadPart(limit: limit) }
    }

    mutating func uploadPart(limit: Int) { send(images.upload(limit: limit)) }

    private mutating func send(_ sent: [UInt8]) {
      bytes += sent.count
      hear(terminal.feed(sent))
    }

    mutating func hear(_ answer: [UInt8]) {
      var decoder = InputDecoder()
      for case .reply(.graphics(let id, _, let message)) in decoder.feed(answer, at: .zero) {
        _ = images.apply(id: id, message)
      }
    }
  }

  private static let window = CellSize(columns: 20, rows: 10)

  private static func picture(_ serial: UInt64, bytes: Int = 10_000) -> PixelImage {
    PixelImage(
      serial: serial, size: PixelExtent(width: 200, height: 160), hasAlpha: false,
      deflated: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ Int(serial)) })
  }

  private static func frame(_ images: PixelImage..., at column: Int = 0, upcoming: [PixelImage] = []) -> Frame {
    let placements = images.map { image in
      Placement(image, source: PixelArea(x: 0, y: 0, width: 200, height: 160), column: column, row: 1)
    }
    var frame = Frame(
      CellBuffer(size: window, filledWith: Cell("c")),
      pixels: PixelFrame(cells: CellBuffer(size: window), placements: placements))
    frame.upcoming = upcoming
    return frame
  }

  @Test func `a picture is sent once and shown in cells until the terminal has confirmed it`() throws {
    var talk = Conversation()
    let picture = Self.picture(1)
    talk.show(Self.frame(picture))
    #expect(!talk.showsPixels && talk.terminal.placements.isEmpty)
    talk.upload()
    expect(talk.terminal.images.values.map(\.content), equals: [picture.content])
    talk.show(Self.frame(picture, at: 3))
    #expect(talk.showsPixels)
    let placement = try #require(talk.terminal.placements.values.first)
    #expect((placement.column, placement.row) == (3, 1))
    expect(placement.keys, equals: ["z": -2])
    // Showing the same frame again takes no bytes; at another place, its placement moves.
    let before = talk.bytes
    talk.show(Self.frame(picture, at: 3))
    #expect(talk.bytes == before && !talk.images.hasUploads)
    talk.show(Self.frame(picture, at: 4))
    #expect(talk.bytes - before < 100)
    expect(talk.terminal.placements.values.map(\.column), equals: [4])
    expect(talk.terminal.uploadCount, equals: 1)
    #expect(talk.terminal.faults.isEmpty)
  }

  @Test func `an uploaded stand-in is shown until the terminal has the picture itself`() {
    var talk = Conversation()
    let (rough, exact) = (Self.picture(1), Self.picture(2))
    talk.show(Self.frame(rough))
    talk.upload()
    talk.show(Self.frame(rough))
    var frame = Self.frame(exact, at: 2)
    frame.interim = Self.frame(rough, at: 1).pixels
    talk.show(frame)
    #expect(talk.showsPixels && talk.terminal.placements.values.map(\.column) == [1])
    talk.upload()
    talk.show(frame)
    #expect(talk.showsPixels && talk.terminal.placements.values.map(\.column) == [2])
    #expect(talk.terminal.uploadCount == 2 && talk.terminal.faults.isEmpty)
  }

  @Test func `a part of a picture is placed with pixel precision`() throws {
    var talk = Conversation()
    var frame = Self.frame(Self.picture(1), at: 5)
    frame.pixels?.placements[0].source = PixelArea(x: 30, y: 0, width: 170, height: 160)
    frame.pixels?.placements[0].offset = PixelOffset(x: 7, y: 2)
    talk.show(frame)
    talk.upload()
    talk.show(frame)
    let placement = try #require(talk.terminal.placements.values.first)
    expect(placement.keys, equals: ["x": 30, "y": 0, "w": 170, "h": 160, "X": 7, "Y": 2, "z": -2])
  }

  @Test func `cells are used if the terminal refuses or ignores pictures after at most three uploads`() {
    for behavior in [PretendKitty.Behavior.refusing, .silent] {
      var talk = Conversation()
      talk.terminal.behavior = behavior
      for serial in 1...9 as ClosedRange<UInt64> {
        talk.show(Self.frame(Self.picture(serial)))
        talk.upload()
        talk.show(Self.frame(Self.picture(serial)))
        #expect(!talk.showsPixels)
      }
      #expect(talk.terminal.uploadCount <= 3)
      expect(talk.images.isGivenUp, equals: behavior == .refusing)
      expect(talk.images.statistics.isUnanswered, equals: behavior == .silent)
      #expect(talk.terminal.placements.isEmpty)
    }
  }

  @Test func `a late confirmation counts, and unsolicited ones do not`() {
    var talk = Conversation()
    talk.terminal.behavior = .silent
    talk.show(Self.frame(Self.picture(1)))
    for id in [0, 31, 500, 501, 4_000_000_000] { talk.hear(Array("\u{1B}_Gi=\(id);OK\u{1B}\\".utf8)) }
    talk.show(Self.frame(Self.picture(1)))
    #expect(!talk.showsPixels)
    talk.upload()
    talk.show(Self.frame(Self.picture(1)))
    #expect(!talk.showsPixels)
    talk.hear(Array("\u{1B}_Gi=500;OK\u{1B}\\".utf8))
    talk.show(Self.frame(Self.picture(1)))
    #expect(talk.showsPixels)
  }

  @Test func `a picture that the terminal has lost is shown in cells and uploaded again`() {
    var talk = Conversation()
    let picture = Self.picture(1)
    talk.show(Self.frame(picture))
    talk.upload()
    talk.show(Self.frame(picture))
    talk.terminal.forgetEverything()
    talk.show(Self.frame(picture, at: 2))
    // The reply to that placement reports a missing image.
    talk.show(Self.frame(picture, at: 2))
    #expect(!talk.showsPixels)
    talk.upload()
    talk.show(Self.frame(picture, at: 2))
    #expect(talk.showsPixels && talk.terminal.placements.count == 1)
  }

  @Test func `upcoming pictures are uploaded in advance, and past ones are deleted`() {
    var talk = Conversation()
    for serial in 1...30 as ClosedRange<UInt64> {
      let next = Self.picture(serial + 1)
      talk.show(Self.frame(Self.picture(serial), upcoming: [next]))
      if serial > 1 { #expect(talk.showsPixels, "\(serial)") }
      talk.upload()
      talk.show(Self.frame(Self.picture(serial), upcoming: [next]))
      #expect(talk.showsPixels)
      #expect(talk.terminal.images.count <= 4 && talk.terminal.placements.count == 1)
    }
    expect(talk.terminal.uploadCount, equals: 31)
    #expect(talk.terminal.faults.isEmpty)
  }

  @Test func `an upload is aborted when a placement changes, and starts again`() {
    var talk = Conversation()
    let (first, second) = (Self.picture(1), Self.picture(2, bytes: 50_000))
    talk.show(Self.frame(first))
    talk.upload()
    talk.show(Self.frame(first, upcoming: [second]))
    talk.uploadPart(limit: 1)
    talk.uploadPart(limit: 1)
    // Changed cells do not abort it; a moved placement does.
    talk.show(Self.frame(first, upcoming: [second]))
    talk.uploadPart(limit: 1)
    expect(talk.terminal.uploadCount, equals: 1)
    talk.show(Self.frame(first, at: 1, upcoming: [second]))
    talk.upload(limit: 8000)
    expect(talk.terminal.uploadCount, equals: 2)
    talk.show(Self.frame(second))
    #expect(talk.showsPixels)
    #expect(talk.terminal.images.values.contains { $0.content == second.content })
    #expect(talk.terminal.faults.isEmpty)
    expect(talk.images.statistics.refusals, equals: 0)
  }

  @Test func `shades over pictures are sent and deleted with their frame`() throws {
    var talk = Conversation()
    var frame = Self.frame(Self.picture(1))
    talk.show(frame)
    talk.upload()
    for opacity in [0.5, 0.75, 1] {
      let shade = PixelImage(shade: .black, opacity: opacity)
      frame.pixels?.placements[1...] = [
        Placement(shade: shade, over: CellRect(column: 0, row: 8, columns: 20, rows: 2))
      ]
      talk.show(frame)
      #expect(talk.showsPixels && talk.terminal.placements.count == 2)
      let (key, placement) = try #require(talk.terminal.placements.max { $0.key.image < $1.key.image })
      // The middle of three by three pixels.
      expect(placement.keys, equals: ["x": 1, "y": 1, "w": 1, "h": 1, "c": 20, "r": 2, "z": -1])
      expect(placement.row, equals: 8)
      let pixels = (0..<9).flatMap { _ in [0, 0, 0, UInt8(opacity * 255)] }
      let image = try #require(talk.terminal.images[key.image])
      #expect((image.width, image.height, image.content) == (3, 3, pixels))
    }
    frame.pixels?.placements[1...] = []
    talk.show(frame)
    expect(talk.terminal.placements.count, equals: 1)
    #expect(talk.terminal.faults.isEmpty)
  }

  @Test func `a placement is always on the screen, since kitty draws the first one late`() {
    var talk = Conversation()
    let (frame, cells) = (Self.frame(Self.picture(1)), Frame(CellBuffer(size: Self.window, filledWith: Cell("c"))))
    talk.show(cells)
    for _ in 0..<3 {
      talk.show(frame)
      talk.upload()
      talk.show(frame)
      #expect(talk.showsPixels)
      talk.show(cells)
      expect(talk.terminal.placements.count, equals: 0)
      talk.images.invalidate()
      talk.terminal.forgetEverything()
    }
    expect(talk.terminal.faults, equals: [])
    _ = talk.terminal.feed(talk.images.removal)
    talk.show(frame)
    expect(talk.terminal.faults, equals: [])
  }

  @Test func `the anchor is placed again after cells that may scroll it away`() {
    var talk = Conversation()
    var cells = CellBuffer(size: Self.window, filledWith: Cell("c"))
    talk.show(Frame(cells))
    cells.motion = CellMotion(.vertical, areas: [CellRect(column: 0, row: 0, columns: 20, rows: 10)])
    let update = talk.images.update(for: Frame(cells))
    expect(update.placing, equals: [])
    expect(
      String(decoding: update.trailing, as: UTF8.self),
      equals: "\u{1B}[1;1H\u{1B}_Ga=p,i=508,p=1,x=1,y=1,w=1,h=1,c=1,r=1,z=1,C=1,q=1\u{1B}\\")
  }

  @Test func `layers never evict pictures; layers of distant slides are deleted`() {
    func layer(_ serial: UInt64) -> PixelImage {
      var image = PixelImage(
        serial: serial, size: PixelExtent(width: 200, height: 160), hasAlpha: true,
        samples: Array(repeating: UInt8(serial), count: 200 * 160 * 4))
      image.isDissolveLayer = true
      return image
    }
    var talk = Conversation()
    for step in 0..<6 as Range<UInt64> {
      // The current slide's neighbors, and the layers of two slides.
      let upcoming = [Self.picture(step + 2), Self.picture(step)] + (0..<4).map { layer(100 + 2 * step + $0) }
      talk.show(Self.frame(Self.picture(step + 1), upcoming: upcoming))
      talk.upload()
      #expect(!talk.images.hasUploads && talk.terminal.images.count <= 8)
      let layers = talk.terminal.images.filter { $0.key >= 504 }
      expect(Set(layers.values.map { UInt64($0.content[0]) }), equals: Set((0..<4).map { 100 + 2 * step + $0 }))
      #expect(talk.terminal.images.filter { $0.key < 504 }.count >= 3)
    }
    expect(talk.terminal.uploadCount, equals: 8 + 14)
    expect(talk.terminal.faults, equals: [])
  }

  @Test func `removal deletes all images even during an upload, and they are sent again afterwards`() {
    var talk = Conversation()
    var frame = Self.frame(
      Self.picture(1), Self.picture(2), upcoming: [Self.picture(3), Self.picture(4, bytes: 100_000)])
    frame.pixels?.placements.append(
      Placement(
        shade: PixelImage(shade: .white, opacity: 0.25), over: CellRect(column: 1, row: 1, columns: 2, rows: 1)))
    talk.show(frame)
    for _ in 0..<4 { talk.uploadPart(limit: 1 << 14) }
    talk.show(frame)
    #expect(talk.showsPixels && talk.terminal.placements.count == 3)
    // In the middle of an upload and of a command.
    talk.uploadPart(limit: 1)
    _ = talk.terminal.feed("\u{1B}_Gm=1;AAAA".utf8)
    _ = talk.terminal.feed(talk.images.removal)
    #expect(talk.terminal.images.isEmpty && talk.terminal.placements.isEmpty)
    talk.images.invalidate()
    talk.show(frame)
    #expect(!talk.showsPixels)
    talk.upload()
    talk.show(frame)
    #expect(talk.showsPixels && talk.terminal.placements.count == 3)
  }

  @Test func `too small a quota ends in cells, not in endless uploads`() {
    var talk = Conversation()
    talk.terminal.quota = 1
    let frame = Self.frame(Self.picture(1), Self.picture(2))
    for _ in 0..<50 {
      talk.show(frame)
      talk.upload()
    }
    #expect(talk.terminal.uploadCount < 8)
    talk.show(frame)
    #expect(!talk.showsPixels)
  }

  @Test func `thumbnails that the terminal lacks are in cells among the others, and go once they are out of sight`() {
    var talk = Conversation()
    let slide = Self.picture(1)
    talk.show(Self.frame(slide))
    talk.upload()
    func grid(_ serials: ClosedRange<UInt64>) -> Frame {
      let placements = serials.map { serial -> Placement in
        var thumbnail = Self.picture(serial, bytes: 900)
        thumbnail.isThumbnail = true
        var placement = Placement(
          thumbnail, source: PixelArea(x: 0, y: 0, width: 8, height: 8), column: Int(serial % 20), row: 1)
        placement.standIn = CellRect(column: Int(serial % 20), row: 1, columns: 1, rows: 1)
        return placement
      }
      return Frame(
        CellBuffer(size: Self.window, filledWith: Cell("c")),
        pixels: PixelFrame(cells: CellBuffer(size: Self.window), placements: placements))
    }
    talk.show(grid(2...9))
    talk.uploadPart(limit: 1 << 16)
    talk.uploadPart(limit: 1 << 16)
    let update = talk.images.update(for: grid(2...9))
    expect(update.cells.textRows[1], equals: "    cccccc          ")
    talk.show(grid(2...9))
    talk.upload()
    expect(talk.images.update(for: grid(2...9)).cells.textRows[1], equals: String(repeating: " ", count: 20))
    expect(talk.terminal.uploadCount, equals: 9)
    // Those of the slides are kept beside them.
    #expect(talk.terminal.images.values.contains { $0.content == slide.content })
    talk.show(grid(10...11))
    talk.upload()
    talk.show(grid(10...11))
    talk.upload()
    expect(talk.terminal.images.values.count { $0.content.count == 900 }, equals: 2)
    expect(talk.terminal.faults, equals: [])
  }
}
