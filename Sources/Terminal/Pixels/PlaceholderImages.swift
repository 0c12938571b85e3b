/// The images of a terminal around tmux that speaks kitty's graphics protocol: shown where cells of text stand for them.
///
/// A value without a clock. The terminal's replies do not come through tmux: an image counts as there once tmux has reported, before
/// its upload and after, that it drops nothing and that the same terminals show the pane. Frames at rest are shown in pixels where nothing
/// lies over their pictures, once these are there; what moves is in cells.
package struct PlaceholderImages: Sendable {
  /// What an id of ours stands for.
  private enum State: Sendable {
    case free
    /// The first `sent` bytes of its samples have been sent. → `awaiting`, `free`.
    case uploading(PixelImage, sent: Int)
    /// All of it has been sent; tmux is to report. → `resident`, `free`.
    case awaiting(PixelImage)
    case resident(PixelImage)
  }

  /// Pictures that the terminal holds at once: the current slide, its neighbours, and one that is leaving.
  private static let pictureLimit = 4
  /// Losses in a row after which cells are all there is.
  private static let patience = 3

  private let ids: [UInt32]
  /// Whether the user says that the terminals show placeholders.
  private let isForced: Bool
  private var states: [State]
  /// Which slot the next picture takes, if it is free: an id is used again as late as possible.
  private var turn = 0
  /// The slots whose images the last frame showed.
  private var shown: Set<Int> = []
  /// What frames want, the most urgent first.
  private var wanted: [PixelImage] = []
  private var cell = CellPixels.usual
  /// What tmux has reported last.
  private var report: TmuxReport?
  /// Whether nothing has happened since that could have changed it.
  private var isReportFresh = false
  /// Whether what the terminal had before must be deleted first.
  private var isForgotten = false
  private var losses = 0
  private var counts = PixelStatistics()

  /// No images.
  ///
  /// - Parameters:
  ///   - firstID: the first of some consecutive ids that nobody else uses.
  ///   - isForced: whether terminals that are not known to show placeholders do.
  package init(firstID: UInt32, isForced: Bool) {
    ids = (0..<UInt32(Self.pictureLimit)).map { max(1, firstID & 0x7FFF_FFFF) + $0 }
    states = Array(repeating: .free, count: Self.pictureLimit)
    self.isForced = isForced
  }

  /// Deletes every image of ours, whatever state tmux and the terminal are in.
  package var removal: [UInt8] { TmuxPassthrough.removal(of: ids) }

  /// The terminal may have lost everything, or another one may show the pane.
  package mutating func invalidate() {
    states = Array(repeating: .free, count: states.count)
    shown = []
    isForgotten = true
    isReportFresh = false
  }

  /// What became of uploads, for people.
  package var statistics: PixelStatistics {
    var statistics = counts
    statistics.isUnanswered = isAwaiting
    return statistics
  }

  /// Whether nothing is sent any more, after too many losses.
  package var isGivenUp: Bool { losses >= Self.patience }

  // MARK: - Frames

  /// Takes the next frame; returns its cells, with placeholders where its pictures show in pixels.
  package mutating func update(for frame: Frame, isAtRest: Bool, cell: CellPixels?) -> CellBuffer {
    wanted = (frame.pixels?.images ?? []) + frame.upcoming
    shown = []
    // tmux may drop some of what moves, on a slow line.
    if !isAtRest { isReportFresh = false }
    guard isAtRest, canShow, let cell, let pixels = frame.pixels, let open = pixels.open else { return frame.cells }
    self.cell = cell
    let slots = pixels.placements.compactMap { placement in slot(of: placement.image) }
    guard slots.count == pixels.placements.count else { return frame.cells }
    shown = Set(slots)
    var cells = frame.cells
    for (placement, slot) in zip(pixels.placements, slots) {
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

  /// Whether all terminals that tmux has reported show placeholders.
  private var canShow: Bool { !isGivenUp && report?.takesPlaceholders(isForced: isForced) == true }

  private func slot(of image: PixelImage) -> Int? {
    states.firstIndex { if case .resident(image) = $0 { true } else { false } }
  }

  // MARK: - Uploads

  /// Whether tmux is to be asked now: before a picture is sent, and after.
  package var needsReport: Bool { isAwaiting || !isReportFresh && uploading == nil && nextImage != nil }

  /// Whether there is something to be sent now.
  package var hasUploads: Bool {
    guard isReportFresh, canShow, report?.reachesClients == true else { return false }
    return uploading != nil || !isAwaiting && nextImage != nil && freeSlot != nil
  }

  /// The next part of a picture on its way to the terminal, empty where there is none.
  ///
  /// - Parameter limit: bytes after which it may end; at least one command is whole.
  package mutating func upload(limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    guard hasUploads, let slot = uploading ?? begin(into: &bytes), case .uploading(let image, var sent) = states[slot]
    else { return [] }
    repeat {
      bytes += TmuxPassthrough.part(of: image, from: &sent, id: ids[slot])
    } while sent < image.content.count && bytes.count < limit
    if sent < image.content.count {
      states[slot] = .uploading(image, sent: sent)
    } else {
      bytes += TmuxPassthrough.placement(of: ids[slot], over: image.size.cells(of: cell))
      states[slot] = .awaiting(image)
    }
    counts.bytes += bytes.count
    return bytes
  }

  /// Takes a slot for the next picture; what the terminal holds there is deleted.
  private mutating func begin(into bytes: inout [UInt8]) -> Int? {
    guard let image = nextImage, let slot = freeSlot else { return nil }
    if isForgotten {
      bytes += removal
      isForgotten = false
    } else if case .resident = states[slot] {
      bytes += TmuxPassthrough.deletion(ids[slot])
    }
    turn = (slot + 1) % Self.pictureLimit
    states[slot] = .uploading(image, sent: 0)
    return slot
  }

  private var uploading: Int? { states.firstIndex { if case .uploading = $0 { true } else { false } } }

  private var isAwaiting: Bool { states.contains { if case .awaiting = $0 { true } else { false } } }

  private var nextImage: PixelImage? {
    if isGivenUp { return nil }
    return wanted.first { image in
      let cells = image.size.cells(of: cell)
      return slot(of: image) == nil && !image.content.isEmpty
        && max(cells.columns, cells.rows) <= KittyPlaceholder.limit
    }
  }

  /// Where a picture may go: an unused slot, else one whose picture is neither wanted nor shown.
  private var freeSlot: Int? {
    let slots = (0..<Self.pictureLimit).map { (turn + $0) % Self.pictureLimit }
    if let free = slots.first(where: { if case .free = states[$0] { true } else { false } }) { return free }
    return slots.first { slot in
      if case .resident(let image) = states[slot] { !wanted.contains(image) && !shown.contains(slot) } else { false }
    }
  }

  // MARK: - Reports

  /// tmux has answered, or has not; returns whether frames may look different now.
  package mutating func learn(_ new: TmuxReport?) -> Bool {
    let (last, couldShow) = (report, canShow)
    report = new
    isReportFresh = true
    let slot = states.firstIndex { if case .awaiting = $0 { true } else { false } }
    if let slot, case .awaiting(let image) = states[slot] {
      if let new, let last, new.hasLostNothing(since: last) {
        states[slot] = .resident(image)
        counts.uploads += 1
        losses = 0
      } else {
        states[slot] = .free
        counts.refusals += 1
        losses += 1
      }
      return true
    }
    // Another terminal has none of the images.
    if let last, last.clients.map(\.identity) != new?.clients.map(\.identity) { invalidate(keepingReport: true) }
    return couldShow != canShow
  }

  private mutating func invalidate(keepingReport: Bool) {
    invalidate()
    isReportFresh = keepingReport
  }
}

extension PixelExtent {
  /// The cells that it touches.
  fileprivate func cells(of cell: CellPixels) -> CellSize {
    CellSize(columns: (width + cell.width - 1) / cell.width, rows: (height + cell.height - 1) / cell.height)
  }
}
