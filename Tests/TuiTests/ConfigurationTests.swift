import CarouselApp
import CommandLineOptions
import Foundation
import Terminal
import TestSupport
import Testing
@testable import tui

/// The layers of tui's settings, from real files.
@Suite final class ConfigurationTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tui-configuration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Reads a configuration; nil: there is no file.
  private func configuration(
    _ text: String?, arguments: [String] = [], variable: String? = nil, isNamed: Bool = false
  ) throws -> Configuration {
    let home = folder.path + "/" + UUID().uuidString
    let file = home + "/.config/tui/config"
    try FileManager.default.createDirectory(atPath: home + "/.config/tui", withIntermediateDirectories: true)
    try text?.write(toFile: file, atomically: true, encoding: .utf8)
    var environment = ["HOME": home]
    environment["TUI_OPTIONS"] = variable
    let arguments = (arguments + (isNamed ? ["--config", file] : [])).map { Array($0.utf8) }
    var layered = LayeredOptions(Tui())
    _ = try Tui.commandLine.parse(arguments, over: &layered)
    return try Configuration(arguments, parsed: layered, environment: environment)
  }

  /// The problems without the path of the file.
  private func problems(_ configuration: Configuration) -> [String] {
    let path = configuration.location?.shown ?? ""
    return configuration.problems.map { $0.hasPrefix(path) ? "config" + $0.dropFirst(path.count) : $0 }
  }

  @Test(arguments: [false, true])
  func `the file's settings hold unless the variable or the command line has others`(isNamed: Bool) throws {
    let read = try configuration(
      "interval = 7\nfit = cover\nno-wrap = yes\nfps = 30\n", arguments: ["--fit", "width", "--no-wrap=no"],
      variable: "--fps 20 --fit height", isNamed: isNamed)
    let tui = read.layered.options
    #expect(read.problems.isEmpty)
    expect(tui.carousel.interval, equals: 7)
    expect(tui.layout.fit.name, equals: "width")
    #expect(!tui.carousel.noWrap)
    expect(tui.output.fps, equals: 20)
    #expect(read.describe(.file(line: 1)).hasSuffix("/.config/tui/config:1"))
  }

  @Test func `without a file and a variable, the defaults and the command line hold`() throws {
    let read = try configuration(nil, arguments: ["--fps", "9"])
    expect(read.layered.options.output.fps, equals: 9)
    expect(Set(read.layered.given.keys), equals: ["fps"])
    #expect(read.problems.isEmpty)
  }

  @Test func `--no-config ignores the file and the variable`() throws {
    let read = try configuration("fps = 9", arguments: ["--no-config"], variable: "--fps 8")
    expect(read.layered.options.output.fps, equals: 60)
  }

  @Test func `a problem names the file, the line and what was expected, and the rest holds`() throws {
    let read = try configuration(
      "intervall = 3\nfps = fast\nfit = cover\nnonsense\nconfig = x\ncaption = %q\n", variable: "--fps 0 --index")
    expect(
      problems(read),
      equals: [
        "config:1: unknown setting intervall; did you mean interval?",
        "config:2: fps 'fast': expected a whole number from 1 to 240", "config:4: nonsense: expected 'name = value'",
        "config:5: config is only for the command line",
        "TUI_OPTIONS: --fps '0': expected a whole number from 1 to 240",
        "config:6: --caption %q: there is no directive %q; there are %f %D %p %n %N %w %h %d %T %t %m %l %e %F %i %g %c %%",
      ])
    expect(read.layered.options.layout.fit.name, equals: "cover")
    #expect(read.layered.options.overlays.index)
  }

  @Test func `of settings that cannot be combined, the file's is ignored`() throws {
    let read = try configuration("neighbors = 2\nfps = 9", arguments: ["--change-mode", "curl"])
    expect(
      problems(read),
      equals: [
        "config:1: --neighbors and --change-mode curl cannot be combined: its slides lie over each other"
      ])
    expect(read.layered.options.output.fps, equals: 9)
    expect(read.layered.options.layout.neighbors, equals: nil)
  }

  @Test func `each line that cannot be combined is named, and the variable only if it is wrong`() throws {
    let read = try configuration(
      "caption = %q\nfollow = yes\nkeep-to =\nwatch = yes\ninterval = 1\n", variable: "--fps 9 --keep-next")
    expect(
      problems(read),
      equals: [
        "TUI_OPTIONS: --keep-next needs --keep-to; the variable is ignored",
        "config:1: --caption %q: there is no directive %q; there are %f %D %p %n %N %w %h %d %T %t %m %l %e %F %i %g %c %%",
        "config:3: --keep-to needs a folder", "config:5: --interval 1: below the minimum; using 2 s",
      ])
    #expect(read.layered.options.slides.follow)
    expect(read.layered.options.carousel.interval, equals: 1)
    expect(read.layered.options.output.fps, equals: 60)
    expect(
      problems(try configuration("interval = 9", arguments: ["--interval", "1"])),
      equals: ["--interval 1: below the minimum; using 2 s"])
    expect(read.located("--watch has no effect"), equals: "\(read.describe(.file(line: 4))): --watch has no effect")
    expect(read.located("--grid has no effect"), equals: "--grid has no effect")
  }

  @Test func `of settings that cannot be combined, only the last value of each is looked at`() throws {
    let read = try configuration(
      "follow = yes\nfps = 20\nfollow = no\nfps = 30\nkeep-next = yes\n", variable: "--fps 9 --follow")
    expect(
      problems(read),
      equals: [
        "TUI_OPTIONS: --follow needs --watch; the variable is ignored",
        "config:5: --keep-next needs --keep-to",
      ])
    expect(read.layered.options.output.fps, equals: 30)
  }

  @Test func `what is wrong with the command line alone is a usage error`() throws {
    #expect(throws: UsageError.self) { try configuration("fps = 9", arguments: ["--pick", "--print"]) }
    #expect(throws: UsageError.self) { try configuration(nil, arguments: ["--config", "/nonexistent/file"]) }
    #expect(throws: UsageError.self) { try configuration(nil, arguments: ["--config", "/dev/zero"]) }
  }

  @Test func `a file that is too large or no regular file is reported and not read`() throws {
    let large = try configuration(String(repeating: "#\n", count: 40_000) + "fps = 9")
    expect(problems(large), equals: ["config: file larger than 65536 bytes"])
    expect(large.layered.options.output.fps, equals: 60)
  }

  @Test func `paths begin at the home folder after a tilde, and else at the file's folder`() throws {
    let options = try configuration("keep-to = ~/a\ncache-dir = b\nlisten = plots").layered.options
    #expect(options.click.keepTo?.hasPrefix(folder.path) == true && options.click.keepTo?.contains(".config") == false)
    #expect(options.network.cacheDir?.hasSuffix("/.config/tui/b") == true)
    expect(options.remote.listen.map { String(decoding: $0, as: UTF8.self) }, equals: "plots")
    try expect(configuration("cache-dir = /c").layered.options.network.cacheDir, equals: "/c")
  }

  @Test func `a file of the configuration that is gone is reported, and the rest holds`() throws {
    let read = try configuration("placeholder = /nonexistent/a.png\nfps = 9\nglyphs = /nonexistent/b")
    expect(
      problems(read),
      equals: [
        "config:1: --placeholder /nonexistent/a.png: no such file", "config:3: --glyphs /nonexistent/b: no such file",
      ])
    expect(read.layered.options.output.fps, equals: 9)
  }

  @Test func `an action of the command line replaces the file's with the same key`() throws {
    let read = try configuration(
      "action = k:Keep:a\naction = t:Trash:b", arguments: ["--action", "k:Copy:c", "--action", "x:More:d"])
    try expect(read.layered.options.click.userActions().map(\.name), equals: ["Copy", "Trash", "More"])
    #expect(throws: UsageError.self) { try configuration("", arguments: ["--action", "k:A:a", "--action", "k:B:b"]) }
  }

  @Test func `keys and commands of the file are bound, and lie over those of a preset`() throws {
    let read = try configuration(
      """
      [action "Keep"]
      key = K
      command = cp -- "$1" keep/
      [action "Trash"]
      command = gio trash -- "$1" &
      [keys]
      preset = vim
      ctrl+t = Trash
      G = none
      [keys.viewer]
      x = zoom-in
      """, arguments: ["--action", "K:Copy:c"])
    #expect(read.problems.isEmpty)
    expect(read.keys.actions.map(\.name), equals: ["Trash", "Copy"])
    let carousel = read.keys.bindings.carousel
    expect(carousel.bound([KeyStroke(.character("g")), KeyStroke(.character("g"))]), equals: .action(.first))
    expect(carousel.bound([KeyStroke(.character("G"))]), equals: .nothing)
    expect(carousel.bound([KeyStroke(.control("t"))]).map(\.configurationName), equals: "Trash")
    expect(read.keys.bindings.viewer.action(for: .character("x")), equals: .zoomIn)
    let lines = read.keysInForce
    let places = [8, 9].map { "# \(read.describe(.file(line: $0)))" }
    expect(
      Array(lines.prefix(6)), equals: ["", "[keys.carousel]", places[0], "ctrl+t = Trash", places[1], "G = none"])
    let headings = ["# preset vim", "#g g = first", "# default", "#home = first"]
    expect(lines.prefix { $0 != "[keys.viewer]" }.filter(headings.contains), equals: headings)
  }

  @Test func `a setting that was appended below the keys is told from a key`() throws {
    let read = try configuration("[keys]\nn = next\ninterval = 0\n[action \"A\"]\ncommand = true\nfps = 9")
    let place = "is a setting: it belongs above the sections, or below a line [options]"
    expect(problems(read).sorted(), equals: ["config:3: interval \(place)", "config:6: fps \(place)"])
  }

  @Test func `an option chooses the preset, too, and has precedence`() throws {
    let read = try configuration("[keys]\npreset = vim", arguments: ["--keys", "feh"])
    expect(read.keys.bindings.carousel.action(for: .character("h")), equals: .pause)
    expect(
      problems(try configuration("[keys]\npreset = emacs")).first?.hasPrefix("config:2: keys 'emacs': expected"),
      equals: true)
  }

  @Test func `problems of keys and commands name the line, and the rest holds`() throws {
    let read = try configuration(
      """
      [keys]
      ctrl+é = next
      n = jump
      x = next
      [keys.grid]
      n = pan-left
      [keys.editor]
      n = next
      [action "next"]
      command = true
      [action "Empty"]
      key = e
      [action "Long"]
      key = ee
      command = true
      shade = red
      [keys]
      z = dance
      """)
    expect(
      problems(read),
      equals: [
        "config:16: unknown setting shade of an action; expected key or command",
        #"config:10: [action "next"]: tui has an action of this name"#,
        #"config:12: [action "Empty"]: expected a command, and as its key none or one character other than a digit"#,
        #"config:14: [action "Long"]: expected a command, and as its key none or one character other than a digit"#,
        "config:2: 'ctrl+é' cannot be bound: terminals send no code for it",
        "config:3: unknown action 'jump'; did you mean jump-back?",
        "config:6: pan-left has no meaning in [keys.grid], but in [keys.zoomed]",
        "config:8: unknown mode editor; expected carousel, viewer, zoomed, grid, search, digits, help or menu",
        "config:18: unknown action 'dance'; expected none, the name of an [action], or one of those in tui-config(5)",
      ])
    expect(read.keys.bindings.carousel.action(for: .character("x")), equals: .next)
  }

  @Test(arguments: KeyPreset.allCases)
  func `every binding of a preset is valid, and every mode can be left and explained`(preset: KeyPreset) throws {
    let file = ConfigurationFile(Array(preset.text.utf8))
    #expect(file.problems.isEmpty)
    var bindings = KeyBindings.standard
    for setting in file.settings {
      guard case .keys(let mode) = setting.section else { continue }
      try bindings.apply(KeySetting(mode: mode, keys: setting.name, action: setting.text))
    }
    for context in [KeyContext.carousel, .viewer, .grid] {
      #expect(!bindings.table(for: context).listedKeys(for: .help).isEmpty, "\(context)")
      #expect(!bindings.table(for: context).listedKeys(for: .quit).isEmpty, "\(context)")
      let ways = [Action.back, .grid].flatMap { bindings.table(for: context).listedKeys(for: $0) }
      #expect(!ways.isEmpty, "\(context)")
    }
  }

  @Test func `a new file changes nothing, and its defaults are the defaults`() throws {
    let standard = try configuration(nil).layered.options
    let plain = try configuration(Configuration.template)
    #expect(plain.problems.isEmpty)
    #expect(plain.layered.given.isEmpty)
    let lines = Configuration.template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && line.dropFirst().first?.isLowercase == true ? String(line.dropFirst()) : String(line)
    }
    let set = try configuration(lines.joined(separator: "\n"))
    #expect(set.problems.isEmpty)
    #expect(set.layered.given.count > 40)
    expect(String(reflecting: set.layered.options), equals: String(reflecting: standard))
  }
}
