package import Decks
package import Pictures
package import Rendering
package import Terminal

/// The first slide's picture, drawn by the thread that has loaded it, while the terminal and the session are set up.
package struct FirstDrawing: Sendable {
  /// How it will be drawn, as far as can be told before there is a session.
  package struct Plan: Hashable, Sendable {
    private let slot: CellSize
    private let style: SlideStyle
    /// The slide's own background; nil: that of the style.
    private let backdrop: Backdrop?

    /// The drawing of a slide with a look in a window.
    package init(_ options: Options, _ look: SlideLook, in window: CellSize, on terminal: TerminalProfile) {
      slot = options.slot(in: window)
      style = SlideStyle(options.preferences.picture, on: terminal)
      backdrop = look.backdrop
    }

    /// Whether slides are drawn in a slot in a style, so that the drawing will be used.
    package func suits(slot: CellSize, style: SlideStyle) -> Bool { slot == self.slot && style == self.style }

    /// Draws a picture; takes milliseconds. Nil for an animation, whose frames are drawn alike.
    package func drawing(of picture: LoadedPicture, at location: Location) -> FirstDrawing? {
      guard picture.animation == nil else { return nil }
      var slide = SlideView(SlideView.FittedPicture(picture), of: location)
      slide.backdrop = backdrop
      return FirstDrawing(key: slide.key, slot: slot, style: style, content: slide.drawn(in: slot, style: style))
    }
  }

  let key: SlideView.Key
  let slot: CellSize
  let style: SlideStyle
  let content: SlideContent
}

/// What is known of the first slide when the event loop starts.
package struct FirstPicture: Sendable {
  /// Waits for it, and for its drawing if that suits a slot and a style; does something if it has to wait. Nil if it takes too long.
  package typealias Waiting = (_ slot: CellSize, _ style: SlideStyle, _ meanwhile: () -> Void) -> FirstPicture?

  let key: PictureKey
  let picture: LoadedPicture
  /// Its drawing; nil if it has to be drawn.
  let drawing: FirstDrawing?

  package init(_ key: PictureKey, _ picture: LoadedPicture, _ drawing: FirstDrawing?) {
    (self.key, self.picture, self.drawing) = (key, picture, drawing)
  }
}
