import Carousel
import Rendering
import Terminal

extension Session {
  /// A cell's size in pixels, where slides are shown in pixels; nil: they are drawn in cells.
  var pixelCell: CellPixels? { prefersPixels ? viewport.pixels : nil }

  /// Draws pictures in the next art mode. Pixels, where the terminal shows them, come before the mode that was asked for, or that
  /// the terminal calls for.
  mutating func cycleArt(at now: Timestamp) {
    if pixelCell != nil {
      prefersPixels = false
    } else {
      let modes = artModes
      let position = modes.firstIndex(of: preferences.picture.art) ?? modes.count - 1
      preferences.picture.art = modes[(position + 1) % modes.count]
      // Should the terminal turn out to show pixels, the mode chosen here stays.
      prefersPixels = preferences.picture.art == givenArt
    }
    isArtAutomatic = options.artOfTerminal != nil && preferences.picture.art == givenArt
    let hasPixels = viewport.pixels != nil
    let name = prefersPixels && hasPixels ? "pixels" : preferences.picture.art.name
    say("art: \(isArtAutomatic && prefersPixels ? "auto (\(name))" : name)", at: now)
  }

  /// The modes that a key cycles through: one that was put together on the command line is among them.
  private var artModes: [ArtMode] {
    let modes = ArtMode.all.filter { terminal.isUnicode || !$0.needsUnicode }
    return modes.contains(givenArt) ? modes : modes + [givenArt]
  }
}
