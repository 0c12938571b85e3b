/// The values that a deck may set for a slide where other modules know their meaning. A deck's text is checked when it is
/// read, so that what is wrong can be named with its deck and entry.
package struct SlideVocabulary: Sendable {
  /// The values of one key.
  package struct Values: Sendable {
    /// What a value has to be, for messages.
    let expectation: @Sendable () -> String
    let accepts: @Sendable (String) -> Bool

    /// Values for which `accepts` is true.
    package init(
      _ expectation: @autoclosure @escaping @Sendable () -> String, accepts: @escaping @Sendable (String) -> Bool
    ) {
      self.expectation = expectation
      self.accepts = accepts
    }

    /// Some names.
    package init(_ names: [String]) {
      self.init(
        names.count < 2
          ? names.joined() : "\(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])"
      ) { names.contains($0) }
    }

    /// Any text.
    package static let any = Values("a name") { _ in true }
  }

  package var transition: Values
  package var background: Values
  package var fit: Values

  /// The values of each key.
  package init(transition: Values, background: Values, fit: Values) {
    self.transition = transition
    self.background = background
    self.fit = fit
  }

  /// A vocabulary that accepts any text.
  package static let any = SlideVocabulary(transition: .any, background: .any, fit: .any)

  /// The maximum length of a value in bytes.
  static let maximumLength = 64
}
