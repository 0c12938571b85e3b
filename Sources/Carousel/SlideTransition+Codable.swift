#if !hasFeature(Embedded)
  package import CarouselValues

  extension SlideTransition: Codable {
    /// The names of the library's transitions in files.
    private static let names: [(name: String, transition: SlideTransition)] = [
      ("slide", .slide), ("fade", .fade), ("push", .push), ("stack", .stack), ("depth", .depth),
      ("cover-flow", .coverFlow), ("curl", .curl),
    ]

    /// Reads the name of one of the library's transitions, such as "cover-flow", or `keyframes` and an `extent`.
    public init(from decoder: any Decoder) throws {
      if let name = try? String(from: decoder) {
        guard let row = Self.names.first(where: { $0.name == name }) else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "unknown transition: \(name)"))
        }
        self = row.transition
      } else {
        let custom = try Custom(from: decoder)
        self.init(keyframes: custom.keyframes, extent: custom.extent)
      }
    }

    /// Writes the transition's name or, if it is not one of the library's, its keyframes and its extent.
    public func encode(to encoder: any Encoder) throws {
      guard let row = Self.names.first(where: { $0.transition == self }) else {
        return try Custom(keyframes: keyframes, extent: extent).encode(to: encoder)
      }
      try row.name.encode(to: encoder)
    }

    private struct Custom: SettingsCodable {
      var keyframes: [Keyframe] = []
      var extent = Double.infinity
      static let defaults = Self()

      mutating func code(_ coder: SettingsCoder) throws {
        try coder.field("keyframes", &keyframes)
        try coder.field("extent", &extent)
      }
    }
  }

  extension SlideTransition.Keyframe: SettingsCodable {
    package static let defaults = Self(at: 0, SlideTransition.Pose())

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("distance", &distance)
      try coder.field("pose", &pose)
    }
  }

  extension SlideTransition.Pose: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("shift", &shift)
      try coder.field("scale", &scale)
      try coder.field("opacity", &opacity)
      try coder.field("shade", &shade)
      try coder.field("turn", &turn)
      try coder.field("hinge", &hinge)
      try coder.field("z", &z)
    }
  }
#endif
