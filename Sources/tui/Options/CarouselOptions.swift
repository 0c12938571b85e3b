import Carousel
import CarouselApp
import CommandLineOptions

/// Options for how slides move.
struct CarouselOptions {
  /// Seconds between slides, 0 for no auto-advance; nil for `auto`.
  var interval: Double? = 5
  var changeMode = NamedChangeMode.all[0]
  var noWrap = false
  var noMotion = false
  var reducedMotion = false
  var start = Options.Start.number(1)
  var animate: AnimateMode?

  /// Whether slides change without a transition, also those that have their own.
  var changesAtOnce: Bool { noMotion || reducedMotion }

  /// When animated pictures play.
  var animateMode: AnimateMode { animate ?? (reducedMotion ? .never : .always) }

  /// The model's settings, and a remark if a value had to be changed.
  var settings: (CarouselMachine.Settings, remark: String?) {
    var settings = CarouselMachine.Settings()
    settings.wraps = !noWrap
    settings.transition = changesAtOnce ? .none : changeMode.mode
    guard let seconds = interval else { return (settings, nil) }
    settings.interval = seconds == 0 ? nil : .seconds(seconds)
    let minimum = settings.minimumInterval / .seconds(1)
    guard seconds > 0, seconds < minimum else { return (settings, nil) }
    settings.interval = settings.minimumInterval
    return (settings, "--interval \(seconds.shortText): below the minimum; using \(minimum.shortText) s")
  }

  static let group = CommandLineTable<Tui>.Group(
    "Carousel",
    [
      .value(
        "--interval", "SECONDS", \.carousel.interval, .interval, acceptsDash: true,
        adoption: .atOnce,
        help: "Seconds between slides; 0: no auto-advance; auto: 5, but animations play through once."),
      .value(
        "--change-mode", "MODE", \.carousel.changeMode, .choice(NamedChangeMode.all, name: \.name),
        adoption: .atOnce, help: "Transition between slides."),
      .flag(
        "--no-wrap", \.carousel.noWrap,
        adoption: .atOnce, help: "Stop at the first and the last slide instead of wrapping around."),
      .flag(
        "--no-motion", \.carousel.noMotion,
        adoption: .atOnce, help: "Change slides without a transition, like --change-mode none."),
      .flag(
        "--reduced-motion", \.carousel.reducedMotion, adoption: .atOnce,
        help: "Move nothing by itself: like --no-motion, and animated pictures rest."),
      .value(
        "--start", "SLIDE", \.carousel.start, .start, acceptsDash: true,
        help: "First slide: a number (negative: from the end) or a file name."),
      .optional(
        "--animate", "WHEN", \.carousel.animate, .choice(), default: "always, or never with --reduced-motion",
        adoption: .atOnce,
        help: "When animated pictures play: always, only while no slide is moving (at-rest), or never."),
    ])
}

extension ValueFormat<Double?> {
  /// Seconds, or `auto`: nil.
  fileprivate static var interval: Self {
    Self(
      "a number of seconds from 2 to 86400, 0 or auto", range: "2 to 86400",
      completion: .words(["auto", "0", "5", "10"]),
      write: { $0?.shortText ?? "auto" },
      read: { $0 == "auto" ? .some(nil) : Double($0).flatMap { (0...86_400).contains($0) ? .some($0) : nil } })
  }
}

extension ValueFormat<Options.Start> {
  fileprivate static var start: Self {
    Self(
      "a slide's number from 1, or from -1 at the end, or a file name",
      write: { start in
        switch start {
        case .number(let number): String(number)
        case .name(let name): String(decoding: name, as: UTF8.self)
        }
      },
      readBytes: { bytes in
        if let number = Int(String(decoding: bytes, as: UTF8.self)) { return number == 0 ? nil : .number(number) }
        return bytes.isEmpty ? nil : .name(bytes)
      })
  }
}
