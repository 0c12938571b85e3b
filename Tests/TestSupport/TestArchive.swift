import CArchive
import Glibc

/// Writes archives for tests.
package enum TestArchive {
  package enum Format: String, CaseIterable, Sendable {
    case zip, tar, tarGz, tarXz, tarZst, tarBz2, sevenZip, rar4, rar5
  }

  /// The bytes of an archive with these files.
  ///
  /// - Parameter password: encrypts a zip.
  package static func bytes(
    _ files: [(name: String, bytes: [UInt8])], _ format: Format, modified: Int = 1_700_000_000, password: String? = nil
  ) -> [UInt8] {
    switch format {
    case .rar4: return rar4(files)
    case .rar5: return rar5(files, modified: modified)
    case .zip, .tar, .tarGz, .tarXz, .tarZst, .tarBz2, .sevenZip: break
    }
    // libarchive converts names for 7z from the thread's encoding.
    let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let previous = unsafe uselocale(locale)
    defer {
      _ = unsafe uselocale(previous)
      unsafe freelocale(locale)
    }
    let archive = unsafe archive_write_new()
    defer { unsafe archive_write_free(archive) }
    switch format {
    case .zip: unsafe archive_write_set_format_zip(archive)
    case .sevenZip: unsafe archive_write_set_format_7zip(archive)
    default: unsafe archive_write_set_format_pax_restricted(archive)
    }
    switch format {
    case .tarGz: unsafe archive_write_add_filter_gzip(archive)
    case .tarXz: unsafe archive_write_add_filter_xz(archive)
    case .tarZst: unsafe archive_write_add_filter_zstd(archive)
    case .tarBz2: unsafe archive_write_add_filter_bzip2(archive)
    default: break
    }
    if let password {
      unsafe archive_write_set_options(archive, "zip:encryption=traditional")
      unsafe archive_write_set_passphrase(archive, password)
    }
    var bytes = [UInt8](
      repeating: 0, count: files.reduce(1 << 20) { $0 + 2 * $1.bytes.count + 2 * $1.name.utf8.count + 4096 })
    var count = 0
    unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &count)
      for file in files {
        let entry = unsafe archive_entry_new()
        defer { unsafe archive_entry_free(entry) }
        unsafe archive_entry_set_pathname(entry, file.name)
        unsafe archive_entry_set_size(entry, la_int64_t(file.bytes.count))
        unsafe archive_entry_set_filetype(entry, 0o100000)
        unsafe archive_entry_set_perm(entry, 0o644)
        unsafe archive_entry_set_mtime(entry, modified, 0)
        precondition(unsafe archive_write_header(archive, entry) >= ARCHIVE_WARN, "cannot write an entry")
        precondition(unsafe archive_write_data(archive, file.bytes, file.bytes.count) == file.bytes.count)
      }
      unsafe archive_write_close(archive)
    }
    return Array(bytes.prefix(count))
  }

  private static func little(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Files that are stored, not compressed: no free program writes RAR.
  private static func rar4(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    func header(_ rest: [UInt8]) -> [UInt8] { little(CRC32.of(rest) & 0xFFFF, 2) + rest }
    var bytes: [UInt8] =
      Array("Rar!".utf8) + [0x1A, 7, 0] + header([0x73, 0, 0, 13, 0] + [UInt8](repeating: 0, count: 6))
    for file in files {
      let name = Array(file.name.utf8)
      let (size, sum) = (little(file.bytes.count, 4), little(CRC32.of(file.bytes), 4))
      let parts: [[UInt8]] = [
        [0x74, 0, 0x80], little(32 + name.count, 2), size, size, [3], sum, little(0x5A21_4000, 4), [20, 0x30],
        little(name.count, 2), little(0o100644, 4), name,
      ]
      bytes += header(Array(parts.joined())) + file.bytes
    }
    return bytes + header([0x7B, 0, 0x40, 7, 0])
  }

  private static func rar5(_ files: [(name: String, bytes: [UInt8])], modified: Int) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + number(value >> 7)
    }
    func header(_ fields: [UInt8]) -> [UInt8] {
      let rest = number(fields.count) + fields
      return little(CRC32.of(rest), 4) + rest
    }
    var bytes: [UInt8] = Array("Rar!".utf8) + [0x1A, 7, 1, 0] + header([1, 0, 0])
    for file in files {
      let name = Array(file.name.utf8)
      var fields: [UInt8] = [2, 2] + number(file.bytes.count) + [6] + number(file.bytes.count) + number(0o100644)
      fields += little(modified, 4) + little(CRC32.of(file.bytes), 4) + [0, 1] + number(name.count) + name
      bytes += header(fields) + file.bytes
    }
    return bytes + header([5, 0, 0])
  }
}
