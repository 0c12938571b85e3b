import Bitmaps
import Decoding
import Imaging
import System

/// An attempt of one program to decode one file.
struct DecodeAttempt {
  /// The box in which to draw SVGs that declare no size, in pixels.
  private static let defaultBox = PixelSize(width: 1024, height: 1024)
  /// The longest side that programs are asked to draw; larger pictures are upscaled by us.
  private static let longestSide = 8192
  /// The most pixels that programs are asked to draw for a smaller picture: a page of A4 has a million at its natural size.
  private static let finePixels = 1 << 20
  /// The maximum size of a PNG from a program, in bytes.
  private static let pngBytes = 512 << 20

  let decoder: DecoderCommand
  let session: DecoderSession
  let input: ProgramInput
  let programs: DecoderPrograms
  /// Memory for the program and then for its output.
  let reservation: DecodeBudget.Reservation

  init(
    decoder: DecoderCommand, program: Path, format: ForeignFormat, input: ProgramInput, programs: DecoderPrograms,
    reservation: DecodeBudget.Reservation, pixels: Int
  ) {
    self.decoder = decoder
    self.input = input
    self.programs = programs
    self.reservation = reservation
    session = DecoderSession(
      program: decoder.program, path: program, formatName: format.name, timeLimit: programs.timeLimit,
      memory: reservation.bytes, pixels: pixels, isolation: programs.isolation)
  }

  /// The picture, or the part of it that `target` requests.
  func picture(page: Int, target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion) throws(ExternalDecodeError)
    -> ExternalPicture
  {
    switch decoder {
    case .ffmpeg(let demuxer, let options, let treatment):
      let input = DecoderCommand.ffmpegInput(demuxer, options: options, maxPixels: programs.limits.pixelLimit())
      return try pixels(input + DecoderCommand.ffmpegStill(treatment), target: target)
    case .magick(let coder, let leavesInk):
      let folder = try session.translating { () throws(ProgramFailure) in try PrivateFolder() }
      return try withExtendedLifetime(folder) { () throws(ExternalDecodeError) in
        try pixels(
          DecoderCommand.magickStill(coder, leavesInk: leavesInk, diskBytes: session.temporaryBytes),
          temporaryFiles: folder, profile: coder == "psd" ? PhotoshopProfile.read(input) : nil,
          isGray: coder == "psd" && PhotoshopProfile.isGray(input), target: target)
      }
    case .pdftoppm:
      // The reservation for the drawing covers pdfinfo, too: it exits before pdftoppm starts.
      let natural = try programs.information(ofDocument: input, page: page, memory: reservation.bytes).pageSize
      let wanted = try target(natural)
      let (size, part, drawn) = DecodeAttempt.drawn(wanted, natural: natural)
      let arguments = DecoderCommand.pdftoppm(page: page, size: size, part: part)
      let picture = try pixels(arguments) { _ throws(ExternalDecodeError) in drawn }
      return ExternalPicture(bitmap: picture.bitmap, naturalSize: natural)
    case .rsvgConvert: return try drawing(target: target)
    case .oiiotool(let isLinear): return try written(DecoderCommand.oiiotool(isLinear: isLinear), target: target)
    }
  }

  /// A Netpbm picture, read row by row.
  ///
  /// - Parameters:
  ///   - profile: the profile of the colors; ignored if it is for other samples.
  ///   - isGray: whether the file's pixels are gray, even if the program writes red, green and blue.
  private func pixels(
    _ arguments: [String], temporaryFiles: PrivateFolder? = nil, profile: [UInt8]? = nil, isGray: Bool = false,
    target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion
  ) throws(ExternalDecodeError) -> ExternalPicture {
    // At most eight bytes per pixel, and the header.
    let outputLimit = programs.limits.pixelLimit().multipliedReportingOverflow(by: 8)
    let run = try session.start(
      arguments.map { Array($0.utf8) }, input: input,
      outputLimit: outputLimit.overflow ? .max : outputLimit.partialValue + 65_536, temporaryFiles: temporaryFiles)
    let reader = try session.translating { () throws(ProgramFailure) in try NetpbmReader(run) }
    guard let reader else { throw try session.failure(of: run) }
    // Programs do not know the orientation of a PSD.
    let metadata = session.formatName == "PSD" ? programs.decoder.metadata(of: input.file) : ImageMetadata()
    let orientation = metadata.orientation
    try ExternalDecodeError.wrapping { () throws(ImageError) in try programs.limits.check(reader.header.size) }
    // The rows are scaled in the stored orientation, and only the result is rotated.
    let natural = orientation.applied(to: reader.header.size)
    let stored = try target(natural).stored(orientation)
    let bitmap: Bitmap?
    if let profile,
      let scaler = try scaler(of: reader.header, profile: profile, isGray: isGray, to: stored)
    {
      bitmap = try reader.bitmap(of: stored, by: scaler, in: session)
    } else {
      bitmap = try session.translating { () throws(ProgramFailure) in try reader.bitmap(of: stored) }
    }
    guard let bitmap else { throw try session.failure(of: run) }
    // All rows have arrived, so the program is finished. Releasing `run` terminates it.
    return ExternalPicture(bitmap: bitmap.oriented(orientation), naturalSize: natural, metadata: metadata)
  }

  /// A scaler for colors that a profile defines; nil if the profile does not describe such samples, and is ignored.
  private func scaler(
    of header: NetpbmHeader, profile: [UInt8], isGray: Bool, to region: ScaledRegion
  ) throws(ExternalDecodeError) -> (any ProfiledScaling)? {
    try ExternalDecodeError.wrapping { () throws(ImageError) in
      try programs.decoder.scaler(of: header, profile: profile, isGray: isGray, to: region, limits: programs.limits)
    }
  }

  /// An SVG, drawn at exactly the requested size if it declares its own size; otherwise in a box, and the size of the
  /// result becomes the natural size.
  private func drawing(target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion) throws(ExternalDecodeError)
    -> ExternalPicture
  {
    guard let natural = SVGSize.declared(in: input.head(ProgramInput.longHeadBytes)) else {
      return try png(DecoderCommand.rsvg(DecodeAttempt.defaultBox, keepsShape: true), target: target)
    }
    let wanted = try target(natural)
    let (size, part, drawn) = DecodeAttempt.drawn(wanted, natural: natural)
    let arguments = DecoderCommand.rsvg(size, part: part, keepsShape: false)
    let picture = try png(arguments) { _ throws(ExternalDecodeError) in drawn }
    return ExternalPicture(bitmap: picture.bitmap, naturalSize: natural)
  }

  /// A picture that a program writes into a file whose name is its last argument, under another name at first.
  private func written(
    _ arguments: [String], target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion
  ) throws(ExternalDecodeError) -> ExternalPicture {
    let folder = try session.translating { () throws(ProgramFailure) in try PrivateFolder() }
    return try withExtendedLifetime(folder) { () throws(ExternalDecodeError) in
      let run = try session.start(
        arguments.map { Array($0.utf8) } + [folder.path("picture.png")], input: input, outputLimit: 1 << 16,
        temporaryFiles: folder)
      _ = try session.translating { () throws(ProgramFailure) in try run.readAll() }
      let limit = min(DecodeAttempt.pngBytes, reservation.bytes)
      guard let bytes = try? FileBytes.read(Path(folder.path("picture.png")), limit: limit) else {
        throw try session.failure(of: run)
      }
      return try png(bytes, of: run, target: target)
    }
  }

  /// A PNG, decoded by us. The program has applied the orientation, but may have copied the Exif tag as well.
  private func png(
    _ arguments: [String], target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion
  ) throws(ExternalDecodeError) -> ExternalPicture {
    let run = try session.start(
      arguments, input: input, outputLimit: min(DecodeAttempt.pngBytes, reservation.bytes))
    let bytes = try session.translating { () throws(ProgramFailure) in try run.readAll() }
    return try png(bytes, of: run, target: target)
  }

  /// A PNG that a program has written.
  private func png(
    _ bytes: [UInt8], of run: ProgramRun, target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion
  ) throws(ExternalDecodeError) -> ExternalPicture {
    guard !bytes.isEmpty else { throw try session.failure(of: run) }
    let image: any OpenedPicture
    do throws(ImageError) {
      image = try programs.decoder.open(bytes, limits: programs.limits, isUpright: true)
    } catch {
      guard case .notAPicture = error else { throw .image(error) }
      throw try session.failure(of: run)
    }
    let wanted = try target(image.size)
    // The output is complete, so the program's memory is available to us.
    run.group.stop()
    let needed = try ExternalDecodeError.wrapping { () throws(ImageError) in
      try image.heldBytes + image.decodingBytes(of: wanted)
    }
    if needed > reservation.bytes, !reservation.resize(to: needed) {
      throw .image(.needsMemory(needed, limit: programs.budget.limit))
    }
    do throws(ImageError) {
      let picture = try image.picture(of: wanted)
      // Truncated output means that the program has failed.
      guard picture.defect == nil else { throw ImageError.truncated(format: image.format.name) }
      return ExternalPicture(
        bitmap: picture.bitmap, naturalSize: image.size, metadata: image.metadata)
    } catch {
      if case .truncated = error { throw try session.failure(of: run) }
      throw .image(error)
    }
  }

  /// The arguments for a drawing: the size, the part to draw, and the region to request from the result.
  ///
  /// A part is drawn at its final scale at any zoom, as long as the result is not larger than the longest side. What is smaller than its
  /// natural size is drawn several times as large, and averaged by us: programs place tiny letters and thin lines on whole pixels.
  private static func drawn(
    _ wanted: ScaledRegion, natural: PixelSize
  ) -> (size: PixelSize, part: PixelRect?, wanted: ScaledRegion) {
    let (whole, part) = (wanted.whole, wanted.part)
    let reduction = max((natural.width - 1) / whole.width, (natural.height - 1) / whole.height) + 1
    let affordable = (Double(finePixels) / Double(whole.width * whole.height)).squareRoot()
    let factor = max(1, min(reduction, Int(affordable)))
    if !wanted.isWhole, max(part.width, part.height) * factor <= longestSide {
      let fine = PixelRect(
        x: part.x * factor, y: part.y * factor, width: part.width * factor, height: part.height * factor)
      var region = ScaledRegion(whole: wanted.size)
      region.exposure = wanted.exposure
      return (PixelSize(width: whole.width * factor, height: whole.height * factor), fine, region)
    }
    return (
      PixelSize(width: min(whole.width * factor, longestSide), height: min(whole.height * factor, longestSide)), nil,
      wanted
    )
  }
}
