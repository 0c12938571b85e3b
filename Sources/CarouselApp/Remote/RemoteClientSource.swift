import Dispatch
import Glibc
import RemoteControl

/// A client's socket on the main queue.
@MainActor
final class RemoteClientSource {
  var connection: RemoteConnection
  let descriptor: Int32
  private let input: any DispatchSourceRead
  /// The source that waits until the client takes more; nil if nothing waits.
  private var output: (any DispatchSourceWrite)?
  private var isReading = true
  private let onOutput: @MainActor @Sendable () -> Void
  /// Closes the descriptor once no source uses it.
  private let closing = DispatchGroup()

  /// Takes ownership of a descriptor that does not block.
  ///
  /// - Parameters:
  ///   - onInput: called when there are bytes to read, or the client has closed its end.
  ///   - onOutput: called when the client takes more bytes.
  init(
    _ descriptor: Int32, hello: RemoteMessage, input onInput: @escaping @MainActor @Sendable () -> Void,
    output onOutput: @escaping @MainActor @Sendable () -> Void
  ) {
    (self.descriptor, self.onOutput) = (descriptor, onOutput)
    connection = RemoteConnection(hello: hello)
    input = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    input.setEventHandler(handler: MainQueue.handler(onInput))
    closing.enter()
    let closing = closing
    input.setCancelHandler { closing.leave() }
    closing.notify(queue: .main) { close(descriptor) }
    input.activate()
  }

  /// The maximum number of reads for one event: more than the system keeps for a client that has gone.
  private static let maximumReads = 16

  /// Reads what has arrived, to its end: that a client has gone is an event only once.
  func read() {
    for _ in 0..<RemoteClientSource.maximumReads {
      var bytes: [UInt8] = []
      switch UnixSocket.read(from: descriptor, into: &bytes) {
      case .bytes: connection.received(bytes)
      case .wait: return
      case .ended: return connection.inputEnded()
      }
    }
  }

  /// Writes what the client takes, and waits for what its connection needs. After the connection is closed, nothing else
  /// may be called.
  func update() {
    write()
    if connection.isClosed { return cancel() }
    if connection.output.isEmpty { endOutput() } else if output == nil { awaitOutput() }
    guard connection.wantsInput != isReading else { return }
    isReading.toggle()
    if isReading { input.resume() } else { input.suspend() }
  }

  /// Writes what the client takes.
  func write() {
    while !connection.output.isEmpty {
      switch UnixSocket.write(connection.output, to: descriptor) {
      case .bytes(let count): connection.wrote(count)
      case .wait: return
      case .ended: return connection.outputEnded()
      }
    }
  }

  private func awaitOutput() {
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler(handler: MainQueue.handler(onOutput))
    closing.enter()
    let closing = closing
    source.setCancelHandler { closing.leave() }
    source.activate()
    output = source
  }

  private func endOutput() {
    output?.cancel()
    output = nil
  }

  private func cancel() {
    endOutput()
    input.cancel()
    // A suspended source would not be cancelled.
    if !isReading { input.resume() }
    isReading = true
  }
}
