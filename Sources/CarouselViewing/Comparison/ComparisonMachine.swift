public import CarouselValues

/// Two to four pictures that zoom and pan together, to compare them: side by side, one wiped over another, or one after
/// the other in the same place.
///
/// ```swift
/// let sizes = [SlideSize(width: 4000, height: 3000), SlideSize(width: 2000, height: 1500)]
/// var comparison = ComparisonMachine(viewport: SlideSize(width: 800, height: 600), contents: sizes)
/// comparison.handle(.zoom(.magnify(by: 4, at: SlidePoint(x: 100, y: 300))), at: now)
/// for pane in comparison.frame(at: now).panes { draw(pictures[pane.content], pane.zoom.box, within: pane.clip) }
/// ```
///
/// The pictures share the point in the middle, as fractions of their sizes, and the zoom. Versions of one picture in
/// several resolutions cover each other exactly. The first picture's edges limit the position. Every event is safe in every
/// phase and with any value.
public struct ComparisonMachine: Equatable, Sendable {
  /// The settings in force.
  public private(set) var settings: Settings
  /// The size of the viewport.
  public private(set) var viewport: SlideSize
  /// The sizes of the pictures in their own pixels.
  public private(set) var contents: [SlideSize]
  /// The border of a wipe, as a fraction of the viewport from the left or the top, 0…1.
  public private(set) var border = 0.5

  /// The zoom of the first picture in the first pane, which the others follow.
  private var zoom: ZoomMachine
  private var hold: Hold?
  private var blink: Blink
  private var clock: Timestamp

  private enum Hold: Equatable {
    /// The pictures, in the pane with this corner.
    case contents(SlidePoint)
    /// A wipe's border, at a distance from the pointer.
    case border(Double)
  }

  /// The picture that a blink shows, and since when.
  private struct Blink: Equatable {
    var content: Int
    var since: Timestamp
  }

  /// The greatest number of pictures.
  public static let maximumCount = 4

  /// Creates a comparison at rest from now on. A blink begins with the first picture.
  ///
  /// The viewport's size is in units of equal width and height, the contents' sizes are in their own pixels. Contents
  /// after the fourth are ignored.
  public init(viewport: SlideSize, contents: [SlideSize], settings: Settings = Settings(), at now: Timestamp = .zero) {
    self.settings = settings
    self.viewport = viewport.bounded
    self.contents = contents.prefix(Self.maximumCount).map { $0.bounded }
    clock = now.bounded
    blink = Blink(content: 0, since: clock)
    zoom = ZoomMachine(viewport: .zero, content: self.contents.first ?? .zero, settings: settings.zoom, at: clock)
    zoom.handle(.resize(paneSize), at: clock)
  }

  /// Handles an event and returns the reports of the zoom, in order.
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [ZoomMachine.Report] {
    clock = max(now.bounded, clock)
    blink = shown(at: clock)
    switch event {
    case .zoom(let event): return handle(event)
    case .moveBorder(let share): moveBorder(to: share)
    case .showNext: blink = Blink(content: (blink.content + 1) % max(1, contents.count), since: clock)
    case .show(let contents):
      self.contents = contents.prefix(Self.maximumCount).map { $0.bounded }
      blink = Blink(content: 0, since: clock)
      return zoom.handle(.show(self.contents.first ?? .zero), at: clock) + zoom.handle(.resize(paneSize), at: clock)
    case .configure(let settings):
      self.settings = settings
      return zoom.handle(.configure(settings.zoom), at: clock) + zoom.handle(.resize(paneSize), at: clock)
    case .resize(let size):
      viewport = size.bounded
      return zoom.handle(.resize(paneSize), at: clock)
    case .tick: return zoom.handle(.tick, at: clock)
    }
    return []
  }

  /// Returns the frame to draw at `now`, as it is after a `tick` at that time.
  public func frame(at now: Timestamp) -> Frame {
    let now = max(now.bounded, clock)
    let shown = settings.style == .blink ? [self.shown(at: now).content] : Array(contents.indices)
    let isWiped = settings.style == .wipe && contents.count > 1
    let clips = isWiped ? halves : Array(repeating: SlideBox(viewport), count: 4)
    let panes = zip(contents.isEmpty ? [] : shown, settings.style == .sideBySide ? boxes : clips)
    return Frame(
      panes: panes.map { content, clip in
        var frame = zoom.frame(at: now, of: contents[content])
        guard settings.style == .sideBySide else { return Pane(content: content, clip: clip, zoom: frame) }
        frame.box.x += clip.x
        frame.box.y += clip.y
        return Pane(content: content, clip: clip, zoom: frame)
      }, border: isWiped ? border : nil)
  }

  /// Returns when to handle the next `tick`, unless an event comes first: at the next frame during a motion, or when a
  /// blink shows the next picture or the pictures become steady.
  public func nextWake(after now: Timestamp) -> Wake {
    let (now, wake) = (max(now.bounded, clock), zoom.nextWake(after: now))
    guard settings.style == .blink, contents.count > 1, let interval = settings.effectiveInterval else { return wake }
    let next = shown(at: now).since.advanced(by: interval)
    switch wake {
    case .nextFrame: return wake
    case .at(let time): return .at(min(time, next))
    case .never: return .at(next)
    }
  }

  private mutating func handle(_ event: ZoomMachine.Event) -> [ZoomMachine.Report] {
    switch event {
    case .magnify(let factor, let point): return zoom.handle(.magnify(by: factor, at: point.map(inPane)), at: clock)
    case .zoom(let factor, let point): return zoom.handle(.zoom(to: factor, at: point.map(inPane)), at: clock)
    case .zoomToActualSize(let point): return zoom.handle(.zoomToActualSize(at: point.map(inPane)), at: clock)
    case .toggleZoom(let point): return zoom.handle(.toggleZoom(at: point.map(inPane)), at: clock)
    case .grab(let point):
      let distance = border * viewport[settings.axis] - point[settings.axis]
      if settings.style == .wipe, contents.count > 1, abs(distance) <= settings.borderReach {
        hold = .border(distance)
        return []
      }
      hold = .contents(corner(at: point))
      return zoom.handle(.grab(at: inPane(point)), at: clock)
    case .drag(let point, let scale):
      switch hold {
      case .border(let distance):
        moveBorder(to: (point[settings.axis] + distance) / max(viewport[settings.axis], 1e-6))
        return []
      case .contents(let corner):
        return zoom.handle(.drag(to: point - corner, scale: scale), at: clock)
      case nil: return []
      }
    case .release:
      let isBorder = if case .border = hold { true } else { false }
      hold = nil
      return isBorder ? [] : zoom.handle(event, at: clock)
    // The comparison's own events replace these.
    case .resize, .configure, .show, .replace: return []
    case .reset, .home, .pan, .page, .rotate, .flip, .tick: return zoom.handle(event, at: clock)
    }
  }

  private mutating func moveBorder(to share: Double) { if !share.isNaN { border = max(0, min(share, 1)) } }

  private func shown(at now: Timestamp) -> Blink {
    guard settings.style == .blink, contents.count > 1, let interval = settings.effectiveInterval else { return blink }
    func since(_ turns: Int64) -> Timestamp { blink.since.advanced(by: interval * turns) }
    var turns = Int64(max(0, min(blink.since.duration(to: now).inSeconds / interval.inSeconds, 0x1p50)))
    if since(turns + 1) <= now { turns += 1 } else if since(turns) > now { turns -= 1 }
    guard turns > 0 else { return blink }
    let content = (Int64(blink.content) + turns) % Int64(contents.count)
    return Blink(content: Int(content), since: since(turns))
  }
}

// MARK: Panes

extension ComparisonMachine {
  /// The rectangles of the panes: side by side along the axis, or four in two rows; otherwise the whole viewport.
  private var boxes: [SlideBox] {
    let count = settings.style == .sideBySide ? max(1, contents.count) : 1
    let (across, along) = count == 4 ? (2, 2) : (1, count)
    let (columns, rows) = settings.axis == .horizontal ? (along, across) : (across, along)
    let gap = settings.gap > 0 ? min(settings.gap, viewport.width / 8, viewport.height / 8) : 0
    let width = (viewport.width - gap * Double(columns - 1)) / Double(columns)
    let height = (viewport.height - gap * Double(rows - 1)) / Double(rows)
    return (0..<count).map {
      SlideBox(
        x: Double($0 % columns) * (width + gap), y: Double($0 / columns) * (height + gap), width: width, height: height)
    }
  }

  /// The two sides of a wipe's border.
  private var halves: [SlideBox] {
    let (width, height, isHorizontal) = (viewport.width, viewport.height, settings.axis == .horizontal)
    func side(from start: Double, to end: Double) -> SlideBox {
      isHorizontal
        ? SlideBox(x: start, y: 0, width: end - start, height: height)
        : SlideBox(x: 0, y: start, width: width, height: end - start)
    }
    let length = isHorizontal ? width : height
    return [side(from: 0, to: length * border), side(from: length * border, to: length)]
  }

  private var paneSize: SlideSize { boxes[0].size }

  private func inPane(_ point: SlidePoint) -> SlidePoint { point - corner(at: point) }

  /// Returns the top left corner of the pane beneath a point.
  private func corner(at point: SlidePoint) -> SlidePoint { boxes.first { $0.contains(point) }?.corner ?? .zero }
}
