import Terminal
import TestSupport
import Testing

/// Animation frames sent to a terminal that takes images.
@Suite struct KittyAnimationTests {
  private struct Conversation {
    var images = KittyImages(firstID: 500)
    var terminal = PretendKitty()
    var showsPixels = false
    /// The ids that were sent, in order.
    var sent: [Int] = []

    mutating func show(_ frame: Frame) {
      let update = images.update(for: frame)
      showsPixels = update.showsPixels
      hear(terminal.feed(update.ahead + update.placing + update.trailing))
    }

    /// Sends all pending uploads and returns the terminal's replies, which are also processed unless `isLate`.
    @discardableResult
    mutating func upload(isLate: Bool = false) -> [UInt8] {
      var answers: [UInt8] = []
      while images.hasUploads {
        let bytes = images.upload(limit: 1 << 20)
        for match in String(decoding: bytes, as: UTF8.self).matches(of: /a=t,i=(\d+)/) {
          sent.append(Int(match.output.1) ?? 0)
        }
        let answer = terminal.feed(bytes)
        if isLate { answers += answer } else { hear(answer) }
      }
      return answers
    }

    mutating func hear(_ answer: [UInt8]) {
      var decoder = InputDecoder()
      for case .reply(.graphics(let id, _, let message)) in decoder.feed(answer, at: .zero) {
        _ = images.apply(id: id, message)
      }
    }

    /// The first byte of the placed picture, or nil if there is none.
    var shown: UInt8? {
      terminal.placements.keys.first.flatMap { terminal.images[$0.image]?.content.first }
    }
  }

  private static func picture(_ serial: UInt64, animation: UInt64? = nil, width: Int = 8) -> PixelImage {
    var image = PixelImage(
      serial: serial, size: PixelExtent(width: width, height: 2), hasAlpha: false,
      samples: Array(repeating: UInt8(serial), count: width * 6))
    image.animation = animation
    return image
  }

  private static func frame(_ image: PixelImage, interim: PixelImage? = nil, upcoming: [PixelImage] = []) -> Frame {
    let cells = CellBuffer(size: CellSize(columns: 20, rows: 10))
    func form(_ image: PixelImage) -> PixelFrame {
      let area = PixelArea(x: 0, y: 0, width: 8, height: 2)
      return PixelFrame(cells: cells, placements: [Placement(image, source: area, column: 0, row: 0)])
    }
    var frame = Frame(cells, pixels: form(image))
    frame.interim = interim.map(form)
    frame.upcoming = upcoming
    return frame
  }

  @Test func `frames go to two ids in turn, and the one before is shown until the next is there`() {
    var talk = Conversation()
    let neighbors = [Self.picture(101), Self.picture(102)]
    for serial in 1...9 as ClosedRange<UInt64> {
      let frame = Self.frame(Self.picture(serial, animation: 7), upcoming: neighbors)
      talk.show(frame)
      expect(talk.showsPixels, equals: serial > 1)
      expect(talk.shown, equals: (serial > 1 ? UInt8(serial) - 1 : nil))
      talk.upload()
      talk.show(frame)
      #expect(talk.showsPixels && talk.shown == UInt8(serial) && talk.terminal.placements.count == 1)
    }
    // The neighbors are sent once, in between, and stay.
    expect(talk.sent, equals: [519, 500, 501, 520, 519, 520, 519, 520, 519, 520, 519])
    expect(talk.terminal.faults, equals: [])
  }

  @Test func `a terminal that is slower than the animation is sent the newest frame, and one at a time`() {
    var talk = Conversation()
    var answers: [UInt8] = []
    for serial in 1...40 as ClosedRange<UInt64> {
      talk.show(Self.frame(Self.picture(serial, animation: 7)))
      // The terminal answers at every tenth frame.
      if serial % 10 == 0 {
        talk.hear(answers)
        talk.show(Self.frame(Self.picture(serial, animation: 7)))
        #expect(talk.showsPixels)
        answers = []
      }
      answers += talk.upload(isLate: true)
      expect(talk.sent.count, equals: Int(serial) / 10 + 1)
    }
    talk.hear(answers)
    talk.show(Self.frame(Self.picture(40, animation: 7)))
    expect(talk.shown, equals: 40)
    expect(talk.terminal.placements.count, equals: 1)
    #expect(Set(talk.sent).count > 1 && talk.images.statistics.refusals == 0)
  }

  @Test func `the still is shown until the first frame has arrived`() {
    var talk = Conversation()
    let still = Self.picture(90)
    talk.show(Self.frame(still))
    talk.upload()
    let others = [Self.picture(101), Self.picture(102)]
    for serial in 1...3 as ClosedRange<UInt64> {
      talk.show(Self.frame(Self.picture(serial, animation: 7), interim: still, upcoming: others))
      #expect(talk.showsPixels && talk.shown == (serial == 1 ? 90 : UInt8(serial) - 1))
      talk.upload()
    }
    talk.show(Self.frame(Self.picture(3, animation: 7), interim: still, upcoming: others))
    expect(talk.shown, equals: 3)
    expect(Set(talk.terminal.images.values.map { $0.content[0] }), equals: [2, 3, 90, 101, 102])
  }

  @Test func `a shade is sent once, and lies in front of every frame`() {
    var talk = Conversation()
    for serial in 1...4 as ClosedRange<UInt64> {
      var frame = Self.frame(Self.picture(serial, animation: 7))
      frame.pixels?.placements.append(
        Placement(
          shade: PixelImage(shade: .black, opacity: 0.5), over: CellRect(column: 0, row: 8, columns: 20, rows: 2)))
      talk.show(frame)
      talk.upload()
      talk.show(frame)
      let placements = talk.terminal.placements.sorted { $0.key.image < $1.key.image }
      expect(placements.map(\.value.keys["z"]), equals: [-1, -2])
      expect(placements.first?.key.image, equals: 509)
    }
    expect(talk.terminal.uploadCount, equals: 4)
    expect(talk.terminal.faults, equals: [])
  }

  @Test func `changing the shade does not abort a frame's upload`() {
    var talk = Conversation()
    func show(_ serial: UInt64, opacity: Double) {
      var frame = Self.frame(Self.picture(serial, animation: 7, width: 1000))
      frame.pixels?.placements.append(
        Placement(
          shade: PixelImage(shade: .black, opacity: opacity), over: CellRect(column: 0, row: 8, columns: 20, rows: 2)))
      talk.show(frame)
    }
    /// The opacity of the displayed shade.
    func opacity() -> UInt8? {
      talk.terminal.placements.keys.first { $0.image < 519 }.flatMap { talk.terminal.images[$0.image]?.content[3] }
    }
    show(1, opacity: 0.5)
    talk.upload()
    show(1, opacity: 0.5)
    show(2, opacity: 0.75)
    expect(opacity(), equals: 127)
    talk.hear(talk.terminal.feed(talk.images.upload(limit: 1)))
    show(3, opacity: 1)
    expect(opacity(), equals: 127)
    talk.hear(talk.terminal.feed(talk.images.upload(limit: 1)))
    #expect(talk.terminal.images.values.contains { $0.content[0] == 2 })
    show(3, opacity: 1)
    expect(opacity(), equals: 255)
    expect(talk.terminal.faults, equals: [])
  }

  @Test func `a frame of another animation or size is never used as a stand-in`() {
    var talk = Conversation()
    talk.show(Self.frame(Self.picture(1, animation: 7)))
    talk.upload()
    talk.show(Self.frame(Self.picture(2, animation: 8)))
    #expect(!talk.showsPixels)
    talk.show(Self.frame(Self.picture(3, animation: 7, width: 9)))
    #expect(!talk.showsPixels && talk.terminal.placements.isEmpty)
  }

  @Test func `a terminal that refuses frames gets cells, and nothing is left there`() {
    var talk = Conversation()
    talk.terminal.behavior = .refusing
    for serial in 1...9 as ClosedRange<UInt64> {
      talk.show(Self.frame(Self.picture(serial, animation: 7)))
      talk.upload()
      #expect(!talk.showsPixels)
    }
    #expect(talk.sent.count == 3 && talk.images.isGivenUp)
    _ = talk.terminal.feed(talk.images.removal)
    #expect(talk.terminal.images.isEmpty && talk.terminal.placements.isEmpty)
  }

  @Test func `three late frames in a row call for cells, and what is quick in between does not`() {
    var pace = AnimationPace()
    func send(_ milliseconds: Int64...) {
      for time in milliseconds {
        pace.began(at: 0)
        pace.began(at: 1)
        pace.ended(at: time * 1_000_000)
        pace.ended(at: time * 2_000_000)
      }
    }
    send(260, 900, 20, 260, 900, 250)
    #expect(!pace.isTooSlow)
    send(251, 251)
    #expect(!pace.isTooSlow)
    // An interrupted frame does not count.
    pace.began(at: 0)
    pace.interrupted()
    pace.ended(at: 1_000_000)
    send(251, 1)
    #expect(pace.isTooSlow)
  }
}
