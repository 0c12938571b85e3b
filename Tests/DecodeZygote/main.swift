import Decoding
import Glibc
import System

// Serves descriptor 3 as the zygote of decoding workers: decode-zygote MEGABYTES ISOLATION [ACTION]. Tests have many threads,
// so they cannot fork it themselves. With an action, the kernel lacks what isolation needs: it denies the calls with that
// error number.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let megabytes = Int(arguments[1]), let isolation = Isolation(rawValue: arguments[2]) else {
  exit(64)
}
WorkerZygote.become(servedBy: 3, isolation: isolation, memory: megabytes << 20, body: DecodingWorker.body)
