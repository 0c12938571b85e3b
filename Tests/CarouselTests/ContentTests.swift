import Carousel
import Testing

/// How contents are placed in their boxes, created and reused.
struct ContentTests {
  private func box(_ fit: SlideContentMode.Fit, _ alignment: SlideContentMode.Alignment = .center) -> [Double] {
    let box = SlideContentMode(fit, alignment).box(forWidth: 200, height: 100, inWidth: 100, height: 100)
    return [box.x, box.y, box.width, box.height]
  }

  @Test func `each fit yields the expected box`() {
    #expect(box(.contain) == [0, 25, 100, 50])
    #expect(box(.cover) == [-50, 0, 200, 100])
    #expect(box(.stretch) == [0, 0, 100, 100])
    #expect(box(.width) == [0, 25, 100, 50])
    #expect(box(.height) == [-50, 0, 200, 100])
    #expect(box(.shrink) == [0, 25, 100, 50])
    #expect(box(.actualSize) == [-50, 0, 200, 100])
    let small = SlideContentMode(.shrink).box(forWidth: 10, height: 20, inWidth: 100, height: 100)
    #expect(small == SlideBox(x: 45, y: 40, width: 10, height: 20))
  }

  @Test func `each alignment yields the expected position`() {
    #expect(SlideContentMode.Alignment.allCases.map { box(.contain, $0)[1] } == [0, 0, 0, 25, 25, 25, 50, 50, 50])
    #expect(
      SlideContentMode.Alignment.allCases.map { box(.cover, $0)[0] } == [0, -50, -100, 0, -50, -100, 0, -50, -100])
  }

  @Test func `invalid extents yield an empty box`() {
    for extent in [0, -1, Double.nan, .infinity] {
      let box = SlideContentMode.cover.box(forWidth: 10, height: extent, inWidth: 10, height: 10)
      #expect(box == SlideBox(width: 0, height: 0))
    }
  }

  /// A source of letters that counts the contents it creates.
  private struct Letters: SlideSource {
    final class Page {
      var letter: Character
      init(_ letter: Character) { self.letter = letter }
    }

    var letters: [Character]
    var made = 0

    init(_ letters: String) { self.letters = Array(letters) }

    var count: Int { letters.count }
    func id(at index: Int) -> Character { letters[index] }
    mutating func content(at index: Int, reusing old: Page?) -> Page {
      guard let old else {
        made += 1
        return Page(letters[index])
      }
      old.letter = letters[index]
      return old
    }
  }

  @Test func `contents are created on demand and reused`() {
    var pool = SlotPool(Letters("abcdefghijklmnopqrstuvwxyz"))
    var machine = CarouselMachine(count: pool.source.count, settings: .still)
    pool.load(machine.demand)
    #expect(pool[0]?.letter == "a")
    #expect(pool[13] == nil)
    for page in 1...100 {
      machine.handle(.jump(to: page * 7 % 26, animated: false), at: .seconds(Double(page)))
      pool.load(machine.demand)
      #expect(pool[page * 7 % 26]?.letter == pool.source.letters[page * 7 % 26])
    }
    #expect(pool.contentCount <= 8)
    #expect(pool.source.made <= 12)
  }

  @Test func `contents survive a reload by their identity`() {
    var pool = SlotPool(Letters("abcdef"))
    var machine = CarouselMachine(count: 6, start: 2, settings: .still)
    pool.load(machine.demand)
    let page = pool[2]
    machine.handle(.reload(pool.reload(Letters("Xabdecf"), holding: machine.heldSlides(at: .zero))), at: .zero)
    #expect(machine.current == 5)
    #expect(pool[5] === page)
    pool.load(machine.demand)
    #expect(pool[5] === page)
    #expect(page?.letter == "c")
    pool.invalidate(5)
    #expect(pool[5] == nil)
  }

  @Test func `a lookup finds the nearest of several equal slides`() {
    let letters = Letters("abcab")
    #expect(letters.index(of: "a", near: 3) == 3)
    #expect(letters.index(of: "b", near: 0) == 1)
    #expect(letters.index(of: "x", near: .max) == nil)
    #expect(Letters("").index(of: "x", near: 0) == nil)
  }
}
