import ArgumentParser
import Testing
@testable import tui

/// The quick reading of arguments against the library's.
@Suite struct QuickCommandTests {
  /// All options and sources of a command, as text.
  private func contents(_ command: Tui) -> String { String(describing: command) }

  private func expectSame(_ line: [String], at location: SourceLocation = #_sourceLocation) throws {
    let quick = try #require(QuickCommand.command(line), "\(line)", sourceLocation: location)
    let command = try #require(try Tui.parseAsRoot(line) as? Tui, sourceLocation: location)
    #expect(contents(quick) == contents(command), "\(line)", sourceLocation: location)
  }

  @Test func `without arguments all is as the library has it`() throws { try expectSame([]) }

  @Test(arguments: [
    ["a.jpg"], ["a.jpg", "b c.png", "http://example.org/x"], ["é\u{1B}.png"],
    ["--print", "--size", "80x24", "--art", "half", "--color", "truecolor", "a.jpg"],
    ["a.jpg", "--interval", "0", "--no-motion"],
    ["--interval=auto", "--change-mode=fade", "--animate", "at-rest", "a"],
    ["--direction", "up", "--heading", "backward", "--neighbors", "2", "--spacing", "3", "--page-length", "0.4"],
    ["--fit", "cover", "--align", "top-left", "--tabs", "--index"],
    ["--interval", "1.5"], ["--start", "3", "--no-wrap"], ["--start", "sun.jpg"],
    ["--no-captions", "--countdown", "--caption", "%f %n/%N"],
    ["--background", "#102030", "--video", "poster", "--no-upscale"], ["--art=sextant,half", "--color=16"],
    ["--dither", "ordered", "--invert", "--no-background", "--glyphs", "file"],
    ["--recursive", "--sort", "time", "--reverse", "--shuffle", "--pages", "--watch", "folder"],
    ["--pick"], ["--on-click", "x", "--on-click-background"], ["--on-click", "echo \"$1\" --print"],
    ["--no-cache", "--insecure"],
    ["--print", "--scene", "--stats", "--screen", "curses", "--fps", "120"],
  ])
  func `plain arguments are understood as the library understands them`(line: [String]) throws { try expectSame(line) }

  @Test(arguments: [
    ["--help"], ["-h"], ["--version"], ["--nonsense"], ["--print=yes"], ["--interval"], ["--interval", "soon"],
    ["--interval", "-1"], ["--start", "0"], ["--start", "-1"], ["--print", "--print"], ["--fps", "0"], ["--fps", "x"],
    ["--art", "oil"], ["--pick", "--on-click", "x"], ["--caption", "%q"], ["-"], ["--caption="], ["--caption", ""],
    ["--", "a"], ["--size", "0x0"],
    ["--on-click-background"], ["--on-click", "&"], ["--pick", "--print"], ["--pick", "--scene"], ["--on-click", " "],
    ["--interval", "-3"], ["--dots", "-■"],
    ["--caption", "- %f"], ["--generate-completion-script", "bash"], ["--on-click", "--print"], ["--max-pixels", "5"],
  ])
  func `what is not plain is left to the library`(line: [String]) {

    #expect(QuickCommand.command(line) == nil)
  }
}
