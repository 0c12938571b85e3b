import Glibc
import Imaging
import System

/// Runs one program for one file, and translates its failures into messages for the user.
struct DecoderSession {
  /// The maximum size of a file written by programs that draw text, in bytes: fontconfig writes a cache of the fonts it
  /// has found, and crashes if it cannot.
  static let fontCacheBytes = 16 << 20
  /// The minimum of `temporaryBytes`.
  private static let minimumTemporaryBytes = 1 << 30
  /// The bytes of a pixel in a temporary file: four floats.
  private static let temporaryPixelBytes = 16

  let program: DecoderProgram
  let path: Path
  let formatName: String
  let timeLimit: Duration
  /// Bytes of memory that the program may allocate.
  let memory: Int
  let isolation: Isolation
  /// The maximum size of each temporary file of the program, in bytes, if it has a folder for them.
  let temporaryBytes: Int

  /// A session.
  ///
  /// - Parameter pixels: the number of pixels that the file declares; 0 if unknown.
  init(
    program: DecoderProgram, path: Path, formatName: String, timeLimit: Duration, memory: Int, pixels: Int = 0,
    isolation: Isolation
  ) {
    self.program = program
    self.path = path
    self.formatName = formatName
    self.timeLimit = timeLimit
    self.memory = memory
    self.isolation = isolation
    temporaryBytes = max(
      DecoderSession.minimumTemporaryBytes, pixels.clampedProduct(DecoderSession.temporaryPixelBytes))
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - outputLimit: the maximum number of bytes that it may write to us; nil for no limit, neither on output nor on
  ///     processor time.
  ///   - temporaryFiles: a folder in which it may write, and which outlives it.
  /// - Throws: `ExternalDecodeError` if it cannot be started.
  func start(
    _ arguments: [[UInt8]], input: ProgramInput, outputLimit: Int?, temporaryFiles: PrivateFolder? = nil
  ) throws(ExternalDecodeError) -> ProgramRun {
    var invocation = ProgramInvocation(path, [])
    invocation.arguments = arguments
    invocation.timeLimit = timeLimit
    invocation.memoryLimit = memory
    invocation.outputLimit = outputLimit ?? .max
    if outputLimit == nil { invocation.processorSeconds = nil }
    switch program {
    case .rsvgConvert, .pdftoppm, .pdfinfo: invocation.fileLimit = DecoderSession.fontCacheBytes
    case .ffmpeg, .ffprobe, .magick, .oiiotool: break
    }
    invocation.isolation = isolation
    invocation.ownFolder = temporaryFiles.map { Path($0.path()) }
    if let temporaryFiles {
      let folder = String(decoding: temporaryFiles.path(), as: UTF8.self)
      invocation.environment += ["TMPDIR=\(folder)", "MAGICK_TMPDIR=\(folder)"]
      invocation.fileLimit = temporaryBytes
    }
    return try translating { () throws(ProgramFailure) in try ProgramRun(invocation, input: input) }
  }

  /// Starts the program, with arguments as text.
  func start(_ arguments: [String], input: ProgramInput, outputLimit: Int?) throws(ExternalDecodeError) -> ProgramRun {
    try start(arguments.map { Array($0.utf8) }, input: input, outputLimit: outputLimit)
  }

  /// Translates a `ProgramFailure` into an `ExternalDecodeError`.
  func translating<Value>(_ body: () throws(ProgramFailure) -> Value) throws(ExternalDecodeError) -> Value {
    do throws(ProgramFailure) { return try body() } catch { throw translated(error) }
  }

  private func translated(_ failure: ProgramFailure) -> ExternalDecodeError {
    switch failure {
    case .notStarted(let number):
      return .program(.notStarted(program, message: unsafe String(cString: strerror(number))))
    case .unsafeFolder(let folder):
      let name = DiagnosticLine.printable(folder.bytes[...])
      return .program(
        .notStarted(program, message: "other users can replace files in \(name); set TMPDIR to a folder of your own"))
    case .timedOut(let limit): return .program(.timedOut(program, limit))
    case .tooMuchOutput: return .program(.tooMuchOutput(program))
    case .cancelled: return .cancelled
    }
  }

  /// The failure of a program that ended without a picture, with its own message if it has one.
  ///
  /// - Throws: `ExternalDecodeError` if the program did not exit regularly, for example because of a timeout.
  func failure(of run: ProgramRun) throws(ExternalDecodeError) -> ExternalDecodeError {
    let ending = try translating { () throws(ProgramFailure) in try run.finish() }
    var message = DecoderDiagnostic.shown(run.errorLines, of: program)
    if message.isEmpty, case .signaled(let signal) = ending { message = "ended by signal \(signal)" }
    return .program(.failed(program, format: formatName, message: message))
  }
}
