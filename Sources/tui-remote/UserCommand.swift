import CommandLineOptions
import RemoteControl
import System

/// A command as people write it: `show 5`, `show a.png`, `add a.png b.png`, `follow left right`.
enum UserCommand: Hashable {
  /// A request with one reply.
  case single(RemoteCommand)
  case subscribe
  /// Waits until the user has done something.
  case wait(RemoteReport.Kind)
  /// Asks the user for one of some sources.
  case ask(String, [[UInt8]])
  /// Prints the marked slides.
  case marks
  /// Prints the names of the sockets.
  case list
  /// - Parameters:
  ///   - leader: a socket's name or path; nil: the one of `--socket`, or the newest.
  ///   - followers: their sockets; empty: all others.
  case follow(leader: [UInt8]?, followers: [[UInt8]])
  /// Serves a client of the Model Context Protocol.
  case mcp

  /// The flags that belong to single commands.
  struct Flags: Hashable {
    var goes = false
    var isImmediate = false
    var caption: String?
    var group: String?
    var key: String?
    var side: Int?
    var startsInTmux = false

    /// The flags that are given, each with its command.
    fileprivate var given: [(flag: String, command: String)] {
      [
        (goes, "--go", "add"), (isImmediate, "--at-once", "show"), (caption != nil, "--caption", "add"),
        (group != nil, "--group", "add"), (key != nil, "--replace", "add"), (side != nil, "--max-side", "look"),
        (startsInTmux, "--start-in-tmux", "mcp"),
      ].filter(\.0).map { ($1, $2) }
    }
  }

  init(_ words: [[UInt8]], _ flags: Flags = Flags()) throws(UsageError) {
    guard let first = words.first else {
      throw .rejected("no command given; commands: \(UserCommand.names)")
    }
    let name = String(decoding: first, as: UTF8.self)
    let arguments = Array(words.dropFirst())
    if let other = flags.given.first(where: { $0.command != name }) {
      throw .rejected("\(other.flag) is for \(other.command)")
    }
    switch name {
    case "show":
      guard arguments.count == 1 else { throw .rejected("show needs the number or the name of a slide") }
      self = .single(
        .show(UserCommand.target(arguments[0]), RemoteMotion(isAnimated: !flags.isImmediate)))
    case "add":
      try UserCommand.checkSources(arguments, of: "add")
      if flags.key != nil, arguments.count > 1 { throw .rejected("--replace is for a single argument") }
      self = .single(
        .add(
          RemoteAddition(
            arguments.map(SourceArgument.text), goes: flags.goes, caption: flags.caption, group: flags.group,
            key: flags.key)))
    case "ask":
      guard let question = arguments.first else { throw .rejected("ask needs a question, and pictures to choose from") }
      let sources = Array(arguments.dropFirst())
      try UserCommand.checkSources(sources, of: "ask")
      self = .ask(String(decoding: question, as: UTF8.self), sources)
    case "caption":
      guard (1...2).contains(arguments.count) else { throw .rejected("caption needs a text, and may name a slide") }
      self = .single(
        .caption(
          String(decoding: arguments[0], as: UTF8.self), arguments.count > 1 ? UserCommand.target(arguments[1]) : nil))
    case "look":
      guard arguments.count == 1 else { throw .rejected("look needs the name of a new file") }
      guard let path = String(validating: Path(arguments[0]).absolute.bytes, as: UTF8.self) else {
        throw .rejected("the name of the file must be UTF-8")
      }
      self = .single(.look(RemoteLook(path: path, side: flags.side ?? RemoteLimits.lookSide.upperBound)))
    case "wait":
      let given = arguments.first.map { String(decoding: $0, as: UTF8.self) }
      guard arguments.count == 1, let kind = given.flatMap(RemoteReport.Kind.init),
        [.mark, .click, .answer].contains(kind)
      else { throw .rejected("wait needs mark, click or answer") }
      self = .wait(kind)
    case "follow": self = .follow(leader: arguments.first, followers: Array(arguments.dropFirst()))
    default:
      guard let plain = UserCommand.plain[name] else {
        let nearest = NearestName.find(name, among: UserCommand.all).map { "; did you mean \($0)?" }
        throw .rejected("unknown command '\(name)'\(nearest ?? "; commands: \(UserCommand.names)")")
      }
      guard arguments.isEmpty else { throw .rejected("\(name) takes no arguments") }
      self = plain
    }
  }

  /// The commands without arguments.
  private static let plain: [String: UserCommand] = [
    "next": .single(.next), "previous": .single(.previous), "pause": .single(.pause), "resume": .single(.resume),
    "query": .single(.query), "quit": .single(.quit), "subscribe": .subscribe, "list": .list, "marks": .marks,
    "mcp": .mcp,
  ]

  private static func checkSources(_ arguments: [[UInt8]], of name: String) throws(UsageError) {
    guard !arguments.isEmpty else { throw .rejected("\(name) needs a picture, a folder, a URL or a deck") }
    guard arguments.count <= RemoteLimits.sourcesPerRequest else {
      throw .rejected("\(name) takes at most \(RemoteLimits.sourcesPerRequest) arguments")
    }
  }

  /// The commands, as completions offer them.
  static let words = [
    CommandWord("show", "Go to a slide by its number or name."),
    CommandWord("next", "Go to the next slide."),
    CommandWord("previous", "Go to the previous slide."),
    CommandWord("pause", "Pause auto-advance."),
    CommandWord("resume", "End that pause."),
    CommandWord("add", "Append pictures, folders, URLs or decks.", arguments: .files),
    CommandWord("caption", "Give the slide, or another one, a caption."),
    CommandWord("ask", "Ask for one of some pictures, and print the answer.", arguments: .files),
    CommandWord("marks", "Print the marked slides."),
    CommandWord("wait", "Wait for a mark, a click or an answer."),
    CommandWord("look", "Write what is seen of the picture to a PNG.", arguments: .files),
    CommandWord("query", "Print the state as JSON."),
    CommandWord("subscribe", "Print reports as JSON lines."),
    CommandWord("quit", "Quit."),
    CommandWord("follow", "Have carousels go where another one goes.", arguments: sockets),
    CommandWord("list", "Print the names of the sockets."),
    CommandWord("mcp", "Serve an agent by the Model Context Protocol."),
  ]
  /// The names of sockets. A program that is stopped must not hold up a completion.
  static let sockets = ValueCompletion.lines(of: "tui-remote --timeout 0.2 list")
  private static let all = words.map(\.name)
  private static var names: String { all.joined(separator: ", ") }

  /// A slide by its number or, if it is none, by its name.
  private static func target(_ argument: [UInt8]) -> SlideTarget {
    let text = String(decoding: argument, as: UTF8.self)
    if let number = Int(text) { return SlideTarget(number: number) }
    // The program may run in another folder. A name without a slash is one in any folder.
    let isPath = argument.contains(Path.slash) && !argument.includes("://".utf8)
    return SlideTarget(name: isPath ? String(decoding: Path(argument).absolute.bytes, as: UTF8.self) : text)
  }
}

/// A source as a program in any folder understands it.
enum SourceArgument {
  /// A URL as it is, and a path from the root. A path that is not UTF-8 becomes a file URL.
  static func text(_ argument: [UInt8]) -> String {
    let given = String(decoding: argument, as: UTF8.self)
    if RemoteAddition.isURL(given) { return given }
    let path = Path(argument).absolute.bytes
    if let text = String(validating: path, as: UTF8.self) { return text }
    // Slashes and what RFC 3986 calls unreserved stay.
    return "file://" + PercentEncoding.encoded(path, keeping: "/-._~")
  }
}
