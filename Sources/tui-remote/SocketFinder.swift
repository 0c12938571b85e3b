import RemoteControl
import System

/// Finds the programs that listen.
struct SocketFinder {
  let environment: [String: String]
  /// How long a program may take to answer.
  let limit: Duration

  /// Connects to a socket by its name or path; without one, to the newest on which a program listens.
  func client(at socket: [UInt8]?) throws(Failure) -> RemoteClient {
    if let socket {
      guard let path = RemoteAddress.path(of: socket, environment: environment) else {
        throw Failure(message: "'\(String(decoding: socket, as: UTF8.self))' is not the name of a socket")
      }
      do throws(RemoteSocketError) {
        return try RemoteClient(to: path, within: limit)
      } catch {
        throw Failure(message: "\(String(decoding: path.bytes, as: UTF8.self)): \(error)")
      }
    }
    var last: RemoteSocketError?
    for path in RemoteAddress.sockets(environment: environment) {
      do throws(RemoteSocketError) {
        return try RemoteClient(to: path, within: limit)
      } catch {
        // A socket that a killed program has left is no failure yet.
        if error != .nobodyListens { last = last ?? error }
      }
    }
    let folder = String(decoding: RemoteAddress.folder(environment: environment).bytes, as: UTF8.self)
    throw Failure(message: "\(folder): \(last ?? .nobodyListens); start tui with --listen auto")
  }

  /// The names of the sockets on which programs listen, the newest first.
  var names: [Path] {
    RemoteAddress.sockets(environment: environment).filter { path in
      do throws(RemoteSocketError) {
        _ = try RemoteClient(to: path, within: limit)
        return true
      } catch {
        return error != .nobodyListens
      }
    }.map { Path($0.name) }
  }

  /// Connects to the followers of a leader; without names, to all others that listen in the folder.
  func followers(_ sockets: [[UInt8]], of leader: RemoteClient) throws(Failure) -> [RemoteClient] {
    var followers: [RemoteClient] = []
    if sockets.isEmpty {
      for path in RemoteAddress.sockets(environment: environment) {
        if let client = try? RemoteClient(to: path, within: limit), client.hello.pid != leader.hello.pid {
          followers.append(client)
        }
      }
      guard !followers.isEmpty else { throw Failure(message: "no other tui listens that could follow") }
    }
    for socket in sockets {
      let client = try client(at: socket)
      guard client.hello.pid != leader.hello.pid else {
        throw Failure(message: "\(client.name) leads, and cannot follow itself")
      }
      followers.append(client)
    }
    return followers
  }
}
