import Glibc
import TestSupport
import Testing

/// A complete run of a program without a terminal, as scripts start it.
struct PlainRun {
  /// How the program ended.
  var ending: ChildProcess.Ending
  /// The bytes that it wrote to standard output.
  var output: [UInt8]
  /// The text that it wrote to standard error.
  var error: String

  /// The lines of standard error.
  var errorLines: [Substring] { error.split(separator: "\n") }

  /// Runs a program, `tui` unless another is named, with some text or bytes on its standard input.
  init(
    _ arguments: [String], program: String = Build.tui, variables: [String: String?] = [:], input: String? = nil,
    bytes: [UInt8]? = nil, at location: SourceLocation = #_sourceLocation
  ) throws {
    let (output, outputTaken) = try socketPair()
    let (error, errorTaken) = try socketPair()
    let (typed, typedTaken) = try socketPair()
    var launch = Launch(
      program: program, arguments: arguments, environment: TerminalSession.environment(variables), input: .null,
      output: .descriptor(outputTaken), error: .descriptor(errorTaken))
    if let input = bytes ?? input.map({ Array($0.utf8) }) {
      launch.input = .descriptor(typedTaken)
      _ = unsafe write(typed, input, input.count)
    }
    let child = try launch.start()
    for descriptor in [outputTaken, errorTaken, typedTaken, typed] { close(descriptor) }
    defer {
      close(output)
      close(error)
    }
    var texts: [Int32: [UInt8]] = [output: [], error: []]
    let deadline = secondsNow() + waitingLimit
    var open = [output, error]
    while !open.isEmpty {
      if secondsNow() > deadline {
        Issue.record("\(program) \(arguments) did not end", sourceLocation: location)
        throw TerminalSession.GaveUp(what: "the end of \(program)")
      }
      open.removeAll { descriptor in !Self.readMore(of: descriptor, into: &texts[descriptor, default: []]) }
    }
    ending = try #require(child.wait(), sourceLocation: location)
    self.output = texts[output] ?? []
    self.error = String(decoding: texts[error] ?? [], as: UTF8.self)
  }

  /// Reads the available bytes, waiting up to 20 ms for them; returns false at the end.
  private static func readMore(of descriptor: Int32, into text: inout [UInt8]) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, 20) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe read(descriptor, &buffer, buffer.count)
    text += buffer[..<max(0, count)]
    return count > 0
  }
}
