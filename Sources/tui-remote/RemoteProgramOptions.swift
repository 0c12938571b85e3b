import CommandLineOptions
import RemoteControl

extension TuiRemote {
  /// The command line: the table of all options.
  static let commandLine = CommandLineTable(
    program: "tui-remote", abstract: "Controls a running tui.",
    discussion: """
      Commands: show N or NAME; next; previous; pause; resume; add SOURCE ...; query (prints the state as JSON); \
      subscribe (prints reports as JSON lines until tui ends); quit; list (prints the names of sockets); follow LEADER [FOLLOWER ...] (the followers go \
      where the leader goes). tui listens if it was started with --listen.
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
            help: "The name or path of the socket on which tui listens.",
            manual: """
              The socket on which
              .Xr tui 1
              listens.
              A value with a slash is a path; any other is the name that
              .Ql --listen
              has given it.
              """),
          .flag(
            "--go", \.goes, help: "With add: go to the first slide that is added.",
            manual: """
              With
              .Cm add ,
              go to the first slide that is added.
              """),
          .flag(
            "--at-once", \.isImmediate, help: "With show: without a motion.",
            manual: """
              With
              .Cm show ,
              show the slide without a motion.
              """),
          .value(
            "--timeout", "SECONDS", \.timeout, .number(0.001...86_400, unit: "a number of seconds"),
            help: "Seconds to wait for an answer.",
            manual: "Wait this many seconds for an answer, for example of a program that is stopped."),
        ])
    ])
}
