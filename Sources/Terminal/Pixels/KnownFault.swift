/// What a terminal is known to do wrong, although its answers do not show it.
package enum KnownFault: Hashable, Sendable {
  /// Kitty's protocol is not used.
  case excludesKitty
  /// A placement of a deleted image is confirmed, which does not mean that images cannot be deleted.
  case confirmsDeleted
  /// A placement is deleted before it moves.
  case keepsReplaced
  /// Few parts of sixels are written, as to terminals that are not known.
  case keepsFewPictures
  /// 24-bit colors are not used.
  case manglesTruecolor
}

extension TerminalIdentity {
  /// The faults of terminals, the first version without each if there is one, and what goes wrong.
  private static let faults: [(name: String, before: [Int]?, fault: KnownFault, reason: String)] = [
    ("kitty", [0, 28], .excludesKitty, "no synchronized updates, and kitty 0.26 may hang with images at three depths"),
    ("konsole", [22, 12], .excludesKitty, "single placements cannot be deleted"),
    // Seen in Konsole 26.08.
    ("konsole", nil, .confirmsDeleted, "placements of deleted images are confirmed"),
    // Ghostty up to 1.3.1.
    ("ghostty", nil, .keepsReplaced, "a replaced placement stays at its old position"),
    ("xterm", nil, .keepsFewPictures, "of more than 16 pictures, the oldest disappear"),
    ("tmux", nil, .keepsFewPictures, "of more than 20 pictures in all panes, the oldest disappear"),
    // Seen in mlterm 3.9.0 and 3.9.4.
    ("mlterm", nil, .manglesTruecolor, "24-bit colors share a small table, and new ones change what is shown"),
  ]

  /// What goes wrong in this version because of a fault; nil if it is not known to have it.
  package func reason(of fault: KnownFault) -> String? {
    Self.faults.first { row in
      row.name == name && row.fault == fault && row.before.map { version.lexicographicallyPrecedes($0) } ?? true
    }?.reason
  }
}
