import Fetching
import HTTPFetching
import TestSupport
import Testing

/// Which downloads are requested, and how many requests the server receives.
struct DemandTests {
  static let picture = [UInt8](repeating: 7, count: 100_000)

  @Test func `ten downloads of one URL cause one HTTP request`() throws {
    let server = try Server { _ in .ok(Self.picture) }
    let viewer = try Viewer()
    let numbers = (0..<10).map { viewer.fetch(server.url("/a"), priority: $0) }
    viewer.run(untilEnded: 10)
    expect(server.count(), equals: 1)
    for number in numbers { try expect(viewer.copy(number).bytes, equals: Self.picture) }
    #expect(try !viewer.copy(numbers[0]).wasUnchanged)
  }

  @Test func `two URLs with the same file name are separate downloads`() throws {
    let server = try Server { .ok(Array($0.target.utf8)) }
    let viewer = try Viewer()
    let (one, other) = (viewer.fetch(server.url("/x/a.jpg")), viewer.fetch(server.url("/y/a.jpg")))
    viewer.run(untilEnded: 2)
    try expect(viewer.copy(one).bytes, equals: Array("/x/a.jpg".utf8))
    try expect(viewer.copy(other).bytes, equals: Array("/y/a.jpg".utf8))
  }

  @Test func `at most five downloads are in flight, and the most urgent go first`() throws {
    let gate = Gate()
    let server = try Server { _ in .ok([1, 2, 3], after: gate) }
    let viewer = try Viewer()
    for priority in 1...12 { viewer.fetch(server.url("/\(priority)"), priority: priority) }
    viewer.run(until: { _ in server.count() >= 5 })
    viewer.send(.prioritize(download: 12, priority: 1))
    expect(Set(server.requests.map(\.target)), equals: ["/1", "/2", "/3", "/4", "/5"])
    gate.open()
    viewer.run(untilEnded: 12)
    expect(server.count(), equals: 12)
    #expect(server.maxOpen <= 5)
    #expect(server.requests[5..<10].map(\.target).contains("/12"))
  }

  @Test func `with a limit of one, downloads run strictly one after another`() throws {
    let server = try Server { _ in .ok([1]) }
    let viewer = try Viewer(limit: 1)
    for number in 1...6 { viewer.fetch(server.url("/\(number)"), priority: 6 - number + 1) }
    viewer.run(untilEnded: 6)
    expect(server.maxOpen, equals: 1)
    expect(server.requests.map(\.target), equals: ["/1", "/6", "/5", "/4", "/3", "/2"])
  }

  @Test func `progress names the file in which the bytes so far are`() throws {
    let gate = Gate()
    let server = try Server { _ in
      [
        .text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), .send([1, 2, 3]), .wait(gate),
        .send([4, 5, 6, 7, 8, 9]),
      ]
    }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(until: { !$0.reports.isEmpty })
    let path = try #require(viewer.paths[number])
    expect(Viewer.Copy(path: path, wasUnchanged: false).bytes, equals: [1, 2, 3])
    gate.open()
    viewer.run(untilEnded: 1)
    try expect(viewer.copy(number).bytes?.count, equals: 9)
  }

  @Test func `a download stops and leaves no file once all its requests are cancelled`() throws {
    let server = try Server { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n"), .flood([UInt8](repeating: 1, count: 1_000))]
    }
    let viewer = try Viewer { $0.maxBytes = 2_000_000_000 }
    let (one, other) = (viewer.fetch(server.url("/a")), viewer.fetch(server.url("/a")))
    viewer.run(until: { !$0.reports.isEmpty })
    expect(viewer.files?.count, equals: 1)
    viewer.send(.cancel(download: one))
    expect(viewer.files?.count, equals: 1)
    viewer.send(.cancel(download: other))
    viewer.run(until: { _ in server.aborted == 1 && server.open == 0 })
    expect(viewer.files, equals: [])
    #expect(viewer.ends.isEmpty)
  }

  @Test func `the visible slide does not wait for slides that are not visible`() throws {
    let gate = Gate()
    let server = try Server { $0.target == "/seen" ? .ok([9]) : .ok([1], after: gate) }
    let viewer = try Viewer(limit: 2)
    viewer.fetch(server.url("/soon"), priority: 1)
    viewer.fetch(server.url("/later"), priority: 5)
    viewer.run(until: { _ in server.count() == 2 })
    let seen = viewer.fetch(server.url("/seen"), priority: 0)
    viewer.run(untilEnded: 1)
    try expect(viewer.copy(seen).bytes, equals: [9])
    gate.open()
    viewer.run(untilEnded: 3)
    expect(server.count("/soon"), equals: 1)
    expect(server.count("/later"), equals: 2)
  }

  @Test func `progress reports the received bytes and, if known, the total`() throws {
    let gate = Gate()
    let server = try Server { request in
      request.target == "/known"
        ? .ok([1, 2, 3], after: Gate.opened).dropLast() + [.send([1]), .wait(gate), .send([2, 3])]
        : [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n"), .wait(gate), .text("0\r\n\r\n")]
    }
    let viewer = try Viewer()
    let (known, unknown) = (viewer.fetch(server.url("/known")), viewer.fetch(server.url("/unknown")))
    viewer.run(until: { $0.reports.count == 2 })
    #expect(viewer.reports.contains(.progress(download: known, received: 1, expected: 3)))
    #expect(viewer.reports.contains(.progress(download: unknown, received: 1, expected: nil)))
    gate.open()
    viewer.run(untilEnded: 2)
    try expect(viewer.copy(known).bytes, equals: [1, 2, 3])
  }
}

extension Gate {
  /// A gate that is already open.
  static var opened: Gate {
    let gate = Gate()
    gate.open()
    return gate
  }
}
