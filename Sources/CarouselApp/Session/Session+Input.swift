package import Carousel
import Glibc
import Loading
import Rendering
package import Terminal

extension Session {
  /// Takes one event from the terminal; returns what is to be done outside.
  package mutating func handle(_ event: InputEvent, at now: Timestamp) -> [Effect] {
    switch event {
    case .key(let key): return handle(key, at: now)
    case .mouse(let mouse): return handle(mouse, at: now)
    case .focus(let isGained):
      if !isGained { abandonGesture(at: now) }
      return []
    case .reply: return []
    }
  }

  private mutating func handle(_ key: Key, at now: Timestamp) -> [Effect] {
    gesture?.isInterrupted = true
    if key == .control("c") { return [.quit] }
    if key == .control("z") { return [.suspend] }
    if key == .control("l") { return [.repaint] }
    if showsHelp {
      if scrollHelp(by: key) { return [] }
      // Any other key closes the panel; one that means something else does that, too.
      closeHelp(at: now)
      if key == .character("?") || key == .escape || key == .enter { return [] }
    }
    if hold(key) { return [] }
    if let effects = handleDigits(key, at: now) { return effects }
    switch key {
    case .right, .pageDown, .character("l"): machine.handle(.swipe(by: 1, holding: Session.keyHold), at: now)
    case .left, .pageUp, .character("h"): machine.handle(.swipe(by: -1, holding: Session.keyHold), at: now)
    case .home: machine.handle(.jump(to: 0), at: now)
    case .end: machine.handle(.jump(to: max(0, deck.count - 1)), at: now)
    case .enter:
      if isViewing { return closeViewer(at: now) }
      return destination(at: now).map { click(on: $0, at: now) } ?? []
    case .escape: return isViewing ? closeViewer(at: now) : [.quit]
    case .control, .up, .down, .insert, .delete, .backspace, .tab, .function: break
    case .character(let character): return handle(character, at: now)
    }
    return []
  }

  private mutating func handle(_ character: Character, at now: Timestamp) -> [Effect] {
    switch character {
    case "q": return [.quit]
    case " ": togglePause(at: now)
    case "p", "d":
      // There are none to be seen: nothing changes behind the user's back.
      if isViewing {
        say(character == "p" ? "no page dots in the viewer" : "no description in the viewer", at: now)
      } else if character == "p" {
        cyclePagePosition(at: now)
      } else {
        preferences.overlays.showsCaptions.toggle()
        say("description: \(preferences.overlays.showsCaptions ? "on" : "off")", at: now)
      }
    case "c":
      let following = NamedChangeMode.following(machine.settings.mode)
      var settings = machine.settings
      settings.mode = following.mode
      machine.handle(.configure(settings), at: now)
      say("change mode: \(following.name)", at: now)
    case "a":
      let modes = artModes
      let position = modes.firstIndex(of: preferences.picture.art) ?? modes.count - 1
      preferences.picture.art = modes[(position + 1) % modes.count]
      isArtAutomatic = options.artOfTerminal != nil && preferences.picture.art == givenArt
      let name = preferences.picture.art.name
      say("art: \(isArtAutomatic ? "auto (\(name))" : name)", at: now)
    case "A":
      preferences.animate = preferences.animate.following
      say("animations: \(preferences.animate.rawValue)", at: now)
    case ".": playback?.step(at: now)
    case "[": changeInterval(by: -1, at: now)
    case "]": changeInterval(by: 1, at: now)
    case "r":
      say("reading again…", at: now)
      shelf.forget()
      if playback != nil { endPlayback(at: now) }
      downloads.askAll()
      return [.reload]
    case "X": return [.clearCaches]
    case "?": openHelp(at: now)
    #if DELIBERATE_TRAP
      // So that a test can see the terminal restored from a crash.
      case "!": fatalError("a deliberate trap")
    #endif
    default: break
    }
    return []
  }

  /// Digits, then Enter: go to that slide. Nil: the key has nothing to do with digits.
  private mutating func handleDigits(_ key: Key, at now: Timestamp) -> [Effect]? {
    if case .character(let character) = key, character.isASCII, character.isNumber {
      // Nine digits are more than any deck has.
      if digits.count < 9 { digits.append(character) }
      return []
    }
    guard !digits.isEmpty else { return nil }
    switch key {
    case .enter:
      if let number = Int(digits), number > 0, number <= deck.count {
        machine.handle(.jump(to: number - 1), at: now)
      } else {
        say("no slide \(digits); the last is \(deck.count)", at: now)
      }
      digits = ""
      return []
    case .backspace:
      digits.removeLast()
      return []
    case .escape:
      digits = ""
      return []
    case .character, .control, .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .insert, .delete, .tab,
      .function:
      digits = ""
      return nil
    }
  }

  private mutating func cyclePagePosition(at now: Timestamp) {
    preferences.overlays.pagePosition = preferences.overlays.pagePosition.following
    say("page dots: \(preferences.overlays.pagePosition.rawValue)", at: now)
  }

  private mutating func togglePause(at now: Timestamp) {
    let isPaused = machine.pauseReasons.contains(.user)
    machine.handle(isPaused ? .resume(.user) : .pause(.user), at: now)
  }

  /// Longer or shorter by whole seconds, within the minimum and an hour, or what was asked for beyond; making it longer turns it on.
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
      say("interval: \(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") s", at: now)
    } else {
      say("interval: off", at: now)
    }
  }

  /// Does what a click does, to a slide: Enter, or a click on the picture.
  mutating func click(on clicked: PlacedSlide, at now: Timestamp) -> [Effect] {
    switch options.click {
    case .pick: return [.pick(clicked.slide)]
    case .command(let command):
      return [.run(clickedSlide(clicked), command: command)]
    case .backgroundCommand(let command): return [.runInBackground(clickedSlide(clicked), command: command)]
    case .view:
      isViewing = true
      machine.handle(.pause(.viewer), at: now)
      return []
    }
  }

  /// What a command is told of a slide.
  private func clickedSlide(_ clicked: PlacedSlide) -> ClickedSlide {
    ClickedSlide(
      slide: clicked.slide, number: clicked.index + 1, count: deck.count,
      caption: caption(of: clicked.index, clicked.slide))
  }

  private mutating func closeViewer(at now: Timestamp) -> [Effect] {
    isViewing = false
    machine.handle(.resume(.viewer), at: now)
    return []
  }
}
