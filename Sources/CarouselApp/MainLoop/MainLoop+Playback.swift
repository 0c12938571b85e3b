import Dispatch
import Pictures

extension MainLoop {
  /// Asks for the frame that the session wants next, if none is under way.
  func play() {
    if session.playbackNumber != playerNumber {
      player?.stop()
      player = nil
      playerNumber = session.playbackNumber
      isFrameUnderWay = false
    }
    guard !isFrameUnderWay, let wish = session.wantedFrame else { return }
    let player = player ?? PicturePlayer(wish.key, natural: wish.natural, loader: loader)
    self.player = player
    isFrameUnderWay = true
    player.next { [weak self] answer in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self?.answered(answer, to: wish) }
      }
    }
  }

  private func answered(_ answer: PicturePlayer.Answer, to wish: Session.FrameWish) {
    guard playerNumber == wish.playback else { return }
    isFrameUnderWay = false
    switch answer {
    case .frame(let frame): session.arrived(frame, for: wish, at: MonotonicClock.now())
    case .end:
      if session.reachedLastFrame(for: wish) { player?.rewind() }
    case .failed: session.playbackFailed(wish)
    }
    requestWake()
  }
}
