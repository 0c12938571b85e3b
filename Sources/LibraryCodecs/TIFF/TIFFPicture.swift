#if TIFF
  import CTiff
  import Imaging

  /// The properties of a TIFF's first picture that its decoding depends on.
  struct TIFFPicture {
    /// The number format of samples (TIFF 6.0, section 19).
    enum Numbers { case unsigned, signed, real }

    /// The color model of the samples.
    enum Colors {
      /// Gray; if inverted, 0 is white.
      case gray(isInverted: Bool)
      case rgb
      case palette
      /// Cyan, magenta, yellow and black.
      case inks
      /// L*a*b*, 8 or 16 bits a sample.
      case lab(LabConversion.Axes)
      /// Models that libtiff converts to RGB: luma and chroma, fax's L*a*b*, logarithmic luminance,
      /// and 1992's "old-style" JPEG.
      case libtiff

      /// The number of color samples of a pixel; 0 if libtiff converts them, since any number is possible.
      var count: Int {
        switch self {
        case .libtiff: 0
        case .gray, .palette: 1
        case .rgb, .lab: 3
        case .inks: 4
        }
      }
    }

    struct Alpha {
      var sample: Int
      /// Whether the colors are premultiplied by it.
      var isAssociated: Bool
    }

    let width: Int
    let height: Int
    let bits: Int
    let samples: Int
    let numbers: Numbers
    let colors: Colors
    let alpha: Alpha?
    /// Whether each sample is stored in a separate plane.
    let isPlanar: Bool

    /// What decoding takes besides the rows of tiles: a row in each form.
    var workingBytes: Int { bandBytes + 2 * (width * samples * bits / 8 + width * samples * 2 + 16 * width) }

    /// The bytes of a row of tiles or a strip, which libtiff decodes at once.
    private let bandBytes: Int

    /// The most pixels on a side and the most bytes of a row: beyond what any of our programs accepts.
    private static let maxSide = 1_000_000
    private static let maxRowBytes = 1 << 28

    /// Reads a file's directory.
    ///
    /// - Throws: `ImageError` for pictures that cannot be decoded.
    init(_ file: TIFFFile) throws(ImageError) {
      guard let width = file.long(TIFFTAG_IMAGEWIDTH), let height = file.long(TIFFTAG_IMAGELENGTH),
        1...TIFFPicture.maxSide ~= width, 1...TIFFPicture.maxSide ~= height
      else { throw TIFFFile.unsupported("it has no size that could be shown") }
      (self.width, self.height) = (width, height)
      bits = file.short(TIFFTAG_BITSPERSAMPLE) ?? 1
      samples = file.short(TIFFTAG_SAMPLESPERPIXEL) ?? 1
      isPlanar = samples > 1 && file.short(TIFFTAG_PLANARCONFIG) == Int(PLANARCONFIG_SEPARATE)
      switch file.short(TIFFTAG_SAMPLEFORMAT) {
      case Int(SAMPLEFORMAT_INT): numbers = .signed
      case Int(SAMPLEFORMAT_IEEEFP): numbers = .real
      case Int(SAMPLEFORMAT_COMPLEXINT), Int(SAMPLEFORMAT_COMPLEXIEEEFP):
        throw TIFFFile.unsupported("its samples are complex")
      default: numbers = .unsigned
      }
      guard 1...64 ~= bits, 1...64 ~= samples, bits <= 32 || bits == 64,
        numbers != .real || [16, 24, 32, 64].contains(bits)
      else { throw TIFFFile.unsupported("samples of \(bits) bits") }
      guard width * samples * bits / 8 <= TIFFPicture.maxRowBytes else {
        throw TIFFFile.unsupported("its rows are too long")
      }
      colors = try TIFFPicture.colors(file, samples: samples, bits: bits, isPlanar: isPlanar)
      let rows = (file.isTiled ? file.long(TIFFTAG_TILELENGTH) : file.long(TIFFTAG_ROWSPERSTRIP)) ?? height
      bandBytes = min(max(1, rows), height) * (width * samples * max(bits, 8) / 8 + 4 * width)
      guard samples >= colors.count else { throw TIFFFile.unsupported("too few samples for its colors") }
      alpha = TIFFPicture.alpha(file.extraSamples, after: colors.count, of: samples)
    }

    /// The first extra sample that is declared as alpha.
    private static func alpha(_ kinds: [Int], after colors: Int, of samples: Int) -> Alpha? {
      guard let extra = kinds.firstIndex(where: { $0 != Int(EXTRASAMPLE_UNSPECIFIED) }), colors + extra < samples else {
        return nil
      }
      return Alpha(sample: colors + extra, isAssociated: kinds[extra] == Int(EXTRASAMPLE_ASSOCALPHA))
    }

    private static func colors(_ file: TIFFFile, samples: Int, bits: Int, isPlanar: Bool) throws(ImageError) -> Colors {
      let compression = file.short(TIFFTAG_COMPRESSION) ?? 1
      if compression == Int(COMPRESSION_OJPEG) { return .libtiff }
      // If no photometric interpretation is given, the same defaults as libtiff's apply.
      let isFax = [2, 3, 4, 32_771].contains(compression)
      let defaultInterpretation =
        samples >= 3 ? Int(PHOTOMETRIC_RGB) : Int(isFax ? PHOTOMETRIC_MINISWHITE : PHOTOMETRIC_MINISBLACK)
      switch file.short(TIFFTAG_PHOTOMETRIC) ?? defaultInterpretation {
      case Int(PHOTOMETRIC_MINISWHITE): return .gray(isInverted: true)
      case Int(PHOTOMETRIC_MINISBLACK), Int(PHOTOMETRIC_MASK): return .gray(isInverted: false)
      case Int(PHOTOMETRIC_RGB): return .rgb
      case Int(PHOTOMETRIC_PALETTE): return .palette
      case Int(PHOTOMETRIC_SEPARATED): return .inks
      case Int(PHOTOMETRIC_YCBCR):
        guard !isPlanar || !file.isSubsampled else {
          throw TIFFFile.unsupported("subsampled chroma in separate planes")
        }
        guard compression == Int(COMPRESSION_JPEG), !isPlanar else { return .libtiff }
        // libjpeg converts these to RGB, row by row.
        file.set(TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB)
        return .rgb
      case Int(PHOTOMETRIC_CIELAB) where samples >= 3 && (bits == 8 || bits == 16): return .lab(.signed)
      case Int(PHOTOMETRIC_ICCLAB) where samples >= 3 && (bits == 8 || bits == 16): return .lab(.shifted)
      case Int(PHOTOMETRIC_CIELAB), Int(PHOTOMETRIC_ICCLAB), Int(PHOTOMETRIC_ITULAB), Int(PHOTOMETRIC_LOGL),
        Int(PHOTOMETRIC_LOGLUV):
        return .libtiff
      case let other: throw TIFFFile.unsupported("its samples are of kind \(other)")
      }
    }
  }
#endif
