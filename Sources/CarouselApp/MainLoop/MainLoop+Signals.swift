import Dispatch
import Glibc
import Terminal

extension MainLoop {
  /// Takes the signals that end, stop or resize us onto the main queue.
  func armSignals() {
    let source = DispatchSource.makeReadSource(fileDescriptor: signals.descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeSignals() } }
    source.activate()
    signalSource = source
    signals.report()
  }

  /// Handles all signals that have come so far, in their order.
  func takeSignals() {
    while !isOver, let number = signals.next() { take(number) }
  }

  private func take(_ number: Int32) {
    switch number {
    case SIGWINCH: windowChanged()
    case SIGTSTP: suspend()
    case SIGCONT: continued()
    case SIGCHLD:
      childChanged()
      collectBackgroundCommands()
    // Ctrl-C and Ctrl-\ are the command's while one runs.
    case SIGINT, SIGQUIT: if command == nil { end(.signal(number)) }
    default: end(.signal(number))
    }
  }

  private func windowChanged() {
    guard !isAway else { return }
    takeSize()
    repaint()
  }

  /// Reads the window's size anew and tells the session.
  func takeSize() {
    device.sizeChanged()
    session.resized(
      to: device.screen.size, cellAspect: device.screen.cellPixels?.aspect ?? CellPixels.usualAspect,
      at: MonotonicClock.now())
  }

  /// Gives the terminal back, stops like any program that Ctrl-Z stops, and takes it again when `fg` wakes us.
  func suspend() {
    // While a command runs the terminal is given back already, and the command stops and goes on with us.
    if isAway { return stop() }
    isAway = true
    session.suspended(true, at: MonotonicClock.now())
    device.restore()
    stop()
    comeBack()
  }

  /// Stops the process; returns when it goes on.
  private func stop() {
    var usual = sigaction()
    unsafe usual.__sigaction_handler.sa_handler = SIG_DFL
    var ours = sigaction()
    unsafe sigaction(SIGTSTP, &usual, &ours)
    isOwnStop = true
    // Not SIGSTOP: where no shell could ever continue us (an orphaned group), the system ignores this one.
    raiseUnblocked(SIGTSTP)
    unsafe sigaction(SIGTSTP, &ours, nil)
  }

  /// SIGCONT without a stop of our own: someone stopped us hard, and the terminal's modes may have changed meanwhile.
  private func continued() {
    if isOwnStop {
      isOwnStop = false
      return
    }
    guard !isAway else { return }
    device.restore()
    comeBack()
  }

  /// Takes the terminal again.
  func comeBack() {
    device.resume()
    isAway = false
    takeSize()
    session.suspended(false, at: MonotonicClock.now())
    repaint()
  }
}
