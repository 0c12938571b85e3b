/// A kind of attack, as named by `--only`.
enum Attack: String, CaseIterable {
  /// A random signal, key or hang-up at a random time in the first 600 ms; short times are more likely.
  case signals
  /// A signal in the first 30 ms.
  case early
  /// SIGKILL in the first 50 ms, also while a download or a decoder starts.
  case kills
  /// Processes that a library takes over.
  case takeovers
  /// Replies that no terminal would send.
  case replies
  /// Little memory, few descriptors or few processes.
  case limits
  /// A full disk, or files that may not grow.
  case disks
  /// A damaged picture, printed.
  case pictures
  /// Killed and stopped decoding processes.
  case workers
  /// Clients of `--listen` that misbehave.
  case remote

  /// The rounds of this kind among 136 rounds of all kinds.
  private var share: Int {
    switch self {
    case .signals: 30
    case .early: 12
    case .kills: 12
    case .takeovers: 6
    case .replies: 12
    case .limits: 10
    case .disks: 8
    case .pictures: 28
    case .workers: 10
    case .remote: 8
    }
  }

  /// A random one of some kinds, weighted by their shares.
  static func any(of kinds: [Attack], using chance: inout Chance) -> Attack {
    var number = Int.random(in: 0..<kinds.map(\.share).reduce(0, +), using: &chance)
    for kind in kinds {
      number -= kind.share
      if number < 0 { return kind }
    }
    return .pictures
  }
}
