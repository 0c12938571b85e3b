package import Bitmaps

extension EncodedImage {
  /// The number of bytes that this value holds: the file's, or the retained parts of a file that is read in pieces.
  package var heldBytes: Int { codec.heldBytes }

  /// Returns an upper bound of the bytes that `decode(scaledTo:)` allocates at a time, including its result but not
  /// `heldBytes`. It is computed from the header, without decoding.
  ///
  /// A decode often takes less, because the bound covers damaged and unusual data.
  ///
  /// - Parameter target: Each side 1…65535.
  package func decodingBytes(scaledTo target: PixelSize) -> Int {
    decodingBytes(of: ScaledRegion(whole: target))
  }

  /// Returns an upper bound of the bytes that `picture(of:)` allocates at a time, counted in the same way.
  package func decodingBytes(of region: ScaledRegion) -> Int {
    storedBytes(scaledTo: region.stored(metadata.orientation)) + turnedBytes(region.size)
  }

  /// Returns an upper bound of the bytes that scaling a region takes, including the result and turning it upright.
  ///
  /// - Parameter size: The size of the upright picture.
  package static func scalingBytes(to region: ScaledRegion, of size: PixelSize, _ orientation: Orientation) -> Int {
    scalingBytes(from: orientation.applied(to: size), to: orientation.applied(to: region.size))
      + turnedBytes(region.size, orientation)
  }

  /// Returns an upper bound of the bytes that a source from `frames(of:)` takes at a time: the cached
  /// frames, the canvas, the frame being decoded and the one returned, but not `heldBytes`. For a still, the same as
  /// `decodingBytes(scaledTo:)`.
  package func playingBytes(of region: ScaledRegion) -> Int {
    guard animation != nil else { return decodingBytes(of: region) }
    let stored = region.stored(metadata.orientation)
    return composingBytes(scaledTo: stored) + turnedBytes(region.size) + limits.maxKeptBytes
  }

  private var storedSize: PixelSize { codec.size }

  /// Returns the bytes of the second bitmap that turning a picture upright needs.
  private func turnedBytes(_ target: PixelSize) -> Int { EncodedImage.turnedBytes(target, metadata.orientation) }

  private static func turnedBytes(_ target: PixelSize, _ orientation: Orientation) -> Int {
    orientation == .upright ? 0 : target.width * target.height * 8
  }

  private func storedBytes(scaledTo target: ScaledRegion) -> Int {
    if composesFirstFrame { return composingBytes(scaledTo: target) }
    return EncodedImage.scalingBytes(from: storedSize, to: target.size) + codec.memory(for: target)
  }

  /// Returns the bytes for the canvas, the frame being read, the area to be restored after it, the scaler, and the last
  /// frame.
  private func composingBytes(scaledTo target: ScaledRegion) -> Int {
    3 * 4 * storedSize.width * storedSize.height + codec.frameBytes + 8 * target.size.width * target.size.height
      + EncodedImage.scalingBytes(from: storedSize, to: target.size)
  }

  /// Returns the bytes that every decode takes: the bitmap, the scaler's rows, the light tables, and the profile with
  /// its tables.
  private static func scalingBytes(from source: PixelSize, to target: PixelSize) -> Int {
    // The scaler holds at most eight rows of the target's width and four of the source's. A pixel is four numbers of
    // four bytes.
    let rows = 16 * (8 * target.width + 4 * source.width + target.height)
    return target.width * target.height * 8 + rows + tableBytes
  }

  /// The light tables for 16-bit samples, twice the longest profile that is read, and what the libraries allocate.
  private static let tableBytes = (4 << 20) + 2 * ICCProfile.maxBytes
}
