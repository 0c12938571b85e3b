import Glibc
package import System

/// The sort order of a folder's pictures.
package enum SlideSort: String, CaseIterable, Sendable {
  /// Natural order: `img2` before `img10`.
  case name
  /// Newest first, by modification time.
  case time
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
    case .time: byDescending(names, folder) { Int64($0.st_mtim.tv_sec) * 1_000_000_000 + Int64($0.st_mtim.tv_nsec) }
    case .size: byDescending(names, folder) { Int64($0.st_size) }
    }
  }

  /// Sorted by a value of the files' status, largest first. Ties are sorted by name; files without a status come last.
  private func byDescending(_ names: NameList, _ folder: Path, _ figure: (stat) -> Int64) -> NameList {
    let natural = NaturalOrder.sorted(names)
    let figures = natural.map { position -> Int64 in
      var status = stat()
      let path = folder.appending(names[Int(position)])
      return unsafe path.withCString({ unsafe stat($0, &status) }) == 0 ? figure(status) : .min
    }
    // Positions of an already natural order are sorted, with the position as tie-break, so that ties stay natural.
    let order = natural.indices.sorted { figures[$0] != figures[$1] ? figures[$0] > figures[$1] : $0 < $1 }
    return names.reordered(by: order.map { natural[$0] })
  }
}
