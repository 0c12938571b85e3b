import Downloads
@testable import Fetching
import PictureTestSupport
import System
import TestSupport
import Testing

/// Copies of parts of bodies, from a program that stands in for tui-fetch.
struct PartialCopyTests {
  private let fake: FakeFetchProgram
  private let reports = FetchReports()

  init() throws { fake = try FakeFetchProgram() }

  private func fetcher(_ settings: FetchSettings? = nil) -> Fetcher {
    Fetcher(settings ?? fake.settings()) { [reports] in reports.take($0) }
  }

  @Test func `what has arrived of a body is passed on for the slide on screen alone, if it is in the cache`() throws {
    let fetcher = fetcher()
    let requests = [("part", 0), ("part", 1), ("part-above", 0)].map { host, priority in
      DownloadRequest(url: "http://\(host)/\(priority)", priority: priority, generation: Generation(1))
    }
    fetcher.setDemand(requests)
    _ = waitUntil { reports.all.count == 3 }
    let parts = Dictionary(
      reports.all.map { update -> (String, FetchedCopy?) in
        guard case .progress(5, 9, let soFar) = update.change else { return (update.url, nil) }
        return (update.url, soFar)
      }
    ) { $1 }
    expect(parts.count, equals: 3)
    let part = try #require(parts["http://part/0"] ?? nil)
    #expect(part.isPart && part.stamp.size == 5 && part.path.name.elementsEqual("part".utf8))
    #expect(parts["http://part/1"] == .some(nil) && parts["http://part-above/0"] == .some(nil))
    fetcher.stop()
  }

  @Test func `a thumbnail's first bytes have their own copy, which the server confirms once`() throws {
    fake.folder.file("cache/kept", Array("stale".utf8))
    let path = String(decoding: fake.folder("cache").appending("kept".utf8).bytes, as: UTF8.self)
    let cache = CacheAccess(
      lookup: { $0 == "head:http://ok/a.jpg" ? CachedCopy(path: path, size: 5, isFresh: false) : nil },
      discard: { _ in }, clear: { 0 })
    let fetcher = fetcher(fake.settings(cache))
    func copies(_ generation: UInt64) -> [DownloadUpdate.Change] {
      fetcher.setDemand([
        DownloadRequest(url: "http://ok/a.jpg", priority: 0, generation: Generation(generation), isHead: true)
      ])
      _ = waitUntil {
        reports.all.contains {
          if case .copy(_, _, isFinal: true) = $0.change { $0.generation == Generation(generation) } else { false }
        }
      }
      return reports.all.filter { $0.generation == Generation(generation) }.map(\.change)
    }
    let first = copies(1)
    expect(first.count, equals: 2)
    guard case .copy(let stale, isKept: true, isFinal: false) = first[0], case .copy(let whole, _, _) = first[1] else {
      Issue.record("\(first)")
      return
    }
    #expect(stale.isHead && !whole.isHead)
    let second = copies(2)
    expect(second.count, equals: 1)
    guard case .copy(let again, isKept: true, isFinal: true) = second[0] else {
      Issue.record("\(second)")
      return
    }
    expect(again, equals: stale)
    expect(
      fake.log,
      equals: [
        "start", #"{"fetch":{"download":1,"isForced":false,"isHead":true,"priority":0,"url":"http://ok/a.jpg"}}"#,
      ])
    fetcher.stop()
  }
}
