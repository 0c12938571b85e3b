import CDeflate
import Glibc
import System

/// A body being written into the cache: a file with a temporary name, locked as long as this object lives, and deleted
/// with it unless it has been kept. Not thread-safe.
///
/// If the cache folder is full, writing continues in the spare folder, if there is one. Such a body can be shown, but
/// is not kept.
package final class CacheBody {
  /// The number of bytes so far.
  package private(set) var count = 0
  /// Whether it is in the spare folder, where it cannot be kept.
  package private(set) var isSpare = false
  /// The absolute path of the file.
  package var path: String { "\(folderPath)/\(name.text)" }

  let key: String
  let number: String
  /// The number of the URL's previous body, which this one replaces; nil if there was none.
  let former: String?
  private(set) var checksum = Checksum()
  /// The descriptor of the file, for reading at an offset. It changes if the body moves.
  package private(set) var file: Int32
  private let spare: String?
  private var folderPath: String
  /// The current name of the file.
  private var name: CacheName
  private var isKept = false

  init(key: String, folderPath: String, spare: String? = nil, former: String?) throws(CacheFolder.Failure) {
    self.key = key
    self.former = former
    self.spare = spare
    number = CacheName.newNumber()
    name = .part(key: key, number: number)
    do throws(CacheFolder.Failure) {
      file = try Self.create(name, in: folderPath)
      self.folderPath = folderPath
    } catch {
      guard let spare, let file = try? Self.create(name, in: spare) else { throw error }
      (self.file, self.folderPath, isSpare) = (file, spare, true)
    }
  }

  deinit {
    if !isKept { remove() }
    close(file)
  }

  /// Appends bytes; continues in the spare folder if the write fails.
  ///
  /// - Throws: a `FetchFailure` of kind `disk`.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) {
    if let number = unsafe DescriptorBytes.write(bytes, to: file) {
      try moveToSpare(after: FetchFailure(disk: .system(number)))
      if let number = unsafe DescriptorBytes.write(bytes, to: file) { throw FetchFailure(disk: .system(number)) }
    }
    unsafe checksum.add(bytes)
    count += bytes.count
  }

  /// Continues in the spare folder, with a copy of the bytes so far.
  ///
  /// - Parameter failure: why the body cannot stay where it is.
  /// - Throws: `failure`, if there is no spare folder or the copy fails.
  package func moveToSpare(after failure: FetchFailure) throws(FetchFailure) {
    guard let spare, !isSpare else { throw failure }
    let name = CacheName.part(key: key, number: number)
    guard let copy = try? Self.create(name, in: spare) else { throw failure }
    // A full disk may lose bytes that it has accepted, so the copy is verified.
    guard isCopied(to: copy) else {
      close(copy)
      if let folder = CacheFolder(existing: spare) { folder.remove(name) }
      throw failure
    }
    remove()
    close(file)
    (file, folderPath, self.name, isSpare) = (copy, spare, name, true)
  }

  private static func create(_ name: CacheName, in folderPath: String) throws(CacheFolder.Failure) -> Int32 {
    let folder = try CacheFolder(making: folderPath)
    let file = try folder.create(name)
    // A sweep skips locked files; the lock ends with the process.
    flock(file, LOCK_EX | LOCK_NB)
    return file
  }

  private func remove() {
    if let folder = CacheFolder(existing: folderPath) { folder.remove(name) }
  }

  /// Copies the bytes so far; false after a read or write error, or if the bytes differ from those written.
  private func isCopied(to copy: Int32) -> Bool {
    guard lseek(file, 0, SEEK_SET) == 0 else { return false }
    var (copied, sum) = (0, Checksum())
    let failure = unsafe DescriptorBytes.forEachPiece(of: file) { piece in
      // After an incomplete write, the file is longer than `count`.
      let part = unsafe UnsafeRawBufferPointer(rebasing: piece.prefix(count - copied))
      guard unsafe DescriptorBytes.write(part, to: copy) == nil else { return false }
      unsafe sum.add(part)
      copied += part.count
      return true
    }
    return failure == nil && copied == count && sum == checksum
  }

  /// Syncs the file and renames it to its final name. It is an orphan until an entry names it.
  func keep(in folder: borrowing CacheFolder) throws(CacheFolder.Failure) {
    if fsync(file) < 0 { throw .system(errno) }
    let body = CacheName.body(key: key, number: number)
    try folder.rename(name, to: body)
    name = body
  }

  /// Records that an entry names the file, which then outlives this object.
  func belongsToEntry() { isKept = true }
}

extension FetchFailure {
  /// A failure to write into the cache.
  init(disk failure: CacheFolder.Failure) {
    let message: String
    switch failure {
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): message = "no space left for the cache"
    case .system(EACCES), .system(EPERM), .system(EROFS): message = "the cache folder cannot be written"
    case .system(ENOTDIR), .system(EEXIST): message = "the cache folder is not a folder"
    case .system(let number): message = "the cache folder cannot be used: \(unsafe String(cString: strerror(number)))"
    case .foreign: message = "the cache folder belongs to another user"
    case .sharedForWriting: message = "other users can write to the cache folder"
    }
    self.init(.disk, message, isTransient: false)
  }
}

/// CRC-32 by libdeflate. At about 10 GB/s, it costs less than reading the bytes.
struct Checksum: Hashable, Sendable {
  /// The CRC-32 of the bytes so far.
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    unsafe value = libdeflate_crc32(value, bytes.baseAddress, bytes.count)
  }
}
