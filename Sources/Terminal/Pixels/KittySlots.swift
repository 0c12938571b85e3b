/// Our image ids in a terminal with kitty's graphics protocol, and the state of each.
struct KittySlots: Sendable {
  /// The state of an id.
  enum State: Sendable {
    case free
    /// The first `sent` bytes of the content have been sent. → `awaiting`, `aborted`, `free`.
    case uploading(PixelImage, sent: Int)
    /// All bytes have been sent, or the terminal reads them from a shared medium. → `resident`, `free`.
    case awaiting(PixelImage, by: ImageMedium?)
    /// The terminal has confirmed it. → `free`, `uploading`.
    case resident(PixelImage)
    /// The upload was aborted; the terminal will report one error. → `free`, `uploading`.
    case aborted
  }

  /// Slots for pictures: the current slide or two frames of its animation, its neighbors, and one that is leaving.
  private static let pictures = 0..<4
  /// Slots for layers: two for the current slide, and two for the next one.
  private static let dissolveLayers = 4..<8
  /// Slots for shades: those of the bar, the dots, the text in the corner, the panel and its selected row, and those of
  /// the previous frame.
  private static let shades = 8..<18

  /// The ids of pictures, then of layers, then of shades.
  let ids: [UInt32]
  private var states: [State]
  /// Where the search for a free picture or layer slot begins: ids are reused as late as possible, since replies may be
  /// late.
  private var turns = (picture: 0, layer: 0)

  /// Free slots with consecutive ids from `firstID`, which is 1…2²⁴ − 1.
  init(firstID: UInt32) {
    let count = KittySlots.shades.upperBound
    ids = (0..<UInt32(count)).map { max(1, firstID & 0xFF_FFFF) + $0 }
    states = Array(repeating: .free, count: count)
  }

  subscript(slot: Int) -> State {
    get { states[slot] }
    set { states[slot] = newValue }
  }

  /// Frees all slots, since the terminal may have lost everything.
  mutating func forget() { states = Array(repeating: .free, count: states.count) }

  /// Returns the slot of an image that the terminal has, or nil if it does not have it.
  func slot(of image: PixelImage) -> Int? {
    states.firstIndex { if case .resident(image) = $0 { true } else { false } }
  }

  /// Returns the frames that the terminal has of an image's animation.
  func frames(like image: PixelImage) -> [(slot: Int, image: PixelImage)] {
    guard let animation = image.animation else { return [] }
    return states.enumerated().compactMap { slot, state in
      if case .resident(let frame) = state, frame.animation == animation { (slot, frame) } else { nil }
    }
  }

  /// The slot of the upload in progress, or nil if there is none.
  var uploading: Int? { states.firstIndex { if case .uploading = $0 { true } else { false } } }

  /// Whether a picture awaits the terminal's confirmation.
  var isAwaiting: Bool { states.contains { if case .awaiting = $0 { true } else { false } } }

  /// Whether a frame of an animation is being sent or awaits confirmation.
  var isSendingFrame: Bool {
    states.contains { state in
      switch state {
      case .uploading(let image, _), .awaiting(let image, _): image.animation != nil
      case .free, .resident, .aborted: false
      }
    }
  }

  /// Begins the upload of a picture.
  mutating func begin(_ image: PixelImage, at slot: Int) {
    if image.isDissolveLayer {
      turns.layer = slot - KittySlots.dissolveLayers.lowerBound + 1
    } else {
      turns.picture = slot + 1
    }
    states[slot] = .uploading(image, sent: 0)
  }

  /// Returns a slot for a picture or a layer: an unused one, else one whose picture is neither wanted nor shown, else
  /// nil. Frames of an animation alternate between two slots.
  func freePicture(for image: PixelImage, keeping wanted: [PixelImage], shown: Set<UInt32>) -> Int? {
    let frames = frames(like: image)
    if frames.count > 1, let old = frames.first(where: { !shown.contains(ids[$0.slot]) }) { return old.slot }
    let (slots, turn) =
      image.isDissolveLayer ? (KittySlots.dissolveLayers, turns.layer) : (KittySlots.pictures, turns.picture)
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

  /// Returns a slot for a shade: one without a shade that frames need, or nil if there is none.
  func freeShade(keeping kept: Set<PixelImage>) -> Int? {
    KittySlots.shades.first { slot in
      if case .resident(let other) = states[slot] { !kept.contains(other) } else { true }
    }
  }
}
