/// The appearance of slides by their distance from the middle of the view: a list of keyframes, interpolated linearly.
///
/// ```swift
/// // The next slide grows out of the background while the current one moves away.
/// let rising = SlideTransition(ahead: SlideTransition.Pose(shift: -1, scale: 0.5, opacity: 0, z: -1))
/// ```
///
/// A custom transition is a value like those of the library and needs no registration.
public struct SlideTransition: Hashable, Sendable {
  /// The appearance of a slide at one distance.
  public struct Pose: Hashable, Sendable {
    /// The displacement from the position in the layout, in pages, > 0 towards the next slide's position.
    public var shift: Double
    /// The scale factor of the slide's box, about its center.
    public var scale: Double
    /// The opacity, from 0 (invisible) to 1 (opaque). A layer covers its whole box, including the background, so two
    /// overlapping layers dissolve.
    public var opacity: Double
    /// How much the slide is darkened, 0…1: the opacity of black over it.
    public var shade: Double
    /// The rotation about `hinge`, in degrees, around a line perpendicular to the axis of motion. A positive rotation
    /// moves the edge towards the next slide away from the viewer. At 90° only the edge is visible, from there to 180°
    /// the back.
    public var turn: Double
    /// The position of the line of rotation: −1 is the edge towards the previous slide, 0 the middle, 1 the edge
    /// towards the next slide.
    public var hinge: Double
    /// The drawing order: of two slides, the one with the greater z is in front.
    public var z: Double

    /// Creates a pose; by default that of a slide as it is laid out.
    public init(
      shift: Double = 0, scale: Double = 1, opacity: Double = 1, shade: Double = 0, turn: Double = 0, hinge: Double = 0,
      z: Double = 0
    ) {
      self.shift = shift
      self.scale = scale
      self.opacity = opacity
      self.shade = shade
      self.turn = turn
      self.hinge = hinge
      self.z = z
    }

    /// Returns the linear interpolation between this pose and another, for a share of 0…1.
    public func mixed(with other: Pose, _ share: Double) -> Pose {
      func mix(_ start: Double, _ end: Double) -> Double { start == end ? start : start + (end - start) * share }
      return Pose(
        shift: mix(shift, other.shift), scale: mix(scale, other.scale), opacity: mix(opacity, other.opacity),
        shade: mix(shade, other.shade), turn: mix(turn, other.turn), hinge: mix(hinge, other.hinge), z: mix(z, other.z))
    }
  }

  /// A pose at a distance.
  public struct Keyframe: Hashable, Sendable {
    /// The distance from the middle of the view, in pages, > 0 towards the next slide.
    public var distance: Double
    /// The appearance at that distance.
    public var pose: Pose

    /// Creates a keyframe.
    public init(at distance: Double, _ pose: Pose) {
      self.distance = distance
      self.pose = pose
    }
  }

  /// The keyframes, by ascending distance.
  public let keyframes: [Keyframe]
  /// The distance in pages from which slides are hidden, however many neighbors the layout allows; at least 0.01.
  public let extent: Double
  /// Whether all poses are the default, so that there is nothing to interpolate: the common case.
  private let isPlain: Bool

  /// Creates a transition from three poses: one page behind the middle, at which slides have left forward; in the
  /// middle; and one page ahead of it, from which slides come in.
  public init(behind: Pose = Pose(), center: Pose = Pose(), ahead: Pose = Pose(), extent: Double = .infinity) {
    self.init(keyframes: [Keyframe(at: -1, behind), Keyframe(at: 0, center), Keyframe(at: 1, ahead)], extent: extent)
  }

  /// Creates a transition from any number of keyframes, for paths that are not straight.
  ///
  /// Keyframes whose distance is not finite are dropped. Without any keyframe, slides keep their layout.
  public init(keyframes: [Keyframe], extent: Double = .infinity) {
    self.keyframes = keyframes.filter { $0.distance.isFinite }.sorted { $0.distance < $1.distance }
    isPlain = self.keyframes.allSatisfy { $0.pose == Pose() }
    self.extent = extent.isNaN ? .infinity : max(extent, 0.01)
  }

  /// Returns the pose of a slide at a distance in pages.
  ///
  /// Beyond the last keyframe on a side the pose stays the same, except for the shift, which grows in proportion to the
  /// distance.
  ///
  /// - Complexity: O(k) for k keyframes.
  public func pose(at distance: Double) -> Pose {
    if isPlain { return Pose() }
    guard let first = keyframes.first, let last = keyframes.last, distance.isFinite else { return Pose() }
    if distance <= first.distance { return beyond(first, distance) }
    if distance >= last.distance { return beyond(last, distance) }
    guard let next = keyframes.firstIndex(where: { $0.distance > distance }), next > 0 else { return last.pose }
    let (left, right) = (keyframes[next - 1], keyframes[next])
    let share = (distance - left.distance) / (right.distance - left.distance)
    return left.pose.mixed(with: right.pose, share)
  }

  private func beyond(_ row: Keyframe, _ distance: Double) -> Pose {
    var pose = row.pose
    if row.distance != 0 { pose.shift *= distance / row.distance }
    return pose
  }
}
