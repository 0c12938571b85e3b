import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// The grid alone, by its events.
@Suite struct GridTests {
  private static let window = CellSize(columns: 80, rows: 24)

  private static func deck(_ names: String...) -> Deck {
    Deck([.slides(names.map { Slide(Location(argument: $0.utf8), caption: nil) })])
  }

  private static func settings(_ count: Int) -> GridMachine.Settings {
    Grid.settings(columns: 2, count: count, in: window, cellAspect: 0.5, duration: .zero)
  }

  private static func grid(of deck: Deck, selection: Int = 0) -> Grid {
    Grid(count: deck.count, selection: selection, in: window, settings: settings(deck.count), at: .zero)
  }

  private let deck = Self.deck("ant", "bat", "cat", "bee")

  private func click(_ slide: Int, in grid: inout Grid) throws -> Int? {
    let area = try #require(grid.thumbnailArea(of: slide, at: .zero))
    let (column, row) = (area.column + 1, area.row + 1)
    let pressed = grid.handle(MouseEvent(.pressed(.left), column: column, row: row), at: .zero)
    expect(pressed, equals: nil)
    return grid.handle(MouseEvent(.released(.left), column: column, row: row), at: .zero)
  }

  @Test func `a click selects a slide, and a click on the selected one opens it`() throws {
    var grid = Self.grid(of: deck)
    let opened = try [1, 1, 0].map { try click($0, in: &grid) }
    expect(opened, equals: [nil, 1, nil])
    expect(grid.selection, equals: 0)
  }

  @Test func `the mouse drags the grid from one row on, throws it, and then opens nothing`() {
    let settings = Grid.settings(
      columns: 2, count: 40, in: Self.window, cellAspect: 0.5, duration: .milliseconds(200))
    var grid = Grid(count: 40, selection: 0, in: Self.window, settings: settings, at: .zero)
    func scrolled(at now: Timestamp) -> Double { -(grid.machine.box(of: 0, at: now)?.y ?? .nan) }
    _ = grid.handle(MouseEvent(.pressed(.left), column: 5, row: 15), at: .zero)
    _ = grid.handle(MouseEvent(.dragged(.left), column: 9, row: 15), at: .zero)
    expect(scrolled(at: .zero), equals: 0)
    for row in 1...5 {
      _ = grid.handle(MouseEvent(.dragged(.left), column: 5, row: 15 - row), at: .seconds(Double(row) / 20))
      #expect(abs(scrolled(at: .seconds(Double(row) / 20)) - Double(row)) < 1e-9)
    }
    let opened = grid.handle(MouseEvent(.released(.left), column: 5, row: 10), at: .seconds(0.25))
    expect(opened, equals: nil)
    // 20 rows a second, of which momentum covers 0.3 s.
    #expect(abs(scrolled(at: .seconds(2)) - 11) < 1e-9)
    grid.abandonDrag(at: .seconds(2))
    #expect(!grid.machine.frame(at: .seconds(2)).isHeld)
  }

  @Test func `a filter shows only the matches until it is removed`() {
    var grid = Self.grid(of: deck)
    grid.filter(by: NameSearch(for: "b", from: 0, in: deck), of: deck.count, at: .zero)
    expect(grid.machine.count, equals: 2)
    expect(grid.index(of: 3), equals: 1)
    expect(grid.index(of: 2), equals: nil)
    let isShown = grid.select(2, at: .zero)
    #expect(!isShown)
    grid.perform(.selectLast, at: .zero)
    expect(grid.selection, equals: 3)
    let wasFiltered = grid.removeFilter(of: deck.count, at: .zero)
    let isFiltered = grid.removeFilter(of: deck.count, at: .zero)
    #expect(wasFiltered && !isFiltered && grid.machine.count == 4 && grid.selection == 3)
  }

  @Test func `a search without matches is no filter`() {
    var grid = Self.grid(of: deck)
    grid.filter(by: NameSearch(for: "x", from: 0, in: deck), of: deck.count, at: .zero)
    expect(grid.filter, equals: nil)
    expect(grid.machine.count, equals: 4)
    expect(grid.selection, equals: 0)
  }

  @Test func `after a reload the filter holds for the new slides, and goes if none matches`() {
    var grid = Self.grid(of: deck)
    grid.filter(by: NameSearch(for: "b", from: 0, in: deck), of: deck.count, at: .zero)
    grid.perform(.selectLast, at: .zero)
    let more = Self.deck("ant", "bee", "bug", "cat", "bat")
    grid.reload(from: deck, to: more, in: Self.window, settings: Self.settings, at: .zero)
    expect(grid.machine.count, equals: 3)
    expect(grid.selection, equals: 1)
    let none = Self.deck("ant", "cat")
    grid.reload(from: more, to: none, in: Self.window, settings: Self.settings, at: .zero)
    expect(grid.filter, equals: nil)
    expect(grid.machine.count, equals: 2)
  }
}
