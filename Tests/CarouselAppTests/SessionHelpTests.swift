import CarouselApp
import Terminal
import Testing

@Suite("A session's help")
struct SessionHelpTests {
  private func rows(_ stage: Stage) -> [String] {
    var stage = stage
    stage.type("?")
    return (0..<24).map { stage.row($0) }
  }

  @Test(
    arguments: [(.view, "the picture alone"), (.command("true"), "run the command"), (.pick, "pick, and leave")]
      as [(SessionOptions.ClickAction, String)])
  func `it says what Enter does`(click: SessionOptions.ClickAction, words: String) {
    let rows = rows(Stage("red", "green", columns: 60, rows: 24) { $0.click = click })
    #expect(rows.contains { $0.contains("Enter         \(words) ") })
    #expect(rows.contains { $0.contains("q Esc         leave ") })
  }

  @Test func `in the viewer it says how to come back`() {
    var stage = Stage("red", "green", columns: 60, rows: 24)
    stage.press(.enter)
    let rows = rows(stage)
    #expect(rows.contains { $0.contains("Enter Esc     back ") })
    #expect(rows.contains { $0.contains("q             leave ") })
  }
}
