import CarouselValues
import Dispatch
import Pictures
package import RemoteControl
import System

/// Serves the clients of `--listen`, on the main queue. Without clients, nothing runs.
@MainActor
package final class RemoteServer {
  private let listener: RemoteListener
  private let hello: RemoteMessage
  private weak var loop: EventLoop?
  private var listening: (any DispatchSourceRead)?
  private var clients: [Int32: RemoteClientSource] = [:]
  /// What subscribers know; nil if there are none.
  private var reporter: RemoteReporter?
  private var isHeld = false
  /// Whether the request that is carried out comes from a program that leads.
  private var follows = false

  /// How long no client is accepted after the system has had no room for one.
  private static let pause = DispatchTimeInterval.seconds(1)

  /// A server that accepts no clients yet.
  ///
  /// - Parameter hello: the first message to each client.
  package init(_ listener: RemoteListener, hello: RemoteHello) {
    (self.listener, self.hello) = (listener, .hello(hello))
  }

  /// Accepts clients from now on, who see and control a loop's session.
  package func start(_ loop: EventLoop) {
    self.loop = loop
    loop.observe = { [weak self] in self?.publish($0, at: $1) }
    let source = DispatchSource.makeReadSource(fileDescriptor: listener.descriptor, queue: .main)
    source.setEventHandler(handler: MainQueue.handler { [weak self] in self?.accept() })
    source.activate()
    listening = source
  }

  /// Reports the end to subscribers, and removes the socket.
  package func end(_ outcome: Outcome) {
    let time = loop.map { $0.clock().sinceStart.remoteSeconds } ?? 0
    send(RemoteReport(.end(reason: RemoteServer.reason(of: outcome)), at: time))
    // The process ends before the main queue runs again.
    for client in clients.values { client.write() }
    listener.remove()
  }

  // MARK: - Clients

  private func accept() {
    // Others wait for the next call.
    for _ in 0..<RemoteLimits.clients {
      do throws(RemoteSocketError) {
        guard let descriptor = try listener.accept() else { return }
        serve(descriptor)
      } catch {
        if error != .otherUser { return waitForRoom() }
      }
    }
  }

  /// Stops listening for a time: a client that cannot be accepted stays, and would wake the loop again and again.
  private func waitForRoom() {
    guard let listening else { return }
    listening.suspend()
    DispatchQueue.main.asyncAfter(
      deadline: .now() + RemoteServer.pause, execute: MainQueue.handler { [weak self] in self?.listening?.resume() })
  }

  private func serve(_ descriptor: Int32) {
    let client = RemoteClientSource(
      descriptor, hello: hello, input: { [weak self] in self?.inputIsReady(descriptor) },
      output: { [weak self] in self?.outputIsReady(descriptor) })
    if clients.count >= RemoteLimits.clients {
      client.connection = RemoteConnection(hello: nil)
      client.connection.refuse(
        RemoteError(.tooManyClients, "\(RemoteLimits.clients) clients are connected already"))
    }
    clients[descriptor] = client
    update(client)
  }

  private func inputIsReady(_ descriptor: Int32) {
    guard let client = clients[descriptor] else { return }
    client.read()
    handleRequests(of: client)
  }

  private func outputIsReady(_ descriptor: Int32) {
    if let client = clients[descriptor] { update(client) }
  }

  /// Handles the requests that have arrived, up to the limit of one turn.
  private func handleRequests(of client: RemoteClientSource) {
    guard clients[client.descriptor] === client else { return }
    client.connection.beginTurn()
    while let request = client.connection.nextRequest() { handle(request, of: client) }
    update(client)
    guard client.connection.hasWaitingRequests else { return }
    let descriptor = client.descriptor
    MainQueue.async { [weak self] in
      guard let self, let client = clients[descriptor], client.connection.hasWaitingRequests else { return }
      handleRequests(of: client)
    }
  }

  /// Writes to a client, and forgets it once its connection is closed.
  private func update(_ client: RemoteClientSource) {
    guard clients[client.descriptor] === client else { return }
    client.update()
    guard client.connection.isClosed else { return }
    clients[client.descriptor] = nil
    if let question = client.connection.question { loop?.receive(.remote(.withdraw(question))) }
    if !clients.values.contains(where: \.connection.isSubscribed) { reporter = nil }
    updateHold()
  }

  // MARK: - Requests

  private func handle(_ request: ParsedRequest, of client: RemoteClientSource) {
    guard let loop else { return }
    let now = loop.clock()
    do throws(RemoteError) {
      let command = try request.command.get()
      let instruction = try loop.session.instruction(for: command, from: client.connection.name, at: now)
      var reply = RemoteReply(to: command, id: request.id)
      if case .show(let position, _) = instruction { reply.number = position + 1 }
      switch command {
      case .query: reply.state = loop.session.remoteState(at: now)
      case .subscribe:
        reply.state = loop.session.remoteState(at: now)
        if reporter == nil { reporter = RemoteReporter(loop.session, at: now) }
        client.connection.isSubscribed = true
      case .hold: client.connection.holds = true
      case .introduce(let name): client.connection.name = name
      case .marks(let number): (reply.slides, reply.count) = loop.session.remoteMarks(after: number)
      case .look(let look): return try write(look, replying: reply, to: client)
      case .ask:
        reply.ask = loop.session.input.activity.nextQuestion
        client.connection.question = reply.ask
      case .show, .next, .previous, .pause, .resume, .add, .caption, .quit: break
      }
      // Before the reports of what follows, and before the program ends.
      client.connection.send(.reply(reply))
      if let instruction {
        client.write()
        if case .show(_, let motion) = instruction { follows = motion.follows }
        loop.receive(.remote(instruction))
        follows = false
        if let name = client.connection.name, command.showsSlide { loop.receive(.message("shown by \(name)")) }
      }
      updateHold()
    } catch {
      client.connection.send(.refusal(error, id: request.id))
    }
  }

  /// Writes what is seen to a file, beside the loop, and replies then. A picture whose file would be too large is made
  /// smaller.
  private func write(
    _ look: RemoteLook, replying reply: RemoteReply, to client: RemoteClientSource
  ) throws(RemoteError) {
    guard let loop, let work = loop.work else { return }
    let (key, orientation, view) = try loop.session.lookedAt(side: look.side, at: loop.clock())
    client.connection.awaitsReply = true
    work.readFiles(of: key, turned: orientation, type: nil, limit: look.bytes) { [weak self, weak client] result in
      guard let self, let client else { return }
      var smaller = look
      smaller.side = min(look.side, max(view.width, view.height)) * 2 / 3
      if case .failure(.file(.tooLarge)) = result, smaller.side >= RemoteLimits.lookSide.lowerBound,
        (try? write(smaller, replying: reply, to: client)) != nil
      {
        return
      }
      SeenPicture.write(result, to: Path(Array(look.path.utf8))) { [weak self, weak client] failure in
        guard let self, let client else { return }
        client.connection.awaitsReply = false
        var reply = reply
        reply.view = view
        client.connection.send(failure.map { .refusal($0, id: reply.id) } ?? .reply(reply))
        handleRequests(of: client)
      }
    }
  }

  /// Holds auto-advance while a client does.
  private func updateHold() {
    let holds = clients.values.contains(where: \.connection.holds)
    guard holds != isHeld else { return }
    isHeld = holds
    loop?.receive(.remote(.hold(holds)))
  }

  // MARK: - Reports

  /// Reports what an event has changed.
  private func publish(_ session: Session, at now: Timestamp) {
    guard let reports = reporter?.reports(of: session, at: now, follows: follows) else { return }
    for report in reports { send(report) }
  }

  private func send(_ report: RemoteReport) {
    for client in clients.values where client.connection.isSubscribed {
      client.connection.send(.report(report))
      update(client)
    }
  }

  /// The reason for the end, as clients receive it.
  private static func reason(of outcome: Outcome) -> String {
    switch outcome {
    case .quit: "quit"
    case .picked: "picked"
    case .noSlides, .nothingShown: "nothing to show"
    case .hangup: "hangup"
    case .signal(let number): "signal \(number)"
    }
  }
}

extension RemoteCommand {
  /// Whether it brings another slide on screen, so that the client's name is shown.
  fileprivate var showsSlide: Bool {
    if case .add(let addition) = self { addition.goes } else { ["show", "next", "previous"].contains(name) }
  }
}
