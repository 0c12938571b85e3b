import Archives
import Bitmaps
import Decks
import Decoding
import Imaging
import PictureTestSupport
@testable import Pictures
import Synchronization
import System
import TestSupport
import Testing

/// Loading pictures from archives.
final class ArchivedPictureTests {
  private let folder = TemporaryFolder()

  deinit { folder.remove() }

  /// Counts how often archives are opened, and their entries requested.
  private final class CountingDecoder: ArchiveOpening {
    let count = Atomic(0)
    let reads = Atomic(0)

    func open(archive file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) -> any OpenedArchive {
      count.add(1, ordering: .relaxed)
      return CountingArchive(archive: try InProcessDecoder().open(archive: file, limits: limits), decoder: self)
    }
  }

  private struct CountingArchive: OpenedArchive {
    let archive: any OpenedArchive
    let decoder: CountingDecoder

    var isRandomAccess: Bool { archive.isRandomAccess }

    func nextPage(headBytes: Int) throws(ArchiveError) -> ArchiveSession.Page {
      try archive.nextPage(headBytes: headBytes)
    }

    func read(_ name: [UInt8], at index: Int, passing: PassedEntries?) throws(ArchiveError) -> ExtractedEntry {
      decoder.reads.add(1, ordering: .relaxed)
      return try archive.read(name, at: index, passing: passing)
    }
  }

  private func picture(_ name: String, _ index: Int) -> ArchivedPicture {
    ArchivedPicture(.file(folder("a")), name: Array(name.utf8), index: index)
  }

  private func head(_ entry: ExtractedEntry) throws -> [UInt8] {
    Array(try RegularFile(entry.path, limit: .max).bytes(at: 0, count: 3))
  }

  @Test(arguments: TestArchive.Format.allCases)
  func `a picture in an archive is loaded as if it were a file`(format: TestArchive.Format) throws {
    folder.file("a", TestArchive.bytes([("x.jpg", Samples.jpeg), ("y.png", Samples.png)], format))
    let loader = PictureLoader()
    let loaded = try loader.load(PictureKey(location: .entry(picture("y.png", 1)), shape: shape(2, 2)))
    expect(loaded.bitmap.pixels, equals: [Samples.red, Samples.green, Samples.blue, Samples.white])
    expect(loaded.format, equals: "PNG")
    expect(loaded.byteCount, equals: Samples.png.count)
    if format != .rar4 { #expect(loaded.modificationTime == 1_700_000_000) }
  }

  @Test func `an entry that is no picture, is gone, or is encrypted says so`() throws {
    let loader = PictureLoader()
    func error(_ picture: ArchivedPicture) -> LoadError? {
      do throws(LoadError) {
        _ = try loader.load(PictureKey(location: .entry(picture), shape: shape(2, 2)))
        return nil
      } catch {
        return error
      }
    }
    folder.file("a", TestArchive.bytes([("x", Array("text".utf8))], .zip))
    expect(error(picture("x", 0)), equals: .image(.notAPicture))
    expect(error(picture("y", 0)), equals: .archive(.noEntry))
    folder.file("a", TestArchive.bytes([("x", Samples.png)], .zip, password: "x"))
    expect(error(picture("x", 0)), equals: .archive(.encrypted))
    expect(error(picture("x", 0))?.description, equals: "the archive is encrypted")
  }

  @Test func `an archive stays open for its next entries, and those just read are kept`() throws {
    let files = (0..<9).map { (name: "\($0)", bytes: [UInt8(65 + $0), 66, 67]) }
    folder.file("a", TestArchive.bytes(files, .tarGz))
    let decoder = CountingDecoder()
    let entries = ArchiveEntries(decoder) { false }
    for index in [0, 1, 2, 1, 5, 4, 0, 8] {
      try expect(head(entries.entry(of: picture("\(index)", index))), equals: [UInt8(65 + index), 66, 67])
    }
    expect(decoder.count.load(ordering: .relaxed), equals: 1)
  }

  @Test(arguments: [TestArchive.Format.tarGz, .sevenZip, .rar5])
  func `pictures that are passed on the way to another one are kept, others are not`(
    format: TestArchive.Format
  ) throws {
    // Natural order is the reverse of the archive's.
    let files = (0..<20).map { (name: "\(19 - $0).png", bytes: [UInt8($0), 66, 67]) } + [("x.txt", [1, 2, 3])]
    folder.file("a", TestArchive.bytes(files, format))
    let decoder = CountingDecoder()
    let entries = ArchiveEntries(decoder) { false }
    for number in 0..<20 {
      expect(try head(entries.entry(of: picture("\(number).png", 19 - number))), equals: [UInt8(19 - number), 66, 67])
    }
    expect(decoder.reads.load(ordering: .relaxed), equals: 1)
    expect(try head(entries.entry(of: picture("x.txt", 20))), equals: [1, 2, 3])
    expect(decoder.reads.load(ordering: .relaxed), equals: 2)
    let short = ArchiveEntries(decoder) { true }
    for number in 0..<3 { _ = try short.entry(of: picture("\(number).png", 19 - number)) }
    expect(decoder.reads.load(ordering: .relaxed), equals: 5)
  }

  @Test func `if memory is limited, the next entries in natural order are kept, and two before the one that is wanted`()
    throws
  {
    let files = (0..<20).map { (name: "\($0).png", bytes: [UInt8](repeating: 65, count: 1000)) }
    folder.file("a", TestArchive.bytes(files, .zip))
    let archive = try InProcessDecoder().open(
      archive: try RegularFile(folder("a"), limit: .max), limits: ArchiveLimits())
    var cache = EntryCache()
    func name(_ number: Int) -> [UInt8] { Array("\(number).png".utf8) }
    func numbers(_ cache: EntryCache) -> [Int] {
      (0..<20).filter { number in
        var copy = cache
        return copy.take(name(number)) != nil
      }
    }
    let limits = EntryCache.Limits(total: 6000, behind: 4000)
    _ = cache.take(name(9))
    for number in (0..<20).reversed() where cache.accepts(name(number), bytes: 1000, limits: limits) {
      cache.keep(try archive.read(name(number), at: number, passing: nil), as: name(number), limits: limits)
    }
    expect(numbers(cache), equals: [7, 8, 9, 10, 11, 12])
    _ = cache.take(name(12))
    expect(cache.accepts(name(3), bytes: 1000, limits: limits), equals: false)
    expect(cache.accepts(name(13), bytes: 1000, limits: limits), equals: true)
    expect(cache.accepts(name(13), bytes: 7000, limits: limits), equals: false)
    cache.keep(try archive.read(name(13), at: 13, passing: nil), as: name(13), limits: limits)
    // Those far behind have less room.
    expect(numbers(cache), equals: [10, 11, 12, 13])
  }

  @Test func `an archive that has changed is read again`() throws {
    let entries = ArchiveEntries(InProcessDecoder()) { false }
    folder.file("a", TestArchive.bytes([("x", [1, 1, 1]), ("y", [2, 2, 2])], .zip))
    try expect(head(entries.entry(of: picture("y", 1))), equals: [2, 2, 2])
    folder.file("a", TestArchive.bytes([("y", [3, 3, 3, 3])], .zip), modified: 5)
    try expect(head(entries.entry(of: picture("y", 1))), equals: [3, 3, 3])
  }

  @Test func `an entry is written into a folder under its name, and never over a file`() throws {
    folder.file("a", TestArchive.bytes([("p/x.png", Samples.png)], .sevenZip))
    folder.folder("out")
    let (loader, organizer) = (PictureLoader(), FileOrganizer(trash: nil))
    let item = try loader.extract(picture("p/x.png", 0), to: folder("out"), as: "x.png", organizer)
    expect(item.to, equals: folder("out").appending("x.png".utf8))
    try expect(FileBytes.read(item.to, limit: 1 << 20), equals: Samples.png)
    expect(FileBytes.modificationTime(of: item.to), equals: 1_700_000_000)
    #expect(throws: FileError.self) {
      try loader.extract(picture("p/x.png", 0), to: folder("out"), as: "x.png", organizer)
    }
    let undone = organizer.undo(FileChange(operation: .copy(to: folder("out")), items: [item]))
    #expect(undone.failures.isEmpty && PathKind(of: item.to) == .unreachable(2))
  }
}
