import Dispatch

extension MainLoop {
  /// Draws the windows of the neighbours ahead, one at a time, off the main queue: fitting one may take as long as a frame.
  func prepare() {
    guard !isPreparing, let errand = session.errand() else { return }
    isPreparing = true
    preparingQueue.async { [weak self] in
      let content = errand.run()
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self else { return }
          self.isPreparing = false
          self.session.ran(errand, content)
          if !self.isOver, !self.isAway { self.prepare() }
        }
      }
    }
  }
}
