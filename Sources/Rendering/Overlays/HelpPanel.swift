/// The keys and what they do, as a list that scrolls.
package struct HelpPanel: Hashable, Sendable {
  /// A key and what it does.
  package struct Row: Hashable, Sendable {
    package var keys: String
    package var action: String

    /// A row.
    package init(_ keys: String, _ action: String) {
      self.keys = keys
      self.action = action
    }
  }

  package var rows: [Row]
  /// The row to begin with, from 0; at most what leaves the panel full.
  package var firstRow: Int
  /// The row that is selected, and always in view; nil: none is.
  package var selectedRow: Int?
  /// Whether it is at the bottom on the left; false: in the middle.
  package var isInCorner = false

  /// A panel of rows.
  package init(rows: [Row], firstRow: Int = 0) {
    self.rows = rows
    self.firstRow = firstRow
  }
}
