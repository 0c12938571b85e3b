import Glibc

/// The desktop's trash, according to the Trash specification of freedesktop.org (version 1.0).
///
/// Files in the home folder's file system go to the home trash. Those in another go to `.Trash/UID` or `.Trash-UID` at
/// its top, so that no file is copied. In a trash, `files` has the files, and `info` the paths from which they came.
package struct Trash: Sendable {
  private let home: Path
  private let user: UInt32

  /// The trash of a user whose home trash is at a path.
  package init(home: Path, user: UInt32 = geteuid()) { (self.home, self.user) = (home, user) }

  /// The trash in `XDG_DATA_HOME` or, if that is not set or not absolute, in `~/.local/share`; nil if there is no home.
  package init?(environment: [String: String]) {
    guard let base = BaseFolders.path("XDG_DATA_HOME", orBelowHome: ".local/share", environment) else { return nil }
    self.init(home: Path("\(base)/Trash"))
  }

  /// The maximum number of names to try for a file: `a.jpg`, `a.2.jpg` …
  private static let maximumNames = 10_000

  /// Moves a file to the trash of its file system.
  func put(_ path: Path) throws(FileError) -> FileChange.Item {
    guard let status = path.linkStatus else { throw FileError(system: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
    // Links in the folder's path would lead to another place later.
    guard let folder = path.folder.resolved else { throw .noSuchFile }
    let absolute = folder.appending(path.name)
    let trash = try trashFolder(for: absolute, on: UInt64(status.st_dev))
    // Unreserved characters and slashes stay.
    let origin = PercentEncoding.encoded(trash.relative(absolute), keeping: "-._~/")
    let text = "[Trash Info]\nPath=\(origin)\nDeletionDate=\(Trash.now())\n"
    for number in 1...Trash.maximumNames {
      let name = Trash.name(absolute.name, number)
      let information = trash.root.appending("info".utf8).appending(name + Array(".trashinfo".utf8))
      let target = trash.root.appending("files".utf8).appending(name)
      // The information is written first: it reserves the name.
      if let number = FileBytes.create(information, text.utf8) {
        if number == EEXIST { continue }
        throw FileError(system: number)
      }
      do throws(FileError) {
        try FileOrganizer.move(path, to: target)
      } catch {
        _ = unsafe information.withCString { unsafe unlink($0) }
        // A file without information has the name.
        if PathKind(of: target) != .unreachable(ENOENT), PathKind(of: path) != .unreachable(ENOENT) { continue }
        throw error
      }
      var item = FileChange.Item(from: path, to: target)
      item.information = information
      return item
    }
    throw .system("the trash has too many files of this name")
  }

  // MARK: - The folder

  /// A trash, and the folder to which the paths in its information are relative.
  private struct Folder {
    let root: Path
    /// The top of the file system; nil: the paths are absolute.
    let top: Path?

    func relative(_ path: Path) -> [UInt8] { top?.relative(path).map { Array($0) } ?? path.bytes }
  }

  private func trashFolder(for path: Path, on device: UInt64) throws(FileError) -> Folder {
    if Trash.device(ofNearest: home) == device {
      if let number = home.makeFolders() { throw FileError(system: number) }
      try Trash.makeContents(of: home)
      return Folder(root: home, top: nil)
    }
    let top = Trash.top(of: path.folder, on: device)
    // The shared folder is an administrator's: it counts only if it is no link, and if users cannot delete each other's.
    let shared = top.appending(".Trash".utf8)
    if let status = shared.linkStatus, status.st_mode & S_IFMT == S_IFDIR, status.st_mode & S_ISVTX != 0 {
      let own = shared.appending("\(user)".utf8)
      if (try? makeOwn(own)) != nil { return Folder(root: own, top: top) }
    }
    let own = top.appending(".Trash-\(user)".utf8)
    do throws(FileError) {
      try makeOwn(own)
    } catch {
      throw .system("there is no trash on its file system (\(top.text)): \(error)")
    }
    return Folder(root: own, top: top)
  }

  /// Makes a trash that only this user can enter.
  private func makeOwn(_ root: Path) throws(FileError) {
    _ = unsafe root.withCString { unsafe mkdir($0, 0o700) }
    guard let status = root.linkStatus else { throw FileError(system: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user else { throw .permissionDenied }
    try Trash.makeContents(of: root)
  }

  private static func makeContents(of root: Path) throws(FileError) {
    for name in ["files", "info"] {
      let folder = root.appending(name.utf8)
      guard unsafe folder.withCString({ unsafe mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
        throw FileError(system: errno)
      }
    }
  }

  /// The device of a path, or of its nearest folder that exists.
  private static func device(ofNearest path: Path) -> UInt64? {
    if let status = path.status { return UInt64(status.st_dev) }
    return path.folder == path ? nil : device(ofNearest: path.folder)
  }

  /// The highest folder above a file that is on the same device.
  private static func top(of folder: Path, on device: UInt64) -> Path {
    let above = folder.folder
    guard above != folder, let status = above.linkStatus, UInt64(status.st_dev) == device else { return folder }
    return top(of: above, on: device)
  }

  // MARK: - The information

  /// The name for a file in the trash: its own, or with a number before its extension.
  private static func name(_ name: ArraySlice<UInt8>, _ number: Int) -> [UInt8] {
    guard number > 1 else { return Array(name) }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    return Array(name[..<dot]) + Array(".\(number)".utf8) + Array(name[dot...])
  }

  /// The time now, in local time, such as `2026-03-14T15:09:26`.
  private static func now() -> String {
    var (seconds, parts) = unsafe (time(nil), tm())
    guard unsafe localtime_r(&seconds, &parts) != nil else { return "1970-01-01T00:00:00" }
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = unsafe "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    return unsafe "\(day)T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
  }
}
