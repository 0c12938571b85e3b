/// A change that a program reports to its subscribers.
package struct RemoteReport: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    /// A motion begins or gets another destination. The start is in seconds of the monotonic clock.
    case begin(to: RemoteSlide, start: Double, cause: RemoteMotion.Cause, direction: RemoteMotion.Direction?)
    /// Another slide is current, or the same one has another number; nil: there are none any more.
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
    let container = try decoder.container(keyedBy: Key.self)
    func field<Value: Decodable>(_ key: Key) throws -> Value { try container.decode(Value.self, forKey: key) }
    func optional<Value: Decodable>(_ key: Key) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    time = try field(.time)
    follows = try optional(.follows) ?? false
    event =
      switch try field(.report) as Kind {
      case .begin:
        .begin(
          to: try field(.slide), start: try field(.start), cause: try field(.cause),
          direction: try optional(.direction))
      case .show: .show(try optional(.slide), isMoving: try field(.moving))
      case .land: .land(try field(.number))
      case .pause: .pause(try field(.paused))
      case .deck: .deck(count: try field(.count))
      case .mark: .mark(count: try field(.count), try optional(.slide), isMarked: try optional(.marked))
      case .click: .click(try field(.slide))
      case .view: .view(try field(.view))
      case .answer: .answer(ask: try field(.ask), try optional(.slide), count: try field(.count))
      case .end: .end(reason: try field(.reason))
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
