import CarouselApp
import CommandLineOptions
import Terminal
@testable import tui

/// The parts of tui-config(5) that follow from the actions and their standard keys, in mdoc(7).
enum KeyManual {
  /// The actions, with the modes in which they have a meaning, and their standard keys there.
  static var actions: String {
    Action.allCases.filter { !["trap", "hang"].contains($0.rawValue) }.map { action in
      let modes = escaped(modes(of: action))
      return ".It Ic \(action.rawValue)\n\(text(of: action).map { "\($0) (\(modes))" } ?? modes).\n"
    }.joined()
  }

  /// The modes of an action, each with its keys; modes with the same keys together.
  private static func modes(of action: Action) -> String {
    var groups: [(modes: [String], keys: [String])] = []
    for context in KeyBindings.contexts(of: .action(action)) {
      let keys = KeyBindings.standard.table(for: context).bindings.filter { $0.bound == .action(action) }
        .map { $0.keys.map(\.configurationName).joined(separator: " ") }
      if groups.last?.keys == keys {
        groups[groups.count - 1].modes.append(context.rawValue)
      } else {
        groups.append(([context.rawValue], keys))
      }
    }
    return groups.map { group in
      let modes = group.modes.joined(separator: ", ")
      return group.keys.isEmpty ? modes : "\(modes): \(group.keys.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// What an action does; nil if its name says it, or if the text of help needs its neighbors in a row.
  private static func text(of action: Action) -> String? {
    let needsNeighbors: Set<Action> = [
      .zoomOut, .panRight, .panUp, .panDown, .rotateRight, .flipAcross, .flipDown, .selectRight, .selectUp, .selectDown,
      .selectPageUp, .selectPageDown, .moreColumns, .fewerColumns, .markAll, .nextMarked, .shorterInterval,
      .longerInterval, .scrollUp, .scrollDown, .scrollPageUp, .scrollPageDown, .scrollToTop, .scrollToBottom, .menuUp,
      .menuDown, .menuChoose, .closeMenu, .closeHelp, .cancelDigits,
    ]
    let text = action.help(click: .view)
    let isName = text.lowercased() == action.rawValue.replacing("-", with: " ")
    return isName || needsNeighbors.contains(action) ? nil : text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Text in which no line is taken for a macro.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let line = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
    }.joined(separator: "\n")
  }
}
