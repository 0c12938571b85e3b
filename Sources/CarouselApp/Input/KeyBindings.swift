import CarouselViewing
package import Terminal

/// The key tables of all modes. Key handling, the help panel and the tests of the manual share them.
///
/// The standard tables are made when they are first read: that takes as long as parsing the options, and printing reads none.
///
/// ```swift
/// var keys = KeyBindings.standard
/// keys.carousel.action(for: .right)    // .next
/// ```
@dynamicMemberLookup
package struct KeyBindings: Sendable {
  /// A table for each mode.
  package struct Tables: Hashable, Sendable {
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

    fileprivate static let standard = made(for: .left)
  }

  /// The bindings that the manual describes.
  package static let standard = KeyBindings(own: nil)

  /// The tables; nil: the standard ones.
  private var own: Tables?

  /// The bindings for a slide direction: the arrow key towards the next slide goes there.
  package static func directed(_ direction: SlideDirection) -> KeyBindings {
    direction == .left ? .standard : KeyBindings(own: Tables.made(for: direction))
  }

  private var tables: Tables { own ?? .standard }

  /// Changes tables in place.
  mutating func change(_ body: (inout Tables) -> Void) {
    var tables = tables
    // The only reference, so that nothing is copied.
    own = nil
    body(&tables)
    own = tables
  }

  /// One of the tables.
  package subscript(dynamicMember table: WritableKeyPath<Tables, KeyTable>) -> KeyTable {
    get { tables[keyPath: table] }
    set { change { $0[keyPath: table] = newValue } }
  }

  /// The key table of a context.
  package func table(for context: KeyContext) -> KeyTable { tables[context] }

  /// The tables of all modes.
  package var all: [KeyTable] {
    [
      tables.always, tables.carousel, tables.viewer, tables.zoomed, tables.grid, tables.search, tables.digits,
      tables.help, tables.menu,
    ]
  }
}

extension KeyBindings: Hashable {
  package static func == (left: KeyBindings, right: KeyBindings) -> Bool {
    left.own == right.own || left.tables == right.tables
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(tables) }
}

extension KeyBindings.Tables {
  /// The key table of a context.
  subscript(context: KeyContext) -> KeyTable {
    get { self[keyPath: Self.property(of: context)] }
    set { self[keyPath: Self.property(of: context)] = newValue }
  }

  private static func property(of context: KeyContext) -> WritableKeyPath<Self, KeyTable> {
    switch context {
    case .carousel: \.carousel
    case .viewer: \.viewer
    case .zoomed: \.zoomed
    case .grid: \.grid
    case .search: \.search
    case .digits: \.digits
    case .help: \.help
    case .menu: \.menu
    }
  }

  fileprivate static func made(for direction: SlideDirection) -> Self {
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
      bind(.menu, .character("o")), bind(.trash, .character("D")), bind(.undo, .character("u")),
      bind(.rename, .character("R")), bind(.moveTo, .character("V")), bind(.copyTo, .character("C")),
      bind(.keep, .character("K")), bind(.siblings, .character("s")),
    ]
    let slides =
      arrows.previous + arrows.next + [
        bind(.previous, unlisted: .pageUp), bind(.next, unlisted: .pageDown),
        bind(.first, .home), bind(.last, .end), bind(.pause, .character(" ")),
        bind(.shorterInterval, .character("[")), bind(.longerInterval, .character("]")),
        bind(.changeMode, .character("c")), bind(.pagePosition, .character("p")), bind(.captions, .character("d")),
        bind(.facts, .character("i")), bind(.art, .character("a")), bind(.fit, .character("w")),
        bind(.animations, .character("A")), bind(.nextFrame, .character(".")),
        bind(.search, .character("/")), bind(.jumpBack, .character("b")), bind(.histogram, .character("H")),
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
      bind(.reloadConfiguration, .control("r")),
    ]
    #if DELIBERATE_TRAP
      always += [bind(.trap, unlisted: .character("!")), bind(.hang, unlisted: .character("@"))]
    #endif
    return Self(
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
    keys.map { KeyTable.Binding(keys: [KeyStroke($0)], bound: .action(action), isListed: true) }
      + unlisted.map { KeyTable.Binding(keys: [KeyStroke($0)], bound: .action(action), isListed: false) }
  }
}

extension KeyBindings {
  /// The action of a key in a mode; nil if it has none.
  package func action(for key: Key, in mode: InputMode) -> Action? { bound([KeyStroke(key)], in: mode)?.action }

  /// What keys in a row do in a mode; nil if they are not bound. Keys that typed digits or help do not bind act as in
  /// the mode beneath them.
  func bound(_ keys: [KeyStroke], in mode: InputMode) -> BoundAction? {
    switch match(keys, in: mode) {
    case .bound(let bound), .prefix(let bound?): bound
    case .prefix(nil), .unbound: nil
    }
  }

  /// What keys in a row mean in a mode.
  func match(_ keys: [KeyStroke], in mode: InputMode) -> KeyTable.Match {
    for context in KeyBindings.contexts(of: mode) {
      let match = tables[context].match(keys)
      if match != .unbound { return match }
    }
    return .unbound
  }

  /// The key as it is bound: with its modifiers if that is bound in a mode, otherwise without them.
  func reduced(_ stroke: KeyStroke, after earlier: [KeyStroke], in mode: InputMode) -> KeyStroke {
    guard !stroke.modifiers.isEmpty, match(earlier + [stroke], in: mode) == .unbound,
      self.always.bound([stroke]) == nil
    else { return stroke }
    return stroke.plain
  }

  /// The contexts that handle keys in a mode, one after the other.
  private static func contexts(of mode: InputMode) -> [KeyContext] {
    // The keys that a search does not bind are letters.
    if mode.context == .search { return [.search] }
    var contexts: [KeyContext] =
      switch mode.panel {
      case .digits: [.digits]
      case .help: [.help]
      case .menu, .search, nil: []
      }
    var context: KeyContext? = mode.baseContext
    while let now = context {
      contexts.append(now)
      context = now.outer
    }
    return contexts
  }
}

extension Key {
  /// The key's conventional name: `←`, `Space`, `Ctrl-L`, `q`.
  package var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(" "): "Ctrl-Space"
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
