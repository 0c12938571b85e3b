import CarouselApp
import Terminal
import TestSupport
import Testing

@Suite("Keys bound by a configuration")
struct KeySettingTests {
  private func bindings(_ settings: (mode: String?, keys: String, action: String)...) throws -> KeyBindings {
    var bindings = KeyBindings.standard
    for setting in settings {
      try bindings.apply(KeySetting(mode: setting.mode, keys: setting.keys, action: setting.action))
    }
    return bindings
  }

  @Test func `without a mode, a key is bound wherever its action has a meaning`() throws {
    let keys = try bindings((nil, "n", "next"))
    expect(keys.carousel.action(for: .character("n")), equals: .next)
    expect(keys.viewer.action(for: .character("n")), equals: .next)
    expect(keys.grid.action(for: .character("n")), equals: nil)
    try expect(bindings((nil, "x", "mark")).grid.action(for: .character("x")), equals: .mark)
    try expect(bindings((nil, "x", "redraw")).grid.action(for: .character("x")), equals: .redraw)
  }

  @Test func `with a mode, it is bound only there`() throws {
    let keys = try bindings(("grid", "ctrl+f", "select-page-down"), ("help", "q", "close-help"))
    expect(keys.grid.action(for: .control("f")), equals: .selectPageDown)
    expect(keys.carousel.action(for: .control("f")), equals: nil)
    expect(keys.help.action(for: .character("q")), equals: .closeHelp)
  }

  @Test func `none unbinds a key in all modes, or in one`() throws {
    let all = try bindings((nil, "q", "none"), (nil, "ctrl+l", "none"))
    expect(all.carousel.action(for: .character("q")), equals: nil)
    expect(all.grid.action(for: .character("q")), equals: nil)
    expect(all.always.action(for: .control("l")), equals: nil)
    let one = try bindings(("viewer", "q", "none"))
    expect(one.viewer.action(for: .character("q")), equals: nil)
    expect(one.carousel.action(for: .character("q")), equals: .quit)
  }

  @Test(
    arguments: [
      (
        "editor", "x", "next",
        "unknown mode editor; expected carousel, viewer, zoomed, grid, search, digits, help or menu"
      ),
      (
        nil, "x", "jump",
        "unknown action 'jump'; expected none, the name of an [action], or one of those in tui-config(5)"
      ),
      ("grid", "x", "pan-left", "pan-left has no meaning in [keys.grid], but in [keys.zoomed]"),
      ("carousel", "x", "back", "back has no meaning in [keys.carousel], but in [keys.viewer] or [keys.grid]"),
      ("help", "g g", "scroll-to-top", "only single keys can be bound in [keys.help]"),
      ("search", "x", "end-search", "only keys other than characters can be bound while a name is typed"),
      ("menu", "wheel-up", "menu-up", "only single keys can be bound in [keys.menu]"),
    ] as [(String?, String, String, String)])
  func `a binding without a meaning is explained, and changes nothing`(
    mode: String?, key: String, action: String, message: String
  ) {
    var bindings = KeyBindings.standard
    let error = #expect(throws: KeySettingError.self) {
      try bindings.apply(KeySetting(mode: mode, keys: key, action: action))
    }
    expect(error?.description, equals: message)
    expect(bindings, equals: .standard)
  }
}
