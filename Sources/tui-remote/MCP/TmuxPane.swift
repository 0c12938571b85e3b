import System

/// tui beside this program in tmux.
enum TmuxPane {
  /// Starts tui in a new pane, in the current folder; returns whether that was possible.
  ///
  /// - Parameter arguments: none of them from a client: tmux takes a semicolon at an argument's end for its own.
  static func start(_ arguments: [String], environment: [String: String]) -> Bool {
    guard environment["TMUX"]?.isEmpty == false, let tmux = ProgramFinder.standard.path(of: "tmux"),
      let tui = ProgramFinder.companion("tui")
    else { return false }
    // Both programs must look for sockets in the same folder.
    let folder = environment["XDG_RUNTIME_DIR"].map { ["-e", "XDG_RUNTIME_DIR=\($0)"] } ?? []
    var invocation = ProgramInvocation(
      tmux, ["split-window", "-d", "-h"] + folder + [String(decoding: tui.bytes, as: UTF8.self)] + arguments)
    invocation.environment = environment.map { "\($0.key)=\($0.value)" }
    guard let run = try? ProgramRun(invocation), (try? run.readAll()) != nil else { return false }
    return (try? run.finish()) == .exited(0)
  }
}
