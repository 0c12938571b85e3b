import Fetching
import Glibc
import System

/// The conversation with an SFTP server, version 3 of the protocol (draft-ietf-secsh-filexfer-02), which every OpenSSH
/// speaks: it lists folders, one at a time, and reads whole files. It watches nothing.
struct SFTPConversation: FarConversation {
  /// A step of a request that the server is answering.
  private enum Step: Sendable {
    case status
    case openFolder
    case readFolder
    case openFile
    case read(offset: Int, count: Int)
    case close
  }

  /// A request under way.
  private struct Task: Sendable {
    let request: FarRequest
    let path: [UInt8]
    var stamp = FarStamp(size: 0, modified: 0)
    var handle: [UInt8] = []
    var bytes: [UInt8] = []
    /// Where the next read begins, and what has been read out of order, by offset.
    var nextRead = 0
    var readsInFlight = 0
    var pieces: [Int: [UInt8]] = [:]
  }

  /// The most bytes of a packet.
  private static let maxPacket = 300_000
  /// The most bytes of a file.
  static let maxFile = 256 << 20
  /// The bytes of a read, and the most reads at a time.
  private static let readBytes = 32_768
  private static let maxReads = 32

  private var pending: [UInt8] = []
  private(set) var isReady = false
  var isWithinMessage: Bool { !pending.isEmpty }
  private var lastID: UInt32 = 0
  private var steps: [UInt32: (number: UInt64, step: Step)] = [:]
  private var tasks: [UInt64: Task] = [:]

  /// SSH_FXP_INIT, version 3.
  var greeting: [UInt8] { SFTPPacket.packet(1, [0, 0, 0, 3]) }

  mutating func ask(_ request: FarRequest) -> [UInt8] {
    switch request {
    case .cancel(let number):
      guard let task = tasks.removeValue(forKey: number), !task.handle.isEmpty else { return [] }
      return send(4, SFTPPacket.string(task.handle), .close, of: number)
    case .watch: return []
    case .list(let number, let path, _, _), .picture(let number, let path, _, _, _):
      let path = PercentEncoding.decoded(path.utf8)
      tasks[number] = Task(request: request, path: path.isEmpty ? Array(".".utf8) : path)
      // SSH_FXP_STAT, which follows links.
      return send(17, SFTPPacket.string(tasks[number]?.path ?? []), .status, of: number)
    }
  }

  private mutating func send(_ type: UInt8, _ content: [UInt8], _ step: Step, of number: UInt64) -> [UInt8] {
    lastID &+= 1
    steps[lastID] = (number, step)
    return SFTPPacket.packet(type, SFTPPacket.number(lastID) + content)
  }

  mutating func consume(_ bytes: [UInt8]) throws(FarViolation) -> [FarOutput] {
    pending += bytes
    var outputs: [FarOutput] = []
    var start = 0
    while pending.count - start >= 4 {
      let length = pending[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard 1...SFTPConversation.maxPacket ~= length else { throw .broken }
      guard pending.count - start - 4 >= length else { break }
      var packet = SFTPPacket(Array(pending[(start + 4)..<(start + 4 + length)]))
      outputs += try handle(&packet)
      start += 4 + length
    }
    pending.removeFirst(start)
    return outputs
  }

  private mutating func handle(_ packet: inout SFTPPacket) throws(FarViolation) -> [FarOutput] {
    let type = try packet.byte()
    guard isReady else {
      // SSH_FXP_VERSION.
      guard type == 2 else { throw .broken }
      isReady = true
      return []
    }
    guard let (number, step) = steps.removeValue(forKey: UInt32(try packet.number())) else { throw .broken }
    guard var task = tasks[number] else {
      // Canceled meanwhile: what has just been opened is closed.
      guard type == 102 else { return [] }
      return [.send(send(4, SFTPPacket.string(try packet.string()), .close, of: number))]
    }
    // Released, so that its bytes are not copied.
    tasks[number] = nil
    let outputs: [FarOutput]
    switch type {
    case 101: outputs = try status(try packet.number(), step, &task, number)
    case 102: outputs = opened(try packet.string(), step, &task, number)
    case 103: outputs = try data(try packet.string(), step, &task, number)
    case 104: outputs = try names(&packet, step, &task, number)
    case 105:
      guard case .status = step else { throw .broken }
      outputs = try attributes(&packet, &task, number)
    default: throw .broken
    }
    let isOver = outputs.contains { if case .answer(_, let answer) = $0 { answer.isLast } else { false } }
    if !isOver { tasks[number] = task }
    return outputs
  }

  /// SSH_FXP_ATTRS: what a path is.
  private mutating func attributes(
    _ packet: inout SFTPPacket, _ task: inout Task, _ number: UInt64
  ) throws(FarViolation) -> [FarOutput] {
    let attributes = try packet.attributes()
    let isFolder = attributes.mode & S_IFMT == S_IFDIR
    task.stamp = FarStamp(size: attributes.size, modified: attributes.modified * 1_000_000_000)
    switch task.request {
    case .list:
      if !isFolder { return [.answer(number, .isFile)] }
      return [.send(send(11, SFTPPacket.string(task.path), .openFolder, of: number))]
    case .picture(_, _, _, _, let known):
      if isFolder { return [fail(number, "is a folder")] }
      if known == task.stamp { return [.answer(number, .unchanged)] }
      guard task.stamp.size <= SFTPConversation.maxFile else {
        return [fail(number, "larger than \(SFTPConversation.maxFile >> 20) MB")]
      }
      // SSH_FXP_OPEN for reading, without attributes.
      let content = SFTPPacket.string(task.path) + SFTPPacket.number(1) + SFTPPacket.number(0)
      return [.send(send(3, content, .openFile, of: number))]
    case .watch, .cancel: return []
    }
  }

  /// SSH_FXP_HANDLE: a file or folder has been opened.
  private mutating func opened(
    _ handle: [UInt8], _ step: Step, _ task: inout Task, _ number: UInt64
  ) -> [FarOutput] {
    task.handle = handle
    switch step {
    case .openFolder: return [.send(send(12, SFTPPacket.string(handle), .readFolder, of: number))]
    case .openFile: return readOn(&task, number)
    case .status, .readFolder, .read, .close: return []
    }
  }

  /// SSH_FXP_NAME: entries of a folder.
  private mutating func names(
    _ packet: inout SFTPPacket, _ step: Step, _ task: inout Task, _ number: UInt64
  ) throws(FarViolation) -> [FarOutput] {
    guard case .readFolder = step else { throw .broken }
    let count = try packet.number()
    guard count <= ListedEntry.maximumPage * 4 else { throw .broken }
    var entries: [ListedEntry] = []
    for _ in 0..<count {
      let name = try packet.string()
      _ = try packet.string()
      let attributes = try packet.attributes()
      let isFolder = attributes.mode & S_IFMT == S_IFDIR
      guard name.first != UInt8(ascii: "."), !name.contains(Path.slash), name.count < ListedEntry.longestName else {
        continue
      }
      entries.append(
        ListedEntry(name: name, isFolder: isFolder, size: attributes.size, modified: attributes.modified))
    }
    return [
      .answer(number, .page(entries)),
      .send(send(12, SFTPPacket.string(task.handle), .readFolder, of: number)),
    ]
  }

  /// SSH_FXP_DATA: a piece of a file.
  private mutating func data(
    _ bytes: [UInt8], _ step: Step, _ task: inout Task, _ number: UInt64
  ) throws(FarViolation) -> [FarOutput] {
    guard case .read(let offset, let count) = step, 1...count ~= bytes.count else { throw .broken }
    task.pieces[offset] = bytes
    while let piece = task.pieces.removeValue(forKey: task.bytes.count) { task.bytes += piece }
    if task.bytes.count >= task.stamp.size { return finished(&task, number) }
    // The server may send less than it is asked for. The rest is read next, so that no read overlaps another.
    if bytes.count < count {
      return [.send(read(count - bytes.count, at: offset + bytes.count, of: task, number))]
    }
    task.readsInFlight -= 1
    return readOn(&task, number)
  }

  /// SSH_FXP_STATUS: an end, or an error.
  private mutating func status(
    _ code: Int, _ step: Step, _ task: inout Task, _ number: UInt64
  ) throws(FarViolation) -> [FarOutput] {
    switch step {
    case .close: return []
    case .readFolder where code == 1:
      return [.send(send(4, SFTPPacket.string(task.handle), .close, of: number)), .answer(number, .end)]
    case .read where code == 1: return finished(&task, number)
    case .status, .openFolder, .readFolder, .openFile, .read:
      let reasons = [2: "no such file", 3: "permission denied"]
      let close =
        task.handle.isEmpty ? [] : [FarOutput.send(send(4, SFTPPacket.string(task.handle), .close, of: number))]
      return close + [fail(number, reasons[code] ?? "the SFTP server reports error \(code)")]
    }
  }

  private mutating func readOn(_ task: inout Task, _ number: UInt64) -> [FarOutput] {
    if task.stamp.size == 0 { return finished(&task, number) }
    var requests: [UInt8] = []
    while task.readsInFlight < SFTPConversation.maxReads, task.nextRead < task.stamp.size {
      let count = min(SFTPConversation.readBytes, task.stamp.size - task.nextRead)
      requests += read(count, at: task.nextRead, of: task, number)
      task.nextRead += count
      task.readsInFlight += 1
    }
    return requests.isEmpty ? [] : [.send(requests)]
  }

  /// SSH_FXP_READ.
  private mutating func read(_ count: Int, at offset: Int, of task: Task, _ number: UInt64) -> [UInt8] {
    let content =
      SFTPPacket.string(task.handle) + SFTPPacket.number(0) + SFTPPacket.number(UInt32(offset))
      + SFTPPacket.number(UInt32(count))
    return send(5, content, .read(offset: offset, count: count), of: number)
  }

  private mutating func finished(_ task: inout Task, _ number: UInt64) -> [FarOutput] {
    let picture = FarPicture(
      stamp: task.stamp, isWhole: true, width: 0, height: 0, format: "")
    let close = send(4, SFTPPacket.string(task.handle), .close, of: number)
    return [.send(close), .answer(number, .picture(picture, task.bytes))]
  }

  private func fail(_ number: UInt64, _ reason: String) -> FarOutput {
    .answer(number, .failed(FetchFailure(farSide: reason, isTransient: false)))
  }
}
