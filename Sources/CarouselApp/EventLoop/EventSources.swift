import CarouselValues
import Dispatch

/// What wakes the loop: the terminal's input and output, signals, one timer, and turns that the loop requests.
@MainActor
protocol LoopWaking: AnyObject {
  /// Whether input wakes the loop. While another program has the terminal, its input is not ours to read.
  var readsInput: Bool { get set }
  /// Sets the handlers and activates the sources. Output wakes the loop only while it is awaited, the timer only once
  /// it is set.
  func start(
    input onInput: @escaping @MainActor @Sendable () -> Void,
    output onOutput: @escaping @MainActor @Sendable () -> Void,
    signals onSignals: @escaping @MainActor @Sendable () -> Void,
    timer onTimer: @escaping @MainActor @Sendable () -> Void)
  /// Wakes the loop once the line accepts more output.
  func awaitOutput()
  /// Stops waking the loop for output.
  func outputIsDone()
  /// Sets the timer; nil disarms it.
  func wake(at due: Timestamp?, from now: Timestamp)
  /// Runs a turn after the current work.
  func soon(_ turn: @escaping @MainActor @Sendable () -> Void)
}

/// The event sources of the main queue.
@MainActor
final class EventSources: LoopWaking {
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

  var readsInput = true {
    didSet {
      guard readsInput != oldValue else { return }
      if readsInput { input.resume() } else { input.suspend() }
    }
  }

  func awaitOutput() {
    guard !isAwaitingOutput else { return }
    isAwaitingOutput = true
    // The first call activates the source.
    output.resume()
  }

  func outputIsDone() {
    guard isAwaitingOutput else { return }
    isAwaitingOutput = false
    output.suspend()
  }

  func soon(_ turn: @escaping @MainActor @Sendable () -> Void) { MainQueue.async(turn) }

  func wake(at due: Timestamp?, from now: Timestamp) {
    guard let due else { return timer.schedule(deadline: .distantFuture) }
    let wait = max(.zero, now.duration(to: due))
    timer.schedule(deadline: .now() + .nanoseconds(Int(wait.nanoseconds)), leeway: .nanoseconds(0))
  }
}

extension Duration {
  var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
