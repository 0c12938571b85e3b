#if !hasFeature(Embedded)
  /// Reads or writes settings by their names, for `Codable`.
  ///
  /// Settings that are missing keep their defaults, so files with only some of them and those of earlier versions are
  /// valid. Durations are numbers of seconds. A number that is not finite is written as null, which is read as infinity,
  /// since JSON has neither.
  package enum SettingsCoder {
    case reading(KeyedDecodingContainer<Name>)
    case writing(KeyedEncodingContainer<Name>)

    /// The name of a setting.
    package struct Name: CodingKey {
      package let stringValue: String
      package var intValue: Int? { nil }

      package init(stringValue: String) { self.stringValue = stringValue }

      package init?(intValue: Int) { nil }
    }

    /// Reads or writes a setting.
    package func field<Value: Codable>(_ name: String, _ value: inout Value) throws {
      switch self {
      case .reading(let container):
        let name = Name(stringValue: name)
        if container.contains(name) { value = try container.decode(Value.self, forKey: name) }
      case .writing(var container): try container.encode(value, forKey: Name(stringValue: name))
      }
    }

    /// Reads or writes a number.
    package func field(_ name: String, _ value: inout Double) throws {
      var finite: Double? = value.isFinite ? value : nil
      try field(name, &finite)
      value = finite ?? .infinity
    }

    /// Reads or writes a duration, in seconds.
    package func field(_ name: String, _ value: inout Duration) throws {
      var seconds = value.inSeconds
      try field(name, &seconds)
      value = Duration(seconds: seconds)
    }

    /// Reads or writes a duration, in seconds, or null.
    package func field(_ name: String, _ value: inout Duration?) throws {
      var seconds = value?.inSeconds
      try field(name, &seconds)
      value = seconds.map(Duration.init(seconds:))
    }
  }

  extension Duration {
    /// Creates a duration from seconds in a file: to the nanosecond, and clamped as `bounded` does.
    package init(seconds: Double) {
      guard abs(seconds) < 0x1p32 else {
        self = .seconds(Int64(max(-0x1p60, min(seconds, 0x1p60))))
        return
      }
      self = .nanoseconds(Int64((seconds * 1e9).roundedToNearest))
    }
  }

  /// A type whose values hosts may read from files: see `SettingsCoder`.
  package protocol SettingsCodable: Codable {
    /// The default settings.
    static var defaults: Self { get }

    /// Reads or writes each setting.
    mutating func code(_ coder: SettingsCoder) throws
  }

  extension SettingsCodable {
    /// Reads settings. Those that are missing keep their defaults.
    public init(from decoder: any Decoder) throws {
      self = .defaults
      try code(.reading(decoder.container(keyedBy: SettingsCoder.Name.self)))
    }

    /// Writes all settings.
    public func encode(to encoder: any Encoder) throws {
      var copy = self
      try copy.code(.writing(encoder.container(keyedBy: SettingsCoder.Name.self)))
    }
  }

  extension Axis: Codable {}
  extension SlideContentMode.Fit: Codable {}
  extension SlideContentMode.Alignment: Codable {}

  extension SlideLengths: Codable {
    /// Reads a list of lengths.
    public init(from decoder: any Decoder) throws { try self.init([Double](from: decoder)) }

    /// Writes the list of lengths.
    public func encode(to encoder: any Encoder) throws { try (0..<count).map { self[$0] ?? 1 }.encode(to: encoder) }
  }

  extension SlideContentMode: SettingsCodable {
    package static let defaults = Self.contain

    package mutating func code(_ coder: SettingsCoder) throws {
      try coder.field("fit", &fit)
      try coder.field("alignment", &alignment)
    }
  }
#endif
