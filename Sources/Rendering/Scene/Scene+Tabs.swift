import Carousel
package import Terminal

extension Scene {
  /// The scene beside a strip of tabs, in the window that both are in.
  ///
  /// - Parameters:
  ///   - layout: the scene's.
  ///   - tabs: the strip.
  ///   - names: what its tabs say.
  ///   - whole: the window; the scene's own is what the strip leaves.
  ///   - area: where the scene is in it.
  package func composed(
    with layout: OverlayLayout, beside tabs: TabStrip, _ names: [Int: String], in whole: CellSize, at area: CellRect
  ) -> CellBuffer {
    let own = composed(with: layout)
    var buffer = CellBuffer(size: whole)
    buffer.copy(own, to: area, clippedTo: area)
    tabs.draw(names, on: &buffer, style: style)
    if var motion = own.motion {
      for index in motion.areas.indices {
        motion.areas[index].column += area.column
        motion.areas[index].row += area.row
      }
      buffer.motion = motion
    }
    return buffer
  }
}
