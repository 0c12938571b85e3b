package import Bitmaps

extension Bitmap {
  /// A part of the picture at another size, by nearest neighbor: fast, for few pixels and for temporary use. Outside the
  /// bitmap, its edge is repeated.
  ///
  /// - Parameters:
  ///   - part: The part of the picture to show.
  ///   - own: The part of the picture that the bitmap shows.
  package func stretched(to target: PixelSize, showing part: PicturePart, of own: PicturePart = .whole) -> Bitmap {
    if target == size, own == part { return self }
    func positions(_ start: Double, _ length: Double, own: (Double, Double), count: Int, of pixels: Int) -> [Int] {
      (0..<count).map { position in
        let share = start + (Double(position) + 0.5) / Double(count) * length
        return min(max(0, Int(((share - own.0) / own.1 * Double(pixels)).rounded(.down))), pixels - 1)
      }
    }
    let columns = positions(part.x, part.width, own: (own.x, own.width), count: target.width, of: size.width)
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(target.width * target.height)
    var line: (row: Int, pixels: [SIMD4<UInt16>])?
    for row in positions(part.y, part.height, own: (own.y, own.height), count: target.height, of: size.height) {
      // Where the bitmap is enlarged, its rows repeat.
      if line?.row != row { line = (row, columns.map { pixels[row * size.width + $0] }) }
      result.append(contentsOf: line?.pixels ?? [])
    }
    return Bitmap(size: target, pixels: result, isOpaque: isOpaque)
  }
}
