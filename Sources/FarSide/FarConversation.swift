package import Fetching
import JSON
import System

/// What arrives for a request.
package enum FarAnswer: Sendable {
  /// Entries of a folder.
  case page([ListedEntry])
  /// The folder has no more entries.
  case end
  /// The path is that of a file, not of a folder.
  case isFile
  case picture(FarPicture, [UInt8])
  /// The known version of a picture is still right.
  case unchanged
  /// Something has changed that is watched: these paths, or anything if there are none.
  case changed([[UInt8]])
  case failed(FetchFailure)

  /// Whether nothing follows it.
  package var isLast: Bool {
    switch self {
    case .page, .changed: false
    case .end, .isFile, .picture, .unchanged, .failed: true
    }
  }

  /// Whether it can be a part of the reply to a request.
  func answers(_ request: FarRequest) -> Bool {
    switch self {
    case .page, .end, .isFile: if case .list = request { true } else { false }
    case .picture: if case .picture = request { true } else { false }
    case .unchanged: if case .picture(_, _, _, _, .some) = request { true } else { false }
    case .changed: if case .watch = request { true } else { false }
    case .failed: true
    }
  }
}

/// How requests are put to a program on the far side, and what its output means: a value.
protocol FarConversation: Sendable {
  /// What to send first.
  var greeting: [UInt8] { get }
  /// Whether the far side has begun to talk.
  var isReady: Bool { get }
  /// Whether a part of a message has arrived.
  var isWithinMessage: Bool { get }

  /// What to send for a request.
  mutating func ask(_ request: FarRequest) -> [UInt8]

  /// What some output means.
  ///
  /// - Throws: `FarViolation`: the connection must end.
  mutating func consume(_ bytes: [UInt8]) throws(FarViolation) -> [FarOutput]
}

/// A result of the far side's output.
enum FarOutput: Sendable {
  case answer(UInt64, FarAnswer)
  case send([UInt8])
}

/// Why a connection must end.
enum FarViolation: Error, Hashable, Sendable {
  /// It is not the other end of our protocol.
  case otherProgram
  /// It is another version.
  case otherVersion
  /// It breaks the rules, or exceeds a limit.
  case broken
}

/// The conversation with `tui --serve`.
struct ServeConversation: FarConversation {
  private enum State: Sendable {
    /// The greeting has not been found in this output.
    case greeting([UInt8])
    case ready(FarFrameDecoder)
  }

  private var state = State.greeting([])

  var greeting: [UInt8] { FarProtocol.nearGreeting }

  var isReady: Bool { if case .ready = state { true } else { false } }

  var isWithinMessage: Bool { if case .ready(let decoder) = state { decoder.isWithinMessage } else { false } }

  mutating func ask(_ request: FarRequest) -> [UInt8] { FarFrame(request).bytes }

  mutating func consume(_ bytes: [UInt8]) throws(FarViolation) -> [FarOutput] {
    var decoder: FarFrameDecoder
    var rest = bytes
    switch state {
    case .ready(let ready): decoder = ready
    case .greeting(let noise):
      guard let after = try ServeConversation.afterGreeting(noise + bytes) else {
        state = .greeting(noise + bytes)
        return []
      }
      (decoder, rest) = (FarFrameDecoder(), after)
    }
    // Released first, so that the decoder's bytes are not copied.
    state = .greeting([])
    do {
      let frames = try decoder.consume(rest)
      state = .ready(decoder)
      return try frames.map(ServeConversation.output)
    } catch {
      throw .broken
    }
  }

  /// What follows the greeting; nil if it has not arrived as a whole.
  private static func afterGreeting(_ bytes: [UInt8]) throws(FarViolation) -> [UInt8]? {
    let mark = FarProtocol.farGreeting
    guard let start = bytes.indices.first(where: { bytes[$0] == 0 && bytes[$0...].starts(with: mark) }) else {
      guard bytes.count <= FarProtocol.maxNoise else { throw .otherProgram }
      return nil
    }
    let version = bytes[(start + mark.count)...]
    guard let end = version.firstIndex(of: 0x0A) else {
      guard version.count <= 16 else { throw .broken }
      return nil
    }
    guard version[..<end].elementsEqual("\(FarProtocol.version)".utf8) else { throw .otherVersion }
    return Array(bytes[(end + 1)...])
  }

  private static func output(_ frame: FarFrame) throws(FarViolation) -> FarOutput {
    guard let reply = frame.value(FarReply.self) else { throw .broken }
    switch reply {
    case .page(let number):
      guard let entries = try? JSONDecoder().decode([ListedEntry].self, from: frame.body),
        entries.count <= ListedEntry.maximumPage,
        entries.allSatisfy({ $0.name.count <= ListedEntry.longestName })
      else { throw .broken }
      return .answer(number, .page(entries))
    case .end(let number): return .answer(number, .end)
    case .isFile(let number): return .answer(number, .isFile)
    case .picture(let number, let picture): return .answer(number, .picture(picture, frame.body))
    case .unchanged(let number): return .answer(number, .unchanged)
    case .changed(let number, let paths):
      return .answer(number, .changed(paths.map { PercentEncoding.decoded($0.utf8) }))
    case .failed(let number, let reason, let isMissing):
      return .answer(number, .failed(FetchFailure(farSide: reason, isTransient: !isMissing)))
    }
  }
}
