import Decoding
import System

// Serves descriptor 3 as the zygote of decoding workers. Tests have many threads, so they cannot fork it themselves.
ForkedZygote.become(servedBy: 3, body: DecodingWorker.body, preparation: DecodingWorker.preparation)
