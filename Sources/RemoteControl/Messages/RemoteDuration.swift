/// How long a slide is shown before auto-advance moves on: a number, or `"hold"`, as in a deck.
package enum RemoteDuration: Hashable, Sendable {
  case seconds(Double)
  /// Until the user or a client moves on.
  case hold
}

extension RemoteDuration: Codable {
  private static let holdText = "hold"

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let seconds = try? value.decode(Double.self) {
      self = .seconds(seconds)
    } else if try value.decode(String.self) == RemoteDuration.holdText {
      self = .hold
    } else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "neither a number nor \"hold\"")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .seconds(let seconds): try value.encode(seconds)
    case .hold: try value.encode(RemoteDuration.holdText)
    }
  }
}
