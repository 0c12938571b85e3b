import Decoding
import System

// Serves descriptor 3 as the zygote of decoding workers, isolated as the first argument says, with the memory in bytes that is the second.
// Tests have many threads, so they cannot fork it themselves.
let arguments = ProgramArguments.all.map { String(decoding: $0, as: UTF8.self) }
WorkerZygote.become(
  servedBy: 3, body: DecodingWorker.body, preparation: DecodingWorker.preparation,
  isolation: Isolation(rawValue: arguments[0]) ?? .require, memory: Int(arguments[1]) ?? 0)
