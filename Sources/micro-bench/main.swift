import Glibc

// Times parts of the program that `make bench` cannot measure from outside: micro-bench carousel | frame | fit PICTURE

/// The bytes of a file, or nil if it cannot be opened.
func bytes(of path: String) -> [UInt8]? {
  let descriptor = unsafe open(path, O_RDONLY)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe read(descriptor, &piece, piece.count)
    guard count > 0 else { return bytes }
    bytes += piece[..<count]
  }
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first, arguments.count) {
case ("carousel", _, 1): CarouselBenchmark.run()
case ("frame", _, 1): FrameBenchmark.run()
case ("fit", let path?, 2):
  guard let picture = bytes(of: path) else {
    print("micro-bench: \(path) cannot be read")
    exit(66)
  }
  do { try FitBenchmark.run(picture: picture) } catch {
    print("micro-bench: \(error)")
    exit(1)
  }
default:
  print("usage: micro-bench carousel | frame | fit PICTURE")
  exit(64)
}
