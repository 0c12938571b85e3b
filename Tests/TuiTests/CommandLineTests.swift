import Carousel
import CarouselApp
import CommandLineOptions
import TestSupport
import Testing
@testable import tui

/// The command line of tui: what it accepts, and that its table is complete.
@Suite struct CommandLineTests {
  @Test(arguments: [
    [], ["a.jpg", "b c.png", "http://example.org/x"], ["é\u{1B}.png"], ["-"], ["--", "a"], ["help"],
    ["--print", "--size", "80x24", "--art", "half", "--color", "truecolor", "a.jpg"], ["--size", "80X24"],
    ["a.jpg", "--interval", "0", "--no-motion"], ["--interval", "0x10"],
    ["--interval=auto", "--change-mode=fade", "--animate", "at-rest", "a"],
    ["--direction", "up", "--heading", "backward", "--neighbors", "2", "--spacing", "3", "--page-length", "0.4"],
    ["--fit", "cover", "--align", "top-left", "--tabs", "--index"], ["--fit", "none"],
    ["--interval", "1.5"], ["--start", "3", "--no-wrap"], ["--start", "sun.jpg"], ["--start", "-1"], ["--start", "--"],
    ["--no-captions", "--countdown", "--caption", "%f %n/%N"], ["--caption", "- %f"], ["--caption="],
    ["--background", "#102030", "--video", "poster", "--no-upscale"], ["--art=sextant,half", "--color=16"],
    ["--dither", "ordered", "--invert", "--no-background", "--glyphs", "file"],
    ["--recursive", "--sort", "time", "--reverse", "--shuffle", "--pages", "--watch", "folder"],
    ["--pick"], ["--pick", "-0"], ["-00", "--print-marked"], ["--on-click", "x", "--on-click-background"],
    ["--on-click", "echo \"$1\" --print"], ["--on-click=-x"],
    ["--action", "k:Keep:cp \"$1\" keep/"], ["--action", "a:A:a", "--action", "b:B:b"], ["--action", "-:Dash:x"],
    ["--no-cache", "--insecure"], ["--max-pixels", "5"], ["--print", "--print"], ["--print", "--print=no"],
    ["--fps", "0", "--fps", "4"],
    ["--page-position", "top-left", "--dots", "□■", "--dot-color", "red"], ["--dots", "-■"], ["--dots", "none"],
    ["--current-dot-color=#123456", "--caption-color", "white", "--caption-background", "black/0.3"],
    ["--placeholder", "p.png", "--decode-memory", "128", "--downloads", "3", "--timeout", "9"], ["--placeholder", "-"],
    ["--cache-dir", "/c", "--disk-cache", "100", "--memory-cache", "32", "--clear-cache"],
    ["--no-mouse", "--reduced-motion", "--high-contrast", "--keys", "vim"], ["--no-config", "--print-config"],
    ["--print", "--scene", "--stats", "--screen", "curses", "--fps", "120"],
  ])
  func `these command lines are accepted`(line: [String]) throws {
    guard case .run = try Tui.parse(line.map { Array($0.utf8) }) else {
      Issue.record("\(line) asks for something else")
      return
    }
  }

  @Test(arguments: [
    ["--nonsense"], ["--print=maybe"], ["--interval"], ["--interval", "soon"], ["--interval", "-1"], ["--interval="],
    ["--start", "0"], ["--start="], ["--fps", "0"], ["--fps", "x"], ["--fps", "x", "--fps", "4"], ["--columns", "-1"],
    ["--art", "oil"], ["--art", "Half"], ["--pick", "--on-click", "x"], ["--caption", "%q"], ["--size", "0x0"],
    ["--on-click-background"], ["--on-click", "&"], ["--pick", "--print"], ["--pick", "--scene"], ["--on-click", " "],
    ["--print-marked", "--print"], ["-0"], ["--neighbors", "5"], ["--neighbors", "1", "--page-length", "1"],
    ["--neighbors", "1", "--change-mode", "curl"], ["--page-length", "nan"], ["--cache-dir="], ["--max-pixels", "0"],
    ["--action", "k"], ["--on-click", "--print"], ["--on-click", "--", "a"], ["-interval", "3"],
  ])
  func `these command lines are rejected`(line: [String]) {
    #expect(throws: UsageError.self) { try Tui.parse(line.map { Array($0.utf8) }) }
  }

  @Test func `options that no argument sets keep their defaults`() throws {
    guard case .run(let command, let operands) = try Tui.parse([]) else { return }
    #expect(operands.isEmpty)
    expect(command.carousel.interval, equals: 5)
    expect(command.carousel.start, equals: .number(1))
    expect(command.network.downloads, equals: 5)
    expect(command.output.fps, equals: 60)
    expect(command.viewer.columns, equals: nil)
  }

  @Test func `reduced motion switches transitions and animations off, unless these are asked for`() throws {
    func carousel(_ line: [String]) throws -> CarouselOptions {
      guard case .run(let command, _) = try Tui.parse(line.map { Array($0.utf8) }) else { return CarouselOptions() }
      return command.carousel
    }
    let reduced = try carousel(["--reduced-motion", "--change-mode", "fade"])
    expect(reduced.settings.0.transition, equals: .none)
    expect(reduced.animateMode, equals: .never)
    try expect(carousel(["--reduced-motion", "--animate", "always"]).animateMode, equals: .always)
    try expect(carousel([]).animateMode, equals: .always)
  }

  @Test func `names keep bytes that are not UTF-8`() throws {
    let options: [[UInt8]] = [Array("--start".utf8), [0xFF], Array("--placeholder=".utf8) + [0xFE]]
    let line = options + [[0xFD], Array("--".utf8), [0xFC]]
    guard case .run(let command, _) = try Tui.parse(line) else { return }
    expect(command.carousel.start, equals: .name([0xFF]))
    expect(command.overlays.placeholder, equals: [0xFE])
    expect(command.sources, equals: [[0xFD], [0xFC]])
  }

  static let programs = [Tui.commandLine.description, FetchProgram.description]

  @Test(arguments: programs, [40, 59, 60, 80, 100])
  func `help fits into the window`(program: CommandDescription, columns: Int) {
    for line in program.help(columns: columns).split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
  }

  @Test(arguments: programs)
  func `names are unique, and help is one sentence or more`(program: CommandDescription) {
    let names = program.options.flatMap(\.names)
    expect(Set(names).count, equals: names.count)
    for option in program.options {
      #expect(option.help.hasSuffix(".") && !option.help.contains("\n"), "\(option.name)")
    }
  }
}

extension Tui {
  /// Parses and checks arguments.
  ///
  /// - Throws: `UsageError` if they are invalid or do not go together.
  static func parse(_ arguments: [[UInt8]]) throws(UsageError) -> CommandLineRequest<Tui> {
    var request = try commandLine.parse(arguments)
    if case .run(var command, let operands) = request {
      command.sources = operands
      try command.validate()
      request = .run(command, operands: operands)
    }
    return request
  }
}
