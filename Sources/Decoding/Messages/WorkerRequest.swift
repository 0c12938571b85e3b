import Archives
import Bitmaps
import Imaging

/// A request to a worker. Bitmaps are written into a buffer that comes with it.
enum WorkerRequest {
  /// How a file is opened; it comes with the request.
  enum Mode: UInt8 {
    case streaming, whole, thumbnail, metadata
  }

  /// What memory is needed for.
  enum Purpose: UInt8 {
    case picture, frames, samples
  }

  case open(Mode, count: Int, limits: DecodingLimits, isUpright: Bool)
  case measure(Purpose, ScaledRegion)
  case decode(ScaledRegion)
  case play(ScaledRegion)
  case nextFrame
  case rewind
  case decodeSamples(ScaledRegion)
  case scaleSamples(ScaledRegion)
  /// There is no answer.
  case close
  /// Rows will follow, whose colors the profile in the file defines.
  case openRows(NetpbmHeader, isGray: Bool, profileBytes: Int, ScaledRegion)
  /// The file contains this many rows.
  case pushRows(Int)
  case finishRows
  /// The archive comes with the request.
  case openArchive(count: Int, limits: ArchiveLimits)
  /// The entries are written into the buffer.
  case listEntries(headBytes: Int, maxBytes: Int)
  case findEntry(name: [UInt8], index: Int)
  /// The entry is written into the buffer.
  case readEntry(size: Int)
  case passEntry(before: Int)
  /// Another picture of the open file is used from then on.
  case page(Int)

  init(_ message: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(message)
    switch try reader.number() {
    case 0:
      self = .open(
        try reader.value(), count: try reader.number(), limits: try reader.limits(), isUpright: try reader.flag())
    case 1: self = .measure(try reader.value(), try reader.region())
    case 2: self = .decode(try reader.region())
    case 3: self = .play(try reader.region())
    case 4: self = .nextFrame
    case 5: self = .rewind
    case 6: self = .decodeSamples(try reader.region())
    case 7: self = .scaleSamples(try reader.region())
    case 8: self = .close
    case 9:
      let header = try reader.header()
      self = .openRows(
        header, isGray: try reader.flag(), profileBytes: try reader.number(in: 0...Int.max), try reader.region())
    case 10: self = .pushRows(try reader.number(in: 1...1_000_000))
    case 11: self = .finishRows
    case 12: self = .openArchive(count: try reader.number(), limits: try reader.archiveLimits())
    case 13:
      let sizes = 0...ArchiveMessage.maxBytes
      self = .listEntries(headBytes: try reader.number(in: sizes), maxBytes: try reader.number(in: sizes))
    case 14:
      self = .findEntry(
        name: Array(try reader.bytes(atMost: ArchiveLimits.maxNameBytes)), index: try reader.number(in: 0...Int.max))
    case 15: self = .readEntry(size: try reader.number(in: 0...Int.max))
    case 16: self = .passEntry(before: try reader.number(in: 0...Int.max))
    case 17: self = .page(try reader.number(in: 1...DecodingLimits.maxPages))
    default: throw MessageReader.Invalid()
    }
    try reader.end()
  }
}

extension WorkerRequest: MessageField {
  func write(to writer: inout MessageWriter) {
    switch self {
    case .open(let mode, let count, let limits, let isUpright):
      writer.write(0, Int(mode.rawValue), count, limits, isUpright)
    case .measure(let purpose, let region): writer.write(1, Int(purpose.rawValue), region)
    case .decode(let region): writer.write(2, region)
    case .play(let region): writer.write(3, region)
    case .nextFrame: writer.write(4)
    case .rewind: writer.write(5)
    case .decodeSamples(let region): writer.write(6, region)
    case .scaleSamples(let region): writer.write(7, region)
    case .close: writer.write(8)
    case .openRows(let header, let isGray, let profileBytes, let region):
      writer.write(9, header.size, header.channels, header.maximum, header.isCMYK)
      writer.write(isGray, profileBytes, region)
    case .pushRows(let count): writer.write(10, count)
    case .finishRows: writer.write(11)
    case .openArchive(let count, let limits): writer.write(12, count, limits)
    case .listEntries(let headBytes, let maxBytes): writer.write(13, headBytes, maxBytes)
    case .findEntry(let name, let index): writer.write(14, name, index)
    case .readEntry(let size): writer.write(15, size)
    case .passEntry(let index): writer.write(16, index)
    case .page(let number): writer.write(17, number)
    }
  }
}

extension ScaledRegion: MessageField {
  func write(to writer: inout MessageWriter) {
    writer.write(part.x, part.y, part.size, whole, exposure.thirds)
  }
}

extension DecodingLimits: MessageField {
  func write(to writer: inout MessageWriter) {
    writer.write(maxPixels, maxSide, maxFileBytes, maxWorkingBytes, maxHeldBytes, maxInflatedBytes)
    writer.write(maxCanvasPixels, maxFrames, maxKeptBytes, Int(maxDuration / .milliseconds(1)))
  }
}

extension MessageReader {
  mutating func region() throws(Invalid) -> ScaledRegion {
    let part = PixelRect(x: try number(), y: try number(), width: try number(), height: try number())
    guard var region = ScaledRegion(part, of: try size()) else { throw Invalid() }
    region.exposure = Exposure(thirds: try number())
    return region
  }

  mutating func header() throws(Invalid) -> NetpbmHeader {
    let header = NetpbmHeader(
      size: try size(), channels: try number(), maximum: try number(), isCMYK: try flag())
    guard let header else { throw Invalid() }
    return header
  }

  mutating func limits() throws(Invalid) -> DecodingLimits {
    let numbers = 0...Int.max
    return DecodingLimits(
      maxPixels: try optionalNumber(), maxSide: try optionalNumber(), maxFileBytes: try number(in: numbers),
      maxWorkingBytes: try number(in: numbers), maxHeldBytes: try number(in: numbers),
      maxInflatedBytes: try number(in: numbers), maxCanvasPixels: try number(in: numbers),
      maxFrames: try number(in: numbers), maxKeptBytes: try number(in: numbers),
      maxDuration: .milliseconds(try number(in: numbers)))
  }
}
