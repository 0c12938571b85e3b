import Dispatch
@testable import Rendering
import Synchronization
import Terminal
import TestSupport
import Testing

@Suite("Work on rows")
struct RowWorkersTests {
  @Test(arguments: [1, 2, 4])
  func `in waves, a cell comes after those near it in the row before`(threads: Int) {
    let order = Mutex<[SIMD2<Int>]>([])
    RowWorkers(count: threads).runInWaves(columns: 9, rows: 20, reach: 3) { column, row in
      order.withLock { $0.append(SIMD2(column, row)) }
    }
    let cells = order.withLock { $0 }
    expect(cells.count, equals: 180)
    var places: [SIMD2<Int>: Int] = [:]
    for (place, cell) in cells.enumerated() { places[cell] = place }
    for (cell, place) in places {
      let before = [SIMD2(cell.x - 1, cell.y), SIMD2(min(cell.x + 3, 8), cell.y - 1)]
      for other in before where other.x >= 0 && other.y >= 0 { #expect(places[other, default: .max] < place) }
    }
  }

  @Test(arguments: [1, 2, 4])
  func `in many short rounds, of two callers at the same time, each row is processed once`(threads: Int) {
    let workers = RowWorkers(count: threads)
    let (rows, rounds) = (5, 500)
    let counts = Mutex([Int](repeating: 0, count: 2 * rows))
    DispatchQueue.concurrentPerform(iterations: 2) { caller in
      for round in 1...rounds {
        workers.run(rows: rows) { row in counts.withLock { $0[caller * rows + row] += 1 } }
        let own = counts.withLock { $0[caller * rows..<(caller + 1) * rows] }
        guard own.allSatisfy({ $0 == round }) else { return }
      }
    }
    expect(counts.withLock { $0 }, equals: [Int](repeating: rounds, count: 2 * rows))
  }

  @Test(arguments: [2, 4])
  func `rounds do not wait for a helper that does other work`(threads: Int) {
    let workers = RowWorkers(count: threads)
    let (isBusy, isReleased, isDone) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    workers.async {
      isBusy.signal()
      isReleased.wait()
      isDone.signal()
    }
    isBusy.wait()
    let count = Atomic(0)
    workers.run(rows: 9) { _ in count.add(1, ordering: .relaxed) }
    expect(count.load(ordering: .relaxed), equals: 9)
    isReleased.signal()
    isDone.wait()
  }

  @Test(arguments: [1, 2, 4])
  func `while rows are prepared, those that are are gone through in order`(threads: Int) {
    let workers = RowWorkers(count: threads)
    for _ in 0..<100 {
      let prepared = Mutex<[Int]>([])
      let passed = Mutex<[Int]>([])
      workers.run(rows: 9) { row in
        prepared.withLock { $0.append(row) }
      } while: { awaitRow in
        for row in 0..<9 {
          awaitRow(row)
          if prepared.withLock({ $0.contains(row) }) { passed.withLock { $0.append(row) } }
        }
      }
      expect(passed.withLock { $0 }, equals: Array(0..<9))
      expect(prepared.withLock { $0.sorted() }, equals: Array(0..<9))
    }
  }

  @Test(arguments: [1, 3])
  func `a map has an element for each place, row by row`(threads: Int) {
    let elements = RowWorkers(count: threads).map(columns: 3, rows: 2) { column, row in row * 10 + column }
    expect(elements, equals: [0, 1, 2, 10, 11, 12])
  }

  @Test(arguments: [ArtMode.half, .block])
  func `cells chosen again by several threads are those of one`(art: ArtMode) throws {
    let table = try #require(PaletteTable.shared(.xterm, at: .palette16, shades: .fonts))
    let fit = PaletteFit(
      bank: GlyphBank(sets: art == .half ? .half : .block), table: table,
      candidates: { unsafe GlyphSearch.candidates($0.samples, in: $0.bank) }, hasShades: true, fillsParts: false)
    let canvas = Canvas.scene(for: art)
    func cells(_ workers: RowWorkers) -> [Cell] {
      fit.diffused(
        canvas, behind: SIMD4(0, 0, 0, 65_535), firstRow: 0, table.neighborhoods, rounds: 2, workers: workers)
    }
    expect(cells(RowWorkers(count: 4)), equals: cells(.alone))
  }
}
