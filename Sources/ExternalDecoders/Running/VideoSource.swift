package import Imaging
package import System

/// A video: what it is, and its pictures as they follow each other.
///
/// Its poster is what `DecoderPrograms.picture` gives.
package struct VideoSource: Sendable {
  private let input: ProgramInput
  private let format: ForeignFormat
  private let programs: DecoderPrograms
  private let demuxer: String

  /// A video's file.
  ///
  /// - Throws: `ExternalDecodeError.image(.notAPicture)` where the format is none that plays.
  package init(_ input: ProgramInput, format: ForeignFormat, programs: DecoderPrograms = DecoderPrograms())
    throws(ExternalDecodeError)
  {
    guard format.kind == .video, let demuxer = format.demuxer else { throw .image(.notAPicture) }
    self.input = input
    self.format = format
    self.programs = programs
    self.demuxer = demuxer
  }

  /// How fast it plays, by ffprobe.
  ///
  /// - Throws: `ExternalDecodeError`.
  package func facts() throws(ExternalDecodeError) -> VideoFacts {
    let reservation = try programs.budget.reserveForProgram(ProgramMemory.least)
    defer { withExtendedLifetime(reservation) {} }
    let session = try session(.ffprobe, memory: reservation.bytes)
    let run = try session.start(VideoFacts.arguments(demuxer: demuxer), input: input, outputLimit: 1 << 20)
    let output = try session.translating { () throws(ProgramFailure) in try run.readAll() }
    guard !output.isEmpty else { throw try session.failure(of: run) }
    return VideoFacts(output)
  }

  /// Its pictures from the first, each at a size, whatever its own proportions; nothing is started before the first is
  /// asked for.
  ///
  /// - Parameter memory: Bytes that the program may allocate.
  /// - Throws: `ExternalDecodeError`.
  package func frames(
    _ region: ScaledRegion, facts: VideoFacts, memory: Int = ProgramInvocation.standardMemoryLimit
  ) throws(ExternalDecodeError) -> VideoFrames {
    // A video of today that does not say its colours has those of high definition, which every player takes it for.
    let matrix = !facts.saysColours && (facts.rows ?? 0) >= 720 ? ":in_color_matrix=bt709" : ""
    let size = region.size
    let (whole, part) = (region.whole, region.part)
    // Cut before it is scaled, so that what is zoomed costs no more than what is not.
    func share(_ number: Int, of side: Int) -> String { "\(Double(number) / Double(side))" }
    let cut =
      region.isWhole
      ? ""
      : "crop=w=iw*\(share(part.width, of: whole.width)):h=ih*\(share(part.height, of: whole.height))"
        + ":x=iw*\(share(part.x, of: whole.width)):y=ih*\(share(part.y, of: whole.height)),"
    let filter = "fps=\(facts.rate.text),\(cut)scale=w=\(size.width):h=\(size.height):flags=area\(matrix)"
    let arguments =
      DecoderCommand.ffmpegInput(demuxer, maxPixels: programs.limits.maxPixels)
      + ["-vf", filter, "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"]
    return VideoFrames(
      session: try session(.ffmpeg, memory: memory), arguments: arguments, input: input, size: size,
      delay: facts.rate.delay)
  }

  private func session(_ program: DecoderProgram, memory: Int) throws(ExternalDecodeError) -> DecoderSession {
    guard let path = programs.finder.path(of: program) else {
      throw .program(.missing(format: format.name, program: program))
    }
    return DecoderSession(
      program: program, path: path, formatName: format.name, timeLimit: programs.timeLimit, memory: memory)
  }
}
