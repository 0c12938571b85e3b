extension Color {
  /// The terminal's background according to COLORFGBG, or nil if that does not name a color.
  ///
  /// rxvt and Konsole set the variable to the palette indices (0…15) of the foreground and the background, such as
  /// `15;0`; rxvt with a pixmap inserts a third field: `0;default;15`. It is a hint for terminals that do not answer a
  /// query for their background.
  ///
  /// - Parameter environment: The environment variables.
  package static func backgroundHint(environment: [String: String]) -> Color? {
    guard let fields = environment["COLORFGBG"]?.split(separator: ";", omittingEmptySubsequences: false),
      2...3 ~= fields.count, let last = fields.last, let index = UInt8(last), index < 16
    else { return nil }
    return Color(index: index)
  }
}
