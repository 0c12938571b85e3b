/// How a slide's content is scaled and aligned in its box.
///
/// ```swift
/// // A portrait in a wide window: 12 tall, centered.
/// let box = SlideContentMode.contain.box(
///   for: SlideSize(width: 600, height: 800), in: SlideSize(width: 40, height: 12))
/// // box == SlideBox(x: 15.5, y: 0, width: 9, height: 12)
/// ```
public struct SlideContentMode: Hashable, Sendable {
  /// How content is scaled. Later versions may add cases: end a `switch` in another package with `@unknown default`.
  @nonexhaustive
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// As large as possible within the box, keeping the aspect ratio.
    case contain
    /// As small as possible while covering the whole box, keeping the aspect ratio. Content beyond the box is cropped.
    case cover
    /// To the size of the box. The aspect ratio is not kept.
    case stretch
    /// To the width of the box, keeping the aspect ratio. Content taller than the box is cropped.
    case width
    /// To the height of the box, keeping the aspect ratio. Content wider than the box is cropped.
    case height
    /// Like `contain`, but never enlarged.
    case shrink
    /// Not scaled. Content beyond the box is cropped.
    case actualSize = "actual-size"
  }

  /// The position of content in a box that it does not fill, and the part that is visible if it exceeds the box. There will
  /// be no other cases.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// In the top left corner.
    case topLeft = "top-left"
    /// In the middle of the top edge.
    case top
    /// In the top right corner.
    case topRight = "top-right"
    /// In the middle of the left edge.
    case left
    /// In the middle.
    case center
    /// In the middle of the right edge.
    case right
    /// In the bottom left corner.
    case bottomLeft = "bottom-left"
    /// In the middle of the bottom edge.
    case bottom
    /// In the bottom right corner.
    case bottomRight = "bottom-right"

    /// The fractions of the free space that are to the left of the content and above it.
    package var shares: (x: Double, y: Double) {
      switch self {
      case .topLeft: (0, 0)
      case .top: (0.5, 0)
      case .topRight: (1, 0)
      case .left: (0, 0.5)
      case .center: (0.5, 0.5)
      case .right: (1, 0.5)
      case .bottomLeft: (0, 1)
      case .bottom: (0.5, 1)
      case .bottomRight: (1, 1)
      }
    }
  }

  /// How content is scaled.
  public var fit: Fit
  /// How content is aligned in its box.
  public var alignment: Alignment

  /// Creates a content mode; by default all of the content, as large as possible and centered.
  public init(_ fit: Fit = .contain, _ alignment: Alignment = .center) {
    self.fit = fit
    self.alignment = alignment
  }

  /// All of the content, as large as possible and centered.
  public static let contain = SlideContentMode(.contain)
  /// The whole box covered, with the content centered.
  public static let cover = SlideContentMode(.cover)

  /// Returns the rectangle in which to draw content, in the units of its box, relative to the box's top left corner.
  ///
  /// Coordinates are negative where the content exceeds the box. If any extent is not finite and positive, the result
  /// is empty.
  public func box(for content: SlideSize, in container: SlideSize) -> SlideBox {
    guard content.isFinite, container.isFinite, !content.isEmpty, !container.isEmpty else { return SlideBox(.zero) }
    let (horizontal, vertical) = (container.width / content.width, container.height / content.height)
    let scale: (x: Double, y: Double) =
      switch fit {
      case .contain: (min(horizontal, vertical), min(horizontal, vertical))
      case .cover: (max(horizontal, vertical), max(horizontal, vertical))
      case .stretch: (horizontal, vertical)
      case .width: (horizontal, horizontal)
      case .height: (vertical, vertical)
      case .shrink: (min(horizontal, vertical, 1), min(horizontal, vertical, 1))
      case .actualSize: (1, 1)
      }
    let size = SlideSize(width: content.width * scale.x, height: content.height * scale.y)
    let shares = alignment.shares
    return SlideBox(
      x: (container.width - size.width) * shares.x, y: (container.height - size.height) * shares.y, width: size.width,
      height: size.height)
  }
}
