package import Bitmaps

/// What a picture covers of the samples that it is scaled from: all of them, unless a decoder has rounded a side up.
struct SourceExtent: Equatable {
  /// The size in samples.
  let size: PixelSize
  /// The picture's sides, in eighths of a sample: at most those of `size`, and more than seven eighths of a sample less at no side.
  let eighths: PixelSize

  /// The extent of a picture that covers all of the samples.
  init(_ size: PixelSize) {
    self.init(size, eighths: PixelSize(width: 8 * size.width, height: 8 * size.height))
  }

  init(_ size: PixelSize, eighths: PixelSize) {
    self.size = size
    self.eighths = eighths
  }

  func columns(_ region: ScaledRegion) -> AxisWindow {
    AxisWindow(region.part.columns, of: region.whole.width, from: size.width, eighths: eighths.width)
  }

  func rows(_ region: ScaledRegion) -> AxisWindow {
    AxisWindow(region.part.rows, of: region.whole.height, from: size.height, eighths: eighths.height)
  }
}

/// A range of target pixels along one axis, and the source pixels that they depend on.
struct AxisWindow {
  /// The range of target pixels, within 0..<`target`.
  let targets: Range<Int>
  /// The length of the target's side.
  let target: Int
  /// The length of the source's side in pixels, of which the last may be covered in part.
  let source: Int
  /// The length of the source's side in eighths of a pixel.
  let eighths: Int

  init(_ targets: Range<Int>, of target: Int, from source: Int, eighths: Int? = nil) {
    self.targets = targets
    self.target = target
    self.source = source
    self.eighths = eighths ?? 8 * source
  }

  /// Whether the target is at most as long as the source, and is averaged from it; a longer one is interpolated.
  var isReduced: Bool { 8 * target <= eighths }

  /// The source pixels that the target pixels depend on.
  var pixels: Range<Int> {
    if isReduced {
      let (length, count) = (eighths, 8 * target)
      return targets.lowerBound * length / count..<(targets.upperBound * length + count - 1) / count
    }
    let (first, last) = (CubicAxis.left(of: targets.lowerBound, self), CubicAxis.left(of: targets.upperBound - 1, self))
    return max(0, min(first - 1, source - 1))..<min(source, max(last + 3, 1))
  }

  /// The target pixels, among those of the window, that may depend on some source pixels.
  func targets(dependingOn pixels: Range<Int>) -> Range<Int> {
    // Interpolation reads at most two pixels on each side of a center.
    let first = (pixels.lowerBound - 3) * target / source - 1
    let end = ((pixels.upperBound + 3) * target + source - 1) / source + 1
    return targets.clamped(to: first..<end)
  }
}

extension ScaledRegion {
  /// Returns the rectangle of source pixels that the region depends on.
  func window(of source: SourceExtent) -> PixelRect {
    let (columns, rows) = (source.columns(self).pixels, source.rows(self).pixels)
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Returns the part of the region that may depend on an area of a source; nil if nothing does.
  func part(dependingOn area: PixelRect, of source: PixelSize) -> ScaledRegion? {
    guard !area.isEmpty else { return nil }
    let source = SourceExtent(source)
    let columns = source.columns(self).targets(dependingOn: area.columns)
    let rows = source.rows(self).targets(dependingOn: area.rows)
    var part = ScaledRegion(
      PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count), of: whole)
    part?.exposure = exposure
    return part
  }

  /// Returns the rows of a source that the region depends on.
  package func rows(of source: PixelSize) -> Range<Int> { SourceExtent(source).rows(self).pixels }
}
