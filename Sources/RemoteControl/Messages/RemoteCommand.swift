/// What a client asks of a running program.
package enum RemoteCommand: Hashable, Sendable {
  /// Goes to a slide.
  case show(SlideTarget, RemoteMotion)
  /// Goes to the next slide, as the key does.
  case next
  /// Goes to the previous slide, as the key does.
  case previous
  /// Pauses auto-advance, as the key does.
  case pause
  /// Ends that pause.
  case resume
  /// Pauses auto-advance until the client disconnects.
  case hold
  /// Appends pictures, folders, URLs or decks to the slides.
  case add(RemoteAddition)
  /// Shows pictures, and asks the user for one of them.
  case ask(String, [String])
  /// Gives a slide another caption; nil: the current slide.
  case caption(String, SlideTarget?)
  /// Replies with the marked slides after a number.
  case marks(after: Int)
  /// Writes what is seen of the current slide's picture to a file.
  case look(RemoteLook)
  /// Names the client.
  case introduce(String)
  /// Replies with the program's state.
  case query
  /// Replies with the program's state, and reports each change of it from then on.
  case subscribe
  /// Quits, as the key does.
  case quit

  /// The command's name in requests and replies.
  package var name: String {
    switch self {
    case .show: "show"
    case .next: "next"
    case .previous: "previous"
    case .pause: "pause"
    case .resume: "resume"
    case .hold: "hold"
    case .add: "add"
    case .ask: "ask"
    case .caption: "caption"
    case .marks: "marks"
    case .look: "look"
    case .introduce: "introduce"
    case .query: "query"
    case .subscribe: "subscribe"
    case .quit: "quit"
    }
  }

  /// The names of all commands.
  package static let names = [
    "show", "next", "previous", "pause", "resume", "hold", "add", "ask", "caption", "marks", "look", "introduce",
    "query",
    "subscribe", "quit",
  ]
}

/// Sources to append to the slides.
package struct RemoteAddition: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey { case sources, goes = "go", caption, group, key = "replace" }

  package var sources: [String]
  /// Whether to go to the first slide of the first of them.
  package var goes: Bool
  /// The caption of their slides; nil: none.
  package var caption: String?
  /// The group after whose last source they come; nil: they come last.
  package var group: String?
  /// The key of a single source, which takes the place of an earlier one with the same key; nil: it has none.
  package var key: String?

  /// Sources, by default without a caption.
  package init(
    _ sources: [String], goes: Bool = false, caption: String? = nil, group: String? = nil, key: String? = nil
  ) {
    (self.sources, self.goes, self.caption, self.group, self.key) = (sources, goes, caption, group, key)
  }

  /// Whether a source is a URL rather than a path.
  package static func isURL(_ source: String) -> Bool {
    let lowercased = source.prefix(8).lowercased()
    return ["http://", "https://", "file:///"].contains(where: lowercased.hasPrefix)
  }
}

/// How a picture is written to a file as it is seen.
package struct RemoteLook: Hashable, Sendable, Encodable {
  /// The absolute path of a file that does not exist yet.
  package var path: String
  /// The maximum width and height, in pixels.
  package var side: Int
  /// The maximum size of the file, in bytes.
  package var bytes: Int

  /// A file; by default as large as the limits allow.
  package init(
    path: String, side: Int = RemoteLimits.lookSide.upperBound, bytes: Int = RemoteLimits.lookBytes.upperBound
  ) {
    (self.path, self.side, self.bytes) = (path, side, bytes)
  }
}

/// The slide to go to: by its number, by its name or, in step with another program, by both.
package struct SlideTarget: Hashable, Sendable {
  /// The number, from 1; nil if only the name counts.
  package var number: Int?
  /// A file name, path or URL; nil if only the number counts. With both, the number is for a slide of that name, or if
  /// no slide has the name.
  package var name: String?

  /// A slide's number, name, or both.
  package init(number: Int? = nil, name: String? = nil) { (self.number, self.name) = (number, name) }
}

/// How a program goes to a slide.
package struct RemoteMotion: Hashable, Sendable {
  /// The cause of a motion.
  package enum Cause: String, Hashable, Sendable, Codable { case user, automatic, program }
  /// The way round.
  package enum Direction: String, Hashable, Sendable, Codable { case forward, backward }

  /// Whether the slides move; otherwise the slide is shown at once.
  package var isAnimated: Bool
  /// When the motion began in another program, in seconds of the monotonic clock; nil: it begins now.
  package var start: Double?
  /// The way round, if the slide is the next one in that direction; nil: the shorter one.
  package var direction: Direction?
  /// The cause in the program that leads: a motion that began automatically takes as long as there.
  package var cause: Cause
  /// Whether another program leads, to which this one may lead in turn: then it is not passed on.
  package var follows: Bool

  /// A motion; by default one that begins now.
  package init(
    isAnimated: Bool = true, start: Double? = nil, direction: Direction? = nil, cause: Cause = .program,
    follows: Bool = false
  ) {
    (self.isAnimated, self.start, self.direction, self.cause) = (isAnimated, start, direction, cause)
    self.follows = follows
  }
}

/// A command with the number that its reply repeats.
package struct RemoteRequest: Hashable, Sendable {
  package var command: RemoteCommand
  /// A number of the client's choice; nil if it needs none.
  package var id: Int?

  /// A request.
  package init(_ command: RemoteCommand, id: Int? = nil) { (self.command, self.id) = (command, id) }
}
