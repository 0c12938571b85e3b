package import Bitmaps

/// A range of target pixels along one axis, and the source pixels that they depend on.
struct AxisWindow {
  /// The range of target pixels, within 0..<`target`.
  let targets: Range<Int>
  /// The length of the target's side.
  let target: Int
  /// The length of the source's side.
  let source: Int

  init(_ targets: Range<Int>, of target: Int, from source: Int) {
    self.targets = targets
    self.target = target
    self.source = source
  }

  /// Creates a window of all pixels of a side.
  init(target: Int, source: Int) { self.init(0..<target, of: target, from: source) }

  /// The source pixels that the target pixels depend on.
  var pixels: Range<Int> {
    if target <= source {
      return targets.lowerBound * source / target..<(targets.upperBound * source + target - 1) / target
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
  func window(of source: PixelSize) -> PixelRect {
    let columns = AxisWindow(part.x..<part.x + part.width, of: whole.width, from: source.width).pixels
    let rows = AxisWindow(part.y..<part.y + part.height, of: whole.height, from: source.height).pixels
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Returns the part of the region that may depend on an area of a source; nil if nothing does.
  func part(dependingOn area: PixelRect, of source: PixelSize) -> ScaledRegion? {
    guard !area.isEmpty else { return nil }
    let columns = AxisWindow(part.x..<part.x + part.width, of: whole.width, from: source.width)
      .targets(dependingOn: area.x..<area.x + area.width)
    let rows = AxisWindow(part.y..<part.y + part.height, of: whole.height, from: source.height)
      .targets(dependingOn: area.y..<area.y + area.height)
    return ScaledRegion(
      PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count), of: whole)
  }

  /// Returns the rows of a source that the region depends on.
  package func rows(of source: PixelSize) -> Range<Int> {
    let window = window(of: source)
    return window.y..<window.y + window.height
  }
}
