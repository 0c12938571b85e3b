import Glibc

/// The program `tui-codecs`, which forks workers with the libraries that take too long to start for every picture.
package struct CodecsProgram: Sendable {
  /// Its path; nil if it is not installed.
  package let path: Path?
  private let isolation: Isolation
  private let memory: Int

  /// A program that has not been started.
  ///
  /// - Parameter memory: the bytes that a worker may map, besides those that it starts with.
  package init(
    _ path: Path? = ProgramFinder.companion("tui-codecs"), isolation: Isolation, memory: Int
  ) {
    self.path = path
    self.isolation = isolation
    self.memory = memory
  }

  /// Starts it; nil if it is not installed, or the system does not allow another process.
  package func start() -> WorkerZygote? {
    guard let path else { return nil }
    var invocation = ProgramInvocation(path, [isolation.rawValue, "\(memory)"])
    // It reads no picture itself. Its workers limit and confine themselves.
    // Not together, which would be checked as long as it runs.
    invocation.mayStartProcesses = false
    // As many threads as they have time for.
    invocation.environment.append("OMP_NUM_THREADS=\(WorkerProcess.threads)")
    (invocation.fileLimit, invocation.memoryLimit, invocation.processorSeconds) = (.max, .max, nil)
    return WorkerZygote(invocation)
  }

  /// Serves the socket that is standard input, in a process with a single thread.
  ///
  /// - Returns: only if the arguments are not those of `start`.
  package static func serve(body: WorkerZygote.Body, preparation: WorkerZygote.Preparation) {
    let arguments = ProgramArguments.all.map { String(decoding: $0, as: UTF8.self) }
    guard arguments.count == 2, let isolation = Isolation(rawValue: arguments[0]), let memory = Int(arguments[1]),
      let socket = WorkerZygote.socketFromInput()
    else { return }
    leaveTerminal()
    WorkerZygote.become(
      servedBy: socket, body: body, preparation: preparation, isolation: isolation, memory: memory,
      startsThreads: true)
  }

  /// Gives up the terminal, into which workers could type where the kernel does not confine them.
  private static func leaveTerminal() {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return }
    _ = ioctl(terminal, UInt(TIOCNOTTY), 0)
    close(terminal)
  }
}
