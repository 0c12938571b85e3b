import CarouselApp
import Foundation
import Rendering
import Terminal
import TestSupport
import Testing

/// One table defines what keys do and what the help panel shows; the README and the manual are tested against it.
@Suite("Key bindings")
@MainActor struct KeyBindingTests {
  private let keys = KeyBindings.standard
  nonisolated private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  /// The names of the keys that act on slides; keys of panels are documented with their panels. The keys with which
  /// debug builds crash and hang are left out.
  private var names: Set<String> {
    let tables = [keys.always, keys.carousel, keys.viewer, keys.zoomed, keys.grid]
    let page: Set = ["PgUp", "PgDn"]
    let names = Set(tables.flatMap(\.bindings).map(\.keys.name)).subtracting(["!", "@"])
    return names.subtracting(page).union(names.isDisjoint(with: page) ? [] : ["page keys"])
  }

  @Test func `the README's table names every key, and no other`() throws {
    let readme = try Self.text(of: "README.md")
    let table = try #require(
      readme.components(separatedBy: "### Keys and mouse").last?.components(separatedBy: "###").first)
    let named = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().flatMap { row -> [String] in
      // A vertical bar is escaped, since it would end the table cell in Markdown.
      let cell = row.replacing("\\|", with: "BAR").split(separator: "|")[0]
      return Self.keys(
        in: String(cell).replacing("BAR", with: "|").replacing("`` ` ``", with: "TICK").replacing("`", with: " ")
          .replacing("TICK", with: "`").replacing("·", with: " "))
    }
    expect(Set(named), equals: names)
  }

  @Test func `the manual names every key, and no other`() throws {
    let manual = try Self.text(of: "man/tui.1")
    let section = try #require(
      manual.components(separatedBy: ".Sh KEYS AND MOUSE").last?.components(separatedBy: ".Sh").first)
    let named = section.split(separator: "\n").flatMap { line -> [String] in
      // The first row's aliases are on separate lines.
      let isAlias = line == ".Ic h l" || line == "and the page keys"
      guard line.hasPrefix(".It") || isAlias else { return [] }
      let words = line.replacing(/^\.(It|Ic)|\bIc\b|\\&/, with: " ")
      return Self.keys(
        in: String(words)
          .replacing("\\(<-", with: "←").replacing("\\(->", with: "→").replacing("\\(ua", with: "↑")
          .replacing("\\(da", with: "↓").replacing("\\(ga", with: "`"))
    }
    expect(Set(named), equals: names)
  }

  /// Returns the keys named in a text.
  private static func keys(in words: String) -> [String] {
    let keys = words.replacing("page keys", with: "page-keys").replacing(",", with: " ").split(separator: " ")
    return keys.filter { !["digits", "then", "mouse", "and", "the"].contains($0) }
      .map { $0 == "page-keys" ? "page keys" : String($0) }
  }

  @Test func `the help panel shows the keys and action of every listed binding`() {
    for mode in [KeyContext.carousel, .viewer, .zoomed, .grid] {
      let rows = keys.helpRows(in: mode, click: .view)
      let table = keys.table(for: mode)
      for binding in table.bindings where binding.isListed {
        // In a shared row, words of the first action are not repeated.
        let word = binding.bound.action?.help(click: .view).split(separator: " ").last ?? ""
        #expect(
          rows.contains { $0.keys.contains(binding.keys.name) && $0.action.contains(word) }, "\(binding.bound)")
      }
    }
  }

  @Test func `each action has a lowercase configuration name and a help text`() {
    expect(Action(rawValue: "page-position"), equals: .pagePosition)
    for action in Action.allCases {
      #expect(action.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
      // Keys for tests are not listed.
      #expect(!action.help(click: .pick).isEmpty || ["trap", "hang"].contains(action.rawValue), "\(action)")
    }
  }

  @Test func `no key has two actions in one mode`() {
    for table in [keys.always] + KeyContext.allCases.map(keys.table) {
      for binding in table.bindings { expect(table.bound(binding.keys), equals: binding.bound) }
    }
  }

  @Test func `keys can be bound to other actions`() throws {
    var keys = KeyBindings.standard
    try keys.apply(KeySetting(mode: "carousel", keys: "n", action: "next"))
    try keys.apply(KeySetting(mode: "carousel", keys: "right", action: "quit"))
    var stage = Stage("red", "green", "blue") { $0.keys = keys }
    stage.type("n")
    stage.wait(1)
    expect(stage.current, equals: 1)
    stage.press(.right)
    expect(stage.effects, equals: [.end(.quit(marked: []))])
  }
}
