/// An action that a key can perform. The raw value is its name in a configuration.
package enum Action: String, CaseIterable, Hashable, Sendable {
  case previous, next, first, last
  /// Goes back to the slide that the last jump left.
  case jumpBack = "jump-back"
  /// Goes to the first slide of the slide's folder, or of the one before it, or of the next.
  case previousFolder = "previous-folder"
  case nextFolder = "next-folder"
  /// Does what a click on the picture does.
  case click
  /// Leaves the viewer or the grid.
  case back
  /// Zooms in or out in the viewer.
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  /// Zooms to 1:1, where each pixel of the picture is one sample.
  case actualSize = "actual-size"
  /// Shows the whole picture, upright.
  case resetZoom = "reset-zoom"
  /// Cycles through the ways in which a picture fills the viewer.
  case viewerFit = "viewer-fit"
  case panLeft = "pan-left"
  case panRight = "pan-right"
  case panUp = "pan-up"
  case panDown = "pan-down"
  /// Goes down or up in the picture by almost a window and, at its edge, to the next or the previous slide.
  case readOn = "read-on"
  case readBack = "read-back"
  case rotateLeft = "rotate-left"
  case rotateRight = "rotate-right"
  /// Mirrors the picture left for right, or top for bottom.
  case flipAcross = "flip-across"
  case flipDown = "flip-down"
  /// Changes the picture's exposure by a third of a stop.
  case darker, brighter
  case facts
  /// Shows how bright the picture is.
  case histogram
  /// Shows many slides at once.
  case grid
  case selectLeft = "select-left"
  case selectRight = "select-right"
  case selectUp = "select-up"
  case selectDown = "select-down"
  case selectPageUp = "select-page-up"
  case selectPageDown = "select-page-down"
  case selectFirst = "select-first"
  case selectLast = "select-last"
  case moreColumns = "more-columns"
  case fewerColumns = "fewer-columns"
  /// Searches the slides' names.
  case search
  case endSearch = "end-search"
  /// Shows only the slides that the search has found.
  case filterMatches = "filter-matches"
  case cancelSearch = "cancel-search"
  case deleteLetter = "delete-letter"
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  /// Marks or unmarks the slide; marks all slides or none; goes to the next marked one.
  case mark
  case markAll = "mark-all"
  case nextMarked = "next-marked"
  /// Moves the files of the slide or of the marked ones to the trash; moves, copies or renames them; undoes that.
  case trash
  case moveTo = "move-to"
  case copyTo = "copy-to"
  case keep
  case rename
  case undo
  case quit
  case pause
  case shorterInterval = "shorter-interval"
  case longerInterval = "longer-interval"
  case changeMode = "change-mode"
  case pagePosition = "page-position"
  case captions
  case art
  case fit
  /// Shows a checkerboard behind transparent pictures.
  case checkerboard
  case animations
  case nextFrame = "next-frame"
  /// Cycles through the orders of the pictures in folders.
  case sort
  /// Shows the other pictures of the slide's folder, or the sources again.
  case siblings
  case reload
  case clearCaches = "clear-caches"
  case redraw
  /// Reads the configuration file again.
  case reloadConfiguration = "reload-configuration"
  case suspend
  case help
  /// Goes to the slide whose number was typed.
  case goToSlide = "go-to-slide"
  case deleteDigit = "delete-digit"
  case cancelDigits = "cancel-digits"
  case scrollUp = "scroll-up"
  case scrollDown = "scroll-down"
  case scrollPageUp = "scroll-page-up"
  case scrollPageDown = "scroll-page-down"
  case scrollToTop = "scroll-to-top"
  case scrollToBottom = "scroll-to-bottom"
  case closeHelp = "close-help"
  /// Opens the menu of actions for a slide.
  case menu
  case menuUp = "menu-up"
  case menuDown = "menu-down"
  case menuChoose = "menu-choose"
  case closeMenu = "close-menu"
  #if DELIBERATE_TRAP
    /// Crashes, so that a test can see the terminal restored.
    case trap
    /// Hangs, so that a test can see that Ctrl-C ends it.
    case hang
  #endif

  /// The action's text in the help panel.
  ///
  /// - Parameter click: what a click does.
  package func help(click: Options.ClickAction) -> String {
    guard self == .click else { return Action.helpTexts[self] ?? "" }
    return switch click {
    case .view: "open full-window"
    case .command, .backgroundCommand: "run the command"
    case .pick: "pick and quit"
    }
  }

  private static let helpTexts: [Action: String] = [
    .previous: "previous", .next: "next", .first: "first", .last: "last", .jumpBack: "back after a jump",
    .previousFolder: "previous folder", .nextFolder: "next folder", .back: "back", .zoomIn: "zoom in",
    .zoomOut: "zoom out", .actualSize: "zoom to 1:1", .resetZoom: "reset the view",
    .viewerFit: "fit, fill, width", .panLeft: "pan left", .panRight: "pan right", .panUp: "pan up",
    .panDown: "pan down", .readOn: "on in the picture, then next", .readBack: "back in it", .rotateLeft: "rotate left",
    .rotateRight: "rotate right", .flipAcross: "mirror across", .flipDown: "mirror down",
    .darker: "darker", .brighter: "brighter", .facts: "facts",
    .histogram: "histogram", .grid: "grid", .selectLeft: "select left", .selectRight: "select right",
    .selectUp: "select up", .selectDown: "select down", .selectPageUp: "a page up", .selectPageDown: "a page down",
    .selectFirst: "first slide", .selectLast: "last slide", .moreColumns: "more columns",
    .fewerColumns: "fewer columns", .search: "search names; Tab: matches", .endSearch: "end the search",
    .filterMatches: "show only the matches", .cancelSearch: "cancel the search", .deleteLetter: "delete a letter",
    .nextMatch: "next match", .previousMatch: "previous match", .mark: "mark", .markAll: "mark all",
    .nextMarked: "next marked", .trash: "to the trash", .moveTo: "move", .copyTo: "copy", .keep: "keep a copy",
    .rename: "rename", .undo: "undo", .quit: "quit", .pause: "pause, resume", .shorterInterval: "interval -1 s",
    .longerInterval: "interval +1 s", .changeMode: "change mode", .pagePosition: "position of the dots",
    .captions: "description bar", .art: "art mode", .fit: "how pictures fit", .checkerboard: "checkerboard",
    .animations: "animations", .nextFrame: "next frame, paused", .sort: "sort", .siblings: "the slide's folder",
    .reload: "reload", .clearCaches: "clear the caches", .redraw: "redraw",
    .reloadConfiguration: "read the configuration", .suspend: "suspend", .help: "this help",
    .goToSlide: "go to a slide", .deleteDigit: "delete a digit", .cancelDigits: "cancel", .scrollUp: "up",
    .scrollDown: "down", .scrollPageUp: "a page up", .scrollPageDown: "a page down", .scrollToTop: "to the top",
    .scrollToBottom: "to the bottom", .closeHelp: "close", .menu: "menu: open, copy", .menuUp: "up", .menuDown: "down",
    .menuChoose: "do it", .closeMenu: "close",
  ]
}
