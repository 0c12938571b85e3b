extension ViewerMachine {
  /// Where content comes from, such as a slide in a carousel or a thumbnail in a grid.
  public struct Source: Hashable, Sendable {
    /// Its rectangle, in units of the viewport.
    public var box: SlideBox
    /// How the content stands in it; what exceeds the rectangle is cut off.
    public var contentMode: SlideContentMode

    /// A source.
    public init(box: SlideBox, contentMode: SlideContentMode = .contain) {
      self.box = box
      self.contentMode = contentMode
    }

    /// The nearest source that can be calculated with; nil: nothing of it is in view.
    var bounded: Source? {
      let box = box.bounded
      return box.width > 0 && box.height > 0 ? Source(box: box, contentMode: contentMode) : nil
    }
  }

  /// What a host passes on. Points and distances are in units of the viewport.
  public enum Event: Hashable, Sendable {
    /// Open, growing out of a source; nil: fading in. Ignored while open, except that the source counts from now on.
    case open(from: Source?)
    /// Close, shrinking into the source or fading: Esc.
    case close
    /// The source is elsewhere, another one, or (nil) no longer in view. A motion that closes goes on to it.
    case source(Source?)
    /// Where the content rests while open, such as a `ZoomMachine.Frame.box`; nil: all of it, as large as possible.
    case place(SlideBox?)
    /// The content has another extent.
    case content(SlideSize)
    /// The viewport has another extent; the content rests as large as possible until the next `place`.
    case resize(SlideSize)
    /// How long a motion takes, from the next one on.
    case configure(duration: Duration)
    /// A pointer takes hold at a point, also while the content grows.
    case grab(at: SlidePoint)
    /// The pointer is at a point. Ignored if nothing is held.
    case drag(to: SlidePoint)
    /// The pointer lets go at a velocity in units a second: the content is dismissed or springs back.
    case release(velocity: SlidePoint = .zero)
    /// Time has passed.
    case tick
  }

  /// What happened during one `handle`, in order.
  public enum Report: Hashable, Sendable {
    /// The content rests, as large as it gets.
    case didOpen
    /// The content begins to go back, by a key or because it was dismissed.
    case willClose
    /// The content is gone.
    case didClose
  }

  /// What to draw at one moment: the rest, darkened, and the content over it.
  public struct Frame: Equatable, Sendable {
    /// Where all of the content lies, in units of the viewport.
    public let box: SlideBox
    /// The part of the viewport in which the content shows.
    public let clip: SlideBox
    /// How far the rest is covered by the viewer's background, 0…1.
    public let darkness: Double
    /// How opaque the content is, 0…1.
    public let opacity: Double
    /// Whether a pointer holds the content.
    public let isHeld: Bool
    /// Whether the content moves without a hand: another frame is due as soon as the screen can show it.
    public let isMoving: Bool

    init(_ pose: ViewerPose, isHeld: Bool, isMoving: Bool) {
      box = pose.box
      clip = pose.clip
      darkness = max(0, min(pose.darkness, 1))
      opacity = max(0, min(pose.opacity, 1))
      self.isHeld = isHeld
      self.isMoving = isMoving
    }
  }
}

/// How a viewer's content looks, as numbers that a `Glide` moves.
struct ViewerPose: Equatable, Sendable {
  /// The box, the clip, the darkness, the opacity, and nothing.
  var numbers: SIMD16<Double>

  /// How many of the numbers count.
  static let count = 10

  init(_ numbers: SIMD16<Double>) { self.numbers = numbers }

  init(box: SlideBox, clip: SlideBox, darkness: Double, opacity: Double) {
    numbers = .zero
    for (index, box) in [box, clip].enumerated() {
      numbers[4 * index] = box.x
      numbers[4 * index + 1] = box.y
      numbers[4 * index + 2] = box.width
      numbers[4 * index + 3] = box.height
    }
    numbers[8] = darkness
    numbers[9] = opacity
  }

  var box: SlideBox { box(at: 0) }
  var clip: SlideBox { box(at: 4) }
  var darkness: Double { numbers[8] }
  var opacity: Double { numbers[9] }

  private func box(at index: Int) -> SlideBox {
    SlideBox(
      x: numbers[index], y: numbers[index + 1], width: max(0, numbers[index + 2]), height: max(0, numbers[index + 3]))
  }

  /// How far a number may go the wrong way: edges a tenth of the viewport, extents so that they stay positive, the rest not at all.
  static func room(_ index: Int, _ glide: Glide<SIMD16<Double>>, in viewport: SlideSize) -> Double {
    guard index < 8 else { return 0 }
    return index % 4 < 2
      ? max(viewport.width, viewport.height) / 10 : min(glide.from[index], glide.to[index]) / 2
  }
}

extension SlideBox {
  /// The nearest rectangle that can be calculated with.
  var bounded: SlideBox {
    let (corner, size) = (SlidePoint(x: x, y: y).bounded, SlideSize(width: width, height: height).bounded)
    return SlideBox(x: corner.x, y: corner.y, width: size.width, height: size.height)
  }
}
