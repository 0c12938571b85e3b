import ArgumentParser
import Foundation
import Testing
@testable import tui

/// The quick parser of arguments, compared with ArgumentParser.
@Suite struct QuickCommandTests {
  /// Returns all options and sources of a command as text.
  private func contents(_ command: Tui) -> String { String(describing: command) }

  private func expectSame(_ line: [String], at location: SourceLocation = #_sourceLocation) throws {
    let quick = try #require(QuickCommand.command(line), "\(line)", sourceLocation: location)
    let command = try #require(try Tui.parseAsRoot(line) as? Tui, sourceLocation: location)
    #expect(contents(quick) == contents(command), "\(line)", sourceLocation: location)
  }

  @Test func `without arguments the result equals ArgumentParser's`() throws { try expectSame([]) }

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
    ["--action", "k:Keep:cp \"$1\" keep/"], ["--no-cache", "--insecure"], ["--max-pixels", "5"],
    ["--page-position", "top-left", "--dots", "□■", "--dot-color", "red"],
    ["--current-dot-color=#123456", "--caption-color", "white", "--caption-background", "black/0.3"],
    ["--placeholder", "p.png", "--decode-memory", "128", "--downloads", "3", "--timeout", "9"],
    ["--cache-dir", "/c", "--disk-cache", "100", "--memory-cache", "32", "--clear-cache"],
    ["--print", "--scene", "--stats", "--screen", "curses", "--fps", "120"],
  ])
  func `plain arguments are parsed as ArgumentParser parses them`(line: [String]) throws { try expectSame(line) }

  @Test(arguments: [
    ["--help"], ["-h"], ["--version"], ["--nonsense"], ["--print=yes"], ["--interval"], ["--interval", "soon"],
    ["--interval", "-1"], ["--start", "0"], ["--start", "-1"], ["--print", "--print"], ["--fps", "0"], ["--fps", "x"],
    ["--art", "oil"], ["--pick", "--on-click", "x"], ["--caption", "%q"], ["-"], ["--caption="], ["--caption", ""],
    ["--", "a"], ["--size", "0x0"],
    ["--on-click-background"], ["--on-click", "&"], ["--pick", "--print"], ["--pick", "--scene"], ["--on-click", " "],
    ["--interval", "-3"], ["--dots", "-■"],
    ["--action", "a:A:a", "--action", "b:B:b"], ["--action", "k"], ["--action", "-:Dash:x"],
    ["--caption", "- %f"], ["--generate-completion-script", "bash"], ["--on-click", "--print"],
  ])
  func `all other arguments are left to ArgumentParser`(line: [String]) {

    #expect(QuickCommand.command(line) == nil)
  }

  /// The options that ArgumentParser finds in the property wrappers, as `--experimental-dump-help` prints them.
  private struct Dump: Decodable {
    struct Command: Decodable { let arguments: [Argument] }

    struct Argument: Decodable {
      struct Name: Decodable { let kind, name: String }

      let kind: String
      let names: [Name]?
      let sectionTitle: String?
    }

    let command: Command
  }

  @Test func `the tables have ArgumentParser's options, with the same kinds in the same order`() throws {
    let rows: [(name: String, isFlag: Bool)] =
      CarouselOptions.rows.map { ($0.name, $0.isFlag) } + LayoutOptions.rows.map { ($0.name, $0.isFlag) }
      + OverlayOptions.rows.map { ($0.name, $0.isFlag) } + PictureOptions.rows.map { ($0.name, $0.isFlag) }
      + SlideOptions.rows.map { ($0.name, $0.isFlag) } + ViewerOptions.rows.map { ($0.name, $0.isFlag) }
      + ClickOptions.rows.map { ($0.name, $0.isFlag) }
      + NetworkOptions.rows.map { ($0.name, $0.isFlag) } + OutputOptions.rows.map { ($0.name, $0.isFlag) }
    let dump = try JSONDecoder().decode(Dump.self, from: Data(Tui._dumpHelp().utf8))
    // ArgumentParser's own options, --help and --version, have no section title.
    let options = dump.command.arguments.filter { $0.kind != "positional" && $0.sectionTitle != nil }
    let names = options.flatMap { ($0.names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name } }
    #expect(rows.map(\.name) == names)
    #expect(rows.map(\.isFlag) == options.map { $0.kind == "flag" })
    #expect(rows.count > 50)
  }
}
