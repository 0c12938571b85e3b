package import Bitmaps

/// The reason why a picture cannot be shown. `description` is a readable phrase without the file's name, fit for a
/// failure card.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are in no known format.
  case notAPicture
  /// The file has no bytes.
  case empty
  /// The bytes end too soon. The value is the format's name, such as "JPEG".
  case truncated(format: String)
  /// The bytes violate the format. The values are the format's name and the reason.
  case corrupt(format: String, reason: String)
  /// A variant of the format that is not supported.
  case unsupported(format: String, reason: String)
  /// The declared number of pixels exceeds `DecodingLimits`.
  case tooLarge(PixelSize, limit: Int)
  /// A declared side exceeds `DecodingLimits`.
  case tooLong(PixelSize, limit: Int)
  /// Memory ran out, or a limit on bytes was reached.
  case outOfMemory(format: String)
  /// Decoding takes more memory, in bytes, than the limit for all decoding: see `DecodeBudget`.
  case needsMemory(Int, limit: Int)
  /// Decoding exceeded the time limit of `DecodingLimits`.
  case tookTooLong(limit: Duration)
  /// The worker that decoded the picture crashed, or sent an answer that no decoder sends. The value is the format's name,
  /// if it is known.
  case crashed(format: String?)
  /// There is no worker to decode the picture.
  case noDecoder
  /// The decoding task was cancelled, because the picture is no longer needed.
  case cancelled

  /// The reason as a readable phrase.
  package var description: String {
    switch self {
    case .notAPicture: "not a picture"
    case .empty: "empty file"
    case .truncated(let format): "truncated \(format)"
    case .corrupt(let format, let reason): "damaged \(format): \(reason)"
    case .unsupported(let format, let reason): "unsupported \(format): \(reason)"
    case .tooLarge(let size, let limit):
      "too large: \(size.width)×\(size.height) pixels, the limit is \(ImageError.rounded(limit))"
    case .tooLong(let size, let limit):
      "too large: \(size.width)×\(size.height) pixels, the limit is \(limit) on a side"
    case .tookTooLong(let limit): "not decoded within \(limit.components.seconds) seconds"
    case .crashed(let format): "the decoder crashed on this \(format ?? "picture")"
    case .noDecoder: "no process could be started to decode it"
    case .cancelled: "cancelled"
    case .outOfMemory(let format): "not enough memory for this \(format)"
    case .needsMemory(let bytes, _):
      "needs \(ImageError.megabytes(bytes)) MB of memory; --decode-memory \(ImageError.megabytes(bytes)) allows it"
    }
  }

  /// Converts bytes to megabytes, rounded up.
  private static func megabytes(_ bytes: Int) -> Int { bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1) }

  /// Formats a number of pixels, in millions from one million up.
  private static func rounded(_ pixels: Int) -> String {
    pixels < 1_000_000 ? "\(pixels)" : "\(pixels / 1_000_000) million"
  }
}
