/// One slide of a deck: the location of its picture, and what the deck says about it.
package struct Slide: Hashable, Sendable {
  package var location: Location
  /// The deck's caption; nil if it has none.
  package var caption: String?
  /// The deck's link; nil if it has none.
  package var link: String?
  /// What the deck sets for this slide in place of the options.
  package var own: OwnSettings {
    get { settings.first ?? OwnSettings() }
    set { settings = newValue == OwnSettings() ? [] : [newValue] }
  }
  /// Whether the deck sets anything for this slide.
  var hasOwnSettings: Bool { !settings.isEmpty }
  /// The settings, if there are any: in an array, because most slides do without, and then take no room for them.
  private var settings: [OwnSettings] = []

  /// A slide.
  package init(_ location: Location, caption: String? = nil, link: String? = nil, own: OwnSettings = OwnSettings()) {
    self.location = location
    self.caption = caption
    self.link = link
    self.own = own
  }

  /// This slide with another location.
  func at(_ location: Location) -> Slide {
    var slide = self
    slide.location = location
    return slide
  }
}
