import Dispatch
import Parallelism
import Synchronization
import System

/// How a large folder is read by several threads.
///
/// The kernel takes a quarter of a second for a million names, but lets several threads read a folder at a time. Where names are kept by
/// their hash, as by ext4, the positions between them are numbers of 63 bits, and from the first names' one can tell how many there are,
/// and where others may begin to read. What such a position means elsewhere is unknown. It does not matter: each thread reads on until it
/// meets the very entry with which the next one began, since from there both see the same; and if it never does, it has read everything
/// up to the folder's end itself, and what the next ones have found is dropped.
struct FolderDivision: Sendable {
  /// The number of entries that are read before it is decided.
  var probe = 1024
  /// The number of entries to be read afterwards for which other threads are worth their while.
  var least = 50_000
  /// The number of threads.
  var threads = Processors.threadCount

  /// More entries than any folder has: where they are expected, positions are not hashes.
  private static let most = 1e9

  /// Adds all entries of a folder to a listing.
  ///
  /// - Parameters:
  ///   - stream: The folder, at its beginning.
  ///   - reopen: Opens it once more, for another thread.
  func read<Stream: EntryStream>(
    _ stream: Stream, into listing: inout FolderListing, _ visitor: EntryVisitor,
    reopen: @escaping @Sendable () -> Stream?
  ) {
    var position = 0
    for _ in 0..<probe {
      guard !listing.isFull, let entry = unsafe stream.next() else { return }
      unsafe visitor.visit(entry, in: stream.descriptor, &listing)
      position = unsafe entry.next
    }
    let parts = starts(after: position).reversed().reduce(into: [FolderPart]()) { parts, start in
      parts.append(FolderPart(start: start, next: parts.last))
    }
    for part in parts {
      // Without a thread, the beginning of its part is never met, and others read on.
      _ = SystemResources.startThread { part.read(reopen(), visitor) }
    }
    defer { for part in parts { part.cancel() } }
    var part = visitor.read(stream, into: &listing, until: parts.last)
    while let current = part { part = current.join(&listing) }
  }

  /// The positions at which the other threads begin, after the first entries; none if there is no telling, or it would not pay.
  private func starts(after position: Int) -> [Int] {
    let share = Double(position) / Double(Int.max)
    let rest = Double(probe) / share - Double(probe)
    guard position > 0, threads > 1, rest >= Double(least), rest < Self.most else { return [] }
    return (1..<threads).map { position + (Int.max - position) / threads * $0 }
  }
}

/// A part of a folder, which a thread of its own reads.
private final class FolderPart: Sendable {
  private struct Result {
    var listing: FolderListing
    /// The part whose beginning was met; nil if there is nothing after this one.
    var next: FolderPart?
  }

  private let start: Int
  private let next: FolderPart?
  private let isCanceled = Atomic(false)
  /// The number of the first entry's file; 0 as long as it is not known.
  private let firstInode = Atomic<UInt>(0)
  private let firstName = Mutex<[UInt8]>([])
  private let result = Mutex<Result?>(nil)
  private let done = DispatchSemaphore(value: 0)

  /// A part that ends where `next` begins, or at the folder's end.
  init(start: Int, next: FolderPart?) {
    self.start = start
    self.next = next
  }

  /// Whether an entry is the first of this part. Not for certain until that has been read.
  func begins(with entry: FolderEntry) -> Bool {
    guard unsafe entry.inode == firstInode.load(ordering: .acquiring) else { return false }
    return firstName.withLock { unsafe $0.elementsEqual(entry.name) }
  }

  /// Ends the reading, which nobody waits for any more.
  func cancel() { isCanceled.store(true, ordering: .relaxed) }

  /// Reads this part. Nothing is found if the folder could not be opened once more.
  func read(_ stream: (some EntryStream)?, _ visitor: EntryVisitor) {
    var listing = FolderListing()
    var end: FolderPart?
    stream?.seek(to: start)
    if let stream, let first = unsafe stream.next(), unsafe first.inode != 0 {
      firstName.withLock { unsafe $0 = Array(first.name) }
      unsafe firstInode.store(first.inode, ordering: .releasing)
      unsafe visitor.visit(first, in: stream.descriptor, &listing)
      end = visitor.read(stream, into: &listing, until: next) { isCanceled.load(ordering: .relaxed) }
    }
    result.withLock { $0 = Result(listing: listing, next: end) }
    done.signal()
  }

  /// Adds what this part has found to a listing, when it has been read, and returns the part that follows.
  func join(_ listing: inout FolderListing) -> FolderPart? {
    done.wait()
    guard let found = result.withLock({ $0.take() }) else { return nil }
    listing.add(found.listing)
    return listing.isFull ? nil : found.next
  }
}

extension EntryVisitor {
  /// Reads entries into a listing until a part begins, whose first entry is left to it, and returns that part; nil at the folder's end, or
  /// if there is no more room.
  fileprivate func read(
    _ stream: some EntryStream, into listing: inout FolderListing, until part: FolderPart?,
    isCanceled: () -> Bool = { false }
  ) -> FolderPart? {
    while !listing.isFull, !isCanceled(), let entry = unsafe stream.next() {
      if let part, unsafe part.begins(with: entry) { return part }
      unsafe visit(entry, in: stream.descriptor, &listing)
    }
    return nil
  }
}
