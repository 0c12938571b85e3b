import Fetching
import Foundation
@testable import HTTPFetching
import TestSupport
import Testing

/// Downloads that are interrupted and resumed.
struct ResumingTests {
  /// Ten thousand bytes, in which every pair is its own index, so that no two parts are equal.
  static let whole = (0..<5_000).flatMap { (index: Int) -> [UInt8] in
    [UInt8(index / 256), UInt8(index % 256)]
  }
  static let tag = "ETag: \"a\""

  /// Returns a server that breaks off its first answer after 4000 bytes; a closure gives the later answers.
  private func server(
    _ fields: String = "Accept-Ranges: bytes\r\n\(tag)\r\n",
    then answer: @escaping @Sendable (Server.Request) -> [Server.Step]
  ) throws -> Server {
    try Server { request in
      guard request.time == 1 else { return answer(request) }
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\(fields)\r\n"
      return [.text(head), .send(Array(Self.whole[..<4_000])), .close]
    }
  }

  /// Returns an answer with a range of the body.
  private static func part(_ range: Range<Int>, _ fields: String..., of total: String = "10000") -> [Server.Step] {
    let fields = (fields + ["Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"])
      .map { $0 + "\r\n" }.joined()
    return [
      .text("HTTP/1.1 206 Partial Content\r\nContent-Length: \(range.count)\r\n\(fields)\r\n"),
      .send(Array(whole[range])),
    ]
  }

  /// Downloads the body from a server, waiting before each retry for as long as reported; returns the result.
  private func run(_ server: Server) throws -> Result<Viewer.Copy, FetchFailure> {
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    for tries in 1... {
      viewer.run(until: { $0.ends.count == 1 || $0.retries.count == tries })
      guard viewer.ends.isEmpty else { break }
      viewer.now += .milliseconds(viewer.retries[tries - 1].milliseconds)
    }
    let end = try #require(viewer.ends[number])
    if case .success(let copy) = end { expect(copy.bytes, equals: Self.whole) }
    // A stored body and its entry, and no files of failed attempts.
    expect(viewer.files?.count, equals: ((try? end.get()) == nil ? 0 : 2))
    return end
  }

  private func ranges(_ server: Server) -> [String?] { server.requests.map { $0.headers["range"].first } }

  @Test func `a resumed download requests only the rest, with If-Range`() throws {
    let server = try server { _ in Self.part(4_000..<10_000, Self.tag) }
    _ = try run(server).get()
    expect(ranges(server), equals: [nil, "bytes=4000-"])
    expect(server.requests[1].headers["if-range"], equals: ["\"a\""])
    expect(server.requests[1].headers["if-none-match"], equals: [])
  }

  @Test func `a Last-Modified date that is old enough serves as the If-Range validator`() throws {
    let dates = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: Sun, 06 Nov 1994 08:50:37 GMT\r\n"
    let server = try server("Accept-Ranges: bytes\r\n" + dates) { _ in Self.part(4_000..<10_000) }
    _ = try run(server).get()
    expect(server.requests[1].headers["if-range"], equals: ["Sun, 06 Nov 1994 08:49:37 GMT"])
  }

  @Test(arguments: [
    "ETag: \"a\"", "Accept-Ranges: none\r\nETag: \"a\"", "Accept-Ranges: bytes",
    "Accept-Ranges: bytes\r\nETag: W/\"a\"",
    "Accept-Ranges: bytes\r\nETag: a",
    "Accept-Ranges: bytes\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: Sun, 06 Nov 1994 08:50:36 GMT",
  ])
  func `without a strong validator or range support, the whole body is requested`(fields: String) throws {
    let server = try server(fields + "\r\n") { _ in .ok(Self.whole) }
    _ = try run(server).get()
    expect(ranges(server).compactMap(\.self), equals: [])
  }

  @Test func `a whole body in response to a range request is accepted`() throws {
    let server = try server { _ in .ok(Self.whole, "ETag: \"b\"") }
    _ = try run(server).get()
    expect(ranges(server), equals: [nil, "bytes=4000-"])
  }

  @Test(arguments: [
    // Another body or an unidentified one; another range, length or form.
    ["Content-Range: bytes 4000-9999/10000", "ETag: \"b\""], ["Content-Range: bytes 4000-9999/10000"],
    ["Content-Range: bytes 3999-9998/10000", tag], ["Content-Range: bytes 4001-9999/10000", tag],
    ["Content-Range: bytes 4000-9999/10001", tag], ["Content-Range: bytes 4000-9999/*", tag],
    ["Content-Range: bytes 4000-3999/10000", tag], ["Content-Range: lines 4000-9999/10000", tag],
    ["Content-Range: bytes +4000-9999/10000", tag], ["Content-Range: bytes 4000-99999999999999999999/10000", tag],
    ["Content-Range: bytes 4000-9999/10000", tag, "Content-Encoding: gzip"],
    ["Content-Type: multipart/byteranges", tag],
    ["Content-Range: bytes 4000-9999/10000", "Content-Range: bytes 4000-9999/10000", tag],
    ["Content-Range: bytes 4000-9999/10000", tag, "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"],
  ])
  func `a partial response that does not match is discarded, and the whole body is requested`(fields: [String]) throws {
    let server = try server { request in
      guard !request.headers["range"].isEmpty else { return .ok(Self.whole) }
      let fields = fields.map { $0 + "\r\n" }.joined()
      return [
        .text("HTTP/1.1 206 Partial Content\r\nContent-Length: 6000\r\n\(fields)\r\n"),
        .send(Array(Self.whole[4_000...].reversed())),
      ]
    }
    _ = try run(server).get()
    expect(ranges(server), equals: [nil, "bytes=4000-", nil])
  }

  @Test func `a partial response that is too long is discarded, and the whole body is requested`() throws {
    let server = try server { request in
      guard !request.headers["range"].isEmpty else { return .ok(Self.whole) }
      let head = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 4000-9999/10000\r\n\(Self.tag)\r\n\r\n"
      return [.text(head), .send(Array(Self.whole[4_000...]) + [1]), .close]
    }
    _ = try run(server).get()
    expect(ranges(server), equals: [nil, "bytes=4000-", nil])
  }

  @Test func `after a 416 the whole body is requested`() throws {
    let server = try server { request in
      request.headers["range"].isEmpty ? .ok(Self.whole) : .status("416 Range Not Satisfiable")
    }
    _ = try run(server).get()
    expect(ranges(server), equals: [nil, "bytes=4000-", nil])
  }

  @Test func `a body that is interrupted repeatedly is assembled from its parts`() throws {
    let server = try server { request in
      switch request.time {
      case 2: [.text("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")]
      // A range shorter than requested is used as far as it goes.
      case 3: Self.part(4_000..<6_000, Self.tag)
      case 4: Array(Self.part(6_000..<10_000, Self.tag).dropLast()) + [.send(Array(Self.whole[6_000..<9_000])), .close]
      default: Self.part(9_000..<10_000, Self.tag)
      }
    }
    _ = try run(server).get()
    expect(ranges(server), equals: [nil, "bytes=4000-", "bytes=4000-", "bytes=6000-", "bytes=9000-"])
  }

  @Test func `a download from a server that always stops early fails in the end and leaves no file`() throws {
    let server = try server { _ in
      Array(Self.part(4_000..<10_000, Self.tag).dropLast()) + [.close]
    }
    #expect(throws: FetchFailure(.truncated, "truncated by the server", isTransient: true)) { try run(server).get() }
    expect(server.count(), equals: 5)
  }

  @Test func `an unknown length is taken from the partial response`() throws {
    let server = try Server { request in
      guard request.time == 1 else { return Self.part(4_000..<10_000, Self.tag) }
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nAccept-Ranges: bytes\r\n\(Self.tag)\r\n\r\nfa0\r\n"
      return [.text(head), .send(Array(Self.whole[..<4_000])), .close]
    }
    _ = try run(server).get()
    expect(ranges(server), equals: [nil, "bytes=4000-"])
  }

  @Test func `a download displaced by a visible slide resumes where it stopped`() throws {
    let gate = Gate()
    let server = try Server { request in
      if request.target == "/b" { return .ok([1]) }
      if request.time > 1 { return Self.part(4_000..<10_000, Self.tag) }
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\nAccept-Ranges: bytes\r\n\(Self.tag)\r\n\r\n"
      return [.text(head), .send(Array(Self.whole[..<4_000])), .wait(gate)]
    }
    let viewer = try Viewer(limit: 1)
    let number = viewer.fetch(server.url("/a"), priority: 1)
    viewer.run(until: { $0.reports.contains(.progress(download: number, received: 4_000, expected: 10_000)) })
    viewer.fetch(server.url("/b"))
    viewer.run(untilEnded: 2)
    try expect(viewer.copy(number).bytes, equals: Self.whole)
    expect(ranges(server), equals: [nil, nil, "bytes=4000-"])
    gate.open()
  }

  @Test func `at most 32 interrupted downloads are kept, and none on a full disk`() throws {
    let viewer = try Viewer()
    let server = try server { _ in .ok(Self.whole) }
    for number in 1...40 { viewer.fetch(server.url("/\(number)")) }
    viewer.run(until: { $0.retries.count == 40 })
    expect(viewer.files?.count, equals: 32)
    let full = try Viewer(isFull: true)
    full.fetch(server.url("/full"))
    full.run(until: { $0.retries.count == 1 })
    try expect(FileManager.default.contentsOfDirectory(atPath: full.spare), equals: [])
  }

  @Test func `a cancelled download's partial body is deleted`() throws {
    let server = try server { _ in .ok(Self.whole) }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(until: { $0.retries.count == 1 })
    expect(viewer.files?.count, equals: 1)
    viewer.send(.cancel(download: number))
    expect(viewer.files, equals: [])
  }
}
