import Carousel
import Rendering
import Terminal

extension Session {
  /// A cell's size in pixels; nil if slides are drawn in cells.
  var pixelCell: CellPixels? { prefersPixels ? viewport.pixels : nil }

  /// Draws pictures in the next art mode. If the terminal shows pixels, they come before the mode that was requested or
  /// chosen for the terminal.
  mutating func cycleArt(at now: Timestamp) {
    if pixelCell != nil {
      prefersPixels = false
    } else {
      let modes = artModes
      let position = modes.firstIndex(of: preferences.picture.art) ?? modes.count - 1
      preferences.picture.art = modes[(position + 1) % modes.count]
      // If the terminal turns out to show pixels later, the mode chosen here stays.
      prefersPixels = preferences.picture.art == givenArt
    }
    isArtAutomatic = options.artOfTerminal != nil && preferences.picture.art == givenArt
    let hasPixels = viewport.pixels != nil
    let name = prefersPixels && hasPixels ? "pixels" : preferences.picture.art.name
    say("art: \(isArtAutomatic && prefersPixels ? "auto (\(name))" : name)", at: now)
  }

  /// The modes that a key cycles through, including one composed on the command line.
  private var artModes: [ArtMode] {
    let modes = ArtMode.all.filter { terminal.isUnicode || !$0.needsUnicode }
    return modes.contains(givenArt) ? modes : modes + [givenArt]
  }
}
