extension CarouselMachine {
  /// What a host tells the carousel to do.
  ///
  /// Every event is safe in every phase and with any value: numbers out of range are clamped, and what makes no sense does nothing.
  public enum Event: Hashable, Sendable {
    /// Swipe by a number of pages, > 0 forward: an arrow key or the wheel.
    ///
    /// In mid-motion it moves the destination on from where it was. At an end without more slides, a slide at rest is nudged. If
    /// a pointer holds the slide, the key takes it over, from the page that dots mark, because some hosts (terminals) lose the
    /// pointer's release.
    ///
    /// `holding` is how long the key counts as held: auto-advance stands still for `drag` until that long after the last
    /// swipe. A host that learns of the key's release passes zero and uses `pause` and `resume`.
    case swipe(by: Int, holding: Duration = .zero)
    /// Move by a number of pages, > 0 forward: like `swipe`, but the progress reports `Cause.program`.
    case step(by: Int)
    /// Go to a slide the shorter way, with one page of motion (more with neighbours in view), past the slides between.
    ///
    /// In mid-motion, slides in view leave first or are passed. An index out of range is clamped. A jump to the slide that a
    /// motion leads to anyway changes nothing. Without animation the slide is current at once.
    case jump(to: Int, animated: Bool = true)
    /// A pointer takes hold of the slides where they are, also in mid-motion.
    case grab
    /// The pointer is so many pages from where it took hold, > 0 towards the next slide; `Layout.pages(forPointerX:y:)` converts
    /// from distances on screen. Ignored if the number is not finite or nothing is held.
    ///
    /// The slides follow the pointer in every change mode, also in `none`.
    case drag(to: Double)
    /// The pointer lets go at a velocity in pages a second, > 0 towards the next slide.
    ///
    /// From one page a second on, the slides continue to the page in that direction, otherwise to the nearest. Ignored if nothing is
    /// held.
    case release(velocity: Double)
    /// Auto-advance stands still for a reason. A motion under way is completed.
    case pause(PauseReason)
    /// A reason is gone. After the last one a full interval begins.
    case resume(PauseReason)
    /// New settings. A new interval begins now. A new mode shows as soon as a slide stands exactly on its page, at rest or while a
    /// motion crosses it; its durations hold from the next event on. Motions continue.
    case configure(Settings)
    /// The slides have changed. Slides in view, and the destination of a motion, stay where they are: see `Reload`.
    case reload(Reload)
    /// Advance as auto-advance does, before the dwell is over: what the slide was waiting for (an animation, a film) has ended. Ignored
    /// while something pauses or moves the slides.
    case advance
    /// Time has passed.
    case tick
  }
}
