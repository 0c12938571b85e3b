/// The images of a terminal around tmux that supports kitty's graphics protocol, shown through Unicode placeholders.
///
/// A value without a clock. The terminal's replies do not pass through tmux: an image counts as resident once tmux has
/// reported, before its upload and after, that it drops nothing and that the same terminals show the pane. Both reports
/// must be requested at least `TmuxReport.settlingTime` after the last byte of output. A frame at
/// rest is shown in pixels where nothing covers its pictures, once all of them are resident; moving content is shown in
/// cells.
package struct PlaceholderImages: Sendable {
  /// The state of one of our ids.
  private enum State: Sendable {
    case free
    /// The first `sent` bytes of the content have been sent. → `awaiting`, `free`.
    case uploading(PixelImage, sent: Int)
    /// All bytes have been sent, and a report from tmux is awaited. → `resident`, `free`.
    case awaiting(PixelImage)
    case resident(PixelImage)
  }

  /// The number of pictures that the terminal holds: the current slide, its neighbors, and one that is leaving.
  private static let pictureLimit = 4
  /// The number of thumbnails that it holds besides.
  private static let thumbnailLimit = 60
  /// The bytes of thumbnails after which tmux is queried: a picture has about as many.
  private static let batchLimit = 1 << 19
  /// The number of consecutive losses after which only cells are shown.
  private static let maximumLosses = 3
  /// The number of consecutive reports with losses after which only cells are shown: another pane may never pause.
  private static let maximumUnsettled = 20

  /// The ids of pictures and, at the end, of the anchor.
  private let ids: [UInt32]
  /// Whether the user asserts that the terminals show placeholders.
  private let isForced: Bool
  private var states: [State]
  /// Where the search for a free slot begins: ids are reused as late as possible.
  private var turn = 0
  /// The bytes of thumbnails since the last report, if another is to be sent before the next one; nil if not.
  private var batchBytes: Int?
  /// The slots of the images in the last frame.
  private var shown: Set<Int> = []
  /// The images that frames need, most urgent first.
  private var wanted: [PixelImage] = []
  private var cell = CellPixels.default
  /// The last report from tmux, or nil if it did not answer.
  private var report: TmuxReport?
  /// Whether the last two reports are equal, and nothing has happened since that could have changed them: while a
  /// terminal is blocked or yet to be redrawn, tmux drops what it should pass on, partly without counting it.
  private var isSettled = false
  /// The number of reports since the last equal ones.
  private var unsettled = 0
  /// Whether all of our images must be deleted before the next upload.
  private var needsRemoval = false
  private var losses = 0
  private var counts = PixelStatistics()

  /// No images yet.
  ///
  /// - Parameters:
  ///   - firstID: The first of consecutive ids that nothing else uses, 1…2³¹ − 1.
  ///   - isForced: Whether to assume that terminals show placeholders, even if they are not known to.
  package init(firstID: UInt32, isForced: Bool) {
    let count = Self.pictureLimit + Self.thumbnailLimit
    ids = (0...UInt32(count)).map { max(1, firstID & 0x7FFF_FFFF) + $0 }
    states = Array(repeating: .free, count: count)
    self.isForced = isForced
  }

  /// Deletes all of our images in any state of tmux and the terminal.
  package var removal: [UInt8] { TmuxPassthrough.removal(of: ids) }

  /// Assumes that the terminal may have lost everything, or that another one may show the pane.
  package mutating func invalidate() {
    states = Array(repeating: .free, count: states.count)
    shown = []
    needsRemoval = true
    isSettled = false
  }

  /// Upload statistics for the user.
  package var statistics: PixelStatistics {
    var statistics = counts
    statistics.isUnanswered = isAwaiting
    return statistics
  }

  /// Whether uploads have stopped after too many losses.
  package var isGivenUp: Bool { losses >= Self.maximumLosses || unsettled >= Self.maximumUnsettled }

  // MARK: - Frames

  /// Plans the next frame; returns its cells, with placeholders where its pictures are shown in pixels.
  package mutating func update(for frame: Frame, isAtRest: Bool, cell: CellPixels?) -> CellBuffer {
    wanted = (frame.pixels?.images ?? []) + frame.upcoming
    if nextSlot == nil { batchBytes = nil }
    shown = []
    // On a slow line, tmux may drop output while something moves.
    if !isAtRest { isSettled = false }
    guard isAtRest, canShow, let cell, let pixels = frame.pixels, let open = pixels.uncovered else {
      return frame.cells
    }
    self.cell = cell
    let slots = pixels.placements.map { slot(of: $0.image) }
    guard zip(pixels.placements, slots).allSatisfy({ $0.standIn != nil || $1 != nil }) else { return frame.cells }
    shown = Set(slots.compactMap(\.self))
    var cells = frame.cells
    for case (let placement, let slot?) in zip(pixels.placements, slots) {
      let area = placement.area(on: cell).clipped(to: cells.size)
      let (left, top) = (
        placement.source.x / cell.width - placement.column, placement.source.y / cell.height - placement.row
      )
      for part in open {
        for row in area.rowRange.clamped(to: part.rowRange) {
          for column in area.columnRange.clamped(to: part.columnRange) {
            cells[column, row] = KittyPlaceholder.cell(of: ids[slot], column: left + column, row: top + row)
          }
        }
      }
    }
    return cells
  }

  /// Places the anchor (`Placement.anchor`), wherever the cursor is, while no picture is shown: text that scrolls may
  /// have taken it away.
  package var anchor: [UInt8] {
    guard canShow, shown.isEmpty, uploading == nil, let id = ids.last else { return [] }
    return TmuxPassthrough.anchor(id)
  }

  /// Whether all terminals in tmux's report show placeholders, and uploads have not stopped.
  private var canShow: Bool { !isGivenUp && report?.takesPlaceholders(isForced: isForced) == true }

  private func slot(of image: PixelImage) -> Int? {
    states.firstIndex { if case .resident(image) = $0 { true } else { false } }
  }

  // MARK: - Uploads

  /// Whether tmux should be queried now: before a picture is sent, and after.
  package var needsTmuxReport: Bool {
    isAwaiting && batchBytes == nil || !isSettled && (uploading != nil || nextImage != nil)
  }

  /// Whether a part is ready to be sent.
  package var hasParts: Bool {
    guard isSettled, canShow, report?.reachesClients == true else { return false }
    return uploading != nil || (!isAwaiting || batchBytes != nil) && nextSlot != nil
  }

  /// Returns the next part of a picture to send; empty if there is none.
  ///
  /// - Parameter limit: The number of bytes after which the part may end; it contains at least one whole command.
  package mutating func upload(limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    guard hasParts, let slot = uploading ?? begin(into: &bytes), case .uploading(let image, var sent) = states[slot]
    else { return [] }
    repeat {
      bytes += TmuxPassthrough.part(of: image, from: &sent, id: ids[slot])
    } while sent < image.content.count && bytes.count < limit
    if sent < image.content.count {
      states[slot] = .uploading(image, sent: sent)
    } else {
      bytes += TmuxPassthrough.placement(of: ids[slot], over: image.size.cells(of: cell))
      states[slot] = .awaiting(image)
      let batch = (batchBytes ?? 0) + image.content.count
      batchBytes = image.isThumbnail && nextSlot != nil && batch < Self.batchLimit ? batch : nil
    }
    counts.bytes += bytes.count
    return bytes
  }

  /// Claims a slot for the next picture; the picture that the terminal holds there is deleted.
  private mutating func begin(into bytes: inout [UInt8]) -> Int? {
    guard let image = nextImage, let slot = nextSlot else { return nil }
    if needsRemoval {
      bytes += removal
      needsRemoval = false
    }
    for index in states.indices where index == slot || index >= Self.pictureLimit {
      guard case .resident(let old) = states[index], !wanted.contains(old), !shown.contains(index) else { continue }
      bytes += TmuxPassthrough.deletion(ids[index])
      states[index] = .free
    }
    // That of a frame may be lost.
    bytes += anchor
    if slot < Self.pictureLimit { turn = (slot + 1) % Self.pictureLimit }
    states[slot] = .uploading(image, sent: 0)
    return slot
  }

  private var uploading: Int? { states.firstIndex { if case .uploading = $0 { true } else { false } } }

  private var isAwaiting: Bool { states.contains { if case .awaiting = $0 { true } else { false } } }

  private var nextImage: PixelImage? {
    if isGivenUp { return nil }
    let sent = states.compactMap { if case .awaiting(let image) = $0 { image } else { nil as PixelImage? } }
    return wanted.first { image in
      let cells = image.size.cells(of: cell)
      return slot(of: image) == nil && !sent.contains(image) && !image.content.isEmpty
        && max(cells.columns, cells.rows) <= KittyPlaceholder.limit
    }
  }

  /// A slot for the next image: an unused one, else one whose image is neither wanted nor shown, else nil.
  private var nextSlot: Int? {
    guard let image = nextImage else { return nil }
    let slots =
      image.isThumbnail
      ? Array(Self.pictureLimit..<states.count) : (0..<Self.pictureLimit).map { (turn + $0) % Self.pictureLimit }
    if let free = slots.first(where: { if case .free = states[$0] { true } else { false } }) { return free }
    return slots.first { slot in
      if case .resident(let image) = states[slot] { !wanted.contains(image) && !shown.contains(slot) } else { false }
    }
  }

  // MARK: - Reports

  /// Records a report from tmux, or nil if it did not answer; returns whether frames may look different now.
  package mutating func apply(tmux new: TmuxReport?) -> Bool {
    let (last, couldShow) = (report, canShow)
    report = new
    isSettled = new == last
    unsettled = isSettled ? 0 : unsettled + 1
    batchBytes = nil
    if isAwaiting {
      if let new, let last, new.hasLostNothing(since: last) {
        for case (let slot, .awaiting(let image)) in zip(states.indices, states) {
          states[slot] = .resident(image)
          counts.uploads += 1
        }
        losses = 0
      } else {
        counts.refusals += 1
        losses += 1
        // Part of a command or a deletion may be lost, so everything starts again.
        invalidate()
      }
      return true
    }
    // A different terminal has none of the images.
    let isOther = last.map { $0.clients.map(\.identity) != new?.clients.map(\.identity) } ?? false
    if isOther || uploading != nil && !isSettled { invalidate() }
    return couldShow != canShow
  }
}

extension PixelExtent {
  /// Returns the number of cells that an image of this size touches.
  fileprivate func cells(of cell: CellPixels) -> CellSize {
    CellSize(columns: (width + cell.width - 1) / cell.width, rows: (height + cell.height - 1) / cell.height)
  }
}
