import CNcurses
import Foundation
import Terminal
import TestSupport
import Testing

@testable import NcursesScreen

/// Which terminals get frames directly.
struct DirectFrameTests {
  /// A terminal type, and whether its entry allows direct frames in 256, 16 and 8 colors and without colors.
  private typealias Rule = (type: String, isAllowed: [Bool])

  /// Entries that every system has.
  private static let rules: [Rule] = [
    ("xterm-256color", [true, true, true, true]),
    ("screen-256color", [true, true, true, true]),
    ("tmux-256color", [true, true, true, true]),
    ("xterm", [false, false, true, true]),
    ("linux", [false, false, true, true]),
    ("screen", [false, false, true, true]),
    ("tmux", [false, false, true, true]),
    ("rxvt", [false, false, true, true]),
    ("Eterm", [false, false, true, true]),
    ("hurd", [false, false, true, true]),
    // Colors are all of 38;5, which does not show that the terminal knows the short forms.
    ("rxvt-unicode-256color", [false, false, false, true]),
    // The last column of the last row would scroll the screen.
    ("ansi", [false, false, false, false]),
    ("cygwin", [false, false, false, false]),
    ("pcansi", [false, false, false, false]),
    // There is no CHA.
    ("cons25", [false, false, false, false]),
    ("mach-color", [false, false, false, false]),
    ("sun", [false, false, false, false]),
    ("vt220", [false, false, false, false]),
    ("wsvt25", [false, false, false, false]),
    ("xterm-mono", [false, false, false, false]),
    // Nor that, and moves are padded.
    ("vt100", [false, false, false, false]),
    ("vt102", [false, false, false, false]),
    // Other sequences, or none.
    ("dumb", [false, false, false, false]),
    ("vt52", [false, false, false, false]),
  ]

  /// Entries of other terminals in the source form of terminfo(5), reduced to what is looked at.
  private static let source = #"""
    xterm-16color|xterm with sixteen colors, am, xenl, colors#16, cr=\r, cuf=\E[%p1%dC, cup=\E[%i%p1%d;%p2%dH,
      hpa=\E[%i%p1%dG, op=\E[39;49m, setab=\E[%?%p1%{8}%<%t%p1%'('%+%e%p1%{92}%+%;%dm,
      setaf=\E[%?%p1%{8}%<%t%p1%{30}%+%e%p1%'R'%+%;%dm, sgr0=\E(B\E[m,
    konsole-256color|konsole, am, xenl, colors#0x100, cr=\r, cuf=\E[%p1%dC, cup=\E[%i%p1%d;%p2%dH, hpa=\E[%i%p1%dG,
      op=\E[39;49m, setab=\E[%?%p1%{8}%<%t4%p1%d%e%p1%{16}%<%t10%p1%{8}%-%d%e48;5;%p1%d%;m,
      setaf=\E[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38;5;%p1%d%;m, sgr0=\E[0m\017,
    st|simple terminal, am, xenl, colors#8, cr=\r, cuf=\E[%p1%dC, cup=\E[%i%p1%d;%p2%dH, hpa=\E[%i%p1%dG,
      op=\E[39;49m, setab=\E[4%p1%dm, setaf=\E[3%p1%dm, sgr0=\E[0m,
    teraterm|Tera Term, am, colors#8, cr=\r, cuf=\E[%p1%dC, cup=\E[%i%p1%d;%p2%dH, hpa=\E[%i%p1%dG, op=\E[39;49m,
      rmam=\E[?7l, setab=\E[4%p1%dm, setaf=\E[3%p1%dm, sgr0=\E[0m\017,
    linux-16color|the Linux console with bold and blinking colors, am, xenl, colors#16, cr=\r, cuf=\E[%p1%dC,
      cup=\E[%i%p1%d;%p2%dH, hpa=\E[%i%p1%dG, op=\E[39;49m, rmam=\E[?7l,
      setab=\E[4%p1%{8}%m%d%?%p1%{7}%>%t;5%e;25%;m, setaf=\E[3%p1%{8}%m%d%?%p1%{7}%>%t;1%e;22%;m, sgr0=\E[m\017,
    jfbterm|white on black as its own colors, am, xenl, colors#8, cr=\r, cuf=\E[%p1%dC, cup=\E[%i%p1%d;%p2%dH,
      hpa=\E[%i%p1%dG, op=\E[37;40m, setab=\E[4%p1%dm, setaf=\E[3%p1%dm, sgr0=\E[0m,
    tui-swapped|red and blue in the order of setf, am, xenl, colors#8, cr=\r, cuf=\E[%p1%dC, cup=\E[%i%p1%d;%p2%dH,
      hpa=\E[%i%p1%dG, op=\E[39;49m, setaf=\E[3%?%p1%{1}%=%t4%e%p1%{3}%=%t6%e%p1%{4}%=%t1%e%p1%{6}%=%t3%e%p1%d%;m,
      setab=\E[4%p1%dm, sgr0=\E[m,
    tui-padded|a move that takes time, am, xenl, cr=\r, cuf=\E[%p1%dC, cup=\E[%i%p1%d;%p2%dH$<10>, hpa=\E[%i%p1%dG,
      sgr0=\E[m,
    wyse60|no ECMA-48, am, cr=\r, cup=\E=%p1%' '%+%c%p2%' '%+%c, rmam=\Ed., sgr0=\E(\EH\003\EG0\EcD,

    """#

  private static let rulesOfSource: [Rule] = [
    ("xterm-16color", [false, true, true, true]),
    ("konsole-256color", [true, true, true, true]),
    ("st", [false, false, true, true]),
    ("teraterm", [false, false, true, true]),
    ("linux-16color", [false, false, false, true]),
    ("jfbterm", [false, false, false, true]),
    ("tui-swapped", [false, false, false, true]),
    ("tui-padded", [false, false, false, false]),
    ("wyse60", [false, false, false, false]),
  ]

  @Test func `frames are written directly where terminfo has the same sequences`() throws {
    try check(Self.rules)
  }

  @Test func `swapped colors, padding, bold colors and other defaults are left to ncurses`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tui-terminfo-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try PipedProgram.run("/usr/bin/tic", ["-x", "-o", folder, "-"], input: Array(Self.source.utf8))
    expect(run.ending, equals: .exited(0))
    // The C library copies both.
    unsafe setenv("TERMINFO", folder, 1)
    defer { unsafe unsetenv("TERMINFO") }
    try check(Self.rulesOfSource)
  }

  private func check(_ rules: [Rule]) throws {
    let depths: [ColorDepth] = [.palette256, .palette16, .palette8, .mono]
    for (type, isAllowed) in rules {
      var reason: Int32 = 0
      // ncurses copies the type.
      try #require(unsafe setupterm(type, 1, &reason) == OK, "terminfo lacks \(type)")
      expect(depths.map { Capabilities.allowDirectFrames(at: $0) }, equals: isAllowed, "\(type)")
      tui_forget_terminal()
    }
  }
}
