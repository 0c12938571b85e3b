import CommandLineOptions
import Glibc
import RemoteControl
import System

/// The tui-remote command: controls a running tui, for people and scripts.
@main
struct TuiRemote {
  var socket: [UInt8]?
  var goes = false
  var isImmediate = false
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
    let command = try UserCommand(words, goes: goes, isImmediate: isImmediate)
    let sockets = SocketFinder(environment: EnvironmentVariables.all(), limit: .seconds(timeout))
    do throws(Failure) {
      switch command {
      case .single(let command):
        let reply = try sockets.client(at: socket).reply(to: command, within: sockets.limit)
        if let state = reply.state { Output.write(state) }
      case .list: Output.write(lines: sockets.names.map(\.bytes))
      case .subscribe: try Subscription(sockets.client(at: socket), limit: sockets.limit).run()
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
