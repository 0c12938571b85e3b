import Fetching
import HTTPFetching
import TestSupport
import Testing

/// The first bytes of bodies, which suffice for thumbnails.
struct HeadTests {
  private static let whole = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
  private static let head = Array(whole[..<128_000])
  private let tag = "ETag: \"a\""
  private let fresh = "Cache-Control: max-age=60"

  /// Returns an answer with the first bytes of a body.
  private static func part(_ body: [UInt8], _ fields: String...) -> [Server.Step] {
    let sent = body.prefix(128_000)
    let lines = fields.map { $0 + "\r\n" }.joined()
    return [
      .text(
        "HTTP/1.1 206 Partial Content\r\nContent-Length: \(sent.count)\r\n"
          + "Content-Range: bytes 0-\(sent.count - 1)/\(body.count)\r\n\(lines)\r\n"),
      .send(Array(sent)),
    ]
  }

  private func fetch(_ url: String, isHead: Bool = true, with viewer: Viewer) throws -> Viewer.Copy {
    let number = viewer.fetch(url, isHead: isHead)
    viewer.run(untilEnded: Int(number))
    return try viewer.copy(number)
  }

  @Test func `a head is requested as a range, kept, and never taken for the whole body`() throws {
    let (tag, fresh) = (tag, fresh)
    let server = try Server { request in
      request.headers["range"] == ["bytes=0-127999"] ? Self.part(Self.whole, tag, fresh) : .ok(Self.whole, tag, fresh)
    }
    let viewer = try Viewer()
    let first = try fetch(server.url("/a"), with: viewer)
    #expect(first.isHead && !first.wasUnchanged && first.bytes == Self.head)
    let second = try fetch(server.url("/a"), with: viewer)
    #expect(second.isHead && second.wasUnchanged && second.path == first.path)
    expect(server.count(), equals: 1)
    #expect(viewer.cache.lookup(server.url("/a"), now: DiskCache.wallClock) == nil)
    let all = try fetch(server.url("/a"), isHead: false, with: viewer)
    #expect(!all.isHead && all.bytes == Self.whole)
    expect(server.requests.map { $0.headers["range"] }, equals: [["bytes=0-127999"], []])
    expect(server.requests[1].headers["if-none-match"], equals: [])
    expect(server.count(), equals: 2)
  }

  @Test(arguments: ["Content-Length: 1000000000\r\n", "Connection: close\r\n"])
  func `a server that ignores the range is cut off`(field: String) throws {
    let server = try Server { _ in
      [.text("HTTP/1.1 200 OK\r\n\(field)\r\n"), .flood([UInt8](repeating: 1, count: 1_000))]
    }
    let viewer = try Viewer { $0.maxBytes = 2_000_000_000 }
    let copy = try fetch(server.url("/a"), with: viewer)
    #expect(copy.isHead && copy.bytes == [UInt8](repeating: 1, count: 128_000))
    viewer.run(until: { _ in server.aborted == 1 })
  }

  @Test(arguments: [true, false])
  func `a small body is kept whole`(isRange: Bool) throws {
    let small = Array(Self.whole[..<5_000])
    let fresh = fresh
    let server = try Server { _ in isRange ? Self.part(small, fresh) : .ok(small, fresh) }
    let viewer = try Viewer()
    let copy = try fetch(server.url("/a"), with: viewer)
    #expect(!copy.isHead && copy.bytes == small)
    try expect(fetch(server.url("/a"), isHead: false, with: viewer).path, equals: copy.path)
    expect(server.count(), equals: 1)
  }

  @Test func `more bytes than a small body was to have are an error`() throws {
    let server = try Server { _ in
      [
        .text("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-4/5\r\nConnection: close\r\n\r\n"),
        .flood([UInt8](repeating: 1, count: 1_000)),
      ]
    }
    let viewer = try Viewer()
    viewer.fetch(server.url("/a"), isHead: true)
    viewer.run(until: { !$0.retries.isEmpty || !$0.ends.isEmpty })
    #expect((try? viewer.copy(1)) == nil)
  }

  @Test func `a stale head is confirmed, and so is a stale body in its place`() throws {
    let tag = tag
    let server = try Server { request in
      if request.headers["if-none-match"] == ["\"a\""] { return .status("304 Not Modified", tag) }
      return request.headers["range"] == [] ? .ok(Self.whole, tag) : Self.part(Self.whole, tag)
    }
    let viewer = try Viewer()
    let head = try fetch(server.url("/a"), with: viewer)
    let same = try fetch(server.url("/a"), with: viewer)
    #expect(same.isHead && same.wasUnchanged && same.path == head.path)
    let whole = try fetch(server.url("/a"), isHead: false, with: viewer)
    let confirmed = try fetch(server.url("/a"), with: viewer)
    #expect(!confirmed.isHead && confirmed.wasUnchanged && confirmed.path == whole.path)
    expect(server.requests[3].headers["range"], equals: ["bytes=0-127999"])
  }

  @Test func `another part than the first is refused`() throws {
    let server = try Server { _ in
      [
        .text("HTTP/1.1 206 Partial Content\r\nContent-Length: 2\r\nContent-Range: bytes 5-6/10\r\n\r\n"),
        .send([1, 2]),
      ]
    }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"), isHead: true)
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number)?.description, equals: "the server sent another part")
  }

  @Test func `a body without a first byte is an empty one, whatever the answer says about it`() throws {
    let fields = "Content-Range: bytes */0\r\nETag: \"a\"\r\nContent-Length: 2000\r\n"
    let server = try Server { request in
      if request.headers["if-none-match"] == ["\"a\""] { return .status("304 Not Modified") }
      return [.text("HTTP/1.1 416 Range Not Satisfiable\r\n\(fields)\r\n"), .send(Self.text)]
    }
    let viewer = try Viewer()
    let copy = try fetch(server.url("/a"), with: viewer)
    #expect(!copy.isHead && copy.bytes == [])
    let same = try fetch(server.url("/a"), with: viewer)
    #expect(!same.isHead && same.wasUnchanged && same.path == copy.path)
  }

  private static let text = [UInt8](repeating: 0x20, count: 2_000)

  @Test(arguments: [("0-99/1000", true), ("0-99/100", false), ("0-99/*", true)])
  func `less than the part that was requested is the whole only if it says so`(range: String, isHead: Bool) throws {
    let server = try Server { _ in
      [
        .text("HTTP/1.1 206 Partial Content\r\nContent-Length: 100\r\nContent-Range: bytes \(range)\r\n\r\n"),
        .send(Array(Self.whole[..<100])),
      ]
    }
    let viewer = try Viewer()
    let copy = try fetch(server.url("/a"), with: viewer)
    #expect(copy.isHead == isHead && copy.bytes == Array(Self.whole[..<100]))
  }

  @Test func `a part that is not of the size that it says is not kept`() throws {
    let server = try Server { _ in
      [
        .text("HTTP/1.1 206 Partial Content\r\nContent-Length: 50\r\nContent-Range: bytes 0-99/100\r\n\r\n"),
        .send(Array(Self.whole[..<50])),
      ]
    }
    let viewer = try Viewer()
    viewer.fetch(server.url("/a"), isHead: true)
    viewer.run(until: { !$0.retries.isEmpty || !$0.ends.isEmpty })
    expect(viewer.retries.map(\.reason.description), equals: ["truncated by the server"])
  }
}
