import Glibc

/// A file's path as the system represents it: bytes without a NUL, not necessarily UTF-8.
package struct Path: Hashable, Sendable {
  /// The bytes, without the terminating NUL.
  package let bytes: [UInt8]

  /// Creates a path from bytes, up to the first NUL if there is one.
  package init(_ bytes: some Collection<UInt8>) {
    // Copied first: searching any collection, rather than an array, would take a hundred times as long.
    let bytes = Array(bytes)
    self.bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
  }

  /// Creates a path from text.
  package init(_ text: String) { self.init(text.utf8) }

  /// The path as text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The last component; empty only for the empty path and "/".
  package var name: ArraySlice<UInt8> { Path.name(in: bytes[...]) }

  /// The last component of a path's bytes; empty if there is none.
  package static func name(in path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = path.lastIndex { $0 != slash }.map { $0 + 1 } ?? path.startIndex
    let start = path[..<end].lastIndex(of: slash).map { $0 + 1 } ?? path.startIndex
    return path[start..<end]
  }

  /// The path of a file with another name in the same folder; the folder's spelling stays.
  package func renamed(to other: some Collection<UInt8>) -> Path { Path(Array(bytes[..<name.startIndex]) + other) }

  /// The folder that contains it; "." if the path names none.
  package var folder: Path {
    guard let slash = bytes.lastIndex(of: Path.slash) else { return Path(".") }
    return slash == 0 ? Path("/") : Path(bytes[..<slash])
  }

  /// The text after the name's last dot, in lower case; nil if there is none or it exceeds 15 bytes, and for names
  /// whose only dot comes first.
  package var fileExtension: String? {
    let name = name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex, name.endIndex - dot <= 16 else {
      return nil
    }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// Whether it contains letters followed by `://`, as URLs do, possibly after a folder to which the URL was appended.
  var looksLikeURL: Bool {
    let end = bytes.indices.first { bytes[$0...].starts(with: "://".utf8) }
    guard let end else { return false }
    let scheme = bytes[..<end].reversed().prefix { $0 != Path.slash }
    // One letter is a drive of another operating system.
    return scheme.count > 1 && scheme.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Resolves `relative` against this folder; an absolute path is returned unchanged.
  package func appending(_ relative: some Collection<UInt8>) -> Path {
    if relative.first == Path.slash || bytes.isEmpty { return Path(relative) }
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + relative.count)
    joined.append(contentsOf: bytes)
    if joined.last != Path.slash { joined.append(Path.slash) }
    joined.append(contentsOf: relative)
    return Path(joined)
  }

  /// A path that a user has typed: `~` at its beginning is the home folder.
  package static func expandingHome(_ text: String, home: Path?) -> Path {
    guard let home, text == "~" || text.hasPrefix("~/") else { return Path(text) }
    return home.appending(text.dropFirst(2).utf8)
  }

  /// The path relative to this folder, or nil if its bytes do not lie in the folder.
  package func relative(_ path: Path) -> ArraySlice<UInt8>? {
    if bytes.isEmpty { return path.bytes[...] }
    guard path.bytes.starts(with: bytes) else { return nil }
    let rest = path.bytes[bytes.count...]
    if bytes.last == Path.slash { return rest.isEmpty ? nil : rest }
    return rest.first == Path.slash && rest.count > 1 ? rest.dropFirst() : nil
  }

  /// The path from the root without "." and doubled slashes, so that two spellings of a path become equal. Links and
  /// ".." are kept. If the current folder has no path any more, a relative path begins with "./".
  package var absolute: Path {
    var parts: [ArraySlice<UInt8>] = []
    var whole = bytes
    if bytes.first != Path.slash {
      guard let current = unsafe getcwd(nil, 0) else { return Path(Array("./".utf8) + bytes) }
      defer { unsafe free(current) }
      whole = unsafe Array(UnsafeRawBufferPointer(start: current, count: strlen(current))) + [Path.slash] + bytes
    }
    for part in whole.split(separator: Path.slash) where !part.elementsEqual(".".utf8) { parts.append(part) }
    return Path([Path.slash] + Array(parts.joined(separator: [Path.slash])))
  }

  /// The path without links, "." and ".."; nil if it does not exist.
  package var resolved: Path? {
    guard let real = unsafe withCString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(real) }
    return unsafe Path(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  /// Calls `body` with the path as a C string.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    var terminated = bytes.map { CChar(bitPattern: $0) }
    terminated.append(0)
    return try unsafe terminated.withUnsafeBufferPointer { buffer in
      // The array holds at least the NUL, so it has an address.
      guard let base = buffer.baseAddress else { preconditionFailure("a terminated path has an address") }
      return try unsafe body(base)
    }
  }

  package static let slash = UInt8(ascii: "/")
}
