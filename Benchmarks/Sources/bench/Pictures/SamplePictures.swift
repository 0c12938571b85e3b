import Foundation
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

  /// A JPEG photograph, as cameras write it: with 4:2:0 chroma subsampling, in several scans if it is progressive.
  func jpeg(width: Int, height: Int, seed: UInt32 = 1, isProgressive: Bool = false) throws -> String {
    let (kind, scans) = isProgressive ? ("progressive", ["-progressive"]) : ("photo", [])
    return try photograph("\(kind)-\(width)x\(height)-\(seed).jpg", width, height, seed) {
      try run("cjpeg", ["-quality", "90", "-sample", "2x2"] + scans + ["-outfile", $1, $0])
    }
  }

  /// A PNG photograph: 8-bit RGB, filtered as programs that use libpng do.
  func png(width: Int, height: Int, seed: UInt32 = 1) throws -> String {
    try photograph("photo-\(width)x\(height)-\(seed).png", width, height, seed) {
      let form = ["-c:v", "png", "-pred", "paeth", "-f", "image2", "-update", "1"]
      try run("ffmpeg", ["-v", "error", "-y", "-i", $0] + form + [$1])
    }
  }

  /// A photograph that a program encodes, from the path of a PPM to that of the result.
  private func photograph(
    _ name: String, _ width: Int, _ height: Int, _ seed: UInt32, encode: (String, String) throws -> Void
  ) throws -> String {
    try file(name) { path in
      let source = path + ".ppm"
      defer { try? FileManager.default.removeItem(atPath: source) }
      try Photograph(width: width, height: height, seed: seed).write(to: source)
      try encode(source, path)
    }
  }

  /// A small JPEG of one color.
  func plainJPEG(red: UInt8, green: UInt8, blue: UInt8) throws -> String {
    try file("plain-\(red)-\(green)-\(blue).jpg") {
      try run("convert", ["-size", "64x48", "xc:rgb(\(red),\(green),\(blue))", "JPEG:\($0)"])
    }
  }

  /// A folder of `count` hard links to one small picture, since only their number matters.
  func crowdedFolder(of picture: String, count: Int) throws -> String {
    let folder = "\(path)/crowd-\(count)"
    let marker = "\(path)/crowd-\(count).complete"
    if unsafe access(marker, F_OK) == 0 { return folder }
    try Self.makeFolder(folder)
    let bytes = try Data(contentsOf: URL(filePath: picture))
    var original = ""
    for number in 1...count {
      let digits = String(number)
      let name = "\(folder)/photo-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).jpg"
      unsafe unlink(name)
      // ext4 allows a file at most 65,000 links.
      if (number - 1) % 50_000 == 0 {
        try bytes.write(to: URL(filePath: name))
        original = name
      } else if unsafe link(original, name) != 0 {
        throw SystemFailure("link")
      }
    }
    try Data().write(to: URL(filePath: marker))
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
    try file(name) { try Data(paint()).write(to: URL(filePath: $0)) }
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

  /// The bytes of a file.
  static func contents(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
}
