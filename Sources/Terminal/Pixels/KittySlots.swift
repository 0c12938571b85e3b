/// Our image ids in a terminal with kitty's graphics protocol, and the state of each.
struct KittySlots: Sendable {
  enum State: Sendable {
    case free
    /// The first `sent` bytes of the content have been sent. → `awaiting`, `aborted`, `free`.
    case uploading(PixelImage, sent: Int)
    /// All bytes have been sent, or the terminal reads them from shared memory. → `resident`, `free`.
    case awaiting(PixelImage, isShared: Bool)
    /// The terminal has confirmed it. → `free`, `uploading`, `possiblyLost`.
    case resident(PixelImage)
    /// The upload was aborted; the terminal will report one error. → `free`, `uploading`.
    case aborted
    /// A frame that the terminal may have lost together with another one. → `free`, `uploading`.
    case possiblyLost
  }

  /// Slots for pictures: the current slide, its neighbors, and one that is leaving.
  private static let pictures = 0..<4
  /// Slots for layers: two for the current slide, and two for the next one.
  private static let dissolveLayers = 4..<8
  /// Slots for shades: those of the bar, the dots, the text in the corner, the panel and its selected row, those of the
  /// previous frame, and the anchor.
  private static let shades = 8..<19
  /// Slots for the frames of an animation, as many as are kept, or two in turn, or for thumbnails. They are created as
  /// needed.
  private static let frames = 19..<19 + LoopLimits.maximumFrames

  private let firstID: UInt32
  private var states: [State]
  /// Where the search for a free picture or layer slot begins: ids are reused as late as possible, since replies may be
  /// late.
  private var turns = (picture: 0, layer: 0)
  /// The frames in the order in which the terminal has confirmed or shown them last.
  private var recent = RecentFrames()
  /// How many frames of a loop the terminal keeps.
  private var limits = LoopLimits()

  /// Free slots with consecutive ids from `firstID`, which is 1…2²⁴ − 1.
  init(firstID: UInt32) {
    self.firstID = max(1, firstID & 0xFF_FFFF)
    states = Array(repeating: .free, count: KittySlots.shades.upperBound)
  }

  subscript(slot: Int) -> State {
    get { states[slot] }
    set { states[slot] = newValue }
  }

  func id(of slot: Int) -> UInt32 { firstID + UInt32(slot) }

  func slot(of id: UInt32) -> Int? {
    guard id >= firstID, case let slot = Int(id - firstID), slot < states.count else { return nil }
    return slot
  }

  /// The ids of pictures, then of layers, then of shades, then of frames and thumbnails: those in use so far.
  var ids: [UInt32] { states.indices.map(id) }

  /// All ids that may ever be used.
  var possibleIDs: [UInt32] { (0..<KittySlots.frames.upperBound).map(id) }

  /// Frees all slots, since the terminal may have lost everything.
  mutating func forget() { states = Array(repeating: .free, count: states.count) }

  /// Frees the slots of shades, which are sent again at once.
  mutating func forgetShades() { for slot in KittySlots.shades { states[slot] = .free } }

  func slot(of image: PixelImage) -> Int? {
    states.firstIndex { if case .resident(image) = $0 { true } else { false } }
  }

  var uploading: Int? { states.firstIndex { if case .uploading = $0 { true } else { false } } }

  /// The animation of which a frame is being uploaded; nil if there is none.
  var uploadingAnimation: UInt64? {
    guard let uploading, case .uploading(let image, _) = states[uploading] else { return nil }
    return image.animation
  }

  /// Whether a picture awaits the terminal's confirmation.
  var isAwaiting: Bool { states.contains { if case .awaiting = $0 { true } else { false } } }

  /// Whether a frame of an animation is being sent or awaits confirmation.
  var isSendingFrame: Bool {
    states.contains { state in
      switch state {
      case .uploading(let image, _), .awaiting(let image, _): image.animation != nil
      case .free, .resident, .aborted, .possiblyLost: false
      }
    }
  }

  /// Begins the upload of a picture.
  mutating func begin(_ image: PixelImage, at slot: Int) {
    if slot == states.count { states.append(.free) }
    if image.animation != nil {
      limits.began(image, with: frames(of: image.animation))
    } else if image.isDissolveLayer {
      turns.layer = slot - KittySlots.dissolveLayers.lowerBound + 1
    } else if !image.isThumbnail {
      turns.picture = slot + 1
    }
    states[slot] = .uploading(image, sent: 0)
  }

  /// Returns a slot for a picture or a layer: an unused one, else one whose picture is neither wanted nor shown, else
  /// nil.
  ///
  /// - Parameter loop: The animation whose frames are kept.
  func freePicture(
    for image: PixelImage, keeping wanted: [PixelImage], loop: UInt64?, shown: Set<UInt32>
  ) -> Int? {
    if image.animation != nil { return freeFrame(for: image, loop: loop, shown: shown) }
    if image.isThumbnail { return freeFrame(shown: shown) }
    let (slots, turn) =
      image.isDissolveLayer ? (KittySlots.dissolveLayers, turns.layer) : (KittySlots.pictures, turns.picture)
    let inTurn = slots.indices.map { slots.lowerBound + ($0 - slots.lowerBound + turn) % slots.count }
    if let free = inTurn.first(where: { if case .free = states[$0] { true } else { false } }) { return free }
    return inTurn.first { slot in
      switch states[slot] {
      case .resident(let other): !wanted.contains(other) && !shown.contains(id(of: slot))
      case .aborted: true
      case .free, .uploading, .awaiting, .possiblyLost: false
      }
    }
  }

  /// Returns a slot for a shade: one without a shade that frames need, or nil if there is none.
  func freeShade(keeping images: Set<PixelImage>) -> Int? {
    KittySlots.shades.first { slot in
      if case .resident(let other) = states[slot] { !images.contains(other) } else { true }
    }
  }

  // MARK: - Frames of animations

  /// The slots of frames in use so far.
  private var frameSlots: Range<Int> { KittySlots.frames.lowerBound..<states.count }

  private var residentFrames: [(slot: Int, image: PixelImage)] {
    frameSlots.compactMap { slot in
      if case .resident(let image) = states[slot] { (slot, image) } else { nil }
    }
  }

  private func frames(of animation: UInt64?) -> [(slot: Int, image: PixelImage)] {
    residentFrames.filter { $0.image.animation == animation }
  }

  func holds(frame serial: UInt64) -> Bool { residentFrames.contains { $0.image.serial == serial } }

  /// Returns the frame of an image's animation and size that the terminal has confirmed or shown last; nil if it has
  /// none.
  func latestFrame(like image: PixelImage) -> PixelImage? {
    guard let animation = image.animation else { return nil }
    return frames(of: animation).filter { $0.image.size == image.size }
      .max { recent.precedes($0.slot, $1.slot) }?.image
  }

  /// Returns the placements of a form that have no stand-ins, or whose images the terminal has, with the latest available
  /// frame of each animation; nil if it lacks an image that must be there, or has none.
  func placements(of form: PixelFrame) -> [Placement]? {
    var placements: [Placement] = []
    for var placement in form.placements {
      let image = placement.image
      // To place another frame of the same animation would abort the upload of one.
      let isBusy = image.animation != nil && image.animation == uploadingAnimation
      if image.shade == nil, isBusy || slot(of: image) == nil {
        if placement.standIn != nil { continue }
        guard let last = latestFrame(like: image) else { return nil }
        placement.image = last
      }
      placements.append(placement)
    }
    return placements.isEmpty ? nil : placements
  }

  /// Records that the terminal has confirmed or shown the image in a slot.
  mutating func used(_ slot: Int) { if frameSlots.contains(slot) { recent.use(slot) } }

  /// Records that the terminal has lost the image in a slot; returns whether it was a frame of a loop that is kept. All
  /// of its frames are then sent again, or, after the second loss, sent in turn.
  mutating func lostFrame(_ slot: Int) -> Bool {
    guard frameSlots.contains(slot), case .resident(let image) = states[slot], image.animation != nil
    else { return false }
    let frames = frames(of: image.animation)
    guard frames.count > 2 else { return false }
    limits.lost(image, of: frames)
    for frame in frames { states[frame.slot] = .possiblyLost }
    return true
  }

  /// Returns a slot for a frame: one more if its animation is kept, otherwise that of the older of two.
  private func freeFrame(for image: PixelImage, loop: UInt64?, shown: Set<UInt32>) -> Int? {
    let own = frames(of: image.animation)
    if own.count > 1, image.animation != loop || !limits.allows(image, with: own) {
      return own.filter { !shown.contains(id(of: $0.slot)) }.min { recent.precedes($0.slot, $1.slot) }?.slot
    }
    return freeFrame(shown: shown)
  }

  /// Returns an unused slot for a frame or a thumbnail; nil if there is none.
  private func freeFrame(shown: Set<UInt32>) -> Int? {
    let free = frameSlots.first { slot in
      switch states[slot] {
      case .free, .aborted, .possiblyLost: !shown.contains(id(of: slot))
      case .uploading, .awaiting, .resident: false
      }
    }
    return free ?? (states.count < KittySlots.frames.upperBound ? states.count : nil)
  }

  /// Returns the slots of frames and thumbnails that are not needed any more: those of animations that have ended, and of
  /// one that is not kept all but the shown frame and the one before.
  ///
  /// - Parameters:
  ///   - wanted: The images that frames need.
  ///   - playing: The animations of which frames are wanted.
  ///   - loop: The animation whose frames are kept.
  ///   - shown: The ids with placements.
  func expired(keeping wanted: [PixelImage], playing: Set<UInt64>, loop: UInt64?, shown: Set<UInt32>) -> [Int] {
    var (expired, playingFrames) = ([Int](), [Int]())
    for slot in frameSlots where !shown.contains(id(of: slot)) {
      switch states[slot] {
      case .free, .uploading, .awaiting, .aborted: break
      case .possiblyLost: expired.append(slot)
      case .resident(let image) where image.isThumbnail: if !wanted.contains(image) { expired.append(slot) }
      case .resident(let image):
        guard let animation = image.animation, animation != loop || limits.isTooLong(animation) else { continue }
        if playing.contains(animation) { playingFrames.append(slot) } else { expired.append(slot) }
      }
    }
    let last = playingFrames.max { recent.precedes($0, $1) }
    return expired + playingFrames.filter { $0 != last }
  }
}
