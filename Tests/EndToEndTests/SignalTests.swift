import Glibc
import TestSupport
import Testing

@Suite("Signals")
struct SignalTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green) }

  /// A sample of Linux's 31 real-time signals, from SIGRTMIN to SIGRTMAX.
  @Test(arguments: [34, 35, 42, 50, 63, 64] as [Int32])
  func `a real-time signal ends tui with that signal and restores the terminal`(signal: Int32) throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    session.job.send(signal: signal)
    try expect(session.waitForEnd(), equals: .signaled(signal))
    try session.expectRestored()
  }

  @Test func `a signal during startup ends tui and restores the terminal`() throws {
    // Without SIGHUP, which the runner ignores until shortly before the program starts.
    let signals = [SIGTERM, SIGINT, SIGQUIT, SIGUSR1, SIGALRM]
    let rounds = Rounds.count(150)
    for step in 0..<rounds {
      var setup = TerminalSession.Setup()
      // Otherwise Swift's backtracer would treat SIGQUIT as a crash until tui installs its handlers.
      setup.variables = ["SWIFT_BACKTRACE": "enable=no"]
      let screen = step % 2 == 1 ? "curses" : "truecolor"
      let session = try TerminalSession(["--interval", "0", "--screen", screen, album.path], setup)
      try session.wait(for: "its start") { session.job.identifier != nil }
      pause(microseconds: step * 60_000 / rounds)
      let signal = signals[step % signals.count]
      session.job.send(signal: signal)
      try expect(session.waitForEnd(), equals: .signaled(signal))
      try session.expectRestored()
    }
  }

  /// Ctrl-C and Ctrl-\.
  @Test(arguments: [("\u{03}", SIGINT), ("\u{1C}", SIGQUIT)])
  func `a signal key ends tui with its signal and restores the terminal`(key: String, signal: Int32) throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(key)
    try expect(session.waitForEnd(), equals: .signaled(signal))
    try session.expectRestored()
  }

  @Test func `a signal key that was remapped with stty sends its signal`() throws {
    var setup = TerminalSession.Setup()
    setup.program = "/bin/sh"
    let session = try TerminalSession(
      ["-c", "stty intr ^X && exec \"$0\" \"$@\"", Build.tui, "--interval", "0", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type("\u{18}")
    try expect(session.waitForEnd(), equals: .signaled(SIGINT))
  }

  @Test func `Ctrl-C also interrupts the other programs of a pipeline`() throws {
    var setup = TerminalSession.Setup()
    setup.program = "/bin/sh"
    let script = #"""
      { trap 'echo interrupted > "$1/said"; exit' INT
        echo "$1/1.png"; exec >&-; while :; do sleep 0.1; done; } | "$0" --interval 0 -
      """#
    let session = try TerminalSession(["-c", script, Build.tui, album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type("\u{03}")
    try session.wait(for: "the other program") { album.text(of: "said") == "interrupted\n" }
    _ = try session.waitForEnd()
    try session.expectRestored()
  }

  #if DELIBERATE_TRAP
    @Test func `Ctrl-C ends tui even when it hangs, and restores the terminal`() throws {
      let session = try TerminalSession(["--interval", "0", album.path])
      try session.waitForPicture(Album.red)
      try session.type("@")
      // No faster than a person types: a key that arrives after the terminal is restored, but before the shell reads
      // it, would be echoed.
      var typed = 0.0
      try session.wait(for: "its end") {
        if session.job.ending == nil, secondsNow() > typed + 1.5 {
          try session.type("\u{03}")
          typed = secondsNow()
        }
        return session.job.ending != nil
      }
      try expect(session.waitForEnd(), equals: .signaled(SIGINT))
      try session.expectRestored()
    }
  #else
    @Test(.disabled("the program was built without -DDELIBERATE_TRAP"))
    func `Ctrl-C ends tui even when it hangs, and restores the terminal`() {}
  #endif

  @Test func `Ctrl-C during a click command ends the command, never tui`() throws {
    // The shell may receive Ctrl-C while it starts the next sleep, and then ends only after that.
    let command = #"touch "${1%.png}.begun.$$"; while :; do sleep 0.05; done"#
    let session = try TerminalSession(["--on-click", command, "--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    for round in 1...Rounds.count(100) {
      try session.type(TerminalSession.Key.enter)
      // Until all output is read, the picture from before the command still appears to be shown.
      try session.wait(for: "the command") {
        album.names.count { $0.hasPrefix("1.begun.") } == round && !session.screen.modes.contains(1049)
      }
      try session.type("\u{03}")
      try session.wait(for: "the picture, round \(round)") {
        session.job.ending != nil || session.screen.modes.contains(1049) && session.pictureColor == Album.red
      }
      try #require(session.job.ending == nil, "it ended with its command in round \(round)")
    }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `Ctrl-C after the end of a click command quits`() throws {
    let session = try TerminalSession(["--on-click", "true", "--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command's end") { session.count(of: "\u{1B}[?1049h") == 2 }
    try session.type("\u{03}")
    try expect(session.waitForEnd(), equals: .signaled(SIGINT))
    try session.expectRestored()
  }

  /// Ctrl-S stops the terminal's output: nothing can be drawn or restored, and nothing resumes it.
  @Test(arguments: ["truecolor", "curses"])
  func `output stopped with Ctrl-S delays quitting by less than a second`(screen: String) throws {
    let runs = Rounds.count(24)
    try expectQuickEnds(runs) { run in
      let session = try TerminalSession(["--interval", "0", "--screen", screen, album.path])
      try session.wait(for: "dots") { session.dots == "●○" }
      try session.type("q")
      pause(microseconds: run * 180_000 / runs)
      try session.type("\u{13}")
      let start = secondsNow()
      _ = try session.waitForEnd()
      let seconds = secondsNow() - start
      try expect(session.settings(), equals: session.settingsBefore, "line settings are changed")
      return seconds
    }
  }

  @Test func `a signal ends tui within a second even if output is stopped with Ctrl-S`() throws {
    try expectQuickEnds(5) { _ in
      let session = try TerminalSession(["--interval", "0", album.path])
      try session.waitForPicture(Album.red)
      try session.type("\u{13}")
      session.job.send(signal: SIGTERM)
      let start = secondsNow()
      try expect(session.waitForEnd(), equals: .signaled(SIGTERM))
      let seconds = secondsNow() - start
      try expect(session.settings(), equals: session.settingsBefore, "line settings are changed")
      return seconds
    }
  }

  /// Expects that the median of some ends takes less than a second: on a busy machine, any one of them may be delayed.
  private func expectQuickEnds(
    _ runs: Int, at location: SourceLocation = #_sourceLocation, _ seconds: (_ run: Int) throws -> Double
  ) throws {
    let sorted = try (0..<runs).map(seconds).sorted()
    #expect(sorted[sorted.count / 2] < 1, "\(sorted)", sourceLocation: location)
  }
}
