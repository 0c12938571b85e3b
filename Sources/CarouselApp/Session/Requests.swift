package import Carousel
package import Decks
package import Downloads
package import Imaging
package import Pictures
package import Rendering
package import System
import Terminal

/// All that a session needs from outside at one moment.
///
/// It is derived from the session each time it is asked for, and compared with what is under way: what is new is started,
/// what is no longer in it is given up.
package struct Requests: Equatable, Sendable {
  package var pictures = PictureRequests()
  /// The URLs that slides in demand want, most urgent first.
  package var downloads: [DownloadRequest] = []
  /// The sources to read; nil: they have been read.
  package var deck: DeckReading?
  /// The next slide to draw ahead.
  package var prerender: PrerenderJob?
  /// The next picture to prepare in pixels.
  package var pixels: PixelRequest?
  /// Bytes of the pictures that are kept in pixels.
  package var pixelBytes = 0
  /// The animation under way.
  package var playback: PlaybackRequest?
  /// What is to be done once, in this order; each stays until `SessionEvent.performed`.
  package var commands: [IssuedCommand] = []
  /// When the session is due; at or before now while something moves; nil: only when something happens.
  package var wake: Timestamp?
}

/// A picture that a slide needs.
package struct PictureRequest: Hashable, Sendable {
  package var key: PictureKey
  package var generation: Generation

  /// A request for a picture.
  package init(key: PictureKey, generation: Generation) {
    self.key = key
    self.generation = generation
  }
}

/// The pictures that are needed and not there yet, most urgent first.
package struct PictureRequests: Equatable, Sendable {
  /// Those of slides on screen.
  package var visible: [PictureRequest] = []
  /// Those of slides to come: to be loaded once the visible ones are there.
  package var soon: [PictureRequest] = []
  /// Of the visible ones, those that take long: the thumbnails in their files may stand in.
  package var thumbnails: [PictureRequest] = []

  /// Whether nothing is needed.
  package var isEmpty: Bool { visible.isEmpty && soon.isEmpty }
}

/// A reading of the sources.
package struct DeckReading: Hashable, Sendable {
  package var generation: Generation
  /// Whether servers are asked even for what is fresh.
  package var isForced = false
  /// Files that are still being written, and left out.
  package var unfinished: Set<Path> = []
}

/// The slides as far as a reading has found them.
package struct DeckUpdate: Sendable {
  package var deck: Deck
  /// False for the first slides of a deck that is still being read.
  package var isComplete: Bool
  /// The reading's.
  package var generation: Generation

  /// What a reading has found; of the first one, unless it is said otherwise.
  package init(_ deck: Deck, isComplete: Bool, generation: Generation = .first) {
    self.deck = deck
    self.isComplete = isComplete
    self.generation = generation
  }
}

/// The animation whose frames are wanted.
package struct PlaybackRequest: Hashable, Sendable {
  package var key: PictureKey
  package var natural: PixelSize
  package var generation: Generation
  /// How often it has begun again from its first frame.
  package var repeats: Int
  /// Whether the next frame should be decoded now.
  package var wantsFrame: Bool
  /// What frames are in pixels; nil: they are needed for cells alone.
  package var pixels: PlaybackPixels?
}

/// A slide to be drawn before it comes into view.
package struct PrerenderJob: Sendable, Equatable {
  package var generation: Generation
  let key: ContentCache.Key
  let picture: LoadedPicture
  /// Of a picture that moves by itself, its first frame.
  var firstFrame: Bitmap?
  let window: CellSize
  let style: SlideStyle

  /// Draws it; takes milliseconds, on any thread.
  package func run() -> SlideContent {
    SlideContent(picture: picture.bitmap, grid: picture.grid, firstFrame: firstFrame, in: window, style: style)
  }

  package static func == (left: PrerenderJob, right: PrerenderJob) -> Bool {
    left.generation == right.generation && left.key == right.key
  }
}
