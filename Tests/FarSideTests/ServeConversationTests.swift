import Dispatch
import Fetching
import System
import TestSupport
import Testing

@testable import FarSide

@Suite("Talking to tui --serve")
struct ServeConversationTests {
  private let greeting = Array("\u{0}tui-serve 1\n".utf8)

  @Test func `what a shell prints before the greeting is skipped`() throws {
    var conversation = ServeConversation()
    expect(try conversation.consume(Array("Welcome!\n".utf8)).count, equals: 0)
    expect(conversation.isReady, equals: false)
    expect(try conversation.consume(greeting).count, equals: 0)
    expect(conversation.isReady, equals: true)
  }

  @Test func `replies are found however they are split`() throws {
    let picture = FarPicture(
      stamp: FarStamp(size: 7, modified: 8), isWhole: false, width: 6000, height: 4000, format: "JPEG",
      metadata: ["camera": "X"])
    let bytes = greeting + FarFrame(FarReply.picture(number: 3, picture), body: [1, 2, 3]).bytes
    for size in [1, 5, 4096] {
      var conversation = ServeConversation()
      var outputs: [FarOutput] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        outputs += try conversation.consume(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      guard case .answer(3, .picture(let received, let body)) = try #require(outputs.first) else {
        Issue.record("another reply")
        return
      }
      expect(received, equals: picture)
      expect(body, equals: [1, 2, 3])
      expect(outputs.count, equals: 1)
    }
  }

  private func violation(_ bytes: [UInt8]) -> FarViolation? {
    var conversation = ServeConversation()
    do throws(FarViolation) {
      _ = try conversation.consume(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `noise without a greeting is another program`() {
    expect(violation([UInt8](repeating: 0x41, count: FarProtocol.maxNoise)), equals: nil)
    expect(violation([UInt8](repeating: 0x41, count: FarProtocol.maxNoise + 1)), equals: .otherProgram)
  }

  @Test func `another version is recognized`() {
    expect(violation(Array("\u{0}tui-serve 2\n".utf8)), equals: .otherVersion)
    expect(violation(Array("\u{0}tui-serve ".utf8) + [UInt8](repeating: 0x31, count: 17)), equals: .broken)
  }

  @Test(
    arguments: [
      // A header and a body beyond the limits, announced only.
      [0, 4, 0, 1, 0, 0, 0, 0], [0, 0, 0, 2, 2, 0, 0, 1], [255, 255, 255, 255, 255, 255, 255, 255],
      // No JSON, and no reply.
      [0, 0, 0, 2, 0, 0, 0, 0, 0x21, 0x21], [0, 0, 0, 2, 0, 0, 0, 0, 0x7B, 0x7D],
    ] as [[UInt8]])
  func `what breaks the protocol ends the conversation`(bytes: [UInt8]) {
    expect(violation(greeting + bytes), equals: .broken)
  }

  @Test func `a page with more entries or longer names than allowed ends the conversation`() {
    func page(_ count: Int, length: Int = 4) -> [UInt8] {
      let name = String(repeating: "a", count: length)
      let body = Array("[\((0..<count).map { _ in "{\"n\":\"\(name)\"}" }.joined(separator: ","))]".utf8)
      return greeting + FarFrame(FarReply.page(number: 1), body: body).bytes
    }
    expect(violation(page(1000)), equals: nil)
    expect(violation(page(1001)), equals: .broken)
    expect(violation(page(1, length: 4096)), equals: nil)
    expect(violation(page(1, length: 4097)), equals: .broken)
  }

  @Test func `answers wait for their reader, who may stop waiting`() throws {
    let (answers, added) = (AnswerQueue(), DispatchSemaphore(value: 0))
    for _ in 0..<16 { answers.add(.end) }
    // The next one has to wait.
    #expect(
      SystemResources.startThread {
        answers.add(.isFile)
        added.signal()
      })
    for _ in 0..<16 {
      if case .end = answers.next() { continue }
      Issue.record("another answer")
    }
    let last = answers.next()
    let isFile = if case .isFile = last { true } else { false }
    #expect(isFile)
    added.wait()
    answers.giveUp()
    let next = answers.next()
    let isStopped = if case .failed(let failure) = next { failure.kind == .stopped } else { false }
    #expect(isStopped)
    answers.close()
    for _ in 0..<20 { answers.add(.end) }
  }
}
