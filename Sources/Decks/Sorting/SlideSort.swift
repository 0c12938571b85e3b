import Glibc
import Imaging
package import System

/// The sort order of a folder's pictures.
package enum SlideSort: String, CaseIterable, Sendable {
  /// Natural order: `img2` before `img10`.
  case name
  /// Newest first, by modification time.
  case time
  /// Newest first, by the time at which the camera took the picture; without one, by modification time.
  case taken
  /// Largest first.
  case size
  /// The order in which the system lists them.
  case none

  /// The names, sorted. They are relative to `folder`.
  ///
  /// - Parameter onFirst: called with the first name before the others are sorted, if it is known earlier (by name
  ///   only).
  package func sorted(
    _ names: NameList, in folder: Path, onFirst: (ArraySlice<UInt8>) -> Void = { _ in }
  ) -> NameList {
    switch self {
    case .none: names
    case .name: names.reordered(by: NaturalOrder.sorted(names) { onFirst(names[$0]) })
    case .time:
      byDescending(names, folder) { _, status in
        Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      }
    case .taken: byDescending(names, folder, SlideSort.timeTaken)
    case .size: byDescending(names, folder) { _, status in Int64(status.st_size) }
    }
  }

  /// The local time at which a picture was taken, or else its file was modified, as a number: year, month, day, hour,
  /// minute, second, two digits each, and the year at the front.
  private static func timeTaken(_ path: Path, _ status: stat) -> Int64 {
    if let file = try? RegularFile(path, limit: .max) {
      let metadata = ImageMetadata { Array(file.bytes(at: $0, count: $1)) }
      if let date = metadata.date {
        let digits = (date + (metadata.time ?? "00:00:00")).filter { $0.isASCII && $0.isNumber }
        return Int64(digits) ?? .min
      }
    }
    var (time, parts) = unsafe (status.st_mtim.tv_sec, tm())
    guard unsafe localtime_r(&time, &parts) != nil else { return .min }
    let fields = unsafe [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
    return unsafe fields.reduce(Int64(parts.tm_year) + 1900) { $0 * 100 + Int64($1) }
  }

  /// Sorted by a value of the files, largest first. Ties are sorted by name; files without a status come last.
  private func byDescending(_ names: NameList, _ folder: Path, _ figure: (Path, stat) -> Int64) -> NameList {
    let natural = NaturalOrder.sorted(names)
    let figures = natural.map { position -> Int64 in
      var status = stat()
      let path = folder.appending(names[Int(position)])
      return unsafe path.withCString({ unsafe stat($0, &status) }) == 0 ? figure(path, status) : .min
    }
    // Positions of an already natural order are sorted, with the position as tie-break, so that ties stay natural.
    let order = natural.indices.sorted { figures[$0] != figures[$1] ? figures[$0] > figures[$1] : $0 < $1 }
    return names.reordered(by: order.map { natural[$0] })
  }
}
