import CarouselApp
import CommandLineOptions
import TestSupport
import Testing
@testable import tui

@Suite struct ClickOptionsTests {
  private func parse(_ line: [String]) throws -> ClickOptions {
    guard case .run(let command, _) = try Tui.parse(line.map { Array($0.utf8) }) else { return ClickOptions() }
    return command.click
  }

  @Test(
    arguments: [
      ([], .view), (["--pick"], .pick), (["--on-click", "a; b"], .command("a; b")),
      (["--on-click", "a &&"], .command("a &&")),
      (["--on-click", "gimp \"$1\" & "], .backgroundCommand("gimp \"$1\" ")),
      (["--on-click", "a", "--on-click-background"], .backgroundCommand("a")),
      (["--on-click", "a&", "--on-click-background"], .backgroundCommand("a")),
    ] as [([String], Options.ClickAction)])
  func `a command that ends in & or has --on-click-background runs in the background`(
    line: [String], action: Options.ClickAction
  ) throws {
    try expect(parse(line).action, equals: action)
  }

  @Test func `--action may be repeated, with any character as its key`() throws {
    let actions = try parse(["--action", "k:Keep:a:b", "--action", "-:Drop it:c &"]).userActions()
    expect(actions.map(\.key), equals: ["k", "-"])
    expect(actions.map(\.name), equals: ["Keep", "Drop it"])
    expect(actions.map(\.command.text), equals: ["a:b", "c "])
    expect(actions.map(\.command.isInBackground), equals: [false, true])
  }

  @Test(
    arguments: [
      (["kk:Keep:a"], "--action 'kk:Keep:a' must begin with one key and a colon: 'k:Name:CMD'"),
      ([""], "--action '' must be a key, a name and a command: 'k:Name:CMD'"),
      (["k:Keep"], "--action 'k:Keep' needs a command after the second colon: 'k:Name:CMD'"),
      (["k:A:a", "k:B:b"], "--action: the key k is given twice"),
    ] as [([String], String)])
  func `an invalid --action is rejected with a specific message`(texts: [String], message: String) {
    let line = texts.flatMap { ["--action", $0] }
    let error = #expect(throws: UsageError.self) { try parse(line) }
    expect(error?.description, equals: message)
  }
}
