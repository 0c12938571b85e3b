import Bitmaps
import Decks
import Decoding
package import ExternalDecoders
import Imaging
package import System

extension PictureLoader {
  /// Decodes a file with an external program after `Imaging` has failed to.
  ///
  /// - Parameter error: the error of `Imaging`.
  /// - Throws: `LoadError`: `error` itself if no program could do better; `.content` if a URL's content is no picture.
  func loadByProgram(
    _ file: PictureFile, of key: PictureKey, after error: LoadError
  ) throws(LoadError) -> LoadedPicture {
    var (isTooLarge, headBytes) = (false, ProgramInput.headBytes)
    switch error {
    case .image(.notAPicture): break
    // A JPEG's variant is declared after all other segments.
    case .image(.unsupported): headBytes = ProgramInput.longHeadBytes
    case .file(.tooLarge): isTooLarge = true
    case .file, .image, .program, .archive, .broken, .fetch, .content: throw error
    }
    let input = try open(file.path, stamp: file.stamp)
    // A video is never read as a whole, so it may have any size.
    let page = key.location.pageNumber ?? 1
    guard let format = ForeignFormat(of: input, headBytes: headBytes, fileExtension: file.fileExtension),
      !isTooLarge || format.plays, page == 1 || format.kind == .document
    else {
      // A server may send anything under any name. The actual kind of content is more informative.
      if case .url = key.location, case .image(.notAPicture) = error { throw .content(ServedContent(of: file.path)) }
      throw error
    }
    let picture: LoadedPicture
    do throws(LoadError) {
      picture = try load(input, of: format, shape: key.shape, page: page, modificationTime: file.modificationTime)
    } catch let later {
      // No program decodes this kind.
      throw later == .image(.notAPicture) ? error : later
    }
    return picture
  }

  /// Decodes a picture with an external program.
  ///
  /// - Throws: `LoadError`.
  package func load(
    _ input: ProgramInput, of format: ForeignFormat, shape: PictureShape, page: Int = 1, modificationTime: Int? = nil
  ) throws(LoadError) -> LoadedPicture {
    var plan = PicturePlan(for: PixelSize(width: 1, height: 1), shape: shape)
    let (across, down) = (max(1, shape.samples.width), max(1, shape.samples.height))
    // Whatever the picture's size, its samples fit into the box or are cropped to it.
    let box = shape.fit.box
    let perSample = shape.fit.scaling.mayExceed ? 64 : 8
    let resultBytes =
      shape.region.map { $0.size.width * $0.size.height * 8 } ?? box.width * box.height * across * down * perSample
    let picture = try LoadError.wrapping { () throws(ExternalDecodeError) in
      try programs.picture(in: input, of: format, page: page, resultBytes: resultBytes) {
        natural throws(ExternalDecodeError) in
        plan = try ExternalDecodeError.wrapping { () throws(ImageError) in try self.plan(for: natural, shape: shape) }
        // A drawing is rendered at the full sample resolution, so that no pixels need repeating.
        let hasPixels = format.kind == .still || format.plays
        let isDecoded = shape.region != nil || hasPixels || plan.size != natural
        return isDecoded ? plan.region : plan.region(of: plan.samples)
      }
    }
    var metadata = picture.metadata
    if format.kind == .still, metadata == ImageMetadata() {
      metadata = programs.decoder.metadata(of: input.file)
      metadata.orientation = .upright
    }
    let loopCount = format.kind == .sequence ? MediaTrack.loopCount(input.bytes) : 0
    var loaded = LoadedPicture(
      bitmap: plan.finished(picture.bitmap), grid: plan.grid,
      naturalSize: picture.naturalSize, format: format.name, modificationTime: modificationTime,
      metadata: metadata,
      animation: format.plays
        ? PictureAnimation(plays: loopCount == 0 ? nil : loopCount, isVideo: format.kind == .video) : nil)
    loaded.part = plan.part
    loaded.isDrawn = format.kind == .drawing || format.kind == .document
    return loaded
  }

  /// Opens a video at its first frame; nil if the file is not a video.
  ///
  /// - Throws: `LoadError`.
  func videoFrames(
    _ file: PictureFile, natural: PixelSize, shape: PictureShape, while isWanted: () -> Bool
  ) throws(LoadError) -> VideoPictures? {
    let input = try open(file.path, stamp: file.stamp)
    guard let format = ForeignFormat(head: input.head(), fileExtension: file.fileExtension), format.plays else {
      return nil
    }
    let plan = try LoadError.wrapping { () throws(ImageError) in try self.plan(for: natural, shape: shape) }
    let (source, facts) = try LoadError.wrapping { () throws(ExternalDecodeError) in
      let source = try VideoSource(input, format: format, programs: programs)
      return (source, try source.facts())
    }
    let reservation = try reserve(ProgramMemory.ofVideo(within: budget.limit), while: isWanted)
    let frames = try LoadError.wrapping { () throws(ExternalDecodeError) in
      // The proportions of a sequence's cover may differ from its frames'.
      try source.frames(
        plan.region, of: format.kind == .sequence ? natural : nil, facts: facts, memory: reservation.bytes)
    }
    return VideoPictures(frames, plan: plan, reservation: reservation)
  }

  private func open(_ path: Path, stamp: FileStamp? = nil) throws(LoadError) -> ProgramInput {
    try LoadError.wrapping { () throws(FileError) in try ProgramInput(path, stamp: stamp) }
  }
}

final class VideoPictures: PlayerFrameSource {
  private let frames: VideoFrames
  /// Held as long as the program may run.
  private let reservation: DecodeBudget.Reservation
  private let plan: PicturePlan

  init(_ frames: VideoFrames, plan: PicturePlan, reservation: DecodeBudget.Reservation) {
    self.frames = frames
    self.reservation = reservation
    self.plan = plan
  }

  func next() throws(LoadError) -> PictureFrame? {
    let frame = try LoadError.wrapping { () throws(ExternalDecodeError) in try frames.next() }
    guard let frame else { return nil }
    return PictureFrame(bitmap: plan.finished(frame.bitmap), delay: frame.delay)
  }

  func rewind() { frames.rewind() }

  var stopper: (@Sendable () -> Void)? {
    let frames = frames
    return { frames.stop() }
  }
}
