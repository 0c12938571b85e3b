import Bitmaps
private import CGif

/// Reads a GIF record by record, through giflib.
///
/// Uses giflib's lowest-level calls, which store no frames: they take 25 kilobytes and two palettes for any file. The
/// end of a frame's data is found here, by walking over the data's blocks, so that the next record is found even if
/// giflib stops early at damaged data.
@safe
final class GIFReader {
  private let input: GIFInput
  private let file: UnsafeMutablePointer<GifFileType>

  /// The logical screen's size as declared in the file; either side may be zero.
  let screen: PixelSize
  private let globalPalette: [SIMD4<UInt8>]?
  /// The offset of the current image's data.
  private var dataStart = 0

  /// Whether the bytes have ended before the GIF did.
  var isTruncated: Bool { input.hasReachedEnd }

  /// Opens a GIF and reads its screen descriptor.
  ///
  /// - Throws: `ImageError.truncated`, `.corrupt` or `.outOfMemory`.
  init(_ source: any ByteSource) throws(ImageError) {
    let input = GIFInput(source)
    self.input = input
    var code: Int32 = 0
    // giflib keeps the pointer to the input and passes it to the function below. The input lives as long as this
    // object.
    let opened = unsafe DGifOpen(Unmanaged.passUnretained(input).toOpaque(), GIFReader.read, &code)
    guard let file = unsafe opened else {
      if input.hasReachedEnd { throw .truncated(format: "GIF") }
      if code == D_GIF_ERR_NOT_ENOUGH_MEM { throw .outOfMemory(format: "GIF") }
      throw .corrupt(format: "GIF", reason: "its screen is empty")
    }
    unsafe self.file = unsafe file
    screen = unsafe PixelSize(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    globalPalette = unsafe GIFReader.palette(file.pointee.SColorMap)
  }

  deinit { _ = unsafe DGifCloseFile(file, nil) }

  /// Copies the next `count` bytes for giflib; returns 0 if fewer are left.
  private static let read: InputFunc = { file, buffer, count in
    guard let file = unsafe file, let buffer = unsafe buffer, let input = unsafe file.pointee.UserData else { return 0 }
    // `UserData` is the pointer passed to `DGifOpen`; the buffer has room for `count` bytes.
    let reader = unsafe Unmanaged<GIFInput>.fromOpaque(input).takeUnretainedValue()
    return unsafe Int32(reader.read(into: UnsafeMutableBufferPointer(start: buffer, count: Int(count))))
  }

  /// Returns a copy of giflib's palette, opaque.
  private static func palette(_ map: UnsafeMutablePointer<ColorMapObject>?) -> [SIMD4<UInt8>]? {
    guard let map = unsafe map, let colors = unsafe map.pointee.Colors else { return nil }
    // giflib allocates `ColorCount` colors.
    return unsafe UnsafeBufferPointer(start: colors, count: Int(map.pointee.ColorCount)).map {
      SIMD4($0.Red, $0.Green, $0.Blue, 255)
    }
  }

  /// A part of a GIF, as far as it matters for showing it.
  enum Record {
    /// The graphic control extension of the next image.
    case control(GIFControl)
    /// How many times the animation plays; 0 for ever.
    case loopCount(Int)
    /// An ICC profile. One that is too long is cut off.
    case profile([UInt8])
    /// An image, whose rows can be read next.
    case image(GIFImage)
    /// An extension that is not shown: a comment, text, or application data.
    case other
  }

  /// Returns the next record; nil at the end, which is the file's trailer, a record that giflib rejects, or the end of the bytes
  /// (`isTruncated`).
  func next() -> Record? {
    // Some tools write extra bytes between records; like other programs, we skip them.
    input.skipToRecord()
    var type = UNDEFINED_RECORD_TYPE
    guard unsafe DGifGetRecordType(file, &type) == GIF_OK else { return nil }
    switch type {
    case IMAGE_DESC_RECORD_TYPE: return image().map { .image($0) }
    case EXTENSION_RECORD_TYPE: return readExtension()
    default: return nil
    }
  }

  private func image() -> GIFImage? {
    guard unsafe DGifGetImageHeader(file) == GIF_OK else { return nil }
    dataStart = input.position
    input.beginBlocks()
    // Copied now, because giflib frees the palette when the next image begins.
    let description = unsafe file.pointee.Image
    let area = unsafe PixelRect(
      x: Int(description.Left), y: Int(description.Top), width: Int(description.Width), height: Int(description.Height))
    return unsafe GIFImage(
      area: area, isInterlaced: description.Interlace, palette: GIFReader.palette(description.ColorMap) ?? globalPalette
    )
  }

  /// Decodes the current image's next row, in the order of the file.
  ///
  /// - Returns: false if there is no further complete row.
  func readRow(into row: inout [UInt8]) -> Bool {
    // giflib writes exactly the requested number of bytes.
    unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe DGifGetLine(file, row.baseAddress, Int32(row.count)) == GIF_OK
    }
  }

  /// Skips the rest of the current image's data.
  ///
  /// - Returns: Whether the data are terminated.
  @discardableResult
  func finishImage() -> Bool { input.skipBlocks(from: dataStart) }

  /// Reads an extension; nil if giflib cannot.
  private func readExtension() -> Record? {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard unsafe DGifGetExtension(file, &code, &block) == GIF_OK else { return nil }
    var blocks: [[UInt8]] = []
    var profile: [UInt8]?
    while let content = unsafe block {
      // A length, followed by that many bytes.
      let bytes = unsafe UnsafeBufferPointer(start: content + 1, count: Int(content[0]))
      if let known = profile {
        if known.count <= ICCProfile.maxBytes { unsafe profile?.append(contentsOf: bytes) }
      } else if unsafe code == APPLICATION_EXT_FUNC_CODE && blocks.isEmpty && bytes.elementsEqual(GIFReader.profileMark)
      {
        profile = []
      } else if blocks.count < 2 {
        // All other extensions read here have at most two blocks.
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

  /// The identifier of the extension that contains a profile (ICC.1:2001-12, annex B).
  private static let profileMark = Array("ICCRGBG1012".utf8)

  /// Parses Netscape's application extension: 1, and the number of repetitions. Returns the number of plays.
  private static func loopCount(_ blocks: [[UInt8]]) -> Int? {
    guard blocks.count == 2, blocks[0] == Array("NETSCAPE2.0".utf8) || blocks[0] == Array("ANIMEXTS1.0".utf8),
      blocks[1].count >= 3, blocks[1][0] == 1
    else { return nil }
    let repetitions = Int(blocks[1][1]) | Int(blocks[1][2]) << 8
    // As in browsers, the number does not include the first play.
    return repetitions == 0 ? 0 : repetitions + 1
  }
}
