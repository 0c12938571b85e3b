import CarouselApp
import CarouselValues
import Decks
import Downloads
import Fetching
import HTTPFetching
import Imaging
import Pictures
import System
import Terminal
import TestSupport
import Testing

@Suite("A session's downloads")
@MainActor struct SessionDownloadTests {
  nonisolated private static let a = "http://h/a.jpg"
  nonisolated private static let b = "http://h/b.jpg"
  private let lost = FetchFailure(.connectionLost, "connection lost", isTransient: true)
  private let missing = FetchFailure(.status, "404 Not Found", isTransient: false)

  private func copy(_ name: String, _ modified: Int = 1) -> FetchedCopy {
    FetchedCopy(path: Path("/cache/\(name)"), stamp: FileStamp(inode: 1, size: 5, modified: modified))
  }

  /// Whether a text is on the screen.
  private func shows(_ stage: Stage, _ text: String) -> Bool { stage.frame.textRows.contains { $0.contains(text) } }

  @Test("A URL is requested first, and decoded when its body has arrived")
  func order() throws {
    var stage = Stage()
    stage.deck([Self.a, "red"])
    #expect(stage.wanted().visible.isEmpty)
    expect(stage.requests.downloads.map(\.url), equals: [Self.a])
    expect(stage.requests.downloads.map(\.priority), equals: [0])
    stage.download(Self.a, .copy(copy("a"), isKept: false, isFinal: true))
    let key = try #require(stage.wanted().visible.first)
    expect(key.copy, equals: copy("a"))
    stage.arrive(key, "green")
    expect(stage.color(0, 0), equals: "green")
  }

  @Test("The slide on screen has the highest priority, then the next one in the direction of travel")
  func priorities() {
    var stage = Stage()
    let urls = (0..<6).map { "http://h/\($0).jpg" }
    stage.deck(urls)
    expect(stage.requests.downloads.map(\.url), equals: [urls[0], urls[1], urls[2], urls[5]])
    expect(stage.requests.downloads.map(\.priority), equals: [0, 1, 2, 3])
    stage.press(.left)
    stage.wait(1)
    expect(stage.requests.downloads.map(\.url), equals: [urls[5], urls[4], urls[3], urls[0]])
    expect(stage.requests.downloads.map(\.priority), equals: [0, 1, 2, 3])
  }

  @Test("Several slides with the same URL share one request")
  func oneRequest() {
    var stage = Stage()
    stage.deck([Self.a, Self.a, Self.a])
    expect(stage.requests.downloads.map(\.url), equals: [Self.a])
  }

  @Test("A resize changes no request")
  func resize() {
    var stage = Stage()
    stage.deck([Self.a, Self.b])
    let requests = stage.requests.downloads
    stage.send(.resized(CellSize(columns: 33, rows: 11), cellAspect: 0.5))
    stage.load()
    expect(stage.requests.downloads, equals: requests)
  }

  @Test("The placeholder shows the download's progress and the time until the next retry")
  func progress() {
    var stage = Stage(columns: 40, rows: 9)
    stage.deck([Self.a])
    stage.wait(0.2)
    #expect(shows(stage, "waiting…"))
    stage.download(Self.a, .progress(received: 1_234_567, expected: nil))
    #expect(shows(stage, " 1.2 MB "))
    stage.download(Self.a, .progress(received: 1_234_567, expected: 5_000_000))
    #expect(shows(stage, "24 %  1.2 of 5.0 MB"))
    #expect(shows(stage, "━━━━━━╸"))
    stage.download(Self.a, .retrying(reason: lost, milliseconds: 2500))
    #expect(shows(stage, "retrying in 3 s") && shows(stage, "connection lost"))
    stage.wait(0.6)
    #expect(shows(stage, "retrying in 2 s"))
    stage.wait(2)
    #expect(shows(stage, "retrying ") && shows(stage, "connection lost"))
    expect(stage.requests.wake, equals: nil)
  }

  @Test("A download in progress causes no wake-up before its next update")
  func idle() {
    var stage = Stage()
    stage.deck([Self.a, Self.b])
    stage.wait(0.2)
    expect(stage.requests.wake, equals: nil)
    // Updates for a slide that is not visible change nothing on screen.
    let isNews = stage.download(Self.b, .progress(received: 5, expected: 10))
    #expect(!isNews)
    expect(stage.requests.wake, equals: nil)
  }

  @Test("A failed slide shows the reason; returning to it or reloading retries the download")
  func failure() throws {
    var stage = Stage(columns: 40, rows: 9)
    stage.deck([Self.a, "red", "green", "blue", "white"])
    let first = try #require(stage.requests.downloads.first)
    stage.download(Self.a, .failed(missing))
    #expect(shows(stage, "404 Not Found") && shows(stage, "a.jpg"))
    stage.wait(60)
    expect(stage.requests.downloads, equals: [first])
    stage.press(.right)
    stage.wait(1)
    stage.press(.left)
    stage.wait(1)
    let again = try #require(stage.requests.downloads.first)
    #expect(again.generation > first.generation && !again.isForced)
    // The card stays until the new attempt has an update.
    #expect(shows(stage, "404 Not Found"))
    stage.download(Self.a, .failed(missing))
    stage.type("r")
    let forced = try #require(stage.requests.downloads.first)
    #expect(forced.generation > again.generation && forced.isForced)
    expect(stage.effects, equals: [.work(.forgetPictures)])
  }

  @Test("A stale copy is shown at once and replaced when the server sends a newer one")
  func stale() throws {
    var stage = Stage()
    stage.deck([Self.a])
    stage.download(Self.a, .copy(copy("a"), isKept: true, isFinal: false))
    let old = try #require(stage.wanted().visible.first)
    stage.arrive(old, "red")
    expect(stage.color(10, 2), equals: "red")
    stage.download(Self.a, .copy(copy("a2", 2), isKept: false, isFinal: true))
    expect(stage.color(10, 2), equals: "red")
    let new = try #require(stage.wanted().visible.first)
    // A picture decoded from the old copy arrives too late.
    let isOldTaken = stage.arrive(old, "white")
    #expect(!isOldTaken)
    stage.arrive(new, "green")
    expect(stage.color(10, 2), equals: "green")
  }

  @Test("Without a network the cached copy is shown")
  func offline() throws {
    var stage = Stage()
    stage.deck([Self.a])
    stage.download(Self.a, .copy(copy("a"), isKept: true, isFinal: false))
    stage.download(Self.a, .failed(FetchFailure(.offline, "offline", isTransient: true)))
    let key = try #require(stage.wanted().visible.first)
    stage.arrive(key, "red")
    expect(stage.color(0, 0), equals: "red")
  }

  @Test("A picture that arrives during a motion appears in its place and is replaced there")
  func inMotion() throws {
    var stage = Stage()
    stage.deck(["red", Self.a])
    stage.press(.right)
    stage.wait(0.15)
    stage.download(Self.a, .copy(copy("a"), isKept: true, isFinal: false))
    stage.arrive(try #require(stage.wanted().visible.first), "blue")
    expect(stage.color(0, 0), equals: "red")
    expect(stage.color(19, 0), equals: "blue")
    stage.download(Self.a, .copy(copy("a", 2), isKept: false, isFinal: true))
    stage.arrive(try #require(stage.wanted().visible.first), "green")
    expect(stage.color(0, 0), equals: "red")
    expect(stage.color(19, 0), equals: "green")
  }

  @Test("Late updates for a URL that left the deck, or for an earlier request, are dropped")
  func late() throws {
    var stage = Stage()
    stage.deck([Self.a, "red"])
    let old = try #require(stage.requests.downloads.first)
    stage.deck([Self.b, "red"])
    let isTaken = stage.send(
      .download(DownloadUpdate(url: Self.a, generation: old.generation, .copy(copy("a"), isKept: false, isFinal: true)))
    )
    #expect(!isTaken)
    #expect(stage.wanted().visible.isEmpty)
    // Once the slide is back, its download is a new request.
    stage.deck([Self.a, "red"])
    let isOldTaken = stage.send(
      .download(DownloadUpdate(url: Self.a, generation: old.generation, .copy(copy("a"), isKept: false, isFinal: true)))
    )
    #expect(!isOldTaken)
  }

  @Test("After a reorder, a late picture lands on its own slide")
  func shuffled() throws {
    var stage = Stage()
    stage.deck([Self.a, "red", Self.b, "green"])
    stage.download(Self.a, .copy(copy("a"), isKept: false, isFinal: true))
    let key = try #require(stage.wanted().visible.first)
    stage.deck([Self.b, "green", Self.a, "red"])
    expect(stage.current, equals: 2)
    stage.arrive(key, "blue")
    expect(stage.color(0, 0), equals: "blue")
    stage.press(.home)
    stage.wait(1)
    expect(stage.current, equals: 0)
    expect(stage.color(0, 0), equals: "none")
  }

  @Test("A cached copy that cannot be decoded is discarded and fetched again once")
  func refetching() throws {
    var stage = Stage(columns: 40, rows: 9)
    stage.deck([Self.a])
    stage.download(Self.a, .copy(copy("a"), isKept: true, isFinal: true))
    let key = try #require(stage.wanted().visible.first)
    stage.arrived(key, .failed(.image(.notAPicture)))
    let current = stage.request(Self.a)
    let request = try #require(current)
    #expect(request.discardsCopy && request.isForced)
    #expect(stage.wanted().visible.isEmpty)
    stage.download(Self.a, .copy(copy("a", 2), isKept: false, isFinal: true))
    let again = try #require(stage.wanted().visible.first)
    stage.arrived(again, .failed(.content(.page)))
    expect(stage.request(Self.a), equals: request)
    #expect(shows(stage, "not a picture: HTML page"))
  }

  @Test("A copy that disappears before it is decoded is fetched again")
  func gone() throws {
    var stage = Stage()
    stage.deck([Self.a])
    stage.download(Self.a, .copy(copy("a"), isKept: false, isFinal: true))
    let key = try #require(stage.wanted().visible.first)
    stage.arrived(key, .failed(.file(.noSuchFile)))
    expect(stage.request(Self.a)?.discardsCopy, equals: true)
  }

  @Test("A newly fetched HTML page is not fetched again")
  func page() throws {
    var stage = Stage(columns: 40, rows: 9)
    stage.deck([Self.a])
    let request = stage.request(Self.a)
    stage.download(Self.a, .copy(copy("a"), isKept: false, isFinal: true))
    let key = try #require(stage.wanted().visible.first)
    stage.arrived(key, .failed(.content(.page)))
    _ = stage.wanted()
    expect(stage.request(Self.a), equals: request)
  }

  @Test("A custom placeholder also shows the progress")
  func ownPlaceholder() {
    var stage = Stage(columns: 40, rows: 12) { $0.placeholder = Path("blue") }
    stage.deck([Self.a, Self.b])
    stage.load()
    stage.wait(0.2)
    stage.download(Self.a, .progress(received: 250, expected: 1000))
    expect(stage.color(0, 0), equals: "blue")
    #expect(stage.row(8).contains("25 %  0 of 1 kB"))
    #expect(stage.row(9).contains("━━━━━━"))
  }

  @Test("Swiping quickly over sixty URLs requests few of them, each once, and displaces none")
  func swiping() {
    var stage = Stage()
    var network = ScriptedNetwork()
    let urls = (0..<60).map { "http://h/\($0).jpg" }
    stage.deck(urls)
    network.follow(stage)
    expect(network.requests.keys.sorted(), equals: [urls[0], urls[1], urls[2], urls[59]])
    for press in 1...70 {
      // Back and forth, as after overshooting.
      stage.press(press % 20 < 15 ? .right : .left)
      for _ in 0..<5 {
        network.follow(stage)
        stage.wait(0.01)
      }
    }
    #expect(network.requests.values.allSatisfy { $0 == 1 })
    expect(network.displaced, equals: 0)
    // Only slides at the start and of the first swipe were requested, not those that were swiped past.
    #expect(network.requests.count <= 6, "\(network.requests)")
    let swipes = 70 / 20 + 1
    let destination = urls[swipes * 10 % 60]
    expect(network.requests[destination], equals: nil)
    // The last swipe's destination is requested a tenth of a second after the swipe.
    stage.wait(0.06)
    network.follow(stage)
    #expect(network.running.contains(destination))
    stage.wait(1)
    network.follow(stage)
    expect(stage.requests.downloads.first?.url, equals: destination)
    expect(network.running.count, equals: 4)
  }

  @Test("A slow swipe requests upcoming slides at once")
  func slowSwiping() {
    var stage = Stage()
    let urls = (0..<60).map { "http://h/\($0).jpg" }
    stage.deck(urls)
    for press in 1...5 {
      stage.press(.right)
      #expect(stage.requests.downloads.contains { $0.url == urls[press + 2] && $0.asksServer })
      stage.wait(0.15)
    }
  }

  @Test("A copy that a newer one replaced on disk is not fetched again")
  func replaced() throws {
    var stage = Stage()
    stage.deck([Self.a])
    stage.download(Self.a, .copy(copy("a"), isKept: true, isFinal: false))
    let key = try #require(stage.wanted().visible.first)
    let request = stage.request(Self.a)
    // The fetching process has stored the new body and removed the old one; its report comes a moment later.
    stage.arrived(key, .failed(.file(.noSuchFile)))
    expect(stage.request(Self.a), equals: request)
    stage.download(Self.a, .copy(copy("a2", 2), isKept: false, isFinal: true))
    stage.arrive(try #require(stage.wanted().visible.first), "green")
    expect(stage.color(10, 2), equals: "green")
  }

  @Test("X clears the caches")
  func clearing() {
    var stage = Stage("red")
    stage.type("X")
    expect(stage.effects, equals: [.work(.clearCaches)])
  }
}

/// The downloads that the fetching process would run for a session's requests. None of them ever ends.
@MainActor private struct ScriptedNetwork {
  private var queue = DownloadQueue(limit: 5)
  private var numbers: [String: (generation: Generation, number: UInt64)] = [:]
  private var lastNumber: UInt64 = 0
  /// The number of requests for each URL.
  private(set) var requests: [String: Int] = [:]
  /// The URLs whose downloads are running.
  private(set) var running: Set<String> = []
  /// The number of downloads that were stopped although they were still wanted.
  private(set) var displaced = 0

  /// Follows the session's current requests.
  mutating func follow(_ stage: Stage) {
    let now = Timestamp.zero.duration(to: stage.now)
    let current = stage.requests.downloads.filter(\.asksServer)
    for request in current {
      if let asked = numbers[request.url], asked.generation == request.generation {
        take(queue.prioritize(asked.number, priority: request.priority))
      } else {
        let old = numbers[request.url]?.number
        lastNumber += 1
        numbers[request.url] = (request.generation, lastNumber)
        take(queue.fetch(lastNumber, url: request.url, priority: request.priority, isForced: request.isForced, at: now))
        if let old { take(queue.cancel(old)) }
      }
    }
    for (url, asked) in numbers where !current.contains(where: { $0.url == url }) {
      numbers[url] = nil
      take(queue.cancel(asked.number))
    }
  }

  private mutating func take(_ actions: [DownloadQueue.Action]) {
    for action in actions {
      switch action {
      case .start(let url, _):
        requests[url, default: 0] += 1
        running.insert(url)
      case .stop(let url):
        running.remove(url)
        if queue.isWanted(url) { displaced += 1 }
      case .report: break
      }
    }
  }
}

extension Stage {
  /// Returns the current request for a URL, or nil if there is none.
  mutating func request(_ url: String) -> DownloadRequest? {
    _ = wanted()
    return requests.downloads.first { $0.url == url }
  }

  /// Sends an update for a URL's current request; returns whether the frame may look different.
  @discardableResult
  mutating func download(_ url: String, _ change: DownloadUpdate.Change) -> Bool {
    guard let request = request(url) else { return false }
    return send(.download(DownloadUpdate(url: url, generation: request.generation, change)))
  }
}
