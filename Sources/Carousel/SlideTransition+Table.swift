/// The transitions of the library.
extension SlideTransition {
  /// Slides move along, side by side.
  public static let slide = SlideTransition()

  /// Slides dissolve into each other in place.
  public static let fade = SlideTransition(
    behind: Pose(shift: 1), ahead: Pose(shift: -1, opacity: 0, z: 1), extent: 1)

  /// The next slide comes over the current one, which gives way by less than a third of a page: the push of a navigation stack.
  /// Backward, the current slide is popped. Both slides only move, so a renderer may move what it has drawn.
  public static let push = SlideTransition(behind: Pose(shift: 0.7), ahead: Pose(z: 1), extent: 1)

  /// The current slide leaves, and the next one, which lay beneath it, comes forward: a pile of cards.
  public static let stack = SlideTransition(
    behind: Pose(z: 1), ahead: Pose(shift: -1, scale: 0.9, shade: 0.4), extent: 1)

  /// The current slide leaves, and the next one grows and appears from the depth behind it.
  public static let depth = SlideTransition(
    behind: Pose(z: 1), ahead: Pose(shift: -1, scale: 0.75, opacity: 0), extent: 1)

  /// Slides beside the current one are turned towards it and stand closer together, as covers in a rack. Meant for layouts with
  /// neighbours.
  public static let coverFlow = SlideTransition(
    behind: Pose(shift: 0.25, scale: 0.85, shade: 0.3, turn: 50, z: -1), center: Pose(),
    ahead: Pose(shift: -0.25, scale: 0.85, shade: 0.3, turn: -50, z: -1))

  /// The current slide turns over like the page of a book, about its edge towards the previous slide; the next one lies beneath.
  public static let curl = SlideTransition(
    behind: Pose(shift: 1, shade: 0.4, turn: -90, hinge: -1, z: 1), center: Pose(hinge: -1, z: 0.5),
    ahead: Pose(shift: -1, shade: 0.3, hinge: -1), extent: 1)
}
