import CommandLineOptions
import RemoteControl
import System

/// A command as people write it: `show 5`, `show a.png`, `add a.png b.png`, `follow left right`.
enum UserCommand: Hashable {
  /// A request with one reply.
  case single(RemoteCommand)
  case subscribe
  /// Prints the names of the sockets.
  case list
  /// - Parameters:
  ///   - leader: a socket's name or path; nil: the one of `--socket`, or the newest.
  ///   - followers: their sockets; empty: all others.
  case follow(leader: [UInt8]?, followers: [[UInt8]])

  /// Parses a command and its arguments.
  init(_ words: [[UInt8]], goes: Bool = false, isImmediate: Bool = false) throws(UsageError) {
    guard let first = words.first else {
      throw .rejected("no command given; commands: \(UserCommand.names)")
    }
    let name = String(decoding: first, as: UTF8.self)
    let arguments = Array(words.dropFirst())
    if goes, name != "add" { throw .rejected("--go is for add") }
    if isImmediate, name != "show" { throw .rejected("--at-once is for show") }
    switch name {
    case "show":
      guard arguments.count == 1 else { throw .rejected("show needs the number or the name of a slide") }
      self = .single(
        .show(UserCommand.target(arguments[0]), RemoteMotion(isAnimated: !isImmediate)))
    case "add":
      guard !arguments.isEmpty else { throw .rejected("add needs a picture, a folder, a URL or a deck") }
      guard arguments.count <= RemoteLimits.sourcesPerRequest else {
        throw .rejected("add takes at most \(RemoteLimits.sourcesPerRequest) arguments")
      }
      self = .single(.add(arguments.map(SourceArgument.text), goes: goes))
    case "follow": self = .follow(leader: arguments.first, followers: Array(arguments.dropFirst()))
    case "next": self = try .plain(.next, arguments)
    case "previous": self = try .plain(.previous, arguments)
    case "pause": self = try .plain(.pause, arguments)
    case "resume": self = try .plain(.resume, arguments)
    case "query": self = try .plain(.query, arguments)
    case "quit": self = try .plain(.quit, arguments)
    case "list":
      guard arguments.isEmpty else { throw .rejected("list takes no arguments") }
      self = .list
    case "subscribe":
      _ = try UserCommand.plain(.subscribe, arguments)
      self = .subscribe
    default:
      let nearest = NearestName.find(name, among: UserCommand.all).map { "; did you mean \($0)?" }
      throw .rejected("unknown command '\(name)'\(nearest ?? "; commands: \(UserCommand.names)")")
    }
  }

  private static func plain(_ command: RemoteCommand, _ arguments: [[UInt8]]) throws(UsageError) -> UserCommand {
    guard arguments.isEmpty else { throw .rejected("\(command.name) takes no arguments") }
    return .single(command)
  }

  /// The commands, as completions offer them.
  static let words = [
    CommandWord("show", "Go to a slide by its number or name."),
    CommandWord("next", "Go to the next slide."),
    CommandWord("previous", "Go to the previous slide."),
    CommandWord("pause", "Pause auto-advance."),
    CommandWord("resume", "End that pause."),
    CommandWord("add", "Append pictures, folders, URLs or decks.", arguments: .files),
    CommandWord("query", "Print the state as JSON."),
    CommandWord("subscribe", "Print reports as JSON lines."),
    CommandWord("quit", "Quit."),
    CommandWord("follow", "Have carousels go where another one goes.", arguments: sockets),
    CommandWord("list", "Print the names of the sockets."),
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
    let lowercased = given.prefix(8).lowercased()
    if ["http://", "https://", "file:///"].contains(where: lowercased.hasPrefix) { return given }
    let path = Path(argument).absolute.bytes
    if let text = String(validating: path, as: UTF8.self) { return text }
    // Slashes and what RFC 3986 calls unreserved stay.
    return "file://" + PercentEncoding.encoded(path, keeping: "/-._~")
  }
}
