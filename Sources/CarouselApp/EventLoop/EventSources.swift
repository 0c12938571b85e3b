import Carousel
import Dispatch

/// What wakes the loop: the terminal's input and output, signals, and one timer. All of it on the main queue.
@MainActor
final class EventSources {
  private let input: any DispatchSourceRead
  private let output: any DispatchSourceWrite
  private let signals: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private var isAwaitingOutput = false

  init(input: Int32, output: Int32, signals: Int32) {
    self.input = DispatchSource.makeReadSource(fileDescriptor: input, queue: .main)
    self.output = DispatchSource.makeWriteSource(fileDescriptor: output, queue: .main)
    self.signals = DispatchSource.makeReadSource(fileDescriptor: signals, queue: .main)
    timer = DispatchSource.makeTimerSource(queue: .main)
  }

  /// Sets the handlers. Output wakes only while it is awaited, the timer only once it is set.
  func start(
    input onInput: @escaping @MainActor @Sendable () -> Void,
    output onOutput: @escaping @MainActor @Sendable () -> Void,
    signals onSignals: @escaping @MainActor @Sendable () -> Void,
    timer onTimer: @escaping @MainActor @Sendable () -> Void
  ) {
    input.setEventHandler(handler: MainQueue.handler(onInput))
    output.setEventHandler(handler: MainQueue.handler(onOutput))
    signals.setEventHandler(handler: MainQueue.handler(onSignals))
    timer.setEventHandler(handler: MainQueue.handler(onTimer))
    timer.schedule(deadline: .distantFuture)
    input.activate()
    timer.activate()
    signals.activate()
  }

  /// Whether input wakes: what is typed for another program is not ours to read.
  var readsInput = true {
    didSet {
      guard readsInput != oldValue else { return }
      if readsInput { input.resume() } else { input.suspend() }
    }
  }

  /// Wakes once the line takes more output.
  func awaitOutput() {
    guard !isAwaitingOutput else { return }
    isAwaitingOutput = true
    // The first time, this activates it.
    output.resume()
  }

  /// Nothing waits for the line.
  func outputIsDone() {
    guard isAwaitingOutput else { return }
    isAwaitingOutput = false
    output.suspend()
  }

  /// Wakes at a time; nil: not by the timer.
  func wake(at due: Timestamp?, from now: Timestamp) {
    guard let due else { return timer.schedule(deadline: .distantFuture) }
    let wait = max(.zero, now.duration(to: due))
    timer.schedule(deadline: .now() + .nanoseconds(Int(wait.nanoseconds)), leeway: .nanoseconds(0))
  }
}

extension Duration {
  /// Whole nanoseconds.
  var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
