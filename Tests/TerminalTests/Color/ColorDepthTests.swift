import Terminal
import TestSupport
import Testing

@Suite struct ColorDepthTests {
  @Test(
    arguments: [
      (["TERM": "xterm-256color"], 256, .palette256),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], 256, .truecolor),
      (["TERM": "xterm", "COLORTERM": "24bit"], 8, .truecolor),
      (["TERM": "xterm-direct"], 1 << 24, .truecolor),
      (["TERM": "xterm-kitty"], 256, .truecolor),
      (["TERM": "foot-extra"], 256, .truecolor),
      (["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"], 256, .truecolor),
      (["TERM": "screen-256color", "TMUX": "/tmp/x,1,0"], 256, .truecolor),
      (["TERM": "screen-256color", "STY": "1.a", "KITTY_WINDOW_ID": "1"], 256, .palette256),
      (["TERM": "screen.xterm-256color", "STY": "1.a", "COLORTERM": "truecolor"], 256, .palette256),
      (["TERM": "screen", "STY": "1.a", "COLORTERM": "truecolor"], 8, .palette256),
      (["TERM": "screen", "STY": "1.a", "TMUX": "/tmp/x,1,0"], 8, .palette8),
      (["TERM": "tmux-256color", "STY": "1.a", "TMUX": "/tmp/x,1,0"], 256, .truecolor),
      (["TERM": "xterm-256color", "VTE_VERSION": "6800"], 256, .truecolor),
      (["TERM": "xterm-256color", "VTE_VERSION": "3409"], 256, .palette256),
      (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"], 256, .truecolor),
      (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(278)"], 256, .palette256),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], 256, .palette256),
      (["TERM": "linux", "COLORTERM": "truecolor"], 8, .palette8),
      (["TERM": "linux-16color"], 16, .palette16),
      (["TERM": "vt100"], -1, .mono),
      (["TERM": "vt220", "XTERM_VERSION": "XTerm(379)", "COLORTERM": "truecolor"], -1, .mono),
      (["TERM": "vte-256color"], 256, .truecolor),
      (["TERM": "dumb", "COLORTERM": "truecolor"], -1, .mono),
      (["TERM": "mlterm", "MLTERM": "3.9.4", "COLORTERM": "truecolor"], 8, .palette8),
      (["TERM": "mlterm-256color", "COLORTERM": "truecolor"], 256, .palette256),
      (["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "MLTERM": "3.9.4"], 256, .truecolor),
      ([:], 0, .mono),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], 256, .palette256),
    ] as [([String: String], Int, ColorDepth)])
  func `The color depth is detected from the environment and terminfo`(
    environment: [String: String], colors: Int, depth: ColorDepth
  ) {
    expect(ColorDepth.detected(environment: environment, terminfoColors: colors), equals: depth)
  }
}
