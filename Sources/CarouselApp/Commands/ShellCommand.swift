import Decks
import Glibc
import System

/// A shell command for a slide: the slide's absolute path or URL is `$1`, marked slides follow, and facts about it are
/// in the environment. Nothing is interpolated into the command's text.
struct ShellCommand {
  let command: String
  let clicked: ClickedSlide

  /// The message if no process could be created.
  static let failure = "cannot run /bin/sh"

  /// Starts the command on the terminal; nil if no process could be created.
  func start() -> pid_t? { ShellCommand.start(arguments, environment) }

  /// Starts a process that ends when the user presses Enter; nil if it could not be created. The command may have left
  /// the terminal without lines.
  static func startPause(afterStatus status: Int32) -> pid_t? {
    let script =
      #"stty icanon icrnl isig echo opost onlcr; printf '\nThe command exited with status %s. Enter goes back to tui. ' "$1"; read -r _"#
    let arguments = ["/bin/sh", "-c", script, "tui", String(status)].map { Array($0.utf8) }
    return start(arguments, EnvironmentVariables.entries)
  }

  private static func start(_ arguments: [[UInt8]], _ environment: [[UInt8]]) -> pid_t? {
    // Our standard input may be the list of slides, but the command should read from the terminal.
    let needsTerminal = isatty(STDIN_FILENO) == 0
    return ChildProcess.start(
      "/bin/sh", arguments, environment,
      redirecting: needsTerminal ? [.file("/dev/tty", flags: O_RDWR, as: STDIN_FILENO)] : [])
  }

  var arguments: [[UInt8]] {
    let slides = [clicked.slide.location.argument ?? []] + clicked.marked.compactMap(\.location.argument)
    return [Array("/bin/sh".utf8), Array("-c".utf8), Array(command.utf8), Array("tui".utf8)] + slides
  }

  /// The maximum length of a fact, in Unicode scalars: Linux limits a variable to 128 KiB and otherwise starts no
  /// command.
  private static let maximumLength = 16_384

  /// Our environment and the slide's facts. NUL bytes are left out, because a variable cannot contain them.
  var environment: [[UInt8]] {
    let entry = clicked.slide.location.entryName.map { String(decoding: $0, as: UTF8.self) }
    let facts: [(String, String)] = [
      ("TUI_INDEX", String(clicked.number)), ("TUI_COUNT", String(clicked.count)), ("TUI_CAPTION", clicked.caption),
      ("TUI_LINK", clicked.slide.link ?? ""), ("TUI_PAGE", clicked.slide.location.pageNumber.map { String($0) } ?? ""),
      ("TUI_ENTRY", entry ?? ""),
    ]
    let variables = EnvironmentVariables.entries.filter { text in
      !facts.contains { text.starts(with: ($0.0 + "=").utf8) }
    }
    return variables
      + facts.map { name, value in
        let bounded = String(value.unicodeScalars.prefix(ShellCommand.maximumLength))
        return Array("\(name)=\(bounded)".utf8).filter { $0 != 0 }
      }
  }
}
