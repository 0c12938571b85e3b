import Terminal

// The outputs whose pixels replace cells (`PixelProtocol.isInline`).

extension PlaceholderImages: PixelOutput {
  var pixelProtocol: PixelProtocol? { isGivenUp ? nil : .placeholders }

  mutating func update(for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?) -> PixelUpdate {
    // Colors encode a placeholder's image: approximate colors would refer to another image.
    var update = PixelUpdate(cells: self.update(for: frame, isAtRest: quality == .still, cell: cell))
    update.trailing = anchor
    return update
  }

  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart? {
    guard hasParts else { return nil }
    // tmux drops output once a terminal has more than eight bytes a cell waiting.
    return PixelPart(bytes: upload(limit: min(limit, max(4096, window.count * 4))))
  }
}

extension InlineImages: PixelOutput {
  var isReplaceable: Bool { true }

  mutating func update(for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?) -> PixelUpdate {
    PixelUpdate(cells: update(for: frame, isAtRest: kind == .still, cell: cell))
  }

  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart? {
    popPart().map { PixelPart(bytes: $0.bytes, area: $0.area) }
  }
}
