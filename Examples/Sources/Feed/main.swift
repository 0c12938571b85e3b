import Carousel
import CarouselValues

// A vertical feed of a million posts, of which only a handful of cards exist at a time. The program flings through the
// feed and prints the posts in view.

/// A post as the host displays it: expensive to create, cheap to fill again.
final class Card {
  var text = ""
}

/// Posts identified by number. The newest comes first, new ones are inserted at the top, and any can be deleted.
struct Posts: SlideSource {
  var newest = 1_000_000
  private(set) var cardsMade = 0
  /// The posts that were deleted, newest first.
  private var deleted: [Int] = []

  var count: Int { newest - deleted.count }

  func id(at index: Int) -> Int { deleted.reduce(newest - index) { $1 >= $0 ? $0 - 1 : $0 } }

  func index(of id: Int, near index: Int) -> Int? {
    id > newest || deleted.contains(id) ? nil : newest - id - deleted.count { $0 > id }
  }

  mutating func delete(_ id: Int) {
    deleted.append(id)
    deleted.sort(by: >)
  }

  mutating func content(at index: Int, reusing old: Card?) -> Card {
    if old == nil { cardsMade += 1 }
    let card = old ?? Card()
    card.text = "post \(id(at: index))"
    return card
  }
}

var pool = SlotPool(Posts())
// Each post takes 60 % of the window's height, so parts of its neighbors are visible.
let layout = CarouselMachine.Layout(axis: .vertical, pageLength: 0.6, spacing: 0.02, neighbors: 1)
var feed = CarouselMachine(
  count: pool.source.count, settings: .init(interval: nil, wraps: false, layout: layout))
var now = Timestamp.zero

func handle(_ event: CarouselMachine.Event, after delay: Duration = .zero) {
  now = now.advanced(by: delay)
  feed.handle(event, at: now)
  pool.load(feed.demand)
}

/// Completes the motion at sixty frames a second, and prints the posts in view when it has come to rest.
func settle(_ title: String) {
  while let due = feed.nextWake(after: now).deadline(after: now, frameInterval: .milliseconds(16)) {
    handle(.tick, after: now.duration(to: due))
    let slides = feed.frame(at: now).layers.map(\.slide)
    precondition(Set(slides).count == slides.count, "a post is in view twice")
  }
  show(title)
}

/// Prints the posts in view.
func show(_ title: String) {
  print(title)
  for layer in feed.frame(at: now).layers.sorted(by: { $0.box.y < $1.box.y }) {
    let rows = layer.box.scaled(by: SlideSize(width: 80, height: 24))
    print("  row \(Int(rows.y.rounded())), \(Int(rows.height.rounded())) rows: \(pool[layer.slide]?.text ?? "missing")")
  }
}

handle(.tick)
settle("at the top")

// Three upward flings of a finger, each by a third of the window.
for _ in 1...3 {
  handle(.grab)
  for step in 1...10 {
    handle(.drag(to: layout.pages(forTranslation: SlidePoint(x: 0, y: -0.03 * Double(step)))), after: .milliseconds(10))
  }
  handle(.release(velocity: layout.pages(forTranslation: SlidePoint(x: 0, y: -3))))
  settle("after a fling")
}

handle(.jump(to: 900_000))
settle("after a jump to the 900,001st")

// Five new posts are inserted at the top; the posts in view stay where they are.
var posts = pool.source
posts.newest += 5
handle(.reload(pool.reload(posts, anchors: feed.anchorSlides(at: now))))
settle("after five new posts")

// The post in the middle is deleted, and the one below takes its place. Then, half-way to the next post but one, the post
// between is deleted, and so is the one that the motion has left.
func delete(_ ids: [Int]) {
  var posts = pool.source
  for id in ids { posts.delete(id) }
  handle(.reload(pool.reload(posts, anchors: feed.anchorSlides(at: now))))
}

delete([100_000])
settle("after a deletion")
handle(.move(by: 2))
handle(.tick, after: .milliseconds(100))
show("on the way to 99,997")
delete([99_998, 99_999])
show("two deletions later")
settle("at the end of the way")

print("cards made: \(pool.source.cardsMade), held: \(pool.contentCount)")
