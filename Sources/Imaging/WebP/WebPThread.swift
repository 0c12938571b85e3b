private import CWebP
import Dispatch
import Parallelism
import Synchronization

/// A thread to which libwebp gives one piece of work at a time: a row of blocks to reconstruct, while the caller reads the coefficients of
/// the next one.
///
/// libwebp's own threads are woken for each row, and on some machines the kernel wakes them on the processor of the thread that reads: the
/// two then take turns, and nothing is gained. This one keeps to the other processors.
@safe
final class WebPThread: Sendable {
  /// What the thread does with the work, which libwebp describes.
  private enum Progress {
    static let none = 0, waits = 1, runs = 2
  }

  /// Has libwebp use such threads, if this is a version whose threads are known.
  static func use() { _ = isUsed }

  /// Made before the first decode begins.
  private static let isUsed: Bool = {
    guard WebPGetDecoderVersion() >> 16 == 1 else { return false }
    var functions = unsafe WebPWorkerInterface(
      Init: { unsafe $0?.initialize(to: WebPWorker()) },
      Reset: { worker in
        guard let worker = unsafe worker else { return 0 }
        if unsafe worker.pointee.impl != nil {
          _ = unsafe WebPThread.sync(worker)
        } else {
          unsafe worker.pointee.impl = Unmanaged.passRetained(WebPThread(worker)).toOpaque()
        }
        unsafe worker.pointee.status = 1
        unsafe worker.pointee.had_error = 0
        return 1
      },
      Sync: { worker in unsafe worker.map { unsafe WebPThread.sync($0) } ?? 0 },
      Launch: { worker in
        guard let worker = unsafe worker, let thread = unsafe WebPThread.of(worker) else { return }
        unsafe worker.pointee.status = 2
        thread.launch()
      },
      Execute: { worker in if let worker = unsafe worker { unsafe WebPThread.run(worker) } },
      End: { worker in
        guard let worker = unsafe worker, let thread = unsafe worker.pointee.impl else { return }
        _ = unsafe WebPThread.sync(worker)
        unsafe Unmanaged<WebPThread>.fromOpaque(thread).takeRetainedValue().end()
        unsafe worker.pointee.impl = nil
        unsafe worker.pointee.status = 0
      })
    return unsafe WebPSetWorkerInterface(&functions) != 0
  }()

  /// The description of the work, which outlives the work.
  private nonisolated(unsafe) let worker: UnsafeMutablePointer<WebPWorker>
  private let progress = Atomic(Progress.none)
  private let isOver = Atomic(false)
  /// The processor of the thread that has launched the work.
  private let launcher = Atomic<Int32>(-1)
  private let wake = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  private init(_ worker: UnsafeMutablePointer<WebPWorker>) {
    unsafe self.worker = worker
    // A separate queue gets a thread even if the shared ones are all busy.
    DispatchQueue(label: "tui.webp").async { self.serve() }
  }

  private static func of(_ worker: UnsafeMutablePointer<WebPWorker>) -> WebPThread? {
    unsafe worker.pointee.impl.map { unsafe Unmanaged<WebPThread>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func run(_ worker: UnsafeMutablePointer<WebPWorker>) {
    guard let hook = unsafe worker.pointee.hook else { return }
    if unsafe hook(worker.pointee.data1, worker.pointee.data2) == 0 { unsafe worker.pointee.had_error = 1 }
  }

  /// Waits for the work; returns 0 if some has failed.
  private static func sync(_ worker: UnsafeMutablePointer<WebPWorker>) -> Int32 {
    if let thread = unsafe of(worker) {
      thread.wait()
      unsafe worker.pointee.status = 1
    }
    return unsafe worker.pointee.had_error == 0 ? 1 : 0
  }

  private func launch() {
    launcher.store(Processors.current, ordering: .relaxed)
    progress.store(Progress.waits, ordering: .releasing)
    wake.signal()
  }

  /// Waits until there is no work. What the thread has not begun yet, perhaps because it has not started, is done here.
  private func wait() {
    if claim() {
      unsafe WebPThread.run(worker)
      progress.store(Progress.none, ordering: .relaxed)
    } else if progress.load(ordering: .relaxed) == Progress.runs {
      done.wait()
      progress.store(Progress.none, ordering: .relaxed)
    }
  }

  private func claim() -> Bool {
    progress.compareExchange(expected: Progress.waits, desired: Progress.runs, ordering: .acquiring).exchanged
  }

  /// Ends the thread, which has no work.
  private func end() {
    isOver.store(true, ordering: .releasing)
    wake.signal()
  }

  /// The thread: does what is launched until it is ended.
  private func serve() {
    var avoidance = ProcessorAvoidance()
    while true {
      wake.wait()
      if isOver.load(ordering: .acquiring) { break }
      avoidance.follow(launcher.load(ordering: .relaxed))
      guard claim() else { continue }
      unsafe WebPThread.run(worker)
      done.signal()
    }
  }
}
