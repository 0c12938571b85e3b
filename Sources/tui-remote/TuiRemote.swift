import CommandLineOptions
import Glibc
import RemoteControl
import System

/// The tui-remote command: controls a running tui, for people and scripts.
@main
struct TuiRemote {
  var socket: [UInt8]?
  var flags = UserCommand.Flags()
  /// The name by which this program introduces itself; nil: it does not.
  var name: String?
  var timeout = 5.0
  /// The command and its arguments.
  var words: [[UInt8]] = []

  static func main() {
    // Closed pipes are failed writes.
    signal(SIGPIPE, SIG_IGN)
    do throws(UsageError) {
      switch try commandLine.parse(ProgramArguments.all) {
      case .run(var command, let words):
        command.words = words
        try command.run()
      case .help: Output.write(commandLine.description.help(columns: Output.columns) + "\n")
      case .version: Output.write("tui-remote \(Version.number)\n")
      case .completionScript(let shell):
        let shell = try CompletionShell(named: shell, userShell: EnvironmentVariables.all()["SHELL"])
        Output.write(commandLine.description.completionScript(for: shell) + "\n")
      }
    } catch {
      Output.report(error.description)
      exit(UsageError.exitStatus)
    }
  }

  func run() throws(UsageError) {
    let command = try UserCommand(words, flags)
    let sockets = SocketFinder(environment: EnvironmentVariables.all(), limit: .seconds(timeout))
    do throws(Failure) {
      switch command {
      case .single(let command):
        let reply = try client(of: sockets).reply(to: command, within: sockets.limit)
        if let state = reply.state { Output.write(state) }
        if let view = reply.view { Output.write(view) }
      case .wait(let kind):
        var subscription = try Subscription(client(of: sockets), within: sockets.limit)
        try subscription.printFirst(kind)
      case .ask(let text, let sources):
        var question = try OpenQuestion(text, sources, to: client(of: sockets), within: sockets.limit)
        guard case .chosen(let source)? = try question.answer() else { exit(TuiRemote.notAnsweredStatus) }
        Output.write(lines: [source])
      case .marks:
        Output.write(lines: try client(of: sockets).marks(within: sockets.limit).map { Array($0.utf8) })
      case .mcp:
        var server = MCPServer(MCPTools(sockets, at: socket, name: name, startsInTmux: flags.startsInTmux))
        server.run()
      case .list: Output.write(lines: sockets.names.map(\.bytes))
      case .subscribe:
        var subscription = try Subscription(sockets.client(at: socket), within: sockets.limit)
        try subscription.printAll()
      case .follow(let leader, let followers):
        let leader = try sockets.client(at: leader ?? socket)
        let followers = try sockets.followers(followers, of: leader)
        var following = Following(leader: leader, followers: followers, limit: sockets.limit)
        try following.run()
      }
    } catch {
      Output.report(error.message)
      exit(1)
    }
  }

  /// The exit status if a question is left without an answer: that of `tui --pick` when nothing is picked.
  private static let notAnsweredStatus: Int32 = 130

  /// A connection to the program, which knows our name.
  private func client(of sockets: SocketFinder) throws(Failure) -> RemoteClient {
    let client = try sockets.client(at: socket)
    if let name { _ = try client.reply(to: .introduce(name), within: sockets.limit) }
    return client
  }
}

/// Why a command failed, as a line for people.
struct Failure: Error, Hashable {
  let message: String
}

extension RemoteClient {
  /// The socket's name for messages.
  var name: String { String(decoding: path.name, as: UTF8.self) }

  /// Sends a command and waits for its reply.
  func reply(
    to command: RemoteCommand, within limit: Duration, report: (RemoteReport) -> Void = { _ in }
  ) throws(Failure) -> RemoteReply {
    do throws(RemoteSocketError) {
      switch try request(command, within: limit, report: report) {
      case .success(let reply): return reply
      case .failure(let error): throw .refused(error.message)
      }
    } catch {
      if case .refused(let message) = error { throw Failure(message: message) }
      throw Failure(message: "\(name): \(error)")
    }
  }
}
