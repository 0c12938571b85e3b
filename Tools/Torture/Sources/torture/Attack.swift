/// A kind of attack, as `--only` names it.
enum Attack: String, CaseIterable {
  /// A random signal, key or hang-up at a random moment of the first 600 ms, short times first.
  case signals
  /// A signal in the first 30 ms.
  case early
  /// Replies that no terminal would send.
  case replies
  /// Little memory, few descriptors or few processes.
  case limits
  /// A full disk, or files that may not grow.
  case disks
  /// A damaged picture, printed.
  case pictures

  /// Of so many rounds of a run of all kinds (100 in all) this many are of this kind.
  private var share: Int {
    switch self {
    case .signals: 30
    case .early: 12
    case .replies: 12
    case .limits: 10
    case .disks: 8
    case .pictures: 28
    }
  }

  /// One of some kinds, each as often as its share says.
  static func any(of kinds: [Attack], using chance: inout Chance) -> Attack {
    var number = Int.random(in: 0..<kinds.map(\.share).reduce(0, +), using: &chance)
    for kind in kinds {
      number -= kind.share
      if number < 0 { return kind }
    }
    return .pictures
  }
}
