package import CarouselValues
import Imaging
package import Rendering
package import Terminal

/// Draws views as frames. It keeps what drawing needs from one frame to the next: drawn slides, the layout of the last
/// frame for hit testing, and what the terminal shows in pixels.
///
/// ```swift
/// let frame = renderer.frame(of: session.view(at: now), clock)
/// let place = renderer.place(atColumn: 3, row: 0)    // what the user sees there
/// ```
package struct FrameRenderer: Sendable {
  /// How long the drawing of frames took.
  package private(set) var times = TimeDistribution()
  private var cache = DrawingCache()
  /// The last view and its frame; nil if the next frame must be drawn in any case.
  private var last: (view: SessionView, frame: Frame)?
  private var layout: OverlayLayout?
  /// The animation of which the terminal shows a frame in pixels; nil if there is none.
  private var shownAnimation: UInt64?
  /// The cells beneath a picture that opens.
  private var beneath: (view: WindowView, cells: CellBuffer)?

  /// A renderer that has drawn nothing yet.
  package init() {}

  /// The frame of a view; the last one, if the view is the same.
  ///
  /// - Parameter clock: measures how long the drawing takes.
  package mutating func frame(of view: SessionView, _ clock: () -> Timestamp) -> Frame {
    if let last, last.view == view { return last.frame }
    let start = clock()
    let frame = drawn(view)
    times.add(nanoseconds: start.duration(to: clock()).nanoseconds)
    last = (view, frame)
    return frame
  }

  /// What the last frame shows at a cell: a click refers to what the user saw.
  package func hitTarget(atColumn column: Int, row: Int) -> OverlayLayout.HitTarget {
    layout?.hitTarget(atColumn: column, row: row) ?? .empty
  }

  /// Records that a frame was presented.
  ///
  /// - Parameter animation: the animation of which the terminal shows a frame in pixels; nil if there is none.
  /// - Returns: whether the next frame must be drawn again: the cells under an animation may have become visible.
  package mutating func presented(animation: UInt64?) -> Bool {
    defer { shownAnimation = animation }
    guard shownAnimation != nil, animation != shownAnimation else { return false }
    last = nil
    return true
  }

  // MARK: - Drawing ahead

  /// Keeps the drawings of slides that may be on screen next; returns the job to draw one of them, nil if all are drawn.
  package mutating func expect(_ ahead: SlidesAhead) -> PrerenderJob? {
    cache.expect(ahead)
    return cache.job(for: ahead)
  }

  /// Keeps a slide that was drawn ahead; returns whether the next frame looks different because of it.
  package mutating func keep(_ content: SlideContent, of job: PrerenderJob) -> Bool {
    guard cache.keep(content, of: job) else { return false }
    last = nil
    return true
  }

  // MARK: - Drawing

  private mutating func drawn(_ view: SessionView) -> Frame {
    if case .earlier(let window) = view.transition?.beneath {
      if beneath?.view != window { beneath = (window, drawn(window, kind: .still).cells) }
    } else {
      beneath = nil
    }
    var frame = drawn(view.window, kind: view.kind)
    (frame.upcoming, frame.loop) = (view.upcoming, view.loop)
    guard let transition = view.transition else { return frame }
    let style = view.window.style.slides.over(transition.backdrop)
    switch transition.beneath {
    case .window: break
    case .earlier: if let beneath { frame.cells = beneath.cells.fitted(to: view.window.size) }
    case .nothing:
      frame.cells = CellBuffer(
        size: view.window.size, filledWith: Cell(.blank, background: style.picture.backdrop.surround))
    }
    transition.picture.draw(on: &frame.cells, style: style)
    return frame
  }

  private mutating func drawn(_ window: WindowView, kind: FrameKind) -> Frame {
    cache.configure(slot: window.slot, style: window.style.slides)
    cache.beginFrame()
    switch window.content {
    case .carousel(let view):
      defer { cache.endFrame(with: view.slides.values) }
      return frame(of: view, in: window, kind: kind)
    case .grid(let view):
      defer { cache.endFrame(with: view.items.lazy.compactMap(\.slide)) }
      return frame(of: view, in: window)
    }
  }

  private mutating func frame(of view: CarouselView, in window: WindowView, kind: FrameKind) -> Frame {
    let coversAnimation = kind == .still && view.animation != nil && view.animation == shownAnimation
    var contents: [Int: SlideContent] = [:]
    for (index, slide) in view.slides {
      let isCovered = kind == .still && slide.animation != nil && slide.animation == shownAnimation
      // A hidden slide is drawn all the same: it will be needed soon.
      let content = cache.content(of: slide, isCovered: isCovered)
      if !slide.isHidden { contents[index] = content }
    }
    var scene = Scene(window: view.area.size, style: window.style, frame: view.frame, contents: contents)
    scene.vacancy = window.vacancy.map { SlideContent(card: $0, in: window.slot, style: window.style.slides) }
    scene.backdrops = view.slides.compactMapValues(\.backdrop)
    (scene.pixels, scene.interimPixels) = (view.pixels, coversAnimation ? nil : view.interimPixels)
    (scene.captions, scene.captionLink) = (view.captions, view.captionLink)
    scene.marked = view.marked
    scene.showsOverlays = view.showsOverlays
    scene.status = window.status
    scene.help = window.panel
    let own = scene.layout
    guard let tabs = view.tabs else {
      layout = own
      return scene.frame(with: own)
    }
    layout = own.adding(tabs.strip, in: view.area)
    return scene.frame(with: own, tabs: tabs.strip, tabs.names, in: window.size, at: view.area)
  }

  private mutating func frame(of view: GridView, in window: WindowView) -> Frame {
    let items = view.items.map { item in
      let content = item.slide.flatMap { cache.content(of: $0, isCovered: false) }
      var shown = GridScene.Item(
        area: item.area, content: item.slide?.isHidden == true ? nil : content, name: item.name,
        isSelected: item.isSelected, isMarked: item.isMarked)
      (shown.picture, shown.backdrop) = (view.pixels?.pictures[item.index], item.slide?.backdrop)
      return shown
    }
    var scene = GridScene(window: window.size, style: window.style, items: items)
    scene.vacancy = window.vacancy.map { SlideContent(card: $0, in: window.slot, style: window.style.slides) }
    scene.scroll = (view.position, view.visibleShare)
    scene.help = window.panel
    scene.status = window.status
    layout = OverlayLayout(emptyWindow: window.size)
    return scene.frame(in: view.pixels)
  }
}
