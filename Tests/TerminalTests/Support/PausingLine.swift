import Terminal

/// A decoder at the end of a line that delivers bytes in parts, with pauses between them.
struct PausingLine {
  var decoder: InputDecoder
  private(set) var now = Duration.zero

  init(_ decoder: InputDecoder = InputDecoder(), escapeDelay: Duration = InputDecoder.defaultEscapeDelay) {
    self.decoder = decoder
    self.decoder.escapeDelay = escapeDelay
  }

  /// Delivers bytes that arrive together, then nothing for a time; returns all events.
  mutating func receive(_ bytes: some Sequence<UInt8>, pause: Duration) -> [InputEvent] {
    decoder.feed(bytes, at: now) + pass(pause)
  }

  /// Delivers parts, with a pause after each.
  mutating func receive(_ parts: [some Sequence<UInt8>], pause: Duration) -> [InputEvent] {
    parts.flatMap { receive($0, pause: pause) }
  }

  /// Lets time pass without bytes; returns the events of time-outs.
  mutating func pass(_ duration: Duration) -> [InputEvent] {
    let end = now + duration
    var events: [InputEvent] = []
    while let due = decoder.due, due <= end { events += decoder.timeOut(at: due) }
    now = end
    return events
  }
}
