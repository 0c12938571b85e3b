import CarouselApp
import CommandLineOptions

/// Options for what a click does, and for the user's own commands.
struct ClickOptions {
  var onClick: String?
  var onClickBackground = false
  var actions: [String] = []
  /// The number of the first actions, which come from the configuration: later ones replace those with the same key.
  var inheritedActions = 0
  var keepTo: String?
  var keepNext = false
  var trash = Trashing.ask
  var pick = false
  var printMarked = false
  var endsWithNUL = false

  /// Whether files go to the trash after a question or at once.
  enum Trashing: String, CaseIterable { case ask, now }

  func validate() throws(UsageError) {
    if endsWithNUL, !pick, !printMarked { throw .rejected("-0 needs --pick or --print-marked") }
    if pick, onClick != nil { throw .rejected("--pick and --on-click cannot be combined") }
    if onClickBackground, onClick == nil { throw .rejected("--on-click-background needs --on-click") }
    if let onClick, ClickCommand(onClick) == nil { throw .rejected("--on-click needs a command") }
    if keepTo?.isEmpty == true { throw .rejected("--keep-to needs a folder") }
    if keepNext, keepTo == nil { throw .rejected("--keep-next needs --keep-to") }
    _ = try userActions()
  }

  var action: Options.ClickAction {
    if pick { return .pick }
    guard let onClick, let command = ClickCommand(onClick) else { return .view }
    return command.isInBackground || onClickBackground ? .backgroundCommand(command.text) : .command(command.text)
  }

  /// The user's commands for the menu.
  ///
  /// - Throws: `UsageError` if one is malformed or a key is used twice.
  func userActions() throws(UsageError) -> [UserAction] {
    var actions: [UserAction] = []
    for (index, text) in self.actions.enumerated() {
      let action: UserAction
      do throws(UserAction.Mistake) { action = try UserAction(text) } catch {
        throw .rejected("--action '\(text)' \(error)")
      }
      if let taken = actions.firstIndex(where: { $0.key == action.key }) {
        guard index >= inheritedActions, taken < inheritedActions else {
          throw .rejected("--action: the key \(action.key.map(String.init) ?? "") is given twice")
        }
        actions[taken] = action
      } else {
        actions.append(action)
      }
    }
    return actions
  }

  static let group = CommandLineTable<Tui>.Group(
    "Click",
    [
      .optional(
        "--on-click", "COMMAND", \.click.onClick, .text("a shell command"),
        adoption: .atOnce,
        help: "On Enter or a click, run a shell command with the slide's path or URL in $1 and more in TUI_ variables."),
      .flag(
        "--on-click-background", \.click.onClickBackground,
        adoption: .atOnce, help: "Run the command of --on-click in the background, as if it ended in &."),
      .list(
        "--action", "KEY:NAME:COMMAND", \.click.actions, .text("a key, a name and a command: 'k:Name:CMD'"),
        acceptsDash: true,
        adoption: .atOnce,
        help: "Add a command to the menu (key o); it gets the slide in $1 and the marked ones after it. Repeatable."),
      .optional(
        "--keep-to", "FOLDER", \.click.keepTo, .folder, default: "a typed folder",
        help: "Folder to which the key K copies the slide, or the marked ones."),
      .flag(
        "--keep-next", \.click.keepNext, adoption: .atOnce,
        help: "After key K has copied the slide to --keep-to, go to the next."),
      .value(
        "--trash", "WHEN", \.click.trash, .choice(), adoption: .atOnce,
        help: "Whether key D asks before it moves files to the trash."),
      .flag(
        "--pick", \.click.pick,
        help: "On Enter or a click, print the path or URL of the slide, or of the marked ones, and exit."),
      .flag(
        "--print-marked", \.click.printMarked,
        help: "On exit, print the paths or URLs of the marked slides."),
      .flag(
        "-0", \.click.endsWithNUL,
        help: "With --pick or --print-marked, end each path with a NUL byte instead of a newline."),
    ])
}
