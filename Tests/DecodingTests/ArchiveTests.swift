import Archives
import Decoding
import Glibc
import Imaging
import Synchronization
import System
import TestSupport
import Testing

/// Archives that are read in workers.
struct ArchiveTests {
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("b/10.jpg", [UInt8](repeating: 7, count: 300_000)), ("a.png", Array("second".utf8)), ("../ü\u{1B}[31m.gif", []),
    ("/etc/passwd", Array("fourth".utf8)),
  ]

  private func list(_ archive: any OpenedArchive, headBytes: Int = 4) throws -> [ArchiveEntry] {
    var entries: [ArchiveEntry] = []
    while true {
      let page = try archive.nextPage(headBytes: headBytes)
      entries += page.entries
      if let failure = page.failure { throw failure }
      if page.isLast { return entries }
    }
  }

  private func bytes(_ entry: ExtractedEntry) throws -> [UInt8] {
    let file = try RegularFile(entry.path, limit: .max)
    return Array(file.bytes(at: 0, count: file.count))
  }

  private func error(_ bytes: [UInt8], _ decoder: any ArchiveOpening, limits: ArchiveLimits = ArchiveLimits())
    -> ArchiveError?
  {
    do {
      let archive = try decoder.open(archive: try Fixtures.file(bytes), limits: limits)
      for entry in try list(archive) { _ = try archive.read(entry.name, at: entry.index) }
      return nil
    } catch {
      return error as? ArchiveError
    }
  }

  @Test(arguments: TestArchive.Format.allCases)
  func `a worker lists an archive and reads its entries in any order`(format: TestArchive.Format) throws {
    let workers = try TestWorkers()
    let bytes = TestArchive.bytes(Self.files, format)
    let archive = try workers.decoder.open(archive: try Fixtures.file(bytes), limits: ArchiveLimits())
    let entries = try list(archive)
    let names = entries.map { String(decoding: $0.name, as: UTF8.self) }
    // libarchive's writer of 7z puts empty files last.
    expect(Set(names), equals: Set(Self.files.map(\.name)))
    for entry in entries.reversed() + entries {
      let name = String(decoding: entry.name, as: UTF8.self)
      let expected = try #require(Self.files.first { $0.name == name }).bytes
      expect(entry.size, equals: expected.count)
      try expect(self.bytes(archive.read(entry.name, at: entry.index)), equals: expected)
      if let head = entry.head { #expect(head == Array(expected.prefix(4))) }
    }
    expect(entries[0].head != nil, equals: ![.sevenZip, .rar4, .rar5].contains(format))
    expect(archive.isRandomAccess, equals: [.zip, .tar].contains(format))
  }

  @Test func `a worker reads an archive as this process does`() throws {
    let workers = try TestWorkers()
    for format in TestArchive.Format.allCases {
      let bytes = TestArchive.bytes(Self.files.filter { $0.name.utf8.allSatisfy { $0 < 0x80 } }, format)
      let here = try InProcessDecoder().open(archive: try Fixtures.file(bytes), limits: ArchiveLimits())
      let there = try workers.decoder.open(archive: try Fixtures.file(bytes), limits: ArchiveLimits())
      let entries = try list(here)
      try expect(list(there), equals: entries)
      for entry in entries {
        #expect(
          try self.bytes(here.read(entry.name, at: entry.index)) == self.bytes(there.read(entry.name, at: entry.index)))
      }
    }
  }

  @Test func `a zip with too many entries to be listed is rejected at once, whatever number it declares`() throws {
    let workers = try TestWorkers()
    let files = (1...45).map { (name: "\($0).png", bytes: [UInt8(1)]) }
    var bytes = TestArchive.bytes(files, .zip)
    expect(error(bytes, workers.decoder, limits: ArchiveLimits(maxEntries: 11)), equals: .directoryTooLong(limit: 44))
    // The first ones are listed if there are not that many.
    expect(error(bytes, workers.decoder, limits: ArchiveLimits(maxEntries: 12)), equals: .tooManyEntries(limit: 12))
    // The number of entries is in the last record.
    let end = bytes.count - 22
    for place in [8, 10] { bytes.replaceSubrange(end + place..<end + place + 2, with: [1, 0]) }
    expect(error(bytes, workers.decoder, limits: ArchiveLimits(maxEntries: 11)), equals: .directoryTooLong(limit: 44))
  }

  @Test(arguments: [1, 16_000, 17_000, 65_535])
  func `a zip with a comment of any legal length is listed`(length: Int) throws {
    let workers = try TestWorkers()
    var bytes = TestArchive.bytes([(name: "a.png", bytes: [1, 2, 3])], .zip)
    bytes.replaceSubrange(bytes.count - 2..<bytes.count, with: [UInt8(length & 0xFF), UInt8(length >> 8)])
    bytes += [UInt8](repeating: 0x20, count: length)
    let archive = try workers.decoder.open(archive: try Fixtures.file(bytes), limits: ArchiveLimits())
    try expect(list(archive).map { String(decoding: $0.name, as: UTF8.self) }, equals: ["a.png"])
    try expect(self.bytes(archive.read(Array("a.png".utf8), at: 0)), equals: [1, 2, 3])
  }

  @Test(arguments: TestArchive.Format.allCases)
  func `entries on the way to another one are passed on if they are wanted`(format: TestArchive.Format) throws {
    let workers = try TestWorkers()
    let files = (0..<9).map { (name: "\($0)", bytes: [UInt8](repeating: UInt8($0), count: 1000 * ($0 + 1))) }
    let archive = try workers.decoder.open(
      archive: try Fixtures.file(TestArchive.bytes(files, format)), limits: ArchiveLimits())
    let (passed, seen) = (Notes<[String: [UInt8]]>([:]), Notes<[String]>([]))
    let passing = PassedEntries(
      wants: { name, size in
        seen.note { $0.append(String(decoding: name, as: UTF8.self)) }
        return size > 3000
      },
      keep: { name, entry in
        passed.note { $0[String(decoding: name, as: UTF8.self)] = (try? bytes(entry)) ?? [] }
      })
    expect(try bytes(archive.read(Array("6".utf8), at: 6, passing: passing)), equals: files[6].bytes)
    let isSequential = !archive.isRandomAccess
    expect(seen.take(), equals: isSequential ? ["0", "1", "2", "3", "4", "5"] : [])
    expect(
      passed.take(), equals: isSequential ? ["3": files[3].bytes, "4": files[4].bytes, "5": files[5].bytes] : [:])
    // Going forward passes what lies between; going back begins again.
    expect(try bytes(archive.read(Array("8".utf8), at: 8, passing: passing)), equals: files[8].bytes)
    expect(seen.take(), equals: isSequential ? ["7"] : [])
    expect(try bytes(archive.read(Array("1".utf8), at: 1, passing: passing)), equals: files[1].bytes)
    expect(seen.take(), equals: isSequential ? ["0"] : [])
  }

  @Test func `an entry is found by its name if the archive has changed`() throws {
    let workers = try TestWorkers()
    let bytes = TestArchive.bytes([("a", [1]), ("b", [2]), ("b", [3]), ("c", [4])], .tarGz)
    let archive = try workers.decoder.open(archive: try Fixtures.file(bytes), limits: ArchiveLimits())
    try expect(self.bytes(archive.read(Array("b".utf8), at: 0)), equals: [3])
    try expect(self.bytes(archive.read(Array("a".utf8), at: 17)), equals: [1])
    #expect(throws: ArchiveError.noEntry) { try archive.read(Array("d".utf8), at: 1) }
    try expect(self.bytes(archive.read(Array("c".utf8), at: 3)), equals: [4])
    // Beyond the end, where the search for "d" has got.
    for _ in 0..<2 { #expect(throws: ArchiveError.noEntry) { try archive.read(Array("d".utf8), at: 17) } }
    try expect(self.bytes(archive.read(Array("a".utf8), at: 17)), equals: [1])
  }

  @Test func `behind a damaged entry, the others can be read`() throws {
    let workers = try TestWorkers()
    let text = (0..<3000).map { UInt8($0 * $0 % 251) }
    var bytes = TestArchive.bytes([("a", text), ("b", [2]), ("c", [3])], .zip)
    // Behind the header, the name, and as many more bytes as the header says: a type of block that does not exist.
    bytes[31 + Int(bytes[28])] = 0xFF
    let archive = try workers.decoder.open(archive: try Fixtures.file(bytes), limits: ArchiveLimits())
    try expect(list(archive).map(\.head), equals: [nil, [2], [3]])
    for _ in 0..<2 {
      let error = #expect(throws: ArchiveError.self) { try archive.read(Array("a".utf8), at: 0) }
      guard case .damaged(let reason) = error else { throw try #require(error) }
      #expect(reason.contains("ZIP decompression failed"))
      try expect(self.bytes(archive.read(Array("c".utf8), at: 2)), equals: [3])
      try expect(self.bytes(archive.read(Array("b".utf8), at: 1)), equals: [2])
    }
  }

  @Test func `what is no archive is recognized as none`() throws {
    let workers = try TestWorkers()
    // The last one is what gzip makes of "hi".
    let compressed: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0xC8, 4, 0, 0xAC, 0x2A, 0x93, 0xD8, 2, 0, 0, 0,
    ]
    for bytes in [Array("hello, world\n".utf8), [0], compressed] {
      expect(error(bytes, workers.decoder), equals: .notAnArchive)
    }
  }

  @Test func `encrypted entries are listed and not read`() throws {
    let workers = try TestWorkers()
    let bytes = TestArchive.bytes([("a.jpg", Array("secret".utf8))], .zip, password: "x")
    let archive = try workers.decoder.open(archive: try Fixtures.file(bytes), limits: ArchiveLimits())
    let entries = try list(archive)
    expect(entries.map(\.name), equals: [Array("a.jpg".utf8)])
    expect(entries[0].head, equals: nil)
    #expect(throws: ArchiveError.encrypted) { try archive.read(entries[0].name, at: 0) }
  }

  @Test(arguments: TestArchive.Format.allCases)
  func `an archive cut off anywhere gives its whole entries or an error`(format: TestArchive.Format) throws {
    let workers = try TestWorkers()
    var random = SplitMix64(seed: 5)
    let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let whole = TestArchive.bytes([("1.jpg", noise), ("2.jpg", noise.reversed())], format)
    let count = format == .tar ? 13_000 : whole.count
    for length in stride(from: 1, to: count, by: max(1, count / 60)) {
      let file = try Fixtures.file(Array(whole.prefix(length)))
      do throws(ArchiveError) {
        let archive = try workers.decoder.open(archive: file, limits: ArchiveLimits())
        var isLast = false
        while !isLast {
          let page = try archive.nextPage(headBytes: 64)
          isLast = page.isLast
          for entry in page.entries {
            guard let content = try? archive.read(entry.name, at: entry.index) else { continue }
            #expect(content.count <= noise.count)
          }
        }
      } catch {
        #expect(error != .crashed && error != .noReader, "\(format) cut at \(length)")
      }
    }
  }

  @Test(arguments: TestArchive.Format.allCases)
  func `a damaged archive never crashes the worker`(format: TestArchive.Format) throws {
    let workers = try TestWorkers()
    let whole = TestArchive.bytes(Self.files, format)
    var random = SplitMix64(seed: 6)
    for _ in 0..<Rounds.count(240) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Headers are at the start and at the end.
        let place = Int.random(in: 0..<400, using: &random)
        bytes[Bool.random(using: &random) ? place % bytes.count : bytes.count - 1 - place % bytes.count] =
          .random(in: 0...255, using: &random)
      }
      let found = error(bytes, workers.decoder)
      #expect(found != .crashed && found != .noReader)
    }
  }

  @Test func `entries beyond the limit are left out`() throws {
    let workers = try TestWorkers()
    let files = (0..<300).map { (name: "\($0).jpg", bytes: [UInt8(truncatingIfNeeded: $0)]) }
    for format in [TestArchive.Format.zip, .tarGz, .sevenZip] {
      let file = try Fixtures.file(TestArchive.bytes(files, format))
      let archive = try workers.decoder.open(archive: file, limits: ArchiveLimits(maxEntries: 200))
      let page = try archive.nextPage(headBytes: 16)
      expect(page.entries.count, equals: 200)
      #expect(page.isLast && page.failure == .tooManyEntries(limit: 200))
    }
  }

  @Test func `many short names are listed in several pages`() throws {
    let workers = try TestWorkers()
    let files = (0..<24_000).map { _ in (name: "a", bytes: [UInt8]()) }
    let archive = try workers.decoder.open(
      archive: try Fixtures.file(TestArchive.bytes(files, .zip)), limits: ArchiveLimits())
    try expect(list(archive).count, equals: 24_000)
  }

  @Test func `the worker of an archive ends with it`() throws {
    let workers = try TestWorkers()
    let bytes = TestArchive.bytes([(name: "a", bytes: [1])], .zip)
    var archive: (any OpenedArchive)? = try workers.decoder.open(archive: Fixtures.file(bytes), limits: ArchiveLimits())
    try expect(list(#require(archive)).count, equals: 1)
    expect(workers.living.count, equals: 1)
    archive = nil
    #expect(waitUntil { workers.living.isEmpty })
  }

  @Test func `an entry cannot be changed through what a worker was sent`() throws {
    let buffer = try #require(SharedBuffer(bytes: 3))
    let kept = fcntl(buffer.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    defer { close(kept) }
    _ = unsafe Array("abc".utf8).withUnsafeBytes { unsafe SharedBuffer.write($0, to: kept) }
    let mapping = unsafe mmap(nil, 3, PROT_READ | PROT_WRITE, MAP_SHARED, kept, 0)
    // Not while it could be changed in memory.
    #expect(!buffer.seal())
    unsafe munmap(mapping, 3)
    #expect(buffer.seal())
    #expect(unsafe !Array("xyz".utf8).withUnsafeBytes { unsafe SharedBuffer.write($0, to: kept) })
    #expect(unsafe mmap(nil, 3, PROT_READ | PROT_WRITE, MAP_SHARED, kept, 0) == MAP_FAILED)
    var bytes = [UInt8](repeating: 0, count: 3)
    #expect(unsafe bytes.withUnsafeMutableBytes { unsafe buffer.read(into: $0) } && bytes == Array("abc".utf8))
  }

  @Test func `entries that are too large or expand too far are refused before they are read`() throws {
    let workers = try TestWorkers()
    let zeros = [(name: "a.bmp", bytes: [UInt8](repeating: 0, count: 80 << 20))]
    let bomb = TestArchive.bytes(zeros, .tarXz)
    expect(
      error(bomb, workers.decoder, limits: ArchiveLimits(maxEntryBytes: 1 << 20)), equals: .tooLarge(limit: 1 << 20))
    expect(error(bomb, workers.decoder), equals: .expandsTooFar)
    expect(error(bomb, workers.decoder, limits: ArchiveLimits(maxTotalBytes: 10 << 20)), equals: .expandsTooFar)
  }

  @Test func `links, folders and overlong names are no entries`() throws {
    let workers = try TestWorkers()
    let long = String(repeating: "x", count: 5000)
    let bytes = TestArchive.bytes([("a.jpg", [1]), (long, [2])], .tar)
    var link = bytes
    // The type of the first entry, and the sum of its header.
    link[156] = UInt8(ascii: "2")
    let sum = link[..<512].enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
    link.replaceSubrange(148..<156, with: Array((String(sum, radix: 8) + "\0 ").utf8).padded(to: 8))
    let whole = try workers.decoder.open(archive: try Fixtures.file(bytes), limits: ArchiveLimits())
    try expect(list(whole).map(\.name), equals: [Array("a.jpg".utf8)])
    let linked = try workers.decoder.open(archive: try Fixtures.file(link), limits: ArchiveLimits())
    #expect(try list(linked).isEmpty)
  }
}

extension [UInt8] {
  /// With zeros in front.
  fileprivate func padded(to count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: "0"), count: Swift.max(0, count - self.count)) + self
  }
}

/// What closures note, on any thread.
private final class Notes<Value: Sendable>: Sendable {
  private let empty: Value
  private let value: Mutex<Value>

  init(_ empty: Value) {
    self.empty = empty
    value = Mutex(empty)
  }

  func note(_ change: (inout Value) -> Void) { value.withLock { change(&$0) } }

  /// The notes so far, which are then forgotten.
  func take() -> Value {
    value.withLock { value in
      defer { value = empty }
      return value
    }
  }
}

extension OpenedArchive {
  /// Reads an entry into memory, passing over those on the way.
  func read(_ name: [UInt8], at index: Int) throws(ArchiveError) -> ExtractedEntry {
    try read(name, at: index, passing: nil)
  }
}
