import ArgumentParser
import CarouselApp
import Decks

/// Options for which slides to show and in what order.
struct SlideOptions: QuickOptions {
  @Flag(name: .long, help: "Include subfolders.")
  var recursive = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Order of pictures in folders: name (natural), time (newest first), size (largest first) or none. (default: name)",
      discussion: "If given, it also applies to lists and to files named as arguments.", valueName: "order"))
  var sort: SlideSort?

  @Flag(name: .long, help: "Reverse the order.")
  var reverse = false

  @Flag(name: .long, help: "Show the slides in random order, each once per round.")
  var shuffle = false

  @Flag(name: .long, help: "Show every page of a PDF, not only the first.")
  var pages = false

  @Flag(name: .long, help: "Reload folders, lists and decks when they change.")
  var watch = false

  static let rows: [OptionRow<SlideOptions>] = [
    .flag("--recursive") { $0.recursive = $1 },
    .optional("--sort") { $0.sort = $1 },
    .flag("--reverse") { $0.reverse = $1 },
    .flag("--shuffle") { $0.shuffle = $1 },
    .flag("--pages") { $0.pages = $1 },
    .flag("--watch") { $0.watch = $1 },
  ]
}

extension SlideSort: ExpressibleByArgument {}

/// Options for what a click does, and for the user's own commands.
struct ClickOptions: QuickOptions {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "On Enter or a click, run this shell command with the slide in $1.",
      discussion: "Its environment has TUI_INDEX, TUI_COUNT, TUI_CAPTION, TUI_LINK and TUI_PAGE.", valueName: "cmd"))
  var onClick: String?

  @Flag(name: .long, help: "Run the command of --on-click in the background, as if it ended in &.")
  var onClickBackground = false

  @Option(
    name: .customLong("action"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Add a command of your own to the menu (key o): its key, its name, and what the shell runs. Repeatable.",
      discussion: "The slide is in $1, the marked ones after it, and the environment as for --on-click.",
      valueName: "k:name:cmd"))
  var actions: [String] = []

  @Flag(name: .long, help: "On Enter or a click, print the path or URL of the slide, or of the marked ones, and exit.")
  var pick = false

  @Flag(name: .long, help: "On exit, print the paths or URLs of the marked slides.")
  var printMarked = false

  @Flag(
    name: .customShort("0"),
    help: "With --pick or --print-marked, end each path with a NUL byte instead of a newline.")
  var endsWithNUL = false

  func validate() throws {
    if endsWithNUL, !pick, !printMarked { throw ValidationError("-0 needs --pick or --print-marked") }
    if pick, onClick != nil { throw ValidationError("--pick and --on-click cannot be combined") }
    if onClickBackground, onClick == nil { throw ValidationError("--on-click-background needs --on-click") }
    if let onClick, ClickCommand(onClick) == nil { throw ValidationError("--on-click needs a command") }
    _ = try userActions()
  }

  /// The action of a click.
  var action: Options.ClickAction {
    if pick { return .pick }
    guard let onClick, let command = ClickCommand(onClick) else { return .view }
    return command.isInBackground || onClickBackground ? .backgroundCommand(command.text) : .command(command.text)
  }

  /// The user's commands for the menu.
  ///
  /// - Throws: `ValidationError` if one is malformed or a key is used twice.
  func userActions() throws -> [UserAction] {
    var actions: [UserAction] = []
    for text in self.actions {
      let action: UserAction
      do throws(UserAction.Mistake) { action = try UserAction(text) } catch {
        throw ValidationError("--action '\(text)' \(error)")
      }
      if actions.contains(where: { $0.key == action.key }) {
        throw ValidationError("--action: the key \(action.key) is given twice")
      }
      actions.append(action)
    }
    return actions
  }

  static let rows: [OptionRow<ClickOptions>] = [
    .optional("--on-click") { $0.onClick = $1 },
    .flag("--on-click-background") { $0.onClickBackground = $1 },
    .list("--action") { $0.actions = $1 },
    .flag("--pick") { $0.pick = $1 },
    .flag("--print-marked") { $0.printMarked = $1 },
    .flag("-0") { $0.endsWithNUL = $1 },
  ]
}
