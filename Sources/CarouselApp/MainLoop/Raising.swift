import Glibc

/// Sends a signal to the calling thread, as `raise` does, and lets it through.
///
/// The main queue runs on a thread of Dispatch's, and those block all signals: a blocked one would never come.
package func raiseUnblocked(_ number: Int32) {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigaddset(&signals, number)
  var before = sigset_t()
  unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &before)
  raise(number)
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
}
