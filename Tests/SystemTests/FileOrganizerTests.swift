import Glibc
import PictureTestSupport
import System
import TestSupport
import Testing

/// Moving, copying, renaming and deleting files.
struct FileOrganizerTests {
  private let folder = TemporaryFolder()
  private let home = TemporaryFolder()

  private var organizer: FileOrganizer { FileOrganizer(trash: Trash(home: home("share/Trash"))) }

  private func content(_ path: Path) -> String? {
    (try? FileBytes.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func names(in path: Path) -> [String] {
    guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  private func removeAll() {
    for part in [folder, home] { part.remove() }
  }

  // MARK: - The trash

  @Test func `a file goes to the home trash with its path and the time, and comes back`() {
    defer { removeAll() }
    folder.file("a ü%.jpg", Array("picture".utf8))
    let path = folder("a ü%.jpg")
    let result = organizer.perform(.trash, on: [path])
    #expect(result.failures.isEmpty)
    expect(content(path), equals: nil)
    expect(content(home("share/Trash/files/a ü%.jpg")), equals: "picture")
    let lines = (content(home("share/Trash/info/a ü%.jpg.trashinfo")) ?? "").split(separator: "\n")
    expect(lines.count, equals: 3)
    expect(lines[0], equals: "[Trash Info]")
    expect(lines[1], equals: "Path=\(String(decoding: folder.path.bytes, as: UTF8.self))/a%20%C3%BC%25.jpg")
    #expect(lines[2].wholeMatch(of: /DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
    let undone = organizer.undo(result.change)
    #expect(undone.failures.isEmpty && undone.change.items.count == 1)
    expect(content(path), equals: "picture")
    expect(names(in: home("share/Trash/files")), equals: [])
    expect(names(in: home("share/Trash/info")), equals: [])
  }

  @Test func `files of the same name get numbers in the trash`() {
    defer { removeAll() }
    var changes: [FileChange] = []
    for text in ["1", "2", "3"] {
      folder.file("a.jpg", Array(text.utf8))
      changes.append(organizer.perform(.trash, on: [folder("a.jpg")]).change)
    }
    // Left by a program that lost its information.
    home.file("share/Trash/files/a.4.jpg", Array("lost".utf8))
    folder.file("a.jpg", Array("5".utf8))
    changes.append(organizer.perform(.trash, on: [folder("a.jpg")]).change)
    let files = names(in: home("share/Trash/files"))
    expect(files, equals: ["a.2.jpg", "a.3.jpg", "a.4.jpg", "a.5.jpg", "a.jpg"])
    expect(content(home("share/Trash/files/a.4.jpg")), equals: "lost")
    expect(names(in: home("share/Trash/info")).count, equals: 4)
    #expect(organizer.undo(changes[1]).failures.isEmpty)
    expect(content(folder("a.jpg")), equals: "2")
    // The name is taken now.
    let failed = organizer.undo(changes[0])
    #expect(failed.failures.count == 1 && failed.failures[0].reason.hasSuffix("/a.jpg exists"))
    expect(content(folder("a.jpg")), equals: "2")
    expect(content(home("share/Trash/files/a.jpg")), equals: "1")
  }

  @Test func `a link goes to the trash itself, and its target stays`() {
    defer { removeAll() }
    folder.file("target.jpg", Array("picture".utf8))
    folder.link("link.jpg", to: "target.jpg")
    let result = organizer.perform(.trash, on: [folder("link.jpg")])
    #expect(result.failures.isEmpty)
    expect(names(in: folder.path), equals: ["target.jpg"])
    #expect(organizer.undo(result.change).failures.isEmpty)
    expect(content(folder("link.jpg")), equals: "picture")
  }

  @Test func `a missing file, a folder and a missing home are reasons`() {
    defer { removeAll() }
    folder.folder("sub")
    let result = organizer.perform(.trash, on: [folder("gone.jpg"), folder("sub")])
    #expect(result.change.items.isEmpty)
    expect(result.failures.map(\.reason), equals: ["no such file", "is a folder"])
    folder.file("a.jpg")
    let homeless = FileOrganizer(trash: nil).perform(.trash, on: [folder("a.jpg")])
    expect(homeless.failures.map(\.reason), equals: ["there is no home folder for a trash"])
    #expect(Trash(environment: [:]) == nil)
    #expect(Trash(environment: ["HOME": "relative"]) == nil)
  }

  /// A folder in another file system than the home trash; nil if there is none.
  private func elsewhere() -> Path? {
    var (here, there) = (stat(), stat())
    var template = Array("/dev/shm/tui-trash-XXXXXX".utf8CString)
    guard unsafe home.path.withCString({ unsafe stat($0, &here) }) == 0, unsafe stat("/dev/shm", &there) == 0,
      here.st_dev != there.st_dev, unsafe mkdtemp(&template) != nil
    else { return nil }
    return Path(template.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// Whether a folder is the top of its file system.
  private func isTop(_ folder: String) -> Bool {
    var (here, above) = (stat(), stat())
    return unsafe stat(folder, &here) == 0 && stat(folder + "/..", &above) == 0 && here.st_dev != above.st_dev
  }

  @Test func `a file of another file system goes to the trash at its top, with a relative path`() throws {
    defer { removeAll() }
    let other = try #require(elsewhere(), "/dev/shm must be in another file system than the temporary folder")
    let path = other.appending("a.jpg".utf8)
    #expect(FileOrganizer(trash: nil).perform(.copy(to: other), on: []).failures.isEmpty)
    folder.file("a.jpg", Array("picture".utf8))
    // A move to another file system copies.
    let moved = organizer.perform(.move(to: other), on: [folder("a.jpg")])
    #expect(moved.failures.isEmpty && content(path) == "picture" && content(folder("a.jpg")) == nil)
    let result = organizer.perform(.trash, on: [path])
    #expect(result.failures.isEmpty && content(path) == nil)
    let item = try #require(result.change.items.first)
    // In a chroot, /dev/shm may be a folder of /dev's file system.
    let (top, below) = isTop("/dev/shm") ? ("/dev/shm", "") : ("/dev", "shm/")
    let trash = "\(top)/.Trash-\(geteuid())"
    #expect(String(decoding: item.to.bytes, as: UTF8.self).hasPrefix("\(trash)/files/a"))
    let information = "\(trash)/info/\(String(decoding: item.to.name, as: UTF8.self)).trashinfo"
    let name = String(decoding: other.name, as: UTF8.self)
    expect(content(Path(information))?.contains("\nPath=\(below)\(name)/a.jpg\n"), equals: true)
    #expect(!names(in: home.path).contains("share"))
    #expect(organizer.undo(result.change).failures.isEmpty && content(path) == "picture")
    #expect(organizer.undo(moved.change).failures.isEmpty && content(folder("a.jpg")) == "picture")
    for empty in ["\(trash)/files", "\(trash)/info", trash] { _ = unsafe rmdir(empty) }
    _ = unsafe other.withCString { unsafe rmdir($0) }
  }

  // MARK: - Moving, copying, renaming

  @Test func `files move to a folder that is made for them, and back`() {
    defer { removeAll() }
    folder.file("a.jpg", Array("a".utf8))
    folder.file("b.jpg", Array("b".utf8))
    let result = organizer.perform(.move(to: folder("keep")), on: [folder("a.jpg"), folder("b.jpg")])
    #expect(result.failures.isEmpty && names(in: folder("keep")) == ["a.jpg", "b.jpg"])
    expect(names(in: folder.path), equals: ["keep"])
    #expect(organizer.undo(result.change).failures.isEmpty)
    // The folder was made for them.
    expect(names(in: folder.path), equals: ["a.jpg", "b.jpg"])
    #expect(!organizer.perform(.copy(to: folder("keep")), on: [folder("gone.jpg")]).failures.isEmpty)
    expect(names(in: folder.path), equals: ["a.jpg", "b.jpg"])
  }

  @Test func `copies of files of the same name get numbers; the same content is not copied again`() {
    defer { removeAll() }
    for name in ["a", "b"] {
      folder.folder(name)
      folder.file("\(name)/01.jpg", Array(name.utf8))
    }
    let files = [folder("a/01.jpg"), folder("b/01.jpg")]
    let result = organizer.perform(.copy(to: folder("keep")), on: files)
    #expect(result.failures.isEmpty && names(in: folder("keep")) == ["01-2.jpg", "01.jpg"])
    expect(content(folder("keep/01-2.jpg")), equals: "b")
    let again = organizer.perform(.copy(to: folder("keep")), on: files)
    #expect(again.failures.map { $0.reason.suffix(6) } == ["exists", "exists"] && again.change.items.isEmpty)
    #expect(organizer.undo(result.change).failures.isEmpty)
    expect(names(in: folder.path), equals: ["a", "b"])
  }

  @Test func `what cannot be undone remains, unless it is gone or a copy that has changed`() {
    defer { removeAll() }
    for name in ["a.jpg", "b.jpg", "c.jpg"] { folder.file(name, Array(name.utf8)) }
    let moved = organizer.perform(.move(to: folder("keep")), on: ["a.jpg", "b.jpg", "c.jpg"].map { folder($0) })
    folder.file("a.jpg", Array("new".utf8))
    _ = unsafe folder("keep/c.jpg").withCString { unsafe unlink($0) }
    let undone = organizer.undo(moved.change)
    expect(undone.change.items.map(\.from), equals: [folder("b.jpg")])
    expect(undone.remaining?.items.map(\.from), equals: [folder("a.jpg")])
    _ = unsafe folder("a.jpg").withCString { unsafe unlink($0) }
    #expect(undone.remaining.map { organizer.undo($0) }?.failures.isEmpty == true)
    expect(names(in: folder.path), equals: ["a.jpg", "b.jpg"])
  }

  @Test(arguments: ["move", "rename"])
  func `nothing overwrites a file`(kind: String) {
    defer { removeAll() }
    folder.file("a.jpg", Array("new".utf8))
    folder.folder("keep")
    folder.file("keep/a.jpg", Array("old".utf8))
    folder.file("old.jpg", Array("old".utf8))
    let operation: FileOperation =
      kind == "move" ? .move(to: folder("keep")) : .rename(to: Array("old.jpg".utf8))
    let result = organizer.perform(operation, on: [folder("a.jpg")])
    #expect(result.change.items.isEmpty && result.failures.count == 1)
    #expect(result.failures[0].reason.hasSuffix(kind == "rename" ? "/old.jpg exists" : "keep/a.jpg exists"))
    #expect(
      content(folder("a.jpg")) == "new" && content(folder("keep/a.jpg")) == "old" && content(folder("old.jpg")) == "old"
    )
    expect(names(in: folder("keep")), equals: ["a.jpg"])
  }

  @Test func `a copy has the mode and the time of the file, and undoing deletes it unless it has changed`() {
    defer { removeAll() }
    folder.file("a.jpg", Array("picture".utf8), modified: 1_000_000)
    folder.setMode("a.jpg", 0o640)
    let result = organizer.perform(.copy(to: folder("keep")), on: [folder("a.jpg")])
    #expect(result.failures.isEmpty && content(folder("keep/a.jpg")) == "picture")
    var status = stat()
    unsafe expect(folder("keep/a.jpg").withCString { unsafe stat($0, &status) }, equals: 0)
    expect(status.st_mtim.tv_sec, equals: 1_000_000)
    expect(status.st_mode & 0o777, equals: 0o640)
    folder.file("keep/a.jpg", Array("edited".utf8))
    expect(organizer.undo(result.change).failures.map(\.reason), equals: ["the copy has changed, and stays"])
    let again = organizer.perform(.copy(to: folder("other")), on: [folder("a.jpg")])
    #expect(organizer.undo(again.change).failures.isEmpty)
    expect(names(in: folder("other")), equals: [])
    expect(content(folder("a.jpg")), equals: "picture")
  }

  @Test func `a folder in a missing folder is a reason, and no file moves`() {
    defer { removeAll() }
    folder.file("a.jpg", Array("a".utf8))
    let result = organizer.perform(.move(to: folder("no/such")), on: [folder("a.jpg")])
    expect(
      result.failures.map(\.reason),
      equals: [
        "there is no folder \(String(decoding: folder("no/such").bytes, as: UTF8.self))"
      ])
    expect(content(folder("a.jpg")), equals: "a")
  }

  @Test func `a tilde stands for the home folder only at the beginning`() {
    expect(Path.expandingHome("~/keep", home: Path("/home/a")), equals: Path("/home/a/keep"))
    expect(Path.expandingHome("~", home: Path("/home/a")).absolute, equals: Path("/home/a"))
    expect(Path.expandingHome("~b/keep", home: Path("/home/a")), equals: Path("~b/keep"))
    expect(Path.expandingHome("~/keep", home: nil), equals: Path("~/keep"))
  }
}
