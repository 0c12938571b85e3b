import Bitmaps
import Foundation
import Imaging
import Testing

/// A picture with one fault, made from a valid one; the files in Fixtures/bad are stored copies.
struct BadPicture: Sendable, CustomTestStringConvertible {
  /// The file's name, which describes the fault.
  var name: String
  /// The error that decoding throws.
  var error: ImageError
  var make: @Sendable () throws -> [UInt8]

  var testDescription: String { name }

  static let all = notPictures + jpegs + pngs + gifs + webps
}

extension BadPicture {
  private static let notPictures = [
    BadPicture(name: "no-bytes.jpg", error: .empty) { [] },
    BadPicture(name: "text.png", error: .notAPicture) { Array("not a picture at all\n".utf8) },
    BadPicture(name: "gif-called.png", error: .truncated(format: "GIF")) {
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
    },
    BadPicture(name: "one-byte.jpg", error: .notAPicture) { [0xFF] },
    BadPicture(name: "start-marker-only.jpg", error: .truncated(format: "JPEG")) { [0xFF, 0xD8] },
  ]
}

/// A valid JPEG with its bytes changed.
private func jpeg(_ change: @Sendable @escaping (inout [UInt8]) throws -> Void) -> @Sendable () throws -> [UInt8] {
  {
    var bytes = try Fixtures.bytes("good/jpeg-420.jpg")
    try change(&bytes)
    return bytes
  }
}

/// The position of a marker's code.
private func offset(of marker: UInt8, in bytes: [UInt8]) throws -> Int {
  try #require(bytes.indices.dropFirst().first { bytes[$0] == marker && bytes[$0 - 1] == 0xFF })
}

private func damaged(_ reason: String) -> ImageError { .corrupt(format: "JPEG", reason: reason) }

extension BadPicture {
  private static let jpegs = [
    BadPicture(
      name: "cut-in-scan.jpg", error: .truncated(format: "JPEG"),
      make: jpeg { $0 = Array($0[..<(try offset(of: 0xDA, in: $0) + 13)]) }),
    BadPicture(name: "cut-in-tables.jpg", error: .truncated(format: "JPEG"), make: jpeg { $0 = Array($0[..<100]) }),
    BadPicture(
      name: "end-before-picture.jpg", error: damaged("it contains no picture"),
      make: jpeg { $0.insert(contentsOf: [0xFF, 0xD9], at: 2) }),
    BadPicture(
      name: "height-zero.jpg", error: damaged("invalid size 45×0"),
      make: jpeg { $0.replaceSubrange(try offset(of: 0xC0, in: $0) + 4..<offset(of: 0xC0, in: $0) + 6, with: [0, 0]) }),
    BadPicture(
      name: "size-60000x60000.jpg", error: .tooLarge(PixelSize(width: 60_000, height: 60_000), limit: 200_000_000),
      make: jpeg {
        let frame = try offset(of: 0xC0, in: $0)
        $0.replaceSubrange(frame + 4..<frame + 8, with: [0xEA, 0x60, 0xEA, 0x60])
      }),
    BadPicture(
      name: "frame-too-short.jpg", error: damaged("the frame header is too short"),
      make: jpeg {
        let frame = try offset(of: 0xC0, in: $0)
        $0[frame + 2] = 5
        $0.removeSubrange(frame + 6..<frame + 18)
      }),
    BadPicture(
      name: "frame-of-200-components.jpg", error: damaged("the frame header is too short"),
      make: jpeg { $0[try offset(of: 0xC0, in: $0) + 8] = 200 }),
    BadPicture(
      name: "two-components.jpg", error: .unsupported(format: "JPEG", reason: "2 components"),
      make: jpeg { $0[try offset(of: 0xC0, in: $0) + 8] = 2 }),
    BadPicture(
      name: "sampling-zero.jpg", error: damaged("a sampling factor is zero"),
      make: jpeg { $0[try offset(of: 0xC0, in: $0) + 10] = 0 }),
    BadPicture(
      name: "12-bit.jpg", error: .unsupported(format: "JPEG", reason: "12 bits a sample"),
      make: jpeg { $0[try offset(of: 0xC0, in: $0) + 3] = 12 }),
    BadPicture(
      name: "lossless.jpg",
      error: .unsupported(format: "JPEG", reason: "lossless coding"),
      make: jpeg { $0[try offset(of: 0xC0, in: $0)] = 0xC3 }),
    BadPicture(
      name: "scan-before-frame.jpg", error: damaged("a scan comes before the frame header"),
      make: jpeg { $0[try offset(of: 0xC0, in: $0)] = 0xE5 }),
    BadPicture(
      name: "segment-beyond-end.jpg", error: .truncated(format: "JPEG"),
      make: jpeg { $0.replaceSubrange(4..<6, with: [0xFF, 0xFF]) }),
    BadPicture(
      name: "no-quantization-tables.jpg", error: damaged("Quantization table 0x00 was not defined"),
      make: jpeg { bytes in
        for index in bytes.indices.dropFirst() where bytes[index] == 0xDB && bytes[index - 1] == 0xFF {
          bytes[index] = 0xE7
        }
      }),
  ]
}
