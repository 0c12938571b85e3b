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
    let memory = budget.limit + DecodingChoice.workerMemory
    let own: any PictureDecoding
    (own, summary) = try DecodingChoice.own(isolation, memory: memory, budget)
    // Libraries are never loaded into this process.
    decoder = RoutingDecoder(own, libraries: DecodingWorkers(CodecsProgram(isolation: isolation, memory: memory)))
  }

  /// Returns the decoder of the formats that need no other program, and how it is isolated.
  private static func own(
    _ isolation: Isolation, memory: Int, _ budget: DecodeBudget
  ) throws(UsageError) -> (any PictureDecoding, summary: String) {
    // Pictures come from workers in in-memory files, which this limits, too.
    guard isolation == .off || SystemResources.canWriteFiles(bytes: budget.limit) else {
      guard isolation == .auto else {
        throw .rejected("--isolation require: the system allows too small files (ulimit -f)")
      }
      return (InProcessDecoder(), "in this process: the system allows too small files (ulimit -f)")
    }
    // Workers inherit what both processes need.
    _ = PictureFormat.all
    if isolation != .off,
      let zygote = WorkerZygote(
        body: DecodingWorker.body, preparation: DecodingWorker.preparation, isolation: isolation, memory: memory)
    {
      return (DecodingWorkers(zygote), "in workers, \(isolation.summary)")
    }
    if isolation == .require { throw .rejected("--isolation require: no process can be started") }
    return (InProcessDecoder(), isolation == .off ? "in this process" : "in this process: no other could be started")
  }
}
