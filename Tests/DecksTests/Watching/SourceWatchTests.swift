import Decks
import Glibc
import PictureTestSupport
import Synchronization
import System
import TestSupport
import Testing

/// A watch of folders on disk.
struct SourceWatchTests {
  private let folder = TemporaryFolder()

  /// The reports of a watch.
  private final class Reports: Sendable {
    private let reports = Mutex<[SourceWatch.Report]>([])

    func take(_ report: SourceWatch.Report) { reports.withLock { $0.append(report) } }
    var count: Int { reports.withLock { $0.count } }
    var changed: Set<Path> {
      reports.withLock { reports in
        reports.reduce(into: []) { if case .changed(let update) = $1 { $0.formUnion(update.changed) } }
      }
    }

    func wait(for what: (Reports) -> Bool) -> Bool {
      waitUntil { what(self) }
    }
  }

  private func watch(_ arguments: [[UInt8]], recursive: Bool = false) -> Reports {
    let reports = Reports()
    SourceWatch(DeckRequest(arguments: arguments, recursive: recursive)) { reports.take($0) }.start()
    return reports
  }

  @Test func `new and changed pictures are reported; other files are not`() {
    defer { folder.remove() }
    folder.file("old.png")
    let reports = watch([folder.argument()])
    folder.file("notes.txt")
    folder.file("new.png")
    #expect(reports.wait { $0.changed.contains(folder("new.png")) })
    folder.file("old.png", [1])
    #expect(reports.wait { $0.changed.contains(folder("old.png")) })
    let before = reports.count
    _ = unsafe folder("new.png").withCString { unsafe unlink($0) }
    #expect(reports.wait { $0.count > before })
    folder.file("last.png")
    #expect(reports.wait { $0.changed.contains(folder("last.png")) })
    #expect(!reports.changed.contains(folder("notes.txt")))
  }

  @Test func `many changes at once are combined into few reports`() {
    defer { folder.remove() }
    let reports = watch([folder.argument()])
    for number in 0..<1000 { folder.file("\(number).png") }
    #expect(reports.wait { $0.changed.count == 1000 })
    #expect(reports.count < 100)
  }

  @Test func `in a recursive deck, existing and new subfolders are watched`() {
    defer { folder.remove() }
    folder.folder("below")
    let reports = watch([folder.argument()], recursive: true)
    folder.file("below/a.png")
    #expect(reports.wait { $0.changed.contains(folder("below/a.png")) })
    folder.folder("new")
    #expect(reports.wait { $0.changed.contains(folder("new")) })
    folder.file("new/b.png")
    #expect(reports.wait { $0.changed.contains(folder("new/b.png")) })
  }

  @Test func `a folder that is deleted and recreated is watched again`() {
    defer { folder.remove() }
    folder.folder("album")
    let reports = watch([folder.argument("album")])
    _ = unsafe folder("album").withCString { unsafe rmdir($0) }
    #expect(reports.wait { $0.changed.contains(folder("album")) })
    let before = reports.count
    folder.folder("album")
    #expect(reports.wait { $0.count > before })
    folder.file("album/a.png")
    #expect(reports.wait { $0.changed.contains(folder("album/a.png")) })
  }

  @Test func `a deck file is watched; its neighbors are not`() {
    defer { folder.remove() }
    folder.file("deck.json", Array("[]".utf8))
    let reports = watch([folder.argument("deck.json")])
    folder.file("other.png")
    folder.file("deck.json", Array("[{}]".utf8))
    #expect(reports.wait { $0.changed.contains(folder("deck.json")) })
    expect(reports.changed, equals: [folder("deck.json")])
  }
}
