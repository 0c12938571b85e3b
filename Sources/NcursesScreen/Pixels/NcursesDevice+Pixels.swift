import Terminal

extension NcursesDevice {
  package var tmuxReportDelay: Duration? {
    guard screen.colorDepth == .truecolor, isUTF8, !isRestored else { return nil }
    let now = FrameLine.now()
    let names = pixels.asksTmux(facts: facts, environment: environment) ? tmuxReports.delayForNames(at: now) : nil
    guard screen.pixelProtocol == .placeholders else { return names }
    guard resizable.pixels?.needsTmuxReport == true || names != nil else { return nil }
    return max(
      frames.delay(untilQuietFor: TmuxReport.settlingTime, at: now), names ?? tmuxReports.delayForLosses(at: now))
  }

  /// Shows pictures in pixels from now on, if the terminal can, and once it is known how they can be sent.
  func usePixels() {
    guard !shared.isTrying, screen.pixelProtocol != .kitty, !isRestored else { return }
    guard let pixelProtocol = pixels.pixelProtocol(facts: facts, environment: environment) else {
      // A terminal without sixels has been attached to tmux.
      if case .sixel? = screen.pixelProtocol { resizable.use(nil) }
      return
    }
    guard pixelProtocol != screen.pixelProtocol,
      // Users who ask for fewer colors get them.
      screen.colorDepth == .truecolor || mayUpgrade && pixelProtocol.isUsable(at: screen.colorDepth)
    else { return }
    switch pixelProtocol {
    case .kitty: useKittyImages()
    case .placeholders:
      resizable.use(PlaceholderImages(firstID: .random(in: 1...0x7FFF_0000), isForced: pixels == .kitty))
      prepareRestore()
    case .sixel:
      // The replies are adopted when they arrive.
      if screen.pixelProtocol == nil {
        frames.write([TerminalQuery.sixelColors, .sixelSize, .mode(80)].flatMap(\.bytes))
      }
      let keepsMany = facts.identity.map { $0.reason(of: .keepsFewPictures) == nil } ?? false
      resizable.use(InlineImages(pixelProtocol, partLimit: keepsMany ? .max : 14))
      prepareRestore()
    case .iterm: resizable.use(InlineImages(pixelProtocol, partLimit: .max))
    }
    resizable.apply(cellPixels: cellPixels(line.likelyWindow.cellPixels, in: screen.size))
  }

  private func useKittyImages() {
    resizable.use(
      KittyOutput(
        KittyImages(
          firstID: .random(in: 64...0xFF_0000), deletesBeforePlacing: facts.identity?.reason(of: .keepsReplaced) != nil,
          takesHints: facts.identity?.takesUsageHints ?? false),
        shared))
    if facts.readsSharedMemory { resizable.pixels?.shareMemory() }
    // From now on a crash deletes the images, too.
    prepareRestore()
  }
}
