package import Bitmaps
import CarouselValues
import CarouselViewing
package import Decks
package import Pictures
package import Rendering
import Terminal

/// What a slide shows at a timestamp: a picture, a part of one, or a card; not its cells.
package struct SlideView: Sendable {
  /// The identity of a drawing: slides with equal keys look the same in the same area and style.
  package struct Key: Hashable, Sendable {
    var drawing: Drawing
    /// The slide's own background; nil: that of the style.
    var backdrop: Backdrop?
  }

  /// What is drawn, apart from its background.
  enum Drawing: Hashable, Sendable {
    case picture(serial: UInt64, grid: PixelSize, progress: LoadingProgress?)
    /// A picture that the terminal shows in pixels, drawn coarsely.
    case covered(serial: UInt64, grid: PixelSize)
    /// A picture as a zoom shows it, from sources with these serials.
    case zoomed(serials: [UInt64], box: SlideBox, orientation: ContentOrientation, isMoving: Bool)
    case card(Card)
  }

  /// A picture or an animation's frame that is fitted to the slide's area.
  package struct FittedPicture: Sendable {
    package var bitmap: Bitmap
    package var serial: UInt64
    /// The size of the picture in half cells.
    package var grid: PixelSize
    /// The first frame of an animation; nil for any other picture.
    package var firstFrame: Bitmap?
    /// For a placeholder, the loading progress of the slide's own picture.
    package var progress: LoadingProgress?
    /// How a picture of another shape is stretched to the current one.
    package var stretch: Stretch?

    /// A bitmap that fills its grid.
    package init(_ bitmap: Bitmap, serial: UInt64, grid: PixelSize, firstFrame: Bitmap? = nil) {
      (self.bitmap, self.serial, self.grid, self.firstFrame) = (bitmap, serial, grid, firstFrame)
    }

    /// A loaded picture.
    ///
    /// - Parameter firstFrame: the first frame of an animation; nil for any other picture.
    init(_ picture: LoadedPicture, firstFrame: Bitmap? = nil) {
      self.init(picture.bitmap, serial: picture.serial, grid: picture.grid, firstFrame: firstFrame)
    }
  }

  /// The change of a bitmap's shape: its new size in samples, the part of the picture that it shows, and the part to
  /// show.
  package struct Stretch: Hashable, Sendable {
    package var size: PixelSize
    package var own: PicturePart
    package var shown: PicturePart
  }

  private enum Source: Sendable {
    case fitted(FittedPicture)
    case zoomed(ZoomedPicture)
    case card(Card)
  }

  package private(set) var key: Key
  private let source: Source
  package let location: Location
  /// The slide's own background; nil: that of the style.
  package var backdrop: Backdrop? {
    get { key.backdrop }
    set { key.backdrop = newValue }
  }
  /// Whether the slide is drawn but not shown, because its picture is opening or closing.
  package var isHidden = false
  /// Whether a drawing in an earlier style may stay, because pixels are about to cover it.
  package var keepsDrawing = false
  /// The animation that plays here in pixels: once the terminal shows them, a coarse drawing suffices.
  package var animation: UInt64?

  /// A slide that shows a picture.
  package init(_ picture: FittedPicture, of location: Location) {
    key = Key(drawing: .picture(serial: picture.serial, grid: picture.grid, progress: picture.progress))
    source = .fitted(picture)
    self.location = location
  }

  /// A slide that shows a zoomed picture from sources with these serials.
  package init(_ picture: ZoomedPicture, serials: [UInt64], of location: Location) {
    key = Key(
      drawing: .zoomed(
        serials: serials, box: picture.box, orientation: picture.orientation, isMoving: picture.isMoving))
    source = .zoomed(picture)
    self.location = location
  }

  /// A slide that shows a card.
  package init(_ card: Card, of location: Location) {
    key = Key(drawing: .card(card))
    source = .card(card)
    self.location = location
  }

  /// The key of the slide's coarse drawing; nil if there is none.
  var coveredKey: Key? {
    guard case .fitted(let picture) = source else { return nil }
    return Key(drawing: .covered(serial: picture.serial, grid: picture.grid), backdrop: backdrop)
  }

  /// Whether it shows a frame of an animation.
  var isFrame: Bool {
    guard case .fitted(let picture) = source else { return false }
    return picture.firstFrame != nil
  }

  /// The picture and its cells, with which the next frame of an animation can be drawn; nil for other slides.
  func drawnPicture(_ cells: CellBuffer) -> DrawnPicture? {
    guard case .fitted(let picture) = source, picture.progress == nil, picture.stretch == nil else { return nil }
    return DrawnPicture(picture.bitmap, grid: picture.grid, cells: cells)
  }

  /// Draws the slide in an area; takes milliseconds, on any thread.
  ///
  /// - Parameters:
  ///   - isCovered: whether the terminal shows the picture in pixels.
  ///   - cells: the cells that were drawn for an equal key in the same area and style; nil to draw them now.
  ///   - earlier: what was drawn for a similar slide in the same area and style, on the same background.
  func drawn(
    in area: CellSize, style: SlideStyle, isCovered: Bool = false, cells: CellBuffer? = nil,
    after earlier: DrawnPicture? = nil
  ) -> SlideContent {
    let style = style.over(backdrop)
    return switch source {
    case .fitted(let picture):
      SlideContent(
        picture: picture.stretch.map { picture.bitmap.stretched(to: $0.size, showing: $0.shown, of: $0.own) }
          ?? picture.bitmap, grid: picture.grid,
        firstFrame: picture.firstFrame, progress: picture.progress,
        isCovered: isCovered, drawn: cells, after: earlier, in: area, style: style)
    case .zoomed(let picture): SlideContent(zoomed: picture, in: area, style: style)
    case .card(let card): SlideContent(card: card, in: area, style: style)
    }
  }
}

extension SlideView: Equatable {
  /// Slides are equal if they look the same; bitmaps are identified by their serials.
  package static func == (left: SlideView, right: SlideView) -> Bool {
    left.key == right.key && left.location == right.location && left.isHidden == right.isHidden
      && left.keepsDrawing == right.keepsDrawing && left.animation == right.animation
  }
}

/// What a slide shows that has been removed.
struct DepartingSlide: Sendable {
  var view: SlideView
  /// Its picture in pixels; nil if it is shown in cells.
  var pixels: PixelPicture?
}
