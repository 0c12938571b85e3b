import Carousel
import CarouselValues
import Decks

/// Settings that were read again while the program runs.
package struct ConfigurationUpdate: Sendable {
  /// The options that follow from the settings; nil if nothing could be read.
  package var options: Options?
  /// What to tell the user: what has changed, what will at the next start, or what is wrong.
  package var message: String

  /// An update.
  package init(options: Options?, message: String) {
    self.options = options
    self.message = message
  }
}

extension Session {
  /// Adopts the settings that have changed since the options were last read. What keys have changed meanwhile stays,
  /// unless its setting has changed, too.
  mutating func apply(_ update: ConfigurationUpdate, at now: Timestamp) {
    showMessage(update.message, for: OverlayState.failureDuration, at: now)
    guard let new = update.options else { return }
    let old = options
    options.settings = new.settings
    options.preferences = new.preferences
    options.captions = new.captions
    options.click = new.click
    options.goesOnAfterKeeping = new.goesOnAfterKeeping
    options.trashesAtOnce = new.trashesAtOnce
    options.actions = new.actions
    options.keys = new.keys
    options.keepsZoom = new.keepsZoom
    options.waitsForPlayback = new.waitsForPlayback
    options.usesSlidesTransitions = new.usesSlidesTransitions
    options.sort = new.sort
    if new.sort != old.sort, !deck.isShuffled { slides.sort(by: new.sort ?? .name) }
    appearance.apply(new.preferences, replacing: old.preferences)
    var settings = machine.settings
    if new.settings.interval != old.settings.interval { settings.interval = new.settings.interval }
    if new.settings.transition != old.settings.transition { settings.transition = new.settings.transition }
    settings.wraps = new.settings.wraps
    settings.heading = new.settings.heading
    settings.slides = carouselSettings
    if settings != machine.settings { machine.handle(.configure(settings), at: now) }
  }
}
