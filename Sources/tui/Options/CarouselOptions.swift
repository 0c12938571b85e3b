import ArgumentParser
import Carousel
import CarouselApp

/// How the slides move.
struct CarouselOptions: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("Seconds that a slide rests before the next; 0: no auto-advance.", valueName: "s"))
  var interval = 5.0

  @Option(name: .long, help: ArgumentHelp("How slides change: slide, fade or none.", valueName: "mode"))
  var changeMode = ChangeModeArgument(mode: .slide)

  @Flag(name: .long, help: "Stop at the first and the last slide.")
  var noWrap = false

  @Flag(name: .long, help: "Change at once, without any motion: as --change-mode none.")
  var noMotion = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The slide to begin with: its number, from the end when negative, or its name.", valueName: "n"))
  var start = "1"

  func validate() throws {
    guard interval.isFinite, interval >= 0, interval <= 86_400 else {
      throw ValidationError("--interval takes seconds from 0 to 86400, not \(interval)")
    }
    if start == "0" || start.isEmpty { throw ValidationError("--start counts from 1, or from -1 at the end") }
  }

  /// The model's settings, and what to say where a value had to be changed.
  var settings: (Settings, remark: String?) {
    var settings = Settings()
    settings.wraps = !noWrap
    settings.mode = noMotion ? .none : changeMode.mode
    settings.interval = interval == 0 ? nil : .seconds(interval)
    let minimum = settings.minimumInterval / .seconds(1)
    guard interval > 0, interval < minimum else { return (settings, nil) }
    settings.interval = settings.minimumInterval
    return (settings, "--interval \(interval.formatted): the least is \(minimum.formatted) s, which is used")
  }

  var startSlide: SessionOptions.Start { Int(start).map { .number($0) } ?? .name(start) }
}

extension Double {
  /// Without a fraction where there is none.
  fileprivate var formatted: String { self == rounded() ? String(Int(self)) : String(self) }
}

/// A change mode by its name.
struct ChangeModeArgument: ExpressibleByArgument {
  let mode: ChangeMode

  init(mode: ChangeMode) { self.mode = mode }

  init?(argument: String) {
    guard let mode = ChangeMode.all.first(where: { $0.name == argument }) else { return nil }
    self.init(mode: mode)
  }

  var defaultValueDescription: String { mode.name }
  static var allValueStrings: [String] { ChangeMode.all.map(\.name) }
}
