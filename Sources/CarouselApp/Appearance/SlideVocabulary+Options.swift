import Carousel
package import Decks
import Rendering

extension SlideVocabulary {
  /// What decks may set for single slides in this program: the values of its options.
  package static let carousel = SlideVocabulary(
    transition: Values(NamedChangeMode.all.map(\.name)),
    background: Values(Backdrop.expectation) { Backdrop(named: $0) != nil },
    fit: Values(SlideContentMode.Fit.allCases.map(\.name)))
}
