/// The mode in force: that of the slide that comes in.
///
/// A mode may change only where a slide is exactly on its page, because all transitions look the same there. Between two
/// pages, it is fixed when the change begins. A motion that turns back on its way, or a drag, may leave that side of the
/// current page through the page itself. On the other side another slide comes in, whose mode is in force there. This
/// depends on the offset alone, so that a frame looks the same however many ticks precede it.
extension CarouselMachine {
  func transition(ofPage page: Int) -> TransitionSettings {
    guard !settings.slides.isEmpty else { return settings.transition }
    return track.slide(at: page).map { settings.effectiveTransition(of: $0) } ?? settings.transition
  }

  func mode(at offset: Double) -> TransitionSettings {
    guard !settings.slides.isEmpty, let side = Direction(of: offset), side != modeSide else { return mode }
    return modeOfSlide(on: side)
  }

  /// Returns the mode of the slide that comes in from a side; beyond an end, of the current one.
  private func modeOfSlide(on side: Direction) -> TransitionSettings {
    transition(ofPage: track.slide(at: side.page) == nil ? 0 : side.page)
  }

  /// Fixes the mode at an offset, before something changes on which it depends.
  mutating func holdMode(at offset: Double) {
    mode = mode(at: offset)
    modeSide = Direction(of: offset)
  }

  /// Begins a change from exactly on the current page to another one.
  mutating func beginMode(toPage page: Int) {
    guard let side = Direction(of: page) else { return restMode() }
    mode = modeOfSlide(on: side)
    modeSide = side
  }

  /// Adopts the current slide's mode, at rest.
  mutating func restMode() {
    mode = transition(ofPage: 0)
    modeSide = nil
  }
}
