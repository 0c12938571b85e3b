@testable import Fetching
import Foundation
import Glibc
import TestSupport
import Testing

/// The disk cache, with a separate folder for each test.
final class DiskCacheTests {
  let parent = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID())").path
  var folder: String { parent + "/a/b" }
  lazy var cache = DiskCache(folder: folder)
  let url = "https://example.org/pictures/a.jpg?size=large"
  static let now = 1_000_000.0

  deinit { try? FileManager.default.removeItem(atPath: parent) }

  @discardableResult
  func store(_ bytes: [UInt8], of url: String, in other: DiskCache? = nil, maxAge: Int = 60, now: Double = now) throws
    -> CachedCopy
  {
    let cache = other ?? cache
    var head = ResponseHead()
    head.cacheControl = "max-age=\(maxAge)"
    let body = try cache.newBody(for: url)
    try unsafe bytes.withUnsafeBytes { try unsafe body.append($0) }
    return try cache.store(body, of: url, head: head, requested: Int(now), received: Int(now), now: now)
  }

  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

  func bytes(_ copy: CachedCopy?) -> [UInt8]? {
    copy.flatMap { FileManager.default.contents(atPath: $0.path) }.map { [UInt8]($0) }
  }

  func mode(_ path: String) -> mode_t {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  // MARK: Keeping

  @Test func `the folder is created by the first write, accessible only to its user`() throws {
    expect(cache.lookup(url, now: Self.now), equals: nil)
    expect(cache.head(of: url), equals: nil)
    expect(cache.sweep(now: Self.now), equals: 0)
    expect(cache.clear(), equals: DiskCache.Freed())
    cache.remove(url)
    #expect(!FileManager.default.fileExists(atPath: parent))
    try store([1], of: url)
    expect(mode(folder), equals: 0o700)
    expect(mode(parent), equals: 0o700)
    expect(files.count, equals: 2)
    for file in files { expect(mode("\(folder)/\(file)"), equals: 0o600) }
  }

  // MARK: Whose folder it is

  @Test(arguments: [mode_t(0o777), 0o770, 0o722])
  func `a folder that others can write to is refused`(mode: mode_t) throws {
    try store([1, 2, 3], of: url)
    expect(cache.refusal, equals: nil)
    unsafe chmod(folder, mode)
    expect(cache.refusal, equals: "other users can write to \(folder); run chmod go-w, or use another folder")
    expect(cache.lookup(url, now: Self.now), equals: nil)
    #expect(throws: FetchFailure(disk: .sharedForWriting)) { try cache.newBody(for: url) }
    expect(cache.clear(), equals: DiskCache.Freed())
    expect(files.count, equals: 2)
    expect(cache.makeForThisRun(), equals: false)
    unsafe chmod(folder, 0o755)
    expect(cache.lookup(url, now: Self.now)?.size, equals: 3)
  }

  @Test func `a folder must belong to the user and must not be writable by others`() {
    expect(CacheFolder.failure(owner: 1_000, mode: 0o40755, user: 1_000), equals: nil)
    expect(CacheFolder.failure(owner: 1_001, mode: 0o40700, user: 1_000), equals: .foreign)
    expect(CacheFolder.failure(owner: 0, mode: 0o40755, user: 1_000), equals: .foreign)
    expect(CacheFolder.failure(owner: 1_000, mode: 0o40775, user: 1_000), equals: .sharedForWriting)
    expect(CacheFolder.failure(owner: 1_000, mode: 0o41777, user: 1_000), equals: .sharedForWriting)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `another user's folder is refused, and so is another user's link to ours`() throws {
    try store([1, 2, 3], of: url)
    let link = parent + "/link"
    unsafe expect(symlink(folder, link), equals: 0)
    let linked = DiskCache(folder: link)
    expect(linked.lookup(url, now: Self.now)?.size, equals: 3)
    unsafe expect(lchown(link, 1, 1), equals: 0)
    expect(linked.lookup(url, now: Self.now), equals: nil)
    expect(linked.refusal, equals: "\(link) belongs to another user; use a folder of your own")
    unsafe expect(chown(folder, 1, 1), equals: 0)
    expect(cache.lookup(url, now: Self.now), equals: nil)
    expect(cache.refusal, equals: "\(folder) belongs to another user; use a folder of your own")
    #expect(throws: FetchFailure(disk: .foreign)) { try cache.newBody(for: url) }
  }

  @Test func `a folder for one run is created at once, accessible only to its user`() {
    let run = DiskCache(folder: NSTemporaryDirectory() + "cache-run-\(UUID())")
    defer { unsafe rmdir(run.folder) }
    #expect(run.makeForThisRun())
    expect(mode(run.folder), equals: 0o700)
    #expect(run.makeForThisRun())
    unsafe chmod(run.folder, 0o777)
    #expect(!run.makeForThisRun())
  }

  @Test func `no entry keeps a password`() throws {
    let url = "https://me:secret@example.org/a.png"
    var head = ResponseHead()
    head.cacheControl = "max-age=60"
    head.finalURL = "https://you:hidden@example.com/b.png"
    let body = try cache.newBody(for: url)
    let stored = try cache.store(
      body, of: url, head: head, requested: Int(Self.now), received: Int(Self.now), now: Self.now)
    expect(stored.finalURL, equals: "https://example.com/b.png")
    let entry = try #require(files.first { $0.hasSuffix(".json") })
    let text = try String(contentsOfFile: "\(folder)/\(entry)", encoding: .utf8)
    #expect(text.contains(#""url":"https://example.org/a.png""#), "\(text)")
    for word in ["secret", "hidden", "me:", "you:"] { #expect(!text.contains(word)) }
    expect(cache.lookup(url, now: Self.now)?.path, equals: stored.path)
    #expect(cache.head(of: url) != nil)
    // Another password makes another entry.
    expect(cache.lookup("https://me:other@example.org/a.png", now: Self.now), equals: nil)
    expect(cache.lookup("https://example.org/a.png", now: Self.now), equals: nil)
    // Older versions kept passwords: such an entry is deleted when it is looked up.
    try text.replacingOccurrences(of: "//example.org", with: "//me:secret@example.org")
      .write(toFile: "\(folder)/\(entry)", atomically: true, encoding: .utf8)
    expect(cache.lookup(url, now: Self.now), equals: nil)
    #expect(!files.contains(entry))
  }

  // MARK: What is kept

  @Test func `a stored copy is found, and is fresh until it expires`() throws {
    let copy = try store([1, 2, 3], of: url)
    expect(copy, equals: CachedCopy(path: copy.path, size: 3, isFresh: true))
    #expect(copy.path.hasPrefix(folder + "/"))
    expect(cache.lookup(url, now: Self.now + 59), equals: copy)
    expect(cache.lookup(url, now: Self.now + 60)?.isFresh, equals: false)
    expect(bytes(copy), equals: [1, 2, 3])
    // If the clock was set back, freshness is unknown.
    expect(cache.lookup(url, now: Self.now - 100)?.isFresh, equals: false)
  }

  @Test func `an empty body is stored like any other`() throws {
    try expect(store([], of: url).size, equals: 0)
    expect(cache.lookup(url, now: Self.now)?.size, equals: 0)
  }

  @Test func `no two URLs share an entry`() throws {
    let urls = [
      "http://x/a.jpg", "http://y/a.jpg", "http://x/a.jpg?", "http://x/a.jpg#", "http://x/A.jpg", "", "../../a",
    ]
    for (index, url) in urls.enumerated() { try store([UInt8(index)], of: url) }
    for (index, url) in urls.enumerated() { expect(bytes(cache.lookup(url, now: Self.now)), equals: [UInt8(index)]) }
    expect(files.count, equals: 2 * urls.count)
    expect(Set(files.map { $0.prefix(64) }).count, equals: urls.count)
  }

  @Test func `keys are SHA-256`() {
    expect(CacheName.key(of: "abc"), equals: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    expect(CacheName.key(of: ""), equals: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `an entry stored under another URL's name is not served`() throws {
    try store([1], of: url)
    let names = files.filter { $0.hasSuffix(".json") }
    let other = CacheName.entry(key: CacheName.key(of: "http://other/")).text
    try FileManager.default.copyItem(atPath: "\(folder)/\(names[0])", toPath: "\(folder)/\(other)")
    expect(cache.lookup("http://other/", now: Self.now), equals: nil)
    expect(cache.head(of: "http://other/"), equals: nil)
    #expect(cache.lookup(url, now: Self.now) != nil)
  }

  @Test func `a new body replaces the old one, which is deleted`() throws {
    let old = try store([1], of: url)
    let new = try store([2, 2], of: url)
    expect(bytes(old), equals: nil)
    expect(bytes(cache.lookup(url, now: Self.now)), equals: [2, 2])
    #expect(new.path != old.path)
    expect(files.count, equals: 2)
  }

  @Test func `a discarded body leaves no file`() throws {
    var body: CacheBody? = try cache.newBody(for: url)
    expect(files.count, equals: 1)
    body = nil
    _ = body
    expect(files, equals: [])
  }

  @Test func `a revalidated copy takes its freshness from the new response`() throws {
    let copy = try store([1], of: url, maxAge: 0)
    var head = ResponseHead()
    head.cacheControl = "max-age=500"
    let renewed = cache.revalidate(url, head: head, requested: 1_000_100, received: 1_000_100, now: 1_000_100)
    expect(renewed, equals: CachedCopy(path: copy.path, size: 1, isFresh: true))
    expect(cache.lookup(url, now: 1_000_599)?.isFresh, equals: true)
    expect(cache.lookup(url, now: 1_000_600)?.isFresh, equals: false)
    expect(cache.revalidate("http://none/", head: head, requested: 0, received: 0, now: 0), equals: nil)
  }

  @Test func `a copy keeps its final URL until revalidation changes it; older entries have none`() throws {
    var head = ResponseHead()
    head.finalURL = "https://h/moved/deck.json"
    let copy = try cache.store(
      try cache.newBody(for: url), of: url, head: head, requested: 1, received: 1, now: Self.now)
    expect(copy.finalURL, equals: "https://h/moved/deck.json")
    expect(cache.lookup(url, now: Self.now)?.finalURL, equals: "https://h/moved/deck.json")
    head.finalURL = "https://h/other/deck.json"
    expect(
      cache.revalidate(url, head: head, requested: 1, received: 1, now: Self.now)?.finalURL,
      equals: "https://h/other/deck.json")
    expect(cache.revalidate(url, head: ResponseHead(), requested: 1, received: 1, now: Self.now)?.finalURL, equals: nil)
    // The entry has no such field, like the entries of older versions.
    let entry = "\(folder)/\(CacheName.entry(key: CacheName.key(of: url)).text)"
    #expect(
      !String(decoding: try #require(FileManager.default.contents(atPath: entry)), as: UTF8.self).contains("final"))
    expect(cache.lookup(url, now: Self.now)?.size, equals: 0)
  }

  // MARK: Damage

  @Test func `a truncated, extended, changed or removed body is not served, and its entry is deleted`() throws {
    let damages: [(inout [UInt8]) -> Void] = [
      { $0.removeLast() }, { $0.append(0) }, { $0[500] ^= 4 }, { $0 = [] }, { $0.swapAt(3, 4) },
    ]
    for damage in damages {
      var content = (0..<1_000).map { UInt8($0 % 251) }
      let copy = try store(content, of: url)
      damage(&content)
      try Data(content).write(to: URL(filePath: copy.path))
      expect(cache.lookup(url, now: Self.now), equals: nil)
      expect(files, equals: [])
    }
    let copy = try store([1], of: url)
    try FileManager.default.removeItem(atPath: copy.path)
    expect(cache.lookup(url, now: Self.now), equals: nil)
    expect(files, equals: [])
  }

  @Test func `a lookup that does not read the body detects a wrong size`() throws {
    let copy = try store([1, 2, 3], of: url)
    expect(cache.lookup(url, now: Self.now, readsBody: false), equals: copy)
    try Data([1, 2]).write(to: URL(filePath: copy.path))
    expect(cache.lookup(url, now: Self.now, readsBody: false), equals: nil)
  }

  @Test func `a damaged entry is deleted, and a forged path is not followed`() throws {
    try store([1], of: url)
    let path = "\(folder)/\(CacheName.entry(key: CacheName.key(of: url)).text)"
    let whole = try #require(FileManager.default.contents(atPath: path))
    var damaged = (0..<whole.count - 1).map { whole.prefix($0) }
    damaged += [Data("{}".utf8), Data(count: 100), Data(count: 1_000_000), whole + whole]
    for content in damaged {
      try content.write(to: URL(filePath: path))
      expect(cache.lookup(url, now: Self.now), equals: nil)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    // A body's number is part of a path, so forged numbers are rejected.
    let text = String(decoding: whole, as: UTF8.self)
    for number in ["../../../../etc/passwd", "/etc/passwd", "", "0123456789ABCDEF", "0123456789abcde/"] {
      let evil = text.replacing(/"number":"[^"]*"/, with: "\"number\":\"\(number)\"")
      try Data(evil.utf8).write(to: URL(filePath: path))
      expect(cache.lookup(url, now: Self.now), equals: nil)
    }
  }

  // MARK: Links

  @Test func `planted symbolic links are neither read nor written through`() throws {
    let outside = parent + "/outside"
    try store([1], of: "http://first/")
    try Data([9, 9]).write(to: URL(filePath: outside))
    let copy = try store([9, 9], of: url)
    // A link to the same bytes elsewhere, in place of the body.
    try FileManager.default.removeItem(atPath: copy.path)
    try FileManager.default.createSymbolicLink(atPath: copy.path, withDestinationPath: outside)
    expect(cache.lookup(url, now: Self.now), equals: nil)
    // A link in place of the entry: it is replaced, not written through.
    let entry = "\(folder)/\(CacheName.entry(key: CacheName.key(of: url)).text)"
    try? FileManager.default.removeItem(atPath: entry)
    try FileManager.default.createSymbolicLink(atPath: entry, withDestinationPath: outside)
    expect(cache.lookup(url, now: Self.now), equals: nil)
    try store([7], of: url)
    expect(bytes(cache.lookup(url, now: Self.now)), equals: [7])
    expect(FileManager.default.contents(atPath: outside), equals: Data([9, 9]))
    // Clearing removes links, not their targets.
    let part = "\(folder)/\(CacheName.part(key: CacheName.key(of: url), number: CacheName.newNumber()).text)"
    try FileManager.default.createSymbolicLink(atPath: part, withDestinationPath: outside)
    _ = cache.clear()
    expect(files, equals: [])
    expect(FileManager.default.contents(atPath: outside), equals: Data([9, 9]))
  }

  @Test func `a pipe in place of an entry does not block`() throws {
    try store([1], of: url)
    let entry = "\(folder)/\(CacheName.entry(key: CacheName.key(of: url)).text)"
    try FileManager.default.removeItem(atPath: entry)
    unsafe expect(mkfifo(entry, 0o600), equals: 0)
    expect(cache.lookup(url, now: Self.now), equals: nil)
    _ = cache.sweep(now: Self.now + 100)
    #expect(!files.contains { $0.hasSuffix(".json") })
  }

  @Test(arguments: [
    ("/proc/nowhere/cache", "the cache folder cannot be used: No such file or directory"),
    ("/dev/null", "the cache folder is not a folder"), ("/dev/null/cache", "the cache folder is not a folder"),
  ])
  func `a folder that cannot be created is a failure with a reason`(folder: String, message: String) {
    let cache = DiskCache(folder: folder)
    #expect(throws: FetchFailure(.disk, message, isTransient: false)) { _ = try cache.newBody(for: self.url) }
  }

  @Test func `downloads can be kept where a folder can be created, but not below a file`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    #expect(DiskCache.canKeep(in: folder))
    #expect(DiskCache.canKeep(in: "\(folder)/not-there-\(UUID())/tui"))
    #expect(!DiskCache.canKeep(in: "/dev/null/tui"))
    #expect(!DiskCache.canKeep(in: "/dev/null"))
  }

  @Test func `the standard folder is in an absolute XDG_CACHE_HOME, else in HOME`() {
    func folder(_ environment: [String: String]) -> String? { DiskCache.standardFolder(environment: environment) }
    expect(folder(["XDG_CACHE_HOME": "/x", "HOME": "/h"]), equals: "/x/tui")
    expect(folder(["XDG_CACHE_HOME": "x", "HOME": "/h"]), equals: "/h/.cache/tui")
    expect(folder(["XDG_CACHE_HOME": "", "HOME": "/h"]), equals: "/h/.cache/tui")
    expect(folder(["HOME": "h"]), equals: nil)
    expect(folder([:]), equals: nil)
  }
}
