import Bitmaps
import Terminal

/// A picture written as files with OSC 1337, each a PNG of some of its cells
/// (https://iterm2.com/documentation-images.html).
struct FilePicture: InlinePicture {
  /// The red, green and blue of each pixel in sRGB, and alpha if `hasAlpha`.
  let samples: [UInt8]
  let hasAlpha: Bool
  let size: PixelExtent

  var isOpaque: Bool { !hasAlpha }

  func isOpaque(in area: PixelArea) -> Bool {
    if isOpaque { return true }
    return (area.y..<area.y + area.height).allSatisfy { row in
      let start = row * size.width + area.x
      return (start..<start + area.width).allSatisfy { samples[$0 * 4 + 3] == 255 }
    }
  }

  func bytes(
    of area: PixelArea, offset: PixelOffset, over cells: CellSize, of cell: CellPixels, unit: Int
  ) -> [UInt8] {
    // Whole cells, so that nothing is scaled; pixels outside the picture are transparent.
    let (width, height) = (cells.columns * cell.width, cells.rows * cell.height)
    let isWhole = offset == PixelOffset() && area.width == width && area.height == height
    let (from, to) = (hasAlpha ? 4 : 3, hasAlpha || !isWhole ? 4 : 3)
    var part = [UInt8](repeating: 0, count: width * height * to)
    for row in 0..<area.height {
      var source = ((area.y + row) * size.width + area.x) * from
      var target = ((offset.y + row) * width + offset.x) * to
      for _ in 0..<area.width {
        for channel in 0..<from { part[target + channel] = samples[source + channel] }
        if to > from { part[target + 3] = 255 }
        source += from
        target += to
      }
    }
    guard let file = PNGEncoder.encode(part, width: width, hasAlpha: to == 4, level: 1) else { return [] }
    return InlineFile.shown(file, over: cells)
  }
}
