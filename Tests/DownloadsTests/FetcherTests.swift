import Decks
import Downloads
@testable import Fetching
import Glibc
import PictureTestSupport
import Synchronization
import System
import TestSupport
import Testing

/// The fetcher with programs that stand in for tui-fetch.
struct FetcherTests {
  private let fake: FakeFetchProgram
  private let reports = FetchReports()

  init() throws { fake = try FakeFetchProgram() }

  private func fetcher(_ settings: FetchSettings? = nil) -> Fetcher {
    Fetcher(settings ?? fake.settings()) { [reports] in reports.take($0) }
  }

  private func fetch(_ url: String, with fetcher: Fetcher? = nil) -> Result<FetchedCopy, FetchFailure> {
    let result = Mutex<Result<FetchedCopy, FetchFailure>?>(nil)
    let fetcher = fetcher ?? self.fetcher()
    fetcher.fetch(url) { answer in result.withLock { $0 = answer } }
    _ = waitUntil { result.withLock { $0 } != nil }
    return result.withLock { $0 }
      ?? .failure(FetchFailure(.other, "the test has waited long enough", isTransient: false))
  }

  private func failure(_ url: String) -> String? {
    guard case .failure(let failure) = fetch(url) else { return nil }
    return failure.description
  }

  @Test func `without requests no process is started`() {
    let fetcher = fetcher()
    fetcher.setDemand([])
    fetcher.giveUpCalls()
    fetcher.stop()
    #expect(fake.log.isEmpty)
  }

  @Test func `a requested URL is delivered as a file in the cache`() throws {
    let fetcher = fetcher()
    fetcher.setDemand([DownloadRequest(url: "http://ok/a.jpg", priority: 2, generation: Generation(7))])
    let event = try #require(reports.first { _ in true })
    guard case .copy(let copy, isKept: false, isFinal: true) = event.change else {
      Issue.record("\(event)")
      return
    }
    expect(event.url, equals: "http://ok/a.jpg")
    expect(event.generation, equals: Generation(7))
    #expect(copy.path.name.elementsEqual("ok".utf8) && copy.stamp.size == 5)
    expect(
      fake.log,
      equals: [
        "start", #"{"fetch":{"download":1,"isForced":false,"isHead":false,"priority":2,"url":"http://ok/a.jpg"}}"#,
      ])
    fetcher.stop()
  }

  /// Returns a cache that has the same copy, a text of five bytes, for every URL.
  private func keptCopies(_ text: String, isFresh: Bool) -> CacheAccess {
    let kept = fake.folder("cache").appending("kept".utf8)
    fake.folder.file("cache/kept", Array(text.utf8))
    return CacheAccess(
      lookup: { _ in CachedCopy(path: String(decoding: kept.bytes, as: UTF8.self), size: 5, isFresh: isFresh) },
      discard: { _ in }, clear: { 0 })
  }

  @Test func `a body that another program has replaced is found by a second lookup`() throws {
    let kept = keptCopies("other", isFresh: true)
    let looks = Mutex(0)
    let late = CacheAccess(
      lookup: { url in
        // The first lookup, before the process is queried, finds nothing.
        let isFirst = looks.withLock { looks in
          looks += 1
          return looks == 1
        }
        return isFirst ? nil : kept.lookup(url)
      }, discard: { _ in }, clear: { 0 })
    let copy = try fetch("http://gone/a.jpg", with: fetcher(fake.settings(late))).get()
    #expect(copy.path.name.elementsEqual("kept".utf8))
  }

  @Test func `a fresh cached copy is served without the process`() throws {
    let fetcher = fetcher(fake.settings(keptCopies("fresh", isFresh: true)))
    fetcher.setDemand([DownloadRequest(url: "http://ok/a.jpg", priority: 0, generation: Generation(1))])
    let event = try #require(reports.first { _ in true })
    guard case .copy(let copy, isKept: true, isFinal: true) = event.change else {
      Issue.record("\(event)")
      return
    }
    #expect(copy.path.name.elementsEqual("kept".utf8))
    #expect(fake.log.isEmpty)
    fetcher.stop()
  }

  @Test func `a stale copy is delivered at once, followed by the server's response`() throws {
    let fetcher = fetcher(fake.settings(keptCopies("stale", isFresh: false)))
    fetcher.setDemand([DownloadRequest(url: "http://ok/a.jpg", priority: 0, generation: Generation(1))])
    _ = try #require(
      reports.first { if case .copy(_, isKept: false, isFinal: true) = $0.change { true } else { false } })
    guard case .copy(_, isKept: true, isFinal: false)? = reports.all.first?.change else {
      Issue.record("\(reports.all)")
      return
    }
    expect(reports.all.count, equals: 2)
    // If the server does not deliver, the stale copy is the result.
    #expect(throws: Never.self) { try fetch("http://missing/a.jpg", with: fetcher).get() }
    fetcher.stop()
  }

  @Test func `for a passing slide the cached copy is shown and the server is not contacted`() throws {
    let fetcher = fetcher(fake.settings(keptCopies("stale", isFresh: false)))
    var request = DownloadRequest(url: "http://ok/a.jpg", priority: 0, generation: Generation(1), asksServer: false)
    fetcher.setDemand([request])
    let event = try #require(reports.first { _ in true })
    guard case .copy(_, isKept: true, isFinal: false) = event.change else {
      Issue.record("\(event)")
      return
    }
    #expect(fake.log.isEmpty)
    request.asksServer = true
    fetcher.setDemand([request])
    _ = try #require(
      reports.first { if case .copy(_, isKept: false, isFinal: true) = $0.change { true } else { false } })
    expect(fake.log.filter { $0.contains("fetch") }.count, equals: 1)
    fetcher.stop()
  }

  @Test(arguments: [true, false])
  func `the fetcher sweeps the cache once if it starts no process, else never`(isFresh: Bool) throws {
    let sweeps = Mutex(0)
    var cache = keptCopies("other", isFresh: isFresh)
    cache.sweep = { sweeps.withLock { $0 += 1 } }
    let fetcher = fetcher(fake.settings(cache))
    for _ in 0..<3 { _ = fetch("http://ok/a.jpg", with: fetcher) }
    fetcher.stop()
    expect(sweeps.withLock { $0 }, equals: isFresh ? 1 : 0)
  }

  @Test func `a cached copy of the wrong size is deleted and downloaded again`() throws {
    let kept = fake.folder("cache").appending("kept".utf8)
    fake.folder.file("cache/kept", Array("cut".utf8))
    let discarded = Mutex<[String]>([])
    let cache = CacheAccess(
      lookup: { _ in CachedCopy(path: String(decoding: kept.bytes, as: UTF8.self), size: 5, isFresh: true) },
      discard: { url in discarded.withLock { $0.append(url) } }, clear: { 0 })
    let fetcher = fetcher(fake.settings(cache))
    guard case .success(let copy) = fetch("http://ok/a.jpg", with: fetcher) else {
      Issue.record("no reply from tui-fetch")
      return
    }
    #expect(copy.path.name.elementsEqual("ok".utf8))
    expect(discarded.withLock { $0 }, equals: ["http://ok/a.jpg"])
    fetcher.stop()
  }

  @Test(arguments: [
    ("album", "https://to/album/a.jpg"), ("long", "http://moved/long/a.jpg"), ("file", "http://moved/file/a.jpg"),
  ])
  func `a deck's entries are resolved against the final URL if that is a valid web address`(
    folder: String, first: String
  ) {
    let fetcher = fetcher()
    let deck = DeckReader(
      DeckRequest(arguments: [Array("http://moved/\(folder)/deck.json".utf8)]), fetcher: fetcher
    ).read()
    expect(deck.count, equals: 1)
    expect(deck[0], equals: Slide(.url(first)))
    fetcher.stop()
  }

  @Test func `a failed download reports its reason`() {
    expect(failure("http://missing/a.jpg"), equals: "404 Not Found")
  }

  @Test func `a file in the spare folder is accepted like one in the cache`() throws {
    try expect(fetch("http://spare/a.jpg").get().path.folder.name.elementsEqual("spare".utf8), equals: true)
  }

  @Test(arguments: ["passwd", "above", "link", "folder", "gone"])
  func `a path that is not a file in the cache is rejected`(host: String) {
    fake.folder.file("secret", Array("secret".utf8))
    fake.folder.link("cache/link", to: "/etc/passwd")
    expect(failure("http://\(host)/a.jpg"), equals: "tui-fetch named a file outside the cache")
  }

  @Test func `reports about unknown downloads are ignored`() {
    expect(failure("http://others/a.jpg"), equals: "404 Not Found")
  }

  @Test(arguments: ["dies-once", "garbage", "endless", "flood"])
  func `a process that crashes, sends garbage or floods is restarted, and no request is lost`(host: String) {
    let fetcher = fetcher()
    guard case .success = fetch("http://\(host)/a.jpg", with: fetcher) else {
      Issue.record("it was lost")
      return
    }
    expect(fake.log.count { $0 == "start" }, equals: 2)
    fetcher.stop()
  }

  @Test func `a process that keeps crashing is given up, and its last message is reported`() {
    expect(failure("http://dies/a.jpg"), equals: "tui-fetch exited: so it goes")
    expect(fake.log.count { $0 == "start" }, equals: 5)
  }

  @Test func `without tui-fetch, the failure says how to fix it`() {
    var settings = fake.settings()
    settings.program = { nil }
    guard case .failure(let failure) = fetch("http://ok/a.jpg", with: fetcher(settings)) else {
      Issue.record("it came")
      return
    }
    expect(failure.description, equals: "pictures from the network need tui-fetch beside tui: reinstall tui")
  }

  @Test func `a dropped request is cancelled; a remaining one is not sent again`() throws {
    let fetcher = fetcher()
    let slow = DownloadRequest(url: "http://slow/a.jpg", priority: 0, generation: Generation(1))
    var other = DownloadRequest(url: "http://slow/b.jpg", priority: 3, generation: Generation(2))
    fetcher.setDemand([slow, other])
    other.priority = 0
    fetcher.setDemand([other])
    fetcher.setDemand([other, DownloadRequest(url: "http://ok/c.jpg", priority: 5, generation: Generation(3))])
    _ = try #require(reports.first { $0.url == "http://ok/c.jpg" })
    // The process reads one command at a time: once it has answered this one, it has read all earlier ones.
    fetcher.setDemand([other, DownloadRequest(url: "http://ok/d.jpg", priority: 5, generation: Generation(4))])
    _ = try #require(reports.first { $0.url == "http://ok/d.jpg" })
    fetcher.stop()
    let log = fake.log.filter { $0 != "start" && $0 != "end" }
    #expect(log.filter { $0.contains("slow") }.count <= 2)
    #expect(log.contains { $0.contains("http://slow/b.jpg") })
    // The fetcher may have seen only the second list of requests, without a.jpg.
    if log.contains(where: { $0.contains("http://slow/a.jpg") }) { #expect(log.contains { $0.contains("cancel") }) }
  }

  @Test func `a request with a new generation is a new download`() throws {
    let fetcher = fetcher()
    fetcher.setDemand([DownloadRequest(url: "http://missing/a.jpg", priority: 0, generation: Generation(1))])
    _ = try #require(reports.first { $0.generation == Generation(1) })
    fetcher.setDemand([DownloadRequest(url: "http://missing/a.jpg", priority: 0, generation: Generation(1))])
    fetcher.setDemand([
      DownloadRequest(url: "http://missing/a.jpg", priority: 0, generation: Generation(2), isForced: true)
    ])
    _ = try #require(reports.first { $0.generation == Generation(2) })
    fetcher.stop()
    expect(
      fake.log.filter { $0.contains("fetch") },
      equals: [
        #"{"fetch":{"download":1,"isForced":false,"isHead":false,"priority":0,"url":"http://missing/a.jpg"}}"#,
        #"{"fetch":{"download":2,"isForced":true,"isHead":false,"priority":0,"url":"http://missing/a.jpg"}}"#,
      ])
  }
}
