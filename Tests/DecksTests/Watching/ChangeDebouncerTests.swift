import Decks
import PictureTestSupport
import System
import TestSupport
import Testing

struct ChangeDebouncerTests {
  private var debouncer = ChangeDebouncer()

  @Test mutating func `changes are reported after 200 milliseconds of quiet`() {
    debouncer.add(.finished, Path("a"), at: .zero)
    debouncer.add(.gone, Path("b"), at: .milliseconds(150))
    expect(debouncer.due, equals: .milliseconds(350))
    expect(debouncer.popUpdate(at: .milliseconds(349)), equals: nil)
    expect(debouncer.popUpdate(at: .milliseconds(350)), equals: .init(changed: [Path("a"), Path("b")], unfinished: []))
    expect(debouncer.due, equals: nil)
    expect(debouncer.popUpdate(at: .seconds(9)), equals: nil)
  }

  @Test mutating func `a thousand files in five seconds cause five or six updates`() {
    var readings = 0
    for number in 0..<1000 {
      let now = Duration.milliseconds(number * 5)
      if debouncer.popUpdate(at: now) != nil { readings += 1 }
      debouncer.add(.created(nil), Path("\(number).jpg"), at: now)
      debouncer.add(.finished, Path("\(number).jpg"), at: now)
    }
    if debouncer.popUpdate(at: .seconds(60)) != nil { readings += 1 }
    #expect((5...6).contains(readings))
  }

  @Test mutating func `a file being written counts as unfinished until it is complete`() {
    debouncer.add(.created(nil), Path("new.jpg"), at: .zero)
    expect(debouncer.due, equals: .seconds(1))
    debouncer.add(.finished, Path("old.jpg"), at: .seconds(1))
    expect(
      debouncer.popUpdate(at: .seconds(2)), equals: .init(changed: [Path("old.jpg")], unfinished: [Path("new.jpg")]))
    debouncer.add(.finished, Path("new.jpg"), at: .seconds(3))
    expect(debouncer.popUpdate(at: .seconds(4)), equals: .init(changed: [Path("new.jpg")], unfinished: []))
  }

  @Test mutating func `a new file counts as complete when it has stayed the same for a second`() {
    let (small, large) = (FileStamp(inode: 1, size: 1, modified: 1), FileStamp(inode: 1, size: 2, modified: 2))
    debouncer.add(.created(small), Path("new.jpg"), at: .zero)
    debouncer.examineUnfinished(at: .milliseconds(999)) { _ in small }
    expect(debouncer.due, equals: .seconds(1))
    debouncer.examineUnfinished(at: .seconds(1)) { _ in large }
    expect(debouncer.due, equals: .seconds(2))
    debouncer.examineUnfinished(at: .seconds(2)) { _ in large }
    expect(debouncer.popUpdate(at: .milliseconds(2200)), equals: .init(changed: [Path("new.jpg")], unfinished: []))
    expect(debouncer.due, equals: nil)
  }
}
