import CarouselViewing
package import Terminal

/// The key bindings of one mode.
package struct KeyTable: Hashable, Sendable {
  /// A key and its action.
  package struct Binding: Hashable, Sendable {
    package var key: Key
    package var action: Action
    /// Whether the help panel lists the key; aliases and conventional keys are not listed.
    package var isListed: Bool
  }

  /// The bindings, in the order in which help lists the keys of an action.
  package private(set) var bindings: [Binding] = []
  private var actions: [Key: Action] = [:]

  /// A table of bindings; a later binding of the same key replaces an earlier one.
  init(_ bindings: [[Binding]]) {
    for binding in bindings.joined() {
      self.bindings.removeAll { $0.key == binding.key }
      self.bindings.append(binding)
      actions[binding.key] = binding.action
    }
  }

  /// Returns the same table with a key bound to an action.
  package func binding(_ key: Key, to action: Action) -> KeyTable {
    KeyTable([bindings, [Binding(key: key, action: action, isListed: true)]])
  }

  /// The action of a key; nil if it is not bound.
  package func action(for key: Key) -> Action? { actions[key] }

  /// The keys of an action that help lists.
  package func listedKeys(for action: Action) -> [Key] {
    bindings.filter { $0.action == action && $0.isListed }.map(\.key)
  }
}

/// The key table in effect: an input mode without its payload.
package enum KeyContext: Hashable, Sendable {
  case carousel, viewer
  /// The viewer while its picture exceeds the window.
  case zoomed
  case grid
  /// The grid while a name is being typed.
  case search
  case digits, help, menu

  /// The context that handles keys that this one does not bind; nil if there is none.
  var outer: KeyContext? {
    switch self {
    case .zoomed: .viewer
    case .carousel, .viewer, .grid, .search, .digits, .help, .menu: nil
    }
  }
}

/// The key tables of all modes. Key handling, the help panel and the tests of the manual share them.
package struct KeyBindings: Hashable, Sendable {
  /// Keys that mean the same in every mode.
  package var always: KeyTable
  package var carousel: KeyTable
  package var viewer: KeyTable
  /// Keys in the viewer that apply only while its picture is zoomed.
  package var zoomed: KeyTable
  package var grid: KeyTable
  /// Keys while a name is being typed; other characters are its letters.
  package var search: KeyTable
  package var digits: KeyTable
  package var help: KeyTable
  /// Keys in the menu, besides the letters of its items.
  package var menu: KeyTable

  /// The bindings that the manual describes.
  package static let standard = directed(.left)

  /// The bindings for a slide direction: the arrow key towards the next slide goes there.
  package static func directed(_ direction: SlideDirection) -> KeyBindings {
    let arrows: (previous: [[KeyTable.Binding]], next: [[KeyTable.Binding]]) =
      switch direction {
      case .left:
        ([bind(.previous, .left, .character("h"))], [bind(.next, .right, .character("l"))])
      case .right:
        ([bind(.previous, .right, .character("l"))], [bind(.next, .left, .character("h"))])
      case .up:
        (
          [bind(.previous, .up, .character("k"), unlisted: .left, .character("h"))],
          [bind(.next, .down, .character("j"), unlisted: .right, .character("l"))]
        )
      case .down:
        (
          [bind(.previous, .down, .character("j"), unlisted: .left, .character("h"))],
          [bind(.next, .up, .character("k"), unlisted: .right, .character("l"))]
        )
      }
    let general = [
      bind(.mark, .character("m")), bind(.markAll, .character("M")), bind(.nextMarked, .character("`")),
      bind(.reload, .character("r")), bind(.clearCaches, .character("X")), bind(.help, .character("?")),
      bind(.menu, .character("o")),
    ]
    let slides =
      arrows.previous + arrows.next + [
        bind(.previous, unlisted: .pageUp), bind(.next, unlisted: .pageDown),
        bind(.first, .home), bind(.last, .end), bind(.pause, .character(" ")),
        bind(.shorterInterval, .character("[")), bind(.longerInterval, .character("]")),
        bind(.changeMode, .character("c")), bind(.pagePosition, .character("p")), bind(.captions, .character("d")),
        bind(.facts, .character("i")), bind(.art, .character("a")), bind(.fit, .character("w")),
        bind(.animations, .character("A")), bind(.nextFrame, .character(".")),
      ] + general
    let looking = [
      bind(.previous, .character("p")), bind(.next, .character("n")), bind(.zoomIn, .character("+")),
      bind(.zoomOut, .character("-")), bind(.actualSize, .character("=")),
      bind(.resetZoom, .character("0"), .backspace), bind(.viewerFit, .character("w")),
      bind(.rotateLeft, .character("<")), bind(.rotateRight, .character(">")),
      bind(.flipAcross, .character("|")), bind(.flipDown, .character("_")),
    ]
    var always = [
      bind(.quit, unlisted: .control("c")), bind(.suspend, unlisted: .control("z")), bind(.redraw, .control("l")),
    ]
    #if DELIBERATE_TRAP
      always += [bind(.trap, unlisted: .character("!")), bind(.hang, unlisted: .character("@"))]
    #endif
    return KeyBindings(
      always: KeyTable(always),
      carousel: KeyTable(
        slides + [bind(.grid, .character("g")), bind(.click, .enter), bind(.quit, .character("q"), .escape)]),
      viewer: KeyTable(
        slides + looking + [bind(.grid, .character("g")), bind(.back, .enter, .escape), bind(.quit, .character("q"))]),
      zoomed: KeyTable([
        bind(.panLeft, .left, .character("h")), bind(.panRight, .right, .character("l")),
        bind(.panUp, .up, .character("k")), bind(.panDown, .down, .character("j")),
      ]),
      grid: KeyTable(
        [
          bind(.selectLeft, .left, .character("h")), bind(.selectRight, .right, .character("l")),
          bind(.selectUp, .up, .character("k")), bind(.selectDown, .down, .character("j")),
          bind(.selectPageUp, .pageUp), bind(.selectPageDown, .pageDown), bind(.selectFirst, .home),
          bind(.selectLast, .end), bind(.click, .enter), bind(.back, .escape, .character("g")),
          bind(.moreColumns, .character("+")), bind(.fewerColumns, .character("-")), bind(.search, .character("/")),
          bind(.art, .character("a")), bind(.fit, .character("w")), bind(.quit, .character("q")),
        ] + general),
      search: KeyTable([
        bind(.endSearch, .enter), bind(.cancelSearch, .escape), bind(.deleteLetter, .backspace),
        bind(.nextMatch, .down), bind(.previousMatch, .up), bind(.filterMatches, .tab),
      ]),
      digits: KeyTable([bind(.goToSlide, .enter), bind(.deleteDigit, .backspace), bind(.cancelDigits, .escape)]),
      help: KeyTable([
        bind(.scrollUp, .up, .character("k")), bind(.scrollDown, .down, .character("j")),
        bind(.scrollPageUp, .pageUp), bind(.scrollPageDown, .pageDown), bind(.scrollToTop, .home),
        bind(.scrollToBottom, .end), bind(.closeHelp, .character("?"), .escape, .enter),
      ]),
      menu: KeyTable([
        bind(.menuUp, .up, .character("k")), bind(.menuDown, .down, .character("j")), bind(.menuChoose, .enter),
        bind(.closeMenu, .escape, .character("q")),
      ]))
  }

  private static func bind(_ action: Action, _ keys: Key..., unlisted: Key...) -> [KeyTable.Binding] {
    keys.map { KeyTable.Binding(key: $0, action: action, isListed: true) }
      + unlisted.map { KeyTable.Binding(key: $0, action: action, isListed: false) }
  }

  /// The key table of a context.
  package func table(for context: KeyContext) -> KeyTable {
    switch context {
    case .carousel: carousel
    case .viewer: viewer
    case .zoomed: zoomed
    case .grid: grid
    case .search: search
    case .digits: digits
    case .help: help
    case .menu: menu
    }
  }

  /// The action of a key in a mode; nil if it has none. A key that typed digits or help do not bind acts as in the mode
  /// beneath them.
  package func action(for key: Key, in mode: InputMode) -> Action? {
    if case .digits = mode, let action = digits.action(for: key) { return action }
    if case .help = mode, let action = help.action(for: key) { return action }
    var context: KeyContext? = mode.base.context
    while let now = context {
      if let action = table(for: now).action(for: key) { return action }
      context = now.outer
    }
    return nil
  }

  /// The tables of all modes.
  package var all: [KeyTable] { [always, carousel, viewer, zoomed, grid, search, digits, help, menu] }
}

extension Key {
  /// The key's conventional name: `←`, `Space`, `Ctrl-L`, `q`.
  package var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character.uppercased())"
    case .left: "←"
    case .right: "→"
    case .up: "↑"
    case .down: "↓"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Insert"
    case .delete: "Delete"
    case .backspace: "Backspace"
    case .tab: "Tab"
    case .enter: "Enter"
    case .escape: "Esc"
    case .function(let number): "F\(number)"
    }
  }
}
