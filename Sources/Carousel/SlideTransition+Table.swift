extension SlideTransition {
  /// Slides move along side by side.
  public static let slide = SlideTransition()

  /// Slides dissolve into each other in place.
  public static let fade = SlideTransition(behind: Pose(shift: 1), ahead: Pose(shift: -1, opacity: 0, z: 1), extent: 1)

  /// The next slide moves over the current one, which moves aside by less than a third of a page: the push of a
  /// navigation stack. Backward, the current slide is popped. Slides are only moved, so a renderer may copy what it has
  /// already drawn.
  public static let push = SlideTransition(behind: Pose(shift: 0.7), ahead: Pose(z: 1), extent: 1)

  /// The current slide leaves and uncovers the next one, which comes forward as in a pile of cards.
  public static let stack = SlideTransition(
    behind: Pose(z: 1), ahead: Pose(shift: -1, scale: 0.9, shade: 0.4), extent: 1)

  /// The current slide leaves, and the next one grows and fades in behind it.
  public static let depth = SlideTransition(
    behind: Pose(z: 1), ahead: Pose(shift: -1, scale: 0.75, opacity: 0), extent: 1)

  /// The slides beside the current one are rotated towards it and stand closer together, like record covers in a rack.
  /// For layouts with neighbors.
  public static let coverFlow = SlideTransition(
    behind: Pose(shift: 0.25, scale: 0.85, shade: 0.3, turn: 50, z: -1), center: Pose(),
    ahead: Pose(shift: -0.25, scale: 0.85, shade: 0.3, turn: -50, z: -1))

  /// The current slide turns like the page of a book, about its edge towards the previous slide, and uncovers the next
  /// one.
  public static let curl = SlideTransition(
    behind: Pose(shift: 1, shade: 0.4, turn: -90, hinge: -1, z: 1), center: Pose(hinge: -1, z: 0.5),
    ahead: Pose(shift: -1, shade: 0.3, hinge: -1), extent: 1)
}
