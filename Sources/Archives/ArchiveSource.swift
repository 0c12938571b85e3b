import CArchive
import System

/// Gives libarchive the bytes of an open file. It never changes the file's offset. Safe: the buffer lives as long as the source.
@safe final class ArchiveSource {
  /// The bytes that are read at a time: libarchive reads a local header after each jump in a zip.
  private static let pieceBytes = 32 << 10

  let file: RegularFile
  /// The number of bytes that libarchive may read.
  private let end: Int
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)
  private var offset = 0

  /// Creates a source of a file's bytes.
  ///
  /// - Parameter end: Where they end; nil for all.
  init(_ file: RegularFile, end: Int? = nil) {
    self.file = file
    self.end = min(end ?? file.count, file.count)
  }

  deinit { unsafe buffer.deallocate() }

  /// Reads from the start again.
  func rewind() { offset = 0 }

  /// Makes libarchive read this source, which must outlive its use of it.
  func attach(to archive: OpaquePointer) -> Int32 {
    // The callbacks get the source itself, which the reader holds as long as the archive is open.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe archive_read_set_callback_data(archive, context)
    unsafe archive_read_set_read_callback(archive) { _, context, piece in
      guard let context = unsafe context, let piece = unsafe piece else { return -1 }
      return unsafe Unmanaged<ArchiveSource>.fromOpaque(context).takeUnretainedValue().read(piece)
    }
    unsafe archive_read_set_skip_callback(archive) { _, context, count in
      guard let context = unsafe context else { return 0 }
      return unsafe Unmanaged<ArchiveSource>.fromOpaque(context).takeUnretainedValue().skip(count)
    }
    unsafe archive_read_set_seek_callback(archive) { _, context, offset, origin in
      guard let context = unsafe context else { return -1 }
      return unsafe Unmanaged<ArchiveSource>.fromOpaque(context).takeUnretainedValue().seek(offset, origin)
    }
    return unsafe archive_read_open1(archive)
  }

  private func read(_ piece: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int {
    let (read, error) = unsafe file.read(into: buffer, at: offset)
    if error != nil { return -1 }
    let count = min(read, max(0, end - offset))
    offset += count
    unsafe piece.pointee = unsafe UnsafeRawPointer(buffer.baseAddress)
    return count
  }

  private func skip(_ count: Int64) -> Int64 {
    let skipped = min(max(0, Int(clamping: count)), max(0, end - offset))
    offset += skipped
    return Int64(skipped)
  }

  private func seek(_ distance: Int64, _ origin: Int32) -> Int64 {
    let start =
      switch origin {
      case SEEK_CUR: offset
      case SEEK_END: end
      default: 0
      }
    let (target, overflow) = start.addingReportingOverflow(Int(clamping: distance))
    guard !overflow, target >= 0 else { return -1 }
    offset = target
    return Int64(target)
  }
}
