import Bitmaps
package import Imaging

/// The decode that will most likely be requested once a picture is open. A worker begins it without waiting for the request.
package struct ExpectedDecode: Hashable, Sendable {
  /// How the whole picture will be fitted.
  package var fit: SampledFit
  /// The bytes that are reserved for the open picture and its decode. A decode that takes more waits for the request.
  package var reservedBytes: Int

  /// A decode.
  package init(_ fit: SampledFit, reservedBytes: Int) {
    self.fit = fit
    self.reservedBytes = reservedBytes
  }

  /// The region that will be requested of a picture; nil if that cannot be decoded as a whole.
  func region(of natural: PixelSize) -> ScaledRegion? {
    let size = fit.decodedSize(of: natural)
    return max(size.width, size.height) <= 65_535 ? ScaledRegion(whole: size) : nil
  }
}
