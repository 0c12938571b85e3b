import Bitmaps
import Parallelism
import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Local contrast at eight points at a time, with vectors of four and of eight numbers, against each point by the formulas.
@Suite("Local contrast by vectors")
struct ContrastVectorTests {
  /// A contrast to compare, named by what it is for.
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case solid, dots, sixteen, eight, ink

    var testDescription: String { rawValue }

    func contrast(cells: Int) -> LocalContrast? {
      switch self {
      case .solid: LocalContrast(.mono, isSparse: false, cells: cells)
      case .dots: LocalContrast(.mono, isSparse: true, cells: cells)
      case .sixteen: LocalContrast(.palette16, isSparse: false, cells: cells)
      case .eight: LocalContrast(.palette8, isSparse: false, cells: cells)
      case .ink: LocalContrast(.palette8, isSparse: false, cells: cells, isOnPaper: true)
      }
    }
  }

  /// Noise on a gradient, with edges; samples outside a rectangle, and some within it, are empty.
  private func canvas(_ cells: CellSize, _ samplesPerCell: PixelSize, isFull: Bool) -> Canvas {
    var random = SplitMix64(seed: UInt64(cells.count + samplesPerCell.width))
    var canvas = Canvas(cells: cells, samplesPerCell: samplesPerCell)
    for index in canvas.samples.indices {
      let (x, y) = (index % canvas.width, index / canvas.width)
      let isOutside = x < 5 || y < 3 || x >= canvas.width - 7 || random.next16() < 2000
      if isOutside, !isFull { continue }
      let light = UInt16(20_000 * x / canvas.width) + random.next16() / (y / 9 % 2 == 0 ? 2 : 16)
      canvas.samples[index] = SIMD4(light, light / 2 + random.next16() / 8, random.next16(), 65_535)
    }
    return canvas
  }

  @Test(
    arguments: Kind.allCases,
    // The windows of vectors: whole ones, and a rest. Samples of glyphs, of half blocks, and of none of our arts.
    [
      (CellSize(columns: 12, rows: 8), 4, 8), (CellSize(columns: 13, rows: 7), 4, 4),
      (CellSize(columns: 3, rows: 1), 6, 8),
    ])
  func `eight points at a time have the samples of each alone`(
    kind: Kind, shape: (cells: CellSize, width: Int, height: Int)
  )
    throws
  {
    let contrast = try #require(kind.contrast(cells: shape.cells.count))
    for isFull in [false, true] {
      let canvas = canvas(shape.cells, PixelSize(width: shape.width, height: shape.height), isFull: isFull)
      let wanted = PlainContrast(contrast, canvas).samples
      for isWide in [false, Vectors.areWide] {
        for count in [1, 2, 5] {
          let shown = contrast.applied(to: canvas, workers: RowWorkers(count: count), isWide: isWide)
          #expect(shown.samples == wanted, "\(isFull ? "full" : "partly empty"), \(count) threads, wide: \(isWide)")
        }
      }
    }
  }

  @Test func `a canvas without a sample stays empty`() throws {
    let canvas = Canvas(cells: CellSize(columns: 5, rows: 3), samplesPerCell: PixelSize(width: 4, height: 8))
    for kind in Kind.allCases {
      let contrast = try #require(kind.contrast(cells: canvas.cells.count))
      #expect(contrast.applied(to: canvas) == canvas)
    }
  }
}
