/// How slides and content move on when a pointer has released them.
package enum Momentum {
  /// The duration of a deceleration, in seconds.
  package static let seconds = 0.9
  /// The distance of a deceleration, as a multiple of the velocity in a second: that of the cubic whose initial velocity is
  /// three times its mean velocity.
  package static let way = seconds / Motion.steepest
  /// The duration in seconds in which content springs back from beyond an edge.
  package static let springSeconds = 0.3
  /// The limit of release velocities, in pages or viewports a second: no finger moves faster.
  package static let maximumVelocity = 100.0
}
