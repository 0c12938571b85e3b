import Dispatch
import Glibc
import PictureTestSupport
import Synchronization
import System
import TestSupport
import Testing

@testable import Decks

/// Large folders that are read by several threads.
struct FolderDivisionTests {
  private let names = (0..<400).map { "photo-\($0).jpg" }

  private func list(_ folder: MadeFolder, threads: Int, isRecursive: Bool = false) throws -> FolderListing {
    var listing = FolderListing()
    let visitor = EntryVisitor(
      folder: Subfolder(relative: [], depth: 0), isRecursive: isRecursive, sniffer: Sniffer())
    let division = FolderDivision(probe: 20, least: 50, threads: threads)
    try division.read(#require(folder.open()), into: &listing, visitor) { folder.open() }
    return listing
  }

  @Test(arguments: 1...5) func `several threads find the names of one, in the same order`(threads: Int) throws {
    // The first one waits for all others to begin: on a busy machine, it would have read everything before.
    let folder = MadeFolder(names, .positions, waitsAt: 50, others: threads - 1)
    try expect(list(folder, threads: threads).names.texts, equals: names)
    expect(folder.readersCount, equals: threads)
  }

  @Test func `a thread reads no further than to where the next one has begun`() throws {
    // The first one waits for the second one to begin.
    let folder = MadeFolder(names, .positions, waitsAt: 100)
    try expect(list(folder, threads: 2).names.texts, equals: names)
    // The second one begins in the middle of what is left after twenty names. The first one reads this name, too, to know it.
    expect(folder.readByFirst, equals: 20 + 190 + 1)
  }

  @Test(arguments: [MadeFolder.Seeking.restarts, .ends, .fails])
  func `where positions mean something else, each name is found once`(_ seeking: MadeFolder.Seeking) throws {
    let folder = MadeFolder(names, seeking)
    try expect(list(folder, threads: 3).names.texts, equals: names)
    expect(folder.readByFirst, equals: names.count)
  }

  @Test func `a name that vanishes after another thread has begun with it hides no others`() throws {
    let folder = MadeFolder(names, .positions, waitsAt: 100, hiddenFromFirst: "photo-210.jpg")
    try expect(list(folder, threads: 2).names.texts, equals: names.filter { $0 != "photo-210.jpg" })
  }

  @Test func `small folders, and those whose positions do not tell their size, are read by one thread`() throws {
    let small = MadeFolder(Array(names.prefix(60)), .positions)
    try expect(list(small, threads: 4).names.texts, equals: Array(names.prefix(60)))
    expect(small.readersCount, equals: 1)
    let counted = MadeFolder(names, .positions, step: 1)
    try expect(list(counted, threads: 4).names.texts, equals: names)
    expect(counted.readersCount, equals: 1)
  }

  @Test func `subfolders and links are found by all threads`() throws {
    var names = names
    for number in stride(from: 5, to: 400, by: 10) { names[number] = "folder-\(number)/" }
    let folder = MadeFolder(names, .positions)
    let listing = try list(folder, threads: 3, isRecursive: true)
    expect(
      listing.folders.map { String(decoding: $0.relative, as: UTF8.self) }, equals: names.filter { $0.hasSuffix("/") })
    expect(listing.names.texts, equals: names.filter { !$0.hasSuffix("/") })
  }

  @Test func `a folder on disk is listed the same by several threads as by one`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    for number in 0..<2000 { folder.file("photo-\(number).jpg") }
    let alone = try FolderScan.pictures(in: folder.path, recursive: false, division: FolderDivision(threads: 1))
    for threads in 2...6 {
      let division = FolderDivision(probe: 10, least: 10, threads: threads)
      try expect(FolderScan.pictures(in: folder.path, recursive: false, division: division).texts, equals: alone.texts)
    }
    expect(alone.count, equals: 2000)
  }
}

/// A folder whose names lie at equal distances in all positions that there are, unless a smaller step is given. Names with a slash at their
/// end are folders.
final class MadeFolder: Sendable {
  /// What becomes of positions.
  enum Seeking: Sendable {
    /// Reading goes on at the next name.
    case positions
    /// It begins anew.
    case restarts
    /// There are no more names.
    case ends
    /// The folder cannot be opened again.
    case fails
  }

  fileprivate let names: [String]
  fileprivate let step: Int
  fileprivate let seeking: Seeking
  /// Where the first thread waits for others to begin, and for how many.
  fileprivate let waitsAt: Int?
  fileprivate let others: Int
  fileprivate let hiddenFromFirst: String?
  fileprivate let hasBegun = DispatchSemaphore(value: 0)
  fileprivate let reads = Mutex([Int]())

  init(
    _ names: [String], _ seeking: Seeking, step: Int? = nil, waitsAt: Int? = nil, others: Int = 1,
    hiddenFromFirst: String? = nil
  ) {
    self.names = names
    self.seeking = seeking
    self.step = step ?? Int.max / names.count
    self.waitsAt = waitsAt
    self.others = others
    self.hiddenFromFirst = hiddenFromFirst
  }

  /// How many names the first thread has read.
  var readByFirst: Int { reads.withLock { $0[0] } }
  /// How often it has been opened.
  var readersCount: Int { reads.withLock { $0.count } }

  func open() -> MadeStream? {
    reads.withLock { reads in
      guard reads.isEmpty || seeking != .fails else { return nil }
      reads.append(0)
      return MadeStream(self, number: reads.count - 1)
    }
  }

  fileprivate func count(for reader: Int) { reads.withLock { $0[reader] += 1 } }
}

@safe
final class MadeStream: EntryStream {
  let descriptor: Int32 = -1
  private let folder: MadeFolder
  private let number: Int
  private var index = 0
  private var reads = 0
  /// Where the name is, with a NUL after it.
  private let room = UnsafeMutablePointer<CChar>.allocate(capacity: 64)

  fileprivate init(_ folder: MadeFolder, number: Int) {
    self.folder = folder
    self.number = number
  }

  deinit { unsafe room.deallocate() }

  func seek(to position: Int) {
    switch folder.seeking {
    case .positions: index = position / folder.step
    case .restarts: index = 0
    case .ends, .fails: index = folder.names.count
    }
  }

  func next() -> FolderEntry? {
    if number == 0, index == folder.waitsAt {
      for _ in 0..<folder.others {
        expect(
          folder.hasBegun.wait(timeout: .now() + 60), equals: .success, "another thread has not begun within a minute")
      }
    }
    if number == 0, index < folder.names.count, folder.names[index] == folder.hiddenFromFirst { index += 1 }
    // Now that it is asked for a second name, the first one is known.
    reads += 1
    if number > 0, reads == 2 { folder.hasBegun.signal() }
    guard index < folder.names.count else { return nil }
    defer { index += 1 }
    folder.count(for: number)
    let name = folder.names[index]
    let isFolder = name.hasSuffix("/")
    let bytes = Array(isFolder ? name.utf8.dropLast() : name.utf8[...])
    for (place, byte) in (bytes + [0]).enumerated() { unsafe room[place] = CChar(bitPattern: byte) }
    let start = unsafe UnsafeRawPointer(room).assumingMemoryBound(to: UInt8.self)
    return unsafe FolderEntry(
      cName: room, name: UnsafeBufferPointer(start: start, count: bytes.count), inode: UInt(index + 1),
      type: isFolder ? DT_DIR : DT_REG, next: (index + 1) * folder.step)
  }
}
