import Fetching
import Foundation
import TestSupport
import Testing

/// Which copies are requested again, and what is transferred.
struct RevalidationTests {
  @Test func `a fresh copy is served without a request`() throws {
    let server = try Server { _ in .ok([1, 2, 3], "Cache-Control: max-age=3600") }
    let viewer = try Viewer()
    let first = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.cache.lookup(server.url("/a"), now: Date.now.timeIntervalSince1970)?.isFresh, equals: true)
    let second = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 2)
    expect(server.count(), equals: 1)
    try expect(viewer.copy(second).path, equals: viewer.copy(first).path)
    #expect(try viewer.copy(second).wasUnchanged)
  }

  @Test func `a reload requests even a fresh copy, with Cache-Control: max-age=0`() throws {
    let server = try Server { _ in .ok([1, 2, 3], "Cache-Control: max-age=3600") }
    let viewer = try Viewer()
    viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    viewer.fetch(server.url("/a"), isForced: true)
    viewer.run(untilEnded: 2)
    expect(server.count(), equals: 2)
    expect(server.requests.map { $0.headers["Cache-Control"] }, equals: [[], ["max-age=0"]])
  }

  @Test func `the final URL is known for fresh, unchanged and no-store responses`() throws {
    let server = try Server { request in
      switch request.target {
      case "/fresh": .status("301 Moved Permanently", "Location: /x/1")
      case "/stale": .status("302 Found", "Location: /x/\(request.time + 1)")
      case "/passing": .status("302 Found", "Location: /x/4")
      case "/x/1": .ok([1], "Cache-Control: max-age=3600")
      case "/x/2": .ok([2], "ETag: \"v1\"", "Cache-Control: no-cache")
      case "/x/3": .status("304 Not Modified")
      default: .ok([4], "Cache-Control: no-store")
      }
    }
    let viewer = try Viewer()
    for (target, ends) in [("/fresh", ["/x/1", "/x/1"]), ("/stale", ["/x/2", "/x/3"]), ("/passing", ["/x/4"])] {
      for end in ends {
        let number = viewer.fetch(server.url(target))
        viewer.run(untilEnded: Int(number))
        try expect(viewer.copy(number).finalURL, equals: server.url(end))
      }
    }
    expect(server.count("/fresh"), equals: 1)
    expect(server.count("/stale"), equals: 2)
    let direct = viewer.fetch(server.url("/x/1"))
    viewer.run(untilEnded: Int(direct))
    try expect(viewer.copy(direct).finalURL, equals: nil)
  }

  @Test func `a stale copy is revalidated, and a 304 makes it fresh again`() throws {
    let server = try Server { request in
      request.headers["If-None-Match"] == ["\"v1\""]
        ? .status("304 Not Modified", "Cache-Control: max-age=60")
        : .ok([1, 2, 3], "ETag: \"v1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control: no-cache")
    }
    let viewer = try Viewer()
    let first = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.cache.lookup(server.url("/a"), now: Date.now.timeIntervalSince1970)?.isFresh, equals: false)
    let second = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 2)
    try expect(viewer.copy(second), equals: Viewer.Copy(path: viewer.copy(first).path, wasUnchanged: true))
    expect(server.requests[1].headers["If-Modified-Since"], equals: ["Sun, 06 Nov 1994 08:49:37 GMT"])
    // The 304 has made the copy fresh: it is not revalidated again.
    viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 3)
    expect(server.count(), equals: 2)
  }

  @Test func `a changed body replaces the old one`() throws {
    let server = try Server { .ok([UInt8($0.time)], "ETag: \"\($0.time)\"", "Cache-Control: no-cache") }
    let viewer = try Viewer()
    let first = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    let second = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 2)
    try expect(viewer.copy(first).bytes, equals: nil)
    try expect(viewer.copy(second).bytes, equals: [2])
    #expect(try !viewer.copy(second).wasUnchanged)
    expect(viewer.files?.count, equals: 2)
  }

  @Test func `a damaged copy is downloaded again even if the server answers 304`() throws {
    let server = try Server { request in
      !request.headers["If-None-Match"].isEmpty
        ? .status("304 Not Modified") : .ok([1, 2, 3], "ETag: \"v1\"", "Cache-Control: no-cache")
    }
    let viewer = try Viewer()
    let first = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    try Data([1, 2, 4]).write(to: URL(filePath: viewer.copy(first).path))
    let second = viewer.fetch(server.url("/a"), isForced: true)
    viewer.run(untilEnded: 2)
    try expect(viewer.copy(second).bytes, equals: [1, 2, 3])
    expect(server.count(), equals: 3)
    // Without a forced reload, the cached copy is verified first, and found to be damaged.
    try Data([1, 2, 4]).write(to: URL(filePath: viewer.copy(second).path))
    let third = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 3)
    try expect(viewer.copy(third).bytes, equals: [1, 2, 3])
    expect(server.requests.count, equals: 4)
    expect(server.requests[3].headers["If-None-Match"], equals: [])
  }

  @Test func `a no-store body exists only while it is in use`() throws {
    let server = try Server { _ in .ok([1, 2, 3], "Cache-Control: no-store") }
    var viewer: Viewer? = try Viewer()
    let number = try #require(viewer?.fetch(server.url("/a")))
    viewer?.run(untilEnded: 1)
    let copy = try #require(try viewer?.copy(number))
    expect(copy.bytes, equals: [1, 2, 3])
    expect(viewer?.cache.lookup(server.url("/a"), now: Date.now.timeIntervalSince1970), equals: nil)
    viewer = nil
    expect(copy.bytes, equals: nil)
  }

  @Test func `an unsolicited 304 is a failure`() throws {
    let server = try Server { _ in .status("304 Not Modified") }
    let viewer = try Viewer()
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    expect(viewer.failure(number), equals: FetchFailure(.status, "304 Not Modified", isTransient: false))
  }

  @Test(arguments: [("302 Found", ""), ("302 Found", "Cache-Control: no-store"), ("307 Temporary Redirect", "X: y")])
  func `a redirect without a lifetime is requested again, however fresh its target is`(
    status: String, field: String
  ) throws {
    let server = try Server { request in
      guard request.target == "/latest" else {
        return .ok([UInt8(request.target.utf8.last ?? 0)], "Cache-Control: max-age=3600")
      }
      let fields = field.isEmpty ? [] : [field]
      return [
        .text(
          (["HTTP/1.1 \(status)", "Location: /\(request.time)", "Content-Length: 0"] + fields + ["", ""]).joined(
            separator: "\r\n"))
      ]
    }
    let viewer = try Viewer()
    for number in [1, 2] {
      let download = viewer.fetch(server.url("/latest"))
      viewer.run(untilEnded: number)
      try expect(viewer.copy(download).bytes, equals: [0x30 + UInt8(number)])
    }
    expect(server.count("/latest"), equals: 2)
  }

  @Test func `fields after a chunked body are no head`() throws {
    let server = try Server { _ in
      [
        .text(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n")
      ]
    }
    let viewer = try Viewer()
    let download = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    try expect(viewer.copy(download).bytes, equals: Array("abc".utf8))
  }
}
