/// How a slide's content fills its box: how it is scaled, and which part of it or of the box stays where.
///
/// ```swift
/// // A portrait in a wide window: 12 tall, centred.
/// let box = SlideContentMode.contain.box(forWidth: 600, height: 800, inWidth: 40, height: 12)
/// // box == SlideBox(x: 15.5, y: 0, width: 9, height: 12)
/// ```
public struct SlideContentMode: Hashable, Sendable {
  /// How content is scaled.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// As large as possible with all of it inside the box, proportions kept.
    case contain
    /// As small as possible with the whole box covered, proportions kept. What exceeds the box is cut off.
    case cover
    /// To the box's size; proportions are not kept.
    case stretch
    /// To the box's width, proportions kept. What is higher than the box is cut off.
    case width
    /// To the box's height, proportions kept. What is wider than the box is cut off.
    case height
    /// As `contain`, but never larger than it is.
    case shrink
    /// Not at all. What exceeds the box is cut off.
    case actualSize = "actual-size"
  }

  /// Where content stands in a box that it does not fill, and which part of it shows if it exceeds the box.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left
    case center
    case right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"

    /// The share of the free width on the left, and of the free height above.
    var shares: (x: Double, y: Double) {
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
  /// Where it stands.
  public var alignment: Alignment

  /// A content mode; by default all of the content, as large as possible, in the middle.
  public init(_ fit: Fit = .contain, _ alignment: Alignment = .center) {
    self.fit = fit
    self.alignment = alignment
  }

  /// All of the content, as large as possible, in the middle.
  public static let contain = SlideContentMode(.contain)
  /// The whole box covered, the content's middle in its middle.
  public static let cover = SlideContentMode(.cover)

  /// Where content is drawn, in the units of its box, measured from the box's top left corner.
  ///
  /// Coordinates are negative where the content exceeds its box. Extents that are not finite and positive give an empty box.
  public func box(
    forWidth contentWidth: Double, height contentHeight: Double, inWidth width: Double, height: Double
  ) -> SlideBox {
    guard [contentWidth, contentHeight, width, height].allSatisfy({ $0.isFinite && $0 > 0 }) else {
      return SlideBox(width: 0, height: 0)
    }
    let (horizontal, vertical) = (width / contentWidth, height / contentHeight)
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
    let size = (width: contentWidth * scale.x, height: contentHeight * scale.y)
    let shares = alignment.shares
    return SlideBox(
      x: (width - size.width) * shares.x, y: (height - size.height) * shares.y, width: size.width, height: size.height)
  }
}
