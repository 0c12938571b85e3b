package import Bitmaps
package import CarouselValues
package import CarouselViewing
package import Terminal

/// A zoomed picture: magnified, shifted, turned.
package struct ZoomedPicture: Sendable {
  /// A bitmap of the picture, or of a part of it.
  package struct Source: Sendable {
    package var bitmap: Bitmap
    /// The part of the unturned picture that it shows, in shares of the picture's extent.
    package var part: SlideBox

    /// Creates a source from the bitmap of a part; by default, of the whole picture.
    package init(bitmap: Bitmap, part: SlideBox = SlideBox()) {
      self.bitmap = bitmap
      self.part = part
    }
  }

  /// The available bitmaps; later ones cover earlier ones. Areas that none of them shows are empty.
  package var sources: [Source]
  /// How the picture is turned.
  package var orientation: ContentOrientation
  /// The box of the whole turned picture, in cells of the window.
  package var box: SlideBox
  /// Whether the picture is in motion: then it is placed between samples and drawn for speed.
  package var isMoving: Bool

  /// Creates a zoomed picture.
  package init(sources: [Source], orientation: ContentOrientation, box: SlideBox, isMoving: Bool) {
    self.sources = sources
    self.orientation = orientation
    self.box = box
    self.isMoving = isMoving
  }

  /// The placement of a picture at rest, in whole samples: its origin in the window, its size, and its visible part.
  package struct RestingPlacement: Hashable, Sendable {
    /// The first column and row of the whole picture, in samples of the window.
    package let x: Int
    package let y: Int
    /// The visible region of the turned picture, and the size of the whole.
    package let region: ScaledRegion

    /// Creates the placement of a box in cells; nil if it is not visible or too large.
    package init?(of box: SlideBox, in window: CellSize, samplesPerCell: PixelSize) {
      let (across, down) = (Double(samplesPerCell.width), Double(samplesPerCell.height))
      let longest = Double(ScaledRegion.longestSide)
      let numbers = [box.x * across, box.y * down, box.width * across, box.height * down]
      guard numbers.allSatisfy({ abs($0) <= longest }) else { return nil }
      let (x, y) = (Int(numbers[0].rounded()), Int(numbers[1].rounded()))
      let whole = PixelSize(width: max(1, Int(numbers[2].rounded())), height: max(1, Int(numbers[3].rounded())))
      let (left, top) = (max(0, -x), max(0, -y))
      let (right, bottom) = (
        min(whole.width, window.columns * samplesPerCell.width - x),
        min(whole.height, window.rows * samplesPerCell.height - y)
      )
      guard
        let region = ScaledRegion(PixelRect(x: left, y: top, width: right - left, height: bottom - top), of: whole)
      else { return nil }
      (self.x, self.y, self.region) = (x, y, region)
    }
  }

  /// The cells that the picture covers; nil if there are none.
  func area(in window: CellSize) -> CellRect? {
    let (left, top) = (max(0, Int(max(box.x, 0))), max(0, Int(max(box.y, 0))))
    let right = min(Double(window.columns), (box.x + box.width).rounded(.up))
    let bottom = min(Double(window.rows), (box.y + box.height).rounded(.up))
    guard Int(right) > left, Int(bottom) > top else { return nil }
    return CellRect(column: left, row: top, columns: Int(right) - left, rows: Int(bottom) - top)
  }

  /// The window's samples with the picture on them. At rest it is aligned to whole samples, so that a bitmap of exactly
  /// that part is copied unchanged.
  func canvas(in window: CellSize, art: ArtMode, over backdrop: Backdrop) -> Canvas {
    let samples = art.samplesPerCell
    guard let placement = RestingPlacement(of: box, in: window, samplesPerCell: samples) else {
      return Canvas(cells: window, samplesPerCell: samples, over: backdrop)
    }
    let (across, down) = (Double(samples.width), Double(samples.height))
    let exact =
      isMoving
      ? SlideBox(x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down)
      : SlideBox(
        x: Double(placement.x), y: Double(placement.y), width: Double(placement.region.whole.width),
        height: Double(placement.region.whole.height))
    let part = placement.region.part
    let (left, top) = (placement.x + part.x, placement.y + part.y)
    let size = PixelSize(width: part.width, height: part.height)
    var pixels = [SIMD4<UInt16>](repeating: .zero, count: size.width * size.height)
    let taps = sources.map { source in
      (
        across: Taps(
          samples: left..<left + size.width, start: exact.x, extent: exact.width, source, orientation, isAcross: true),
        down: Taps(
          samples: top..<top + size.height, start: exact.y, extent: exact.height, source, orientation, isAcross: false)
      )
    }
    // Sources that a later one covers completely are not visible.
    let first = taps.lastIndex { $0.across.coversAll(size.width) && $0.down.coversAll(size.height) } ?? 0
    for (index, source) in sources.enumerated().dropFirst(first) {
      let (across, down) = taps[index]
      let cover = index < taps.count - 1 ? taps[taps.count - 1] : nil
      Taps.gather(
        across, down, from: source.bitmap.pixels, into: &pixels, width: size.width,
        except: cover.map { ($0.across.covered, $0.down.covered) })
    }
    // The area beside a partial source is empty.
    let isOpaque = sources.first?.part == SlideBox() && sources.allSatisfy(\.bitmap.isOpaque)
    let bitmap = Bitmap(size: size, pixels: pixels, isOpaque: isOpaque)
    if let canvas = Canvas(cells: window, samplesPerCell: samples, filledBy: bitmap) { return canvas }
    var canvas = Canvas(cells: window, samplesPerCell: samples, over: backdrop)
    canvas.draw(bitmap, atColumn: left, row: top, over: backdrop)
    return canvas
  }
}

/// For each position of a target, the two pixels along one side of a bitmap from which it is interpolated.
private struct Taps {
  /// The positions that the bitmap covers, relative to the first wanted one.
  private(set) var covered: Range<Int>
  /// For each covered position, the offsets of two pixels in the bitmap, and the weight of the second in 256ths.
  private var taps: [(first: Int, second: Int, share: UInt32)] = []

  init(
    samples: Range<Int>, start: Double, extent: Double, _ source: ZoomedPicture.Source,
    _ orientation: ContentOrientation, isAcross: Bool
  ) {
    // The ends of the side on the unturned picture.
    let far = isAcross ? SlidePoint(x: 1, y: 0) : SlidePoint(x: 0, y: 1)
    let (from, to) = (orientation.content(at: .zero), orientation.content(at: far))
    let runsAcross = isAcross != orientation.swapsSides
    let (origin, way) = runsAcross ? (from.x, to.x - from.x) : (from.y, to.y - from.y)
    let (first, length) = runsAcross ? (source.part.x, source.part.width) : (source.part.y, source.part.height)
    let size = source.bitmap.size
    let (count, stride) = runsAcross ? (size.width, 1) : (size.height, size.width)
    var covered: Range<Int>?
    taps.reserveCapacity(samples.count)
    for (index, sample) in samples.enumerated() {
      let share = origin + way * (Double(sample) + 0.5 - start) / extent
      let pixel = (share - first) / length * Double(count)
      // The outermost positions of a picture in motion may lie slightly outside.
      let isInside = source.part == SlideBox() || (pixel > -1e-6 && pixel < Double(count) + 1e-6)
      guard isInside else { continue }
      covered = (covered?.lowerBound ?? index)..<index + 1
      let middle = max(0, min(pixel - 0.5, Double(count - 1)))
      let left = min(Int(middle + 1.0 / 512), count - 1)
      let rest = max(0, ((middle - Double(left)) * 256).rounded())
      taps.append((left * stride, min(left + 1, count - 1) * stride, UInt32(rest)))
    }
    self.covered = covered ?? 0..<0
  }

  /// Whether the bitmap covers all of `count` positions.
  func coversAll(_ count: Int) -> Bool { covered == 0..<count }

  /// Interpolates the positions that a bitmap covers, except those of a rectangle.
  static func gather(
    _ columns: Taps, _ rows: Taps, from source: [SIMD4<UInt16>], into target: inout [SIMD4<UInt16>], width: Int,
    except cover: (columns: Range<Int>, rows: Range<Int>)?
  ) {
    // Taps lie within the bitmap, and the positions that they cover lie within the target.
    unsafe source.withUnsafeBufferPointer { source in
      unsafe target.withUnsafeMutableBufferPointer { target in
        for (index, row) in zip(rows.covered, rows.taps) {
          for part in columns.covered.parts(without: cover?.rows.contains(index) == true ? cover?.columns : nil) {
            var offset = index * width + part.lowerBound
            for column in columns.taps[(part.lowerBound - columns.covered.lowerBound)...].prefix(part.count) {
              if column.share == 0, row.share == 0 {
                unsafe target[offset] = source[row.first + column.first]
              } else {
                unsafe target[offset] = .bilinear(
                  (source[row.first + column.first], source[row.first + column.second]),
                  (source[row.second + column.first], source[row.second + column.second]), across: column.share,
                  down: row.share)
              }
              offset += 1
            }
          }
        }
      }
    }
  }
}

extension Range<Int> {
  /// The parts of the range on either side of another.
  fileprivate func parts(without other: Range?) -> [Range] {
    guard let hidden = other?.clamped(to: self), !hidden.isEmpty else { return [self] }
    return [lowerBound..<hidden.lowerBound, hidden.upperBound..<upperBound]
  }
}
