import Carousel
import Testing

/// A carousel told what happens, line by line, at times in milliseconds.
struct Script {
  var machine: CarouselMachine

  init(_ count: Int, start: Int = 0, _ settings: Settings = .still) {
    machine = CarouselMachine(count: count, start: start, settings: settings)
  }

  /// Tells it an event; returns the reports.
  @discardableResult
  mutating func at(_ milliseconds: Int, _ event: CarouselMachine.Event) -> [CarouselMachine.Report] {
    machine.handle(event, at: .milliseconds(milliseconds))
  }

  /// Tells it an event, and returns which slides it showed.
  @discardableResult
  mutating func shown(at milliseconds: Int, _ event: CarouselMachine.Event = .tick) -> [Int] {
    at(milliseconds, event).shown
  }

  func frame(_ milliseconds: Int) -> Frame { machine.frame(at: .milliseconds(milliseconds)) }

  func offset(_ milliseconds: Int) -> Double { frame(milliseconds).offset }

  func current(_ milliseconds: Int) -> Int? { frame(milliseconds).current }

  /// When it wants to be woken after a moment, in milliseconds.
  func wake(_ milliseconds: Int) -> Int? {
    machine.nextWake(after: .milliseconds(milliseconds)).map { $0.inMilliseconds }
  }
}

extension Timestamp {
  static func milliseconds(_ milliseconds: Int) -> Timestamp { Timestamp(.milliseconds(milliseconds)) }

  var inMilliseconds: Int { Int(sinceStart / .milliseconds(1)) }
}

extension [CarouselMachine.Report] {
  var shown: [Int] {
    compactMap {
      switch $0 {
      case .didShow(let slide): slide
      case .progress: nil
      }
    }
  }
}

extension Settings {
  /// No auto-advance.
  static let still = Settings(interval: nil)
  /// No auto-advance, and ends.
  static let ended = Settings(interval: nil, wraps: false)

  func with(_ change: (inout Settings) -> Void) -> Settings {
    var settings = self
    change(&settings)
    return settings
  }
}

/// Whether two positions are the same but for rounding.
func isClose(_ left: Double, _ right: Double, within tolerance: Double = 1e-9) -> Bool {
  abs(left - right) <= tolerance
}

/// Whether two runs of reports are the same but for rounding.
func isClose(_ left: [CarouselMachine.Report], _ right: [CarouselMachine.Report]) -> Bool {
  left.count == right.count
    && zip(left, right).allSatisfy {
      switch ($0, $1) {
      case (.didShow(let a), .didShow(let b)): a == b
      case (.progress(let a), .progress(let b)): isClose(a, b)
      case (.didShow, .progress), (.progress, .didShow): false
      }
    }
}
