private import CWebP

/// The thread in which libwebp filters rows, where it may start none.
package enum WebPThread {
  /// Runs work on another thread: a function, and its argument.
  package typealias Launcher =
    @convention(c) ((@convention(c) (UnsafeMutableRawPointer?) -> Void)?, UnsafeMutableRawPointer?) -> Void

  /// What runs the work, and waits for it. Set before anything is decoded.
  nonisolated(unsafe) private static var launch: Launcher?
  nonisolated(unsafe) private static var wait: (@convention(c) () -> Void)?

  /// Has libwebp use another thread than those that it would start; called before anything is decoded.
  ///
  /// - Parameters:
  ///   - launch: begins work on that thread; it is called again after `wait` only.
  ///   - wait: waits for the end of the work.
  package static func use(launch: @escaping Launcher, wait: @escaping @convention(c) () -> Void) {
    unsafe (Self.launch, Self.wait) = (launch, wait)
    // libwebp passes its own workers.
    var interface = unsafe WebPWorkerInterface(
      Init: { worker in unsafe worker?.pointee = WebPWorker() },
      Reset: { worker in
        unsafe worker?.pointee.status = 1
        unsafe worker?.pointee.had_error = 0
        return 1
      },
      Sync: { worker in
        unsafe WebPThread.wait?()
        return unsafe worker?.pointee.had_error == 0 ? 1 : 0
      },
      Launch: { worker in unsafe WebPThread.launch?({ unsafe WebPThread.execute($0) }, worker) },
      Execute: { worker in unsafe WebPThread.execute(worker) },
      End: { _ in unsafe WebPThread.wait?() })
    _ = unsafe WebPSetWorkerInterface(&interface)
  }

  private static func execute(_ worker: UnsafeMutableRawPointer?) {
    guard let worker = unsafe worker?.assumingMemoryBound(to: WebPWorker.self), let work = unsafe worker.pointee.hook,
      unsafe work(worker.pointee.data1, worker.pointee.data2) == 0
    else { return }
    unsafe worker.pointee.had_error = 1
  }
}
