import Bitmaps
import Foundation
import Imaging
import PictureTestSupport
import Pictures
import System

/// Pictures that must be decoded whole for any part of them.
enum DetailedPictures {
  static let names = ["jpeg-444-progressive.jpg", "png-rgba-interlaced.png"]

  /// The bytes of a picture; all have the same size in pixels.
  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent("ImagingTests/Fixtures/good/\(name)")))
  }

  /// A progressive JPEG of one gray, with `side` (a multiple of 8) pixels on each side: a single scan, in which each block
  /// has the same mean as the one before it, by a code of one bit.
  static func plain(side: Int) -> [UInt8] {
    let sides = [UInt8(side >> 8), UInt8(side & 0xFF)]
    let quantization: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8] + sides + sides + [1, 1, 0x11, 0]
    let code: [UInt8] = [0xFF, 0xC4, 0, 20, 0, 1] + Array(repeating: 0, count: 15) + [0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0]
    let blocks = [UInt8](repeating: 0, count: (side / 8 * side / 8 + 7) / 8)
    let parts: [[UInt8]] = [[0xFF, 0xD8], quantization, frame, code, scan, blocks, [0xFF, 0xD9]]
    return Array(parts.joined())
  }

  /// A small part of a picture at `percent` of its size, from a column and row on.
  static func region(_ size: PixelSize, _ column: Int, _ row: Int, percent: Int = 100) -> ScaledRegion? {
    ScaledRegion(
      PixelRect(x: column, y: row, width: 5, height: 4),
      of: PixelSize(width: size.width * percent / 100, height: size.height * percent / 100))
  }
}

extension TemporaryFolder {
  /// Overwrites a file's bytes with zeros, so that it still seems to be the same version of the same file.
  func spoil(_ name: String, count: Int) throws {
    guard let stamp = try? RegularFile(self(name), limit: .max).stamp else { throw CocoaError(.fileNoSuchFile) }
    let descriptor = unsafe self(name).withCString { unsafe open($0, O_WRONLY | O_CLOEXEC) }
    precondition(descriptor >= 0, "cannot open a file")
    defer { close(descriptor) }
    precondition(
      unsafe write(descriptor, [UInt8](repeating: 0, count: count), count) == count, "cannot write the bytes")
    let (seconds, part) = stamp.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    let time = timespec(tv_sec: seconds, tv_nsec: part)
    precondition(unsafe futimens(descriptor, [time, time]) == 0, "cannot set the time")
    guard let now = try? RegularFile(self(name), limit: .max).stamp, now == stamp else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
