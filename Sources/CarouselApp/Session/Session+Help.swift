import Rendering

extension Session {
  /// The keys, and what they do now. What is needed most comes first: where the window is low, it is what there is room for.
  var help: HelpPanel {
    let leaving: [HelpPanel.Row] =
      isViewing ? [.init("Enter Esc", "back"), .init("q", "leave")] : [.init("q Esc", "leave"), .init("Enter", enter)]
    return HelpPanel(
      rows: [.init("← →  h l", "previous, next")] + leaving + [
        .init("Space", "pause, go on"), .init("Home End", "first, last"), .init("digits Enter", "go to a slide"),
        .init("mouse", "drag, wheel, click, dots"), .init("[ ]", "interval shorter, longer"),
        .init("c", "change mode"), .init("p", "place of the page dots"), .init("d", "description bar"),
        .init("a", "art mode"), .init("A", "animations"), .init(".", "one frame, while stopped"),
        .init("r", "read again"), .init("X", "clear the caches"), .init("Ctrl-L", "draw anew"),
        .init("?", "this help"),
      ])
  }

  /// What a click does.
  private var enter: String {
    switch options.click {
    case .view: "the picture alone"
    case .command: "run the command"
    case .pick: "pick, and leave"
    }
  }
}
