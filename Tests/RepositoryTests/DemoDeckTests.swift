import Foundation
import TestSupport
import Testing

/// The demo deck that ships in Resources.
struct DemoDeckTests {
  private struct Slide: Decodable {
    let image: String
    let caption: String
  }

  private func slides() throws -> [Slide] {
    try JSONDecoder().decode([Slide].self, from: SourceTree.data(of: "Resources/deck.json"))
  }

  @Test func `the demo deck is smaller than two megabytes`() throws {
    let bytes = try SourceTree.files(in: "Resources").map { try SourceTree.data(of: $0).count }.reduce(0, +)
    #expect(bytes < 2_000_000)
  }

  @Test func `the demo deck shows every picture once, with a caption`() throws {
    let slides = try slides()
    let pictures = SourceTree.files(in: "Resources").map { $0.replacing("Resources/", with: "", maxReplacements: 1) }
      .filter { $0 != "deck.json" }
    expect(slides.map(\.image).sorted(), equals: pictures)
    #expect(slides.count >= 8)
    #expect(slides.allSatisfy { !$0.caption.isEmpty && $0.caption.count < 80 })
  }

  @Test func `the demo pictures' formats match their names, and one has an alpha channel`() throws {
    var kinds: Set<String> = []
    for slide in try slides() {
      let bytes = try SourceTree.data(of: "Resources/\(slide.image)")
      let kind = URL(filePath: slide.image).pathExtension
      let signature: [UInt8] = kind == "png" ? [0x89, 0x50, 0x4E, 0x47] : [0xFF, 0xD8, 0xFF]
      expect(Array(bytes.prefix(signature.count)), equals: signature, "\(slide.image)")
      kinds.insert(kind)
      // IHDR's color type; 6 is RGBA.
      if kind == "png", bytes[25] == 6 { kinds.insert("alpha") }
    }
    expect(kinds, equals: ["jpg", "png", "alpha"])
  }
}
