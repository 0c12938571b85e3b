/// What a GIF is, found without decoding it: its records up to the second image.
struct GIFHeader: Sendable, Equatable {
  /// The screen's size in pixels, or the first image's where that is what browsers show.
  let size: PixelSize
  /// Whether there is a second image.
  let isAnimated: Bool
  /// Whether the first image's rows come in four passes.
  let isInterlaced: Bool
  /// How often the animation plays; 0: for ever.
  let loopCount: Int
  /// The ICC profile before the second image, if there is one; not validated.
  private let profile: [UInt8]?
  /// Whether the first image is the screen, so that it lies at its top left.
  private let firstImageIsScreen: Bool

  /// Whether bytes begin as every GIF does.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("GIF8".utf8)) }

  /// Reads the records.
  ///
  /// - Throws: `ImageError.truncated` when the bytes end before the first image's data, `.corrupt` when there is none.
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
      // An image without pixels is none to be seen.
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
    // Browsers show such a first image whole: the screen is wrong, or was forgotten.
    firstImageIsScreen = first.area.width > reader.screen.width || first.area.height > reader.screen.height
    size =
      firstImageIsScreen ? PixelSize(width: first.area.width, height: first.area.height) : reader.screen
  }

  /// Reads the records of a long file; nil where it is none of these.
  ///
  /// - Throws: `ImageError` when it is declared larger than `limits` allow, or cannot be read; `.cancelled`.
  init?(streaming source: some ByteSource, limits: DecodingLimits) throws(ImageError) {
    let head = Array(source.piece(at: 0))
    guard GIFHeader.begins(head) else { return nil }
    // A picture that is too large is refused before its first image's data have been read, which may be the whole file.
    if let header = try? GIFHeader(InMemorySource(head)) { try limits.check(header.size) }
    guard source.count <= limits.maxFileBytes else { throw .outOfMemory(format: "GIF") }
    try self.init(source)
    if Task.isCancelled { throw .cancelled }
    try limits.check(size)
  }

  /// Its colour information.
  var encodings: [ColorEncoding] { profile.map { [.icc($0)] } ?? [] }

  /// An image as it lies on the screen.
  func placed(_ image: GIFImage, isFirst: Bool) -> GIFImage {
    guard isFirst, firstImageIsScreen else { return image }
    var placed = image
    placed.area.x = 0
    placed.area.y = 0
    return placed
  }
}
