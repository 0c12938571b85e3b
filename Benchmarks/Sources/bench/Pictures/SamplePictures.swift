import Glibc
import TestSupport

/// The sample pictures, painted once and kept in a folder.
struct SamplePictures {
  /// The folder.
  let path: String

  /// Opens the folder, or creates it.
  init(path: String) throws {
    self.path = path
    try Self.makeFolder(path)
  }

  /// A JPEG photograph.
  func jpeg(width: Int, height: Int, seed: UInt32 = 1) throws -> String {
    try file("photo-\(width)x\(height)-\(seed).jpg") {
      JPEGFile.encode(
        Photograph(width: width, height: height, seed: seed).pixels(), width: width, height: height)
    }
  }

  /// A PNG photograph.
  func png(width: Int, height: Int, seed: UInt32 = 1) throws -> String {
    try file("photo-\(width)x\(height)-\(seed).png") {
      PNGFile.encode(
        Photograph(width: width, height: height, seed: seed).pixels(), width: width, height: height)
    }
  }

  /// A small JPEG of one color.
  func plainJPEG(red: UInt8, green: UInt8, blue: UInt8) throws -> String {
    try file("plain-\(red)-\(green)-\(blue).jpg") {
      let pixels = (0..<64 * 48).flatMap { _ in [red, green, blue] }
      return JPEGFile.encode(pixels, width: 64, height: 48)
    }
  }

  /// A folder of `count` hard links to one small picture, since only their number matters.
  func crowdedFolder(of picture: String, count: Int) throws -> String {
    let folder = "\(path)/crowd-\(count)"
    let marker = "\(path)/crowd-\(count).complete"
    if unsafe access(marker, F_OK) == 0 { return folder }
    try Self.makeFolder(folder)
    let bytes = try Self.contents(picture)
    var original = ""
    for number in 1...count {
      let digits = String(number)
      let name = "\(folder)/photo-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).jpg"
      unsafe unlink(name)
      // ext4 allows a file at most 65,000 links.
      if (number - 1) % 50_000 == 0 {
        try Self.write(bytes, to: name)
        original = name
      } else if unsafe link(original, name) != 0 {
        throw SystemFailure("link")
      }
    }
    try Self.write([], to: marker)
    return folder
  }

  /// A folder of `count` hard links to some pictures.
  func folder(linking pictures: [String], count: Int) throws -> String {
    let folder = "\(path)/links-\(count)"
    try Self.makeFolder(folder)
    for number in 0..<count {
      let digits = String(number)
      let name = "\(folder)/photo-\(String(repeating: "0", count: max(0, 5 - digits.count)))\(digits).jpg"
      guard unsafe link(pictures[number % pictures.count], name) == 0 || errno == EEXIST else {
        throw SystemFailure("link")
      }
    }
    return folder
  }

  /// The path of a file, painted unless it exists.
  func file(_ name: String, paint: () -> [UInt8]) throws -> String {
    try file(name) { try Self.write(paint(), to: $0) }
  }

  /// The path of a file, made by `make` at the path that it receives unless the file exists.
  func file(_ name: String, make: (String) throws -> Void) throws -> String {
    let file = "\(path)/\(name)"
    if unsafe access(file, F_OK) == 0 { return file }
    say("Painting \(name) …")
    try make(file + ".part")
    guard unsafe rename(file + ".part", file) == 0 else { throw SystemFailure("rename") }
    return file
  }

  private static func makeFolder(_ path: String) throws {
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else { throw SystemFailure("mkdir \(path)") }
  }

  static func contents(_ path: String) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
    defer { close(descriptor) }
    var (bytes, piece): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 20))
    while case let count = unsafe read(descriptor, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes
  }

  /// Writes a file.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { memory in
        unsafe Glibc.write(descriptor, memory.baseAddress?.advanced(by: written), bytes.count - written)
      }
      guard count > 0 else { throw SystemFailure("write") }
      written += count
    }
  }
}
