import Foundation
import Glibc
import TestSupport

/// A real sshd with its own keys, configuration and port. Its `bin` has an `ssh` that knows them.
final class SSHServer {
  /// The beginning of URLs: "ssh://127.0.0.1:4711".
  let address: String
  /// Its files.
  let folder: Album
  private let process: ChildProcess

  /// Starts the server.
  ///
  /// - Parameter tui: the folder of the far side's `tui`; empty if it has none.
  init(tui: String = URL(fileURLWithPath: Build.tui).deletingLastPathComponent().path) throws {
    folder = try Album()
    let (path, port) = (folder.path, Int.random(in: 20_000...32_000))
    // The subsystem comes as the command that sshd would run.
    let script = """
      set -e
      cd \(path)
      for key in host own; do ssh-keygen -q -t ed25519 -N '' -f $key; done
      cp own.pub authorized
      printf '[127.0.0.1]:\(port) %s\\n' "$(cat host.pub)" > known
      mkdir bin
      cat > config <<X
      Host *
      IdentityFile \(path)/own
      IdentitiesOnly yes
      UserKnownHostsFile \(path)/known
      X
      cat > sshd_config <<X
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(path)/host
      AuthorizedKeysFile \(path)/authorized
      PidFile none
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      PermitRootLogin yes
      Subsystem sftp /usr/lib/openssh/sftp-server
      ForceCommand exec /bin/sh \(path)/bin/run
      X
      cat > bin/run <<'X'
      echo $$ >> \(path)/started
      PATH=\(tui):/usr/bin:/bin
      exec $SSH_ORIGINAL_COMMAND
      X
      printf '#!/bin/sh\\nexec /usr/bin/ssh -F \(path)/config "$@"\\n' > bin/ssh
      chmod 755 bin/ssh
      [ -w /run ] && mkdir -p /run/sshd
      true
      """
    let run = try PipedProgram.run("/bin/sh", ["-c", script])
    guard run.ending == .exited(0) else { throw SystemFailure("ssh-keygen", code: EIO) }
    process = try Launch(
      program: "/usr/sbin/sshd", arguments: ["-D", "-e", "-f", "\(path)/sshd_config"],
      environment: TerminalSession.environment(), output: .null, error: .null
    ).start()
    address = "ssh://127.0.0.1:\(port)"
    let isListening = waitUntil {
      let probe = try? PipedProgram.run("/usr/bin/ssh-keyscan", ["-p", "\(port)", "127.0.0.1"])
      return probe?.output.isEmpty == false
    }
    guard isListening else { throw TerminalSession.GaveUp(what: "sshd") }
  }

  deinit { stop() }

  /// The variables of a `tui` that reaches it.
  var variables: [String: String?] { ["PATH": "\(folder.path)/bin:/usr/local/bin:/usr/bin:/bin"] }

  /// The processes that it has started for connections, which may have ended.
  var started: [Int32] { (folder.text(of: "started") ?? "").split(separator: "\n").compactMap { Int32($0) } }

  /// Stops listening, and ends the connections.
  func stop() {
    process.send(signal: SIGKILL)
    _ = process.wait()
    for identifier in started { kill(identifier, SIGKILL) }
  }
}
