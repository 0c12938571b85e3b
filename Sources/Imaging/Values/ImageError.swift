/// Why a picture cannot be shown. `description` is a phrase for people, fit for a failure card, without the file's name.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are of no format we know.
  case notAPicture
  /// The file has no bytes.
  case empty
  /// The bytes end too soon; the format's name, e.g. "JPEG".
  case truncated(format: String)
  /// The bytes violate the format; its name and the reason.
  case corrupt(format: String, reason: String)
  /// A kind of the format that we do not decode.
  case unsupported(format: String, reason: String)
  /// The declared size is beyond `DecodingLimits`.
  case tooLarge(PixelSize, limit: Int)
  /// A declared side is beyond `DecodingLimits`.
  case tooLong(PixelSize, limit: Int)
  /// Memory ran out or a bound on bytes was hit.
  case outOfMemory(format: String)
  /// Decoding takes more memory than all of it may, in bytes: see `DecodeBudget`.
  case needsMemory(Int, limit: Int)
  /// It was not decoded within the time that `DecodingLimits` give it.
  case tookTooLong(limit: Duration)
  /// Nobody wants the picture any more: the task that decoded it was cancelled.
  case cancelled

  /// The reason as a phrase for people.
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
    case .cancelled: "cancelled"
    case .outOfMemory(let format): "not enough memory for this \(format)"
    case .needsMemory(let bytes, _):
      "needs \(ImageError.megabytes(bytes)) MB of memory; --decode-memory \(ImageError.megabytes(bytes)) allows it"
    }
  }

  /// Megabytes, rounded up.
  private static func megabytes(_ bytes: Int) -> Int { bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1) }

  /// A number of pixels in words: in millions from one million up.
  private static func rounded(_ pixels: Int) -> String {
    pixels < 1_000_000 ? "\(pixels)" : "\(pixels / 1_000_000) million"
  }
}
