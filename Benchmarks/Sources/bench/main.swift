import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "ncurses-frames", arguments.count == 2 {
  exit(try NcursesFrames.run(folder: arguments[1]))
}
exit(try Benchmark.run(arguments))
