extension Color {
  /// The terminal's background as COLORFGBG has it; nil: it does not tell.
  ///
  /// rxvt and Konsole set the variable to the numbers of the foreground and of the background among the sixteen named
  /// colours, such as `15;0`, rxvt with a pixmap's between them: `0;default;15`. It is a hint for terminals that do not answer
  /// when their background is queried.
  ///
  /// - Parameter environment: the environment's variables.
  package static func backgroundHint(environment: [String: String]) -> Color? {
    guard let fields = environment["COLORFGBG"]?.split(separator: ";", omittingEmptySubsequences: false),
      2...3 ~= fields.count, let last = fields.last, let index = UInt8(last), index < 16
    else { return nil }
    return Color(index: index)
  }
}
