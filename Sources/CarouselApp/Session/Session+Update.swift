import Carousel
package import CarouselValues
import Decks
import Pictures
import Rendering
import System
import Terminal

extension Session {
  /// Applies an event and everything that follows from it.
  package mutating func update(_ event: SessionEvent, at now: Timestamp) {
    apply(event, at: snapshot(at: now))
    propagate(at: now)
    // Keys that have waited for slides take effect one after the other, like keys that arrive now.
    for stroke in input.keysThatWaited(for: slides) {
      handle(stroke, at: snapshot(at: now))
      propagate(at: now)
    }
  }

  /// Applies an event itself.
  private mutating func apply(_ event: SessionEvent, at snapshot: Snapshot) {
    let now = snapshot.time
    switch event {
    case .input(let input, let target): handle(input, over: target, at: snapshot)
    case .resized(let viewport): resize(to: viewport, at: snapshot)
    case .terminal(let facts, let depth): apply(facts, depth: depth, at: snapshot)
    case .deck(let update): apply(update, at: snapshot)
    case .sourcesChanged(let files, let unfinished):
      library.forget(files)
      slides.readAgain(leavingOut: unfinished, following: options.follows ? files : [])
    case .picture(let request, let answer): arrived(request, answer, at: snapshot)
    case .thumbnail(let request, let thumbnail): library.thumbnailArrived(request, thumbnail)
    case .part(let request, let picture): library.partArrived(request, picture, at: now)
    case .download(let update): library.apply(update, at: now)
    case .playback(let request, let answer, let pixels): playback.played(request, answer, pixels, at: now)
    case .pixels(let request, let picture): library.arrived(request, picture)
    case .performed(let command):
      commands.performed(command)
      if case .work(.organize) = command.command { slides.files.began(at: now) }
    case .commandEnded(let status, let lastLine, let isInBackground, let action):
      // Servers are not asked: the command made its changes locally.
      if action != nil { reload() }
      ended(status, lastLine, of: action, isInBackground: isInBackground, at: now)
    case .configured(let update): apply(update, at: now)
    case .organized(let task, let result): organized(task, result, at: snapshot)
    case .folders(let folders, let text): complete(text, to: folders, at: now)
    case .pasted(let sources, let missing): add(pasted: sources, missing: missing, at: now)
    case .remote(let instruction): perform(instruction, at: now)
    case .message(let text): showMessage(text, at: now)
    case .lifecycle(let lifecycle):
      // The release of the button will not be reported to us.
      if !lifecycle.hasTerminal {
        abandonGesture(at: snapshot)
        releaseKey(at: now)
      }
      machine.handle(lifecycle.hasTerminal && !appearance.isTooSmall ? .resume(.hidden) : .pause(.hidden), at: now)
    case .tick: break
    }
  }

  /// Brings everything up to date with an event and the time. First the slides move; then, in the order in which one
  /// depends on the other, follow the animation that they show, the modes over them, and the pictures that these need.
  private mutating func propagate(at time: Timestamp) {
    advance(to: time)
    layOut(at: time)
    machine.handle(mode.holdsSlides ? .pause(.overlay) : .resume(.overlay), at: time)
    if let text = mode.nameSearch?.text, !text.isEmpty { input.searched = text }
    var now = snapshot(at: time)
    // A search is one jump, however many matches it passes.
    if mode.nameSearch == nil { marks.moved(to: now.destination, in: deck, wraps: machine.settings.wraps) }
    if slides.reshuffle(showing: now.frame, wraps: machine.settings.wraps) { configureSlides(at: time) }
    if updatePlayback(at: now) { now = snapshot(at: time) }
    library.departing = library.departing.filter { slide in
      now.frame.departingLayers.contains { $0.slide == slide.key }
    }
    let region = updateViewer(at: now)
    updateGrid(at: time)
    updateClosing(at: now)
    updateCorner(at: now)
    library.setDemand(demand(for: region, at: now), at: time)
    updatePixels(at: now)
    let isSent = appearance.pixelCell != nil && !appearance.hasLocalImageTransfer
    library.updateArriving(every: isSent ? ArrivingPicture.sentInterval : ArrivingPicture.interval, at: time)
    endIfNothingShows()
  }

  /// Applies the passage of time: motion, the end of gestures, clicks and messages.
  private mutating func advance(to now: Timestamp) {
    machine.handle(.tick, at: now)
    if let end = input.gesture?.end, end <= now { abandonGesture(at: snapshot(at: now)) }
    if let end = input.keyHoldEnd, end <= now { releaseKey(at: now) }
    if let end = input.sequence?.end, end <= now { endKeySequence(at: snapshot(at: now)) }
    if viewer?.endClick(at: now) == true { closeViewer(at: snapshot(at: now)) }
    overlays.expire(at: now)
  }

  /// The largest deck that is checked: the slides of a larger one are not all requested at once.
  private static let largestCheckedDeck = 8

  /// Quits if all slides have failed and none was ever shown, as printing does.
  private mutating func endIfNothingShows() {
    guard !library.hasPicture, slides.request == nil, !options.watches, input.activity.question == nil,
      (1...Session.largestCheckedDeck).contains(deck.count)
    else { return }
    var reasons: [NothingShown.Reason] = []
    for picture in required(0..<deck.count) {
      guard let reason = library.failure(of: picture) else { return }
      reasons.append((picture.location, reason))
    }
    if let text = NothingShown.text(for: reasons) { commands.end(with: .nothingShown(text)) }
  }

  /// Adopts a window of another size.
  private mutating func resize(to viewport: Viewport, at now: Snapshot) {
    appearance.resize(to: viewport)
    viewer?.noteActivity(at: now.time)
    // The pointer's columns no longer match those of the window.
    abandonGesture(at: now)
    withdrawQuestion()
    machine.handle(appearance.isTooSmall ? .pause(.hidden) : .resume(.hidden), at: now.time)
  }

  /// Adopts what the terminal has reported. Slides that pixels are about to cover need not be redrawn in another style.
  private mutating func apply(_ facts: TerminalFacts, depth: ColorDepth, at now: Snapshot) {
    let (coverable, before) = (coverableSlides(at: now), style.slides)
    appearance.apply(facts, depth: depth, options: options)
    if style.slides != before { library.cover(coverable, in: slot) }
  }

  /// Adopts slides that were read, for the first time or again, unless they are stale.
  mutating func apply(_ update: DeckUpdate, at now: Snapshot) {
    let (shown, seen) = (now.frame.current, shownSlides(at: now))
    guard let change = slides.apply(update, showing: shown) else { return }
    report(update, change, at: now.time)
    marks.rename(change.renamed)
    viewer?.rename(change.renamed)
    // The slides on screen and the destination of a motion stay.
    let (old, deck) = (change.old, deck)
    var reload = Reload(count: deck.count)
    for slide in machine.anchorSlides(at: now.time) where slide < old.count {
      let location = old[slide].location
      reload.newIndices[slide] = deck.position(of: change.renamed[location] ?? location, near: slide)
    }
    if let shown, shown < old.count { reload.successors[shown] = deck.position(nearestTo: shown, of: old) }
    for case .willDepart(let slide, let number) in machine.handle(
      .reload(reload, slides: carouselSettings), at: now.time)
    {
      library.departing[number] = seen[slide]
    }
    reloadGrid(from: old, at: now.time)
    if let search = mode.nameSearch { mode.panel = .search(search.reloaded(from: old, in: deck)) }
    // While a listing goes on, slides come before the one on screen.
    let stays = deck.isListed && options.start.position(in: old, isComplete: false) != nil
    if change.isStart, !stays, let start = options.start.position(in: deck, isComplete: slides.isComplete) {
      // Until the user has chosen a slide, the requested start counts.
      show(start, animated: false, at: now.time)
    }
    showQuestion(at: now.time)
    if update.isComplete, let awaited = slides.takeAwaited() { show(awaited, animated: false, at: now.time) }
    // A paused carousel stays at its slide.
    if let newest = update.newest, !machine.pauseReasons.contains(.user) { show(newest, at: now.time) }
    if let destination = update.destination { show(destination, at: now.time) }
    let reloaded = snapshot(at: now.time)
    slides.showed(reloaded.frame.current)
    if mode.nameSearch == nil { marks.stay(on: reloaded.destination) }
  }

  /// Goes to a slide if there is one at the position, in the carousel and in the grid.
  private mutating func show(_ position: Int, animated: Bool = true, at now: Timestamp) {
    guard position < deck.count else { return }
    if animated || machine.current != position { machine.handle(.jump(to: position, animated: animated), at: now) }
    grid?.select(position, at: now)
  }

  /// Shows messages about slides that were read.
  private mutating func report(_ update: DeckUpdate, _ change: DeckState.Change, at now: Timestamp) {
    if update.isComplete, update.generation == .first, deck.count == 0, change.old.count == 0, !options.watches {
      issue(.end(.noSlides))
    }
    if change.isFirstComplete {
      if deck.isFallback { showMessage("no pictures here: demo deck", for: OverlayState.failureDuration, at: now) }
      if let missing = options.start.missing(in: deck) { showMessage(missing, at: now) }
    }
    if options.watches, update.isComplete, !change.isFirstComplete, !change.isChoice {
      let added = deck.count - change.old.count
      if let newest = update.newest, newest < deck.count {
        notify("new: \(String(decoding: deck[newest].location.nameBytes, as: UTF8.self))")
      } else if added > 0 {
        notify(added == 1 ? "a new picture" : "\(added) new pictures")
      }
    }
    if update.isComplete { showProblem(unlessOf: change.isFirstComplete ? nil : change.old, at: now) }
  }

  private mutating func arrived(_ request: PictureRequest, _ answer: PictureAnswer, at now: Snapshot) {
    guard library.pictures.isCurrent(request) else {
      // The reader offers these slides only once.
      if case .deck = answer { slides.readAgain() }
      return
    }
    switch answer {
    case .picture(let picture):
      viewer?.arrived(request.key, picture)
      library.arrived(request, picture)
    case .deck(let served):
      if let update = slides.replacing(request.key.location, with: served) {
        apply(update, at: now)
      } else {
        slides.readAgain()
      }
    case .failed(let error): library.failed(request, error)
    }
  }

  /// Shows a message if a command failed, or if it was an action.
  private mutating func ended(
    _ status: Int32, _ lastLine: String?, of action: String?, isInBackground: Bool, at now: Timestamp
  ) {
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    guard signal != 0 || code != 0 else {
      if let action { showMessage("\(SafeText.visible(action)): \(lastLine ?? "done")", at: now) }
      return
    }
    let failure =
      signal != 0 ? "the command was killed by signal \(signal)" : "the command exited with status \(code)"
    // The user was not waiting for a background command.
    let duration = isInBackground ? OverlayState.failureDuration : OverlayState.messageDuration
    let message = failure + (lastLine.map { ": \($0)" } ?? "")
    showMessage(message, for: duration, at: now)
    if isInBackground { notify((action.map { "\($0): " } ?? "") + message) }
  }

  /// Discards the pictures and reads the sources again.
  ///
  /// - Parameter isForced: whether servers are asked even if copies are fresh.
  mutating func reload(isForced: Bool = false) {
    library.forget()
    playback.end()
    slides.readAgain(isForced: isForced)
    issue(.work(.forgetPictures))
  }
}
