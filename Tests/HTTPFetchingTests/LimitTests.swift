import Fetching
import HTTPFetching
import TestSupport
import Testing

/// Limits of time and size, and the targets of redirects.
struct LimitTests {
  @Test func `a silent server times out after the idle limit and is retried`() throws {
    let gate = Gate()
    let server = try Server { _ in [.wait(gate)] }
    let viewer = try Viewer { $0.idleLimit = .seconds(15) }
    viewer.fetch(server.url("/a"))
    viewer.run(until: { _ in server.count() == 1 })
    viewer.now += .milliseconds(14_999)
    viewer.run(until: { _ in true })
    #expect(viewer.retries.isEmpty)
    viewer.now += .milliseconds(1)
    viewer.run(until: { $0.retries.count == 1 })
    expect(viewer.retries[0].reason, equals: FetchFailure(.timedOut, "timed out: no data for 15 s", isTransient: true))
    viewer.run(until: { _ in server.aborted == 1 })
    gate.open()
  }

  @Test func `a server that never answers the TLS handshake fails after one connect timeout`() throws {
    let server = try Server { _ in [] }
    let viewer = try Viewer { $0.idleLimit = .seconds(15) }
    viewer.fetch("https://127.0.0.1:\(server.port)/a")
    viewer.run(until: { _ in true })
    viewer.now += .milliseconds(14_999)
    viewer.run(until: { _ in true })
    expect(viewer.failure(1), equals: nil)
    viewer.now += .milliseconds(1)
    viewer.run(untilEnded: 1)
    expect(viewer.failure(1), equals: FetchFailure(.timedOut, "timed out while connecting", isTransient: false))
    #expect(viewer.retries.isEmpty)
  }

  @Test func `a redirect to a server that never answers the TLS handshake fails after one connect timeout`() throws {
    let silent = try Server { _ in [] }
    let port = silent.port
    let server = try Server { _ in
      [.text("HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1:\(port)/b\r\nContent-Length: 0\r\n\r\n")]
    }
    let viewer = try Viewer { $0.idleLimit = .milliseconds(500) }
    viewer.fetch(server.url("/a"))
    // The limit on connecting is libcurl's own, on a real clock.
    viewer.run(untilEnded: 1)
    expect(viewer.failure(1), equals: FetchFailure(.timedOut, "timed out while connecting", isTransient: false))
    #expect(viewer.retries.isEmpty)
  }

  @Test func `a server that sends a little at a time is allowed until the total limit`() throws {
    let gates = (0..<10).map { _ in Gate() }
    let server = try Server { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")]
        + gates.flatMap { [Server.Step.wait($0), .send([1])] }
    }
    let viewer = try Viewer {
      $0.idleLimit = .seconds(15)
      $0.totalLimit = .seconds(100)
      $0.slowLimit = .seconds(1_000)
    }
    viewer.fetch(server.url("/a"))
    for (index, gate) in gates.enumerated() where index < 9 {
      gate.open()
      viewer.run(until: { $0.reports.contains(.progress(download: 1, received: index + 1, expected: 1_000)) })
      #expect(viewer.retries.isEmpty)
      viewer.now += .seconds(11)
    }
    #expect(viewer.retries.isEmpty)
    gates[9].open()
    viewer.run(until: { $0.reports.contains(.progress(download: 1, received: 10, expected: 1_000)) })
    viewer.now += .seconds(1)
    viewer.run(until: { $0.retries.count == 1 })
    expect(viewer.retries[0].reason.description, equals: "timed out: not finished after 100 s")
  }

  @Test func `a server below the minimum rate times out after a minute; a slow one does not`() throws {
    let (gates, end) = ((0..<2).map { _ in Gate() }, Gate())
    let server = try Server { request in
      let piece = [UInt8](repeating: 1, count: request.target == "/drips" ? 1 : 700)
      return [.text("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")]
        + gates.flatMap { [Server.Step.wait($0), .send(piece)] } + [.wait(end)]
    }
    let viewer = try Viewer {
      $0.idleLimit = .seconds(40)
      $0.minimumRate = 10
    }
    let (drips, slow) = (viewer.fetch(server.url("/drips")), viewer.fetch(server.url("/slow")))
    func have(_ ofDrips: Int, _ ofSlow: Int) -> (Viewer) -> Bool {
      { viewer in
        viewer.reports.contains(.progress(download: drips, received: ofDrips, expected: 5_000))
          && viewer.reports.contains(.progress(download: slow, received: ofSlow, expected: 5_000))
      }
    }
    gates[0].open()
    viewer.run(until: have(1, 700))
    viewer.now += .seconds(35)
    gates[1].open()
    viewer.run(until: have(2, 1_400))
    viewer.now += .milliseconds(24_999)
    viewer.run(until: { _ in true })
    #expect(viewer.retries.isEmpty)
    viewer.now += .milliseconds(1)
    viewer.run(until: { !$0.retries.isEmpty })
    let reason = FetchFailure(.timedOut, "timed out: slower than 10 bytes per second", isTransient: true)
    expect(viewer.reports.last, equals: .retrying(download: drips, reason: reason, milliseconds: 750))
    expect(viewer.retries.count, equals: 1)
    end.open()
  }

  @Test func `an empty query is part of a URL`() throws {
    let server = try Server { .ok(Array($0.target.utf8)) }
    let viewer = try Viewer()
    let numbers = ["/q.png?", "/q.png", "/q.png?#top", "/q.png#top?"].map { viewer.fetch(server.url($0)) }
    viewer.run(untilEnded: 4)
    let asked = try numbers.map { String(decoding: try #require(viewer.copy($0).bytes), as: UTF8.self) }
    expect(asked, equals: ["/q.png?", "/q.png", "/q.png?", "/q.png"])
  }

  @Test func `a body whose declared length is beyond the limit is not downloaded`() throws {
    let server = try Server { _ in .ok([UInt8](repeating: 1, count: 1_001)) }
    let viewer = try Viewer { $0.maxBytes = 1_000 }
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number), equals: FetchFailure(.tooLarge, "larger than 1000 bytes", isTransient: false))
    expect(viewer.files, equals: nil)
  }

  @Test func `an endless body is stopped at the limit and deleted`() throws {
    let server = try Server { _ in
      [.text("HTTP/1.1 200 OK\r\n\r\n"), .flood([UInt8](repeating: 1, count: 65_536))]
    }
    let viewer = try Viewer { $0.maxBytes = 3 << 20 }
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number), equals: FetchFailure(.tooLarge, "larger than 3 MB", isTransient: false))
    expect(viewer.files, equals: [])
    viewer.run(until: { _ in server.aborted == 1 })
  }

  @Test func `a compressed body that expands beyond the limit is stopped and deleted`() throws {
    let server = try Server { _ in .ok(Bomb.gzip, "Content-Encoding: gzip") }
    let viewer = try Viewer { $0.maxBytes = 1 << 20 }
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number)?.kind, equals: .tooLarge)
    expect(viewer.files, equals: [])
  }

  @Test func `redirects, even relative ones, are followed and cached under the requested URL`() throws {
    let server = try Server { request in
      switch request.target {
      case "/a": .status("301 Moved Permanently", "Location: /b?c=d")
      case "/b?c=d": .status("307 Temporary Redirect", "Location: e")
      default: .ok([5])
      }
    }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    try expect(viewer.copy(number).bytes, equals: [5])
    expect(server.requests.map(\.target), equals: ["/a", "/b?c=d", "/e"])
    try expect(viewer.copy(number).finalURL, equals: server.url("/e"))
    expect(viewer.cache.lookup(server.url("/a"), now: 0)?.size, equals: 1)
    expect(viewer.cache.lookup(server.url("/a"), now: 0)?.finalURL, equals: server.url("/e"))
    expect(viewer.cache.lookup(server.url("/e"), now: 0), equals: nil)
  }

  @Test func `a redirect loop fails after ten redirects`() throws {
    let server = try Server { .status("302 Found", "Location: \($0.target == "/a" ? "/b" : "/a")") }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number), equals: FetchFailure(.tooManyRedirects, "too many redirects", isTransient: false))
    expect(server.count(), equals: 11)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/a", "data:image/png;base64,AAAA", "dict://x",
  ])
  func `redirects to schemes other than http and https are refused`(location: String) throws {
    let server = try Server { _ in .status("302 Found", "Location: \(location)") }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number)?.kind, equals: .badRedirect)
    expect(viewer.files, equals: nil)
  }
}
