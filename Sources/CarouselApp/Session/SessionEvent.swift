package import Downloads
package import Pictures
package import Rendering
package import System
package import Terminal

/// An event that a session handles.
package enum SessionEvent: Sendable {
  /// A key, a mouse or a focus event.
  ///
  /// - Parameter place: what the user saw where a mouse event occurred.
  case input(InputEvent, over: OverlayLayout.HitTarget = .empty)
  /// The window has another size or shape, or shows pictures in pixels in another way.
  case resized(to: Viewport)
  /// The terminal has reported facts about itself; the screen has this color depth from now on.
  case terminal(TerminalFacts, depth: ColorDepth)
  /// The sources, or a part of them, have been read.
  case deck(DeckUpdate)
  /// Files of the sources have changed on disk; some of them are still being written.
  case sourcesChanged(files: Set<Path>, unfinished: Set<Path>)
  case picture(PictureRequest, PictureAnswer)
  /// The thumbnail in a picture's file; nil if there is none.
  case thumbnail(PictureRequest, LoadedPicture?)
  /// What has arrived of a picture; nil if nothing of it can be shown yet.
  case part(PictureRequest, LoadedPicture?)
  case download(DownloadUpdate)
  /// A frame of an animation, in pixels if that was requested, or the animation's end.
  case playback(PlaybackRequest, PicturePlayer.Answer, PixelPicture? = nil)
  /// A picture that was prepared in pixels; nil if that failed.
  case pixels(PixelRequest, PixelPicture?)
  case performed(IssuedCommand)
  /// A click's command has ended.
  ///
  /// - Parameters:
  ///   - status: the exit status as `waitpid` reports it.
  ///   - lastLine: the last line of its output, if that did not go to the terminal.
  ///   - action: the name of the user-defined action that it belongs to.
  case commandEnded(
    status: Int32, lastLine: String? = nil, isInBackground: Bool = false, action: String? = nil)
  /// The configuration file was read again.
  case configured(ConfigurationUpdate)
  /// Files were moved, copied or renamed, or that was undone, as far as it was possible.
  case organized(FileTask, FileResult)
  /// The folders whose paths begin with a text, each with a slash at its end.
  case folders([String], beginningWith: String)
  /// The sources that were found for a pasted text, and the first line for which none was.
  case pasted([[UInt8]], missing: [UInt8]?)
  /// A client of `--listen` wants something that is possible.
  case remote(RemoteInstruction)
  /// A message to show for a time.
  case message(String)
  /// The terminal was given away, or taken again.
  case lifecycle(Lifecycle)
  /// Time has passed.
  case tick
}
