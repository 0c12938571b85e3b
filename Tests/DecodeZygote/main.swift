import Decoding
import System

// Serves descriptor 3 as the zygote of decoding workers, or with any argument as the first worker. Tests have many threads, so they cannot
// fork it themselves.
if ProgramArguments.all.isEmpty {
  ForkedZygote.become(servedBy: 3, body: DecodingWorker.body, preparation: DecodingWorker.preparation)
} else {
  ForkedZygote.becomeFirstWorker(servedBy: 3, body: DecodingWorker.body, preparation: DecodingWorker.preparation)
}
