/// What a file says of how its samples stand for colours.
package enum ColorEncoding: Hashable, Sendable {
  /// sRGB, as pictures are that say nothing.
  case sRGB
  /// By an ICC profile: its bytes, not validated. Profiles of more than 4 MiB are ignored.
  case icc([UInt8])
  /// By the lights that are mixed, and how samples stand for their amounts.
  case coded(RGBPrimaries, TransferFunction)

  /// The ICC profile's bytes; nil where it is none.
  var profile: [UInt8]? { if case .icc(let bytes) = self { bytes } else { nil } }
}
