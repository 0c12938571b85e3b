/// How slides look by their distance from the middle of the view: a table of poses, mixed between its rows.
///
/// ```swift
/// // The next slide grows out of the background while the current one moves away.
/// let rising = SlideTransition(ahead: SlideTransition.Pose(shift: -1, scale: 0.5, opacity: 0, z: -1))
/// ```
///
/// A transition of one's own is another value like those in the library; nothing else has to be told about it.
public struct SlideTransition: Hashable, Sendable {
  /// How a slide looks at one distance.
  public struct Pose: Hashable, Sendable {
    /// How far it stands from where the layout puts it, in pages, > 0 towards where the next slide stands.
    public var shift: Double
    /// Its size in proportion to its box, from the middle.
    public var scale: Double
    /// 0: invisible, 1: opaque. A layer covers its whole box, background included, so that two of them mix as a dissolve does.
    public var opacity: Double
    /// How much it is darkened, 0…1: the share of black over it.
    public var shade: Double
    /// How far it is turned about `hinge`, in degrees around a line across the axis of motion, > 0: the edge towards the next slide
    /// turns away from the viewer. At 90 only its edge shows, from there to 180 its back.
    public var turn: Double
    /// The line that it turns about: −1 its edge towards the previous slide, 0 its middle, 1 its edge towards the next.
    public var hinge: Double
    /// What lies in front: of two slides, the one with the greater z.
    public var z: Double

    /// A pose; by default the slide as the layout puts it.
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

    /// The pose at a share of the way from this one to another, each value in proportion.
    public func mixed(with other: Pose, _ share: Double) -> Pose {
      func mix(_ start: Double, _ end: Double) -> Double { start == end ? start : start + (end - start) * share }
      return Pose(
        shift: mix(shift, other.shift), scale: mix(scale, other.scale), opacity: mix(opacity, other.opacity),
        shade: mix(shade, other.shade), turn: mix(turn, other.turn), hinge: mix(hinge, other.hinge), z: mix(z, other.z))
    }
  }

  /// A row of the table.
  public struct Keyframe: Hashable, Sendable {
    /// The distance from the middle, in pages, > 0 towards the next slide.
    public var distance: Double
    /// How a slide looks there.
    public var pose: Pose

    /// A row.
    public init(at distance: Double, _ pose: Pose) {
      self.distance = distance
      self.pose = pose
    }
  }

  /// The rows, by distance.
  public let keyframes: [Keyframe]
  /// From this distance on, in pages, a slide is not shown, however many neighbours the layout allows; > 0.
  public let extent: Double
  /// Whether all slides look as the layout puts them, the common case, in which there is nothing to mix.
  private let isPlain: Bool

  /// A transition of three poses.
  ///
  /// - Parameters:
  ///   - behind: A page behind the middle: how slides look after leaving forward.
  ///   - center: In the middle.
  ///   - ahead: A page ahead: how slides look before they come.
  ///   - extent: The distance from which slides are not shown.
  public init(behind: Pose = Pose(), center: Pose = Pose(), ahead: Pose = Pose(), extent: Double = .infinity) {
    self.init(
      keyframes: [Keyframe(at: -1, behind), Keyframe(at: 0, center), Keyframe(at: 1, ahead)], extent: extent)
  }

  /// A transition of more rows than three, for ways that are not straight.
  ///
  /// Rows with distances that are not finite are dropped. Without any row, slides look as the layout puts them.
  public init(keyframes: [Keyframe], extent: Double = .infinity) {
    self.keyframes = keyframes.filter(\.distance.isFinite).sorted { $0.distance < $1.distance }
    isPlain = keyframes.allSatisfy { $0.pose == Pose() }
    self.extent = extent.isNaN ? .infinity : max(extent, 0.01)
  }

  /// How a slide looks at a distance in pages.
  ///
  /// Beyond the last row on a side the pose stays, except for the shift, which grows in proportion to the distance.
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
