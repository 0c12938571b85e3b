import Archives
import Bitmaps
import Imaging
import System

/// The answer of a worker, which may have been taken over by a picture: nothing in it is believed that is not checked.
enum WorkerAnswer {
  /// What a picture's header declares.
  struct Facts {
    var size: PixelSize
    var format: PictureFormat
    var metadata: ImageMetadata
    var animation: Animation?
    var pageCount = 1
    var heldBytes: Int
  }

  case opened(Facts)
  case metadata(ImageMetadata)
  /// There is nothing, or the answer is no.
  case none
  case bytes(Int)
  /// The buffer contains a bitmap of the requested size.
  case bitmap(isOpaque: Bool, PictureDefect?, PictureRendition? = nil)
  /// The buffer contains a frame, shown for some nanoseconds.
  case frame(isOpaque: Bool, delay: Int)
  case done
  case failed(ImageError)
  case unreadable(FileError)
  /// The file could not be read while it was decoded: the system's error number.
  case interrupted(Int)
  case archive(isRandomAccess: Bool)
  /// The buffer contains a page of entries: so many bytes.
  case entries(bytes: Int, isLast: Bool, failure: ArchiveError?)
  case entry(size: Int, modified: Int?)
  /// An entry on the way to another one.
  case passed(name: [UInt8], size: Int, modified: Int?)
  case archiveFailed(ArchiveError)

  /// The largest number of bytes that an answer may claim.
  fileprivate static let maxBytes = 1 << 48
  /// The longest side of a picture.
  private static let maxSide = 1 << 24
  /// The longest delay of a frame in nanoseconds: a day.
  private static let maxDelay = 86_400_000_000_000
  private static let defects: [PictureDefect] = [.truncated, .checksum, .damaged, .unfinished]

  var message: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .opened(let facts):
      writer.write(0)
      writer.write(facts)
    case .none: writer.write(1)
    case .bytes(let count):
      writer.write(2)
      writer.write(min(count, WorkerAnswer.maxBytes))
    case .bitmap(let isOpaque, let defect, let rendition):
      writer.write(3)
      writer.write(isOpaque)
      writer.write(defect) { $0.write(WorkerAnswer.defects.firstIndex(of: $1) ?? 0) }
      writer.write(rendition?.rawValue)
    case .frame(let isOpaque, let delay):
      writer.write(4)
      writer.write(isOpaque)
      writer.write(min(delay, WorkerAnswer.maxDelay))
    case .done: writer.write(5)
    case .failed(let error):
      writer.write(6)
      writer.write(error)
    case .unreadable(let error):
      writer.write(7)
      writer.write(error)
    case .interrupted(let number):
      writer.write(8)
      writer.write(number)
    case .metadata(let metadata):
      writer.write(9)
      writer.write(metadata)
    case .archive(let isRandomAccess):
      writer.write(10)
      writer.write(isRandomAccess)
    case .entries(let bytes, let isLast, let failure):
      writer.write(11)
      writer.write(bytes)
      writer.write(isLast)
      writer.write(failure) { $0.write($1) }
    case .entry(let size, let modified):
      writer.write(12)
      writer.write(size)
      writer.write(modified) { $0.write($1) }
    case .archiveFailed(let error):
      writer.write(13)
      writer.write(error)
    case .passed(let name, let size, let modified):
      writer.write(14)
      writer.write(name)
      writer.write(size)
      writer.write(modified) { $0.write($1) }
    }
    return writer.bytes
  }

  /// - Throws: `Invalid` unless the message is well-formed, with numbers that can be calculated with.
  init(_ message: [UInt8], limits: DecodingLimits) throws(MessageReader.Invalid) {
    var reader = MessageReader(message)
    switch try reader.number() {
    case 0: self = .opened(try reader.facts(maxSide: WorkerAnswer.maxSide, maxBytes: WorkerAnswer.maxBytes))
    case 1: self = .none
    case 2: self = .bytes(try reader.number(in: 0...WorkerAnswer.maxBytes))
    case 3:
      let isOpaque = try reader.flag()
      let defect = try reader.optional { reader throws(MessageReader.Invalid) in
        WorkerAnswer.defects[try reader.number(in: 0...WorkerAnswer.defects.count - 1)]
      }
      let rendition = try reader.optionalText().flatMap(PictureRendition.init(rawValue:))
      self = .bitmap(isOpaque: isOpaque, defect, rendition)
    case 4: self = .frame(isOpaque: try reader.flag(), delay: try reader.number(in: 0...WorkerAnswer.maxDelay))
    case 5: self = .done
    case 6: self = .failed(try reader.imageError(limits: limits))
    case 7: self = .unreadable(try reader.fileError())
    case 8: self = .interrupted(try reader.number(in: 1...4095))
    case 9: self = .metadata(try reader.metadata())
    case 10: self = .archive(isRandomAccess: try reader.flag())
    case 11:
      self = .entries(
        bytes: try reader.number(in: 0...ArchiveMessage.maxBytes), isLast: try reader.flag(),
        failure: try reader.optional { reader throws(MessageReader.Invalid) in try reader.archiveError() })
    case 12:
      self = .entry(
        size: try reader.number(in: 0...WorkerAnswer.maxBytes),
        modified: try reader.optional { reader throws(MessageReader.Invalid) in try reader.number() })
    case 13: self = .archiveFailed(try reader.archiveError())
    case 14:
      let name = Array(try reader.bytes(atMost: ArchiveLimits.maxNameBytes))
      guard !name.isEmpty, !name.contains(0) else { throw MessageReader.Invalid() }
      self = .passed(
        name: name, size: try reader.number(in: 0...WorkerAnswer.maxBytes),
        modified: try reader.optional { reader throws(MessageReader.Invalid) in try reader.number() })
    default: throw MessageReader.Invalid()
    }
    try reader.end()
  }
}

extension MessageWriter {
  fileprivate mutating func write(_ facts: WorkerAnswer.Facts) {
    write(facts.size)
    write(facts.format.code)
    write(facts.metadata)
    write(facts.animation) { writer, animation in
      writer.write(animation.loopCount)
      writer.write(animation.frameCount) { $0.write($1) }
    }
    write(facts.pageCount)
    write(facts.heldBytes)
  }

  fileprivate mutating func write(_ metadata: ImageMetadata) {
    write(Int(metadata.orientation.rawValue))
    for (_, field) in ImageMetadata.texts { write(metadata[keyPath: field]) }
    write(metadata.hasGainMap)
  }

  fileprivate mutating func write(_ size: PixelSize) {
    write(size.width)
    write(size.height)
  }

  fileprivate mutating func write(_ error: ImageError) {
    func write(_ kind: Int, _ texts: String...) {
      self.write(kind)
      for text in texts { self.write(text) }
    }
    switch error {
    case .notAPicture: write(0)
    case .empty: write(1)
    case .truncated(let format): write(2, format)
    case .corrupt(let format, let reason): write(3, format, reason)
    case .unsupported(let format, let reason): write(4, format, reason)
    case .tooLarge(let size, let limit), .tooLong(let size, let limit):
      if case .tooLarge = error { write(5) } else { write(6) }
      self.write(size)
      self.write(limit)
    case .outOfMemory(let format): write(7, format)
    case .tookTooLong: write(8)
    // Not errors of a worker.
    case .needsMemory, .crashed, .noDecoder, .cancelled: write(9)
    }
  }

  fileprivate mutating func write(_ error: FileError) {
    switch error {
    case .noSuchFile: write(0)
    case .danglingLink: write(1)
    case .unsupportedScheme: write(2)
    case .permissionDenied: write(3)
    case .isFolder: write(4)
    case .notAFile: write(5)
    case .tooLarge(let limit):
      write(6)
      write(limit)
    case .system(let message):
      write(7)
      write(message)
    // No worker names a file.
    case .nameTaken, .cancelled: write(8)
    }
  }
}

extension MessageReader {
  fileprivate mutating func facts(maxSide: Int, maxBytes: Int) throws(Invalid) -> WorkerAnswer.Facts {
    let size = PixelSize(width: try number(in: 1...maxSide), height: try number(in: 1...maxSide))
    guard let format = PictureFormat(code: try number()) else { throw Invalid() }
    let metadata = try metadata()
    let animation = try optional { reader throws(Invalid) in
      Animation(
        loopCount: try reader.number(in: 0...Int(UInt32.max)),
        frameCount: try reader.optional { reader throws(Invalid) in try reader.number(in: 0...Int(UInt32.max)) })
    }
    return WorkerAnswer.Facts(
      size: size, format: format, metadata: metadata, animation: animation,
      pageCount: try number(in: 1...DecodingLimits.maxPages), heldBytes: try number(in: 0...maxBytes))
  }

  fileprivate mutating func metadata() throws(Invalid) -> ImageMetadata {
    guard let orientation = Orientation(rawValue: UInt8(try number(in: 1...8))) else { throw Invalid() }
    var metadata = ImageMetadata(orientation: orientation)
    for (_, field) in ImageMetadata.texts { metadata[keyPath: field] = try optionalText() }
    metadata.hasGainMap = try flag()
    return metadata
  }

  fileprivate mutating func imageError(limits: DecodingLimits) throws(Invalid) -> ImageError {
    let kind = try number()
    switch kind {
    case 0: return .notAPicture
    case 1: return .empty
    case 2: return .truncated(format: try text())
    case 3: return .corrupt(format: try text(), reason: try text())
    case 4: return .unsupported(format: try text(), reason: try text())
    case 5, 6:
      let size = PixelSize(width: try number(in: 0...Int.max), height: try number(in: 0...Int.max))
      let limit = try number(in: 0...Int.max)
      return kind == 5 ? .tooLarge(size, limit: limit) : .tooLong(size, limit: limit)
    case 7: return .outOfMemory(format: try text())
    case 8: return .tookTooLong(limit: limits.maxDuration)
    default: throw Invalid()
    }
  }

  fileprivate mutating func fileError() throws(Invalid) -> FileError {
    switch try number() {
    case 0: return .noSuchFile
    case 1: return .danglingLink
    case 2: return .unsupportedScheme
    case 3: return .permissionDenied
    case 4: return .isFolder
    case 5: return .notAFile
    case 6: return .tooLarge(limit: try number(in: 0...Int.max))
    case 7: return .system(try text())
    default: throw Invalid()
    }
  }
}
