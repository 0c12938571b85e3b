import CarouselApp
import CommandLineOptions
import Foundation
import System
import TestSupport
import Testing
@testable import tui

/// What `--print-config` prints is a configuration file with the same effect.
@Suite final class PrintedConfigurationTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "tui-printed-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    for name in ["a #.png", "glyphs"] { try Data("# glyphs\n".utf8).write(to: home.appending(path: name)) }
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  private func configuration(_ lines: [String], _ arguments: [String] = []) throws -> Configuration {
    let folder = home.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "config")
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let arguments = (arguments + ["--config", file.path]).map { Array($0.utf8) }
    var layered = LayeredOptions(Tui())
    _ = try Tui.commandLine.parse(arguments, over: &layered)
    return try Configuration(arguments, parsed: layered, environment: ["HOME": home.path])
  }

  /// Expects that the settings in force, saved as a file, are in force again, and returns them.
  @discardableResult
  private func saved(_ given: Configuration) throws -> Configuration {
    let read = try configuration(given.inForce)
    #expect(read.problems.isEmpty)
    var (before, after) = (given.layered.options, read.layered.options)
    (before.configuration.file, after.configuration.file) = (nil, nil)
    (before.click.inheritedActions, after.click.inheritedActions) = (0, 0)
    (before.click.actions, after.click.actions) = ([], [])
    expect(String(reflecting: after), equals: String(reflecting: before))
    for context in KeyContext.allCases {
      let isEqual = read.keys.bindings.table(for: context) == given.keys.bindings.table(for: context)
      #expect(isEqual, "\(context)")
    }
    expect(read.keys.actions, equals: given.keys.actions)
    return read
  }

  /// Values of options that are not their defaults, where the choices and the range name none.
  private static let values = [
    "interval": "0", "start": "-3", "page-length": "0.5", "dots": "none", "dot-color": "#123456",
    "current-dot-color": "red", "caption": "# %f = [%n]", "caption-color": "#fff", "caption-background": "blue/0.25",
    "background": "#102030", "max-pixels": "5",
    "on-click": "echo \"$1\" # &", "action": "k:Keep it:cp -- \"$1\" keep/ &", "keep-to": "/keep", "cache-dir": "/c",
    "s3-endpoint": "http://s", "size": "40x20", "listen": "plots", "isolation": "off",
  ]
  /// What an option needs beside it.
  private static let companions = [
    "follow": ["--watch"], "keep-next": ["--keep-to", "/k"], "on-click-background": ["--on-click", "a"],
  ]

  @Test(arguments: Tui.commandLine.description.options.filter { $0.key != nil })
  func `every option can be saved`(option: OptionDescription) throws {
    let name = option.key ?? ""
    var arguments = Self.companions[name] ?? []
    if let value = option.value {
      let other = value.choices.last { $0 != value.defaultText }
      let file = ["placeholder": "a #.png", "glyphs": "glyphs"][name].map { home.appending(path: $0).path }
      let text = file ?? Self.values[name] ?? other ?? value.range?.split(separator: " ").first.map(String.init)
      arguments += [option.name, try #require(text)]
    } else {
      arguments.append(option.name)
    }
    let read = try saved(try configuration([], arguments))
    #expect(read.layered.given[name] != nil)
  }

  @Test func `keys and commands can be saved, and a replaced command is left out`() throws {
    let given = try configuration(
      [
        "direction = up", "action = k:Keep:a", "action = t:Trash:b", "[action \"Open [it]\"]", "key = [",
        "command = gimp \"$1\" &", "[action \"Quiet\"]", "command = true", "[host \"a.b\"]", "header = Secret: word",
        "[keys]",
        "preset = vim", "ctrl+t = Open [it]", "hash = next", "equal = last", "G = none", "[keys.viewer]", "] ] = Quiet",
      ], ["--action", "k:Copy:c"])
    expect(given.keys.actions.map(\.name), equals: ["Open [it]", "Quiet", "Copy", "Trash"])
    try saved(given)
    let lines = given.inForce
    #expect(lines.contains("action = k:Copy:c") && !lines.contains("action = k:Keep:a"))
    #expect(!lines.contains { $0.hasSuffix("word") })
  }

  @Test func `paths are saved in full`() throws {
    let lines = try configuration(["cache-dir = a/b"], ["--keep-to", "c", "--listen", "e"]).inForce
    let current = FileManager.default.currentDirectoryPath
    for line in ["keep-to = \(current)/c", "listen = e"] { #expect(lines.contains(line), "\(line)") }
    #expect(lines.contains { $0.hasPrefix("cache-dir = /") && $0.hasSuffix("/a/b") })
    #expect(try configuration([], ["--keep-to", "~/d"]).inForce.contains("keep-to = ~/d"))
  }
}
