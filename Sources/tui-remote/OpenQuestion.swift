import RemoteControl

/// A question that a program shows. It is withdrawn when its connection ends.
struct OpenQuestion {
  enum Answer: Hashable {
    /// The source as it was given or, if it has several slides, the path or URL of the one that was chosen.
    case chosen([UInt8])
    case notAnswered
  }

  private var subscription: Subscription
  private let number: Int?
  private let sources: [[UInt8]]

  init(_ text: String, _ sources: [[UInt8]], to client: RemoteClient, within limit: Duration) throws(Failure) {
    subscription = try Subscription(client, within: limit)
    number = try subscription.reply(to: .ask(text, sources.map(SourceArgument.text)), within: limit).ask
    self.sources = sources
  }

  var client: RemoteClient { subscription.client }

  /// The answer; nil if it has not arrived, and this does not wait.
  mutating func answer(waits: Bool = true) throws(Failure) -> Answer? {
    while let report = try subscription.next(waits: waits) {
      guard case .answer(number, let slide, let count) = report.event else { continue }
      guard let slide else { return .notAnswered }
      // With a slide for each source, the number of the slide is that of the source.
      let isGiven = count == sources.count && sources.indices.contains(slide.number - 1)
      return .chosen(isGiven ? sources[slide.number - 1] : Array(slide.reference.utf8))
    }
    return nil
  }
}

extension RemoteSlide {
  /// The path, the URL or, if it has neither, the name.
  var reference: String { path ?? url ?? name }
}

extension RemoteClient {
  /// The paths or URLs of all marked slides.
  func marks(within limit: Duration) throws(Failure) -> [String] {
    var slides: [RemoteSlide] = []
    while let more = try reply(to: .marks(after: slides.last?.number ?? 0), within: limit).slides, !more.isEmpty {
      slides += more
    }
    return slides.map(\.reference)
  }
}
