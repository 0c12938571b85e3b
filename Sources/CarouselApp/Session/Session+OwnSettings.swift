import Carousel
import CarouselValues
import Decks

/// What a deck file sets for single slides in place of the options.
extension Session {
  /// Whether slides come in with their own transitions.
  private var usesSlidesTransitions: Bool { options.usesSlidesTransitions && !appearance.ignoresSlidesTransitions }

  /// The transitions of slides: that of the settings, and those that decks set for single slides.
  var transitionsInUse: [TransitionSettings] {
    [machine.settings.transition] + (usesSlidesTransitions ? slides.transitions : [])
  }

  /// The settings of single slides, as the carousel takes them.
  var carouselSettings: [Int: CarouselMachine.SlideSettings] {
    deck.carouselSettings(withTransitions: usesSlidesTransitions)
  }

  /// Passes the settings of single slides to the carousel after their positions have changed.
  mutating func configureSlides(at now: Timestamp) {
    var settings = machine.settings
    settings.slides = carouselSettings
    if settings != machine.settings { machine.handle(.configure(settings), at: now) }
  }

  /// Shows what is wrong with the settings in deck files, once for each problem.
  mutating func showProblem(unlessOf old: Deck?, at now: Timestamp) {
    guard let problem = deck.settingsProblem, problem != old?.settingsProblem else { return }
    showMessage(problem, for: OverlayState.failureDuration, at: now)
  }

  /// Whether auto-advance waits for animations on a slide: not if it has its own duration.
  func waitsForPlayback(on slide: Int?) -> Bool {
    options.waitsForPlayback && slides[slide]?.slide.own.duration == nil
  }
}

extension Deck {
  /// The settings of single slides, as the carousel takes them.
  fileprivate func carouselSettings(withTransitions: Bool) -> [Int: CarouselMachine.SlideSettings] {
    guard hasOwnSettings else { return [:] }
    return ownSettings.compactMapValues { own in
      var settings = withTransitions ? own.transition.flatMap { Deck.transitions[$0] } : nil
      if let duration = own.duration {
        settings = settings ?? CarouselMachine.SlideSettings()
        settings?.dwell = duration.dwell
      }
      return settings
    }
  }

  /// The settings of slides with a transition, by its name.
  private static let transitions = Dictionary(
    uniqueKeysWithValues: NamedChangeMode.all.map {
      ($0.name, CarouselMachine.SlideSettings(transition: $0.mode))
    })
}

extension SlideDuration {
  fileprivate var dwell: CarouselMachine.SlideSettings.Dwell {
    switch self {
    case .seconds(let seconds): .lasting(.seconds(seconds))
    case .hold: .unlimited
    }
  }

  /// The duration for people.
  var text: String {
    switch self {
    case .seconds: "\(json) s"
    case .hold: "until you move on"
    }
  }

  /// The duration as a deck has it.
  var json: String {
    switch self {
    case .seconds(let seconds): Int(exactly: seconds).map { String($0) } ?? String(seconds)
    case .hold: "\"hold\""
    }
  }
}
