public import CarouselValues

extension GridMachine {
  /// Input to the grid: user input, settings, new slides, and the passage of time.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// Select a slide, such as for a click or the Home and End keys. An index out of range is clamped.
    case select(Int)
    /// Move the selection to the right and downward, such as for the arrow keys: along a row of slides, continuing in the
    /// next or previous one, and across the rows, up to the first or last one.
    case move(columns: Int, rows: Int)
    /// Move the selection by a number of pages, such as for the page keys. A page is the number of rows that fit in the
    /// viewport entirely.
    case page(by: Int)
    /// Scroll by a distance in units of the viewport, > 0 towards the end, such as for the wheel. The selection stays
    /// in view.
    case scroll(by: Double)
    /// A pointer grabs the grid at a point, even while it scrolls.
    case grab(at: SlidePoint)
    /// The pointer has moved to a point. The grid follows along its axis, with rubber-band resistance beyond the ends.
    /// Ignored if nothing is held.
    case drag(to: SlidePoint)
    /// The pointer releases the grid at a velocity in units a second: the grid decelerates to rest, or springs back. The
    /// selection moves into view.
    case release(velocity: SlidePoint = .zero)
    /// Add a slide to the selected ones, or remove it. Ignored if there is no such slide.
    case toggleSelection(of: Int)
    /// Add the slides from the last toggled one, or else from the selection, to a slide. An index out of range is clamped.
    case extendSelection(to: Int)
    /// Select all slides.
    case selectAll
    /// Select none of several slides any more. The selection stays.
    case deselectAll
    /// Apply new settings.
    case configure(Settings)
    /// Change the size of the viewport.
    case resize(SlideSize)
    /// Replace the slides, and the sections by the first slides of those with headings. The selected slide stays selected
    /// and stays where it is. See `anchorSlides(at:)`.
    case reload(Reload, sections: [Int] = [])
    /// Time has passed: handle everything due.
    case tick
  }

  /// Something that happened during one `handle`. Later versions may add cases.
  @nonexhaustive
  public enum Report: Hashable, Sendable {
    /// Another slide is selected, or the slides were replaced, after which the selection may have another index; nil if
    /// there are no slides.
    case didSelect(Int?)
    /// Other slides are in `selectedSlides`, or have other indices after a reload.
    case didChangeSelectedSlides
  }
}
