package import ExternalDecoders
import Glibc
package import System

/// A folder of shell scripts that stand in for programs, and a finder that finds only them.
package final class FakePrograms {
  package let folder = TemporaryFolder()

  package init() {}

  deinit { folder.remove() }

  package var finder: ProgramFinder { ProgramFinder(searchPath: String(decoding: folder.path.bytes, as: UTF8.self)) }

  /// Creates a program. A child process writes it: if this process did, another test's child could inherit the
  /// descriptor and keep the program from being run.
  package func program(_ name: String, _ script: String) throws {
    var invocation = ProgramInvocation(Path("/bin/sh"), ["-c", #"cat > "$1" && chmod 700 "$1""#, "sh"])
    invocation.arguments.append(folder(name).bytes)
    invocation.fileLimit = 1 << 20
    let run = try ProgramRun(invocation, input: ProgramInput(Array("#!/bin/sh\n\(script)\n".utf8)))
    _ = try run.readAll()
    let ending = try run.finish()
    precondition(ending == .exited(0), "the script was not made")
  }
}

/// A named pipe: a process that has its writing end open is alive.
package struct LifeLine {
  package let path: Path
  private let descriptor: Int32

  /// Waits until a process opens the pipe for writing.
  package init(_ path: Path) {
    self.path = path
    descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
  }

  /// Waits until no process has the pipe open for writing.
  package func waitForDeath() {
    var byte: UInt8 = 0
    while unsafe read(descriptor, &byte, 1) > 0 {}
    close(descriptor)
  }
}

package func shell(_ script: String, _ arguments: [String] = []) -> ProgramInvocation {
  var invocation = ProgramInvocation(Path("/bin/sh"), ["-c", script, "sh"] + arguments)
  // Tests must not fail because the machine is busy.
  invocation.timeLimit = .seconds(600)
  return invocation
}

/// Whether programs are installed.
package func has(_ programs: DecoderProgram...) -> Bool {
  programs.allSatisfy { ProgramFinder.standard.path(of: $0) != nil }
}

/// The output of an installed program, which may write files; empty if it is not installed.
package func output(of program: DecoderProgram, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
  guard let path = ProgramFinder.standard.path(of: program) else { return [] }
  var invocation = ProgramInvocation(path, arguments)
  invocation.fileLimit = 1 << 26
  invocation.timeLimit = .seconds(120)
  let run = try ProgramRun(invocation, input: ProgramInput(input))
  return try run.readAll()
}
