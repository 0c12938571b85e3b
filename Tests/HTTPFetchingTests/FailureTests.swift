import Fetching
import TestSupport
import Testing

/// What fails, how failures are reported, and which are retried.
struct FailureTests {
  @Test func `a 404 fails at once, with the standard phrase instead of the server's`() throws {
    let server = try Server { _ in .status("404 \u{1B}[31mEvil\u{07}") }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number), equals: FetchFailure(.status, "404 Not Found", isTransient: false))
    expect(server.count(), equals: 1)
    expect(viewer.files, equals: nil)
    // URLs are not blacklisted: a new request is sent to the server.
    viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 2)
    expect(server.count(), equals: 2)
  }

  @Test func `an endless error body is not read`() throws {
    let server = try Server { _ in
      [.text("HTTP/1.1 403 Forbidden\r\n\r\n"), .flood([UInt8](repeating: 1, count: 1_000))]
    }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number)?.description, equals: "403 Forbidden")
    viewer.run(until: { _ in server.aborted == 1 })
  }

  @Test func `a server error is retried four times with growing waits`() throws {
    let server = try Server { _ in .status("500 Internal Server Error") }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    for tries in 1...4 {
      viewer.run(until: { $0.retries.count == tries })
      expect(server.count(), equals: tries)
      viewer.now += .milliseconds(viewer.retries[tries - 1].milliseconds)
    }
    viewer.run(untilEnded: 1)
    expect(server.count(), equals: 5)
    expect(viewer.retries.map(\.milliseconds), equals: [750, 1_500, 3_000, 6_000])
    expect(viewer.failure(number)?.description, equals: "500 Internal Server Error")
  }

  @Test func `a download succeeds after its transient failures`() throws {
    let server = try Server { $0.time < 3 ? .status("503 Service Unavailable") : .ok([5]) }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(until: { $0.retries.count == 1 })
    viewer.now += .seconds(1)
    viewer.run(until: { $0.retries.count == 2 })
    viewer.now += .seconds(2)
    viewer.run(untilEnded: 1)
    try expect(viewer.copy(number).bytes, equals: [5])
  }

  @Test func `a forced reload does not wait, and cancelled downloads are not retried`() throws {
    let server = try Server { _ in .status("503 Service Unavailable") }
    let viewer = try Viewer()
    let first = viewer.fetch(server.url("/a"))
    viewer.run(until: { $0.retries.count == 1 })
    let second = viewer.fetch(server.url("/a"), isForced: true)
    viewer.run(until: { $0.retries.count == 3 })
    expect(server.count(), equals: 2)
    viewer.send(.cancel(download: first))
    viewer.send(.cancel(download: second))
    viewer.now += .seconds(100)
    let other = viewer.fetch(server.url("/b"))
    viewer.run(until: { _ in server.count("/b") == 1 })
    expect(server.count("/a"), equals: 2)
    expect(viewer.failure(other), equals: nil)
  }

  @Test func `a download is retried as soon as Retry-After allows, not before`() throws {
    let server = try Server { $0.time == 1 ? .status("429 Too Many Requests", "Retry-After: 7") : .ok([5]) }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(until: { $0.retries.count == 1 })
    expect(viewer.retries[0].milliseconds, equals: 7_500)
    expect(
      viewer.retries[0].reason,
      equals: FetchFailure(.status, "429 Too Many Requests", isTransient: true, retryAfter: 7))
    viewer.now += .milliseconds(7_499)
    let other = viewer.fetch(server.url("/b"))
    viewer.run(until: { $0.retries.count == 2 })
    expect(server.count("/a"), equals: 1)
    viewer.send(.cancel(download: other))
    viewer.now += .milliseconds(1)
    viewer.run(untilEnded: 1)
    try expect(viewer.copy(number).bytes, equals: [5])
  }

  @Test func `a download with a long Retry-After fails without a retry`() throws {
    let server = try Server { _ in .status("503 Service Unavailable", "Retry-After: 3600") }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number)?.retryAfter, equals: 3_600)
    expect(server.count(), equals: 1)
  }

  static let shortBodies: [(name: String, steps: [Server.Step], kind: FetchFailure.Kind)] = [
    ("a length that lies", [.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"), .close], .truncated),
    (
      "a chunk without its end", [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nabc"), .close],
      .truncated
    ),
    (
      "chunks without their end", [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"), .close],
      .truncated
    ),
    (
      "a chunk of no size", [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"), .close],
      .connectionLost
    ),
    ("no answer", [.close], .connectionLost),
    ("half a head", [.text("HTTP/1.1 200 OK\r\nContent-Le"), .close], .connectionLost),
  ]

  @Test(arguments: shortBodies.map(\.name))
  func `a truncated or missing response is discarded and retried`(name: String) throws {
    let (_, steps, kind) = try #require(Self.shortBodies.first { $0.name == name })
    let server = try Server { $0.time == 1 || $0.target == "/always" ? steps : .ok([5]) }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(until: { $0.retries.count == 1 })
    expect(viewer.retries.first?.reason.kind, equals: kind)
    #expect(viewer.files?.isEmpty != false)
    viewer.now += .seconds(1)
    viewer.run(untilEnded: 1)
    try expect(viewer.copy(number).bytes, equals: [5])
  }

  static let nonsense = [
    "SSH-2.0-OpenSSH_9.2p1\r\n", "\u{0}\u{0}\u{0}", "HTTP/9.9 999 ?\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    "HTTP/1.1 200 OK\r\nETag: \(String(repeating: "x", count: 2_000_000))\r\n\r\n",
    String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 5_000),
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
    "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 206 Partial Content\r\nContent-Length: 1\r\n\r\na",
  ]

  @Test(arguments: nonsense.indices)
  func `a malformed response is a failure with a printable reason`(index: Int) throws {
    let server = try Server { _ in [.text(Self.nonsense[index]), .close] }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(until: { !$0.ends.isEmpty || !$0.retries.isEmpty })
    let reason = try #require(viewer.failure(number) ?? viewer.retries.first?.reason)
    #expect(!reason.description.unicodeScalars.contains { $0.value < 32 })
    #expect(viewer.files?.isEmpty != false)
  }

  @Test(arguments: ["SSH-2.0-OpenSSH_9.2p1\r\n", "\u{0}\u{1}garbage\r\n\r\n", "\u{89}PNG\r\n"])
  func `a server that does not speak HTTP is reported as such`(greeting: String) throws {
    let server = try Server { _ in [.text(greeting), .close] }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number)?.description, equals: "not an HTTP server")
  }

  @Test func `refused connections, unknown hosts and invalid URLs are distinguished`() throws {
    let viewer = try Viewer()
    let urls = [
      "http://127.0.0.1:1/", "http://no-such-host.invalid/", "file:///etc/passwd", "ftp://example.org/a", "a.jpg",
      "http://", "http://example.org:99999999/", "http://a/\n\u{1B}[2J",
      "https://" + String(repeating: "a", count: 20_000),
    ]
    let numbers = urls.map { viewer.fetch($0) }
    viewer.run(until: { $0.ends.count + $0.retries.count == urls.count })
    expect(viewer.failure(numbers[0])?.kind, equals: .refused)
    // A machine without any network reports that instead.
    let noHost = viewer.failure(numbers[1])?.kind ?? viewer.retries.first?.reason.kind
    #expect(noHost == .hostNotFound || noHost == .offline)
    expect(numbers[2...].map { viewer.failure($0)?.kind }, equals: Array(repeating: .badURL, count: 7))
    expect(viewer.failure(numbers[2])?.description, equals: "neither http nor https")
    expect(viewer.files, equals: nil)
  }
}
