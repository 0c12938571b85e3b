import ArgumentParser
import CarouselApp
import Testing
@testable import tui

@Suite struct ClickOptionsTests {
  @Test(
    arguments: [
      ([], .view), (["--pick"], .pick), (["--on-click", "a; b"], .command("a; b")),
      (["--on-click", "a &&"], .command("a &&")),
      (["--on-click", "gimp \"$1\" & "], .backgroundCommand("gimp \"$1\" ")),
      (["--on-click", "a", "--on-click-background"], .backgroundCommand("a")),
      (["--on-click", "a&", "--on-click-background"], .backgroundCommand("a")),
    ] as [([String], Options.ClickAction)])
  func `a command that ends in &, or is asked to, runs beside the carousel`(
    line: [String], action: Options.ClickAction
  ) throws {
    #expect(try ClickOptions.parse(line).action == action)
  }
}
