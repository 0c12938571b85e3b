public import CarouselValues

extension CarouselMachine {
  /// Input to the carousel: user input, settings, new slides, and the passage of time. Later versions may add cases.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// Move by a number of pages, > 0 forward, such as for an arrow key, the wheel or a button.
    ///
    /// During a motion, the pages count from its destination. At an end of the carousel, a slide at rest is nudged if
    /// `Settings.Drag.bounces` is set. If a pointer holds the slide, the move ends the drag and counts from the page that dots mark, because some hosts
    /// (terminals) lose the pointer's release.
    ///
    /// `cause` is what `Progress.cause` reports. `holding` is how long a key counts as held: auto-advance pauses for
    /// the reason `drag` until that long after the last move. A host that receives key releases passes zero and uses
    /// `pause` and `resume`. `timing` replaces that of the transition.
    case move(by: Int, cause: Cause = .user, holding: Duration = .zero, timing: MotionTiming? = nil)
    /// Go to a slide the shorter way round. The jump skips the slides in between: it is one page of motion, or more if
    /// neighbors are in view.
    ///
    /// During a motion, slides in view leave first or are passed. An index out of range is clamped. A jump to the
    /// destination of the motion under way changes nothing. Without animation the slide becomes current at once. `timing`
    /// replaces that of the transition.
    case jump(to: Int, animated: Bool = true, timing: MotionTiming? = nil)
    /// A pointer grabs the slides where they are, even during a motion.
    case grab
    /// The pointer has moved to a distance, in pages, from where it grabbed the slides, > 0 towards the next slide:
    /// `Layout.pages(forTranslation:)` converts from distances on screen. The slides follow it with every transition,
    /// including `none`. Ignored if the number is not finite or nothing is held.
    case drag(to: Double)
    /// The pointer releases the slides at a velocity in pages a second, > 0 towards the next slide.
    ///
    /// At `Settings.Drag.flingVelocity` or faster, the slides settle on a further page in that direction, otherwise on the
    /// one that `Settings.Drag.releaseDistance` determines. Ignored if nothing is held.
    case release(velocity: Double)
    /// Pause auto-advance for a reason. A motion under way is completed.
    case pause(PauseReason)
    /// Remove a pause reason. When the last one is removed, a full interval begins.
    case resume(PauseReason)
    /// Apply new settings. If the interval in force on the current slide changes, it begins again now. A new transition takes effect when a slide
    /// is next exactly on its page, at rest or while a motion crosses it; its durations apply from the next event on.
    /// Motions continue.
    case configure(Settings)
    /// Replace the slides, and their own settings by their new indices: see `Settings.slides`. Slides in view and the
    /// destination of a motion stay where they are: see `Reload`.
    ///
    /// Without new settings, slides keep theirs if the reload names their new indices. If the interval in force on a slide
    /// that stays changes, it begins again now.
    case reload(Reload, slides: [Int: SlideSettings]? = nil)
    /// Scroll by a number of views, > 0 forward: nine tenths for Space, where slides are read one after the other.
    ///
    /// With `Settings.Drag.landing` `free`, the slides come to rest there, otherwise on the page nearest to it, at least
    /// the next one. Ignored if the number is not finite.
    case scroll(by: Double, animated: Bool = true)
    /// Scroll to a place in the row, in slides from the first: 2.5 is half-way from the third slide to the fourth. A
    /// scroll bar sends it without animation.
    ///
    /// Unless `Settings.Drag.landing` is `free`, the slides come to rest on the nearest page.
    case scrollTo(Double, animated: Bool = true)
    /// Advance now as auto-advance would at the end of the dwell, such as when the animation or film on a slide has
    /// ended. Ignored while auto-advance is paused or the slides move.
    case advanceAutomatically
    /// Time has passed: handle everything due.
    case tick
  }
}
