import Archives
import Bitmaps
@testable import Decoding
import Glibc
import Imaging
import System
import TestSupport
import Testing

/// Answers of a worker that a picture has taken over.
struct HostileAnswerTests {
  private static let facts = WorkerAnswer.Facts(
    size: PixelSize(width: 640, height: 427), format: .webp,
    metadata: ImageMetadata(orientation: .quarterTurn, date: "2026-03-14", time: nil, description: "a"),
    animation: Animation(loopCount: 3, frameCount: 7), pageCount: 5, heldBytes: 1234)
  private static let answers: [WorkerAnswer] = [
    .opened(facts), .none, .bytes(99), .bitmap(isOpaque: true, .damaged), .bitmap(isOpaque: false, nil, .preview),
    .frame(isOpaque: false, delay: 20_000_000),
    .done, .failed(.corrupt(format: "PNG", reason: "no row")), .failed(.tooLarge(facts.size, limit: 3)),
    .unreadable(.system("input/output error")), .interrupted(5), .metadata(facts.metadata),
    .archive(isRandomAccess: true),
    .entries(bytes: 99, isLast: true, failure: .damaged(reason: "short")), .entry(size: 7, modified: -1),
    .passed(name: Array("a/b.jpg".utf8), size: 5, modified: nil),
    .archiveFailed(.tooLarge(limit: 9)),
  ]

  @Test func `an answer is read as it was written`() throws {
    for answer in Self.answers {
      let read = try WorkerAnswer(answer.message, limits: DecodingLimits())
      expect("\(read)", equals: "\(answer)")
    }
  }

  @Test func `an answer that is cut off, too long or changed is rejected or within bounds`() throws {
    var random = SplitMix64(seed: 30)
    for answer in Self.answers {
      let message = answer.message
      for count in 0..<message.count {
        #expect(throws: MessageReader.Invalid.self) {
          try WorkerAnswer(Array(message.prefix(count)), limits: DecodingLimits())
        }
      }
      #expect(throws: MessageReader.Invalid.self) { try WorkerAnswer(message + [0], limits: DecodingLimits()) }
      for _ in 0..<Rounds.count(4000) {
        var changed = message
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0 ... .max, using: &random)
        }
        guard let read = try? WorkerAnswer(changed, limits: DecodingLimits()) else { continue }
        switch read {
        case .opened(let facts):
          #expect(1...1 << 24 ~= facts.size.width && 1...1 << 24 ~= facts.size.height)
          #expect(0...1 << 48 ~= facts.heldBytes)
          #expect(1...10_000 ~= facts.pageCount)
        case .bytes(let count): #expect(0...1 << 48 ~= count)
        case .frame(_, let delay): #expect(0...86_400_000_000_000 ~= delay)
        case .failed(let error): #expect(!error.description.isEmpty)
        case .entries(let bytes, _, _): #expect(0...1 << 20 ~= bytes)
        case .entry(let size, _): #expect(0...1 << 48 ~= size)
        case .passed(let name, let size, _):
          #expect(1...ArchiveLimits.maxNameBytes ~= name.count && !name.contains(0) && 0...1 << 48 ~= size)
        case .none, .bitmap, .done, .unreadable, .interrupted, .metadata, .archive, .archiveFailed: break
        }
      }
    }
  }

  @Test func `a page of an archive's entries that is cut off or changed is rejected or within bounds`() throws {
    var random = SplitMix64(seed: 32)
    let entries = [
      ArchiveEntry(index: 0, name: Array("a/b.jpg".utf8), size: 5, modified: 7, head: [1, 2, 3]),
      ArchiveEntry(index: 4, name: [0xFF], size: nil),
    ]
    let page = try #require(ArchiveMessage.bytes(of: entries))
    let limits = ArchiveLimits()
    try expect(ArchiveMessage.entries(in: page, after: -1, limits: limits), equals: entries)
    // They have been listed before.
    #expect(throws: MessageReader.Invalid.self) { try ArchiveMessage.entries(in: page, after: 0, limits: limits) }
    for count in 0..<page.count {
      #expect(throws: MessageReader.Invalid.self) {
        try ArchiveMessage.entries(in: Array(page.prefix(count)), after: -1, limits: limits)
      }
    }
    for _ in 0..<Rounds.count(8000) {
      var changed = page
      changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0 ... .max, using: &random)
      let read = (try? ArchiveMessage.entries(in: changed, after: -1, limits: limits)) ?? []
      #expect(read.allSatisfy { !$0.name.isEmpty && !$0.name.contains(0) && 0...limits.maxEntries ~= $0.index })
    }
  }

  @Test func `a request of random bytes is rejected or a request`() {
    var random = SplitMix64(seed: 31)
    for kind in 0..<19 {
      for _ in 0..<Rounds.count(4000) {
        var writer = MessageWriter()
        writer.write(kind)
        let rest = (0..<Int.random(in: 0...90, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random) }
        _ = try? WorkerRequest(writer.bytes + rest)
      }
    }
  }

  @Test func `colors above their alpha are lowered to it, and only opaque pixels count as opaque`() {
    let size = PixelSize(width: 2, height: 1)
    let pixels = [SIMD4<UInt16>(9, 10, 65_535, 10), SIMD4<UInt16>(repeating: .max)]
    let bitmap = Bitmap(size: size, unchecked: pixels, claimsOpaque: true)
    expect(bitmap.pixels, equals: [SIMD4(9, 10, 10, 10), SIMD4(repeating: .max)])
    #expect(!bitmap.isOpaque)
    #expect(Bitmap(size: size, unchecked: [pixels[1], pixels[1]], claimsOpaque: true).isOpaque)
    #expect(!Bitmap(size: size, unchecked: [pixels[1], pixels[1]], claimsOpaque: false).isOpaque)
  }

  @Test func `a worker that sends a message unasked is killed`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let zygote = MessageSocket(ends[0])
    let process = try Launch(program: "/bin/sleep", arguments: ["1000"], environment: [:]).start()
    let number = process.identifier
    // Plays the zygote and the worker.
    #expect(
      SystemResources.startThread {
        guard case .message(let request) = zygote.receive(takesFile: true), let end = request.descriptor else { return }
        let worker = MessageSocket(end)
        _ = worker.send(unsafe withUnsafeBytes(of: number) { unsafe Array($0) })
        for answer in [WorkerAnswer.opened(Self.facts), .done] { _ = worker.send(answer.message) }
        // Until it is given up.
        while case .message = worker.receive() {}
        guard case .message(let request) = zygote.receive() else { return }
        // To kill a process is request 2.
        let wanted = unsafe withUnsafeBytes(of: (Int32(2), number)) { unsafe Array($0) }
        if request.bytes == wanted { kill(number, SIGKILL) }
      })
    let decoder = DecodingWorkers(WorkerZygote(socket: ends[1]))
    let picture = try decoder.open(whole: Fixtures.file([1]), limits: DecodingLimits(), isUpright: false)
    #expect(throws: ImageError.crashed(format: "WebP")) {
      try picture.decodingBytes(of: ScaledRegion(whole: PixelSize(width: 1, height: 1)))
    }
    expect(process.wait(), equals: .signaled(SIGKILL))
  }

  @Test func `a buffer that a worker keeps is emptied`() throws {
    var buffer = SharedBuffer(bytes: 1 << 20)
    let kept = fcntl(try #require(buffer).descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    defer { close(kept) }
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    #expect(unsafe bytes.withUnsafeBytes { unsafe SharedBuffer.write($0, to: kept) })
    buffer = nil
    var status = stat()
    #expect(unsafe fstat(kept, &status) == 0 && status.st_blocks == 0)
    #expect(unsafe !bytes.withUnsafeBytes { unsafe SharedBuffer.write($0, to: kept) })
  }

  @Test func `a buffer has the size that it was made with`() throws {
    let buffer = try #require(SharedBuffer(bytes: 8))
    var long = [UInt8](repeating: 7, count: 9)
    #expect(unsafe !long.withUnsafeBytes { unsafe SharedBuffer.write($0, to: buffer.descriptor) })
    #expect(unsafe !long.withUnsafeMutableBytes { unsafe buffer.read(into: $0) })
    var short = [UInt8](repeating: 0, count: 8)
    #expect(unsafe short.withUnsafeMutableBytes { unsafe buffer.read(into: $0) })
    expect(ftruncate(buffer.descriptor, 4), equals: -1)
    expect(ftruncate(buffer.descriptor, 16), equals: -1)
  }
}
