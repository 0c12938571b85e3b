import Carousel
import CarouselValues
import Testing

/// A carousel that handles events line by line, at times in milliseconds.
struct Script {
  var machine: CarouselMachine

  init(_ count: Int, start: Int = 0, _ settings: CarouselMachine.Settings = .still) {
    machine = CarouselMachine(count: count, start: start, settings: settings)
  }

  /// Handles an event; returns the slides that became current, and the progress.
  @discardableResult
  mutating func at(_ milliseconds: Int, _ event: CarouselMachine.Event) -> [Notice] {
    Notice.of(reports(milliseconds, event))
  }

  /// Handles an event; returns all reports.
  @discardableResult
  mutating func reports(_ milliseconds: Int, _ event: CarouselMachine.Event) -> [CarouselMachine.Report] {
    machine.handle(event, at: .milliseconds(milliseconds))
  }

  /// Handles an event; returns the slides that became current.
  @discardableResult
  mutating func shown(at milliseconds: Int, _ event: CarouselMachine.Event = .tick) -> [Int] {
    at(milliseconds, event).shown
  }

  /// Reloads the slides. All held slides move along with the current one; if `current` is nil, only the current one is
  /// removed.
  @discardableResult
  mutating func reload(at milliseconds: Int, count: Int, current: Int?) -> [Notice] {
    let old = machine.frame(at: .milliseconds(milliseconds)).current ?? 0
    let held = machine.anchorSlides(at: .milliseconds(milliseconds))
    let reload = Reload(count: count, from: machine.count, anchors: held) { slide in
      let moved = slide + (current.map { $0 - old } ?? (slide > old ? -1 : 0))
      if slide == old { return current }
      return moved >= 0 && moved < count ? moved : nil
    }
    return at(milliseconds, .reload(reload))
  }

  func frame(_ milliseconds: Int) -> CarouselMachine.Frame { machine.frame(at: .milliseconds(milliseconds)) }

  func offset(_ milliseconds: Int) -> Double { frame(milliseconds).progress.value }

  func current(_ milliseconds: Int) -> Int? { frame(milliseconds).current }

  /// The next wake after a time, in milliseconds: that time itself during a motion, or nil if there is none.
  func wake(_ milliseconds: Int) -> Int? {
    let now = Timestamp.milliseconds(milliseconds)
    return machine.nextWake(after: now).deadline(after: now, frameInterval: .zero)?.inMilliseconds
  }
}

/// The reports that most tests check: the slides that became current, and the progress.
enum Notice: Equatable {
  case didShow(Int?)
  case progress(Double)

  static func of(_ reports: [CarouselMachine.Report]) -> [Notice] {
    reports.compactMap {
      switch $0 {
      case .didShow(let slide, _): .didShow(slide)
      case .progress(let progress): .progress(progress.value)
      case .willBegin, .willAppear, .didLand, .didDisappear, .willDepart, .didDepart: nil
      }
    }
  }
}

extension CarouselMachine.Event {
  /// An arrow key in a terminal, which counts as held for 400 ms.
  static func key(_ pages: Int) -> CarouselMachine.Event { .move(by: pages, holding: .milliseconds(400)) }
}

extension Timestamp {
  static func milliseconds(_ milliseconds: Int) -> Timestamp { Timestamp(.milliseconds(milliseconds)) }

  var inMilliseconds: Int { Int(sinceStart / .milliseconds(1)) }
}

extension [Notice] {
  var shown: [Int] {
    compactMap {
      switch $0 {
      case .didShow(let slide): slide
      case .progress: nil
      }
    }
  }
}

extension CarouselMachine.Settings {
  /// No auto-advance.
  static let still = CarouselMachine.Settings(interval: nil)
  /// No auto-advance and no wrap.
  static let ended = CarouselMachine.Settings(interval: nil, wraps: false)

  func with(_ change: (inout CarouselMachine.Settings) -> Void) -> CarouselMachine.Settings {
    var settings = self
    change(&settings)
    return settings
  }
}

/// Whether two positions are equal except for rounding.
func isClose(_ left: Double, _ right: Double, within tolerance: Double = 1e-9) -> Bool {
  abs(left - right) <= tolerance
}

/// Whether two sequences of reports are equal except for rounding.
func isClose(_ left: [Notice], _ right: [Notice]) -> Bool {
  left.count == right.count
    && zip(left, right).allSatisfy {
      switch ($0, $1) {
      case (.didShow(let a), .didShow(let b)): a == b
      case (.progress(let a), .progress(let b)): isClose(a, b)
      case (.didShow, .progress), (.progress, .didShow): false
      }
    }
}
