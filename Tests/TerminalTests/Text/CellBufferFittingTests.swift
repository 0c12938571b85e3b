import Terminal
import TestSupport
import Testing

@Suite struct CellBufferFittingTests {
  @Test func `A frame of another size is cropped or padded with blanks`() {
    var frame = CellBuffer(size: CellSize(columns: 3, rows: 2))
    frame.write("abc", column: 0, row: 0)
    frame.write("def", column: 0, row: 1)
    expect(frame.fitted(to: CellSize(columns: 2, rows: 3)).textRows, equals: ["ab", "de", "  "])
    expect(frame.fitted(to: CellSize(columns: 4, rows: 1)).textRows, equals: ["abc "])
    expect(frame.fitted(to: frame.size), equals: frame)
    #expect(frame.fitted(to: CellSize(columns: 0, rows: 0)).cells.isEmpty)
  }
}
