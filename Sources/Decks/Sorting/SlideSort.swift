package import Decoding
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
  /// - Parameters:
  ///   - decoder: reads when pictures were taken.
  ///   - onFirst: called with the first name before the others are sorted, if it is known earlier (by name only).
  package func sorted(
    _ names: NameList, in folder: Path, decoder: any PictureDecoding, onFirst: (ArraySlice<UInt8>) -> Void = { _ in }
  ) -> NameList {
    switch self {
    case .none: names
    case .name: names.reordered(by: NaturalOrder.sorted(names) { onFirst(names[$0]) })
    case .time:
      byDescending(names, folder) { status, _ in
        Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      }
    case .taken: byDescending(names, folder) { status, path in SlideSort.timeTaken(path(), status, decoder) }
    case .size: byDescending(names, folder) { status, _ in Int64(status.st_size) }
    }
  }

  /// The local time at which a picture was taken, or else its file was modified, as a number: year, month, day, hour,
  /// minute, second, two digits each, and the year at the front.
  private static func timeTaken(_ path: Path, _ status: stat, _ decoder: any PictureDecoding) -> Int64 {
    if let file = try? RegularFile(path, limit: .max) {
      let metadata = decoder.metadata(of: file)
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
  private func byDescending(
    _ names: NameList, _ folder: Path, _ figure: @escaping @Sendable (stat, () -> Path) -> Int64
  ) -> NameList {
    let natural = NaturalOrder.sorted(names)
    // Opened once, so that the system does not walk the folder's path for each file.
    let path = folder.bytes.isEmpty ? Path(".") : folder
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { if descriptor >= 0 { close(descriptor) } }
    let figures = ParallelRanges.map(natural.count) { range in
      var name: [CChar] = []
      return range.map { index -> Int64 in
        let bytes = names[Int(natural[index])]
        name.removeAll(keepingCapacity: true)
        for byte in bytes { name.append(CChar(bitPattern: byte)) }
        name.append(0)
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, 0) == 0 else { return .min }
        return figure(status) { folder.appending(bytes) }
      }
    }
    // Positions of an already natural order are sorted, with the position as tie-break, so that ties stay natural.
    var order = (0..<UInt32(natural.count)).map { $0 }
    order.sort {
      let (left, right) = (figures[Int($0)], figures[Int($1)])
      return left != right ? left > right : $0 < $1
    }
    for index in order.indices { order[index] = natural[Int(order[index])] }
    return names.reordered(by: order)
  }
}
