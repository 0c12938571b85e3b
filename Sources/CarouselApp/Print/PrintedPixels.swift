import Bitmaps
import CarouselValues
import Pictures
import Rendering
package import Terminal

/// Pictures in pixels, printed between the lines of a shell.
package struct PrintedPixels {
  /// The size of a cell; nil if unknown: pictures are then stretched to the cells that they should take.
  private let cell: CellPixels?
  private let pixelProtocol: PixelProtocol
  /// Whether the terminal is on another machine, so that sending bytes takes time.
  private let isRemote: Bool
  /// Whether the terminal plays animations.
  private let plays: Bool
  /// Sends an image to the terminals that display tmux; returns false if it has not arrived in all of them.
  private let uploads: ([UInt8]) -> Bool

  /// Pictures on cells of a given size; an implausible size counts as unknown.
  ///
  /// - Parameters:
  ///   - isRemote: whether the terminal is on another machine.
  ///   - plays: whether the terminal plays animations.
  ///   - uploads: for placeholders, sends an image to the terminals that display tmux; returns whether it has arrived
  ///     in all of them.
  package init(
    cell: CellPixels?, in window: CellSize, by pixelProtocol: PixelProtocol = .kitty, isRemote: Bool = false,
    plays: Bool = false, uploads: @escaping ([UInt8]) -> Bool = { _ in false }
  ) {
    self.uploads = uploads
    self.cell = cell.flatMap { $0.isUsable(in: window) ? $0 : nil }
    self.pixelProtocol = pixelProtocol
    self.isRemote = isRemote
    self.plays = plays && pixelProtocol == .kitty
  }

  /// The size of a cell in pixels, at least as far as is known.
  var unit: CellPixels { cell ?? CellPixels.default }

  /// The shape in which a picture must be loaded.
  func shape(_ options: Options, in viewport: Viewport) -> PictureShape {
    let cell = cell ?? CellPixels.default
    // Inline images leave a row for the prompt, so that nothing scrolls while they are drawn.
    let rows = pixelProtocol.isInline && pixelProtocol != .placeholders ? viewport.size.rows - 1 : viewport.size.rows
    var maximum = CellSize(columns: max(1, viewport.size.columns), rows: max(1, rows))
    if pixelProtocol == .placeholders {
      (maximum.columns, maximum.rows) = (
        min(maximum.columns, KittyPlaceholder.limit), min(maximum.rows, KittyPlaceholder.limit)
      )
    }
    let box = PixelSize(width: maximum.columns * cell.width, height: maximum.rows * cell.height)
    return options.shape(in: viewport).inPixels(
      of: box, aspect: viewport.cellAspect * Double(cell.height) / Double(cell.width))
  }

  /// The bytes that show a picture of that shape; nil if there is not enough memory, or the terminal has not received
  /// the image.
  ///
  /// - Parameter frames: decodes the frames of an animation, as long as a function returns true; nil if the picture
  ///   should not move.
  func still(
    _ picture: LoadedPicture, in viewport: Viewport, style: SlideStyle,
    frames: (((PictureFrame) -> Bool) -> Void)? = nil
  ) -> [UInt8]? {
    let unit = cell ?? CellPixels.default
    guard
      let pixels = PixelPicture(
        picture.bitmap, in: picture.bitmap.size, aligned: .topLeft, over: style.picture.backdrop,
        serial: picture.serial, by: pixelProtocol, on: pixelProtocol == .placeholders ? unit : nil)
    else { return nil }
    let size = picture.bitmap.size
    let cells = CellSize(
      columns: (size.width + unit.width - 1) / unit.width, rows: (size.height + unit.height - 1) / unit.height)
    if let inline = pixels.image.inline {
      let bytes = inline.bytes(
        of: PixelArea(x: 0, y: 0, width: size.width, height: size.height), offset: PixelOffset(), over: cells,
        of: unit, unit: InlineLimits().unit)
      return still(bytes, over: cells)
    }
    guard pixelProtocol == .placeholders else {
      let animation = animation(of: picture, style, frames)
      return KittyCommand.still(pixels.image, over: cell == nil ? cells : nil, id: animation?.id)
        + (animation?.commands ?? [])
    }
    // A random id, because the image stays in the terminal and must not replace another one. The highest byte is not 0,
    // since its mark would be left out.
    let id = UInt32.random(in: 1 << 24...(.max))
    guard uploads(TmuxPassthrough.upload(pixels.image, id: id, over: cells)) else { return nil }
    return FrameEncoder.encodeStill(KittyPlaceholder.cells(of: id, over: cells), isUTF8: true)
  }

  /// The maximum number of bytes of an animation over ssh; otherwise the terminal's memory is the limit.
  private static let remoteBytes = 8 << 20

  /// A new image's id, and the commands by which the terminal plays the picture's other frames; nil if it is not
  /// animated, or too large.
  private func animation(
    of picture: LoadedPicture, _ style: SlideStyle, _ frames: (((PictureFrame) -> Bool) -> Void)?
  ) -> (id: UInt32, commands: [UInt8])? {
    guard plays, let frames, let kind = picture.animation, !kind.isVideo else { return nil }
    // The image stays in the terminal and must not replace another one.
    let id = UInt32.random(in: 1 << 24...(.max))
    var animation: KittyAnimation?
    var fits = true
    frames { frame in
      guard animation != nil else {
        animation = KittyAnimation(
          id: id, first: frame.bitmap, delay: frame.delay, over: style.picture.backdrop,
          limit: isRemote ? Self.remoteBytes : .max)
        return true
      }
      fits = animation?.add(frame.bitmap, delay: frame.delay) ?? false
      return fits
    }
    return fits ? animation.map { (id, $0.bytes(plays: kind.plays)) } : nil
  }

  /// A picture that is written at the cursor; the cursor ends in the row below it.
  private func still(_ bytes: [UInt8], over cells: CellSize) -> [UInt8] {
    // Terminals leave the cursor in different places: it is saved, restored, and moved below the picture. Newlines make
    // room first.
    guard cell != nil else { return bytes + [0x0A] }
    let room = [UInt8](repeating: 0x0A, count: cells.rows)
    let (up, down) = (Array("\u{1B}[\(cells.rows)A\u{1B}7".utf8), Array("\u{1B}8\u{1B}[\(cells.rows)B".utf8))
    return room + up + bytes + down
  }
}
