import CArchive
import Glibc
import System

/// Reads the entries of an archive one after the other, through libarchive.
///
/// Only formats and filters that libarchive decodes itself are enabled: it starts no program and opens no file. Safe: it owns
/// the archive from `init` to `deinit`, and libarchive owns the entry as long as the archive is at it.
@safe final class ArchiveReader {
  private let archive: OpaquePointer
  private let source: ArchiveSource
  private let limits: ArchiveLimits
  /// The current entry; libarchive owns it.
  private var entry: OpaquePointer?
  /// The number of entries that have been passed, the current one included.
  private(set) var count = 0
  /// When the current step has to be finished.
  var deadline = Duration.zero
  /// Whether data of the current entry could not be read.
  private(set) var hasUnreadableEntry = false
  /// Why there are no more entries; nil as long as there may be. libarchive must not be asked again then.
  private var end: End?

  private enum End {
    case reached
    case failed(ArchiveError)
  }

  /// The bytes that are read from an entry at a time.
  private static let pieceBytes = 64 << 10

  /// Opens an archive before its first entry.
  ///
  /// - Throws: `ArchiveError`.
  init(_ source: ArchiveSource, limits: ArchiveLimits) throws(ArchiveError) {
    guard tui_archive_load() != 0 else { throw .noReader }
    guard let archive = unsafe archive_read_new() else { throw .outOfMemory }
    unsafe self.archive = archive
    self.source = source
    self.limits = limits
    source.rewind()
    unsafe tui_archive_support(archive)
    guard unsafe source.attach(to: archive) == ARCHIVE_OK else { throw failure(orElse: .notAnArchive) }
  }

  deinit { unsafe archive_read_free(archive) }

  /// Whether the next entry could not be read.
  var hasFailed: Bool { if case .failed = end { true } else { false } }

  /// Whether an entry can be reached without decompressing those before it. Known once there is an entry.
  var isRandomAccess: Bool {
    switch unsafe archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK {
    case ARCHIVE_FORMAT_ZIP: true
    case ARCHIVE_FORMAT_TAR: unsafe archive_filter_code(archive, 0) == ARCHIVE_FILTER_NONE
    default: false
    }
  }

  /// Whether the first bytes of all entries can be read without decompressing more than listing them does anyway.
  var hasCheapHeads: Bool {
    let format = unsafe archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK
    return format == ARCHIVE_FORMAT_ZIP || format == ARCHIVE_FORMAT_TAR
  }

  /// Moves to the next entry; false at the end.
  ///
  /// - Throws: `ArchiveError`.
  func advance() throws(ArchiveError) -> Bool {
    switch end {
    case .reached: return false
    case .failed(let error): throw error
    case nil: try checkTime()
    }
    if unsafe entry != nil, !isRandomAccess, hasCheapHeads { try skip() }
    while true {
      var next: OpaquePointer?
      let result = unsafe archive_read_next_header(archive, &next)
      switch result {
      case ARCHIVE_EOF:
        unsafe entry = nil
        end = .reached
        return false
      case ARCHIVE_OK, ARCHIVE_WARN:
        unsafe entry = next
        hasUnreadableEntry = false
        count += 1
        guard count <= limits.maxEntries else { throw .tooManyEntries(limit: limits.maxEntries) }
        try checkTotal()
        return true
      case ARCHIVE_RETRY: try checkTime()
      default:
        unsafe entry = nil
        let error = failure(orElse: .notAnArchive)
        end = .failed(error)
        throw error
      }
    }
  }

  /// The current entry; nil if it is no regular file, or its name cannot be used.
  var current: ArchiveEntry? {
    guard let entry = unsafe entry, unsafe tui_archive_is_file(entry) != 0,
      let text = unsafe archive_entry_pathname(entry)
    else { return nil }
    // The name ends with a NUL; no more of it is read than is used.
    let length = unsafe strnlen(text, ArchiveLimits.maxNameBytes + 1)
    guard 1...ArchiveLimits.maxNameBytes ~= length else { return nil }
    let name = unsafe UnsafeBufferPointer(start: text, count: length).map { UInt8(bitPattern: $0) }
    let size = unsafe archive_entry_size_is_set(entry) != 0 ? Int(clamping: archive_entry_size(entry)) : nil
    let modified = unsafe archive_entry_mtime_is_set(entry) != 0 ? Int(archive_entry_mtime(entry)) : nil
    return ArchiveEntry(index: count - 1, name: name, size: size.map { max(0, $0) }, modified: modified)
  }

  /// Reads the current entry to its end, or until `body` returns false.
  ///
  /// - Throws: `ArchiveError`.
  func read(_ body: (UnsafeRawBufferPointer) -> Bool) throws(ArchiveError) {
    if let entry = unsafe entry, unsafe archive_entry_is_data_encrypted(entry) != 0 { throw .encrypted }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ArchiveReader.pieceBytes, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while true {
      let got = unsafe archive_read_data(archive, buffer.baseAddress, buffer.count)
      if got == 0 { return }
      if got == Int(ARCHIVE_RETRY) || got == Int(ARCHIVE_WARN) {
        try checkTime()
        continue
      }
      guard got > 0 else {
        hasUnreadableEntry = true
        throw failure(orElse: .damaged(reason: "its data cannot be read"))
      }
      // Within the buffer: libarchive fills at most what it is given.
      guard unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<min(got, buffer.count)])) else { return }
      try checkTime()
      try checkTotal()
    }
  }

  /// Reads over the rest of the current entry. libarchive would do so without limits.
  private func skip() throws(ArchiveError) {
    while true {
      var (piece, length, offset): (UnsafeRawPointer?, Int, la_int64_t) = (nil, 0, 0)
      let result = unsafe archive_read_data_block(archive, &piece, &length, &offset)
      switch result {
      case ARCHIVE_OK, ARCHIVE_WARN, ARCHIVE_RETRY:
        try checkTime()
        try checkTotal()
      case ARCHIVE_EOF: return
      default: throw failure(orElse: .damaged(reason: "its data cannot be read"))
      }
    }
  }

  private func checkTime() throws(ArchiveError) {
    if MonotonicClock.now > deadline { throw .tookTooLong(limit: limits.maxDuration) }
  }

  private func checkTotal() throws(ArchiveError) {
    if unsafe Int(clamping: archive_filter_bytes(archive, 0)) > limits.maxTotalBytes { throw .expandsTooFar }
  }

  /// The error that libarchive reports, or one of the file.
  private func failure(orElse fallback: ArchiveError) -> ArchiveError {
    if source.file.errorNumber != 0 { return .unreadable(source.file.errorNumber) }
    if unsafe archive_errno(archive) == ENOMEM { return .outOfMemory }
    let message = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? ""
    if ["ncrypt", "assphrase"].contains(where: { message.includes($0) }) { return .encrypted }
    // Nothing has been recognized.
    if message == "Unrecognized archive format" || message.isEmpty { return fallback }
    return .damaged(reason: message)
  }
}
