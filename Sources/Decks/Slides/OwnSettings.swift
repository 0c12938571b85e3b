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

extension Deck {
  /// The slides for which a deck file sets something, by position.
  package var ownSettings: [Int: OwnSettings] {
    guard hasOwnSettings else { return [:] }
    var settings: [Int: OwnSettings] = [:]
    for position in 0..<count {
      let (segment, within) = segmentIndex(of: position)
      settings[position] = segments[segment].ownSettings(at: within)
    }
    return settings
  }

  /// What is wrong with the settings that deck files have for slides: the first problem, and how many others there are.
  /// Nil if there is none.
  package var settingsProblem: String? {
    guard let first = problems.first else { return nil }
    return problems.count == 1 ? first : "\(first) (and \(problems.count - 1) more)"
  }

  /// All problems with the settings that deck files have for slides, in the order of the sources.
  package var problems: [String] { settings(\.problem) }

  /// The names of all transitions that deck files set for slides.
  package var transitionNames: Set<String> { Set(settings(\.transition)) }

  /// The values of one setting, in the order of the sources.
  private func settings(_ setting: (OwnSettings) -> String?) -> [String] {
    guard hasOwnSettings else { return [] }
    return segments.flatMap { segment in
      switch segment {
      case .slides(let slides): slides.compactMap { $0.hasOwnSettings ? setting($0.own) : nil }
      case .pages(let document): setting(document.entry.own).map { [$0] } ?? []
      case .names, .listed: [String]()
      }
    }
  }
}

extension Deck.Segment {
  /// Whether a deck file sets something for one of the slides.
  var hasOwnSettings: Bool {
    switch self {
    case .slides(let slides): slides.contains(where: \.hasOwnSettings)
    case .pages(let document): document.entry.hasOwnSettings
    case .names, .listed: false
    }
  }

  /// What a deck file sets for the slide at an index of the segment; nil: nothing.
  fileprivate func ownSettings(at index: Int) -> OwnSettings? {
    switch self {
    case .slides(let slides): slides[index].hasOwnSettings ? slides[index].own : nil
    case .pages(let document): document.entry.hasOwnSettings ? document.entry.own : nil
    case .names, .listed: nil
    }
  }
}
