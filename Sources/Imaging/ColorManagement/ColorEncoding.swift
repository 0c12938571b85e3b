/// How a file defines the colors of its samples.
package enum ColorEncoding: Hashable, Sendable {
  /// sRGB, the default for pictures that define nothing.
  case sRGB
  /// An ICC profile: its bytes, not validated. Profiles of more than `maxProfileBytes` are ignored.
  case icc([UInt8])
  /// Primaries and a transfer function.
  case coded(RGBPrimaries, TransferFunction)

  /// The maximum size of an ICC profile, in bytes.
  package static let maxProfileBytes = ICCProfile.maxBytes

  /// The ICC profile's bytes; nil for other encodings.
  var profile: [UInt8]? { if case .icc(let bytes) = self { bytes } else { nil } }
}
