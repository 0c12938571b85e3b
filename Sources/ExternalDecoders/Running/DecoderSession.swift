import Glibc
import System

/// Runs of one program for one file, with its failures told as people are told them.
struct DecoderSession {
  /// Bytes that programs which draw text may write into files: fontconfig keeps a cache of the fonts it has found, and
  /// dies where it may not.
  static let fontCacheBytes = 16 << 20
  /// Bytes that a program may write into each of its temporary files, where it has a folder for them.
  static let temporaryBytes = 1 << 30

  let program: DecoderProgram
  let path: Path
  let formatName: String
  let timeLimit: Duration
  /// Bytes that the program may allocate.
  let memory: Int

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - outputLimit: Bytes that it may write to us; nil: without an end, and for as long as it likes.
  ///   - temporaryFiles: A folder in which it may write, and which outlives it.
  func start(
    _ arguments: [[UInt8]], input: ProgramInput, outputLimit: Int?, temporaryFiles: PrivateFolder? = nil
  ) throws(ExternalDecodeError) -> ProgramRun {
    var invocation = ProgramInvocation(path, [])
    invocation.arguments = arguments
    invocation.timeLimit = timeLimit
    #if SANITIZED
      if program != .tuiTIFF { invocation.memoryLimit = memory }
    #else
      invocation.memoryLimit = memory
    #endif
    invocation.outputLimit = outputLimit ?? .max
    if outputLimit == nil { invocation.processorSeconds = nil }
    switch program {
    case .rsvgConvert, .pdftoppm, .pdfinfo: invocation.fileLimit = DecoderSession.fontCacheBytes
    case .tuiTIFF, .ffmpeg, .ffprobe, .heifConvert, .magick: break
    }
    if let temporaryFiles {
      let folder = String(decoding: temporaryFiles.path(), as: UTF8.self)
      invocation.environment += ["TMPDIR=\(folder)", "MAGICK_TMPDIR=\(folder)"]
      invocation.fileLimit = DecoderSession.temporaryBytes
    }
    return try translating { () throws(ProgramFailure) in try ProgramRun(invocation, input: input) }
  }

  /// Starts the program.
  func start(_ arguments: [String], input: ProgramInput, outputLimit: Int?) throws(ExternalDecodeError) -> ProgramRun {
    try start(arguments.map { Array($0.utf8) }, input: input, outputLimit: outputLimit)
  }

  /// What a program's failure is to people.
  func translating<Value>(_ body: () throws(ProgramFailure) -> Value) throws(ExternalDecodeError) -> Value {
    do throws(ProgramFailure) {
      return try body()
    } catch {
      switch error {
      case .notStarted(let number):
        throw .program(.notStarted(program, words: unsafe String(cString: strerror(number))))
      case .timedOut(let limit): throw .program(.timedOut(program, limit))
      case .tooMuchOutput: throw .program(.tooMuchOutput(program))
      case .cancelled: throw .cancelled
      }
    }
  }

  /// Why a program that ended without a picture did so, in its own words where it has some.
  ///
  /// - Throws: what kept it from ending.
  func failure(of run: ProgramRun) throws(ExternalDecodeError) -> ExternalDecodeError {
    let ending = try translating { () throws(ProgramFailure) in try run.finish() }
    var words = DecoderDiagnostic.shown(run.errorLines, of: program)
    if words.isEmpty, case .signaled(let signal) = ending { words = "ended by signal \(signal)" }
    return .program(.failed(program, format: formatName, words: words))
  }
}
