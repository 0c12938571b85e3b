import Carousel
import CarouselValues
import Decks
import Rendering
import Terminal

/// Questions of clients: while one is open, its pictures take the place of the slides.
extension Session {
  /// Shows a question's pictures in the grid, once they have been read.
  mutating func ask(_ text: String, from client: String?, of sources: [[UInt8]], at time: Timestamp) {
    mode.panel = nil
    if isViewing { closeViewer(at: snapshot(at: time)) }
    closing = nil
    let now = snapshot(at: time)
    abandonGesture(at: now)
    input.activity.ask(
      RemoteActivity.Question(
        number: input.activity.nextQuestion, client: client, text: text, origin: actedOn(at: now)?.slide.location,
        returnsToGrid: isGrid))
    slides.choose(among: sources)
    notify([client, text].compactMap { $0 }.joined(separator: ": "))
  }

  /// Opens the grid, if the slides are now those of a question.
  mutating func showQuestion(at time: Timestamp) {
    guard slides.reading.choices != nil, slides.request == nil, input.activity.showQuestion() else { return }
    machine.handle(.jump(to: 0, animated: false), at: time)
    if isGrid { grid?.select(0, at: time) } else { openGrid(at: snapshot(at: time)) }
  }

  /// Answers the open question with a slide, or with none, and returns to the slides from before.
  mutating func answer(_ slide: PlacedSlide?, at time: Timestamp) {
    guard let question = input.activity.close(with: slide) else { return }
    if isGrid, !question.returnsToGrid { closeGrid(at: snapshot(at: time)) }
    if !isGrid, question.returnsToGrid { openGrid(at: snapshot(at: time)) }
    slides.endChoice(returningTo: question.origin)
    showMessage(slide == nil ? "not answered" : "answered", at: time)
  }

  /// Whether a key is to leave the open question without an answer.
  func leavesQuestion(_ key: Key?) -> Bool {
    input.activity.question != nil && key == .escape && mode.panel == nil && overlays.corner == nil && !isViewing
      && grid?.filter == nil
  }

  /// The open question as the status shows it, with the selected slide; nil if none is shown.
  func questionStatus(at now: Snapshot) -> StatusText? {
    guard let question = input.activity.question, question.isShown else { return nil }
    let name = actedOn(at: now).map { SafeText.visible(deck.shownName(of: $0.slide.location)) }
    return StatusText(
      introduction: question.client.map { SafeText.visible($0) + ":" } ?? "", core: SafeText.visible(question.text),
      detail: name ?? "")
  }
}
