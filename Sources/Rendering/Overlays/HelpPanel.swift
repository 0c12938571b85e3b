package import Terminal

/// A scrollable list of keys and their actions.
package struct HelpPanel: Hashable, Sendable {
  /// A key and its action.
  package struct Row: Hashable, Sendable {
    package var keys: String
    package var action: String
    /// The link of the action's text; nil if it has none.
    package var link: Hyperlink?
    /// Whether it is the heading of the rows below it.
    package var isHeading = false

    /// Creates a row.
    package init(_ keys: String, _ action: String, link: Hyperlink? = nil) {
      (self.keys, self.action, self.link) = (keys, action, link)
    }

    /// Creates a heading.
    package init(heading: String) {
      self.init(heading, "")
      isHeading = true
    }
  }

  package var rows: [Row]
  /// The first row to show, from 0; limited so that the panel stays full.
  package var firstRow: Int
  /// The selected row, which is always in view; nil if there is no selection.
  package var selectedRow: Int?
  /// Whether it is at the bottom left rather than in the middle.
  package var isInCorner = false

  /// Creates a panel of rows.
  package init(rows: [Row], firstRow: Int = 0) {
    self.rows = rows
    self.firstRow = firstRow
  }
}
