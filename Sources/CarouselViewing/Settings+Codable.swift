#if !hasFeature(Embedded)
  package import CarouselValues

  extension ZoomMachine.Settings: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("minimumZoom", &minimumZoom)
      try coder.field("maximumZoom", &maximumZoom)
      try coder.field("toggleZoom", &toggleZoom)
      try coder.field("contentMode", &contentMode)
      try coder.field("swipeAxis", &swipeAxis)
      try coder.field("isLocked", &isLocked)
      try coder.field("keepsZoom", &keepsZoom)
      try coder.field("duration", &duration)
      try coder.field("steadyDelay", &steadyDelay)
    }
  }

  extension ViewerMachine.Settings: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("duration", &duration)
      try coder.field("dismissDistance", &dismissDistance)
      try coder.field("dismissVelocity", &dismissVelocity)
      try coder.field("minimumScale", &minimumScale)
    }
  }

  extension ComparisonMachine.Style: Codable {}

  extension ComparisonMachine.Settings: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("style", &style)
      try coder.field("axis", &axis)
      try coder.field("gap", &gap)
      try coder.field("borderReach", &borderReach)
      try coder.field("interval", &interval)
      try coder.field("zoom", &zoom)
    }
  }

  extension GridMachine.Settings: SettingsCodable {
    package static let defaults = Self()

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("columns", &columns)
      try coder.field("cellRatio", &cellRatio)
      try coder.field("gap", &gap)
      try coder.field("unit", &unit)
      try coder.field("axis", &axis)
      try coder.field("isMirrored", &isMirrored)
      try coder.field("headingLength", &headingLength)
      try coder.field("duration", &duration)
    }
  }
#endif
