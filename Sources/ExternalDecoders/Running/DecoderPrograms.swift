package import Imaging
package import System

/// Pictures that programs decode for us.
///
/// Programs of a format are tried from the best: one that is not installed, or cannot read this file, gives way to the
/// next; one that takes too long does not. Blocks; heeds its task's cancellation.
package struct DecoderPrograms: Sendable {
  /// Where programs are found.
  package let finder: ProgramFinder
  /// How long a program may take for a picture.
  package let timeLimit: Duration
  package let limits: DecodingLimits
  package let budget: DecodeBudget

  /// Programs found by a finder, and what they may cost.
  package init(
    finder: ProgramFinder = .standard, limits: DecodingLimits = DecodingLimits(), timeLimit: Duration = .seconds(20),
    budget: DecodeBudget = DecodeBudget()
  ) {
    self.finder = finder
    self.limits = limits
    self.budget = budget
    self.timeLimit = timeLimit
  }

  /// A file's picture: of a video its first, of a document a page, of a drawing the whole, drawn at the size needed.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - format: What its content has shown it to be.
  ///   - page: Which page of a document, from 1.
  ///   - resultBytes: What the picture takes at the size that is wanted, at most.
  ///   - target: Told the picture's own size, answers what is wanted of it.
  /// - Throws: `ExternalDecodeError`: `.delegate`, `.image` beyond the limits, what `target` throws, or `.cancelled`.
  package func picture(
    in input: ProgramInput, of format: ForeignFormat, page: Int = 1, resultBytes: Int = 0,
    target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion
  ) throws(ExternalDecodeError) -> ExternalPicture {
    var (input, decoders) = (input, try decoders(for: input, format))
    if let contained = try format.contained?(input, limits) {
      let memory = ProgramMemory(
        format.kind, fileBytes: input.count, resultBytes: resultBytes, limit: budget.limit)
      let reservation = try budget.reserveForProgram(min(memory.usual, budget.limit))
      defer { withExtendedLifetime(reservation) {} }
      if let picture = try contained.decoded(limits: limits, target: target) { return picture }
      if case .file(let bytes, let others) = contained {
        do throws(FileError) { input = try ProgramInput(bytes) } catch { throw ExternalDecodeError(error) }
        decoders = others
      }
    }
    var firstFailure: ExternalDecodeError?
    for decoder in decoders {
      guard let path = finder.path(of: decoder.program) else { continue }
      do throws(ExternalDecodeError) {
        let memory = ProgramMemory(
          format.kind, fileBytes: input.count, resultBytes: resultBytes, limit: budget.limit)
        return try memory.trying { bytes throws(ExternalDecodeError) in
          let attempt = DecodeAttempt(
            decoder: decoder, program: path, format: format, input: input, programs: self,
            reservation: try budget.reserveForProgram(bytes))
          return try attempt.picture(page: page, target: target)
        }
      } catch {
        // Another program may do better than one that failed; of what is too large, or no longer wanted, none will.
        guard case .program(.failed) = error else { throw error }
        firstFailure = firstFailure ?? error
      }
    }
    if let firstFailure { throw firstFailure }
    guard let best = decoders.first?.program else { throw .image(.notAPicture) }
    throw .program(.missing(format: format.name, program: best))
  }

  /// What pdfinfo tells of a document, with the size of one of its pages.
  ///
  /// - Parameter memory: Bytes that are reserved for it already; nil: they are reserved here.
  /// - Throws: `ExternalDecodeError`.
  package func information(
    ofDocument input: ProgramInput, page: Int = 1, memory: Int? = nil
  ) throws(ExternalDecodeError) -> PDFInformation {
    guard let path = finder.path(of: .pdfinfo) else {
      throw .program(.missing(format: "PDF", program: .pdfinfo))
    }
    let reservation = memory == nil ? try budget.reserveForProgram(ProgramMemory.least) : nil
    defer { withExtendedLifetime(reservation) {} }
    let session = DecoderSession(
      program: .pdfinfo, path: path, formatName: "PDF", timeLimit: timeLimit, memory: memory ?? ProgramMemory.least)
    let run = try session.start(["-f", "\(page)", "-l", "\(page)", "/dev/stdin"], input: input, outputLimit: 1 << 20)
    let output = try session.translating { () throws(ProgramFailure) in try run.readAll() }
    guard let information = PDFInformation(output) else { throw try session.failure(of: run) }
    guard page <= information.pageCount else {
      throw .program(.failed(.pdfinfo, format: "PDF", words: "it has \(information.pageCount) pages"))
    }
    return information
  }

  /// The format's decoders, the best for this file first; without those that would draw another picture.
  ///
  /// - Throws: `ExternalDecodeError.image` for a file that declares more pixels than the limits allow.
  private func decoders(for input: ProgramInput, _ format: ForeignFormat) throws(ExternalDecodeError)
    -> [DecoderCommand]
  {
    if format.decoders.contains(.tiff()) { return try tiffDecoders(for: input, format) }
    guard format.decoders.contains(.heifConvert) else { return format.decoders }
    let file = MediaPicture(of: input)
    if let size = file.size { try check(size) }
    // ffmpeg is the fastest for AVIF, but knows neither its transparency nor its tiles nor its orientation nor its
    // profile: it comes last.
    guard format.decoders.first != .heifConvert else { return format.decoders }
    guard file.mentions(["auxC", "grid", "irot", "imir", "iovl", "colrprof", "colrrICC"]) else {
      guard let bits = file.monochromeBits else { return format.decoders }
      return format.decoders.map { $0.program == .ffmpeg ? .ffmpeg("mov", pixels: .monochrome(bits: bits)) : $0 }
    }
    return [.heifConvert] + format.decoders.filter { $0 != .heifConvert && $0.program != .ffmpeg }
      + format.decoders.filter { $0.program == .ffmpeg }
  }

  private func tiffDecoders(for input: ProgramInput, _ format: ForeignFormat) throws(ExternalDecodeError)
    -> [DecoderCommand]
  {
    let tags = TIFFTags(of: input)
    if let size = tags.size { try check(size) }
    // ImageMagick is libtiff, too: where ours is there, it knows nothing that ours does not.
    let decoders =
      finder.path(of: .tuiTIFF) == nil ? format.decoders : format.decoders.filter { $0.program == .tuiTIFF }
    guard tags.isInk, tags.profile != nil else { return decoders }
    // Without their profile they would be light of other colours: one that explains them comes first.
    return decoders.compactMap { decoder -> DecoderCommand? in
      switch decoder {
      case .tiff: .tiff(leavesInk: true)
      case .magick(let coder, _): .magick(coder, leavesInk: true)
      case .ffmpeg, .heifConvert, .rsvgConvert, .pdftoppm: nil
      }
    } + decoders
  }

  /// Holds a declared size against the limits, before a program starts.
  private func check(_ size: PixelSize) throws(ExternalDecodeError) {
    do throws(ImageError) { try limits.check(size) } catch { throw .image(error) }
  }
}

extension TIFFTags {
  /// What a file's first directory tells.
  init(of input: ProgramInput) { self.init { input.bytes(from: $0, count: $1) } }
}

/// A picture as a program gave it.
package struct ExternalPicture: Sendable {
  /// At the size that was wanted.
  package let bitmap: Bitmap
  /// The picture's own size; of a drawing or a page, in CSS pixels.
  package let naturalSize: PixelSize
  /// What its file says of it, as far as that is read; it stands upright.
  package var metadata = ImageMetadata()
}
