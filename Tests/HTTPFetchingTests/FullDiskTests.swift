@testable import Fetching
import Foundation
import HTTPFetching
import TestSupport
import Testing

/// Downloads that cannot be cached because the disk is full.
struct FullDiskTests {
  private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  @Test func `a body that cannot be cached is still shown, and is requested again`() throws {
    let server = try Server { request in .ok([1, UInt8(request.time)], "Cache-Control: max-age=60") }
    let viewer = try Viewer(isFull: true)
    for time in 1...2 {
      let number = viewer.fetch(server.url("/a"))
      viewer.run(untilEnded: time)
      try expect(viewer.copy(number).bytes, equals: [1, UInt8(time)])
      #expect(try viewer.copy(number).path.hasPrefix(viewer.spare + "/"))
    }
    expect(server.count(), equals: 2)
    expect(names(in: viewer.spare).count, equals: 2)
  }

  @Test func `a body whose entry cannot be written is shown from the spare folder`() throws {
    let server = try Server { request in .ok([UInt8(request.time)], "Cache-Control: max-age=60") }
    let viewer = try Viewer()
    let entry = "\(viewer.folder)/\(CacheName.entry(key: CacheName.key(of: server.url("/a"))).text)"
    // No file can replace a folder that is not empty.
    try FileManager.default.createDirectory(atPath: entry + "/x", withIntermediateDirectories: true)
    let number = viewer.fetch(server.url("/a"))
    viewer.run(untilEnded: 1)
    try expect(viewer.copy(number).bytes, equals: [1])
    #expect(try viewer.copy(number).path.hasPrefix(viewer.spare + "/"))
    expect(names(in: viewer.folder).count, equals: 1)
  }

  @Test func `the spare folder is limited in bytes and keeps the newest bodies`() throws {
    let server = try Server { request in .ok([UInt8](repeating: 7, count: request.target == "/9" ? 1_000 : 800)) }
    let viewer = try Viewer(isFull: true) { $0.maxBytes = 1_000 }
    for time in 1...9 {
      viewer.fetch(server.url("/\(time)"))
      viewer.run(untilEnded: time)
    }
    // Four times the largest body: 4000 bytes.
    expect(names(in: viewer.spare).count, equals: 4)
    try expect(viewer.copy(9).bytes?.count, equals: 1_000)
    try expect(viewer.copy(6).bytes?.count, equals: 800)
    try expect(viewer.copy(5).bytes, equals: nil)
  }
}
