/// How a file defines the colors of its samples.
package enum ColorEncoding: Hashable, Sendable {
  /// sRGB, the default for pictures that define nothing.
  case sRGB
  /// An ICC profile: its bytes, not validated. Profiles of more than `maxProfileBytes` are ignored.
  case icc([UInt8])
  /// Primaries and a transfer function.
  case coded(RGBPrimaries, TransferFunction)

  /// Primaries and a transfer function by their codes (ITU-T H.273); nil if one of them is not used in practice.
  package init?(primaries: UInt8, transfer: UInt8) {
    guard let primaries = RGBPrimaries.coded(primaries), let function = TransferFunction.coded(transfer) else {
      return nil
    }
    self = .coded(primaries, function)
  }

  /// The maximum size of an ICC profile, in bytes.
  package static let maxProfileBytes = ICCProfile.maxBytes

  /// The ICC profile's bytes; nil for other encodings.
  var profile: [UInt8]? { if case .icc(let bytes) = self { bytes } else { nil } }
}
