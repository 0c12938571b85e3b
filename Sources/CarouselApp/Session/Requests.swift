package import Bitmaps
package import CarouselValues
package import Decks
package import Downloads
package import Pictures
import Rendering
package import System
import Terminal

/// Everything that a session needs from outside at a timestamp.
///
/// Requests are derived from the session's state each time and compared with the work under way: new ones are started,
/// and work that is no longer requested is cancelled.
package struct Requests: Equatable, Sendable {
  package var pictures = PictureRequests()
  /// What has arrived of the picture on screen, to be shown until the rest has; nil if nothing new has.
  package var part: PictureRequest?
  /// The slide in the viewer, of which parts may be requested one after another; nil if the viewer is closed.
  package var viewed: Location?
  /// The URLs that slides in demand need, most urgent first.
  package var downloads: [DownloadRequest] = []
  /// The reading of the sources; nil once they have been read.
  package var deck: DeckReading?
  /// The slides to draw ahead.
  package var ahead: SlidesAhead
  /// The next pictures to prepare in pixels.
  package var pixels: [PixelRequest] = []
  /// The bytes that pictures in pixels take.
  package var pixelBytes = 0
  /// The animation that is being played; nil if there is none.
  package var playback: PlaybackRequest?
  /// Commands to perform once, in this order; each stays until `SessionEvent.performed`.
  package var commands: [IssuedCommand] = []
  /// Whether nothing moves, or only so slowly that a late frame goes unnoticed: pictures in pixels may be sent, and slides are drawn ahead
  /// on all processors.
  package var isCalm = false
  /// When the session is due: not after now while something moves; nil if only an event can change anything.
  package var wake: Timestamp?
}

/// A picture that a slide needs.
package struct PictureRequest: Hashable, Sendable {
  package var key: PictureKey
  package var generation: Generation
}

/// The pictures that are needed and not loaded yet, most urgent first.
package struct PictureRequests: Equatable, Sendable {
  /// The pictures of slides on screen.
  package var visible: [PictureRequest] = []
  /// The pictures of slides that may come next, to be loaded after the visible ones.
  package var soon: [PictureRequest] = []
  /// The visible pictures that take long, for which the thumbnails in their files may stand in.
  package var thumbnails: [PictureRequest] = []

  /// Whether no picture is needed.
  package var isEmpty: Bool { visible.isEmpty && soon.isEmpty }
}

/// A reading of the sources.
package struct DeckReading: Hashable, Sendable {
  package var generation: Generation
  /// Whether servers are asked even if copies are fresh.
  package var isForced = false
  /// Files that are still being written, and are left out.
  package var unfinished: Set<Path> = []
  /// Files that have changed, of which the newest is to be shown.
  package var followed: Set<Path> = []
  /// A folder that is read in the place of the sources; nil: the sources themselves.
  package var folder: Path?
  /// The order of the pictures in folders, also of shuffled slides; nil: that of the options.
  package var sort: SlideSort?
  /// The slides whose files the user has moved away, and which are left out while the files are missing.
  package var removed: Set<Location> = []
  /// The new paths of files among the sources that the user has renamed.
  package var renamed: [Path: Path] = [:]
  /// The sources that clients have added, after the arguments.
  package var added: [[UInt8]] = []
  /// The sources of a question, which take the place of all others; nil: none is open.
  package var choices: [[UInt8]]?
  /// The source among these whose first slide is to be shown; nil to stay.
  package var destination: [UInt8]?
}

/// The slides that a reading has found so far.
package struct DeckUpdate: Sendable {
  package var deck: Deck
  /// Whether all sources have been read; false for the first slides of a deck that is still being read.
  package var isComplete: Bool
  /// The generation of the reading.
  package var generation: Generation
  /// The slide to show now, because its file is the newest; nil to stay.
  package var newest: Int?
  /// The slide to show now, because a client has added it; nil to stay.
  package var destination: Int?

  /// The slides that a reading has found; by default the first reading.
  package init(
    _ deck: Deck, isComplete: Bool, generation: Generation = .first, newest: Int? = nil, destination: Int? = nil
  ) {
    (self.newest, self.destination) = (newest, destination)
    self.deck = deck
    self.isComplete = isComplete
    self.generation = generation
  }
}

/// A request for the frames of an animation.
package struct PlaybackRequest: Hashable, Sendable {
  package var key: PictureKey
  package var natural: PixelSize
  package var generation: Generation
  /// How often the animation has restarted from its first frame.
  package var repeats: Int
  /// Whether the next frame should be decoded now.
  package var wantsFrame: Bool
  /// How frames are prepared in pixels; nil if only cells are needed.
  package var pixels: PlaybackPixels?
}
