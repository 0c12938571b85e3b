import Fetching

/// Bodies that must not or cannot be cached but are kept for a while: as files that last until this process ends or
/// enough newer ones exist.
struct TransientBodies {
  /// The most bodies: several times the number of slides in demand.
  private static let maximum = 32

  /// The bodies, newest last.
  private var bodies: [CacheBody] = []
  /// The most bytes of bodies in the spare folder, which may be in memory. The newest body is kept regardless.
  private let maxSpareBytes: Int

  init(maxSpareBytes: Int) { self.maxSpareBytes = maxSpareBytes }

  /// Adds a body and removes the oldest ones beyond the limits.
  mutating func append(_ body: CacheBody) {
    bodies.append(body)
    if bodies.count > Self.maximum { bodies.removeFirst() }
    var spareBytes = bodies.reduce(0) { $0 + ($1.isSpare ? $1.count : 0) }
    while spareBytes > maxSpareBytes, let oldest = bodies.dropLast().firstIndex(where: \.isSpare) {
      spareBytes -= bodies.remove(at: oldest).count
    }
  }

  mutating func removeAll() { bodies = [] }
}
