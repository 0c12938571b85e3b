package import Imaging

/// Pictures that programs decode for us.
///
/// Programs of a format are tried from the best: one that is not installed, or cannot read this file, gives way to the
/// next; one that takes too long does not. Blocks; heeds its task's cancellation.
package struct Delegates: Sendable {
  /// Where programs are found.
  package let finder: ProgramFinder
  /// How long a program may take for a picture.
  package let timeLimit: Duration
  let limits: DecodingLimits

  /// Programs found by a finder, and what they may cost.
  package init(
    finder: ProgramFinder = .standard, limits: DecodingLimits = DecodingLimits(), timeLimit: Duration = .seconds(20)
  ) {
    self.finder = finder
    self.limits = limits
    self.timeLimit = timeLimit
  }

  /// A file's picture: of a video its first, of a document a page, of a drawing the whole, drawn at the size needed.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - format: What its content has shown it to be.
  ///   - page: Which page of a document, from 1.
  ///   - target: Told the picture's own size, answers the size that is wanted, each side 1…65535.
  /// - Throws: `LoadError`: `.delegate`, `.image` beyond the limits, what `target` throws, or `.cancelled`.
  package func picture(
    in input: ProgramInput, of format: ForeignFormat, page: Int = 1,
    target: (PixelSize) throws(LoadError) -> PixelSize
  ) throws(LoadError) -> DelegatedPicture {
    var firstFailure: LoadError?
    let decoders = decoders(for: input, format)
    for decoder in decoders {
      guard let path = finder.path(of: decoder.program) else { continue }
      let attempt = DelegateAttempt(decoder: decoder, program: path, format: format, input: input, delegates: self)
      do throws(LoadError) {
        return try attempt.picture(page: page, target: target)
      } catch {
        // Another program may do better than one that failed; of what is too large, or no longer wanted, none will.
        guard case .delegate(.failed) = error else { throw error }
        firstFailure = firstFailure ?? error
      }
    }
    if let firstFailure { throw firstFailure }
    guard let best = decoders.first?.program else { throw .image(.notAPicture) }
    throw .delegate(.missing(format: format.name, program: best))
  }

  /// What pdfinfo tells of a document, with the size of one of its pages.
  ///
  /// - Throws: `LoadError`.
  package func information(ofDocument input: ProgramInput, page: Int = 1) throws(LoadError) -> PDFInformation {
    guard let path = finder.path(of: .pdfinfo) else {
      throw .delegate(.missing(format: "PDF", program: .pdfinfo))
    }
    let session = DelegateSession(program: .pdfinfo, path: path, formatName: "PDF", timeLimit: timeLimit)
    let run = try session.start(["-f", "\(page)", "-l", "\(page)", "/dev/stdin"], input: input, outputLimit: 1 << 20)
    let output = try session.translating { () throws(ProgramFailure) in try run.readAll() }
    guard let information = PDFInformation(output) else { throw try session.failure(of: run) }
    guard page <= information.pageCount else {
      throw .delegate(.failed(.pdfinfo, format: "PDF", words: "it has \(information.pageCount) pages"))
    }
    return information
  }

  /// The format's decoders, the best for this file first; without those that would draw another picture.
  private func decoders(for input: ProgramInput, _ format: ForeignFormat) -> [DelegateDecoder] {
    if format.decoders.contains(.tiff) { return tiffDecoders(for: input, format) }
    // ffmpeg is the fastest for AVIF, but knows neither its transparency nor its tiles nor its orientation nor its
    // profile: it comes last.
    guard format.decoders.contains(.heifConvert), format.decoders.first != .heifConvert else { return format.decoders }
    let head = input.head()
    let isBeyond = ["auxC", "grid", "irot", "imir", "iovl", "colrprof", "colrrICC"].contains {
      head.contains(sequence: $0.utf8)
    }
    guard isBeyond else { return format.decoders }
    return [.heifConvert] + format.decoders.filter { $0 != .heifConvert && $0.program != .ffmpeg }
      + format.decoders.filter { $0.program == .ffmpeg }
  }

  private func tiffDecoders(for input: ProgramInput, _ format: ForeignFormat) -> [DelegateDecoder] {
    let tags = TIFFTags(of: input)
    let others = format.decoders.filter { $0.program != .ffmpeg }
    // Whoever makes light of inks makes it without their profile: one that explains them comes first.
    let byProfile: [DelegateDecoder] = tags.isInk && tags.profile != nil ? [.magick("tiff", leavesInk: true)] : []
    if tags.isTiledOrJPEG { return byProfile + others }
    // Of inks that have more than 8 bits ffmpeg says nothing, and takes them for light.
    if tags.isInk { return byProfile + others + (tags.bits == 8 ? [.tiff] : []) }
    return tags.isPremultipliedOrLuma ? others + [.tiff] : format.decoders
  }
}

extension TIFFTags {
  /// What a file's first directory tells.
  init(of input: ProgramInput) { self.init { input.bytes(from: $0, count: $1) } }
}

/// A picture as a program gave it.
package struct DelegatedPicture: Sendable {
  /// At the size that was wanted.
  package let bitmap: Bitmap
  /// The picture's own size; of a drawing or a page, in CSS pixels.
  package let naturalSize: PixelSize
  /// What its file says of it, as far as that is read; it stands upright.
  package var metadata = ImageMetadata()
}
