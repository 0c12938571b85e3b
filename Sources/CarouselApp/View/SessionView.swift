package import Carousel
package import Rendering
package import Terminal

/// What the window shows at a timestamp: a value without cells, from which `FrameRenderer` draws the frame. Equal views
/// look the same.
package struct SessionView: Equatable, Sendable {
  package var window: WindowView
  /// The kind of frame: only a frame in motion may be inexact.
  package var kind: FrameKind
  /// A picture that opens or closes over the window; nil if there is none.
  package var transition: TransitionView?
  /// Images that later frames may need, likeliest first.
  package var upcoming: [PixelImage] = []
  /// The animation whose frames in pixels are shown again and again; nil if there is none.
  package var loop: UInt64?
}

/// The window without pictures that open or close over it.
package struct WindowView: Equatable, Sendable {
  /// The size of the window.
  package var size: CellSize
  package var style: SceneStyle
  /// The size of one slide, in cells.
  package var slot: CellSize
  package var content: Content
  /// The card that is shown if there are no slides; nil: none.
  package var vacancy: Card?
  package var panel: HelpPanel?
  package var status: StatusText

  /// The slides.
  package enum Content: Equatable, Sendable {
    case carousel(CarouselView)
    case grid(GridView)
  }
}

/// The slides of the carousel or the viewer, and what lies over them.
package struct CarouselView: Equatable, Sendable {
  /// The area in which slides move: the window, without the tabs.
  package var area: CellRect
  package var frame: CarouselMachine.Frame
  /// The slides in view, by index; those of which nothing is known yet are missing.
  package var slides: [Int: SlideView] = [:]
  package var captions: [Int: String] = [:]
  /// The link of the current slide's caption; nil if it has none.
  package var captionLink: Hyperlink?
  /// The marked slides that have dots.
  package var marked: Set<Int> = []
  /// Whether dots, bar and countdown are shown; false in the viewer.
  package var showsOverlays = true
  /// The tabs; nil if there are none.
  package var tabs: Tabs?
  /// The pictures in pixels; nil if there are none.
  package var pixels: PixelStage?
  /// What stands in for `pixels` until the terminal has them; nil if nothing does.
  package var interimPixels: PixelStage?
  /// The animation that needs no stand-in once the terminal shows it, because it is at rest.
  package var animation: UInt64?

  /// The tabs and their texts, by slide.
  package struct Tabs: Equatable, Sendable {
    package var strip: TabStrip
    package var names: [Int: String]
  }
}

/// The slides of the grid.
package struct GridView: Equatable, Sendable {
  package var items: [Item]
  /// The slides in pixels; nil if there are none.
  package var pixels: PixelStage?
  /// The scroll position and the visible share of the grid, both 0…1.
  package var position: Double
  package var visibleShare: Double

  /// A slide in its grid cell.
  package struct Item: Equatable, Sendable {
    /// The slide's position in the deck.
    package var index: Int
    package var area: CellRect
    /// The slide; nil if nothing is known of it yet.
    package var slide: SlideView?
    /// The text below the slide; nil if there is no room for it.
    package var name: String?
    package var isSelected: Bool
    package var isMarked: Bool
  }
}

/// A picture that opens or closes over the window.
package struct TransitionView: Sendable {
  package var picture: TransitionPicture
  /// The serials of the picture's sources.
  package var serials: [UInt64]
  /// The background of the slide; nil: that of the style.
  package var backdrop: Backdrop?
  package var beneath: Beneath

  /// What the picture is drawn over.
  package enum Beneath: Equatable, Sendable {
    case window
    /// The window as it was when the picture began to open.
    indirect case earlier(WindowView)
    case nothing
  }
}

extension TransitionView: Equatable {
  package static func == (left: TransitionView, right: TransitionView) -> Bool {
    let (a, b) = (left.picture, right.picture)
    return a.picture.box == b.picture.box && a.picture.orientation == b.picture.orientation && a.clip == b.clip
      && a.darkness == b.darkness && a.opacity == b.opacity && left.serials == right.serials
      && left.backdrop == right.backdrop && left.beneath == right.beneath
  }
}

/// Slides to draw before they come into view, likeliest first.
package struct SlidesAhead: Equatable, Sendable {
  package var slides: [SlideView] = []
  /// The size of one slide, in cells.
  package var slot: CellSize
  package var style: SlideStyle
}
