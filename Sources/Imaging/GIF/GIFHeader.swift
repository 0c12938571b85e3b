import Bitmaps

/// A GIF's properties, read from its records up to the second image without decoding any.
struct GIFHeader: Sendable, Equatable {
  /// The logical screen's size in pixels, or the first image's if browsers show that instead.
  let size: PixelSize
  /// Whether there is a second image.
  let isAnimated: Bool
  /// Whether the first image's rows are stored in four passes.
  let isInterlaced: Bool
  /// How many times the animation plays; 0 for ever.
  let loopCount: Int
  /// The ICC profile before the second image, if there is one; not validated.
  private let profile: [UInt8]?
  /// Whether the first image replaces the screen, and therefore lies at its top left.
  private let firstImageIsScreen: Bool

  /// Whether bytes begin with a GIF's signature.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: "GIF8".utf8) }

  /// Reads the records.
  ///
  /// - Throws: `ImageError.truncated` if the bytes end before the first image's data, `.corrupt` if there is no image,
  ///   or `.outOfMemory`.
  init(_ source: any ByteSource) throws(ImageError) {
    let reader = try GIFReader(source)
    var first: GIFImage?
    var loopCount = 1
    var isAnimated = false
    var profile: [UInt8]?
    reading: while let record = reader.next() {
      switch record {
      case .control, .other: break
      case .loopCount(let count): loopCount = count
      // An image without pixels is ignored.
      case .image(let image) where image.area.isEmpty: reader.finishImage()
      case .profile(let bytes): profile = profile ?? bytes
      case .image(let image):
        isAnimated = first != nil
        if isAnimated { break reading }
        first = image
        reader.finishImage()
      }
    }
    guard let first else {
      throw reader.isTruncated
        ? .truncated(format: "GIF") : .corrupt(format: "GIF", reason: "it contains no picture")
    }
    self.isAnimated = isAnimated
    isInterlaced = first.isInterlaced
    self.loopCount = loopCount
    self.profile = profile
    // As in browsers, a first image larger than the screen is shown whole: the declared screen size is wrong or
    // missing.
    firstImageIsScreen = first.area.width > reader.screen.width || first.area.height > reader.screen.height
    size = firstImageIsScreen ? first.area.size : reader.screen
  }

  /// Reads the records of a long file; nil if it is not a GIF.
  ///
  /// - Throws: `ImageError` if the file declares a size beyond `limits` or cannot be read; `.cancelled`.
  init?(streaming source: some ByteSource, limits: DecodingLimits) throws(ImageError) {
    let head = Array(source.piece(at: 0))
    guard GIFHeader.begins(head[...]) else { return nil }
    // A picture that is too large is refused before its first image's data, perhaps the whole file, are read.
    if let header = try? GIFHeader(InMemorySource(head)) { try header.check(limits, fileBytes: source.count) }
    guard source.count <= limits.maxFileBytes else { throw .outOfMemory(format: "GIF") }
    try self.init(source)
    if Task.isCancelled { throw .cancelled }
    try check(limits, fileBytes: source.count)
  }

  private func check(_ limits: DecodingLimits, fileBytes: Int) throws(ImageError) {
    try limits.check(size, streamed: GIFHeader.streamedPixels(isInterlaced: isInterlaced, inFileOf: fileBytes))
  }

  /// The most pixels of an image in a file, if its rows are scaled as they are decoded; otherwise 0. A code of twelve bits stands for at
  /// most 3,840 pixels, one more than the code before it.
  static func streamedPixels(isInterlaced: Bool, inFileOf fileBytes: Int) -> Int {
    isInterlaced ? 0 : fileBytes.clampedProduct(2560)
  }

  /// The color encoding: the ICC profile, if there is one.
  var encodings: [ColorEncoding] { profile.map { [.icc($0)] } ?? [] }

  /// Returns an image with its place on the screen corrected.
  func placed(_ image: GIFImage, isFirst: Bool) -> GIFImage {
    guard isFirst, firstImageIsScreen else { return image }
    var placed = image
    placed.area.x = 0
    placed.area.y = 0
    return placed
  }
}
