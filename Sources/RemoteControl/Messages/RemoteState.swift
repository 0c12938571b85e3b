import JSON

/// A slide as clients see it.
package struct RemoteSlide: Hashable, Sendable, Codable {
  /// The number, from 1.
  package var number: Int
  /// The short name.
  package var name: String
  /// The absolute path of its file; nil if it is not a file. Bytes that are not UTF-8 are U+FFFD.
  package var path: String?
  /// Its URL, without user name and password; nil if it is not on the web.
  package var url: String?
  /// The page within a document, from 1.
  package var page: Int?
  /// The text in the description bar; nil if there is none.
  package var caption: String?
  /// How long a deck shows the slide; nil: as long as other slides.
  package var duration: RemoteDuration?
  /// What a deck sets for the slide in place of options, in their words; nil: what the options say.
  package var transition: String?
  package var background: String?
  package var fit: String?

  /// A slide.
  package init(
    number: Int, name: String, path: String? = nil, url: String? = nil, page: Int? = nil, caption: String? = nil
  ) {
    (self.number, self.name, self.path, self.url, self.page, self.caption) = (number, name, path, url, page, caption)
  }

  /// How many bytes it takes in a message.
  package var encodedBytes: Int { ((try? JSONEncoder().encode(self)) ?? []).count }

  /// What `show` finds the same slide by in another program.
  package var target: SlideTarget { SlideTarget(number: number, name: path ?? url) }
}

/// What is seen of a slide's picture.
package struct RemoteView: Hashable, Sendable, Codable {
  /// The slide's number, from 1.
  package var number: Int
  /// The magnification; 1: the picture as it fits.
  package var zoom: Double
  /// The visible rectangle, in pixels of the picture before it is turned.
  package var x, y, width, height: Int
  /// By how many degrees the picture is turned clockwise: 0, 90, 180 or 270.
  package var rotation: Int
  /// Whether it is mirrored from left to right before.
  package var mirrored: Bool

  /// A view.
  package init(
    number: Int, zoom: Double, x: Int, y: Int, width: Int, height: Int, rotation: Int = 0, mirrored: Bool = false
  ) {
    (self.number, self.zoom, self.x, self.y, self.width, self.height) = (number, zoom, x, y, width, height)
    (self.rotation, self.mirrored) = (rotation, mirrored)
  }
}

/// What a program shows at one moment.
package struct RemoteState: Hashable, Sendable, Codable {
  /// What keys act on.
  package enum Mode: String, Hashable, Sendable, Codable { case carousel, viewer, grid }

  /// The current slide; nil if there are none.
  package var slide: RemoteSlide?
  /// The number of slides.
  package var count: Int
  /// Whether all sources have been read.
  package var complete: Bool
  /// The number of the slide that a motion leads to; at rest, that of the current slide.
  package var destination: Int?
  /// Whether slides move.
  package var moving: Bool
  /// Whether the user or a client has paused auto-advance.
  package var paused: Bool
  /// The seconds between automatic changes; nil if there are none.
  package var interval: Double?
  package var mode: Mode
  /// The moment, in seconds of the monotonic clock.
  package var time: Double
  /// The open question.
  package var question: String?

  /// A state.
  package init(
    slide: RemoteSlide?, count: Int, complete: Bool, destination: Int?, moving: Bool, paused: Bool,
    interval: Double?, mode: Mode, time: Double
  ) {
    (self.slide, self.count, self.complete, self.destination) = (slide, count, complete, destination)
    (self.moving, self.paused, self.interval, self.mode, self.time) = (moving, paused, interval, mode, time)
  }
}
