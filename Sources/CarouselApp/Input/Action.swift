/// An action that a key can perform. The raw value is its name in a configuration.
package enum Action: String, CaseIterable, Hashable, Sendable {
  case previous, next, first, last
  /// Goes back to the slide that the last jump left.
  case jumpBack = "jump-back"
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
  case rotateLeft = "rotate-left"
  case rotateRight = "rotate-right"
  /// Mirrors the picture left for right, or top for bottom.
  case flipAcross = "flip-across"
  case flipDown = "flip-down"
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
  case animations
  case nextFrame = "next-frame"
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

  /// The action's text in the help panel. The texts of actions that share a row are joined by commas.
  ///
  /// - Parameter click: what a click does.
  package func help(click: Options.ClickAction) -> String {
    switch self {
    case .previous: "previous"
    case .next: "next"
    case .first: "first"
    case .last: "last"
    case .jumpBack: "back after a jump"
    case .click:
      switch click {
      case .view: "open full-window"
      case .command, .backgroundCommand: "run the command"
      case .pick: "pick and quit"
      }
    case .back: "back"
    case .zoomIn: "zoom in"
    case .zoomOut: "out"
    case .actualSize: "zoom to 1:1"
    case .resetZoom: "reset zoom and turns"
    case .viewerFit: "fit, fill, width"
    case .panLeft: "pan left"
    case .panRight: "right"
    case .panUp: "up"
    case .panDown: "down, when zoomed"
    case .rotateLeft: "rotate left"
    case .rotateRight: "right"
    case .flipAcross: "mirror across"
    case .flipDown: "down"
    case .facts: "facts"
    case .histogram: "histogram"
    case .grid: "grid"
    case .selectLeft: "select left"
    case .selectRight: "right"
    case .selectUp: "up"
    case .selectDown: "down"
    case .selectPageUp: "a page up"
    case .selectPageDown: "a page down"
    case .selectFirst: "first slide"
    case .selectLast: "last slide"
    case .moreColumns: "more columns"
    case .fewerColumns: "fewer"
    case .search: "search names; Tab: matches"
    case .endSearch: "end the search"
    case .filterMatches: "show only the matches"
    case .cancelSearch: "cancel the search"
    case .deleteLetter: "delete a letter"
    case .nextMatch: "next match"
    case .previousMatch: "previous match"
    case .mark: "mark"
    case .markAll: "all"
    case .nextMarked: "go to the next"
    case .trash: "to the trash"
    case .moveTo: "move"
    case .copyTo: "copy"
    case .keep: "keep a copy"
    case .rename: "rename"
    case .undo: "undo"
    case .quit: "quit"
    case .pause: "pause, resume"
    case .shorterInterval: "interval -1 s"
    case .longerInterval: "+1 s"
    case .changeMode: "change mode"
    case .pagePosition: "position of the dots"
    case .captions: "description bar"
    case .art: "art mode"
    case .fit: "how pictures fit"
    case .animations: "animations"
    case .nextFrame: "next frame, paused"
    case .siblings: "the slide's folder"
    case .reload: "reload"
    case .clearCaches: "clear the caches"
    case .redraw: "redraw"
    case .reloadConfiguration: "read the configuration"
    case .suspend: "suspend"
    case .help: "this help"
    case .goToSlide: "go to a slide"
    case .deleteDigit: "delete a digit"
    case .cancelDigits: "cancel"
    case .scrollUp: "up"
    case .scrollDown: "down"
    case .scrollPageUp: "a page up"
    case .scrollPageDown: "a page down"
    case .scrollToTop: "to the top"
    case .scrollToBottom: "to the bottom"
    case .closeHelp: "close"
    case .menu: "menu: open, copy"
    case .menuUp: "up"
    case .menuDown: "down"
    case .menuChoose: "do it"
    case .closeMenu: "close"
    #if DELIBERATE_TRAP
      case .trap: "crash"
      case .hang: "hang"
    #endif
    }
  }
}
