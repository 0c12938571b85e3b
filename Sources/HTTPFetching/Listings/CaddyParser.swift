import Fetching
import JSON
import System

/// The index of caddy as JSON.
struct CaddyParser: ListingParser {
  private struct File: Decodable {
    let name: String
    let size: Int?
    let mod_time: String?
    let is_dir: Bool?
  }

  private var bytes: [UInt8] = []

  mutating func consume(_ bytes: ArraySlice<UInt8>) -> [ListedEntry] {
    self.bytes += bytes
    return []
  }

  mutating func finish() -> ([ListedEntry], ListingEnd) {
    guard let files = try? JSONDecoder().decode([File].self, from: bytes) else { return ([], .other) }
    let entries = files.map { file in
      let name = Array((file.name.hasSuffix("/") ? String(file.name.dropLast()) : file.name).utf8)
      return ListedEntry(
        name: name, isFolder: file.is_dir ?? false, size: file.size,
        modified: file.mod_time.flatMap(CalendarDate.seconds))
    }
    return (entries.filter { $0.isBelowFolder && !$0.name.contains(Path.slash) }, .complete)
  }
}
