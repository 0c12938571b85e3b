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
  ///   - findsFirst: Whether the first name is looked for before the others are sorted, which costs a little.
  ///   - onFirst: called with it.
  package func sorted(
    _ names: NameList, in folder: Path, decoder: any PictureDecoding, findsFirst: Bool = false,
    onFirst: (ArraySlice<UInt8>) -> Void = { _ in }
  ) -> NameList {
    switch self {
    case .none:
      if findsFirst, names.count > 0 { onFirst(names[0]) }
      return names
    case .name:
      if findsFirst, let first = NaturalOrder.first(of: names) { onFirst(names[first]) }
      return names.reordered(by: NaturalOrder.sorted(names))
    case .time:
      return byDescending(names, folder, findsFirst, onFirst) { status, _ in
        Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      }
    case .taken:
      return byDescending(names, folder, findsFirst, onFirst) { status, path in
        SlideSort.timeTaken(path(), status, decoder)
      }
    case .size: return byDescending(names, folder, findsFirst, onFirst) { status, _ in Int64(status.st_size) }
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
    _ names: NameList, _ folder: Path, _ findsFirst: Bool, _ onFirst: (ArraySlice<UInt8>) -> Void,
    _ figure: @escaping @Sendable (stat, () -> Path) -> Int64
  ) -> NameList {
    // Opened once, so that the system does not walk the folder's path for each file.
    let path = folder.bytes.isEmpty ? Path(".") : folder
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { if descriptor >= 0 { close(descriptor) } }
    let figures = ParallelRanges.map(names.count) { range in
      var name: [CChar] = []
      return range.map { position -> Int64 in
        let bytes = names[position]
        name.removeAll(keepingCapacity: true)
        for byte in bytes { name.append(CChar(bitPattern: byte)) }
        name.append(0)
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, 0) == 0 else { return .min }
        return figure(status) { folder.appending(bytes) }
      }
    }
    if findsFirst, let largest = figures.max() {
      // The first of those by name.
      let candidates = (0..<UInt32(names.count)).filter { figures[Int($0)] == largest }
      if let first = NaturalOrder.first(of: names.reordered(by: candidates)) { onFirst(names[Int(candidates[first])]) }
    }
    return names.reordered(by: SlideSort.positions(figures, names))
  }

  /// The positions of names, those with the largest figures first, and those with equal ones by name.
  static func positions(_ figures: consuming [Int64], _ names: NameList) -> [UInt32] {
    let byFigure = (0..<UInt32(figures.count)).sorted { figures[Int($0)] > figures[Int($1)] }
    var order: [UInt32] = []
    order.reserveCapacity(byFigure.count)
    var start = 0
    while start < byFigure.count {
      let figure = figures[Int(byFigure[start])]
      let end = byFigure[start...].firstIndex { figures[Int($0)] != figure } ?? byFigure.count
      let ties = byFigure[start..<end].sorted()
      order += ties.count == 1 ? ties : NaturalOrder.sorted(names.reordered(by: ties)).map { ties[Int($0)] }
      start = end
    }
    return order
  }
}
