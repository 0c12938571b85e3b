package import Imaging
import Synchronization

/// One picture from its source to samples: the whole way, blocking, without a cache.
package struct PictureLoader: Sendable {
  private let limits: DecodingLimits
  private static let serials = Atomic<UInt64>(0)

  /// A loader within limits.
  package init(limits: DecodingLimits = DecodingLimits()) { self.limits = limits }

  /// Reads, decodes and scales.
  package func load(_ key: PictureKey) throws(LoadError) -> LoadedPicture {
    switch key.location {
    case .broken(_, let reason): throw .broken(reason: reason)
    case .url: throw .networkUnavailable
    case .file(let path):
      let bytes = try FileBytes.read(path, limit: limits.maxFileBytes)
      return try load(bytes, shape: key.shape, modificationTime: FileBytes.modificationTime(of: path))
    }
  }

  /// Decodes and scales bytes that have been read.
  package func load(
    _ bytes: [UInt8], shape: PictureShape, modificationTime: Int? = nil
  ) throws(LoadError) -> LoadedPicture {
    do {
      let image = try EncodedImage(bytes, limits: limits)
      let grid = shape.fit.target(for: image.size)
      let samples = PixelSize(width: grid.width * shape.samples.width, height: grid.height * shape.samples.height)
      // A picture that meets the grid pixel by pixel is repeated, not interpolated: it must come out exactly.
      let bitmap =
        grid == image.size
        ? try image.decode(scaledTo: grid).repeated(across: shape.samples.width, down: shape.samples.height)
        : try image.decode(scaledTo: samples)
      return LoadedPicture(
        bitmap: bitmap, grid: grid, naturalSize: image.size, format: image.format.rawValue,
        modificationTime: modificationTime,
        serial: PictureLoader.serials.wrappingAdd(1, ordering: .relaxed).newValue)
    } catch {
      throw .image(error)
    }
  }
}

extension Bitmap {
  /// Each pixel `across × down` times.
  func repeated(across: Int, down: Int) -> Bitmap {
    guard across > 1 || down > 1 else { return self }
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(pixels.count * across * down)
    for row in 0..<size.height {
      let start = result.count
      for pixel in pixels[(row * size.width)..<((row + 1) * size.width)] {
        result.append(contentsOf: repeatElement(pixel, count: across))
      }
      let end = result.count
      for _ in 1..<max(1, down) { result.append(contentsOf: result[start..<end]) }
    }
    return Bitmap(
      size: PixelSize(width: size.width * across, height: size.height * down), pixels: result, isOpaque: isOpaque)
  }
}
