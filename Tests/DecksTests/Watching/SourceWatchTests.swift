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

  private func move(_ name: String, to other: String) {
    _ = unsafe folder(name).withCString { old in unsafe folder(other).withCString { unsafe rename(old, $0) } }
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

  @Test func `a file that is complete when it gets its name is reported, though nobody closes it under that name`() {
    defer { folder.remove() }
    folder.folder("album")
    folder.file("a.png", [1])
    let reports = watch([folder.argument("album")])
    let copy = FileOrganizer(trash: nil).perform(.copy(to: folder("album")), on: [folder("a.png")])
    #expect(copy.failures.isEmpty)
    #expect(reports.wait { $0.changed.contains(folder("album/a.png")) })
  }

  @Test(arguments: ["latest.png", "album"])
  func `a link changes with the file to which it leads, wherever that is`(argument: String) {
    defer { folder.remove() }
    folder.folder("album")
    folder.folder("real")
    folder.file("real/p.png", [1])
    folder.link("latest.png", to: "album/latest.png")
    folder.link("album/latest.png", to: "../real/p.png")
    let path = argument == "album" ? folder("album/latest.png") : folder("latest.png")
    let reports = watch([folder.argument(argument)])
    folder.file("real/other.png", [2])
    folder.file("real/p.png", [2])
    #expect(reports.wait { $0.changed.contains(path) })
    let before = reports.count
    move("real/other.png", to: "real/p.png")
    #expect(reports.wait { $0.count > before })
    expect(reports.changed, equals: [path])
  }

  @Test(arguments: ["deck.json", "current", "current/deck.json"])
  func `a deck and a folder behind a link that is swapped change with it`(argument: String) {
    defer { folder.remove() }
    for version in ["v1", "v2"] {
      folder.folder(version)
      folder.file("\(version)/deck.json", Array("[]".utf8))
    }
    folder.link("..data", to: "v1")
    folder.link("deck.json", to: "..data/deck.json")
    folder.link("current", to: "..data")
    let reports = watch([folder.argument(argument)])
    folder.link("..new", to: "v2")
    move("..new", to: "..data")
    let path = folder(argument.hasPrefix("current") ? "current" : "deck.json")
    #expect(reports.wait { $0.changed.contains(path) })
    #expect(Location.file(folder(argument)).isRead(from: reports.changed))
  }

  @Test(arguments: ["deck.json", "list.txt"])
  func `the pictures of decks and lists are watched, also after their folder went away and came back`(name: String) {
    defer { folder.remove() }
    folder.folder("pictures")
    folder.file("pictures/a.png", [1])
    folder.file("deck.json", Array(#"["pictures/a.png"]"#.utf8))
    folder.file("list.txt", Array("pictures/a.png\n".utf8))
    let reports = Reports()
    let request = DeckRequest(arguments: [folder.argument(name)])
    let watch = SourceWatch(request) { reports.take($0) }
    watch.start()
    let reader = DeckReader(request, watch: watch)
    expect(reader.read().count, equals: 1)
    folder.file("pictures/other.png", [2])
    folder.file("pictures/a.png", [2])
    #expect(reports.wait { $0.changed.contains(folder("pictures/a.png")) })
    expect(reports.changed, equals: [folder("pictures/a.png")])
    let before = reports.count
    move("pictures", to: "away")
    #expect(reports.wait { $0.count > before })
    move("away", to: "pictures")
    #expect(reports.wait { $0.changed.contains(folder("pictures")) })
    let between = reports.count
    folder.file("pictures/a.png", [3])
    #expect(reports.wait { $0.count > between })
  }
}
