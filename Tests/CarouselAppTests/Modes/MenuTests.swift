import Decks
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// The menu alone, by its events.
@Suite struct MenuTests {
  private static let slide = PlacedSlide(index: 0, slide: Slide(Location(argument: "a.jpg".utf8), caption: nil))

  private let items = [
    Menu.Item(key: "o", name: "open", choice: .open), Menu.Item(key: "c", name: "copy", choice: .copyPath),
  ]

  /// What keys and mouse events have asked for, one after the other.
  private func intents(_ menu: inout Menu, _ keys: Key...) -> [Menu.Intent?] { keys.map { menu.handle($0) } }

  @Test func `a key chooses its item, and others have no effect`() {
    var menu = Menu(slide: Self.slide, items: items)
    let intents = intents(&menu, .character("c"), .character("x"), .enter)
    expect(intents, equals: [.choose(items[1]), nil, nil])
  }

  @Test func `the selection wraps around`() {
    var menu = Menu(slide: Self.slide, items: items)
    menu.moveSelection(by: -1)
    expect(menu.selected, equals: items[1])
    menu.moveSelection(by: 1)
    expect(menu.selected, equals: items[0])
  }

  @Test func `a release chooses only after a press in the menu, and a press outside closes it`() {
    let area = CellRect(column: 0, row: 0, columns: 40, rows: 12)
    var menu = Menu(slide: Self.slide, items: items)
    // A frame of four rows in the middle: the second item is in row 6.
    let events: [(MouseEvent.Kind, row: Int)] = [
      (.released(.left), 6), (.pressed(.left), 6), (.released(.left), 6), (.released(.left), 6), (.pressed(.left), 0),
    ]
    let intents = events.map { menu.handle(MouseEvent($0.0, column: 20, row: $0.row), in: area) }
    expect(intents, equals: [nil, nil, .choose(items[1]), nil, .close])
    expect(menu.selected, equals: items[1])
  }

  @Test func `a text entry is edited, completed and entered`() {
    let entry = TextEntry(.move, of: [Path("a.jpg")], label: "move to:", text: "~/ke")
    var menu = Menu(slide: Self.slide, entry: entry)
    let typed = intents(&menu, .character("y"), .tab)
    expect(typed, equals: [nil, .complete("~/key")])
    expect(menu.entry?.text, equals: "~/key")
    menu.complete(to: ["~/keys/"])
    let ended = intents(&menu, .enter, .escape)
    expect(ended, equals: [menu.entry.map { .enter($0) }, .close])
    expect(menu.entry?.text, equals: "~/keys/")
  }
}
