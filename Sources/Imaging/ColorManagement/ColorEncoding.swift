/// What a file says of how its samples stand for colours.
package enum ColorEncoding: Hashable, Sendable {
  /// sRGB, as pictures are that say nothing.
  case sRGB
  /// As an ICC profile tells: its bytes, whatever they are. Profiles of more than 4 MiB are not looked at.
  case icc([UInt8])
  /// By the lights that are mixed, and how samples stand for their amounts.
  case coded(RGBPrimaries, TransferFunction)
}
