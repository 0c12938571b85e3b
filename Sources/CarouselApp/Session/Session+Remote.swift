package import Carousel
package import CarouselValues
import Decks
package import RemoteControl
import Terminal

/// Clients of `--listen`. They can do what the user can do at the keyboard, except to run commands.
extension Session {
  // MARK: - Commands

  /// What a client's command means now; nil if the reply is all. Nothing changes yet.
  ///
  /// - Parameter client: the client's name; nil if it has none.
  package func instruction(
    for command: RemoteCommand, from client: String? = nil, at now: Timestamp
  ) throws(RemoteError) -> RemoteInstruction? {
    switch command {
    case .show(let target, let motion): return .show(try position(of: target), motion)
    case .next: return .move(by: 1)
    case .previous: return .move(by: -1)
    case .pause: return .pause(true)
    case .resume: return .pause(false)
    case .add(let addition):
      guard slides.added.sources.count + addition.sources.count <= RemoteLimits.sources else {
        throw RemoteError(.tooManySources, "at most \(RemoteLimits.sources) sources can be added")
      }
      return .add(addition)
    case .ask(let question, let sources):
      guard input.activity.question == nil else { throw RemoteError(.busy, "another question is open") }
      return .ask(question, client: client, sources.map { Array($0.utf8) })
    case .caption(let caption, let target):
      let current = actedOn(at: snapshot(at: now))?.index
      guard let position = if let target { try position(of: target) } else { current } else {
        throw RemoteError(.noSuchSlide, "there are no slides")
      }
      guard slides.added.captions.count < RemoteLimits.captions else {
        throw RemoteError(.tooManySources, "at most \(RemoteLimits.captions) captions can be given")
      }
      return .caption(position, caption)
    case .quit: return .quit
    case .query, .subscribe, .hold, .marks, .look, .introduce: return nil
    }
  }

  /// The position of the slide with a number, a name, or both.
  private func position(of target: SlideTarget) throws(RemoteError) -> Int {
    let numbered = target.number.flatMap { (1...max(1, deck.count)).contains($0) && deck.count > 0 ? $0 - 1 : nil }
    guard let name = target.name else {
      guard let numbered else {
        let last = slides.isComplete ? "the last is \(deck.count)" : "\(deck.count) have been found so far"
        throw RemoteError(.noSuchSlide, "no slide \(target.number ?? 0); \(last)")
      }
      return try shown(numbered)
    }
    if let numbered, deck[numbered].location.remoteName == name { return try shown(numbered) }
    if let found = deck.position(named: Array(name.utf8)) ?? numbered { return try shown(found) }
    throw RemoteError(.noSuchSlide, "no slide “\(name)”")
  }

  /// A position, if the grid shows it.
  private func shown(_ position: Int) throws(RemoteError) -> Int {
    guard !isGrid || grid?.index(of: position) != nil else {
      throw RemoteError(.noSuchSlide, "slide \(position + 1) is not among the matches")
    }
    return position
  }

  /// Carries out an instruction.
  mutating func perform(_ instruction: RemoteInstruction, at now: Timestamp) {
    switch instruction {
    case .show(let position, let motion): show(position, motion, at: now)
    case .move(let pages):
      if isGrid {
        grid?.perform(pages > 0 ? .selectRight : .selectLeft, at: now)
      } else {
        machine.handle(.move(by: pages, cause: .program), at: now)
      }
    case .pause(let isPaused): machine.handle(isPaused ? .pause(.user) : .resume(.user), at: now)
    case .hold(let isHeld): machine.handle(isHeld ? .pause(.remote) : .resume(.remote), at: now)
    case .add(let addition):
      let changed = slides.add(addition.sources.map { Array($0.utf8) }, addition)
      if let changed { issue(.work(.adopt(changed))) }
    case .ask(let question, let client, let sources): ask(question, from: client, of: sources, at: now)
    case .withdraw(let number): if input.activity.question?.number == number { answer(nil, at: now) }
    case .caption(let position, let caption):
      if position < deck.count { slides.added.caption(deck[position].location, caption) }
    case .quit: issue(.end(.quit(marked: markedSlides)))
    }
  }

  /// Goes to a slide, as another program does in which the motion has begun already.
  private mutating func show(_ position: Int, _ motion: RemoteMotion, at now: Timestamp) {
    guard position < deck.count else { return }
    if isGrid {
      _ = grid?.select(position, at: now)
      return
    }
    guard motion.isAnimated else { return _ = machine.handle(.jump(to: position, animated: false), at: now) }
    let start = motion.start.map { bounded(start: $0, at: now) } ?? now
    guard let direction = motion.direction, position == machine.frame(at: start).neighbor(direction) else {
      machine.handle(.jump(to: position), at: start)
      return
    }
    if motion.cause == .automatic, machine.automaticDirection == CarouselMachine.Direction(direction) {
      // The held carousel advances as if it were not held: a change by itself takes another time than one by a key.
      let isHeld = machine.pauseReasons.contains(.remote)
      machine.handle(.resume(.remote), at: start)
      machine.handle(.advanceAutomatically, at: start)
      if isHeld { machine.handle(.pause(.remote), at: start) }
      if machine.frame(at: start).destination == position { return }
    }
    machine.handle(.move(by: direction == .forward ? 1 : -1, cause: .program), at: start)
  }

  /// A start in seconds of the monotonic clock, within the limit.
  private func bounded(start seconds: Double, at now: Timestamp) -> Timestamp {
    let oldest = now.advanced(by: .seconds(-RemoteLimits.oldestStart))
    // Beyond a few centuries, a duration overflows.
    guard seconds.magnitude < 1e9 else { return now }
    return min(max(.seconds(seconds), oldest), now)
  }

  // MARK: - State

  /// What clients learn of the session.
  package func remoteState(at now: Timestamp) -> RemoteState {
    let frame = snapshot(at: now).frame
    let position = isGrid ? grid?.selection : frame.current
    let base: RemoteState.Mode = isGrid ? .grid : isViewing ? .viewer : .carousel
    var state = RemoteState(
      slide: remoteSlide(at: position), count: deck.count, complete: slides.isComplete,
      destination: (isGrid ? position : frame.destination).map { $0 + 1 }, moving: !isGrid && frame.isMoving,
      paused: machine.pauseReasons.contains(.user),
      interval: machine.settings.effectiveInterval.map(\.remoteSeconds), mode: base,
      time: now.sinceStart.remoteSeconds)
    state.question = input.activity.question?.text
    return state
  }

  /// The marked slides after a number, as many as fit in one reply, and the number of all.
  package func remoteMarks(after number: Int) -> (slides: [RemoteSlide], count: Int) {
    let marked = marks.indices(in: deck)
    var (found, room) = ([RemoteSlide](), RemoteLimits.markBytes)
    for index in marked.lazy.filter({ $0 >= number }) {
      guard let slide = remoteSlide(at: index) else { break }
      room -= slide.encodedBytes
      if room < 0, !found.isEmpty { break }
      found.append(slide)
    }
    return (found, marked.count)
  }

  /// A slide as clients see it; nil if there is none at the position.
  func remoteSlide(at position: Int?) -> RemoteSlide? {
    guard let placed = slides[position] else { return nil }
    let location = placed.slide.location
    let caption = caption(of: placed.index, placed.slide)
    var slide = RemoteSlide(
      number: placed.index + 1, name: String(decoding: location.nameBytes, as: UTF8.self),
      page: location.pageNumber, caption: caption.isEmpty ? nil : caption)
    switch location {
    case .file, .page: slide.path = location.remoteName
    case .url: slide.url = location.remoteName
    case .entry(let entry):
      if case .url = entry.archive { slide.url = location.remoteName } else { slide.path = location.remoteName }
    case .input, .broken: break
    }
    let own = placed.slide.own
    slide.duration = own.duration.map { RemoteDuration($0) }
    (slide.transition, slide.background, slide.fit) = (own.transition, own.background, own.fit)
    return slide
  }
}

extension Location {
  /// The path or URL by which clients know a slide.
  fileprivate var remoteName: String? {
    switch self {
    case .file, .page, .entry: String(decoding: fullReference, as: UTF8.self)
    case .url: String(decoding: shownReference, as: UTF8.self)
    case .input, .broken: nil
    }
  }
}

extension RemoteDuration {
  fileprivate init(_ duration: SlideDuration) {
    switch duration {
    case .seconds(let seconds): self = .seconds(seconds)
    case .hold: self = .hold
    }
  }
}

extension CarouselMachine.Frame {
  /// The slide after the destination in a direction.
  fileprivate func neighbor(_ direction: RemoteMotion.Direction) -> Int? {
    // Only at rest: during a motion, the slides beside the destination are not known.
    guard !isMoving else { return nil }
    return direction == .forward ? next : previous
  }
}

extension CarouselMachine.Direction {
  fileprivate init(_ direction: RemoteMotion.Direction) { self = direction == .forward ? .forward : .backward }
}

extension PauseReason {
  /// A client holds auto-advance.
  package static let remote: PauseReason = "remote"
}

extension Duration {
  /// The duration in seconds, as clients receive it.
  package var remoteSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
