import Foundation

/// The programs that are built beside the tests.
enum Programs {
  static func path(_ name: String) throws -> URL {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: tests).deletingLastPathComponent().appending(path: name)
  }

  /// Starts a program without any streams.
  static func start(_ program: URL, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// What has come of a run.
  struct Run {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs `tui-fetch` to its end.
  ///
  /// - Parameter maxBlocks: blocks of 512 bytes that a file it writes may have (RLIMIT_FSIZE).
  static func fetch(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], maxBlocks: Int? = nil
  ) throws -> Run {
    let process = Process()
    let (output, errors, inputs) = (Pipe(), Pipe(), Pipe())
    process.executableURL = try path("tui-fetch")
    process.arguments = arguments
    if let maxBlocks, let program = process.executableURL?.path {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "ulimit -f \(maxBlocks); exec \"$0\" \"$@\"", program] + arguments
    }
    process.environment = environment
    (process.standardInput, process.standardOutput, process.standardError) = (inputs, output, errors)
    try process.run()
    try inputs.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inputs.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }
}
