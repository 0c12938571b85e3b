@testable import Fetching
import Foundation
import Glibc
import TestSupport
import Testing

/// Which entries are removed from the cache, and when.
final class SweepingTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "sweeping-\(UUID())").path
  static let day = 24.0 * 3_600

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func cache(bytes: Int = 1 << 20) -> DiskCache {
    var limits = DiskCache.Limits()
    limits.bytes = bytes
    return DiskCache(folder: folder, limits: limits)
  }

  @discardableResult
  func store(_ name: String, bytes: Int = 1_000, at moment: Double) throws -> CachedCopy {
    let body = try cache().newBody(for: name)
    try unsafe [UInt8](repeating: 1, count: bytes).withUnsafeBytes { try unsafe body.append($0) }
    return try cache().store(body, of: name, head: ResponseHead(), requested: 0, received: 0, now: moment)
  }

  /// Returns the names that have an entry; this lookup does not count as use.
  func present(_ names: [String]) -> [String] { names.filter { cache().head(of: $0) != nil } }

  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

  @Test func `entries unused for seven days are removed; a lookup counts as use`() throws {
    try store("a", at: 0)
    try store("b", at: 0)
    #expect(cache().lookup("b", now: 3 * Self.day) != nil)
    cache().sweep(now: 7 * Self.day)
    expect(present(["a", "b"]), equals: ["a", "b"])
    cache().sweep(now: 7 * Self.day + 1)
    expect(present(["a", "b"]), equals: ["b"])
    cache().sweep(now: 10 * Self.day + 2)
    expect(files, equals: [])
  }

  @Test func `beyond the limit, as few least recently used entries as possible are removed`() throws {
    for (index, name) in ["a", "b", "c", "d"].enumerated() { try store(name, at: 1_000 + 100 * Double(index)) }
    _ = cache().lookup("a", now: 2_000)
    // Each entry takes a little more than its body.
    #expect(cache(bytes: 10_000).sweep(now: 3_000) < 10_000)
    expect(present(["a", "b", "c", "d"]), equals: ["a", "b", "c", "d"])
    #expect((2_000...3_000).contains(cache(bytes: 3_000).sweep(now: 3_000)))
    expect(present(["a", "b", "c", "d"]), equals: ["a", "d"])
    cache(bytes: 0).sweep(now: 3_000)
    expect(files, equals: [])
  }

  @Test func `an entry used in the last ten seconds stays, whatever the limit`() throws {
    try store("a", at: 1_000)
    cache(bytes: 0).sweep(now: 1_009)
    expect(present(["a"]), equals: ["a"])
    cache(bytes: 0).sweep(now: 1_011)
    expect(present(["a"]), equals: [])
  }

  @Test func `two programs that fetch one URL at once do not delete each other's new body`() throws {
    let folder = folder
    func fetchTwice() throws -> [CachedCopy] {
      let bodies = try (1...2).map { _ in try cache().newBody(for: "a") }
      return try bodies.map {
        try cache().store($0, of: "a", head: ResponseHead(), requested: 999, received: 1_000, now: 1_000)
      }
    }
    let copies = try fetchTwice()
    func isThere(_ copy: CachedCopy) -> Bool { FileManager.default.fileExists(atPath: copy.path) }
    expect(copies.map(isThere), equals: [true, true])
    cache().sweep(now: 1_009)
    expect(copies.map(isThere), equals: [true, true])
    cache().sweep(now: 1_011)
    expect(copies.map(isThere), equals: [false, true])
    try expect(FileManager.default.contentsOfDirectory(atPath: folder).count, equals: 2)
  }

  @Test func `an entry dated in the future is removed eventually`() throws {
    try store("a", at: 100 * Self.day)
    cache().sweep(now: Self.day)
    expect(present(["a"]), equals: ["a"])
    cache().sweep(now: 8 * Self.day + 10)
    expect(present(["a"]), equals: [])
  }

  @Test func `leftovers of a crash are removed; files being written are not`() throws {
    let copy = try store("a", at: Date.now.timeIntervalSince1970)
    let key = CacheName.key(of: "a")
    let orphans: [CacheName] = [
      .part(key: key, number: CacheName.newNumber()), .body(key: key, number: CacheName.newNumber()),
      .body(key: CacheName.key(of: "b"), number: CacheName.newNumber()),
    ]
    for orphan in orphans {
      #expect(FileManager.default.createFile(atPath: "\(folder)/\(orphan.text)", contents: Data([1])))
    }
    let running = try cache().newBody(for: "c")
    let later = Date.now.timeIntervalSince1970
    cache().sweep(now: later)
    // A temporary file that is only a moment old stays, since it may not be locked yet.
    #expect(files.contains(orphans[0].text))
    _ = cache().lookup("a", now: later + 61)
    cache().sweep(now: later + 61)
    expect(files.count, equals: 3)
    #expect(FileManager.default.fileExists(atPath: running.path))
    #expect(FileManager.default.fileExists(atPath: copy.path))
    expect(present(["a"]), equals: ["a"])
  }

  @Test func `clearing reports the freed space and leaves other files alone`() throws {
    try store("a", bytes: 5_000, at: 0)
    try store("b", bytes: 7_000, at: 0)
    for name in [
      "notes.txt", "a.json", String(repeating: "a", count: 64) + ".JSON", String(repeating: "g", count: 64) + ".json",
    ] {
      #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data([1])))
    }
    let freed = cache().clear()
    expect(freed.entries, equals: 2)
    #expect((12_000...13_000).contains(freed.bytes))
    expect(files.count, equals: 4)
    expect(cache().clear(), equals: DiskCache.Freed())
  }
}
