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
    /// A shade that lies behind a picture that came later: kitty has the newer image in front, whatever its id. → `resident`, `free`.
    case outdated
    /// Broken off; the terminal will complain of it once. → `free`.
    case aborted
  }

  /// Pictures that the terminal holds at once: the current slide, or two frames of its animation, its neighbours, and one that
  /// is leaving.
  private static let pictureLimit = 4
  /// Shades at once: the bar's, the dots', the words' in the corner, the panel's, and those of the frame before.
  private static let shadeLimit = 8

  /// Ids of pictures, then those of shades: of placements at one depth, the one of the higher id is in front.
  let ids: [UInt32]
  private var states: [State]
  /// Which slot the next picture takes, if it is free: an id is used again as late as possible, since replies may be late.
  private var turn = 0

  /// Nothing at consecutive ids from 1 to 2²⁴.
  init(firstID: UInt32) {
    let count = KittySlots.pictureLimit + KittySlots.shadeLimit
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
      case .free, .resident, .outdated, .aborted: false
      }
    }
  }

  /// The upload of a picture begins.
  mutating func begin(_ image: PixelImage, at slot: Int) {
    turn = (slot + 1) % KittySlots.pictureLimit
    states[slot] = .uploading(image, sent: 0)
  }

  /// Where a picture may go: an unused slot, else one whose picture is neither wanted nor shown. Frames have two, in turn.
  func freePicture(for image: PixelImage, keeping wanted: [PixelImage], shown: Set<UInt32>) -> Int? {
    let frames = frames(like: image)
    if frames.count > 1, let old = frames.first(where: { !shown.contains(ids[$0.slot]) }) { return old.slot }
    let slots = (0..<KittySlots.pictureLimit).map { (turn + $0) % KittySlots.pictureLimit }
    if let free = slots.first(where: { if case .free = states[$0] { true } else { false } }) { return free }
    return slots.first { slot in
      switch states[slot] {
      case .resident(let other): !wanted.contains(other) && !shown.contains(ids[slot])
      case .aborted: true
      case .free, .uploading, .awaiting, .outdated: false
      }
    }
  }

  /// Where a shade may go: not where one is shown that lies behind.
  func freeShade(keeping kept: Set<PixelImage>, shown: Set<UInt32>) -> Int? {
    (KittySlots.pictureLimit..<ids.count).first { slot in
      switch states[slot] {
      case .resident(let other): !kept.contains(other)
      case .outdated: !shown.contains(ids[slot])
      case .free, .uploading, .awaiting, .aborted: true
      }
    }
  }

  /// A picture has come after the shades.
  mutating func outdateShades() {
    for slot in KittySlots.pictureLimit..<ids.count {
      if case .resident = states[slot] { states[slot] = .outdated }
    }
  }
}
