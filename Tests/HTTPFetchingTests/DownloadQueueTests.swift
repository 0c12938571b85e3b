import Fetching
import HTTPFetching
import TestSupport
import Testing

/// Scripts for the queue: events in, actions out, with time that the test passes.
struct DownloadQueueTests {
  typealias Action = DownloadQueue.Action

  var queue = DownloadQueue(limit: 2)

  static let lost = FetchFailure(.connectionLost, "connection lost", isTransient: true)
  static let missing = FetchFailure(.status, "404 Not Found", isTransient: false)

  mutating func fetch(
    _ number: UInt64, _ url: String, _ priority: Int = 1, isForced: Bool = false, at now: Duration = .zero
  )
    -> [Action]
  {
    queue.fetch(number, url: url, priority: priority, isForced: isForced, at: now)
  }

  static func start(_ url: String, isForced: Bool = false) -> Action { .start(url: url, isForced: isForced) }

  @Test mutating func `downloads run up to the limit; the others wait by priority, then by arrival`() {
    expect(fetch(1, "a"), equals: [Self.start("a")])
    expect(fetch(2, "b"), equals: [Self.start("b")])
    expect(fetch(3, "c", 3), equals: [])
    expect(fetch(4, "d", 2), equals: [])
    expect(fetch(5, "e", 2), equals: [])
    expect(
      queue.finished("a", path: "/a", wasUnchanged: false),
      equals: [.report(.done(download: 1, path: "/a", wasUnchanged: false)), Self.start("d")])
    expect(
      queue.failed("b", reason: Self.missing, jitter: 0, at: .zero),
      equals: [.report(.failed(download: 2, reason: Self.missing)), Self.start("e")])
    expect(queue.cancel(4), equals: [.stop(url: "d"), Self.start("c")])
    expect(queue.cancel(5), equals: [.stop(url: "e")])
    #expect(!queue.isEmpty)
    expect(queue.cancel(3), equals: [.stop(url: "c")])
    #expect(queue.isEmpty)
  }

  @Test mutating func `requests for one URL share a download, which stops when the last is cancelled`() {
    expect(fetch(1, "a", 5), equals: [Self.start("a")])
    expect(fetch(2, "a", 1), equals: [])
    expect(fetch(3, "a", 9), equals: [])
    expect(queue.cancel(1), equals: [])
    expect(queue.cancel(1), equals: [])
    expect(
      queue.progressed("a", received: 10, expected: 20, at: .zero),
      equals: [
        .report(.progress(download: 2, received: 10, expected: 20)),
        .report(.progress(download: 3, received: 10, expected: 20)),
      ])
    expect(queue.cancel(3), equals: [])
    expect(queue.cancel(2), equals: [.stop(url: "a")])
    expect(queue.finished("a", path: "/a", wasUnchanged: false), equals: [])
    expect(queue.failed("a", reason: Self.lost, jitter: 0, at: .zero), equals: [])
    expect(queue.progressed("a", received: 1, expected: nil, at: .zero), equals: [])
  }

  @Test mutating func `a download has the highest priority of its requests, and changes apply at once`() {
    _ = fetch(1, "a") + fetch(2, "b") + fetch(3, "c", 5) + fetch(4, "d", 5)
    expect(fetch(5, "d", 9), equals: [])
    expect(queue.prioritize(5, priority: 2), equals: [])
    expect(queue.finished("a", path: "", wasUnchanged: true).last, equals: Self.start("d"))
    expect(queue.prioritize(99, priority: 2), equals: [])
  }

  @Test mutating func `a visible slide displaces the least urgent download, which restarts later`() {
    _ = fetch(1, "a", 2) + fetch(2, "b", 1)
    expect(fetch(3, "c", 0), equals: [.stop(url: "a"), Self.start("c")])
    expect(queue.finished("a", path: "", wasUnchanged: false), equals: [])
    // One visible slide does not displace another, and slides that are not visible displace none.
    expect(fetch(4, "d", 0), equals: [.stop(url: "b"), Self.start("d")])
    expect(fetch(5, "e", 0), equals: [])
    expect(fetch(6, "f", 1), equals: [])
    expect(queue.finished("c", path: "", wasUnchanged: false).last, equals: Self.start("e"))
    expect(queue.finished("d", path: "", wasUnchanged: false).last, equals: Self.start("b"))
    expect(queue.finished("e", path: "", wasUnchanged: false).last, equals: Self.start("f"))
    expect(queue.cancel(6), equals: [.stop(url: "f"), Self.start("a")])
    // Raising a priority has the same effect as a new request.
    _ = fetch(7, "g", 3)
    expect(queue.prioritize(7, priority: 0), equals: [.stop(url: "a"), Self.start("g")])
  }

  @Test mutating func `progress is reported at most ten times a second, and to a new request at once`() {
    _ = fetch(1, "a")
    let told = (0..<1_000).flatMap { queue.progressed("a", received: $0, expected: nil, at: .milliseconds($0)) }
    expect(told.count, equals: 10)
    expect(told.last, equals: .report(.progress(download: 1, received: 900, expected: nil)))
    expect(fetch(2, "a"), equals: [.report(.progress(download: 2, received: 999, expected: nil))])
  }

  @Test mutating func `transient failures are retried four times with growing waits`() {
    _ = fetch(1, "a")
    var now = Duration.zero
    for wait in [1_000, 2_000, 4_000, 8_000] {
      expect(
        queue.failed("a", reason: Self.lost, jitter: 1, at: now),
        equals: [.report(.retrying(download: 1, reason: Self.lost, milliseconds: wait))])
      expect(queue.nextWake, equals: now + .milliseconds(wait))
      expect(queue.advance(to: now + .milliseconds(wait - 1)), equals: [])
      now += .milliseconds(wait)
      expect(queue.advance(to: now), equals: [Self.start("a")])
      expect(queue.nextWake, equals: nil)
    }
    expect(
      queue.failed("a", reason: Self.lost, jitter: 1, at: now),
      equals: [.report(.failed(download: 1, reason: Self.lost))])
    #expect(queue.isEmpty)
    // Failures are not remembered: a new request starts with the first attempt.
    expect(fetch(2, "a", at: now), equals: [Self.start("a")])
    expect(queue.failed("a", reason: Self.lost, jitter: 1, at: now).count, equals: 1)
    #expect(!queue.isEmpty)
  }

  @Test mutating func `a download that waits for a retry frees its slot`() {
    _ = fetch(1, "a") + fetch(2, "b") + fetch(3, "c")
    expect(queue.failed("a", reason: Self.lost, jitter: 1, at: .zero).last, equals: Self.start("c"))
    // The retry is due while no slot is free: it takes the next free slot, before later requests.
    _ = fetch(4, "d")
    expect(queue.advance(to: .seconds(1)), equals: [])
    expect(queue.finished("b", path: "", wasUnchanged: false).last, equals: Self.start("a"))
  }

  @Test mutating func `a request during a retry wait receives the time left; a forced one starts at once`() {
    _ = fetch(1, "a")
    _ = queue.failed("a", reason: Self.lost, jitter: 1, at: .zero)
    expect(
      fetch(2, "a", at: .milliseconds(400)),
      equals: [.report(.retrying(download: 2, reason: Self.lost, milliseconds: 600))])
    expect(fetch(3, "a", isForced: true, at: .milliseconds(500)), equals: [Self.start("a", isForced: true)])
  }

  @Test mutating func `a download cancelled during a retry wait is forgotten`() {
    _ = fetch(1, "a")
    _ = queue.failed("a", reason: Self.lost, jitter: 1, at: .zero)
    expect(queue.cancel(1), equals: [])
    #expect(queue.isEmpty)
    expect(queue.nextWake, equals: nil)
    expect(queue.advance(to: .seconds(10)), equals: [])
  }

  @Test mutating func `a forced request makes a queued download forced`() {
    _ = fetch(1, "a") + fetch(2, "b") + fetch(3, "c")
    expect(fetch(4, "c", isForced: true), equals: [])
    expect(queue.cancel(1).last, equals: Self.start("c", isForced: true))
  }

  @Test mutating func `a download number that is reused keeps its first meaning`() {
    _ = fetch(1, "a")
    expect(fetch(1, "b"), equals: [])
    expect(queue.cancel(1), equals: [.stop(url: "a")])
  }

  @Test func `the number of concurrent downloads is clamped to 1…16`() {
    for (limit, count) in [(-3, 1), (0, 1), (1, 1), (5, 5), (16, 16), (1_000, 16)] {
      var queue = DownloadQueue(limit: limit)
      for number in 0..<30 {
        _ = queue.fetch(UInt64(number), url: "\(number)", priority: 1, isForced: false, at: .zero)
      }
      let stops = (0..<30).flatMap { queue.cancel(UInt64(29 - $0)) }.filter {
        if case .stop = $0 { true } else { false }
      }
      expect(stops.count, equals: count)
    }
  }

  @Test mutating func `requests beyond the maximum number are refused`() {
    for number in 0..<10_000 { _ = fetch(UInt64(number), "a") }
    let refusal = fetch(10_000, "b")
    expect(refusal.count, equals: 1)
    guard case .report(.failed(10_000, let reason)) = refusal.first else { Issue.record("\(refusal)"); return }
    expect(reason.kind, equals: .other)
  }

  @Test func `random events never exceed the limit or start a URL twice, and every request ends`() {
    var chance = SplitMix64(seed: 7)
    for _ in 0..<200 {
      var queue = DownloadQueue(limit: 3)
      var (running, now, number) = (Set<String>(), Duration.zero, UInt64(0))
      var open: [UInt64: String] = [:]
      func take(_ actions: [Action]) {
        for action in actions {
          switch action {
          case .start(let url, _): #expect(running.insert(url).inserted)
          case .stop(let url): #expect(running.remove(url) != nil)
          case .report(.done(let number, _, _, _, _)), .report(.failed(let number, _)):
            #expect(open.removeValue(forKey: number) != nil)
          case .report: break
          }
        }
        #expect(running.count <= 3)
      }
      for _ in 0..<200 {
        now += .milliseconds(Int.random(in: 0...2_000, using: &chance))
        let some = running.sorted().randomElement(using: &chance)
        switch Int.random(in: 0..<7, using: &chance) {
        case 0, 1, 2:
          let url = "\(Int.random(in: 0..<8, using: &chance))"
          open[number] = url
          take(
            queue.fetch(
              number, url: url, priority: .random(in: -1...3, using: &chance), isForced: .random(using: &chance),
              at: now))
          number += 1
        case 3:
          guard let number = open.keys.sorted().randomElement(using: &chance) else { continue }
          open[number] = nil
          take(queue.cancel(number))
        case 4:
          guard let number = open.keys.sorted().randomElement(using: &chance) else { continue }
          take(queue.prioritize(number, priority: .random(in: -1...3, using: &chance)))
        case 5:
          guard let some else { continue }
          running.remove(some)
          take(queue.failed(some, reason: Bool.random(using: &chance) ? Self.lost : Self.missing, jitter: 0.5, at: now))
        default:
          take(queue.advance(to: now))
          guard let some, running.contains(some) else { continue }
          running.remove(some)
          take(queue.finished(some, path: "/", wasUnchanged: false))
        }
      }
      while let wake = queue.nextWake ?? (running.isEmpty ? nil : now) {
        now = max(now, wake)
        take(queue.advance(to: now))
        guard let some = running.first else { continue }
        running.remove(some)
        take(queue.finished(some, path: "/", wasUnchanged: false))
      }
      #expect(open.isEmpty)
      #expect(queue.isEmpty)
    }
  }
}
