import System
import Terminal

/// The message about what has happened to files.
enum OrganizedMessage {
  static func text(for task: FileTask, _ result: FileResult) -> String {
    let items = result.change.items
    var sentences: [String] = []
    if let first = items.first {
      let name = items.count == 1 ? short(first.from.name) : "\(items.count) files"
      switch task {
      case .undo(let change):
        if case .copy = change.operation {
          sentences.append(items.count == 1 ? "the copy of \(name) is deleted" : "\(items.count) copies are deleted")
        } else {
          sentences.append(items.count == 1 ? "\(name) is back" : "\(name) are back")
        }
      case .perform(.trash, _): sentences.append("\(name) in the trash, u undoes it")
      case .perform(.move(let folder), _): sentences.append("\(name) moved to \(SafeText.visible(folder.bytes))")
      case .perform(.copy(let folder), _), .extract(_, let folder):
        sentences.append("\(name) copied to \(SafeText.visible(folder.bytes))")
      case .perform(.rename, _): sentences.append("\(short(first.from.name)) is now \(short(first.to.name))")
      }
    }
    if let failure = result.failures.first {
      let rest = result.failures.count > 1 ? ", and \(result.failures.count - 1) more" : ""
      sentences.append(
        "\(verb(of: task)) \(short(failure.path.name)): \(short(failure.reason.utf8, columns: 50))\(rest)")
    }
    return sentences.joined(separator: "; ")
  }

  /// A text that is cut in its middle, so that the reason for a failure fits beside a long name.
  private static func short(_ text: some Collection<UInt8>, columns: Int = 24) -> String {
    SafeText.name(SafeText.visible(text), columns: columns)
  }

  private static func verb(of task: FileTask) -> String {
    switch task {
    case .undo: "not undone:"
    case .perform(.trash, _): "not deleted:"
    case .perform(.move, _): "not moved:"
    case .perform(.copy, _), .extract: "not copied:"
    case .perform(.rename, _): "not renamed:"
    }
  }
}
