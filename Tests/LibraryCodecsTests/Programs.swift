import Bitmaps
import Imaging
import LibraryCodecs
import PictureTestSupport
import System
import TestSupport
import Testing

extension TemporaryFolder {
  /// The path of a file as text.
  func text(_ name: String) -> String { String(decoding: self(name).bytes, as: UTF8.self) }

  func bytes(_ name: String) throws -> [UInt8] { try FileBytes.read(self(name), limit: 1 << 26) }

  /// Runs an installed program, which may write files.
  func run(_ program: String, _ arguments: [String]) throws {
    let path = try #require(ProgramFinder.standard.path(of: program), "needs \(program)")
    var invocation = ProgramInvocation(path, arguments)
    invocation.fileLimit = 1 << 26
    invocation.timeLimit = .seconds(120)
    _ = try ProgramRun(invocation).readAll()
  }

  /// Converts bytes from one kind of file to another.
  ///
  /// - Parameter arguments: The program's arguments; `IN` and `OUT` stand for the files.
  func converted(_ bytes: [UInt8], from: String, to: String, by program: String, _ arguments: [String]) throws
    -> [UInt8]
  {
    file("in.\(from)", bytes)
    try run(program, arguments.map { $0 == "IN" ? text("in.\(from)") : $0 == "OUT" ? text("out.\(to)") : $0 })
    return try self.bytes("out.\(to)")
  }
}

/// Opens a file with the codecs of libraries.
func opened(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(ImageError) -> EncodedImage {
  try EncodedImage(bytes, limits: limits, codecs: LibraryCodecs.all)
}

/// Decodes a file at its own size.
func decoded(_ bytes: [UInt8]) throws(ImageError) -> Bitmap {
  let image = try opened(bytes)
  return try image.decode(scaledTo: image.size)
}

/// Checks that an animation plays a red frame for 0.2 s and a green one for 0.5 s, again after it has been rewound.
func checkRedAndGreen(_ image: EncodedImage) throws {
  let source = try image.frames(of: ScaledRegion(whole: PixelSize(width: 1, height: 1)))
  for _ in 0..<2 {
    let frames = try [source.next(), source.next()]
    try expect(source.next() == nil, equals: true)
    expect(frames.map { $0?.delay }, equals: [.milliseconds(200), .milliseconds(500)])
    expect(frames.map { $0?.bitmap.pixels }, equals: [[Samples.red], [Samples.green]])
    try source.rewind()
  }
}

/// Checks the errors of a file of 24×16 pixels that are too many, or is cut off.
func checkLimits(_ file: [UInt8], _ format: String) throws {
  #expect(throws: ImageError.tooLarge(PixelSize(width: 24, height: 16), limit: 100)) {
    try opened(file, limits: DecodingLimits(maxPixels: 100))
  }
  #expect(throws: ImageError.truncated(format: format)) { try decoded(Array(file.dropLast(40))) }
  #expect(throws: ImageError.self) { try decoded(Array(file.prefix(100))) }
}

/// The 8-bit samples of a PNG at its own size.
func samples(ofPNG bytes: [UInt8]) throws -> [UInt8] {
  let image = try EncodedImage(bytes, isUpright: true)
  return try image.decode(scaledTo: image.size).encoded
}

/// Kinds of pictures: ImageMagick's options to make each of the pattern.
enum Kinds {
  static let all: [(name: String, options: [String], hasAlpha: Bool)] = [
    ("color", [], false), ("alpha", [], true), ("odd", ["-crop", "23x15+0+0", "+repage"], false),
    ("gray", ["-colorspace", "Gray", "-define", "png:color-type=0"], false),
    ("16 bits", ["-depth", "16", "-resize", "51x33", "-define", "png:bit-depth=16"], false),
  ]

  static func png(_ index: Int) throws -> [UInt8] {
    let kind = all[index]
    return try Pattern.converted(to: "png", kind.options, hasAlpha: kind.hasAlpha)
  }
}
