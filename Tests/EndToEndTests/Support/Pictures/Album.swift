import Foundation
import Glibc
import TestSupport

/// A folder of small pictures for one test, deleted with this object. Each picture has a single color, so the screen
/// shows which one it is.
final class Album {
  static let red = TinyPNG.Pixel(red: 220, green: 30, blue: 40)
  static let green = TinyPNG.Pixel(red: 20, green: 180, blue: 60)
  static let blue = TinyPNG.Pixel(red: 30, green: 60, blue: 230)
  static let colors: Set = [red, green, blue]

  /// The folder.
  let path: String

  /// An empty folder.
  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("tui-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// A folder of pictures with one color each: `1.png`, `2.png` …
  convenience init(_ colors: TinyPNG.Pixel...) throws {
    try self.init()
    for (index, color) in colors.enumerated() { try add("\(index + 1).png", color) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Adds a picture of one color; returns its path.
  @discardableResult
  func add(_ name: String, _ color: TinyPNG.Pixel) throws -> String { try write(TinyPNG.plain(color), as: name) }

  /// Adds a file; returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Adds a shell script that can be run as a program; returns its path.
  ///
  /// A separate process writes it. If this process did, a child that another test starts meanwhile could inherit the
  /// open descriptor, and the script could not be run until that child ends ("Text file busy").
  @discardableResult
  func write(script: String, as name: String) throws -> String {
    let file = "\(path)/\(name)"
    let run = try PipedProgram.run(
      "/bin/sh", ["-c", #"cat > "$0" && chmod 755 "$0""#, file], input: Array(script.utf8))
    guard run.ending == .exited(0) else { throw SystemFailure("cat > \(file)", code: EIO) }
    return file
  }

  /// Adds a file whose name may be any bytes but `/` and NUL.
  func write(_ bytes: [UInt8], named name: [UInt8]) throws {
    let file = Array("\(path)/".utf8) + name + [0]
    let descriptor = unsafe file.withUnsafeBytes { memory in
      unsafe open(memory.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped, O_WRONLY | O_CREAT, 0o644)
    }
    guard descriptor >= 0 else { throw SystemFailure("open") }
    defer { close(descriptor) }
    _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
  }

  /// Returns the text of a file, or nil if it cannot be read.
  func text(of name: String) -> String? { Album.contents(of: "\(path)/\(name)") }

  /// The names of its files, in no particular order.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// Returns the text of a file anywhere, or nil if it cannot be read.
  static func contents(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
