package import Bitmaps
import Imaging
package import System

/// A video's file, with its facts and its frames.
///
/// For its poster, use `DecoderPrograms.picture`.
package struct VideoSource: Sendable {
  private let input: ProgramInput
  private let format: ForeignFormat
  private let programs: DecoderPrograms
  private let demuxer: String

  /// A video's file.
  ///
  /// - Throws: `ExternalDecodeError.image(.notAPicture)` if the format is not a video.
  package init(_ input: ProgramInput, format: ForeignFormat, programs: DecoderPrograms = DecoderPrograms())
    throws(ExternalDecodeError)
  {
    guard format.plays, let demuxer = format.demuxer else { throw .image(.notAPicture) }
    self.input = input
    self.format = format
    self.programs = programs
    self.demuxer = demuxer
  }

  /// Determines the frame rate and other facts with ffprobe. Blocks.
  ///
  /// - Throws: `ExternalDecodeError`.
  package func facts() throws(ExternalDecodeError) -> VideoFacts {
    let reservation = try programs.budget.reserveForProgram(ProgramMemory.minimum)
    defer { withExtendedLifetime(reservation) {} }
    let session = try session(.ffprobe, memory: reservation.bytes)
    let run = try session.start(VideoFacts.arguments(demuxer: demuxer), input: input, outputLimit: 1 << 20)
    let output = try session.translating { () throws(ProgramFailure) in try run.readAll() }
    guard !output.isEmpty else { throw try session.failure(of: run) }
    return VideoFacts(output)
  }

  /// The video's frames from the first, each scaled to the size of a region without regard to its aspect ratio. ffmpeg
  /// is not started before the first frame is requested.
  ///
  /// - Parameters:
  ///   - natural: A picture's size, to whose proportions black bars are added first; nil for none.
  ///   - memory: Bytes of memory that the program may allocate.
  /// - Throws: `ExternalDecodeError`.
  package func frames(
    _ region: ScaledRegion, of natural: PixelSize? = nil, facts: VideoFacts,
    memory: Int = ProgramInvocation.standardMemoryLimit
  ) throws(ExternalDecodeError) -> VideoFrames {
    // A high-definition video without a declared matrix is assumed to be BT.709, as in every player.
    let matrix = !facts.declaresColorMatrix && (facts.rows ?? 0) >= 720 ? ":in_color_matrix=bt709" : ""
    let size = region.size
    let (whole, part) = (region.whole, region.part)
    // Cropped before it is scaled, so that a zoomed video costs no more than a whole one.
    func share(_ number: Int, of side: Int) -> String { "\(Double(number) / Double(side))" }
    let cut =
      region.isWhole
      ? ""
      : "crop=w=iw*\(share(part.width, of: whole.width)):h=ih*\(share(part.height, of: whole.height))"
        + ":x=iw*\(share(part.x, of: whole.width)):y=ih*\(share(part.y, of: whole.height)),"
    let bars = natural.map { "setsar=1,pad=aspect=\($0.width)/\($0.height):x=-1:y=-1," } ?? ""
    let filter = "fps=\(facts.rate.text),\(bars)\(cut)scale=w=\(size.width):h=\(size.height):flags=area\(matrix)"
    // ffmpeg 7 and later would prefer a larger picture beside a sequence.
    let stream = format.kind == .sequence ? ["-map", "0:\(facts.stream)"] : []
    let arguments =
      DecoderCommand.ffmpegInput(demuxer, maxPixels: programs.limits.pixelLimit()) + stream
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
      program: program, path: path, formatName: format.name, timeLimit: programs.timeLimit, memory: memory,
      isolation: programs.isolation)
  }
}
