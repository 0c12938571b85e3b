import CommandLineOptions
import Decoding
import Imaging
import System

/// Where pictures are decoded: in workers without privileges or, without isolation, in this process.
struct DecodingChoice {
  let decoder: any PictureDecoding
  /// The memory shared by all decoding.
  let budget: DecodeBudget
  /// How it is isolated, for `--stats`.
  let summary: String

  /// The memory that a worker may map besides the budget: code, stacks, tables and fragments.
  private static let workerMemory = 256 << 20

  /// Forks the zygote of the workers, unless pictures are decoded in this process, which must have a single thread.
  ///
  /// - Throws: `UsageError` if isolation is required and no process can be started.
  init(_ options: PictureOptions) throws(UsageError) {
    budget = options.decodeBudget
    let isolation = options.isolation
    // Pictures come from workers in in-memory files, which this limits, too.
    guard isolation == .off || SystemResources.canWriteFiles(bytes: budget.limit) else {
      guard isolation == .auto else {
        throw .rejected("--isolation require: the system allows too small files (ulimit -f)")
      }
      decoder = InProcessDecoder()
      summary = "in this process: the system allows too small files (ulimit -f)"
      return
    }
    if isolation != .off,
      let zygote = WorkerZygote(
        body: DecodingWorker.body, preparation: DecodingWorker.preparation, isolation: isolation,
        memory: budget.limit + DecodingChoice.workerMemory)
    {
      decoder = DecodingWorkers(zygote)
      summary = "in workers, \(isolation.summary)"
    } else if isolation == .require {
      throw .rejected("--isolation require: no process can be started")
    } else {
      decoder = InProcessDecoder()
      summary = isolation == .off ? "in this process" : "in this process: no other could be started"
    }
  }
}
