import Foundation
import TestSupport

/// A program found on PATH whose output tests compare with ours. Tests that need a missing program are skipped.
struct Program {
  let path: String

  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }) else {
      return nil
    }
    path = "\(folder)/\(name)"
  }

  static var magick: Program? { Program("convert") }
  static var ffmpeg: Program? { Program("ffmpeg") }
  static var gif2webp: Program? { Program("gif2webp") }
  static var dwebp: Program? { Program("dwebp") }
  static var djpeg: Program? { Program("djpeg") }

  /// The program's standard output.
  func output(_ arguments: [String]) throws -> [UInt8] { try PipedProgram.run(path, arguments).output }
}

/// A folder for one test's files, removed when this is released.
final class ScratchFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("imaging-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  func read(_ name: String) throws -> [UInt8] { try contents("\(path)/\(name)") }
}

func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
