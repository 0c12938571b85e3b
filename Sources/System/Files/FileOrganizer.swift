import CGlibc
import Glibc

/// Moves, copies and renames files for a user. It never overwrites a file, and what it does can be undone. A copy whose
/// name another file has gets a number: `a-2.jpg`.
///
/// Each file is moved in one step: a process that ends in the meantime leaves no half of a file behind.
package struct FileOrganizer: Sendable {
  private let trash: Trash?

  /// An organizer; without a trash, files can only be moved and copied.
  package init(trash: Trash?) { self.trash = trash }

  /// Performs an operation on files. Those that fail stay as they are.
  package func perform(_ operation: FileOperation, on paths: [Path]) -> FileResult {
    perform(operation, on: paths, named: { $0 }) { path throws(FileError) in
      try item(path == paths[0] ? operation : operation.keepingExtension(of: path), on: path)
    }
  }

  /// Performs an operation on the files or entries that have some names.
  ///
  /// - Parameter item: performs it on one.
  package func perform<Source>(
    _ operation: FileOperation, on sources: [Source], named name: (Source) -> Path,
    item: (Source) throws(FileError) -> FileChange.Item
  ) -> FileResult {
    var result = FileResult(change: FileChange(operation: operation, items: []), failures: [])
    switch operation {
    case .move(let folder), .copy(let folder): result.change.folder = makeFolder(folder) ? folder : nil
    case .trash, .rename: break
    }
    for source in sources {
      do throws(FileError) {
        result.change.items.append(try item(source))
      } catch {
        result.failures.append(FileResult.Failure(path: name(source), reason: error.description))
      }
    }
    if result.change.items.isEmpty { removeFolder(of: result.change) }
    return result
  }

  /// Writes the content of a file of this process, such as one in memory, into a folder; never overwrites a file.
  ///
  /// - Parameters:
  ///   - original: what the content is called in messages.
  ///   - modified: the time of the new file, in seconds since 1970; nil for now.
  /// - Throws: `FileError`.
  package func save(
    _ content: Path, of original: Path, as name: String, in folder: Path, modified: Int?
  ) throws(FileError) -> FileChange.Item {
    try FileOrganizer.copy(content, of: original, as: Array(name.utf8), in: folder, asNewFileOf: modified ?? time(nil))
  }

  /// Undoes a change, the last file first: moves files back, and deletes copies that have not been changed since.
  package func undo(_ change: FileChange) -> FileResult {
    var result = FileResult(change: FileChange(operation: change.operation, items: []), failures: [])
    for item in change.items.reversed() {
      do throws(FileError) {
        if case .copy = change.operation {
          try FileOrganizer.deleteCopy(item)
        } else {
          try FileOrganizer.move(item.to, to: item.from)
          if let information = item.information { _ = unsafe information.withCString { unsafe unlink($0) } }
        }
        result.change.items.append(item)
      } catch {
        result.failures.append(FileResult.Failure(path: item.from, reason: error.description))
        // A copy that has changed is the user's.
        if case .copy = change.operation { continue }
        guard FileStamp(ofLink: item.to) != nil else { continue }
        var remaining = result.remaining ?? FileChange(operation: change.operation, items: [])
        (remaining.folder, remaining.items) = (change.folder, [item] + remaining.items)
        result.remaining = remaining
      }
    }
    removeFolder(of: change)
    return result
  }

  private func item(_ operation: FileOperation, on path: Path) throws(FileError) -> FileChange.Item {
    switch operation {
    case .trash:
      guard let trash else { throw .system("there is no home folder for a trash") }
      return try trash.put(path)
    case .move(let folder):
      let target = folder.appending(path.name)
      try FileOrganizer.move(path, to: target)
      return FileChange.Item(from: path, to: target)
    case .copy(let folder):
      return try FileOrganizer.copy(path, of: path, as: Array(path.name), in: folder)
    case .rename(let name):
      let target = path.renamed(to: name)
      try FileOrganizer.move(path, to: target)
      return FileChange.Item(from: path, to: target)
    }
  }

  /// Makes a folder if only its last component is missing; returns whether it is new. Failing to do so becomes the
  /// failure of the files.
  private func makeFolder(_ folder: Path) -> Bool { unsafe folder.withCString { unsafe mkdir($0, 0o777) } == 0 }

  /// Removes the folder that was made for a change, unless there is something in it.
  private func removeFolder(of change: FileChange) {
    if let folder = change.folder { _ = unsafe folder.withCString { unsafe rmdir($0) } }
  }

  /// Moves a file, also to another file system, unless the new name is taken.
  static func move(_ path: Path, to target: Path) throws(FileError) {
    let status = unsafe path.withCString { from in
      unsafe target.withCString { to in unsafe tui_rename_exclusively(from, to) }
    }
    if status == 0 { return }
    guard errno == EXDEV else { throw failure(errno, of: path, to: target) }
    _ = try copy(path, to: target)
    guard unsafe path.withCString({ unsafe unlink($0) }) == 0 else {
      let number = errno
      _ = unsafe target.withCString { unsafe unlink($0) }
      throw FileError(system: number)
    }
  }

  /// The maximum number of names to try for a copy.
  private static let maximumNames = 1000

  /// Copies a regular file into a folder, under the first name that no other file has.
  ///
  /// - Throws: `FileError`, also if the folder has the same content under the name.
  private static func copy(
    _ path: Path, of original: Path, as name: [UInt8], in folder: Path, asNewFileOf time: Int? = nil
  ) throws(FileError) -> FileChange.Item {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    for number in 1...maximumNames {
      let target = folder.appending(name[..<dot] + (number > 1 ? Array("-\(number)".utf8) : []) + name[dot...])
      if FileStamp(ofLink: target) != nil {
        guard FileBytes.areEqual(path, target) else { continue }
        throw failure(EEXIST, of: path, to: target)
      }
      var item = FileChange.Item(from: original, to: target)
      item.stamp = try copy(path, to: target, asNewFileOf: time)
      return item
    }
    throw .system("\(maximumNames) files have its name")
  }

  /// Copies a regular file with its mode and times, unless the new name is taken; returns the copy's stamp.
  ///
  /// - Parameters:
  ///   - stamp: the stamp that the file must have; nil for any.
  ///   - time: the time of a copy with the mode of new files; nil to copy both.
  /// - Throws: `FileError`; `.nameTaken` if there is a file of that name.
  package static func copy(
    _ path: Path, stamp: FileStamp? = nil, to target: Path, asNewFileOf time: Int? = nil
  ) throws(FileError) -> FileStamp {
    let source = try RegularFile(path, limit: .max, stamp: stamp)
    let mode: mode_t = time == nil ? 0o600 : 0o666
    var status = stat()
    guard unsafe fstat(source.descriptor, &status) == 0 else { throw FileError(system: errno) }
    var isNamed = false
    var file = unsafe target.folder.withCString { unsafe tui_unnamed_file($0, mode) }
    if file < 0 {
      // Not on this file system.
      isNamed = true
      file = unsafe target.withCString { unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode) }
    }
    guard file >= 0 else { throw failure(errno, of: path, to: target) }
    defer { close(file) }
    do throws(FileError) {
      try write(source, to: file)
      if let time { status.st_mtim = timespec(tv_sec: time, tv_nsec: 0) }
      var times = [status.st_atim, status.st_mtim]
      _ = unsafe futimens(file, &times)
      if time == nil { _ = fchmod(file, status.st_mode & 0o777) }
      if !isNamed, unsafe target.withCString({ unsafe tui_name_file(file, $0) }) != 0 {
        throw failure(errno, of: path, to: target)
      }
      guard unsafe fstat(file, &status) == 0 else { throw FileError(system: errno) }
    } catch {
      if isNamed { _ = unsafe target.withCString { unsafe unlink($0) } }
      throw error
    }
    return FileStamp(status)
  }

  private static func write(_ source: RegularFile, to file: Int32) throws(FileError) {
    var offset = 0
    while offset < source.count {
      let piece = source.bytes(at: offset, count: 1 << 20)
      if let error = source.error { throw error }
      if piece.isEmpty { throw .system("it became shorter while it was copied") }
      if let number = DescriptorBytes.write(piece, to: file) { throw FileError(system: number) }
      offset += piece.count
    }
  }

  private static func deleteCopy(_ item: FileChange.Item) throws(FileError) {
    guard let stamp = item.stamp, FileStamp(ofOwn: item.to) == stamp else {
      throw .system("the copy has changed, and stays")
    }
    guard unsafe item.to.withCString({ unsafe unlink($0) }) == 0 else { throw FileError(system: errno) }
  }

  /// The error of a move or copy: which of the two names is missing, or that the new one is taken.
  private static func failure(_ number: Int32, of path: Path, to target: Path) -> FileError {
    let folder = target.folder.text
    switch number {
    case EEXIST:
      return .nameTaken("\(folder == "." ? "" : "\(folder)/")\(String(decoding: target.name, as: UTF8.self))")
    case ENOENT where PathKind(of: target.folder) != .folder, ENOTDIR: return .system("there is no folder \(folder)")
    case ENAMETOOLONG: return .system("the name is too long")
    default: return FileError(system: number)
    }
  }
}
