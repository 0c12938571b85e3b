#if HEIF
  import CHeif
  import Imaging

  /// libheif as a whole.
  enum HEIFLibrary {
    static var version: String { unsafe String(cString: heif_get_version()) }

    /// Loads the plugins that decode, which are files.
    static func open() { _ = unsafe heif_init(nil) }
  }

  /// A file that libheif has parsed.
  @safe
  final class HEIFContext: @unchecked Sendable {
    static let format = LibraryFormat.heic.format.name
    /// The most threads that decode tiles.
    private static let threads: Int32 = 2

    let pointer: OpaquePointer
    /// The pictures, the primary one first and the others in the file's order. Thumbnails, depth maps and other auxiliary pictures are none
    /// of them.
    let pages: [heif_item_id]
    /// What libheif reads, as long as it is open.
    private let file: ReadFile

    /// How libheif reads a file, at an address that it keeps.
    private nonisolated(unsafe) static let reader: UnsafeMutablePointer<heif_reader> = {
      let reader = UnsafeMutablePointer<heif_reader>.allocate(capacity: 1)
      var functions = heif_reader()
      functions.reader_api_version = 1
      unsafe functions.get_position = { Int64(unsafe ReadFile.position($0)) }
      unsafe functions.read = { unsafe ReadFile.readNext($2, into: $0, count: $1) ? 0 : -1 }
      unsafe functions.seek = { unsafe ReadFile.seek($1, to: Int(clamping: $0)) ? 0 : -1 }
      unsafe functions.wait_for_file_size = {
        unsafe Int(clamping: $0) <= ReadFile.count($1)
          ? heif_reader_grow_status_size_reached : heif_reader_grow_status_size_beyond_eof
      }
      unsafe reader.initialize(to: functions)
      return unsafe reader
    }()

    /// Parses a file.
    ///
    /// - Throws: `ImageError` if it is damaged, truncated or has no primary picture.
    init(_ source: any ByteSource) throws(ImageError) {
      guard let context = unsafe heif_context_alloc() else { throw .outOfMemory(format: HEIFContext.format) }
      file = ReadFile(source)
      unsafe heif_context_set_max_decoding_threads(context, HEIFContext.threads)
      var result = unsafe heif_context_read_from_reader(context, HEIFContext.reader, file.pointer, nil)
      var primary: heif_item_id = 0
      if unsafe result.code == heif_error_Ok { unsafe result = heif_context_get_primary_image_ID(context, &primary) }
      guard unsafe result.code == heif_error_Ok else {
        // Its message may belong to the context.
        let error = unsafe HEIFContext.error(result)
        unsafe heif_context_free(context)
        throw error
      }
      let count = Int(unsafe heif_context_get_number_of_top_level_images(context))
      var pages = [heif_item_id](repeating: 0, count: min(max(count, 0), DecodingLimits.maxPages))
      // At most as many as there is room for.
      _ = unsafe heif_context_get_list_of_top_level_image_IDs(context, &pages, Int32(pages.count))
      self.pages = Array(([primary] + pages.filter { $0 != primary }).prefix(DecodingLimits.maxPages))
      unsafe pointer = context
    }

    deinit { unsafe heif_context_free(pointer) }

    /// Parses the file without the sizes that its pictures declare.
    ///
    /// - Throws: `ImageError`.
    func unsized() throws(ImageError) -> HEIFContext { try HEIFContext(UnsizedHEIF(file.source)) }

    /// The reason for a failure.
    @unsafe
    static func error(_ error: heif_error) -> ImageError {
      let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
      switch unsafe error.subcode {
      case heif_suberror_End_of_data: return .truncated(format: format)
      // It may have a sequence, which a program plays.
      case heif_suberror_No_meta_box, heif_suberror_No_or_invalid_primary_item:
        return .unsupported(format: format, reason: message)
      default: break
      }
      switch unsafe error.code {
      case heif_error_Memory_allocation_error: return .outOfMemory(format: format)
      case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
        return .unsupported(format: format, reason: message)
      default: return .corrupt(format: format, reason: message)
      }
    }
  }
#endif
