import Decks
import PictureTestSupport
import System
import Testing

struct WatchBurstTests {
  private var burst = WatchBurst()

  @Test mutating func `nothing is told before it has been quiet for a moment`() {
    burst.take(.finished, Path("a"), at: .zero)
    burst.take(.gone, Path("b"), at: .milliseconds(150))
    #expect(burst.due == .milliseconds(350))
    #expect(burst.takeNews(at: .milliseconds(349)) == nil)
    #expect(burst.takeNews(at: .milliseconds(350)) == .init(changed: [Path("a"), Path("b")], unfinished: []))
    #expect(burst.due == nil)
    #expect(burst.takeNews(at: .seconds(9)) == nil)
  }

  @Test mutating func `a thousand files in five seconds are five or six readings`() {
    var readings = 0
    for number in 0..<1000 {
      let now = Duration.milliseconds(number * 5)
      if burst.takeNews(at: now) != nil { readings += 1 }
      burst.take(.begun, Path("\(number).jpg"), at: now)
      burst.take(.finished, Path("\(number).jpg"), at: now)
    }
    if burst.takeNews(at: .seconds(60)) != nil { readings += 1 }
    #expect((5...6).contains(readings))
  }

  @Test mutating func `a file that is being written is no news, and is left out until it is whole`() {
    burst.take(.begun, Path("new.jpg"), at: .zero)
    #expect(burst.due == nil)
    burst.take(.finished, Path("old.jpg"), at: .seconds(1))
    #expect(burst.takeNews(at: .seconds(2)) == .init(changed: [Path("old.jpg")], unfinished: [Path("new.jpg")]))
    burst.take(.finished, Path("new.jpg"), at: .seconds(3))
    #expect(burst.takeNews(at: .seconds(4)) == .init(changed: [Path("new.jpg")], unfinished: []))
  }
}
