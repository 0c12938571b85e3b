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

  mutating func change(_ body: (inout Tables) -> Void) {
    var tables = tables
    // The only reference, so that nothing is copied.
    own = nil
    body(&tables)
    own = tables
  }

  /// One of the tables.
  package subscript(dynamicMember table: KeyPath<Tables, KeyTable>) -> KeyTable { tables[keyPath: table] }

  /// The key table of a context.
  package func table(for context: KeyContext) -> KeyTable { tables[context] }
}

extension KeyBindings: Hashable {
  package static func == (left: KeyBindings, right: KeyBindings) -> Bool {
    left.own == right.own || left.tables == right.tables
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(tables) }
}

extension KeyBindings.Tables {
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

  /// The keys of actions, in the order in which help lists them.
  private typealias Keys = KeyValuePairs<Action, [Key]>

  fileprivate static func made(for direction: SlideDirection) -> Self {
    let slides =
      swipes(direction) + unlisted([.previous: [.pageUp], .next: [.pageDown]]) + listed(slideKeys) + listed(generalKeys)
    var always =
      unlisted([.quit: [.control("c")], .suspend: [.control("z")]])
      + listed([.redraw: [.control("l")], .reloadConfiguration: [.control("r")]])
    #if DELIBERATE_TRAP
      always += unlisted([.trap: ["!"], .hang: ["@"]])
    #endif
    return Self(
      always: KeyTable(always),
      carousel: KeyTable(slides + listed([.grid: ["g"], .click: [.enter], .quit: ["q", .escape]])),
      viewer: KeyTable(slides + listed(viewerKeys)),
      zoomed: KeyTable(
        listed([
          .panLeft: [.left, "h"], .panRight: [.right, "l"], .panUp: [.up, "k"], .panDown: [.down, "j"],
          .readOn: [.pageDown, " "], .readBack: [.pageUp],
        ])),
      grid: KeyTable(listed(gridKeys) + listed(generalKeys)),
      search: KeyTable(
        listed([
          .endSearch: [.enter], .cancelSearch: [.escape], .deleteLetter: [.backspace], .nextMatch: [.down],
          .previousMatch: [.up], .filterMatches: [.tab],
        ])),
      digits: KeyTable(listed([.goToSlide: [.enter], .deleteDigit: [.backspace], .cancelDigits: [.escape]])),
      help: KeyTable(
        listed([
          .scrollUp: [.up, "k"], .scrollDown: [.down, "j"], .scrollPageUp: [.pageUp], .scrollPageDown: [.pageDown],
          .scrollToTop: [.home], .scrollToBottom: [.end], .closeHelp: ["?", .escape, .enter],
        ])),
      menu: KeyTable(
        listed([.menuUp: [.up, "k"], .menuDown: [.down, "j"], .menuChoose: [.enter], .closeMenu: [.escape, "q"]])))
  }

  private static func swipes(_ direction: SlideDirection) -> [KeyTable.Binding] {
    switch direction {
    case .left: listed([.previous: [.left, "h"], .next: [.right, "l"]])
    case .right: listed([.previous: [.right, "l"], .next: [.left, "h"]])
    case .up:
      listed([.previous: [.up, "k"], .next: [.down, "j"]])
        + unlisted([.previous: [.left, "h"], .next: [.right, "l"]])
    case .down:
      listed([.previous: [.down, "j"], .next: [.up, "k"]])
        + unlisted([.previous: [.left, "h"], .next: [.right, "l"]])
    }
  }

  /// The keys where slides are shown one at a time.
  private static let slideKeys: Keys = [
    .first: [.home], .last: [.end], .pause: [" "], .shorterInterval: ["["], .longerInterval: ["]"],
    .changeMode: ["c"], .pagePosition: ["p"], .captions: ["d"], .facts: ["i"], .art: ["a"], .fit: ["w"],
    .checkerboard: ["B"], .animations: ["A"], .nextFrame: ["."], .search: ["/"], .jumpBack: ["b"], .histogram: ["H"],
  ]

  /// The keys wherever slides are shown.
  private static let generalKeys: Keys = [
    .mark: ["m"], .markAll: ["M"], .nextMarked: ["`"], .reload: ["r"], .clearCaches: ["X"], .help: ["?"],
    .menu: ["o"], .trash: ["D"], .undo: ["u"], .rename: ["R"], .moveTo: ["V"], .copyTo: ["C"], .keep: ["K"],
    .siblings: ["s"], .sort: ["S"], .previousFolder: ["{"], .nextFolder: ["}"],
  ]

  /// The keys of the viewer, which take precedence over those of slides.
  private static let viewerKeys: Keys = [
    .previous: ["p"], .next: ["n"], .zoomIn: ["+"], .zoomOut: ["-"], .actualSize: ["="],
    .resetZoom: ["0", .backspace], .viewerFit: ["w"], .rotateLeft: ["<"], .rotateRight: [">"], .flipAcross: ["|"],
    .flipDown: ["_"], .darker: ["("], .brighter: [")"], .grid: ["g"], .back: [.enter, .escape], .quit: ["q"],
  ]

  private static let gridKeys: Keys = [
    .selectLeft: [.left, "h"], .selectRight: [.right, "l"], .selectUp: [.up, "k"], .selectDown: [.down, "j"],
    .selectPageUp: [.pageUp], .selectPageDown: [.pageDown], .selectFirst: [.home], .selectLast: [.end],
    .click: [.enter], .back: [.escape, "g"], .moreColumns: ["+"], .fewerColumns: ["-"], .search: ["/"], .art: ["a"],
    .fit: ["w"], .checkerboard: ["B"], .quit: ["q"],
  ]

  private static func listed(_ keys: Keys) -> [KeyTable.Binding] { bindings(keys, areListed: true) }

  /// Keys that help leaves out: aliases and conventional keys.
  private static func unlisted(_ keys: Keys) -> [KeyTable.Binding] { bindings(keys, areListed: false) }

  private static func bindings(_ keys: Keys, areListed: Bool) -> [KeyTable.Binding] {
    keys.flatMap { action, keys in
      keys.map { KeyTable.Binding(keys: [KeyStroke($0)], bound: .action(action), isListed: areListed) }
    }
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
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
    return KeyStroke(stroke.source)
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
