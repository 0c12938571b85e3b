private import CGif

/// The wall to giflib: a GIF, record by record.
///
/// giflib's calls of the lowest level are used, which hold nothing of the frames: 25 kilobytes and two palettes, whatever the
/// file. The end of a frame's data is found by walking over their blocks here, so that what giflib makes of damaged data
/// does not decide where the next record begins. `GIFLZW` decodes what giflib refuses: codes of unusual sizes, and a block that the
/// file ends within.
@safe
final class GIFReader {
  private let source: any ByteSource
  private let input: GIFInput
  private let file: UnsafeMutablePointer<GifFileType>

  /// The screen's size as the file has it; either side may be zero.
  let screen: PixelSize
  private let globalPalette: [SIMD4<UInt8>]?
  /// Where the current image's data begin.
  private var dataStart = 0
  /// The bits of an index in them.
  private var codeSize = 8
  /// Whether giflib decodes them, as far as they are whole.
  private var isDecodedByGiflib = true
  /// Sizes of codes that giflib does not decode.
  private static let longCodes = 9...11
  /// What decodes the current image instead of giflib.
  private var decoder: GIFLZW?

  /// Whether the bytes have ended before the GIF did.
  var isTruncated: Bool { input.hasRunDry }

  /// Reads the screen's description.
  ///
  /// - Throws: `ImageError.truncated`, `.corrupt` or `.outOfMemory`.
  init(_ source: any ByteSource) throws(ImageError) {
    let input = GIFInput(source)
    self.input = input
    self.source = source
    var code: Int32 = 0
    // giflib keeps the pointer to the input and hands it to the function below; the input lives as long as this does.
    let opened = unsafe DGifOpen(Unmanaged.passUnretained(input).toOpaque(), GIFReader.read, &code)
    guard let file = unsafe opened else {
      if input.hasRunDry { throw .truncated(format: "GIF") }
      if code == D_GIF_ERR_NOT_ENOUGH_MEM { throw .outOfMemory(format: "GIF") }
      throw .corrupt(format: "GIF", reason: "its screen is empty")
    }
    unsafe self.file = unsafe file
    screen = unsafe PixelSize(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    globalPalette = unsafe GIFReader.palette(file.pointee.SColorMap)
  }

  deinit { _ = unsafe DGifCloseFile(file, nil) }

  /// Copies the next `count` bytes for giflib; fewer at the end.
  private static let read: InputFunc = { file, buffer, count in
    guard let file = unsafe file, let buffer = unsafe buffer, let input = unsafe file.pointee.UserData else { return 0 }
    // `UserData` is what `DGifOpen` was given; the buffer has room for `count` bytes.
    let reader = unsafe Unmanaged<GIFInput>.fromOpaque(input).takeUnretainedValue()
    return unsafe Int32(reader.read(into: UnsafeMutableBufferPointer(start: buffer, count: Int(count))))
  }

  /// A copy of giflib's palette, opaque.
  private static func palette(_ map: UnsafeMutablePointer<ColorMapObject>?) -> [SIMD4<UInt8>]? {
    guard let map = unsafe map, let colors = unsafe map.pointee.Colors else { return nil }
    // giflib allocates as many colours as it says.
    return unsafe UnsafeBufferPointer(start: colors, count: Int(map.pointee.ColorCount)).map {
      SIMD4($0.Red, $0.Green, $0.Blue, 255)
    }
  }

  /// What a GIF consists of, as far as it is shown.
  enum Record {
    /// The graphic control extension of the next image.
    case control(GIFControl)
    /// How often the animation plays; 0: for ever.
    case loopCount(Int)
    /// An ICC profile, as far as it is not too long to be one.
    case profile([UInt8])
    /// An image, of which the rows come next.
    case image(GIFImage)
    /// Extensions that are not shown: comments, texts, application data.
    case other
  }

  /// The next record; nil at the end, wherever that is: where the file says so, where what follows is no record, or where
  /// the bytes end (`isTruncated`).
  func next() -> Record? {
    // Some tools write a zero too many after an image.
    input.skipZeros()
    var type = UNDEFINED_RECORD_TYPE
    guard unsafe DGifGetRecordType(file, &type) == GIF_OK else { return nil }
    switch type {
    case IMAGE_DESC_RECORD_TYPE: return image().map { .image($0) }
    case EXTENSION_RECORD_TYPE: return readExtension()
    default: return nil
    }
  }

  private func image() -> GIFImage? {
    // The last that it reads of the header is the size of codes, of which it refuses some that others draw.
    let isReady = unsafe DGifGetImageHeader(file) == GIF_OK
    guard isReady || input.lastByte.map({ GIFReader.longCodes.contains(Int($0)) }) == true else { return nil }
    dataStart = input.position
    codeSize = Int(input.lastByte ?? 8)
    isDecodedByGiflib = isReady
    // Read only here: giflib frees the palette when the next image begins.
    let description = unsafe file.pointee.Image
    let area = unsafe PixelRect(
      x: Int(description.Left), y: Int(description.Top), width: Int(description.Width), height: Int(description.Height))
    return unsafe GIFImage(
      area: area, isInterlaced: description.Interlace, palette: GIFReader.palette(description.ColorMap) ?? globalPalette
    )
  }

  /// Decodes the current image's next row, in the order of the file.
  ///
  /// - Parameter count: The rows that have been decoded, all as long as this one.
  /// - Returns: false when there is none, or not all of it.
  func readRow(into row: inout [UInt8], after count: Int) -> Bool {
    if decoder != nil { return decoder?.readRow(into: &row) ?? false }
    if isDecodedByGiflib {
      if readRowByGiflib(into: &row) { return true }
      // It takes whole blocks only, and knows no codes of some sizes; what else it does not decode cannot be.
      guard input.hasRunDry else { return false }
    }
    var own = GIFLZW(source, at: dataStart, codeSize: codeSize)
    for _ in 0..<count { guard own.readRow(into: &row) else { return false } }
    decoder = own
    return decoder?.readRow(into: &row) ?? false
  }

  private func readRowByGiflib(into row: inout [UInt8]) -> Bool {
    // giflib writes exactly the requested number of bytes.
    unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe DGifGetLine(file, row.baseAddress, Int32(row.count)) == GIF_OK
    }
  }

  /// Skips the rest of the current image's data.
  ///
  /// - Returns: whether they have an end.
  @discardableResult
  func finishImage() -> Bool {
    decoder = nil
    return input.skipBlocks(from: dataStart)
  }

  /// Reads an extension.
  private func readExtension() -> Record? {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard unsafe DGifGetExtension(file, &code, &block) == GIF_OK else { return nil }
    var blocks: [[UInt8]] = []
    var profile: [UInt8]?
    while let content = unsafe block {
      // A length, then that many bytes.
      let bytes = unsafe UnsafeBufferPointer(start: content + 1, count: Int(content[0]))
      if let known = profile {
        if known.count <= ICCProfile.maxBytes { unsafe profile?.append(contentsOf: bytes) }
      } else if unsafe code == APPLICATION_EXT_FUNC_CODE && blocks.isEmpty && bytes.elementsEqual(GIFReader.profileMark)
      {
        profile = []
      } else if blocks.count < 2 {
        // Nothing else that is understood has more than two blocks.
        unsafe blocks.append(Array(bytes))
      }
      guard unsafe DGifGetExtensionNext(file, &block) == GIF_OK else { return nil }
    }
    if let profile { return .profile(profile) }
    switch code {
    case GRAPHICS_EXT_FUNC_CODE: return blocks.first.flatMap(GIFControl.init).map { .control($0) } ?? .other
    case APPLICATION_EXT_FUNC_CODE: return GIFReader.loopCount(blocks).map { .loopCount($0) } ?? .other
    default: return .other
    }
  }

  /// What begins the extension that holds a profile (ICC.1:2001-12, annex B).
  private static let profileMark = Array("ICCRGBG1012".utf8)

  /// Netscape's application extension: 1, and how often the animation is to be repeated.
  private static func loopCount(_ blocks: [[UInt8]]) -> Int? {
    guard blocks.count == 2, blocks[0] == Array("NETSCAPE2.0".utf8) || blocks[0] == Array("ANIMEXTS1.0".utf8),
      blocks[1].count >= 3, blocks[1][0] == 1
    else { return nil }
    let repetitions = Int(blocks[1][1]) | Int(blocks[1][2]) << 8
    // As in browsers, the count excludes the first time.
    return repetitions == 0 ? 0 : repetitions + 1
  }
}
