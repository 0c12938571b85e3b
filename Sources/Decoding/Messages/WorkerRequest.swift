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

  var message: [UInt8] {
    var writer = MessageWriter()
    func write(_ kind: Int, _ region: ScaledRegion? = nil) {
      writer.write(kind)
      if let region { writer.write(region) }
    }
    switch self {
    case .open(let mode, let count, let limits, let isUpright):
      write(0)
      writer.write(Int(mode.rawValue))
      writer.write(count)
      writer.write(limits)
      writer.write(isUpright)
    case .measure(let purpose, let region):
      write(1)
      writer.write(Int(purpose.rawValue))
      writer.write(region)
    case .decode(let region): write(2, region)
    case .play(let region): write(3, region)
    case .nextFrame: write(4)
    case .rewind: write(5)
    case .decodeSamples(let region): write(6, region)
    case .scaleSamples(let region): write(7, region)
    case .close: write(8)
    case .openRows(let header, let isGray, let profileBytes, let region):
      write(9)
      for number in [header.size.width, header.size.height, header.channels, header.maximum] { writer.write(number) }
      writer.write(header.isCMYK)
      writer.write(isGray)
      writer.write(profileBytes)
      writer.write(region)
    case .pushRows(let count):
      write(10)
      writer.write(count)
    case .finishRows: write(11)
    case .openArchive(let count, let limits):
      write(12)
      writer.write(count)
      writer.write(limits)
    case .listEntries(let headBytes, let maxBytes):
      write(13)
      writer.write(headBytes)
      writer.write(maxBytes)
    case .findEntry(let name, let index):
      write(14)
      writer.write(name)
      writer.write(index)
    case .readEntry(let size):
      write(15)
      writer.write(size)
    case .passEntry(let index):
      write(16)
      writer.write(index)
    case .page(let number):
      write(17)
      writer.write(number)
    }
    return writer.bytes
  }

  init(_ message: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(message)
    switch try reader.number() {
    case 0:
      guard let mode = Mode(rawValue: UInt8(try reader.number(in: 0...255))) else { throw MessageReader.Invalid() }
      self = .open(
        mode, count: try reader.number(), limits: try reader.limits(), isUpright: try reader.flag())
    case 1:
      guard let purpose = Purpose(rawValue: UInt8(try reader.number(in: 0...255))) else {
        throw MessageReader.Invalid()
      }
      self = .measure(purpose, try reader.region())
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

extension MessageWriter {
  mutating func write(_ region: ScaledRegion) {
    for number in [
      region.part.x, region.part.y, region.part.width, region.part.height, region.whole.width, region.whole.height,
      region.exposure.thirds,
    ] { write(number) }
  }

  mutating func write(_ limits: DecodingLimits) {
    write(limits.maxPixels) { $0.write($1) }
    write(limits.maxSide) { $0.write($1) }
    for number in [
      limits.maxFileBytes, limits.maxWorkingBytes, limits.maxHeldBytes, limits.maxInflatedBytes,
      limits.maxCanvasPixels, limits.maxFrames, limits.maxKeptBytes,
    ] { write(number) }
    write(Int(limits.maxDuration / .milliseconds(1)))
  }
}

extension MessageReader {
  mutating func region() throws(Invalid) -> ScaledRegion {
    let part = PixelRect(x: try number(), y: try number(), width: try number(), height: try number())
    guard var region = ScaledRegion(part, of: PixelSize(width: try number(), height: try number())) else {
      throw Invalid()
    }
    region.exposure = Exposure(thirds: try number())
    return region
  }

  mutating func header() throws(Invalid) -> NetpbmHeader {
    let size = PixelSize(width: try number(), height: try number())
    guard
      let header = NetpbmHeader(size: size, channels: try number(), maximum: try number(), isCMYK: try flag())
    else { throw Invalid() }
    return header
  }

  mutating func limits() throws(Invalid) -> DecodingLimits {
    let maxPixels = try optional { reader throws(Invalid) in try reader.number() }
    let maxSide = try optional { reader throws(Invalid) in try reader.number() }
    var numbers: [Int] = []
    for _ in 0..<8 { numbers.append(try number(in: 0...Int.max)) }
    return DecodingLimits(
      maxPixels: maxPixels, maxSide: maxSide, maxFileBytes: numbers[0], maxWorkingBytes: numbers[1],
      maxHeldBytes: numbers[2], maxInflatedBytes: numbers[3], maxCanvasPixels: numbers[4], maxFrames: numbers[5],
      maxKeptBytes: numbers[6], maxDuration: .milliseconds(numbers[7]))
  }
}
