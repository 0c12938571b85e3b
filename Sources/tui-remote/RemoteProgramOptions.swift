import CommandLineOptions
import RemoteControl

extension TuiRemote {
  /// The command line: the table of all options.
  static let commandLine = CommandLineTable(
    program: "tui-remote", abstract: "Controls a running tui.",
    discussion: """
      Commands: show N or NAME; next; previous; pause; resume; add SOURCE ...; caption TEXT [N or NAME]; ask QUESTION SOURCE ... (prints the answer); \
      marks (prints the marked slides); wait mark, click or answer; look FILE (writes what is seen to a new PNG); query (prints the state as JSON); \
      subscribe (prints reports as JSON lines until tui ends); quit; list (prints the names of sockets); follow LEADER [FOLLOWER ...] (the followers go \
      where the leader goes); mcp (serves an agent). tui listens if it was started with --listen.
      """,
    operands: "command | argument", commands: UserCommand.words, initial: { TuiRemote() },
    groups: [
      .init(
        "Control",
        [
          .optional(
            "--socket", "SOCKET", \.socket,
            ValueFormat("a name or a path", completion: UserCommand.sockets, readBytes: { $0 }),
            default: "the newest", aliases: ["-s"],
            help: "The name or path of the socket on which tui listens."),
          .flag(
            "--go", \.flags.goes, help: "With add: go to the first slide that is added."),
          .flag(
            "--at-once", \.flags.isImmediate, help: "With show: without a motion."),
          .optional(
            "--caption", "TEXT", \.flags.caption, .text("a text"), default: "none",
            help: "With add: the caption of the pictures."),
          .optional(
            "--group", "NAME", \.flags.group, .text("a name"), default: "none",
            help: "With add: come after the last source of this group."),
          .optional(
            "--replace", "KEY", \.flags.key, .text("a text"), default: "none",
            help: "With add: replace the picture added with this key."),
          .optional(
            "--max-side", "PIXELS", \.flags.side, .integer(RemoteLimits.lookSide), default: "2800",
            help: "With look: the largest width and height."),
          .flag(
            "--start-in-tmux", \.flags.startsInTmux, help: "With mcp: start tui in a new tmux pane if none listens."),
          .optional(
            "--name", "NAME", \.name, .text("a name"), default: "none",
            help: "The name that tui shows with what this program brings on screen."),
          .value(
            "--timeout", "SECONDS", \.timeout, .number(0.001...86_400, unit: "a number of seconds"),
            help: "Seconds to wait for an answer."),
        ])
    ])
}
