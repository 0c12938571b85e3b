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

  /// The action of a click.
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
    introduction:
      "By default, Enter or a click on the picture opens it full-window, and a second Enter or click closes it.",
    [
      .optional(
        "--on-click", "COMMAND", \.click.onClick, .text("a shell command"),
        adoption: .atOnce,
        help: "On Enter or a click, run a shell command with the slide's path or URL in $1 and more in TUI_ variables.",
        manual: #"""
          On Enter or a click, run the shell command
          .Ar command
          with the slide's absolute path or URL in
          .Li $1
          and its details in the
          .Sx ENVIRONMENT .
          .Pp
          The command gets the terminal until it ends; if it fails, what it wrote stays until Enter is pressed.
          If it ends in
          .Li & ,
          it runs in the background and cannot read from the terminal.
          At most 16 run at a time, and if one fails, the last line of its output is shown.
          Commands are not killed when
          .Nm
          exits.
          .Pp
          Example:
          .Li --on-click 'gimp \(dq$1\(dq &'
          """#),
      .flag(
        "--on-click-background", \.click.onClickBackground,
        adoption: .atOnce, help: "Run the command of --on-click in the background, as if it ended in &.",
        manual: """
          Run the command of
          .Fl -on-click
          in the background, as if it ended in
          .Li & .
          """),
      .list(
        "--action", "KEY:NAME:COMMAND", \.click.actions, .text("a key, a name and a command: 'k:Name:CMD'"),
        acceptsDash: true,
        adoption: .atOnce,
        help: "Add a command to the menu (key o); it gets the slide in $1 and the marked ones after it. Repeatable.",
        manual: #"""
          Add a command of your own to the menu that the key
          .Ic o
          opens.
          The flag can be repeated with different keys.
          .Ar key
          is a single character other than a digit.
          Outside the menu it runs the command only if it has no other meaning.
          .Ar command
          runs like that of
          .Fl -on-click .
          The marked slides follow the slide as arguments: after
          .Li shift ,
          .Li $@
          contains only them.
          When the command has ended, its success or failure is shown, and the folder, list or deck is read again.
          .Pp
          Examples:
          .Li --action 'k:Keep:mkdir -p keep && cp -- \(dq$1\(dq keep/' ;
          .Li --action 't:Trash the marked ones:shift; gio trash -- \(dq$@\(dq &'
          """#),
      .optional(
        "--keep-to", "FOLDER", \.click.keepTo, .folder, default: "a typed folder",
        help: "Folder to which the key K copies the slide, or the marked ones.",
        manual: """
          Folder to which the key
          .Ic K
          copies the file of the slide, or of the marked slides, and the first that the keys
          .Ic V
          and
          .Ic C
          propose.
          It is made if only its last component is missing.
          """),
      .flag(
        "--keep-next", \.click.keepNext, adoption: .atOnce,
        help: "After key K has copied the slide to --keep-to, go to the next.",
        manual: """
          After the key
          .Ic K
          has copied the slide to
          .Fl -keep-to ,
          go to the next.
          """),
      .value(
        "--trash", "WHEN", \.click.trash, .choice(), adoption: .atOnce,
        help: "Whether key D asks before it moves files to the trash.",
        manual: """
          Whether the key
          .Ic D
          asks before it moves files to the trash
          .Pq Cm ask
          or does so at once
          .Pq Cm now ;
          .Ic u
          brings them back.
          """),
      .flag(
        "--pick", \.click.pick,
        help: "On Enter or a click, print the path or URL of the slide, or of the marked ones, and exit.",
        manual: """
          On Enter or a click, print the path or URL of the slide and exit.
          If slides are marked, those are printed instead, one per line.
          On a terminal, control characters are shown as symbols.
          The exit status is 130 if nothing was picked.
          """),
      .flag(
        "--print-marked", \.click.printMarked,
        help: "On exit, print the paths or URLs of the marked slides.",
        manual: "On exit, print the paths or URLs of the marked slides, one per line."),
      .flag(
        "-0", \.click.endsWithNUL,
        help: "With --pick or --print-marked, end each path with a NUL byte instead of a newline.",
        manual: """
          With
          .Fl -pick
          or
          .Fl -print-marked ,
          end each path with a NUL byte instead of a newline, except on a terminal.
          """),
    ])
}
