import Bitmaps
import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Imaging
import Pictures
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// The viewer alone, by its events: pictures of 640×480 in a window of 80×24 cells, in samples of half blocks.
@Suite struct ViewerTests {
  private static let window = CellSize(columns: 80, rows: 24)
  private static let units = ZoomUnits(perRow: 2, cellAspect: 0.5)
  private static let picture = ViewedPicture(
    PixelSize(width: 640, height: 480), isDrawn: false, enlarges: true, units: units, in: window)

  private let layout = CarouselMachine.Layout()
  private let red = Location(argument: "red".utf8)
  private let green = Location(argument: "green".utf8)

  /// A viewer whose changes take no time, open at the red slide.
  private func viewer(steadyDelay: Duration = .zero) -> Viewer {
    let settings = ZoomMachine.Settings(duration: .zero, steadyDelay: steadyDelay)
    var viewer = Viewer(settings: settings, at: .zero)
    follow(&viewer, red)
    return viewer
  }

  private func follow(
    _ viewer: inout Viewer, _ location: Location, inView: Set<Location> = [], at milliseconds: Int = 0
  ) {
    viewer.update(
      location, Self.picture, slidesInView: inView, duration: .zero, at: Timestamp(.milliseconds(milliseconds)))
  }

  private func pointer(_ column: Int, _ row: Int) -> Viewer.Pointer {
    Viewer.Pointer(MouseEvent(.moved, column: column, row: row), in: Self.window)
  }

  /// What an action that is performed several times, a second apart, asks for.
  private func intents(
    _ viewer: inout Viewer, _ action: Action, times: Int = 1, in layout: CarouselMachine.Layout? = nil,
    from second: Int = 0
  ) -> [Viewer.Intent] {
    (second..<second + times).flatMap {
      viewer.perform(action, in: layout ?? self.layout, at: .seconds(Double($0)))
    }
  }

  @Test func `two steps double the zoom, and a pan against the edge goes to the next slide`() {
    var viewer = viewer()
    let zoomed = intents(&viewer, .zoomIn, times: 2)
    #expect(zoomed.isEmpty && viewer.zoom.isZoomed && abs(viewer.zoom.destinationZoom - 2) < 1e-9)
    // Two pans to the edge, then two pushes against it.
    let panned = intents(&viewer, .panRight, times: 4, from: 2)
    expect(panned, equals: [.move(by: 1)])
    let mirrored = intents(&viewer, .panRight, times: 2, in: CarouselMachine.Layout(isMirrored: true), from: 6)
    expect(mirrored, equals: [.move(by: -1)])
  }

  @Test func `an action that is not about the zoom has no effect`() {
    var viewer = viewer()
    let before = viewer
    let asked = intents(&viewer, .quit)
    #expect(asked.isEmpty && viewer == before)
  }

  @Test func `a click closes the viewer after 0.3 s, and a double click toggles the zoom instead`() {
    var viewer = viewer()
    let first = viewer.handleClick(at: pointer(40, 12), in: layout, at: .zero)
    let early = viewer.endClick(at: Timestamp(.milliseconds(299)))
    var other = viewer
    let due = viewer.endClick(at: Timestamp(.milliseconds(300)))
    let again = viewer.endClick(at: Timestamp(.milliseconds(300)))
    #expect(first.isEmpty && !early && due && !again)
    let second = other.handleClick(at: pointer(40, 12), in: layout, at: Timestamp(.milliseconds(200)))
    let late = other.endClick(at: Timestamp(.milliseconds(600)))
    #expect(second.isEmpty && !late && other.zoom.isZoomed)
  }

  @Test func `only a picture larger than the window is grabbed, and beyond its edge the slides follow`() {
    var viewer = viewer()
    let isGrabbed = viewer.grab(pointer(40, 12), at: .zero)
    _ = intents(&viewer, .zoomIn, times: 2)
    let isGrabbedLarge = viewer.grab(pointer(40, 12), at: .zero)
    #expect(!isGrabbed && isGrabbedLarge)
    let near = viewer.drag(to: pointer(41, 12), in: layout, at: .zero)
    expect(near, equals: [])
    let far = viewer.drag(to: pointer(79, 12), in: layout, at: .zero)
    guard case .pull(let pages)? = far.first else { return #expect(Bool(false), "\(far)") }
    #expect(pages < 0)
    let released = viewer.release(velocity: (80, 0), in: Self.window, layout, at: .zero)
    expect(released, equals: [.release(pagesPerSecond: -1)])
  }

  @Test func `a picture dragged far down closes the viewer, and otherwise springs back`() {
    var viewer = viewer()
    #expect(viewer.canBeDismissed)
    var other = viewer
    viewer.beginDismissal(at: pointer(40, 4), at: .zero)
    viewer.dismiss(to: pointer(40, 20), at: .zero)
    expect(viewer.openingFrame(at: .zero)?.isHeld, equals: true)
    let closed = viewer.endDismissal(velocity: (0, 0), in: Self.window, at: .zero)
    expect(closed, equals: [.close])
    other.beginDismissal(at: pointer(40, 4), at: .zero)
    other.dismiss(to: pointer(40, 6), at: .zero)
    let stays = other.endDismissal(velocity: (0, 0), in: Self.window, at: .zero)
    expect(stays, equals: [])
    #expect(other.openingFrame(at: .zero)?.isHeld != true)
  }

  @Test func `a slide keeps its zoom while it is in view, and no longer`() {
    var viewer = viewer()
    _ = intents(&viewer, .zoomIn, times: 2)
    follow(&viewer, green, inView: [red, green])
    #expect(!viewer.zoom.isZoomed && viewer.zooms.zoomedFrame(of: red, Self.picture, at: .zero) != nil)
    follow(&viewer, red, inView: [red, green])
    #expect(viewer.zoom.isZoomed)
    follow(&viewer, green, inView: [green])
    follow(&viewer, red, inView: [red])
    #expect(!viewer.zoom.isZoomed)
  }

  @Test func `a sharp part is requested once the picture is steady, and shown for its slide only`() throws {
    var viewer = viewer(steadyDelay: .milliseconds(150))
    let whole = PixelSize(width: 1280, height: 960)
    let region = try #require(ScaledRegion(PixelRect(x: 0, y: 0, width: 80, height: 48), of: whole))
    let shape = PictureShape(
      fit: Fit(box: PixelSize(width: 80, height: 24)), samples: PixelSize(width: 1, height: 2), region: region)
    let key = PictureKey(location: red, shape: shape)
    viewer.updateSharpPart(key, at: Timestamp(.milliseconds(100)))
    expect(viewer.sharp.key, equals: nil)
    viewer.updateSharpPart(key, at: Timestamp(.milliseconds(150)))
    expect(viewer.sharp.key, equals: key)
    viewer.arrived(key, Stage.picture("red", in: key, serial: 1))
    #expect(viewer.sharp.region(of: red) != nil && viewer.sharp.region(of: green) == nil)
  }

  @Test func `the status text stays for three seconds after the last activity, then fades`() {
    var viewer = viewer()
    func strength(_ milliseconds: Int) -> Double {
      viewer.toolbar.strength(fades: true, at: Timestamp(.milliseconds(milliseconds)))
    }
    expect(strength(2999), equals: 1)
    expect(strength(3200), equals: 0.5)
    expect(strength(3400), equals: 0)
    viewer.noteActivity(at: Timestamp(.milliseconds(3400)))
    expect(strength(6000), equals: 1)
    // Another slide is activity, too.
    follow(&viewer, green, at: 6400)
    expect(strength(9000), equals: 1)
    expect(viewer.nextWake(fades: true, after: Timestamp(.milliseconds(9000))), equals: Timestamp(.milliseconds(9400)))
  }
}
