import ArgumentParser
import Carousel
import CarouselApp

/// Options for how slides move.
struct CarouselOptions: QuickOptions {
  /// The defaults.
  private enum Default {
    static let interval = IntervalArgument.seconds(5)
    static let changeMode = ChangeModeArgument.slide
    static let start = "1"
    static let animate = AnimateMode.always
  }

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds between slides, 2…86400. 0: no auto-advance; auto: 5, but animations play through once.",
      valueName: "s"))
  var interval = Default.interval

  @Option(name: .long, help: ArgumentHelp("Transition between slides.", valueName: "mode"))
  var changeMode = Default.changeMode

  @Flag(name: .long, help: "Stop at the first and the last slide instead of wrapping around.")
  var noWrap = false

  @Flag(name: .long, help: "Change slides without a transition, like --change-mode none.")
  var noMotion = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("First slide: a number (negative: from the end) or a file name.", valueName: "n"))
  var start = Default.start

  @Option(
    name: .long,
    help: ArgumentHelp(
      "When animated pictures play: always, never, or while no slide is moving (at-rest).", valueName: "when"))
  var animate = Default.animate

  func validate() throws {
    if start == "0" || start.isEmpty {
      throw ValidationError("--start must not be 0: slides are numbered from 1, or from -1 at the end")
    }
  }

  /// The model's settings, and a remark if a value had to be changed.
  var settings: (CarouselMachine.Settings, remark: String?) {
    var settings = CarouselMachine.Settings()
    settings.wraps = !noWrap
    settings.mode = noMotion ? .none : changeMode.mode
    guard case .seconds(let seconds) = interval else { return (settings, nil) }
    settings.interval = seconds == 0 ? nil : .seconds(seconds)
    let minimum = settings.minimumInterval / .seconds(1)
    guard seconds > 0, seconds < minimum else { return (settings, nil) }
    settings.interval = settings.minimumInterval
    return (settings, "--interval \(seconds.formatted): below the minimum; using \(minimum.formatted) s")
  }

  /// The first slide to show.
  ///
  /// - Parameter bytes: Returns the raw bytes of an option's value, for names that are not UTF-8.
  func startSlide(_ bytes: (_ flag: String, _ value: String) -> [UInt8]) -> Options.Start {
    Int(start).map { .number($0) } ?? .name(bytes("--start", start))
  }

  static let rows: [OptionRow<CarouselOptions>] = [
    .option("--interval", Default.interval) { $0.interval = $1 },
    .option("--change-mode", Default.changeMode) { $0.changeMode = $1 },
    .flag("--no-wrap") { $0.noWrap = $1 },
    .flag("--no-motion") { $0.noMotion = $1 },
    .option("--start", Default.start) { $0.start = $1 },
    .option("--animate", Default.animate) { $0.animate = $1 },
  ]
}

extension Double {
  /// The number without a fraction if it is whole.
  fileprivate var formatted: String { self == rounded() ? String(Int(self)) : String(self) }
}

/// Seconds, or `auto`.
enum IntervalArgument: ExpressibleByArgument, Equatable {
  case auto
  case seconds(Double)

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let seconds = Double(argument), (0...86_400).contains(seconds) {
      self = .seconds(seconds)
    } else {
      return nil
    }
  }

  static var defaultCompletionKind: CompletionKind { .list(["auto", "0", "5", "10"]) }

  var defaultValueDescription: String {
    switch self {
    case .auto: "auto"
    case .seconds(let seconds): seconds.formatted
    }
  }
}

extension AnimateMode: ExpressibleByArgument {}

/// A change mode by name.
struct ChangeModeArgument: ExpressibleByArgument {
  let name: String
  let mode: ChangeMode

  /// The default.
  static let slide = ChangeModeArgument(name: "slide", mode: .slide)

  private init(name: String, mode: ChangeMode) { (self.name, self.mode) = (name, mode) }

  init?(argument: String) {
    guard let named = NamedChangeMode.all.first(where: { $0.name == argument }) else { return nil }
    self.init(name: named.name, mode: named.mode)
  }

  var defaultValueDescription: String { name }
  static var allValueStrings: [String] { NamedChangeMode.all.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
