import Glibc

/// A simulated terminal with kitty's graphics protocol: it keeps and counts images and placements, and answers as kitty
/// does.
///
/// Violations of the protocol are recorded as faults. Of all other output it follows only the cursor, whose position it
/// reports, and synchronized updates.
package struct PretendKitty {
  /// How it responds to images.
  package enum Behavior: Sendable {
    case accepting
    /// It answers every image of more than one pixel with an error.
    case refusing
    /// It accepts everything and answers nothing.
    case silent
  }

  package struct Image: Equatable, Sendable {
    package var width: Int
    package var height: Int
    /// The data as it was sent, decoded from base64 or read from shared memory or a file.
    package var content: [UInt8]
  }

  package struct Key: Hashable, Sendable {
    package var image: Int
    package var number: Int
  }

  package struct Placement: Equatable, Sendable {
    /// The cell of its top left corner, counted from 0.
    package var column: Int
    package var row: Int
    /// The command's keys, except those that identify the placement.
    package var keys: [String: Int]

    fileprivate var isAnchor: Bool { keys["z"] == 1 }
  }

  package var behavior = Behavior.accepting
  /// The maximum number of images that it keeps; the oldest is removed first.
  package var quota = Int.max
  /// Whether it reads shared memory, for queries and for images: a terminal on another machine
  /// finds none.
  package var readsSharedQueries = true
  package var readsSharedImages = true
  /// Whether it hangs when an image is in shared memory or a file: it neither reads nor answers it.
  package var hangsOnSharedImages = false
  private var allImages: [Int: Image] = [:]
  private var allPlacements: [Key: Placement] = [:]
  /// The images and placements, without the anchor, which is the only placement over the text.
  package var images: [Int: Image] {
    allImages.filter { id, _ in !allPlacements.contains { $0.key.image == id && $0.value.isAnchor } }
  }
  package var placements: [Key: Placement] { allPlacements.filter { !$0.value.isAnchor } }
  /// Violations of the protocol.
  package private(set) var faults: [String] = []
  /// The number of placements that were created or replaced, without the anchor.
  package private(set) var placementCount = 0
  /// The number of completed uploads.
  package private(set) var uploadCount = 0
  /// The number of uploads whose samples were in shared memory.
  package private(set) var sharedCount = 0
  private var order: [Int] = []
  private var upload: (keys: [String: String], content: [UInt8])?
  private var cursor = (column: 0, row: 0)
  private var savedCursor = (column: 0, row: 0)
  private var isSynchronized = false
  private var pending: [UInt8] = []

  package init() {}

  /// The image that was sent last; nil if there is none.
  package var newestImage: Image? { order.last.flatMap { allImages[$0] } }

  /// Loses all images, as when it needs the memory.
  package mutating func forgetEverything() { (allImages, allPlacements, order) = ([:], [:], []) }

  /// Consumes bytes, which may be split anywhere; returns the answers.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    pending += bytes
    var answers: [UInt8] = []
    var position = 0
    while let escape = pending[position...].firstIndex(of: 0x1B) {
      guard escape + 1 < pending.count else { return keep(from: escape, answers) }
      switch pending[escape + 1] {
      case UInt8(ascii: "["):
        guard let end = pending[(escape + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
          return keep(from: escape, answers)
        }
        // Most other sequences set colors, which do not matter here.
        if "Hhln".utf8.contains(pending[end]) {
          answers += sequence(String(decoding: pending[(escape + 2)...end], as: UTF8.self))
        }
        position = end + 1
      case UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "P"):
        guard let end = pending[(escape + 2)...].firstIndex(of: 0x1B) else { return keep(from: escape, answers) }
        guard end + 1 < pending.count else { return keep(from: escape, answers) }
        if pending[escape + 1] == UInt8(ascii: "_"), pending[escape + 2] == UInt8(ascii: "G") {
          answers += command(pending[(escape + 3)..<end])
        }
        position = end + (pending[end + 1] == UInt8(ascii: "\\") ? 2 : 0)
      case UInt8(ascii: "7"):
        savedCursor = cursor
        position = escape + 2
      case UInt8(ascii: "8"):
        cursor = savedCursor
        position = escape + 2
      default: position = escape + 2
      }
    }
    pending = []
    return answers
  }

  private mutating func keep(from start: Int, _ answers: [UInt8]) -> [UInt8] {
    pending.removeSubrange(..<start)
    return answers
  }

  /// Follows cursor positions and synchronized updates; returns the answer to a query of the position.
  private mutating func sequence(_ text: String) -> [UInt8] {
    if text == "6n" { return Array("\u{1B}[\(cursor.row + 1);\(cursor.column + 1)R".utf8) }
    if text == "?2026h" { isSynchronized = true }
    if text == "?2026l" { isSynchronized = false }
    guard text.hasSuffix("H") else { return [] }
    let numbers = text.dropLast().split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 1 }
    cursor = (column: (numbers.count > 1 ? numbers[1] : 1) - 1, row: (numbers.first ?? 1) - 1)
    return []
  }

  private mutating func command(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let parts = text.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in String(decoding: parts.first ?? [], as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { keys[String(sides[0])] = String(sides[1]) }
    }
    let payload = parts.count > 1 ? parts[1] : []
    if payload.count > 4096 { faults.append("a command of \(payload.count) bytes") }
    let action = keys["a"]
    if let begun = upload, action == nil {
      return take(payload, of: begun, isLast: keys["m"] != "1")
    }
    if upload != nil { faults.append("a=\(action ?? "t") within an upload") }
    switch action {
    case "q":
      guard readsSharedQueries, behavior != .silent else {
        return answer(keys["t"] == "d" ? "OK" : "EBADF:No", to: keys)
      }
      return answer(keys["t"] == "d" || shared(payload, keys) != nil ? "OK" : "EBADF:No", to: keys)
    case "t", "T":
      upload = nil
      guard keys["t"] != "s" else {
        if hangsOnSharedImages { return [] }
        guard readsSharedImages, behavior == .accepting, let samples = shared(payload, keys) else {
          return answer("EBADF:No", to: keys)
        }
        sharedCount += 1
        return take([], of: (keys, samples), isLast: true)
      }
      return take(payload, of: (keys, []), isLast: keys["m"] != "1")
    case "p": return place(keys)
    case "f": return answer("OK", to: keys)
    case "d": delete(keys)
    // The end of an upload that has not begun.
    case nil: break
    default: faults.append("a=\(action ?? "")")
    }
    return []
  }

  /// Reads and deletes shared memory; returns nil if it cannot be read.
  private mutating func shared(_ payload: ArraySlice<UInt8>, _ keys: [String: String]) -> [UInt8]? {
    let name = String(decoding: PretendKitty.decoded(payload), as: UTF8.self)
    let path = "/dev/shm\(name)"
    if keys["t"] != "s" || !name.hasPrefix("/") { faults.append("shared memory called \(name)") }
    // The system copies the path.
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    if status.st_mode & 0o777 != 0o600 { faults.append("\(path) is open to others") }
    if keys["S"] != "\(status.st_size)" {
      faults.append("\(path) has \(status.st_size) bytes, not S=\(keys["S"] ?? "")")
    }
    var samples = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < samples.count {
      // The remaining bytes are within the array.
      let more = unsafe samples.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      guard more > 0 else { return nil }
      count += more
    }
    unsafe unlink(path)
    return samples
  }

  private mutating func take(
    _ payload: ArraySlice<UInt8>, of begun: (keys: [String: String], content: [UInt8]), isLast: Bool
  ) -> [UInt8] {
    let content = begun.content + PretendKitty.decoded(payload)
    let isPicture = begun.keys["q"] == nil
    if isSynchronized { faults.append("an upload within a synchronized update") }
    guard isLast else {
      upload = (begun.keys, content)
      return []
    }
    let wasCut = upload != nil && payload.isEmpty
    upload = nil
    guard let id = begun.keys["i"].flatMap({ Int($0) }) else {
      // Shown at the cursor, without an id.
      uploadCount += 1
      return []
    }
    if wasCut { return answer("ENODATA:Insufficient image data", to: begun.keys) }
    if isPicture { uploadCount += 1 }
    if isPicture, behavior == .refusing, begun.keys["s"] != "1" { return answer("EINVAL:No", to: begun.keys) }
    remove(id)
    allImages[id] = Image(
      width: Int(begun.keys["s"] ?? "") ?? 0, height: Int(begun.keys["v"] ?? "") ?? 0, content: content)
    order.append(id)
    while order.count > quota { remove(order[0]) }
    return answer("OK", to: begun.keys)
  }

  private mutating func place(_ keys: [String: String]) -> [UInt8] {
    guard let id = keys["i"].flatMap({ Int($0) }), allImages[id] != nil else {
      return answer("ENOENT:Put command refers to non-existent image", to: keys)
    }
    if keys["U"] != nil, keys["P"] != nil { return answer("EINVAL:A virtual placement cannot have a parent", to: keys) }
    if let parent = keys["P"], let number = keys["Q"],
      placements[Key(image: Int(parent) ?? 0, number: Int(number) ?? 0)] == nil
    {
      return answer("ENOPARENT:Put command refers to a parent placement that does not exist", to: keys)
    }
    if keys["z"] != "1" { placementCount += 1 }
    var numbers = keys.compactMapValues { Int($0) }
    for name in ["i", "p", "q", "C"] { numbers[name] = nil }
    let placement = Placement(column: cursor.column, row: cursor.row, keys: numbers)
    // kitty 0.48 does not draw it until something else changes.
    if allPlacements.isEmpty, !placement.isAnchor, keys["U"] == nil { faults.append("the first placement on a screen") }
    allPlacements[Key(image: id, number: Int(keys["p"] ?? "") ?? 0)] = placement
    return answer("OK", to: keys)
  }

  private mutating func delete(_ keys: [String: String]) {
    guard let id = keys["i"].flatMap({ Int($0) }) else { return }
    if keys["d"] == "I" {
      remove(id)
      // Like older versions of kitty, removes all images without placements, whatever the id.
      for other in order where !allPlacements.keys.contains(where: { $0.image == other }) { remove(other) }
      return
    }
    let number = keys["p"].flatMap { Int($0) }
    allPlacements = allPlacements.filter { $0.key.image != id || number != nil && $0.key.number != number }
  }

  private mutating func remove(_ id: Int) {
    allImages[id] = nil
    allPlacements = allPlacements.filter { $0.key.image != id }
    order.removeAll { $0 == id }
  }

  /// Returns the answer to a command: `q=1` suppresses OK, `q=2` suppresses everything.
  private func answer(_ message: String, to keys: [String: String]) -> [UInt8] {
    guard behavior != .silent, let id = keys["i"] else { return [] }
    if keys["q"] == "2" || keys["q"] == "1" && message == "OK" { return [] }
    let placement = keys["p"].map { ",p=\($0)" } ?? ""
    return Array("\u{1B}_Gi=\(id)\(placement);\(message)\u{1B}\\".utf8)
  }

  /// Decodes base64 (RFC 4648, 4).
  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var values = [Int](repeating: 0, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = value }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text where character != UInt8(ascii: "=") {
      bits = bits << 6 | values[Int(character)]
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
        bits &= (1 << count) - 1
      }
    }
    return bytes
  }
}
