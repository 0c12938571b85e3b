package import Bitmaps
package import Decoding
package import Imaging
package import System

/// Decodes pictures with external programs.
///
/// A format's programs are tried in order of preference. If one is not installed or cannot read the file, the next is
/// tried; a timeout is final. Calls block, and respond to the cancellation of their task.
package struct DecoderPrograms: Sendable {
  /// Finds the programs.
  package let finder: ProgramFinder
  /// The time limit of a program per picture.
  package let timeLimit: Duration
  package let limits: DecodingLimits
  package let budget: DecodeBudget
  /// Decodes PNGs that programs write, pictures that are contained in files, and colors and metadata.
  package let decoder: any PictureDecoding
  /// How far they are isolated.
  package let isolation: Isolation

  /// Programs found by a finder, with limits on size, time and memory.
  package init(
    finder: ProgramFinder = .standard, limits: DecodingLimits = DecodingLimits(), timeLimit: Duration = .seconds(20),
    budget: DecodeBudget = DecodeBudget(), decoder: any PictureDecoding = InProcessDecoder(),
    isolation: Isolation = .auto
  ) {
    self.finder = finder
    self.isolation = isolation
    self.limits = limits
    self.budget = budget
    self.decoder = decoder
    self.timeLimit = timeLimit
  }

  /// A file's picture: the first of a video, one page of a document, or a whole drawing at the requested size.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - format: the format recognized from its content.
  ///   - page: the page of a document, from 1.
  ///   - resultBytes: the maximum memory of the picture at the requested size, in bytes.
  ///   - target: returns the region to decode, given the picture's natural size.
  /// - Throws: `ExternalDecodeError`: `.file`, `.program`, `.image` beyond the limits, an error of `target`, or
  ///   `.cancelled`.
  package func picture(
    in input: ProgramInput, of format: ForeignFormat, page: Int = 1, resultBytes: Int = 0,
    target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion
  ) throws(ExternalDecodeError) -> ExternalPicture {
    var (input, decoders) = (input, decoders(for: input, format))
    let declared = format.declaredSize(of: input)
    if let declared { try ExternalDecodeError.wrapping { () throws(ImageError) in try limits.check(declared) } }
    let pixels = declared.map { $0.width * $0.height } ?? 0
    if let extract = format.contained {
      let memory = ProgramMemory(
        format.kind, fileBytes: input.count, resultBytes: resultBytes, limit: budget.limit)
      let reservation = try budget.reserveForProgram(min(memory.expected, budget.limit))
      defer { withExtendedLifetime(reservation) {} }
      let contained = try extract(input, limits)
      if let picture = try contained?.decoded(by: decoder, limits: limits, target: target) { return picture }
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
          format.kind, fileBytes: input.count, pixelBytes: pixels.clampedProduct(format.bytesPerPixel),
          resultBytes: resultBytes, limit: budget.limit)
        return try memory.trying { bytes throws(ExternalDecodeError) in
          let attempt = DecodeAttempt(
            decoder: decoder, program: path, format: format, input: input, programs: self,
            reservation: try budget.reserveForProgram(bytes), pixels: pixels)
          return try attempt.picture(page: page, target: target)
        }
      } catch {
        // After a failure, another program may succeed; it cannot if the picture is too large or the request is
        // cancelled.
        switch error {
        case .program(.failed), .image(.needsMemory(_, limit: _)): firstFailure = firstFailure ?? error
        case .program, .image, .file: throw error
        }
      }
    }
    if let firstFailure { throw firstFailure }
    guard let best = decoders.first?.program else { throw .image(.notAPicture) }
    throw .program(.missing(format: format.name, program: best))
  }

  /// pdfinfo's facts about a document, with the size of one of its pages.
  ///
  /// - Parameter memory: memory that is already reserved, in bytes; nil to reserve it here.
  /// - Throws: `ExternalDecodeError`, also if the document has no such page.
  package func information(
    ofDocument input: ProgramInput, page: Int = 1, memory: Int? = nil
  ) throws(ExternalDecodeError) -> PDFInformation {
    guard let path = finder.path(of: .pdfinfo) else {
      throw .program(.missing(format: "PDF", program: .pdfinfo))
    }
    let reservation = memory == nil ? try budget.reserveForProgram(ProgramMemory.minimum) : nil
    defer { withExtendedLifetime(reservation) {} }
    let session = DecoderSession(
      program: .pdfinfo, path: path, formatName: "PDF", timeLimit: timeLimit, memory: memory ?? ProgramMemory.minimum,
      isolation: isolation)
    let run = try session.start(["-f", "\(page)", "-l", "\(page)", "/dev/stdin"], input: input, outputLimit: 1 << 20)
    let output = try session.translating { () throws(ProgramFailure) in try run.readAll() }
    guard let information = PDFInformation(output) else { throw try session.failure(of: run) }
    guard page <= information.pageCount else {
      throw .program(.failed(.pdfinfo, format: "PDF", message: "it has \(information.pageCount) pages"))
    }
    return information
  }

  /// The format's decoders, the best for this file first, with options that suit it.
  private func decoders(for input: ProgramInput, _ format: ForeignFormat) -> [DecoderCommand] {
    // ffmpeg reads faxes whose rows do not end with the code for that, which libtiff requires.
    if format.name == "TIFF" { return TIFFTags(of: input).isFax ? format.decoders : [] }
    if format.decoders.contains(.magick("psd")), PhotoshopProfile.isCMYK(input) {
      // Converted without its profile, CMYK gets wrong colors. Without one, the program converts it.
      return PhotoshopProfile.exists(in: input) ? [.magick("psd", leavesInk: true)] + format.decoders : format.decoders
    }
    // In plain Netpbm, whose samples are text, ffmpeg takes numbers in comments for samples.
    if format.name == "PNM", let digit = input.head(2).last, "123".utf8.contains(digit) {
      return format.decoders.reversed()
    }
    if format.decoders.contains(.oiiotool()) { return SurfaceFormat.decoders(for: input) ?? format.decoders }
    return format.decoders
  }
}

extension TIFFTags {
  /// Reads the tags of a file's first directory, but not its profile, which may have megabytes.
  init(of input: ProgramInput) { self.init(readsProfile: false) { input.bytes(from: $0, count: $1) } }
}

/// A picture decoded by a program.
package struct ExternalPicture: Sendable {
  /// The pixels, at the requested size.
  package let bitmap: Bitmap
  /// The natural size of the picture; of a drawing or a page, in CSS pixels.
  package let naturalSize: PixelSize
  /// The file's metadata, as far as it is read. The bitmap is already upright.
  package var metadata: ImageMetadata

  /// Creates a picture.
  package init(bitmap: Bitmap, naturalSize: PixelSize, metadata: ImageMetadata = ImageMetadata()) {
    (self.bitmap, self.naturalSize, self.metadata) = (bitmap, naturalSize, metadata)
  }
}

/// The compression of a DDS (DirectDraw surface), which decides who can decode it.
private enum SurfaceFormat {
  /// DXGI's numbers for BC6H and BC7, which older versions of ffmpeg and ImageMagick refuse.
  private static let (bc6h, bc7) = (94...96, 97...99)

  /// The decoders for one of these; nil for other kinds.
  static func decoders(for input: ProgramInput) -> [DecoderCommand]? {
    let head = input.head(132)
    // The header's four letters, and the number in its extension.
    guard head.dropFirst(84).starts(with: "DX10".utf8), let format = HeaderSize.number(head, 128, 4) else { return nil }
    // BC6H has linear light.
    return bc6h ~= format ? [.oiiotool(isLinear: true)] : bc7 ~= format ? [.oiiotool()] : nil
  }
}
