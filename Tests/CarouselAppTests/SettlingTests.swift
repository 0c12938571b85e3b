import Carousel
import CarouselApp
import Foundation
import Rendering
import Terminal
import TestSupport
import Testing

/// What follows from an event follows once, in one order that leaves nothing to be done.
@Suite @MainActor struct SettlingTests {
  /// The steps of `Session.settle`, in order.
  private static let steps = [
    "pass(to: now)", "layOut(at: now)", "followPanel(at: now)", "followPlayback(at: now)", "followViewer(at: now)",
    "followGrid(at: now)", "followClosing(at: now)", "followCorner(at: now)", "library.want(", "followPixels(at: now)",
    "endIfNothingShows()",
  ]

  private static func session() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/CarouselApp/Session")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init) }
  }

  @Test func `each step follows from an event once, because only settling takes it`() throws {
    let lines = try Self.session().filter { !$0.contains("func ") }
    let start = try #require(lines.firstIndex { $0.contains("pass(to: now)") && !$0.contains("viewer") })
    for (offset, step) in Self.steps.enumerated() {
      #expect(lines[start + offset].contains(step), "\(step) is not step \(offset)")
      // A new session is laid out, too.
      let calls = lines.filter { $0.contains(step) && !$0.contains("viewer.pass") }
      expect(calls.count, equals: step.hasPrefix("layOut") ? 2 : 1)
    }
    // Once for the event, once for each key that has waited for slides.
    expect(lines.filter { $0.contains("settle(at: now)") }.count, equals: 2)
  }

  /// Sends an event, then checks that nothing is left to follow from it.
  private func check(_ event: SessionEvent, _ stage: Stage) {
    var session = stage.session
    session.update(event, at: stage.now)
    let (view, requests) = (session.view(at: stage.now), session.requests(at: stage.now))
    session.update(.tick, at: stage.now)
    expect(session.view(at: stage.now), equals: view, "\(event)")
    expect(session.requests(at: stage.now), equals: requests)
  }

  @Test(arguments: [[], [.enter], [.character("g")], [.character("i")], [.enter, .character("+")]] as [[Key]])
  func `after an event, settling again at the same time changes nothing`(state: [Key]) {
    var stage = Stage("red", "slow", "green", "blue", columns: 40, rows: 12) {
      $0.settings.interval = .seconds(5)
      $0.preferences.overlays.showsTabs = true
    }
    for key in state { stage.press(key) }
    let keys: [Key] = [
      .right, .left, .end, .enter, .escape, .character("g"), .character("+"), .character("c"), .character("?"),
      .character("o"), .character("m"), .character("r"), .character(" "), .character("7"), .character("w"),
    ]
    for wait in [0, 0.1, 1] {
      stage.wait(wait)
      for key in keys { check(.input(.key(key)), stage) }
      check(.resized(CellSize(columns: 30, rows: 9), cellAspect: 0.5), stage)
      check(.lifecycle(.suspended), stage)
      stage.press(.right)
    }
  }
}
