@testable import Fetching
import Foundation
import Glibc
import TestSupport
import Testing

/// Bodies that the cache's folder cannot hold.
final class SpareFolderTests {
  let parent = FileManager.default.temporaryDirectory.appending(path: "spare-\(UUID())").path
  let url = "https://example.org/a.jpg"
  var spare: String { parent + "/spare" }

  init() throws { try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: parent) }

  /// Returns a cache whose folder not even root can create: it is below a file.
  func homelessCache(spare: String?) -> DiskCache {
    _ = FileManager.default.createFile(atPath: parent + "/file", contents: nil)
    return DiskCache(folder: parent + "/file/cache", spare: spare)
  }

  func append(_ bytes: [UInt8], to body: CacheBody) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe body.append($0) }
  }

  /// Keeps a body's file as it is, and makes further writes to it fail.
  func freeze(_ body: CacheBody, at path: String? = nil) throws {
    let reading = unsafe open(path ?? body.path, O_RDONLY)
    try #require(reading >= 0)
    defer { close(reading) }
    try #require(dup2(reading, body.file) == body.file)
  }

  func names(in folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }

  @Test func `without a cache folder, a body goes to the spare folder, accessible only to its user`() throws {
    let cache = homelessCache(spare: spare)
    var body: CacheBody? = try cache.newBody(for: url)
    let path = try #require(body?.path)
    #expect(path.hasPrefix(spare + "/") && body?.isSpare == true)
    try append([1, 2, 3], to: #require(body))
    expect(bytes(path), equals: [1, 2, 3])
    var status = stat()
    #expect(unsafe stat(spare, &status) == 0 && status.st_mode & 0o777 == 0o700)
    body = nil
    expect(names(in: spare), equals: [])
  }

  @Test func `a body that the cache folder cannot hold moves to the spare folder, complete`() throws {
    let cache = DiskCache(folder: parent + "/cache", spare: spare)
    let body = try cache.newBody(for: url)
    #expect(!body.isSpare && body.path.hasPrefix(parent + "/cache/"))
    let beginning = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try append(beginning, to: body)
    // Part of a piece was written before the failure.
    let writing = unsafe open(body.path, O_WRONLY | O_APPEND)
    unsafe expect(write(writing, [9, 9, 9], 3), equals: 3)
    close(writing)
    try freeze(body)
    try append([4, 5, 6], to: body)
    try append([7], to: body)
    #expect(body.isSpare && body.count == 200_004)
    expect(bytes(body.path), equals: beginning + [4, 5, 6, 7])
    expect(names(in: parent + "/cache"), equals: [])
    expect(names(in: spare).count, equals: 1)
  }

  @Test func `a body whose bytes on disk differ is not moved to the spare folder`() throws {
    for other in [[1, 2, 4], [1, 2]] as [[UInt8]] {
      let cache = DiskCache(folder: parent + "/cache", spare: spare)
      let body = try cache.newBody(for: url)
      try append([1, 2, 3], to: body)
      _ = FileManager.default.createFile(atPath: parent + "/other", contents: Data(other))
      try freeze(body, at: parent + "/other")
      #expect(throws: FetchFailure(disk: .system(EBADF))) { try append([4], to: body) }
      expect(names(in: spare), equals: [])
    }
  }

  @Test func `a complete body that cannot be stored is readable in the spare folder`() throws {
    let cache = DiskCache(folder: parent + "/cache", spare: spare)
    let body = try cache.newBody(for: url)
    try append([1, 2, 3], to: body)
    // A folder in place of its entry, with a folder inside, so that no file can replace it.
    let entry = "\(cache.folder)/\(CacheName.entry(key: body.key).text)"
    try FileManager.default.createDirectory(atPath: entry + "/x", withIntermediateDirectories: true)
    let failure = #expect(throws: FetchFailure.self) {
      try cache.store(body, of: url, head: ResponseHead(), requested: 0, received: 0, now: 0)
    }
    try body.moveToSpare(after: #require(failure))
    expect(bytes(body.path), equals: [1, 2, 3])
    #expect(body.path.hasPrefix(spare + "/"))
    expect(names(in: cache.folder).count, equals: 1)
  }

  @Test func `without a usable spare folder, the first failure is reported`() throws {
    for spare in [nil, parent + "/file/spare"] {
      #expect(throws: FetchFailure(disk: .system(ENOTDIR))) { try homelessCache(spare: spare).newBody(for: url) }
      let body = try DiskCache(folder: parent + "/cache", spare: spare).newBody(for: url)
      try freeze(body)
      #expect(throws: FetchFailure(disk: .system(EBADF))) { try append([1], to: body) }
    }
  }

  @Test func `the spare folder is in XDG_RUNTIME_DIR, else in /dev/shm or /tmp`() throws {
    expect(DiskCache.spareBase(environment: ["XDG_RUNTIME_DIR": parent]), equals: parent)
    let others = DiskCache.spareBase(environment: [:])
    #expect(others == "/dev/shm" || others == "/tmp")
    for unfit in ["relative", parent + "/none", "/etc/passwd"] {
      expect(DiskCache.spareBase(environment: ["XDG_RUNTIME_DIR": unfit]), equals: others)
    }
  }
}
