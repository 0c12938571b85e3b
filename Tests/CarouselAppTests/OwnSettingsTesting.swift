import Carousel
import CarouselApp
@testable import Decks
import Rendering
import System

/// Tests with slides for which a deck sets something in place of the options.
@MainActor protocol OwnSettingsTesting {
  /// The interval of slides without a duration of their own; nil for no auto-advance.
  var interval: Duration? { get }
}

extension OwnSettingsTesting {
  /// A slide without settings of its own.
  var plain: OwnSettings { OwnSettings() }

  /// A stage with a deck of single-color pictures; each may have its own settings.
  func stage(
    _ slides: [(name: String, own: OwnSettings)], columns: Int = 20, rows: Int = 5,
    change: (inout Options) -> Void = { _ in }
  ) -> Stage {
    var stage = Stage(columns: columns, rows: rows) { options in
      options.settings.interval = interval
      options.preferences.overlays.pagePosition = .hidden
      change(&options)
    }
    show(slides, &stage)
    return stage
  }

  /// Replaces a stage's deck.
  func show(_ slides: [(name: String, own: OwnSettings)], _ stage: inout Stage) {
    let slides = slides.map { Slide(.file(Path($0.name)), own: $0.own) }
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    stage.load()
  }
}
