/// The images of a terminal with kitty's graphics protocol: those it holds, their placements, and uploads in progress.
///
/// A value without a clock. Pictures are uploaded in parts between frames, one at a time: the next begins when the
/// terminal has confirmed the last. A frame is shown in pixels once all of its pictures are confirmed, and in cells
/// until then, so a terminal that does not reply or refuses gets cells. Protocol:
/// https://sw.kovidgoyal.net/kitty/graphics-protocol/
package struct KittyImages: Sendable {
  /// One placement of an image; a slide may be visible twice.
  private struct Key: Hashable {
    var id: UInt32
    var number: Int
  }

  /// Whether images are sent through shared memory.
  private enum Sharing { case unknown, works, hasFailed }

  /// The number of refusals and losses after which nothing more is sent.
  private static let maximumRefusals = 3

  private var slots: KittySlots
  private var placed: [Key: Placement] = [:]
  /// The images that frames need, most urgent first.
  private var wanted: [PixelImage] = []
  private var refused: Set<UInt64> = []
  /// Whether placements are deleted before they move: otherwise Ghostty up to 1.3.1 keeps the old position.
  private let deletesBeforePlacing: Bool
  /// Whether the terminal knows the hint (`N`) that keeps a film's frames from its disk; others refuse unknown keys.
  private let takesHints: Bool
  /// Whether all of our images must be deleted before the next frame.
  private var needsRemoval = false
  /// Whether an image was lost since the last frame in pixels. Others may be lost too, so every placement is sent
  /// again.
  private var mustReplace = false
  private var counts = PixelStatistics()
  /// Whether the terminal reads images from shared memory.
  private var sharing = Sharing.unknown
  /// The animations of which frames are wanted, and the one whose frames are kept.
  private var playing: Set<UInt64> = []
  private var loop: UInt64?

  /// No images yet.
  ///
  /// - Parameters:
  ///   - firstID: The first of consecutive ids that nothing else uses, 1…2²⁴ − 1.
  ///   - deletesBeforePlacing: Whether placements must be deleted before they move.
  ///   - takesHints: Whether the terminal knows usage hints.
  package init(firstID: UInt32, deletesBeforePlacing: Bool = false, takesHints: Bool = false) {
    slots = KittySlots(firstID: firstID)
    (self.takesHints, self.deletesBeforePlacing) = (takesHints, deletesBeforePlacing)
  }

  /// Deletes all of our images in any state of the terminal, even in the middle of a command or an upload.
  package var removal: [UInt8] { KittyCommand.removal(of: slots.ids) }

  /// Deletes all images that may ever be sent.
  package var possibleRemoval: [UInt8] { KittyCommand.removal(of: slots.possibleIDs) }

  /// Assumes that the terminal may have lost all images, or may hold images that are no longer tracked.
  package mutating func invalidate() {
    slots.forget()
    placed = [:]
    needsRemoval = true
  }

  /// Upload statistics for the user.
  package var statistics: PixelStatistics {
    var statistics = counts
    statistics.isUnanswered = isAwaiting
    return statistics
  }

  /// Whether uploads have stopped after too many refusals.
  package var isGivenUp: Bool { counts.refusals >= Self.maximumRefusals }

  // MARK: - Frames

  /// Returns the output that shows a frame: in pixels if the terminal has its pictures, else in cells. Thumbnails that it
  /// lacks are in cells among others in pixels.
  package mutating func update(for frame: Frame) -> PixelUpdate {
    var forms = [frame.pixels, frame.interim].compactMap(\.self)
    var update = PixelUpdate(cells: frame.cells)
    var placements: [Placement] = []
    for (index, form) in forms.enumerated() {
      guard let shown = slots.placements(of: form) else { continue }
      (placements, update.cells, update.showsPixels) = (keepingShades(of: shown, for: form), form.cells, true)
      for case let area? in Set(form.placements.map(\.standIn)).subtracting(shown.map(\.standIn)) {
        update.cells.copy(area, of: frame.cells)
      }
      // An animation that is shown needs no stand-in.
      if index == 0, shown.contains(where: { $0.image.animation != nil }) { forms = [form] }
      break
    }
    if !isGivenUp { placements.append(.anchor) }
    wanted = forms.flatMap(\.images).filter { $0.shade == nil } + frame.upcoming
    (playing, loop) = (Set(wanted.compactMap(\.animation)), frame.loop)
    if needsRemoval {
      update.ahead += removal
      needsRemoval = false
    }
    var (rest, next) = (placed, [Key: Placement]())
    var numbers: [UInt32: Int] = [:]
    for placement in placements {
      guard let slot = slot(of: placement.image, keeping: placements, into: &update) else { continue }
      slots.used(slot)
      let id = slots.id(of: slot)
      numbers[id, default: 0] += 1
      let key = Key(id: id, number: numbers[id] ?? 1)
      next[key] = placement
      if let old = rest.removeValue(forKey: key) {
        if old == placement, !mustReplace { continue }
        if deletesBeforePlacing { update.placing += KittyCommand.deletion(id, placement: key.number) }
      }
      update.placing += KittyCommand.placement(placement, id: id, number: key.number)
    }
    for key in rest.keys.sorted(by: { ($0.id, $0.number) < ($1.id, $1.number) }) {
      let deletion = KittyCommand.deletion(key.id, placement: key.number)
      // The cells in place of a thumbnail show something else.
      if rest[key]?.standIn == nil { update.trailing += deletion } else { update.placing += deletion }
    }
    if update.cells.motion?.axis == .vertical, let anchor = next.first(where: { $0.value == .anchor })?.key {
      update.trailing += KittyCommand.placement(.anchor, id: anchor.id, number: anchor.number)
    }
    placed = next
    if update.showsPixels { mustReplace = false }
    // No other command may come between the parts of an upload.
    let isQuiet = update.ahead.isEmpty && update.placing.isEmpty && update.trailing.isEmpty
    if !isQuiet, let slot = slots.uploading {
      slots[slot] = .aborted
      update.ahead = KittyCommand.abort + update.ahead
    }
    return update
  }

  /// Returns the slot of an image that the terminal has, uploading a shade if necessary; nil if there is none.
  private mutating func slot(of image: PixelImage, keeping placements: [Placement], into update: inout PixelUpdate)
    -> Int?
  {
    if let known = slots.slot(of: image) { return known }
    // The shades of the last frame stay until this one is drawn.
    guard let shade = image.shade,
      let free = slots.freeShade(keeping: Set(placements.map(\.image) + placed.values.map(\.image)))
    else { return nil }
    update.ahead += KittyCommand.upload(shade, id: slots.id(of: free))
    slots[free] = .resident(image)
    return free
  }

  /// Returns the placements with the shades already shown, if an earlier frame of an animation is still shown. Those
  /// shades match it, and new ones would abort the upload of the next frame.
  private func keepingShades(of shown: [Placement], for form: PixelFrame) -> [Placement] {
    let earlier = zip(shown, form.placements).filter { $0.image != $1.image }.map(\.0.image)
    guard !earlier.isEmpty, earlier.allSatisfy(placed.values.map(\.image).contains) else { return shown }
    return shown.map { placement in
      guard placement.image.shade != nil else { return placement }
      let isThere = placed.values.first {
        $0.image.shade != nil && ($0.column, $0.row) == (placement.column, placement.row) && $0.cells == placement.cells
      }
      return isThere ?? placement
    }
  }

  /// Whether the terminal has a frame of an animation.
  package func holds(frame serial: UInt64) -> Bool { slots.holds(frame: serial) }

  /// The animation of which a frame is shown, or nil if there is none.
  package var shownAnimation: UInt64? { placed.values.lazy.compactMap(\.image.animation).first }

  // MARK: - Uploads

  /// Whether a part is ready to be sent; none is while a confirmation is outstanding.
  package var hasUploads: Bool {
    if slots.uploading != nil || !expired.isEmpty { return true }
    return !isAwaiting && nextImage.flatMap(freeSlot) != nil
  }

  private var expired: [Int] {
    slots.expired(keeping: wanted, playing: playing, loop: loop, shown: Set(placed.keys.map(\.id)))
  }

  /// Returns the next part of a picture to send; empty if there is none.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes after which the part may end; it contains at least one whole command.
  ///   - share: Puts samples into shared memory, and returns the name of that, or nil on failure.
  package mutating func upload(limit: Int, sharing share: ([UInt8]) -> String? = { _ in nil }) -> [UInt8] {
    var bytes: [UInt8] = slots.uploading == nil ? discarding() : []
    guard bytes.isEmpty, let slot = slots.uploading ?? begin(), case .uploading(let image, var sent) = slots[slot]
    else { return bytes }
    let hint = takesHints && image.animation != nil && image.animation != loop ? ",N=1" : ""
    let keys = "a=t,i=\(slots.id(of: slot))\(hint)"
    // Not every terminal decompresses shared samples.
    if sent == 0, sharing == .works, !image.isDeflated, let name = share(image.content) {
      bytes += KittyCommand.shared(keys, name: name, image.size, hasAlpha: image.hasAlpha)
      slots[slot] = .awaiting(image, isShared: true)
    } else {
      repeat {
        bytes += KittyCommand.part(of: image, from: &sent, keys: keys)
      } while sent < image.content.count && bytes.count < limit
      slots[slot] = sent < image.content.count ? .uploading(image, sent: sent) : .awaiting(image, isShared: false)
    }
    counts.bytes += bytes.count
    return bytes
  }

  /// Sends images through shared memory from now on, which the terminal has shown to read, until that fails.
  package mutating func shareMemory() { if sharing == .unknown { sharing = .works } }

  /// Replaces the frames and thumbnails that are not needed any more by images of one pixel: a deletion would make older versions of
  /// kitty delete every image without a placement.
  private mutating func discarding() -> [UInt8] {
    expired.flatMap { slot in
      slots[slot] = .free
      return KittyCommand.upload(PixelImage.Shade(red: 0, green: 0, blue: 0, alpha: 0), id: slots.id(of: slot))
    }
  }

  /// Claims a slot for the next picture, which replaces the one that the terminal holds there.
  ///
  /// The old picture is not deleted first: on the deletion of one image, older versions of kitty delete every image
  /// without a placement.
  private mutating func begin() -> Int? {
    guard !isAwaiting, let image = nextImage, let slot = freeSlot(for: image) else { return nil }
    slots.begin(image, at: slot)
    return slot
  }

  /// Whether a frame of an animation is being sent or awaits confirmation.
  package var isSendingFrame: Bool { slots.isSendingFrame }

  /// Whether a picture awaits the terminal's confirmation.
  package var isAwaiting: Bool { slots.isAwaiting }

  private var nextImage: PixelImage? {
    guard !isGivenUp else { return nil }
    return wanted.first { !refused.contains($0.serial) && slots.slot(of: $0) == nil && !$0.content.isEmpty }
  }

  private func freeSlot(for image: PixelImage) -> Int? {
    slots.freePicture(for: image, keeping: wanted, loop: loop, shown: Set(placed.keys.map(\.id)))
  }

  // MARK: - Replies

  /// Handles a reply about an image; returns whether frames may look different now.
  package mutating func apply(id: UInt32, _ message: String) -> Bool {
    guard let slot = slots.slot(of: id) else { return false }
    let isOK = message == "OK"
    switch slots[slot] {
    case .awaiting(let image, _) where isOK:
      // A loop's frames would take as much memory here as in the terminal.
      slots[slot] = .resident(image.withoutContent)
      slots.used(slot)
      counts.uploads += 1
      return true
    case .awaiting(_, isShared: true):
      // The picture is sent again within the commands.
      sharing = .hasFailed
      slots[slot] = .free
      return true
    case .awaiting(let image, isShared: false):
      refuse(slot, image)
      // If so, frames are shown in cells from now on.
      return isGivenUp
    case .uploading(let image, _) where !isOK:
      // The rest of the upload would be misinterpreted, so everything starts again.
      refuse(slot, image)
      invalidate()
      return true
    case .resident(let image) where !isOK:
      // The terminal may have evicted it to make room for others.
      if !slots.lostFrame(slot) { counts.refusals += 1 }
      slots[slot] = .free
      slots.forgetShades()
      placed = placed.filter { $0.key.id != id }
      if image.shade != nil { refused.insert(image.serial) }
      mustReplace = true
      return true
    case .aborted:
      slots[slot] = .free
      return true
    case .free, .uploading, .resident, .possiblyLost: return false
    }
  }

  private mutating func refuse(_ slot: Int, _ image: PixelImage) {
    slots[slot] = .free
    refused.insert(image.serial)
    counts.refusals += 1
  }
}
