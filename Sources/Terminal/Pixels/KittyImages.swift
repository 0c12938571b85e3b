/// What brings a terminal from the last frame to the next.
package struct PixelUpdate: Sendable {
  /// To be written before the frame's synchronized update: shades, and the end of an upload that would be disturbed.
  package var ahead: [UInt8] = []
  /// Placements: before the cells, which covered them until now.
  package var placing: [UInt8] = []
  /// Deletions: after the cells that take their place.
  package var deleting: [UInt8] = []
  /// The cells to show.
  package var cells: CellBuffer
  /// Whether pictures are shown in pixels.
  package var showsPixels = false

  /// Nothing but cells.
  package init(cells: CellBuffer) { self.cells = cells }
}

/// The images of a terminal that speaks kitty's graphics protocol: which it has, where they are placed, which are on their way.
///
/// A value without a clock. Pictures are uploaded in parts between frames, one at a time, each until the terminal has confirmed
/// it. A frame is shown in pixels once all of its pictures are confirmed, and in cells until then, so a terminal that is silent
/// or refuses gets cells. Protocol: https://sw.kovidgoyal.net/kitty/graphics-protocol/
package struct KittyImages: Sendable {
  /// One placement of an image; a slide may be in view twice.
  private struct Key: Hashable {
    var id: UInt32
    var number: Int
  }

  /// Refusals and losses after which the terminal is left alone.
  private static let patience = 3

  private var slots: KittySlots
  private var placed: [Key: Placement] = [:]
  /// What frames want, the most urgent first.
  private var wanted: [PixelImage] = []
  private var refused: Set<UInt64> = []
  /// Ghostty up to 1.3.1 keeps the old place of a placement that is put again.
  private let deletesBeforePlacing: Bool
  /// Whether what was there before must be deleted first.
  private var isForgotten = false
  /// Whether an image was lost since the last frame in pixels: others may be, too, and every placement is put again.
  private var isDoubtful = false
  private var counts = PixelStatistics()
  /// Where the terminal has read an image of ours.
  private var offered: [ImageMedium] = []
  /// Where it could not, later.
  private var failed: Set<ImageMedium> = []

  /// No images.
  ///
  /// - Parameters:
  ///   - firstID: the first of some consecutive ids that nobody else uses, from 1 to 2²⁴.
  ///   - deletesBeforePlacing: whether placements must be deleted before they are put elsewhere.
  package init(firstID: UInt32, deletesBeforePlacing: Bool = false) {
    slots = KittySlots(firstID: firstID)
    self.deletesBeforePlacing = deletesBeforePlacing
  }

  /// Deletes every image of ours, whatever state the terminal is in: in the middle of a command, or of an upload.
  package var removal: [UInt8] {
    var bytes = Array("\u{1B}\\".utf8) + KittyCommand.abortion
    for id in slots.ids { bytes += KittyCommand.deletion(id) }
    return bytes
  }

  /// The terminal may have lost everything, or have images that nobody knows of any more.
  package mutating func invalidate() {
    slots.forget()
    placed = [:]
    isForgotten = true
  }

  /// What became of uploads, for people.
  package var statistics: PixelStatistics {
    var statistics = counts
    statistics.isUnanswered = isAwaiting
    return statistics
  }

  /// Whether nothing is sent any more, after too many refusals.
  package var isGivenUp: Bool { counts.refusals >= Self.patience }

  // MARK: - Frames

  /// Shows a frame: in pixels where the terminal has its pictures.
  package mutating func update(for frame: Frame) -> PixelUpdate {
    var forms = [frame.pixels, frame.standIn].compactMap(\.self)
    var update = PixelUpdate(cells: frame.cells)
    var placements: [Placement] = []
    for (place, form) in forms.enumerated() {
      guard let shown = shown(form) else { continue }
      (placements, update.cells, update.showsPixels) = (keepingShades(of: shown, for: form), form.cells, true)
      // While an animation is shown, nothing need stand in for it.
      if place == 0, shown.contains(where: { $0.image.animation != nil }) { forms = [form] }
      break
    }
    wanted = forms.flatMap(\.images).filter { $0.shade == nil } + frame.upcoming
    if isForgotten {
      update.ahead += removal
      isForgotten = false
    }
    var (rest, next) = (placed, [Key: Placement]())
    var numbers: [UInt32: Int] = [:]
    for placement in placements {
      guard let id = slot(of: placement.image, keeping: placements, into: &update).map({ slots.ids[$0] }) else {
        continue
      }
      numbers[id, default: 0] += 1
      let key = Key(id: id, number: numbers[id] ?? 1)
      next[key] = placement
      if let old = rest.removeValue(forKey: key) {
        if old == placement, !isDoubtful { continue }
        if deletesBeforePlacing { update.placing += KittyCommand.deletion(id, placement: key.number) }
      }
      update.placing += KittyCommand.placement(placement, id: id, number: key.number)
    }
    for key in rest.keys.sorted(by: { ($0.id, $0.number) < ($1.id, $1.number) }) {
      update.deleting += KittyCommand.deletion(key.id, placement: key.number)
    }
    placed = next
    if update.showsPixels { isDoubtful = false }
    // No other command may come between the parts of an upload.
    let isQuiet = update.ahead.isEmpty && update.placing.isEmpty && update.deleting.isEmpty
    if !isQuiet, let slot = slots.uploading {
      slots[slot] = .aborted
      update.ahead = KittyCommand.abortion + update.ahead
    }
    return update
  }

  /// The slot of an image that the terminal has; shades are sent where it has them not yet.
  private mutating func slot(of image: PixelImage, keeping placements: [Placement], into update: inout PixelUpdate)
    -> Int?
  {
    if let known = slots.slot(of: image) { return known }
    guard let shade = image.shade else { return nil }
    // Those of the last frame stay until this one is drawn.
    guard let free = slots.freeShade(keeping: Set(placements.map(\.image) + placed.values.map(\.image))) else {
      return nil
    }
    update.ahead += KittyCommand.upload(shade, id: slots.ids[free])
    slots[free] = .resident(image)
    return free
  }

  /// The placements of a form, with the last frames that the terminal has of animations; nil: it has not all of the images.
  private func shown(_ form: PixelFrame) -> [Placement]? {
    var placements = form.placements
    for index in placements.indices where placements[index].image.shade == nil {
      let image = placements[index].image
      if slots.slot(of: image) != nil { continue }
      let frames = slots.frames(like: image).map(\.image).filter { $0.size == image.size }
      guard let last = frames.max(by: { $0.serial < $1.serial }) else { return nil }
      placements[index].image = last
    }
    return placements
  }

  /// The placements with the shades that are there, where an earlier frame of an animation is still shown: those are right for it,
  /// and others would break off the upload of the frame that is due.
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

  /// The animation of which a frame is shown; nil: none is.
  package var shownAnimation: UInt64? { placed.values.lazy.compactMap(\.image.animation).first }

  // MARK: - Uploads

  /// Whether there is something to be sent now: nothing is while a confirmation is outstanding.
  package var hasUploads: Bool {
    if slots.uploading != nil { return true }
    return !isAwaiting && nextImage.flatMap(freeSlot) != nil
  }

  /// The next part of a picture on its way to the terminal, empty where there is none.
  ///
  /// - Parameters:
  ///   - limit: bytes after which it may end; at least one command is whole.
  ///   - share: puts samples where the terminal can read them, and returns what that is called; nil: it cannot be done.
  package mutating func upload(
    limit: Int, sharing share: (ImageMedium, [UInt8]) -> String? = { _, _ in nil }
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    guard let slot = slots.uploading ?? begin(), case .uploading(let image, var sent) = slots[slot] else {
      return []
    }
    let keys = "a=t,i=\(slots.ids[slot])"
    if sent == 0, let (medium, name) = medium(for: image, share) {
      bytes += KittyCommand.shared(keys, medium, name: name, image.size, hasAlpha: image.hasAlpha)
      slots[slot] = .awaiting(image, by: medium)
    } else {
      repeat {
        bytes += KittyCommand.part(of: image, from: &sent, keys: keys)
      } while sent < image.content.count && bytes.count < limit
      slots[slot] = sent < image.content.count ? .uploading(image, sent: sent) : .awaiting(image, by: nil)
    }
    counts.bytes += bytes.count
    return bytes
  }

  /// The terminal reads images here, too: they go the quickest way that has not failed yet.
  package mutating func offer(_ media: [ImageMedium]) { offered = media }

  /// Puts the samples of an image where the terminal reads them; nil: they go within the commands.
  private func medium(
    for image: PixelImage, _ share: (ImageMedium, [UInt8]) -> String?
  ) -> (ImageMedium, name: String)? {
    // Not every terminal expands what it finds compressed there.
    guard !image.isDeflated else { return nil }
    for medium in ImageMedium.allCases where offered.contains(medium) && !failed.contains(medium) {
      if let name = share(medium, image.content) { return (medium, name) }
    }
    return nil
  }

  /// Takes a slot for the next picture, which replaces what the terminal holds there.
  ///
  /// That is not deleted first: to the deletion of one image older versions of kitty delete every image that is not placed.
  private mutating func begin() -> Int? {
    guard !isAwaiting, let image = nextImage, let slot = freeSlot(for: image) else { return nil }
    slots.begin(image, at: slot)
    return slot
  }

  /// Whether a frame of an animation is on its way.
  package var isSendingFrame: Bool { slots.isSendingFrame }

  /// Whether the terminal is to confirm a picture.
  package var isAwaiting: Bool { slots.isAwaiting }

  private var nextImage: PixelImage? {
    guard !isGivenUp else { return nil }
    return wanted.first { !refused.contains($0.serial) && slots.slot(of: $0) == nil && !$0.content.isEmpty }
  }

  private func freeSlot(for image: PixelImage) -> Int? {
    slots.freePicture(for: image, keeping: wanted, shown: Set(placed.keys.map(\.id)))
  }

  // MARK: - Replies

  /// The terminal has answered about an image; returns whether frames may look different now.
  package mutating func learn(id: UInt32, _ message: String) -> Bool {
    guard let slot = slots.ids.firstIndex(of: id) else { return false }
    let isOK = message == "OK"
    switch slots[slot] {
    case .awaiting(let image, _) where isOK:
      slots[slot] = .resident(image)
      counts.uploads += 1
      return true
    case .awaiting(_, by: .some(let medium)):
      // The next medium, or the command itself, gets the picture there.
      failed.insert(medium)
      slots[slot] = .free
      return true
    case .awaiting(let image, by: nil):
      refuse(slot, image)
      // Cells from now on.
      return isGivenUp
    case .uploading(let image, _) where !isOK:
      // What of it is still to come would be taken for something else: everything begins again.
      refuse(slot, image)
      invalidate()
      return true
    case .resident(let image) where !isOK:
      // It had to make room for others, perhaps.
      slots[slot] = .free
      placed = placed.filter { $0.key.id != id }
      if image.shade != nil { refused.insert(image.serial) }
      counts.refusals += 1
      isDoubtful = true
      return true
    case .aborted:
      slots[slot] = .free
      return true
    case .free, .uploading, .resident: return false
    }
  }

  private mutating func refuse(_ slot: Int, _ image: PixelImage) {
    slots[slot] = .free
    refused.insert(image.serial)
    counts.refusals += 1
  }
}
