import CarouselApp
import CommandLineOptions
import Terminal
@testable import tui

/// The parts of tui-config(5) that follow from the actions, the standard bindings and the presets, in mdoc(7).
enum KeyManual {
  /// The actions, with the modes in which they have a meaning.
  static var actions: String {
    Action.allCases.filter { !["trap", "hang"].contains($0.rawValue) }.map { action in
      let modes = KeyBindings.contexts(of: .action(action)).map(\.rawValue).joined(separator: " , ")
      return ".It Ic \(action.rawValue)\n\(text(of: action)).\n.Em \(modes)\n"
    }.joined()
  }

  /// What an action does. The texts of help that need their neighbors in a row are replaced by the action's name.
  private static func text(of action: Action) -> String {
    let needsNeighbors: Set<Action> = [
      .zoomOut, .panRight, .panUp, .panDown, .rotateRight, .flipAcross, .flipDown, .selectRight, .selectUp, .selectDown,
      .selectPageUp, .selectPageDown, .moreColumns, .fewerColumns, .markAll, .nextMarked, .shorterInterval,
      .longerInterval, .scrollUp, .scrollDown, .scrollPageUp, .scrollPageDown, .scrollToTop, .scrollToBottom, .menuUp,
      .menuDown, .menuChoose, .closeMenu, .closeHelp, .cancelDigits,
    ]
    let text =
      needsNeighbors.contains(action) ? action.rawValue.replacing("-", with: " ") : action.help(click: .view)
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The standard bindings of each mode.
  static var standardKeys: String {
    KeyContext.allCases.map { context in
      let keys = KeyBindings.standard.table(for: context).bindings.map { binding in
        "\(escaped(binding.keys.map(\.configurationName).joined(separator: " "))) = \(binding.bound.configurationName)\n"
      }
      return "[keys.\(context.rawValue)]\n\(keys.joined())"
    }.joined(separator: "\n")
  }

  /// The presets' bindings.
  static var presets: String {
    KeyPreset.allCases.filter { $0 != .standard }.map { preset in
      ".It Cm \(preset.rawValue)\n.Bd -literal -compact\n\(escaped(preset.text))\n.Ed\n"
    }.joined()
  }

  /// Text in which no line is taken for a macro.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let line = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
    }.joined(separator: "\n")
  }
}
