import Terminal
import TestSupport
import Testing

/// Samples that the terminal reads from shared memory, and the fallback if it cannot.
@Suite struct SharedMemoryTests {
  /// Records shared samples, in order, by their byte count.
  private final class FakeSharing {
    var names: [String] = []
    var isFull = false

    func share(_ samples: [UInt8]) -> String? {
      guard !isFull else { return nil }
      names.append("s\(samples.count)")
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

  private static func images(shared: Bool = true, showing frame: Frame = frame()) -> KittyImages {
    var images = KittyImages(firstID: 500)
    if shared { images.shareMemory() }
    _ = images.update(for: frame)
    return images
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `samples in shared memory are sent as one short command`() {
    var images = Self.images()
    let sharing = FakeSharing()
    let sent = images.upload(limit: 1, sharing: sharing.share)
    expect(Self.text(sent), equals: "\u{1B}_Ga=t,i=500,t=s,S=24,f=24,s=4,v=2;czI0\u{1B}\\")
    expect(sharing.names, equals: ["s24"])
    #expect(images.isAwaiting && !images.hasUploads)
    let isVisible = images.apply(id: 500, "OK")
    let update = images.update(for: Self.frame())
    #expect(isVisible && update.showsPixels)
  }

  @Test func `shared memory that fails is not tried again, and the picture is sent within the commands`() {
    var images = Self.images()
    let sharing = FakeSharing()
    for (word, id) in [("t=s,", 500), ("t=d,f=24", 501)] as [(String, UInt32)] {
      let sent = Self.text(images.upload(limit: 1, sharing: sharing.share))
      #expect(sent.contains(word), "\(sent)")
      #expect(images.isAwaiting)
      // Replies with other ids do not count; one with the right id counts once.
      let others = ([32, 499, 502] as [UInt32]).filter { images.apply(id: $0, "EBADF:no") }
      expect(others, equals: [])
      guard id < 501 else { break }
      let answers = (0..<2).map { _ in images.apply(id: id, "EBADF:no") }
      expect(answers, equals: [true, false])
      images.shareMemory()
    }
    expect(images.statistics.refusals, equals: 0)
    let isVisible = images.apply(id: 501, "OK")
    let update = images.update(for: Self.frame())
    #expect(isVisible && update.showsPixels)
    expect(sharing.names, equals: ["s24"])
  }

  @Test func `samples are sent within the commands when shared memory is full`() {
    let sharing = FakeSharing()
    sharing.isFull = true
    var images = Self.images()
    let direct = Self.text(images.upload(limit: 1 << 16, sharing: sharing.share))
    expect(direct, equals: "\u{1B}_Ga=t,i=500,t=d,f=24,s=4,v=2,m=0;\(String(repeating: "BwcH", count: 8))\u{1B}\\")
  }

  @Test func `compressed samples are not shared, nor any if the terminal does not read shared memory`() {
    let sharing = FakeSharing()
    let compressed = PixelImage(
      serial: 2, size: PixelExtent(width: 4, height: 2), hasAlpha: false, deflated: [1, 2, 3])
    var images = Self.images(showing: Self.frame(compressed))
    var sent = Self.text(images.upload(limit: 1, sharing: sharing.share))
    #expect(sent.contains("t=d,o=z,"))
    images = Self.images(shared: false)
    sent = Self.text(images.upload(limit: 1, sharing: sharing.share))
    #expect(sent.contains("t=d,f=24"))
    expect(sharing.names, equals: [])
  }

  @Test func `shared memory is enabled by the reply to its query`() {
    var facts = TerminalFacts()
    let replies: [(UInt32, String)] = [(32, "EBADF:no"), (34, "OK"), (32, "OK"), (32, "OK")]
    let news = replies.map { id, message in facts.apply(.graphics(id: id, message)) }
    expect(news, equals: [false, false, true, false])
    #expect(facts.readsSharedMemory)
    expect(facts.hasKittyGraphics, equals: nil)
  }

  @Test func `shared memory is tried only on local terminals, outside multiplexers`() {
    #expect(SharedMemory.isWorthTrying(["TERM": "xterm-kitty"]))
    for (name, value) in [
      ("SSH_TTY", "/dev/pts/3"), ("SSH_CONNECTION", "::1 1 ::1 22"), ("TMUX", "/tmp/x,1,0"), ("STY", "1.pts"),
    ] {
      #expect(!SharedMemory.isWorthTrying(["TERM": "xterm-256color", name: value]), "\(name)")
    }
    expect(
      String(decoding: SharedMemory.query(name: "/x"), as: UTF8.self),
      equals: "\u{1B}_Ga=q,i=32,t=s,S=3,f=24,s=1,v=1;L3g=\u{1B}\\")
  }
}
