import CarouselApp
import CarouselValues
import Decks
import Downloads
import Fetching
import Imaging
import Pictures
import System
import Terminal
import TestSupport
import Testing

/// The grid's thumbnails of pictures from the network, for which their first bytes suffice.
@Suite @MainActor struct SessionHeadTests {
  nonisolated private static let urls = (0..<6).map { "http://h/\($0).jpg" }

  private func copy(_ index: Int, isHead: Bool) -> FetchedCopy {
    FetchedCopy(
      path: Path("/cache/\(index)"), stamp: FileStamp(inode: UInt(index), size: 5, modified: isHead ? 1 : 2),
      isHead: isHead)
  }

  /// Returns a stage with the grid of six pictures, whose heads have been requested.
  private func grid() -> Stage {
    var stage = Stage(columns: 60, rows: 20)
    stage.deck(Self.urls)
    stage.type("g")
    stage.wait(1)
    return stage
  }

  private func receive(_ index: Int, isHead: Bool, in stage: inout Stage) {
    stage.download(Self.urls[index], .copy(copy(index, isHead: isHead), isKept: false, isFinal: true))
  }

  private func key(_ index: Int, in stage: inout Stage) -> PictureKey? {
    stage.wanted().visible.first { $0.location == .url(Self.urls[index]) }
  }

  /// The pictures that are requested whole.
  private func whole(_ stage: Stage) -> [String] {
    stage.requests.downloads.filter { !$0.isHead }.map(\.url).sorted()
  }

  @Test func `thumbnails are made from heads, and the viewer requests the whole picture`() throws {
    var stage = grid()
    expect(Set(stage.requests.downloads.map(\.url)), equals: Set(Self.urls))
    #expect(stage.requests.downloads.allSatisfy { $0.isHead })
    for index in 0..<6 { receive(index, isHead: true, in: &stage) }
    let key = try #require(key(0, in: &stage))
    #expect(key.isThumbnail && key.copy == copy(0, isHead: true))
    stage.arrive(key, "red")
    expect(whole(stage), equals: [])
    stage.press(.enter)
    stage.wait(1)
    #expect(whole(stage).contains(Self.urls[0]))
    // The thumbnail's first bytes are no picture for the viewer.
    #expect(self.key(0, in: &stage) == nil)
    receive(0, isHead: false, in: &stage)
    expect(self.key(0, in: &stage)?.copy, equals: copy(0, isHead: false))
    stage.press(.escape)
    stage.wait(1)
    expect(whole(stage).filter { $0 == Self.urls[0] }.count <= 1, equals: true)
    // What is there of the whole picture serves the grid, too.
    expect(self.key(0, in: &stage)?.copy, equals: copy(0, isHead: false))
  }

  @Test func `where heads do not suffice, pictures on screen are requested whole, two at a time, after all heads`()
    throws
  {
    var stage = grid()
    for index in 0..<5 {
      receive(index, isHead: true, in: &stage)
      let key = try #require(key(index, in: &stage))
      if index < 4 {
        stage.arrived(key, .failed(.image(.truncated(format: "JPEG"))))
      } else {
        stage.arrive(key, "red")
      }
    }
    expect(whole(stage), equals: [])
    #expect(stage.frame.textRows.contains { $0.contains("waiting…") })
    receive(5, isHead: true, in: &stage)
    expect(whole(stage), equals: [Self.urls[0], Self.urls[1]])
    receive(0, isHead: false, in: &stage)
    stage.arrive(try #require(key(0, in: &stage)), "green")
    expect(Set(whole(stage)).subtracting([Self.urls[0]]), equals: [Self.urls[1], Self.urls[2]])
    stage.download(
      Self.urls[1], .failed(FetchFailure(.status, "404 Not Found", isTransient: false)))
    expect(Set(whole(stage)).subtracting([Self.urls[0], Self.urls[1]]), equals: [Self.urls[2], Self.urls[3]])
    #expect(stage.frame.textRows.contains { $0.contains("404") })
  }
}
