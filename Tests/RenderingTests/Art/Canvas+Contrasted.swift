@testable import Rendering
import Terminal

extension Canvas {
  /// The canvas with the local contrast that art of a depth aims at.
  func contrasted(_ depth: ColorDepth, isSparse: Bool = false) -> Canvas {
    LocalContrast(depth, isSparse: isSparse, cells: cells.count)?.applied(to: self) ?? self
  }
}
