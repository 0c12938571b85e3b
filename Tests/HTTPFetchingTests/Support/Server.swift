import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A real HTTP server on the loopback that answers with raw bytes, so that it can misbehave, and counts what it is asked.
final class Server: Sendable {
  /// A request that has come.
  struct Request: Sendable {
    let target: String
    let headers: HTTPHeaders
    /// How often this target was asked for, from 1.
    let time: Int
  }

  /// What an answer is made of.
  enum Step: Sendable {
    case send([UInt8])
    case wait(Gate)
    case close
    /// Sends this for ever, as fast as it is taken.
    case flood([UInt8])

    static func text(_ text: String) -> Self { .send(Array(text.utf8)) }
  }

  fileprivate struct Tally: Sendable {
    var requests: [Request] = []
    var open = 0
    var maxOpen = 0
    var brokenOff = 0
  }

  fileprivate let tally = Mutex(Tally())
  let port: Int
  private let channel: any Channel
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Listens on a free port.
  init(_ answer: @escaping @Sendable (Request) -> [Step]) throws {
    let box = Box()
    channel = try ServerBootstrap(group: Self.group)
      .serverChannelOption(.backlog, value: 64)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handlers = channel.pipeline.syncOperations
          try handlers.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
          try handlers.addHandler(Answerer(box: box, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
    box.server.withLock { $0 = self }
  }

  deinit { channel.close(promise: nil) }

  func url(_ target: String) -> String { "http://127.0.0.1:\(port)\(target)" }

  /// How often a target, or anything, was asked for.
  func count(_ target: String? = nil) -> Int {
    tally.withLock { $0.requests.count { target == nil || $0.target == target } }
  }

  var requests: [Request] { tally.withLock { $0.requests } }
  /// Answers under way, now and at most.
  var open: Int { tally.withLock { $0.open } }
  var maxOpen: Int { tally.withLock { $0.maxOpen } }
  /// Connections that the other side has closed in the middle of an answer.
  var brokenOff: Int { tally.withLock { $0.brokenOff } }

  /// Lets the handlers find the server without holding it.
  fileprivate final class Box: Sendable {
    let server = Mutex<Server?>(nil)
  }
}

/// Answers the requests of one connection. Everything happens on the connection's event loop.
private final class Answerer: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let box: Server.Box
  private let answer: @Sendable (Server.Request) -> [Server.Step]
  private var isAnswering = false

  init(box: Server.Box, answer: @escaping @Sendable (Server.Request) -> [Server.Step]) {
    (self.box, self.answer) = (box, answer)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), let server = box.server.withLock({ $0 }) else { return }
    let request = server.tally.withLock { tally in
      let time = tally.requests.count { $0.target == head.uri } + 1
      let request = Server.Request(target: head.uri, headers: head.headers, time: time)
      tally.requests.append(request)
      tally.open += 1
      tally.maxOpen = max(tally.maxOpen, tally.open)
      return request
    }
    isAnswering = true
    play(answer(request)[...], on: context)
  }

  private func play(_ steps: ArraySlice<Server.Step>, on context: ChannelHandlerContext) {
    guard isAnswering else { return }
    guard let step = steps.first else { return end() }
    let rest = steps.dropFirst()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let goOn: @Sendable () -> Void = { bound.value.0.play(rest, on: bound.value.1) }
    let loop = context.eventLoop
    switch step {
    case .send(let bytes):
      context.channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { _ in goOn() }
    case .wait(let gate):
      gate.pass { loop.execute(goOn) }
    case .close:
      end()
      context.close(promise: nil)
    case .flood(let bytes):
      let again: @Sendable () -> Void = { bound.value.0.play(steps, on: bound.value.1) }
      context.channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess { loop.execute(again) }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if isAnswering { box.server.withLock { $0 }?.tally.withLock { $0.brokenOff += 1 } }
    end()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func end() {
    guard isAnswering else { return }
    isAnswering = false
    box.server.withLock { $0 }?.tally.withLock { $0.open -= 1 }
  }
}
