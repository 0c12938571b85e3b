/// The ids that we use in a terminal of kitty's protocol, and what each stands for.
struct KittySlots: Sendable {
  /// What an id stands for.
  enum State: Sendable {
    case free
    /// The first `sent` bytes of its samples have been sent. → `awaiting`, `aborted`.
    case uploading(PixelImage, sent: Int)
    /// All of it has been sent, or the terminal reads it where it is shared. → `resident`, `free`.
    case awaiting(PixelImage, by: ImageMedium?)
    /// The terminal has confirmed it. → `free`.
    case resident(PixelImage)
    /// Broken off; the terminal will complain of it once. → `free`.
    case aborted
  }

  /// Pictures that the terminal holds at once: the current slide, or two frames of its animation, its neighbours, and one that
  /// is leaving.
  private static let pictures = 0..<4
  /// Veils at once: two for the current slide, and two for the next one.
  private static let veils = 4..<8
  /// Shades at once: the bar's, the dots', the words' in the corner, the panel's, and those of the frame before.
  private static let shades = 8..<16

  /// Ids of pictures, of veils, then of shades.
  let ids: [UInt32]
  private var states: [State]
  /// Which slot the next picture or veil takes, if it is free: an id is used again as late as possible, since replies may be late.
  private var turns = (picture: 0, veil: 0)

  /// Nothing at consecutive ids from 1 to 2²⁴.
  init(firstID: UInt32) {
    let count = KittySlots.shades.upperBound
    ids = (0..<UInt32(count)).map { max(1, firstID & 0xFF_FFFF) + $0 }
    states = Array(repeating: .free, count: count)
  }

  subscript(slot: Int) -> State {
    get { states[slot] }
    set { states[slot] = newValue }
  }

  /// The terminal may have lost everything.
  mutating func forget() { states = Array(repeating: .free, count: states.count) }

  /// Where the terminal has an image; nil: it has not.
  func slot(of image: PixelImage) -> Int? {
    states.firstIndex { if case .resident(image) = $0 { true } else { false } }
  }

  /// What the terminal has of the animation that an image is a frame of.
  func frames(like image: PixelImage) -> [(slot: Int, image: PixelImage)] {
    guard let animation = image.animation else { return [] }
    return states.enumerated().compactMap { slot, state in
      if case .resident(let frame) = state, frame.animation == animation { (slot, frame) } else { nil }
    }
  }

  /// The picture of which a part has been sent.
  var uploading: Int? { states.firstIndex { if case .uploading = $0 { true } else { false } } }

  /// Whether the terminal is to confirm a picture.
  var isAwaiting: Bool { states.contains { if case .awaiting = $0 { true } else { false } } }

  /// Whether a frame of an animation is on its way.
  var isSendingFrame: Bool {
    states.contains { state in
      switch state {
      case .uploading(let image, _), .awaiting(let image, _): image.animation != nil
      case .free, .resident, .aborted: false
      }
    }
  }

  /// The upload of a picture begins.
  mutating func begin(_ image: PixelImage, at slot: Int) {
    if image.isVeil { turns.veil = slot - KittySlots.veils.lowerBound + 1 } else { turns.picture = slot + 1 }
    states[slot] = .uploading(image, sent: 0)
  }

  /// Where a picture or a veil may go: an unused slot, else one whose picture is neither wanted nor shown. Frames have two, in turn.
  func freePicture(for image: PixelImage, keeping wanted: [PixelImage], shown: Set<UInt32>) -> Int? {
    let frames = frames(like: image)
    if frames.count > 1, let old = frames.first(where: { !shown.contains(ids[$0.slot]) }) { return old.slot }
    let (slots, turn) = image.isVeil ? (KittySlots.veils, turns.veil) : (KittySlots.pictures, turns.picture)
    let inTurn = slots.indices.map { slots.lowerBound + ($0 - slots.lowerBound + turn) % slots.count }
    if let free = inTurn.first(where: { if case .free = states[$0] { true } else { false } }) { return free }
    return inTurn.first { slot in
      switch states[slot] {
      case .resident(let other): !wanted.contains(other) && !shown.contains(ids[slot])
      case .aborted: true
      case .free, .uploading, .awaiting: false
      }
    }
  }

  /// Where a shade may go: not where one is that frames need.
  func freeShade(keeping kept: Set<PixelImage>) -> Int? {
    KittySlots.shades.first { slot in
      if case .resident(let other) = states[slot] { !kept.contains(other) } else { true }
    }
  }
}
