package import CarouselValues
package import Decks
import Pictures
package import Rendering
import Terminal

/// How a deck wants a single slide to look, in place of the preferences.
package struct SlideLook: Hashable, Sendable {
  /// The background behind and around the picture; nil: that of the preferences.
  package var backdrop: Backdrop?
  /// How the picture fills its place; nil: as the preferences say.
  package var fit: SlideContentMode.Fit?

  /// The look that a deck sets for a slide.
  package init(_ own: OwnSettings) {
    backdrop = own.background.flatMap { Backdrop(named: $0) }
    fit = own.fit.flatMap { SlideContentMode.Fit(named: $0) }
  }
}

extension PictureStyle {
  func having(_ look: SlideLook) -> PictureStyle {
    var style = self
    if let backdrop = look.backdrop { style.backdrop = backdrop }
    if let fit = look.fit { style.content.fit = fit }
    return style
  }
}

extension SlideStyle {
  /// The style of a slide with its own background; nil: this style.
  func over(_ backdrop: Backdrop?) -> SlideStyle {
    guard let backdrop else { return self }
    var picture = picture
    picture.backdrop = backdrop
    return SlideStyle(picture, on: terminal)
  }
}

extension LoadedPicture {
  /// The contrast (WCAG 2.2) below which shapes are hardly visible.
  private static let visibleContrast: Float = 1.5

  /// The backdrop of a transparent picture of which nothing would be visible on the terminal's background; nil: the
  /// given one.
  func contrastingBackdrop(insteadOf backdrop: Backdrop, on background: LinearColor) -> Backdrop? {
    guard case .terminal = backdrop, let light = visibleLight else { return nil }
    switch light {
    case .nothing:
      // An animation may begin with an empty frame.
      return animation == nil ? .checkerboard : nil
    case .luminances(let range):
      let isVisible = [range.lowerBound, range.upperBound].contains {
        LinearColor(SIMD3(repeating: $0)).contrast(to: background) >= Self.visibleContrast
      }
      return isVisible ? nil : .checkerboard
    }
  }
}

extension Backdrop {
  /// The backdrop with a name on the command line and in decks: `auto`, `checkerboard`, or a color. Nil for any other
  /// text.
  package init?(named text: String) {
    switch text {
    case "auto": self = .terminal(assumed: .black)
    case "checkerboard": self = .checkerboard
    default:
      guard let color = ColorName.color(from: text) else { return nil }
      self = .color(LinearColor(color))
    }
  }

  /// What the name of a backdrop has to be, for messages.
  package static let expectation = "auto, checkerboard, a color name, #rgb or #rrggbb"
}

extension SlideContentMode.Fit {
  /// The fit with a name on the command line; nil if there is none.
  init?(named name: String) {
    guard let fit = SlideContentMode.Fit.allCases.first(where: { $0.name == name }) else { return nil }
    self = fit
  }
}

extension SlideVocabulary {
  /// What decks may set for single slides in this program: the values of its options.
  package static let carousel = SlideVocabulary(
    transition: Values(NamedChangeMode.all.map(\.name)),
    background: Values(Backdrop.expectation) { Backdrop(named: $0) != nil },
    fit: Values(SlideContentMode.Fit.allCases.map(\.name)))
}
