import Terminal
import TestSupport
import Testing

/// Windows that claim to be larger than any monitor.
struct DrawableSizeTests {
  @Test(arguments: [(1, 1), (80, 24), (500, 200), (960, 360), (2_048, 195)])
  func `a window that fits a monitor is drawn in full`(columns: Int, rows: Int) {
    let size = CellSize(columns: columns, rows: rows)
    expect(size.drawable, equals: size)
  }

  @Test func `at most 400,000 cells of an oversized window are drawn`() {
    expect(CellSize(columns: 65_535, rows: 65_535).drawable, equals: CellSize(columns: 2_048, rows: 195))
    expect(CellSize(columns: 65_535, rows: 3).drawable, equals: CellSize(columns: 2_048, rows: 3))
    expect(CellSize(columns: 3, rows: 65_535).drawable, equals: CellSize(columns: 3, rows: 1_024))
    expect(CellSize(columns: 1_000, rows: 1_000).drawable, equals: CellSize(columns: 1_000, rows: 400))
    expect(CellSize(columns: 0, rows: 65_535).drawable.columns, equals: 0)
  }
}
