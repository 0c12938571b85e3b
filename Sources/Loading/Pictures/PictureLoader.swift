package import Imaging

/// One picture from its source to samples: the whole way, blocking, without a cache.
package struct PictureLoader: Sendable {
  /// Samples of one picture at most: half a gigabyte, five times what the finest art wants at 500×200 cells.
  package static let maximumSamples = 1 << 26

  private let limits: DecodingLimits

  /// A loader within limits.
  package init(limits: DecodingLimits = DecodingLimits()) { self.limits = limits }

  /// Reads, decodes and scales.
  ///
  /// - Throws: `LoadError`; `.cancelled` when the task is cancelled.
  package func load(_ key: PictureKey) throws(LoadError) -> LoadedPicture {
    if Task.isCancelled { throw .cancelled }
    switch key.location {
    case .broken(_, let reason): throw .broken(reason: reason)
    case .url: throw .networkUnavailable
    case .file(let path):
      let time = FileBytes.modificationTime(of: path)
      let bytes = try FileBytes.read(path, limit: limits.maxFileBytes, checkingHead: refuseHopeless)
      return try load(bytes, shape: key.shape, modificationTime: time)
    }
  }

  /// Decodes and scales bytes that have been read.
  ///
  /// - Throws: `LoadError.image`.
  package func load(
    _ bytes: [UInt8], shape: PictureShape, modificationTime: Int? = nil
  ) throws(LoadError) -> LoadedPicture {
    do throws(ImageError) {
      let image = try EncodedImage(bytes, limits: limits)
      let grid = shape.fit.target(for: image.size)
      let (across, down) = (max(1, shape.samples.width), max(1, shape.samples.height))
      let samples = PixelSize(width: grid.width * across, height: grid.height * down)
      try check(samples)
      // A picture that meets the grid pixel by pixel is repeated, not interpolated: it must come out exactly.
      let bitmap =
        grid == image.size
        ? try image.decode(scaledTo: grid).repeated(across: across, down: down)
        : try image.decode(scaledTo: samples)
      return LoadedPicture(
        bitmap: bitmap, grid: grid, naturalSize: image.size, format: image.format.rawValue,
        modificationTime: modificationTime)
    } catch {
      throw .image(error)
    }
  }

  /// Ends the reading of a large file whose first bytes show that nothing will come of it. What is merely cut off there
  /// is no reason.
  private func refuseHopeless(_ head: [UInt8]) throws(LoadError) {
    do throws(ImageError) {
      _ = try EncodedImage(head, limits: limits)
    } catch {
      if case .notAPicture = error { throw .image(error) }
      if case .tooLarge = error { throw .image(error) }
      if case .tooLong = error { throw .image(error) }
    }
  }

  /// A window may claim any size: what is drawn into it is bounded, too.
  private func check(_ samples: PixelSize) throws(ImageError) {
    // No overflow: a grid's sides are at most 65,535, and a place has a handful of samples.
    let longest = 65_535
    guard max(samples.width, samples.height) <= longest else { throw .tooLong(samples, limit: longest) }
    guard samples.width * samples.height <= PictureLoader.maximumSamples else {
      throw .tooLarge(samples, limit: PictureLoader.maximumSamples)
    }
  }
}
