import Glibc
import RemoteControl

/// Has programs go where another one goes, until that one ends.
struct Following {
  private let leader: RemoteClient
  private var followers: [RemoteClient]
  private let limit: Duration
  private var plan = FollowPlan()

  init(leader: RemoteClient, followers: [RemoteClient], limit: Duration) {
    (self.leader, self.followers, self.limit) = (leader, followers, limit)
  }

  mutating func run() throws(Failure) {
    // Held from the beginning, so that no follower advances by itself. The hold ends with the connection.
    for follower in followers { _ = try follower.reply(to: .hold, within: limit) }
    var reports = try Subscription(leader, within: limit)
    if let state = reports.state, let command = plan.begin(state) { send(command) }
    while !followers.isEmpty {
      do {
        while let report = try reports.next(waits: false) {
          if let command = plan.follow(report) { send(command) }
        }
        try wait()
      } catch {
        // The leader has ended.
        return
      }
    }
    throw Failure(message: "no follower is left")
  }

  /// Sends a command to all followers; those that are gone follow no longer.
  private mutating func send(_ command: RemoteCommand) {
    followers.removeAll { follower in
      do throws(RemoteSocketError) {
        // Not longer than a motion: one that does not read must not hold up the others.
        try follower.send(RemoteRequest(command), within: .milliseconds(100))
        return false
      } catch {
        Output.report("\(follower.name) no longer follows: \(error)")
        return true
      }
    }
  }

  /// Waits for something from the leader, and drops what followers reply.
  ///
  /// - Throws: `.nobodyListens` once the leader has ended.
  private mutating func wait() throws(RemoteSocketError) {
    var requests = ([leader] + followers).map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard unsafe poll(&requests, nfds_t(requests.count), -1) > 0 else { return }
    let ready = Set(requests.filter { $0.revents != 0 }.map(\.fd))
    followers.removeAll { follower in
      guard ready.contains(follower.descriptor) else { return false }
      do throws(RemoteSocketError) {
        try follower.readAvailable()
        while try follower.bufferedMessage() != nil {}
        return false
      } catch {
        Output.report("\(follower.name) has ended")
        return true
      }
    }
    if ready.contains(leader.descriptor) { try leader.readAvailable() }
  }
}
