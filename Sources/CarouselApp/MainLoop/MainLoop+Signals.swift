import Dispatch
import Glibc
import Terminal

extension MainLoop {
  /// Takes the signals that end, stop or resize us onto the main queue.
  func armSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      onSignal(number) { loop in
        // Ctrl-C and Ctrl-\ are the command's while one runs; the terminal sends them to us, too.
        if loop.childSource != nil, number == SIGINT || number == SIGQUIT { return }
        loop.end(.signal(number))
      }
    }
    onSignal(SIGWINCH) { loop in loop.windowChanged() }
    onSignal(SIGTSTP) { loop in loop.suspend() }
    onSignal(SIGCONT) { loop in loop.continued() }
    // A reader of our standard output that went away is an error of write, not our death.
    signal(SIGPIPE, SIG_IGN)
  }

  private func onSignal(_ number: Int32, _ action: @escaping @MainActor (MainLoop) -> Void) {
    // The source sees the signal beside its disposition: without this the default would end or stop us first.
    if number != SIGCONT { signal(number, SIG_IGN) }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { if let self { action(self) } }
    }
    source.activate()
    signalSources.append(source)
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
      to: device.screen.size, cellAspect: device.screen.cellPixels?.aspect ?? 0.5, at: MonotonicClock.now())
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
    // Dispatch's own, without which it would not see the next one.
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
