import Terminal
import TestSupport
import Testing

/// Samples that the terminal reads from shared memory or a file, and the fallbacks if it cannot.
@Suite struct ImageMediumTests {
  /// Records shared samples, in order, as their medium and byte count.
  private final class FakeSharing {
    var names: [String] = []
    var isFull: Set<ImageMedium> = []

    func share(_ medium: ImageMedium, _ samples: [UInt8]) -> String? {
      guard !isFull.contains(medium) else { return nil }
      names.append("\(medium.rawValue)\(samples.count)")
      return names.last
    }
  }

  private static let picture = PixelImage(
    serial: 1, size: PixelExtent(width: 4, height: 2), hasAlpha: false, samples: Array(repeating: 7, count: 24))

  private static func frame(_ picture: PixelImage = picture) -> Frame {
    let cells = CellBuffer(size: CellSize(columns: 20, rows: 10))
    let area = PixelArea(x: 0, y: 0, width: 4, height: 2)
    return Frame(
      cells, pixels: PixelFrame(cells: cells, placements: [Placement(picture, source: area, column: 0, row: 0)]))
  }

  private static func images(_ media: [ImageMedium], showing frame: Frame = frame()) -> KittyImages {
    var images = KittyImages(firstID: 500)
    images.offer(media)
    _ = images.update(for: frame)
    return images
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `samples in shared memory are sent as one short command`() {
    var images = Self.images([.sharedMemory])
    let sharing = FakeSharing()
    let sent = images.upload(limit: 1, sharing: sharing.share)
    expect(Self.text(sent), equals: "\u{1B}_Ga=t,i=500,t=s,S=24,f=24,s=4,v=2;czI0\u{1B}\\")
    expect(sharing.names, equals: ["s24"])
    #expect(images.isAwaiting && !images.hasUploads)
    let isVisible = images.apply(id: 500, "OK")
    let update = images.update(for: Self.frame())
    #expect(isVisible && update.showsPixels)
  }

  @Test func `a medium that fails is not tried again, and the picture is sent through the next one`() {
    var images = Self.images([.sharedMemory, .temporaryFile])
    let sharing = FakeSharing()
    for (word, id) in [("t=s,", 500), ("t=t,", 501), ("t=d,f=24", 502)] as [(String, UInt32)] {
      let sent = Self.text(images.upload(limit: 1, sharing: sharing.share))
      #expect(sent.contains(word), "\(sent)")
      #expect(images.isAwaiting)
      // Replies with other ids do not count; one with the right id counts once.
      let others = ([32, 33, 499, 503] as [UInt32]).filter { images.apply(id: $0, "EBADF:no") }
      expect(others, equals: [])
      guard id < 502 else { break }
      let answers = (0..<2).map { _ in images.apply(id: id, "EBADF:no") }
      expect(answers, equals: [true, false])
    }
    expect(images.statistics.refusals, equals: 0)
    let isVisible = images.apply(id: 502, "OK")
    let update = images.update(for: Self.frame())
    #expect(isVisible && update.showsPixels)
    expect(sharing.names, equals: ["s24", "t24"])
  }

  @Test func `samples fall back to the next medium when one is full`() {
    let sharing = FakeSharing()
    sharing.isFull = [.sharedMemory]
    var images = Self.images([.sharedMemory, .temporaryFile])
    let sent = Self.text(images.upload(limit: 1, sharing: sharing.share))
    #expect(sent.contains("t=t,"))
    sharing.isFull = [.sharedMemory, .temporaryFile]
    images = Self.images([.sharedMemory, .temporaryFile])
    let direct = Self.text(images.upload(limit: 1 << 16, sharing: sharing.share))
    expect(direct, equals: "\u{1B}_Ga=t,i=500,t=d,f=24,s=4,v=2,m=0;\(String(repeating: "BwcH", count: 8))\u{1B}\\")
  }

  @Test func `compressed samples are not shared, and without a confirmed medium none are`() {
    let sharing = FakeSharing()
    let compressed = PixelImage(
      serial: 2, size: PixelExtent(width: 4, height: 2), hasAlpha: false, deflated: [1, 2, 3])
    var images = Self.images([.sharedMemory], showing: Self.frame(compressed))
    var sent = Self.text(images.upload(limit: 1, sharing: sharing.share))
    #expect(sent.contains("t=d,o=z,"))
    images = Self.images([])
    sent = Self.text(images.upload(limit: 1, sharing: sharing.share))
    #expect(sent.contains("t=d,f=24"))
    expect(sharing.names, equals: [])
  }

  @Test func `media are enabled by replies to their queries`() {
    var facts = TerminalFacts()
    expect(facts.imageMedia, equals: [])
    let replies: [(UInt32, String)] = [(33, "EBADF:no"), (34, "OK"), (32, "OK"), (32, "OK")]
    let news = replies.map { id, message in facts.apply(.graphics(id: id, message)) }
    expect(news, equals: [false, false, true, false])
    expect(facts.imageMedia, equals: [.sharedMemory])
    expect(facts.hasKittyGraphics, equals: nil)
    _ = facts.apply(.graphics(id: 33, "OK"))
    expect(facts.imageMedia, equals: [.sharedMemory, .temporaryFile])
  }

  @Test func `media are queried only on local terminals, outside multiplexers`() {
    #expect(ImageMedium.isWorthTrying(["TERM": "xterm-kitty"]))
    for (name, value) in [
      ("SSH_TTY", "/dev/pts/3"), ("SSH_CONNECTION", "::1 1 ::1 22"), ("TMUX", "/tmp/x,1,0"), ("STY", "1.pts"),
    ] {
      #expect(!ImageMedium.isWorthTrying(["TERM": "xterm-256color", name: value]), "\(name)")
    }
    expect(
      String(decoding: ImageMedium.temporaryFile.query(name: "/tmp/x"), as: UTF8.self),
      equals: "\u{1B}_Ga=q,i=33,t=t,S=3,f=24,s=1,v=1;L3RtcC94\u{1B}\\")
  }
}
