package import Fetching
package import System

/// How hosts are reached, and where their pictures are cached.
package struct FarSettings: Sendable {
  /// Finds `ssh` when it is needed; nil if it is not found.
  package var program: @Sendable () -> Path?
  /// The whole environment of `ssh`, such as the agent's socket.
  package var environment: @Sendable () -> [String]
  /// How long the far side may be silent while a reply is awaited.
  package var timeout: Duration
  /// The cache of pictures; nil if they are not cached.
  package var cache: DiskCache?
  /// Creates the folders of this run before something is cached.
  package var prepare: @Sendable () -> Void

  /// Settings.
  package init(
    program: @autoclosure @escaping @Sendable () -> Path? = ProgramFinder.standard.path(of: "ssh"),
    environment: @autoclosure @escaping @Sendable () -> [String] = [], timeout: Duration = .seconds(30),
    cache: DiskCache? = nil, prepare: @escaping @Sendable () -> Void = {}
  ) {
    (self.program, self.environment, self.timeout) = (program, environment, timeout)
    (self.cache, self.prepare) = (cache, prepare)
  }

  /// How the user's `ssh` is run: with its own configuration, but without what a session of a terminal would have. Nothing
  /// of a URL but the host, the user and the port is among the arguments.
  ///
  /// - Parameters:
  ///   - isSFTP: whether it starts the far side's SFTP server.
  ///   - asks: whether it may ask on the terminal.
  func invocation(of program: Path, to host: FarAddress.Host, isSFTP: Bool, asks: Bool) -> ProgramInvocation {
    var arguments = ["-T", "-x", "-a", "-e", "none", "-o", "ClearAllForwardings=yes", "-o", "PermitLocalCommand=no"]
    // A connection that is there already is shared. A new one is not: it would end with us.
    arguments += ["-o", "ControlMaster=no", "-o", "RequestTTY=no", "-o", "RemoteCommand=none"]
    if !asks { arguments += ["-o", "BatchMode=yes"] }
    if isSFTP { arguments.append("-s") }
    arguments += host.arguments + (isSFTP ? ["sftp"] : ["tui --serve"])
    var invocation = ProgramInvocation(program, arguments)
    invocation.environment = environment()
    // It runs as long as the viewer.
    invocation.processorSeconds = nil
    invocation.fileLimit = 1 << 30
    invocation.mayStartProcesses = false
    return invocation
  }
}
