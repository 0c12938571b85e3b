import Fetching
import Glibc
import HTTPFetching
import System

/// A run from the command line: downloads URLs and exits.
struct CommandLineRun {
  let service: FetchService
  let signals: EndingSignals
  let urls: [String]

  func run() -> Ending {
    var display = ProgressDisplay(of: urls)
    for (number, url) in urls.enumerated() {
      let command = FetchCommand.fetch(download: UInt64(number), url: url, priority: number + 1, isForced: false)
      service.handle(command, at: MonotonicClock.now)
    }
    var (left, hasFailed) = (urls.count, false)
    while true {
      service.advance(to: MonotonicClock.now)
      for report in service.popReports() {
        display.show(report)
        switch report {
        case .progress, .retrying, .page, .listed: break
        case .done: left -= 1
        case .failed: (left, hasFailed) = (left - 1, true)
        }
      }
      display.draw()
      if left == 0 { return hasFailed ? .failure : .success }
      _ = service.wait(at: MonotonicClock.now, atMost: nil, reading: signals.descriptors)
      if let number = signals.arrived {
        display.finish()
        return .signal(number)
      }
    }
  }
}
