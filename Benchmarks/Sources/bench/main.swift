import Glibc

exit(try Benchmark.run(Array(CommandLine.arguments.dropFirst())))
