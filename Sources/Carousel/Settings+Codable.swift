#if !hasFeature(Embedded)
  package import CarouselValues

  extension CarouselMachine.Direction: Codable {}

  extension CarouselMachine.Settings: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("interval", &interval)
      try coder.field("minimumInterval", &minimumInterval)
      try coder.field("heading", &heading)
      try coder.field("wraps", &wraps)
      try coder.field("stopsAtEnd", &stopsAtEnd)
      try coder.field("tickerVelocity", &tickerVelocity)
      try coder.field("drag", &drag)
      try coder.field("transition", &transition)
      try coder.field("layout", &layout)
      try coder.field("preloadAhead", &preloadAhead)
      try coder.field("preloadBehind", &preloadBehind)
      try coder.field("slides", &slides)
    }
  }

  extension CarouselMachine.Settings.Drag: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("releaseDistance", &releaseDistance)
      try coder.field("flingVelocity", &flingVelocity)
      try coder.field("maximumPages", &maximumPages)
      try coder.field("landing", &landing)
      try coder.field("bounces", &bounces)
      try coder.field("elasticity", &elasticity)
      try coder.field("slop", &slop)
      try coder.field("locksAxis", &locksAxis)
    }
  }

  extension CarouselMachine.Settings.Drag.Landing: Codable {}

  extension CarouselMachine.SlideSettings: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("dwell", &dwell)
      try coder.field("transition", &transition)
    }
  }

  extension CarouselMachine.SlideSettings.Dwell: Codable {
    /// Reads a number of seconds, or "unlimited".
    public init(from decoder: any Decoder) throws {
      if let seconds = try? Double(from: decoder) {
        self = .lasting(Duration(seconds: seconds))
      } else {
        let name = try String(from: decoder)
        guard name == "unlimited" else { throw decoder.invalid(name) }
        self = .unlimited
      }
    }

    /// Writes the number of seconds, or "unlimited".
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .lasting(let duration): try duration.inSeconds.encode(to: encoder)
      case .unlimited: try "unlimited".encode(to: encoder)
      }
    }
  }

  extension CarouselMachine.Layout: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("axis", &axis)
      try coder.field("isMirrored", &isMirrored)
      try coder.field("pageLength", &pageLength)
      try coder.field("spacing", &spacing)
      try coder.field("neighbors", &neighbors)
      try coder.field("alignment", &alignment)
      try coder.field("lengths", &lengths)
      try coder.field("keylines", &keylines)
      try coder.field("groups", &groups)
      try coder.field("isContained", &isContained)
    }
  }

  extension CarouselMachine.Layout.Keylines: SettingsCodable {
    package static let defaults = Self([])

    package mutating func code(_ coder: SettingsCoder) throws {
      var (lengths, focus) = (lengths, focus)
      try coder.field("lengths", &lengths)
      try coder.field("focus", &focus)
      self = Self(lengths, focus: focus)
    }
  }

  extension CarouselMachine.Layout.Groups: Codable {
    /// Reads the number of slides in the first group and in others; 0 for as many as fit.
    public init(from decoder: any Decoder) throws {
      let sizes = try [Int](from: decoder)
      self = sizes.first == 0 ? .fitting : .of(sizes.last ?? 1, first: sizes.first)
    }

    /// Writes the number of slides in the first group and in others; 0 for as many as fit.
    public func encode(to encoder: any Encoder) throws { try [first, size].encode(to: encoder) }
  }

  extension CarouselMachine.Layout.Alignment: Codable {
    /// Reads the share of the free space that is before the slide.
    public init(from decoder: any Decoder) throws {
      let share = try Double(from: decoder)
      self.init(share: share.isNaN ? 0.5 : max(0, min(share, 1)))
    }

    /// Writes the share of the free space that is before the slide.
    public func encode(to encoder: any Encoder) throws { try share.encode(to: encoder) }
  }

  extension TransitionSettings: SettingsCodable {
    package static let defaults = Self.slide

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("style", &style)
      try coder.field("userDuration", &userDuration)
      try coder.field("automaticDuration", &automaticDuration)
      try coder.field("drift", &drift)
    }
  }

  extension Drift: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("zoom", &zoom)
      try coder.field("period", &period)
      try coder.field("returnDuration", &returnDuration)
      try coder.field("frameInterval", &frameInterval)
    }
  }

  extension Decoder {
    fileprivate func invalid(_ name: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: codingPath, debugDescription: "unknown: \(name)"))
    }
  }
#endif
