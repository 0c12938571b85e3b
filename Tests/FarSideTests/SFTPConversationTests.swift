import Fetching
import Glibc
import TestSupport
import Testing

@testable import FarSide

/// The conversation with an SFTP server, which answers as each test says.
@Suite("Talking to an SFTP server")
struct SFTPConversationTests {
  /// A request of SFTP: its type, its number, and what follows.
  private struct Asked: Equatable {
    let type: UInt8
    let id: [UInt8]
    let rest: [UInt8]

    init(_ bytes: [UInt8]) {
      (type, id, rest) = (bytes[4], Array(bytes[5..<9]), Array(bytes[9...]))
    }

    static func all(in bytes: [UInt8]) -> [Asked] {
      var (asked, rest): ([Asked], [UInt8]) = ([], bytes)
      while rest.count >= 4 {
        let count = 4 + rest[..<4].reduce(0) { $0 << 8 | Int($1) }
        asked.append(Asked(Array(rest[..<count])))
        rest.removeFirst(count)
      }
      return asked
    }

    /// The offset and the count of a read of the handle "h".
    var span: [Int] {
      let numbers = rest.dropFirst(5)
      return [numbers.prefix(8), numbers.dropFirst(8)].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }
  }

  private var conversation = SFTPConversation()

  /// The requests that follow a packet of the server.
  private mutating func sent(after type: UInt8, _ id: [UInt8], _ content: [UInt8]) throws -> [Asked] {
    try outputs(after: type, id, content).flatMap { output -> [Asked] in
      guard case .send(let bytes) = output else { return [] }
      return Asked.all(in: bytes)
    }
  }

  private mutating func outputs(after type: UInt8, _ id: [UInt8], _ content: [UInt8]) throws -> [FarOutput] {
    try conversation.consume(SFTPPacket.packet(type, id + content))
  }

  /// The attributes of a file or folder: size, and type.
  private func attributes(size: UInt32, _ mode: UInt32) -> [UInt8] {
    [5, 0, size, mode].flatMap(SFTPPacket.number)
  }

  /// Has a file of some bytes opened; returns the reads.
  private mutating func open(size: UInt32) throws -> [Asked] {
    _ = try conversation.consume(SFTPPacket.packet(2, SFTPPacket.number(3)))
    let shape = FarShape(
      width: 1, height: 1, across: 1, down: 1, aspect: 1, upscales: true, scaling: "contain", anchorX: 0, anchorY: 0,
      region: [], exposure: 0)
    let stat = Asked(conversation.ask(.picture(number: 1, path: "/p", shape: shape, quality: 80, known: nil)))
    let open = try #require(try sent(after: 105, stat.id, attributes(size: size, S_IFREG)).first)
    return try sent(after: 102, open.id, SFTPPacket.string(Array("h".utf8)))
  }

  @Test mutating func `reads that are answered in part are continued where they ended, without overlap`() throws {
    let reads = try open(size: 50_000)
    expect(reads.map(\.span), equals: [[0, 32_768], [32_768, 17_232]])
    expect(try sent(after: 103, reads[1].id, SFTPPacket.string([UInt8](repeating: 2, count: 17_232))), equals: [])
    let rest = try sent(after: 103, reads[0].id, SFTPPacket.string([1]))
    expect(rest.map(\.span), equals: [[1, 32_767]])
    let outputs = try outputs(after: 103, rest[0].id, SFTPPacket.string([UInt8](repeating: 1, count: 32_767)))
    guard case .answer(1, .picture(_, let bytes)) = try #require(outputs.last) else {
      Issue.record("no picture")
      return
    }
    expect(bytes == [UInt8](repeating: 1, count: 32_768) + [UInt8](repeating: 2, count: 17_232), equals: true)
  }

  @Test mutating func `data that is empty, or more than was requested, breaks the protocol`() throws {
    for count in [0, 101] {
      conversation = SFTPConversation()
      let read = try #require(try open(size: 100).first)
      #expect(throws: FarViolation.broken) {
        _ = try conversation.consume(
          SFTPPacket.packet(103, read.id + SFTPPacket.string([UInt8](repeating: 0, count: count))))
      }
    }
  }

  @Test mutating func `attributes that nobody requested break the protocol`() throws {
    let read = try #require(try open(size: 100).first)
    let content = read.id + attributes(size: 100, S_IFREG)
    #expect(throws: FarViolation.broken) { _ = try conversation.consume(SFTPPacket.packet(105, content)) }
  }
}
