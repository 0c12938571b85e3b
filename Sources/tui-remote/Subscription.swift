import RemoteControl
import System

/// Prints a program's state and reports until it ends.
struct Subscription {
  private let client: RemoteClient
  private let limit: Duration

  init(_ client: RemoteClient, limit: Duration) { (self.client, self.limit) = (client, limit) }

  func run() throws(Failure) {
    let reply = try client.reply(to: .subscribe, within: limit) { Output.write($0) }
    if let state = reply.state { Output.write(state) }
    var hasEnded = false
    do throws(RemoteSocketError) {
      while true {
        guard case .report(let report) = try client.message(within: nil) else { continue }
        Output.write(report)
        if case .end = report.event { hasEnded = true }
      }
    } catch {
      // The connection ends after the last report; without one, the program was killed or has disconnected us.
      if !hasEnded { throw Failure(message: "\(client.name): the connection has ended") }
    }
  }
}
