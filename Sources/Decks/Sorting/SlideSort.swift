import Glibc
package import System

/// How a folder's pictures are put in order.
package enum SlideSort: String, CaseIterable, Sendable {
  /// Naturally: `img2` before `img10`.
  case name
  /// The newest first, by time of modification.
  case time
  /// The largest first.
  case size
  /// As the system lists them.
  case none

  /// The names in order; `folder` is what they are relative to.
  ///
  /// - Parameter tellingFirst: told the name that comes first, before the others are sorted, where that can be told sooner.
  package func sorted(
    _ names: NameList, in folder: Path, tellingFirst: (ArraySlice<UInt8>) -> Void = { _ in }
  ) -> NameList {
    switch self {
    case .none: names
    case .name: names.reordered(by: NaturalOrder.sorted(names) { tellingFirst(names[$0]) })
    case .time: byDescending(names, folder) { Int64($0.st_mtim.tv_sec) * 1_000_000_000 + Int64($0.st_mtim.tv_nsec) }
    case .size: byDescending(names, folder) { Int64($0.st_size) }
    }
  }

  /// Sorted by a figure of the files' status, largest first; ties, and files that cannot be examined, by name at the end.
  private func byDescending(_ names: NameList, _ folder: Path, _ figure: (stat) -> Int64) -> NameList {
    let natural = NaturalOrder.sorted(names)
    let figures = natural.map { position -> Int64 in
      var status = stat()
      let path = folder.appending(names[Int(position)])
      return unsafe path.withCString({ unsafe stat($0, &status) }) == 0 ? figure(status) : .min
    }
    // Sorting positions of an already natural order, with the position as tie-break, keeps ties natural.
    let order = natural.indices.sorted { figures[$0] != figures[$1] ? figures[$0] > figures[$1] : $0 < $1 }
    return names.reordered(by: order.map { natural[$0] })
  }
}
