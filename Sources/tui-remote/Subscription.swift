import RemoteControl

/// The reports of a program from the moment on at which a client subscribes.
struct Subscription {
  let client: RemoteClient
  /// The program's state at that moment.
  private(set) var state: RemoteState?
  private var early: [RemoteReport] = []

  init(_ client: RemoteClient, within limit: Duration) throws(Failure) {
    self.client = client
    state = try reply(to: .subscribe, within: limit).state
  }

  /// Sends a command and waits for its reply. Reports that arrive meanwhile are kept.
  mutating func reply(to command: RemoteCommand, within limit: Duration) throws(Failure) -> RemoteReply {
    try client.reply(to: command, within: limit) { early.append($0) }
  }

  /// The next report; nil if none has arrived, and this does not wait.
  mutating func next(waits: Bool = true) throws(Failure) -> RemoteReport? {
    if !early.isEmpty { return early.removeFirst() }
    do throws(RemoteSocketError) {
      while let message = try waits ? client.message(within: nil) : client.bufferedMessage() {
        if case .report(let report) = message { return report }
      }
      return nil
    } catch {
      throw Failure(message: "\(client.name): the connection has ended")
    }
  }

  /// Prints the state and all reports.
  mutating func printAll() throws(Failure) {
    if let state { Output.write(state) }
    while let report = try next() {
      Output.write(report)
      // The connection ends after the last report; without one, the program was killed or has disconnected us.
      if case .end = report.event { return }
    }
  }

  /// Waits for a report of a kind, and prints it.
  mutating func printFirst(_ kind: RemoteReport.Kind) throws(Failure) {
    while let report = try next() { if report.kind == kind { return Output.write(report) } }
  }
}
