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

  /// - Throws: `Invalid` unless the message is well-formed, with numbers that can be calculated with.
  init(_ message: [UInt8], limits: DecodingLimits) throws(MessageReader.Invalid) {
    var reader = MessageReader(message)
    switch try reader.number() {
    case 0: self = .opened(try reader.facts(maxSide: WorkerAnswer.maxSide, maxBytes: WorkerAnswer.maxBytes))
    case 1: self = .none
    case 2: self = .bytes(try reader.number(in: 0...WorkerAnswer.maxBytes))
    case 3:
      let isOpaque = try reader.flag()
      let defect = try reader.flag() ? try reader.element(of: WorkerAnswer.defects) : nil
      self = .bitmap(isOpaque: isOpaque, defect, try reader.optionalText().flatMap(PictureRendition.init(rawValue:)))
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
        failure: try reader.flag() ? try reader.archiveError() : nil)
    case 12:
      self = .entry(
        size: try reader.number(in: 0...WorkerAnswer.maxBytes), modified: try reader.optionalNumber())
    case 13: self = .archiveFailed(try reader.archiveError())
    case 14:
      let name = Array(try reader.bytes(atMost: ArchiveLimits.maxNameBytes))
      guard !name.isEmpty, !name.contains(0) else { throw MessageReader.Invalid() }
      self = .passed(
        name: name, size: try reader.number(in: 0...WorkerAnswer.maxBytes),
        modified: try reader.optionalNumber())
    default: throw MessageReader.Invalid()
    }
    try reader.end()
  }
}

extension WorkerAnswer: MessageField {
  func write(to writer: inout MessageWriter) {
    switch self {
    case .opened(let facts):
      writer.write(0, facts.size, facts.format, facts.metadata)
      writer.write(facts.animation, facts.pageCount, facts.heldBytes)
    case .none: writer.write(1)
    case .bytes(let count): writer.write(2, min(count, WorkerAnswer.maxBytes))
    case .bitmap(let isOpaque, let defect, let rendition):
      writer.write(3, isOpaque, defect.map { WorkerAnswer.defects.firstIndex(of: $0) ?? 0 }, rendition?.rawValue)
    case .frame(let isOpaque, let delay): writer.write(4, isOpaque, min(delay, WorkerAnswer.maxDelay))
    case .done: writer.write(5)
    case .failed(let error): writer.write(6, error)
    case .unreadable(let error): writer.write(7, error)
    case .interrupted(let number): writer.write(8, number)
    case .metadata(let metadata): writer.write(9, metadata)
    case .archive(let isRandomAccess): writer.write(10, isRandomAccess)
    case .entries(let bytes, let isLast, let failure): writer.write(11, bytes, isLast, failure)
    case .entry(let size, let modified): writer.write(12, size, modified)
    case .archiveFailed(let error): writer.write(13, error)
    case .passed(let name, let size, let modified): writer.write(14, name, size, modified)
    }
  }
}

extension PixelSize: MessageField {
  func write(to writer: inout MessageWriter) { writer.write(width, height) }
}

/// Its place in the list of formats.
extension PictureFormat: MessageField {
  func write(to writer: inout MessageWriter) {
    guard let index = PictureFormat.all.firstIndex(of: self) else {
      preconditionFailure("a codec's format is in the table")
    }
    writer.write(index)
  }
}

extension Animation: MessageField {
  func write(to writer: inout MessageWriter) { writer.write(loopCount, frameCount) }
}

extension ImageMetadata: MessageField {
  func write(to writer: inout MessageWriter) {
    writer.write(Int(orientation.rawValue))
    for (_, field) in ImageMetadata.texts { writer.write(self[keyPath: field]) }
    writer.write(hasGainMap)
  }
}

extension ImageError: MessageField {
  func write(to writer: inout MessageWriter) {
    switch self {
    case .notAPicture: writer.write(0)
    case .empty: writer.write(1)
    case .truncated(let format): writer.write(2, format)
    case .corrupt(let format, let reason): writer.write(3, format, reason)
    case .unsupported(let format, let reason): writer.write(4, format, reason)
    case .tooLarge(let size, let limit): writer.write(5, size, limit)
    case .tooLong(let size, let limit): writer.write(6, size, limit)
    case .outOfMemory(let format): writer.write(7, format)
    case .tookTooLong: writer.write(8)
    // Not errors of a worker.
    case .needsMemory, .crashed, .noDecoder, .cancelled: writer.write(9)
    }
  }
}

extension FileError: MessageField {
  func write(to writer: inout MessageWriter) {
    switch self {
    case .noSuchFile: writer.write(0)
    case .danglingLink: writer.write(1)
    case .unsupportedScheme: writer.write(2)
    case .permissionDenied: writer.write(3)
    case .isFolder: writer.write(4)
    case .notAFile: writer.write(5)
    case .tooLarge(let limit): writer.write(6, limit)
    case .system(let message): writer.write(7, message)
    // No worker names a file.
    case .nameTaken, .cancelled: writer.write(8)
    }
  }
}

extension MessageReader {
  fileprivate mutating func facts(maxSide: Int, maxBytes: Int) throws(Invalid) -> WorkerAnswer.Facts {
    let counts = 0...Int(UInt32.max)
    return WorkerAnswer.Facts(
      size: try size(in: 1...maxSide), format: try element(of: PictureFormat.all), metadata: try metadata(),
      animation: try flag()
        ? Animation(loopCount: try number(in: counts), frameCount: try optionalNumber(in: counts)) : nil,
      pageCount: try number(in: 1...DecodingLimits.maxPages), heldBytes: try number(in: 0...maxBytes))
  }

  fileprivate mutating func metadata() throws(Invalid) -> ImageMetadata {
    var metadata = ImageMetadata(orientation: try value())
    for (_, field) in ImageMetadata.texts { metadata[keyPath: field] = try optionalText() }
    metadata.hasGainMap = try flag()
    return metadata
  }

  fileprivate mutating func imageError(limits: DecodingLimits) throws(Invalid) -> ImageError {
    switch try number() {
    case 0: return .notAPicture
    case 1: return .empty
    case 2: return .truncated(format: try text())
    case 3: return .corrupt(format: try text(), reason: try text())
    case 4: return .unsupported(format: try text(), reason: try text())
    case 5: return .tooLarge(try size(in: 0...Int.max), limit: try number(in: 0...Int.max))
    case 6: return .tooLong(try size(in: 0...Int.max), limit: try number(in: 0...Int.max))
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
