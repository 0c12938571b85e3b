import Bitmaps
import CarouselValues
import Decks
import Downloads
import ExternalDecoders
import Imaging
import Pictures
import Rendering
import System
import Terminal

extension Session {
  mutating func openMenu(at now: Snapshot) {
    guard let placed = actedOn(at: now) else { return }
    let items = menuItems(for: placed.slide)
    guard !items.isEmpty else { return showMessage("there is nothing to do with this slide here", at: now.time) }
    show(Menu(slide: placed, items: items), at: now)
  }

  mutating func show(_ menu: Menu, at now: Snapshot) {
    abandonGesture(at: now)
    mode.panel = .menu(menu)
  }

  private func menuItems(for slide: Slide) -> [Menu.Item] {
    var items: [Menu.Item] = []
    let location = slide.location
    // A slide without an argument has no file that a program could open.
    let hasFile = location.argument != nil
    let (isURL, isInput) =
      switch location {
      case .url: (true, false)
      case .input: (false, true)
      case .file, .page, .entry, .broken: (false, false)
      }
    if options.desktop.opener != nil, hasFile {
      items.append(Menu.Item(key: "o", name: "open in its usual program", choice: .open))
    }
    if options.desktop.opener != nil, slide.link?.isEmpty == false {
      items.append(Menu.Item(key: "l", name: "open its link", choice: .openLink))
    }
    if options.copiesText, !isInput {
      items.append(Menu.Item(key: "c", name: isURL ? "copy the URL" : "copy the path", choice: .copyPath))
    }
    let isWhole = location.pageNumber == nil && location.entryName == nil
    if hasFile || isInput, appearance.takesClipboardData || options.desktop.clipboard != nil && hasFile && isWhole {
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
  mutating func handleInMenu(_ key: Key, at now: Snapshot) {
    let isTyping = mode.menu?.entry != nil
    if let intent = mode.menu?.handle(key) {
      perform(intent, at: now)
    } else if !isTyping, let action = options.keys.menu.action(for: key) {
      perform(action, at: now)
    }
  }

  /// Handles a mouse event while the menu is open.
  mutating func handleInMenu(_ mouse: MouseEvent, at now: Snapshot) {
    let area = menuArea
    if let intent = mode.menu?.handle(mouse, in: area) { perform(intent, at: now) }
  }

  private mutating func perform(_ intent: Menu.Intent, at now: Snapshot) {
    switch intent {
    case .close: mode.panel = nil
    case .choose(let item): choose(item, at: now)
    case .enter(let entry): finish(entry, at: now.time)
    case .complete(let text): issue(.work(.listFolders(beginningWith: text)))
    }
  }

  /// The area in whose middle the menu is.
  private var menuArea: CellRect { isGrid ? CellRect(window) : slideArea }

  /// Closes a question: after a resize, its text may no longer be visible as a whole.
  mutating func withdrawQuestion() {
    if mode.menu?.question.isEmpty == false { mode.panel = nil }
  }

  /// Runs the user-defined action of a key that has no other meaning; returns false if there is none.
  mutating func runAction(for key: Key, at now: Snapshot) -> Bool {
    guard case .character(let character) = key, let action = options.actions.first(where: { $0.key == character })
    else { return false }
    run(action, at: now)
    return true
  }

  /// Runs a user-defined action on the slide that keys act on.
  mutating func run(_ action: UserAction, at now: Snapshot) {
    if mode.digits != nil { mode.panel = nil }
    if let placed = actedOn(at: now) { run(action, for: placed, at: now.time) }
  }

  // MARK: - Doing it

  /// Closes the menu and performs an item.
  mutating func choose(_ item: Menu.Item, at snapshot: Snapshot) {
    let now = snapshot.time
    guard let menu = mode.menu else { return }
    mode.panel = nil
    // The slides may have been read again meanwhile.
    guard let placed = slides.current(menu.slide) else { return showMessage("the slide is gone", at: now) }
    switch item.choice {
    case .open: run(options.desktop.opener, on: clickedSlide(placed), "\"$1\"", at: now)
    case .openLink: openLink(of: placed, at: snapshot)
    case .openSeenLink(let link): open(link, of: placed, at: now)
    case .cancel: break
    case .copyPath: copyPath(of: placed.slide.location, at: now)
    case .copyPicture: copyPicture(placed, at: now)
    case .save: save(placed.slide, at: now)
    case .showURL: showURL(of: placed.slide.location, at: now)
    case .action(let action): run(action, for: placed, at: now)
    case .trash(let files): issue(.work(.organize(.perform(.trash, on: files))))
    }
  }

  /// Runs a program of the desktop, if there is one and it is installed.
  private mutating func run(
    _ program: DesktopPrograms.Program?, on clicked: ClickedSlide, _ argument: String, at now: Timestamp
  ) {
    guard let program, let path = path(of: program, at: now) else { return }
    issue(.runInBackground(clicked, command: "exec \(path.quoted) \(argument)"))
  }

  /// Opens a slide's link: at once if it is a web or mail address, otherwise after a question that shows it whole.
  private mutating func openLink(of placed: PlacedSlide, at now: Snapshot) {
    let text = placed.slide.link ?? ""
    guard let link = SlideLink(text) else {
      return showMessage("not a URL: \(SafeText.visible(text))", for: OverlayState.urlDuration, at: now.time)
    }
    if link.isOrdinary { return open(link, of: placed, at: now.time) }
    let items = [
      Menu.Item(key: "n", name: "do not open this link", choice: .cancel),
      Menu.Item(key: "y", name: "open it", choice: .openSeenLink(link)),
    ]
    let room = menuArea.size
    let lines = link.lines(columns: room.columns - Session.questionMargin.columns)
    guard !lines.isEmpty, lines.count + items.count + Session.questionMargin.rows <= room.rows else {
      return showMessage("not opened: the link does not fit in the window", at: now.time)
    }
    show(Menu(slide: placed, question: lines, items: items), at: now)
  }

  /// The cells of a question's panel that are not its text: the frame, the padding and the column of keys.
  private static let questionMargin = CellSize(columns: 7, rows: 2)

  private mutating func open(_ link: SlideLink, of placed: PlacedSlide, at now: Timestamp) {
    var clicked = clickedSlide(placed)
    clicked.slide.link = link.text
    run(options.desktop.opener, on: clicked, "\"$TUI_LINK\"", at: now)
  }

  /// The path of a program; nil, with a message, if it is not installed.
  private mutating func path(of program: DesktopPrograms.Program, at now: Timestamp) -> Path? {
    switch program {
    case .found(let path): return path
    case .missing(let name, let package):
      showMessage("\(name) is missing: install \(package)", at: now)
      return nil
    }
  }

  private mutating func copyPath(of location: Location, at now: Timestamp) {
    guard let name = CopiedName(of: location) else { return showMessage("too long to be copied", at: now) }
    issue(.copy(name.text))
    showMessage(name.message, at: now)
  }

  private mutating func copyPicture(_ placed: PlacedSlide, at now: Timestamp) {
    guard let picture = loadedPicture(of: placed.slide) else { return showMessage("not loaded yet", at: now) }
    let (location, format) = (placed.slide.location, picture.format)
    if appearance.takesClipboardData {
      // A page of a document is pasted as a PNG.
      let type = location.pageNumber == nil ? PictureKind.named[format]?.mediaType : nil
      let key = pictureKey(of: placed.slide, in: picture.naturalSize)
      issue(.copyPicture(key, type: type, limit: options.clipboardBytes))
      return showMessage("copying…", at: now)
    }
    guard let clipboard = options.desktop.clipboard, let program = path(of: clipboard.program, at: now) else { return }
    guard let kind = PictureKind.named[format] else { return showMessage("\(format) cannot be copied", at: now) }
    var clicked = clickedSlide(placed)
    if case .url = placed.slide.location {
      guard let copy = library.copy(of: placed.slide.location) else {
        return showMessage("not downloaded yet", at: now)
      }
      clicked.slide.location = .file(copy.path)
    }
    issue(.runInBackground(clicked, command: clipboard.command(program, type: kind.mediaType)))
    showMessage("picture copied", at: now)
  }

  private mutating func save(_ slide: Slide, at now: Timestamp) {
    guard case .url(let url) = slide.location, let copy = library.copy(of: slide.location) else {
      return showMessage("not downloaded yet", at: now)
    }
    switch library.state(of: required(slide)) {
    case .loaded(let picture): save(copy, of: url, format: picture.format, at: now)
    // It is a picture, although no program here decodes it.
    case .failed(LoadError.program(DecoderProgramError.missing(let format, program: _))):
      save(copy, of: url, format: format, at: now)
    case .failed(let error): showMessage("not saved: \(error.description)", at: now)
    case .loading, nil: showMessage("not loaded yet", at: now)
    }
  }

  /// Saves a download under the extension of its format: its server may have named it anything.
  private mutating func save(_ copy: FetchedCopy, of url: String, format: String, at now: Timestamp) {
    guard let ending = PictureKind.fileExtension(of: format) else {
      return showMessage("not saved: \(format) has no file extension", at: now)
    }
    issue(.work(.save(copy, name: SavedName(of: url, fileExtension: ending))))
  }

  private mutating func showURL(of location: Location, at now: Timestamp) {
    showMessage(SafeText.visible(location.shownReference), for: OverlayState.urlDuration, at: now)
  }

  private mutating func run(_ action: UserAction, for placed: PlacedSlide, at now: Timestamp) {
    guard hasArgument(placed, at: now) else { return }
    var clicked = clickedSlide(placed)
    clicked.marked = markedSlides.filter { $0.location.argument != nil }
    clicked.action = action.name
    guard clicked.marked.reduce(0, { $0 + ($1.location.argument?.count ?? 0) }) < Session.maximumArgumentBytes else {
      return showMessage("too many marked slides for one command", at: now)
    }
    issue(
      action.command.isInBackground
        ? .runInBackground(clicked, command: action.command.text) : .run(clicked, command: action.command.text))
  }

  /// The maximum bytes of marked slides' names that are passed to a command: Linux allows 2 MB of arguments and
  /// environment.
  private static let maximumArgumentBytes = 1 << 20
}
