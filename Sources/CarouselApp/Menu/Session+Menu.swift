import Carousel
import Decks
import Downloads
import Pictures
import Rendering
import System
import Terminal

extension Session {
  /// The slide that keys act on: the grid's selection, or the slide on which the carousel comes to rest.
  private func actedOn(at now: Timestamp) -> PlacedSlide? { grid == nil ? destination(at: now) : selected }

  /// Opens the menu, and pauses auto-advance while it is open.
  mutating func openMenu(at now: Timestamp) {
    guard let placed = actedOn(at: now) else { return }
    let items = menuItems(for: placed.slide.location)
    guard !items.isEmpty else { return say("there is nothing to do with this slide here", at: now) }
    abandonGesture(at: now)
    mode = .menu(Menu(slide: placed, items: items), over: mode.base)
    machine.handle(.pause(.overlay), at: now)
  }

  mutating func closeMenu(at now: Timestamp) {
    mode = mode.base
    machine.handle(.resume(.overlay), at: now)
  }

  /// The items that are available for a slide.
  private func menuItems(for location: Location) -> [Menu.Item] {
    var items: [Menu.Item] = []
    let (isURL, isBroken, isInput) =
      switch location {
      case .url: (true, false, false)
      case .broken: (false, true, false)
      case .input: (false, false, true)
      case .file, .page: (false, false, false)
      }
    if options.desktop.opener != nil, !isBroken {
      items.append(Menu.Item(key: "o", name: "open in its usual program", choice: .open))
    }
    if options.copiesText, !isInput {
      items.append(Menu.Item(key: "c", name: isURL ? "copy the URL" : "copy the path", choice: .copyPath))
    }
    if options.desktop.clipboard != nil, !isBroken, location.pageNumber == nil {
      items.append(Menu.Item(key: "p", name: "copy the picture", choice: .copyPicture))
    }
    if isURL {
      items.append(Menu.Item(key: "s", name: "save in the current folder", choice: .save))
      items.append(Menu.Item(key: "u", name: "show the URL", choice: .showURL))
    }
    return items + options.actions.map { Menu.Item(key: $0.key, name: $0.name, choice: .action($0)) }
  }

  // MARK: - Keys and mouse

  /// Handles a key while the menu is open. Keys that are not bound have no effect: they may have been meant for an
  /// item.
  mutating func handleInMenu(_ key: Key, at now: Timestamp) {
    guard let menu = mode.menu else { return }
    if let item = menu.item(for: key) { return choose(item, at: now) }
    if let action = options.keys.menu.action(for: key) { perform(action, at: now) }
  }

  /// Moves the selection by a number of items, wrapping at the ends.
  mutating func moveMenuSelection(by lines: Int) {
    guard case .menu(var menu, let under) = mode else { return }
    menu.select((menu.selection + lines + menu.items.count) % menu.items.count)
    mode = .menu(menu, over: under)
  }

  /// Performs the selected item.
  mutating func chooseInMenu(at now: Timestamp) {
    if let item = mode.menu?.selected { choose(item, at: now) }
  }

  /// Handles a mouse event while the menu is open: releasing the button chooses an item, and a press outside closes the
  /// menu.
  mutating func handleInMenu(_ mouse: MouseEvent, at now: Timestamp) {
    guard case .menu(var menu, let under) = mode else { return }
    let area = grid == nil ? slideArea : CellRect(window)
    let line = PlacedHelp(menu.panel, in: area.size).spot(
      atColumn: mouse.column - area.column, row: mouse.row - area.row)
    switch mouse.kind {
    case .pressed(.left):
      guard let line else { return closeMenu(at: now) }
      menu.isPressed = true
      if case .line(let line) = line { menu.select(line) }
    case .dragged(.left): if case .line(let line) = line { menu.select(line) }
    case .released(.left):
      let isPressed = menu.isPressed
      menu.isPressed = false
      if isPressed, case .line(let line) = line {
        menu.select(line)
        return menu.selected.map { choose($0, at: now) } ?? ()
      }
    case .wheelDown: menu.select(menu.selection + 1)
    case .wheelUp: menu.select(menu.selection - 1)
    case .pressed, .dragged, .released, .moved, .wheelLeft, .wheelRight: break
    }
    mode = .menu(menu, over: under)
  }

  /// Runs the user-defined action of a key that has no other meaning; returns false if there is none.
  mutating func runAction(for key: Key, at now: Timestamp) -> Bool {
    guard case .character(let character) = key, let action = options.actions.first(where: { $0.key == character })
    else { return false }
    if case .digits(_, let under) = mode { mode = under }
    if let placed = actedOn(at: now) { run(action, for: placed, at: now) }
    return true
  }

  // MARK: - Doing it

  /// Closes the menu and performs an item.
  private mutating func choose(_ item: Menu.Item, at now: Timestamp) {
    guard let menu = mode.menu else { return }
    closeMenu(at: now)
    // The slides may have been read again meanwhile.
    guard let index = deck.position(of: menu.slide.slide.location, near: menu.slide.index) else {
      return say("the slide is gone", at: now)
    }
    let placed = PlacedSlide(index: index, slide: deck[index])
    switch item.choice {
    case .open: open(placed, at: now)
    case .copyPath: copyPath(of: placed.slide.location, at: now)
    case .copyPicture: copyPicture(placed, at: now)
    case .save: save(placed.slide.location, at: now)
    case .showURL: showURL(of: placed.slide.location, at: now)
    case .action(let action): run(action, for: placed, at: now)
    }
  }

  private mutating func open(_ placed: PlacedSlide, at now: Timestamp) {
    guard let opener = options.desktop.opener, let program = path(of: opener, at: now) else { return }
    issue(.runInBackground(clickedSlide(placed), command: "exec \(program.quoted) \"$1\""))
  }

  /// The path of a program; nil, with a message, if it is not installed.
  private mutating func path(of program: DesktopPrograms.Program, at now: Timestamp) -> Path? {
    switch program {
    case .found(let path): return path
    case .missing(let name, let package):
      say("\(name) is missing: install \(package)", at: now)
      return nil
    }
  }

  private mutating func copyPath(of location: Location, at now: Timestamp) {
    guard let text = ClipboardText(location.reference) else { return say("too long to be copied", at: now) }
    issue(.copyPath(location))
    let isExact = text.text.utf8.elementsEqual(location.reference)
    let name = if case .url = location { "URL" } else { "path" }
    say("\(name) copied" + (isExact ? "" : ", with symbols for control characters"), at: now)
  }

  private mutating func copyPicture(_ placed: PlacedSlide, at now: Timestamp) {
    guard let clipboard = options.desktop.clipboard, let program = path(of: clipboard.program, at: now) else { return }
    guard let format = format(of: placed.slide.location) else { return say("not loaded yet", at: now) }
    guard let kind = PictureKind.named[format] else { return say("\(format) cannot be copied", at: now) }
    var clicked = clickedSlide(placed)
    if case .url(let url) = placed.slide.location {
      guard let copy = downloads[url]?.copy else { return say("not downloaded yet", at: now) }
      clicked.slide.location = .file(copy.path)
    }
    issue(.runInBackground(clicked, command: clipboard.command(program, type: kind.mediaType)))
    say("picture copied", at: now)
  }

  private mutating func save(_ location: Location, at now: Timestamp) {
    guard case .url(let url) = location, let copy = downloads[url]?.copy else {
      return say("not downloaded yet", at: now)
    }
    let ending = format(of: location).flatMap { PictureKind.named[$0]?.fileExtension }
    issue(.save(copy, name: SavedName(of: url, usualExtension: ending)))
  }

  private mutating func showURL(of location: Location, at now: Timestamp) {
    say(SafeText.visible(location.shownReference), for: Session.urlDuration, at: now)
  }

  /// How long a URL is shown: long enough to read it letter by letter.
  private static let urlDuration: Duration = .seconds(10)

  /// The format of a loaded picture; nil if it is not loaded.
  private func format(of location: Location) -> String? {
    if case .loaded(let picture) = pictures.state(of: key(for: location)) { picture.format } else { nil }
  }

  private mutating func run(_ action: UserAction, for placed: PlacedSlide, at now: Timestamp) {
    var clicked = clickedSlide(placed)
    clicked.marked = markedSlides
    clicked.mayChangeFiles = true
    guard clicked.marked.reduce(0, { $0 + $1.location.argument.count }) < Session.maximumArgumentBytes else {
      return say("too many marked slides for one command", at: now)
    }
    issue(
      action.command.isInBackground
        ? .runInBackground(clicked, command: action.command.text) : .run(clicked, command: action.command.text))
  }

  /// The maximum bytes of marked slides' names that are passed to a command: Linux allows 2 MB of arguments and
  /// environment.
  private static let maximumArgumentBytes = 1 << 20
}
