package import Downloads
package import Pictures
package import Rendering
package import System
package import Terminal

/// Something that happens to a session.
package enum SessionEvent: Sendable {
  /// A key, the mouse, or the focus.
  case input(InputEvent)
  /// The window has another size, or cells of another shape: width over height.
  ///
  /// - Parameters:
  ///   - pixels: a cell's size, where pictures are shown in pixels.
  ///   - pixelProtocol: how they are.
  ///   - animatesPixels: whether frames of animations are, too.
  case resized(
    CellSize, cellAspect: Double, pixels: CellPixels? = nil, by: PixelProtocol = .kitty, animatesPixels: Bool = false)
  /// The terminal has told something of itself; the screen has these colours from now on.
  case terminal(TerminalFacts, depth: ColorDepth)
  /// The sources have been read, or a part of them.
  case deck(DeckUpdate)
  /// Sources have changed on disk: these files, of which some are still being written.
  case sourcesChanged(files: Set<Path>, unfinished: Set<Path>)
  case picture(PictureRequest, PictureAnswer)
  /// The thumbnail in a picture's file; nil: there is none.
  case thumbnail(PictureRequest, LoadedPicture?)
  case download(DownloadUpdate)
  /// A frame of an animation, in pixels where that was asked for, or the animation's end.
  case playback(PlaybackRequest, PicturePlayer.Answer, PixelPicture? = nil)
  /// A picture was prepared in pixels; nil: that failed.
  case pixels(PixelRequest, PixelPicture?)
  case prerendered(PrerenderJob, SlideContent)
  /// A frame was composed, and the screen shows it or shows the same.
  case composed(SessionFrame)
  /// A frame was presented.
  ///
  /// - Parameter animation: the animation of which the terminal shows a frame in pixels; nil: none.
  case presented(animation: UInt64?)
  /// A command was carried out.
  case performed(IssuedCommand)
  /// A command of a click has ended.
  ///
  /// - Parameters:
  ///   - status: as `waitpid` reports it.
  ///   - lastLine: the last line that it wrote, where that was not on the terminal.
  case commandEnded(
    status: Int32, lastLine: String? = nil, isInBackground: Bool = false, mayHaveChangedFiles: Bool = false)
  /// Something to tell the user for a moment.
  case message(String)
  /// The terminal was given away, or taken again.
  case lifecycle(Lifecycle)
  /// Time has passed.
  case tick
}

extension SessionEvent {
  /// The window is another one.
  static func resized(to viewport: Viewport) -> SessionEvent {
    .resized(
      viewport.size, cellAspect: viewport.cellAspect, pixels: viewport.pixels, by: viewport.pixelProtocol,
      animatesPixels: viewport.animatesPixels)
  }
}
