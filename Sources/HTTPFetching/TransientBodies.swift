import Fetching

/// Bodies that may not or cannot be cached but are kept for a while: files that last as long as this process,
/// or until there are enough newer ones.
struct TransientBodies {
  /// Maximum count: several times the number of slides in demand.
  private static let most = 32

  /// The newest last.
  private var bodies: [CacheBody] = []
  /// Bytes of those in the spare folder, which may be memory; the newest is there in any case.
  private let maxSpareBytes: Int

  /// None.
  init(maxSpareBytes: Int) { self.maxSpareBytes = maxSpareBytes }

  /// Adds a body; the oldest are removed.
  mutating func append(_ body: CacheBody) {
    bodies.append(body)
    if bodies.count > Self.most { bodies.removeFirst() }
    var spareBytes = bodies.reduce(0) { $0 + ($1.isSpare ? $1.count : 0) }
    while spareBytes > maxSpareBytes, let oldest = bodies.dropLast().firstIndex(where: \.isSpare) {
      spareBytes -= bodies.remove(at: oldest).count
    }
  }

  /// Lets all of them go.
  mutating func removeAll() { bodies = [] }
}
