import Rendering
import TestSupport
import Testing

@Suite("What terminals draw")
struct GlyphSupportTests {
  @Test(arguments: [
    (["TERM": "xterm-256color"], "block"), (["TERM": "linux"], "half"), ([:], "block"),
    (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], "legacy"), (["TERM": "foot"], "legacy"),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20240203-110809"], "legacy"),
    (["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.3"], "best"),
    (["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.1.3"], "legacy"),
    (["TERM": "xterm-256color", "VTE_VERSION": "7802"], "best"),
    (["TERM": "xterm-256color", "VTE_VERSION": "7006"], "legacy"),
    (["TERM": "xterm-256color", "VTE_VERSION": "5202"], "block"),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "230804"], "block"),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.5.0"], "block"),
    (["TERM": "alacritty"], "block"), (["WT_SESSION": "x", "TERM": "xterm-256color"], "block"),
    (["TERM": "tmux-256color", "TMUX": "/tmp/x", "TERM_PROGRAM": "tmux", "KITTY_WINDOW_ID": "1"], "block"),
    (["TERM": "screen", "STY": "1.x", "VTE_VERSION": "7802"], "block"),
  ])
  func `the environment tells which glyphs are drawn right`(environment: [String: String], expected: String) {
    expect(GlyphSupport.sets(environment: environment, isUTF8: true).name, equals: expected)
    expect(GlyphSupport.sets(environment: environment, isUTF8: false).name, equals: "ascii")
  }

  @Test(arguments: [
    ("kitty(0.26.5)", "legacy"), ("kitty(0.40.1)", "best"), ("foot(1.16.2)", "legacy"), ("foot(1.20.0)", "best"),
    ("WezTerm 20240203-110809-5046fc22", "legacy"), ("ghostty 1.2.0", "best"), ("VTE(7802)", "best"),
    ("VTE(5202)", "block"), ("alacritty_terminal 0.26.0", "block+sextant"), ("alacritty_terminal 0.20.0", "block"),
    ("XTerm(379)", "block"), ("tmux 3.3a", "block"), ("Konsole 23.08.4", "block"), ("", "block"),
    ("kitty(99999999999999999999)", "best"), ("(((", "block"),
  ])
  func `what a terminal calls itself tells more`(version: String, expected: String) {
    let environment = ["TERM": "xterm-256color"]
    expect(GlyphSupport.sets(environment: environment, version: version, isUTF8: true).name, equals: expected)
    // Other terminals are made of Alacritty's library.
    let other = environment.merging(["TERM_PROGRAM": "zed"]) { $1 }
    if version.hasPrefix("alacritty") {
      expect(GlyphSupport.sets(environment: other, version: version, isUTF8: true).name, equals: "block")
    }
  }
}
