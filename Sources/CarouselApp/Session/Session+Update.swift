package import Carousel
import Decks
import Rendering
import System
import Terminal

extension Session {
  /// Applies an event and everything that follows from it.
  package mutating func update(_ event: SessionEvent, at now: Timestamp) {
    apply(event, at: now)
    pass(to: now)
    followPlayback(at: now)
    followViewer(at: now)
    followGrid(at: now)
    followGrowth(at: now)
    followDemand(at: now)
    followPixels(at: now)
    followCoveredSlides()
    leaveIfNothingShows()
  }

  /// Applies an event itself.
  private mutating func apply(_ event: SessionEvent, at now: Timestamp) {
    switch event {
    case .input(let input, let place): handle(input, over: place, at: now)
    case .resized(let size, let cellAspect, let pixels, let pixelProtocol, let animatesPixels):
      let viewport = Viewport(
        size: size, cellAspect: cellAspect, pixels: pixels, by: pixelProtocol, animatesPixels: animatesPixels)
      resize(to: viewport, at: now)
    case .terminal(let facts, let depth): learn(facts, depth: depth)
    case .deck(let update): adopt(update, at: now)
    case .sourcesChanged(let files, let unfinished):
      pictures.forget { location in location.path.map { files.contains($0.absolute) } ?? false }
      readDeck(leavingOut: unfinished)
    case .picture(let request, let answer): arrived(request, answer)
    case .thumbnail(let request, let thumbnail): pictures.thumbnailArrived(request, thumbnail)
    case .download(let update): downloads.apply(update, at: now)
    case .playback(let request, let answer, let pixels): played(request, answer, pixels, at: now)
    case .pixels(let request, let picture): pixelPictures.arrived(request, picture)
    case .performed(let command): commands.removeAll { $0 == command }
    case .commandEnded(let status, let lastLine, let isInBackground, let action):
      // Servers are not asked: the command made its changes locally.
      if action != nil { reload(at: now) }
      ended(status, lastLine, of: action, isInBackground: isInBackground, at: now)
    case .message(let text): say(text, at: now)
    case .lifecycle(let lifecycle):
      // The release of the button will not be reported to us.
      if !lifecycle.hasTerminal { abandonGesture(at: now) }
      machine.handle(lifecycle.hasTerminal && !Session.isTooSmall(window) ? .resume(.hidden) : .pause(.hidden), at: now)
    case .tick: break
    }
  }

  /// Applies the passage of time: motion, the end of messages, a new order of shuffled slides.
  private mutating func pass(to now: Timestamp) {
    machine.handle(.tick, at: now)
    if let gesture, gesture.end <= now { abandonGesture(at: now) }
    if let status, status.until <= now { self.status = nil }
    reshuffle(at: now)
  }

  /// Adopts a window of another size.
  private mutating func resize(to viewport: Viewport, at now: Timestamp) {
    self.viewport = viewport
    viewer?.activity = now
    // The pointer's columns no longer match those of the window.
    abandonGesture(at: now)
    withdrawQuestion(at: now)
    layOut(at: now)
    machine.handle(Session.isTooSmall(window) ? .pause(.hidden) : .resume(.hidden), at: now)
  }

  /// Shows a message if a command failed, or if it was an action.
  private mutating func ended(
    _ status: Int32, _ lastLine: String?, of action: RunningAction?, isInBackground: Bool, at now: Timestamp
  ) {
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    guard signal != 0 || code != 0 else {
      if let action { say("\(SafeText.visible(action.name)): \(lastLine ?? "done")", at: now) }
      return
    }
    let trouble =
      signal != 0 ? "the command was killed by signal \(signal)" : "the command exited with status \(code)"
    // The user was not waiting for a background command.
    let duration = isInBackground ? Session.failureDuration : Session.statusDuration
    say(trouble + (lastLine.map { ": \($0)" } ?? ""), for: duration, at: now)
  }

  /// How long a message is shown that the user was not waiting for.
  static let failureDuration: Duration = .seconds(5)

  /// Shows a message in the corner for a time.
  mutating func say(_ text: String, for duration: Duration = Session.statusDuration, at now: Timestamp) {
    status = TimedStatus(text: text, until: now.advanced(by: duration))
  }

  /// Issues a command to be performed outside.
  mutating func issue(_ command: Command) {
    commands.append(IssuedCommand(command: command, generation: commandGeneration.advance()))
  }

  /// Discards the pictures and reads the sources again.
  ///
  /// - Parameter isForced: whether servers are asked even if copies are fresh.
  mutating func reload(isForced: Bool = false, at now: Timestamp) {
    pictures.forget()
    if playback != nil { endPlayback(at: now) }
    readDeck(isForced: isForced)
    issue(.reload)
  }

  /// Requests another reading of the sources; the results of earlier readings are stale.
  mutating func readDeck(isForced: Bool = false, leavingOut unfinished: Set<Path> = []) {
    reading = DeckReading(generation: reading.generation.next, isForced: isForced, unfinished: unfinished)
    isReading = true
  }
}
