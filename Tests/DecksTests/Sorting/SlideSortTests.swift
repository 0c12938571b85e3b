import Decks
import PictureTestSupport
import Testing

/// `--sort` on real files.
final class SlideSortTests {
  private let folder = TemporaryFolder()
  private let names: NameList

  init() {
    folder.file("b10.png", [1, 2, 3], modified: 1000)
    folder.file("b2.png", [1], modified: 3000)
    folder.file("a.png", [1, 2, 3], modified: 2000)
    names = list(["b10.png", "gone10.png", "a.png", "gone2.png", "b2.png"])
  }

  deinit { folder.remove() }

  @Test func `sorting by name uses the natural order`() {
    #expect(
      SlideSort.name.sorted(names, in: folder.path).texts == [
        "a.png", "b2.png", "b10.png", "gone2.png", "gone10.png",
      ])
  }

  @Test func `sorting by time puts the newest files first and missing files last`() {
    #expect(
      SlideSort.time.sorted(names, in: folder.path).texts == [
        "b2.png", "a.png", "b10.png", "gone2.png", "gone10.png",
      ])
  }

  @Test func `sorting by size puts the largest first; equal sizes are sorted by name`() {
    #expect(
      SlideSort.size.sorted(names, in: folder.path).texts == [
        "a.png", "b10.png", "b2.png", "gone2.png", "gone10.png",
      ])
  }

  @Test func `unsorted names keep their order`() {
    #expect(SlideSort.none.sorted(names, in: folder.path) == names)
  }
}
