@testable import Rendering
import Parallelism
import Terminal

extension Canvas {
  /// The canvas with the local contrast that art of a depth aims at.
  func contrasted(_ depth: ColorDepth, isSparse: Bool = false) -> Canvas {
    LocalContrast(depth, isSparse: isSparse, cells: cells.count, isOnPaper: isOnPaper)?.applied(to: self) ?? self
  }
}

extension LocalContrast {
  /// A canvas with its detail raised.
  func applied(to canvas: Canvas, workers: RowWorkers = .alone, isWide: Bool = Vectors.areWide) -> Canvas {
    var raised = canvas
    apply(to: &raised, workers: workers, isWide: isWide)
    return raised
  }
}
