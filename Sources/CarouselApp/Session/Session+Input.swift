import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Glibc
import Rendering
import Terminal

extension Session {
  /// Handles one event from the terminal. Replies arrive as `SessionEvent.terminal`, signals as the events that they
  /// cause.
  ///
  /// - Parameter place: what the user saw where a mouse event occurred.
  mutating func handle(_ event: InputEvent, over target: OverlayLayout.HitTarget, at now: Snapshot) {
    switch event {
    case .key, .layoutKey, .mouse: viewer?.noteActivity(at: now.time)
    case .keyReleased, .focus, .reply, .signal, .pasted: break
    }
    switch event {
    case .key(let key, let modifiers): press(KeyStroke(key, modifiers), at: now)
    case .layoutKey(let key, let base, let modifiers):
      let typed = KeyStroke(key, modifiers)
      press(isMeant(typed) ? typed : KeyStroke(base, modifiers), at: now)
    case .keyReleased: releaseKey(at: now.time)
    case .mouse(let mouse): handle(mouse, over: target, at: now)
    case .focus(let isGained):
      input.hasFocus = isGained
      if !isGained {
        abandonGesture(at: now)
        releaseKey(at: now.time)
      }
    case .pasted(let text): paste(text, at: now)
    case .reply, .signal: break
    }
  }

  /// Handles a key whose release may be reported.
  private mutating func press(_ stroke: KeyStroke, at now: Snapshot) {
    input.isKeyPressed = true
    handle(stroke, at: now)
    input.isKeyPressed = false
  }

  /// Whether a character is typed or has a meaning, so that it does not stand for another key.
  private func isMeant(_ stroke: KeyStroke) -> Bool {
    if mode.context == .search || mode.menu?.entry != nil { return true }
    let keys = mode.menu.map { $0.items.map(\.key) } ?? options.actions.map(\.key)
    if case .character(let character) = stroke.key, keys.contains(character) { return true }
    let earlier = input.sequence?.strokes ?? []
    let stroke = options.keys.reduced(stroke, after: earlier, in: mode)
    return options.keys.match(earlier + [stroke], in: mode) != .unbound || options.keys.always.bound([stroke]) != nil
  }

  /// Swipes for a key. Auto-advance waits until it is released or, where the terminal does not report that, for a time.
  mutating func swipe(by pages: Int, at now: Timestamp) {
    guard appearance.reportsKeyReleases, input.isKeyPressed else {
      return _ = machine.handle(.move(by: pages, holding: Session.keyHold), at: now)
    }
    input.holdKey(at: now)
    machine.handle(.pause(.key), at: now)
    machine.handle(.move(by: pages), at: now)
  }

  /// Lets auto-advance go on after the key that swiped.
  mutating func releaseKey(at now: Timestamp) {
    input.releaseKey()
    machine.handle(.resume(.key), at: now)
  }

  /// Handles a key: it may be the next of several in a row that have a meaning together.
  mutating func handle(_ stroke: KeyStroke, at now: Snapshot) {
    input.interruptGesture()
    let earlier = input.sequence?.strokes ?? []
    let stroke = options.keys.reduced(stroke, after: earlier, in: mode)
    let strokes = earlier + [stroke]
    let match = takesSequences ? options.keys.match(strokes, in: mode) : .unbound
    if case .prefix = match {
      guard input.accepts([stroke], for: nil, slides: slides) else { return }
      input.beginSequence(strokes, at: now.time)
      return showMessage("\(strokes.name) …", for: InputState.sequenceDelay, at: now.time)
    }
    input.endSequence()
    guard !earlier.isEmpty, match == .unbound else { return handle(strokes, at: now) }
    // Escape only gives up the keys before it; any other key follows what these mean by themselves.
    showMessage("", for: .zero, at: now.time)
    if stroke == KeyStroke(.escape) { return }
    if options.keys.bound(earlier, in: mode) != nil { handle(earlier, at: now) }
    handle(stroke, at: snapshot(at: now.time))
  }

  /// Ends the wait for the rest of several keys in a row: those pressed take effect if they have a meaning by themselves.
  mutating func endKeySequence(at now: Snapshot) {
    guard let strokes = input.endSequence(), options.keys.bound(strokes, in: mode) != nil else { return }
    handle(strokes, at: now)
  }

  /// Whether several keys in a row can have a meaning together.
  private var takesSequences: Bool {
    (mode.panel == nil || mode.digits != nil) && mode.baseContext.showsSlides
  }

  /// Handles a key, or several in a row that have a meaning together, according to the key table of the mode.
  private mutating func handle(_ strokes: [KeyStroke], at now: Snapshot) {
    let bound = options.keys.bound(strokes, in: mode)
    if bound == nil, let always = options.keys.always.bound(strokes) { return perform(always, at: now) }
    if mode.helpRow != nil {
      if let inHelp = options.keys.help.bound(strokes) { return perform(inHelp, at: now) }
      mode.panel = nil
      // The key that opened the panel closes it, and so does one that quits; any other has its usual meaning, too.
      if bound == .action(.help) || bound == .action(.quit) { return }
    }
    let key = strokes.count == 1 ? strokes[0].key : nil
    if mode.menu != nil { return key.map { handleInMenu($0, at: now) } ?? () }
    guard input.accepts(strokes, for: bound?.action, slides: slides) else { return }
    if mode.context == .search {
      if let inSearch = options.keys.search.bound(strokes) { return perform(inSearch, at: now) }
      if case .character(let letter)? = key { return typeSearch(letter, at: now) }
      if key == .control("u") { return clearSearch(at: now) }
      // Any other key ends the search, and has its usual meaning.
      search(by: .endSearch, at: now)
    }
    perform(options.keys.bound(strokes, in: mode), for: key, at: now)
  }

  /// Performs what a key is bound to, or what it means without a binding.
  private mutating func perform(_ bound: BoundAction?, for key: Key?, at now: Snapshot) {
    let action = bound?.action
    if overlays.corner != nil, !isGrid, mode.digits == nil, key == .escape || action == .quit {
      return overlays.closeCorner()
    }
    if leavesQuestion(key) { return answer(nil, at: now.time) }
    if key == .escape, action == .quit, holdsEscape(at: now.time) { return }
    if bound == nil, let key, runAction(for: key, at: now) { return }
    if let key, key.isDigit, bound == nil || mode.digits != nil { return appendDigit(key) }
    // A key that does not edit the digits takes them as its number, or discards them.
    if let digits = mode.digits, action.map(options.keys.digits.binds) != true {
      mode.panel = nil
      if let action, let count = Int(digits), perform(action, count: count, at: now) { return }
    }
    if let bound { perform(bound, at: now) }
  }

  mutating func perform(_ bound: BoundAction, at now: Snapshot) {
    switch bound {
    case .action(let action): perform(action, at: now)
    case .command(let command): run(command, at: now)
    case .nothing: break
    }
  }

  mutating func perform(_ action: Action, at snapshot: Snapshot) {
    let now = snapshot.time
    switch action {
    case .previous, .next: swipe(by: action == .next ? 1 : -1, at: now)
    case .first, .last: machine.handle(.jump(to: action == .first ? 0 : max(0, deck.count - 1)), at: now)
    case .jumpBack: jumpBack(at: snapshot)
    case .previousFolder, .nextFolder: goToFolder(forward: action == .nextFolder, at: snapshot)
    case .click: if let slide = selected ?? snapshot.destination { click(on: slide, at: snapshot) }
    case .back:
      if !isGrid { closeViewer(at: snapshot) } else if !removeFilter(at: now) { closeGrid(at: snapshot) }
    case .zoomIn, .zoomOut, .actualSize, .resetZoom, .panLeft, .panRight, .panUp, .panDown, .readOn, .readBack,
      .rotateLeft, .rotateRight, .flipAcross, .flipDown:
      withViewer(at: snapshot) { $0.perform(action, in: $1, at: now) }
    case .darker, .brighter: changeExposure(by: action == .brighter ? 1 : -1, at: now)
    case .viewerFit: if let name = viewer?.cycleFit(at: now) { showMessage("fit: \(name)", at: now) }
    case .facts: turnFacts(at: snapshot)
    case .histogram: overlays.toggleHistogram()
    case .grid: if isViewing { closeViewer(toGrid: true, at: snapshot) } else { openGrid(at: snapshot) }
    case .search, .endSearch, .filterMatches, .cancelSearch, .deleteLetter, .nextMatch, .previousMatch:
      search(by: action, at: snapshot)
    case .selectLeft, .selectRight, .selectUp, .selectDown, .selectPageUp, .selectPageDown, .selectFirst, .selectLast:
      grid?.perform(action, at: now)
    case .moreColumns, .fewerColumns: changeColumns(by: action == .moreColumns ? 1 : -1)
    case .mark: mark(at: snapshot)
    case .markAll: markAll(at: now)
    case .nextMarked: goToNextMark(at: snapshot)
    case .trash, .rename, .moveTo, .copyTo, .keep, .undo: organize(by: action, at: snapshot)
    case .quit: issue(.end(.quit(marked: markedSlides)))
    case .suspend: issue(.suspend)
    case .redraw: issue(.repaint)
    case .pause: togglePause(at: now)
    case .shorterInterval, .longerInterval: changeInterval(by: action == .longerInterval ? 1 : -1, at: now)
    case .changeMode: cycleChangeMode(at: now)
    case .pagePosition, .captions: changeOverlay(by: action, at: now)
    case .art: showMessage("art: \(appearance.cycleArt(isAutomatic: options.artOfTerminal != nil))", at: now)
    case .fit: showMessage("fit: \(appearance.cycleFit())", at: now)
    case .checkerboard:
      showMessage("checkerboard: \(appearance.toggleCheckerboard(over: options.preferences))", at: now)
    case .animations: showMessage("animations: \(appearance.cycleAnimations())", at: now)
    case .nextFrame: playback.step(at: now)
    case .reload:
      showMessage("reloading…", at: now)
      library.requestDownloads()
      reload(isForced: true)
    case .sort: cycleSort(at: now)
    case .siblings: turnToSiblings(at: snapshot)
    case .clearCaches: issue(.work(.clearCaches))
    case .reloadConfiguration: issue(.work(.readConfiguration))
    case .help: mode.panel = .help(firstRow: 0)
    case .goToSlide, .deleteDigit, .cancelDigits: edit(by: action, at: now)
    case .scrollUp, .scrollDown, .scrollPageUp, .scrollPageDown, .scrollToTop, .scrollToBottom: scrollHelp(by: action)
    case .menu: openMenu(at: snapshot)
    case .menuUp, .menuDown: mode.menu?.moveSelection(by: action == .menuDown ? 1 : -1)
    case .menuChoose: if let item = mode.menu?.selected { choose(item, at: snapshot) }
    case .closeHelp, .closeMenu: mode.panel = nil
    #if DELIBERATE_TRAP
      case .trap: fatalError("a deliberate trap")
      case .hang: while true { pause() }
    #endif
    }
  }

  private mutating func cycleChangeMode(at now: Timestamp) {
    let following = NamedChangeMode.following(machine.settings.transition)
    appearance.ignoresSlidesTransitions = true
    configureSlides(at: now)
    layOut(following.mode, at: now)
    showMessage("change mode: \(following.name)", at: now)
  }

  /// Moves the dots or toggles the description; not in the viewer, where the change would not be visible.
  private mutating func changeOverlay(by action: Action, at now: Timestamp) {
    let isDots = action == .pagePosition
    if isViewing {
      showMessage(isDots ? "no page dots in the viewer" : "no description in the viewer", at: now)
    } else if isDots {
      showMessage("page dots: \(appearance.cyclePagePosition())", at: now)
    } else {
      showMessage("description: \(appearance.toggleCaptions() ? "on" : "off")", at: now)
    }
  }

  private mutating func togglePause(at now: Timestamp) {
    let isPaused = machine.pauseReasons.contains(.user)
    machine.handle(isPaused ? .resume(.user) : .pause(.user), at: now)
  }

  /// Changes the interval by whole seconds. It stays between the minimum and an hour, or the current interval if that
  /// is longer. Lengthening turns auto-advance on.
  private mutating func changeInterval(by seconds: Int, at now: Timestamp) {
    var settings = machine.settings
    if let interval = settings.interval {
      settings.interval = min(
        max(.seconds(3600), interval), max(settings.minimumInterval, interval + .seconds(seconds)))
    } else if seconds > 0 {
      settings.interval = max(.seconds(5), settings.minimumInterval)
    }
    machine.handle(.configure(settings), at: now)
    if let interval = settings.interval {
      let tenths = interval.components.seconds * 10 + interval.components.attoseconds / 100_000_000_000_000_000
      showMessage("interval: \(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") s", at: now)
    } else {
      showMessage("interval: off", at: now)
    }
  }

  /// Performs the click action on a slide, for Enter or a click on the picture.
  mutating func click(on clicked: PlacedSlide, at now: Snapshot) {
    if input.activity.question != nil { return answer(clicked, at: now.time) }
    input.activity.click(on: clicked)
    switch options.click {
    case .pick:
      let marked = markedSlides
      issue(.end(.picked(marked.isEmpty ? [clicked.slide] : marked)))
    case .command(let command):
      if hasArgument(clicked, at: now.time) { issue(.run(clickedSlide(clicked), command: command)) }
    case .backgroundCommand(let command):
      if hasArgument(clicked, at: now.time) { issue(.runInBackground(clickedSlide(clicked), command: command)) }
    case .view:
      openViewer(clicked, at: now)
    }
  }

  /// Whether a command can act on a slide; otherwise a message says so.
  mutating func hasArgument(_ clicked: PlacedSlide, at now: Timestamp) -> Bool {
    if clicked.slide.location.argument != nil { return true }
    showMessage("this slide has no file for the command", at: now)
    return false
  }

  /// A slide as a command receives it.
  func clickedSlide(_ clicked: PlacedSlide) -> ClickedSlide {
    ClickedSlide(
      slide: clicked.slide, number: clicked.index + 1, count: deck.count,
      caption: caption(of: clicked.index, clicked.slide))
  }
}

extension Key {
  fileprivate var isDigit: Bool {
    if case .character(let character) = self { character.isASCII && character.isNumber } else { false }
  }
}
