import Decks
import Foundation
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

@Suite("Pasted text")
@MainActor struct PastedTextTests {
  private func lines(_ text: String?) throws -> [String] {
    try PastedText.lines(of: text.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `each line names sources, without blanks around it and without comments`() throws {
    try expect(lines("/a.png\r\r\n  b c.png \n"), equals: ["/a.png", "b c.png"])
    try expect(lines("# text/uri-list\r\nfile:///a%20b.png\r\n"), equals: ["file:///a%20b.png"])
    try expect(lines("http://localhost/ü.png"), equals: ["http://localhost/ü.png"])
  }

  @Test(
    arguments: [
      (nil, .isIncomplete), ("", .isEmpty), ("\n \r", .isEmpty), ("/a\u{1B}[31m.png", .hasControls),
      ("/a\tb.png", .hasControls), ("/a\u{9B}31m.png", .hasControls),
      (String(repeating: "x\n", count: 257), .hasTooManyLines),
    ] as [(String?, PastedText.Refusal)])
  func `other texts are refused`(text: String?, reason: PastedText.Refusal) {
    #expect(throws: reason) { try lines(text) }
  }

  @Test func `a line is a path, a URL, or words quoted for a shell`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pasted-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["a b.png", "it's.png", "c"] {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)
    }
    func sources(_ line: String) -> [String] {
      PastedText.sources(in: Array(line.utf8), home: Path(folder)).map { String(decoding: $0, as: UTF8.self) }
    }
    expect(sources("\(folder)/a b.png"), equals: ["\(folder)/a b.png"])
    expect(sources("~/c"), equals: ["\(folder)/c"])
    expect(sources("file://\(folder)/a%20b.png"), equals: ["\(folder)/a b.png"])
    expect(sources("'\(folder)/a b.png' \(folder)/c"), equals: ["\(folder)/a b.png", "\(folder)/c"])
    expect(sources("\(folder)/a\\ b.png \"\(folder)/it's.png\""), equals: ["\(folder)/a b.png", "\(folder)/it's.png"])
    expect(sources(folder), equals: [folder])
    expect(sources("https://localhost/x.png"), equals: ["https://localhost/x.png"])
    expect(sources("\(folder)/c \(folder)/d"), equals: [])
    expect(sources("-"), equals: [])
    expect(sources("/dev/null"), equals: [])
    expect(sources("$(reboot)"), equals: [])
  }

  @Test func `found sources are added, and the first of them is shown`() {
    var stage = Stage("red", "green", columns: 60)
    stage.send(.input(.pasted(Array("/blue\n/nothing".utf8))))
    expect(stage.effects, equals: [.work(.find(.lines([Array("/blue".utf8), Array("/nothing".utf8)])))])
    stage.send(.pasted([Array("/blue".utf8)], missing: Array("/nothing".utf8)))
    expect(stage.session.slides.reading.added, equals: [Array("/blue".utf8)])
    expect(stage.session.slides.reading.destination, equals: Array("/blue".utf8))
    expect(
      stage.session.overlays.message(at: stage.now), equals: "added 1 pasted source; nothing here is called “/nothing”")
  }

  @Test func `a text of which nothing exists changes nothing`() {
    var stage = Stage("red", "green", columns: 60)
    stage.send(.pasted([], missing: Array("no\u{1B}thing".utf8)))
    expect(stage.session.slides.reading.added, equals: [])
    expect(stage.session.overlays.message(at: stage.now), equals: "nothing here is called “no␛thing”")
  }

  @Test func `a search takes the first line as letters`() {
    var stage = Stage("red", "green")
    stage.press(.character("/"))
    stage.send(.input(.pasted(Array("gre\nx".utf8))))
    expect(stage.current, equals: 1)
    expect(stage.effects, equals: [])
  }
}
