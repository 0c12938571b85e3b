/// A change that a program reports to its subscribers.
package struct RemoteReport: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    /// A motion begins or gets another destination. The start is in seconds of the monotonic clock.
    case begin(to: RemoteSlide, start: Double, cause: RemoteMotion.Cause, direction: RemoteMotion.Direction?)
    /// Another slide is current, or the same one has another number; nil: there are none any more.
    ///
    /// - Parameter isMoving: whether the slides move on.
    case show(RemoteSlide?, isMoving: Bool)
    /// The slides have come to rest on the slide with this number.
    case land(Int)
    /// Auto-advance was paused by the user or a client, or resumed.
    case pause(Bool)
    /// The sources have been read, or read again.
    case deck(count: Int)
    /// The user has marked or unmarked slides: how many are marked now, and the slide if it is a single one.
    case mark(count: Int, RemoteSlide?, isMarked: Bool?)
    /// The user has chosen a slide by Enter or a click.
    case click(RemoteSlide)
    /// The viewer shows another part of a picture, or turns it.
    case view(RemoteView)
    /// The user has answered a question; nil: not with a slide.
    case answer(ask: Int, RemoteSlide?, count: Int)
    /// The program ends.
    case end(reason: String)
  }

  /// The kinds of reports.
  package enum Kind: String, Codable { case begin, show, land, pause, deck, mark, click, view, answer, end }

  package var kind: Kind {
    switch event {
    case .begin: .begin
    case .show: .show
    case .land: .land
    case .pause: .pause
    case .deck: .deck
    case .mark: .mark
    case .click: .click
    case .view: .view
    case .answer: .answer
    case .end: .end
    }
  }

  /// When the program noticed it, in seconds of the monotonic clock.
  package var time: Double
  package var event: Event
  /// Whether the program does this because it follows another one.
  package var follows: Bool

  /// A report.
  package init(_ event: Event, at time: Double, follows: Bool = false) {
    (self.event, self.time, self.follows) = (event, time, follows)
  }
}

extension RemoteReport: Codable {
  private enum Key: String, CodingKey {
    case report, time, slide, start, cause, direction, moving, number, paused, count, reason, follows, marked, view, ask
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    time = try fields.decode(Double.self, forKey: .time)
    follows = try fields.decodeIfPresent(Bool.self, forKey: .follows) ?? false
    switch try fields.decode(Kind.self, forKey: .report) {
    case .begin:
      event = .begin(
        to: try fields.decode(RemoteSlide.self, forKey: .slide), start: try fields.decode(Double.self, forKey: .start),
        cause: try fields.decode(RemoteMotion.Cause.self, forKey: .cause),
        direction: try fields.decodeIfPresent(RemoteMotion.Direction.self, forKey: .direction))
    case .show:
      event = .show(
        try fields.decodeIfPresent(RemoteSlide.self, forKey: .slide),
        isMoving: try fields.decode(Bool.self, forKey: .moving))
    case .land: event = .land(try fields.decode(Int.self, forKey: .number))
    case .pause: event = .pause(try fields.decode(Bool.self, forKey: .paused))
    case .deck: event = .deck(count: try fields.decode(Int.self, forKey: .count))
    case .mark:
      event = .mark(
        count: try fields.decode(Int.self, forKey: .count),
        try fields.decodeIfPresent(RemoteSlide.self, forKey: .slide),
        isMarked: try fields.decodeIfPresent(Bool.self, forKey: .marked))
    case .click: event = .click(try fields.decode(RemoteSlide.self, forKey: .slide))
    case .view: event = .view(try fields.decode(RemoteView.self, forKey: .view))
    case .answer:
      event = .answer(
        ask: try fields.decode(Int.self, forKey: .ask), try fields.decodeIfPresent(RemoteSlide.self, forKey: .slide),
        count: try fields.decode(Int.self, forKey: .count))
    case .end: event = .end(reason: try fields.decode(String.self, forKey: .reason))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(time, forKey: .time)
    try fields.encode(kind, forKey: .report)
    if follows { try fields.encode(true, forKey: .follows) }
    switch event {
    case .begin(let slide, let start, let cause, let direction):
      try fields.encode(slide, forKey: .slide)
      try fields.encode(start, forKey: .start)
      try fields.encode(cause, forKey: .cause)
      try fields.encodeIfPresent(direction, forKey: .direction)
    case .show(let slide, let isMoving):
      try fields.encodeIfPresent(slide, forKey: .slide)
      try fields.encode(isMoving, forKey: .moving)
    case .land(let number): try fields.encode(number, forKey: .number)
    case .pause(let isPaused): try fields.encode(isPaused, forKey: .paused)
    case .deck(let count): try fields.encode(count, forKey: .count)
    case .mark(let count, let slide, let isMarked):
      try fields.encode(count, forKey: .count)
      try fields.encodeIfPresent(slide, forKey: .slide)
      try fields.encodeIfPresent(isMarked, forKey: .marked)
    case .click(let slide): try fields.encode(slide, forKey: .slide)
    case .view(let view): try fields.encode(view, forKey: .view)
    case .answer(let ask, let slide, let count):
      try fields.encode(ask, forKey: .ask)
      try fields.encodeIfPresent(slide, forKey: .slide)
      try fields.encode(count, forKey: .count)
    case .end(let reason): try fields.encode(reason, forKey: .reason)
    }
  }
}
