import Fetching
import Foundation
import Glibc
import TestSupport
import Testing

/// Two programs that write to one cache and are killed at any moment.
struct CrashTests {
  @Test func `after two writers are killed at any moment, the cache serves only whole bodies`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = DiskCache(folder: folder)
    let writer = BuiltProgram.path(of: "cache-writer")
    var (served, leftovers) = (0, 0)
    let rounds = Rounds.count(200)
    for round in 1...UInt64(rounds) {
      let writers = try [round, round &* 7_919].map { try PipedProgram(writer, [folder, "\($0)"]) }
      // Every other pair is killed only after each of its writers has completed a body. How far the writers have got then is
      // random, and the others may not even have started. That is intended.
      if round % 2 == 0 { for process in writers { expect(process.readPiece(), equals: [UInt8(ascii: ".")]) } }
      pause(microseconds: Int(round * 7_919 % 12_000))
      for process in writers { process.send(signal: SIGKILL) }
      for process in writers { _ = try process.finish() }
      for number in 0..<5 {
        let url = "http://example.org/\(number)"
        guard let copy = cache.lookup(url, now: 2_000_000) else { continue }
        served += 1
        let bytes = try #require(FileManager.default.contents(atPath: copy.path).map { [UInt8]($0) })
        #expect(Self.isWhole(bytes, of: url), "round \(round)")
      }
      // The first writers may be killed before the folder exists.
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      leftovers += files.count { $0.hasSuffix(".part") }
    }
    // Writers were killed in the middle of writes, after others had completed.
    #expect(served > 0)
    #expect(leftovers > 0)
    // The leftovers of killed writers are removed eventually, and nothing else is.
    let entries = (0..<5).filter { cache.lookup("http://example.org/\($0)", now: 2_000_000) != nil }
    cache.sweep(now: 2_000_000)
    let future = Date.now.timeIntervalSince1970 + 100
    for entry in entries { #expect(cache.lookup("http://example.org/\(entry)", now: future) != nil) }
    cache.sweep(now: future)
    try expect(FileManager.default.contentsOfDirectory(atPath: folder).count, equals: 2 * entries.count)
  }

  /// Whether a body is as `cache-writer` wrote it.
  private static func isWhole(_ bytes: [UInt8], of url: String) -> Bool {
    guard bytes.count >= 8, bytes[4] == url.utf8.last else { return false }
    let size = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    return size == bytes.count && bytes[5...].allSatisfy { $0 == bytes[5] }
  }
}
