/// What a deck sets for one slide in place of the options.
package struct OwnSettings: Hashable, Sendable {
  /// How long the slide is shown before auto-advance moves on; nil: as long as other slides.
  package var duration: SlideDuration?
  /// The transition with which the slide comes in, as the option has it; nil: what the option says.
  package var transition: String?
  /// What is behind and around the picture, as the option has it; nil: what the option says.
  package var background: String?
  /// How the picture fills its place, as the option has it; nil: what the option says.
  package var fit: String?
  /// What is wrong with the deck's settings for the slide: the deck, the entry, the key, and what was expected. Nil if
  /// nothing is.
  package var problem: String?

  /// Settings; by default none.
  package init(
    duration: SlideDuration? = nil, transition: String? = nil, background: String? = nil, fit: String? = nil,
    problem: String? = nil
  ) {
    self.duration = duration
    self.transition = transition
    self.background = background
    self.fit = fit
    self.problem = problem
  }
}

/// How long a slide is shown before auto-advance moves on.
package enum SlideDuration: Hashable, Sendable {
  /// A number of seconds, within `range`.
  case seconds(Double)
  /// Until the user moves on.
  case hold

  /// The range of seconds, which is that of the interval between slides. 0 stands for `hold`.
  package static let range = 0...86_400.0
}

/// The settings of a slide in memory of their own, which most slides do without.
indirect enum OwnSettingsStorage: Hashable, Sendable {
  case none
  case some(OwnSettings)

  /// The settings. None takes no memory.
  var settings: OwnSettings {
    get {
      switch self {
      case .none: OwnSettings()
      case .some(let settings): settings
      }
    }
    set { self = newValue == OwnSettings() ? .none : .some(newValue) }
  }
}
